//! The whole way of a book: read, judged, played, signed, priced, simulated, and played at a live table. The stations must
//! agree, and none may panic.

use croupier_kit::Ratio;
use croupier_maths::{Figure, Price, PriceQuery, odds};
use croupier_rules::book::{Book, BookError, Bounds, Chosen, GameBook, Setting, Shelf};
use croupier_rules::contract::Positions;
use croupier_rules::games::AnyGame;
use croupier_rules::offer::{listings, notes, quote};
use croupier_rules::with_game;
use croupier_sign::Sign;
use croupier_sim::policy::{Policy, USUAL};
use croupier_sim::stats::Stats;
use croupier_sim::{PlayMethod, SetupOptions, Simulation, StreamEdition, set_up};

use super::live;
use crate::choice::Choices;
use crate::contract::check_game;
use crate::table::play_table_with;

/// Where a book ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It has faults.
    Faults,
    /// Its game was played.
    Played,
    /// Its game was played, and its prices were compared with its results.
    Priced,
}

const ROUNDS: u64 = 2_000;
const PRICED_ROUNDS: u64 = 20_000;
const ACTS: u32 = 250;
/// The distance at which a simulation contradicts a price, in standard errors: far beyond chance, even for long odds.
const FAR: f64 = 12.0;

/// Takes a book the whole way. Of the games in which players decide, one in `solved` is priced, and simulated where its
/// policy has to be found first; none if it is 0, because best play can take seconds.
///
/// # Errors
/// Where two stations contradict each other, or a fault has no place in the text.
pub fn take_through(text: &str, solved: u32, choices: &mut Choices<'_>) -> Result<Ended, String> {
    let book = match Book::read("made.toml", text) {
        Ok(book) => book,
        Err(error) => return check_faults(&error).map(|()| Ended::Faults),
    };
    let mut shelf = Shelf::default();
    shelf.put(book);
    let Some((book, game)) = shelf.books().iter().find_map(|book| Some((book, book.games().first()?))) else {
        return Err("a book without a game was read".to_owned());
    };
    let name = format!("{}/{}", book.id(), game.id());
    let chosen = choose(game, choices)?;
    let rules = game.table(&chosen);
    play_table_with(&shelf, &name, &chosen, ACTS, choices)?;
    with_game!(&rules, rules => {
        let places = Positions::first(*choices.pick(&[1, 2, 3]));
        check_game(rules, places, 20, u64::from(choices.below(1000)))
    })?;
    check_offer(&rules, game)?;
    sign(book, game, &chosen);
    let ended = simulate(&rules, game, solved, choices)?;
    live::play(&shelf, &name, &chosen, choices)?;
    Ok(ended)
}

/// Every fault says something, and lies in the text.
fn check_faults(error: &BookError) -> Result<(), String> {
    let mut count = 0;
    for (_, _, fault) in error.places() {
        count += 1;
        if fault.message.is_empty() || error.text().get(fault.at.clone()).is_none() {
            return Err(format!("a fault without words or place: {fault:?}"));
        }
    }
    if count == 0 { Err("a book was refused without a fault".to_owned()) } else { Ok(()) }
}

/// Chooses a value for some settings.
fn choose(game: &GameBook, choices: &mut Choices<'_>) -> Result<Chosen, String> {
    let mut chosen = Chosen::default();
    let envelope = game.envelope();
    for setting in game.settings() {
        // A setting without a default must be chosen.
        if setting.default.is_some() && choices.below(2) == 0 {
            continue;
        }
        let value = value_of(setting, game, choices);
        chosen.choose(&setting.key, &value, &envelope).map_err(|refusal| {
            format!("the book offers {}={value}, and the table refuses it: {refusal}", setting.key)
        })?;
    }
    Ok(chosen)
}

fn value_of(setting: &Setting, game: &GameBook, choices: &mut Choices<'_>) -> String {
    match &setting.bounds {
        Bounds::Whole { from, to } => (from + choices.below(to - from + 1)).to_string(),
        Bounds::Choice(words) => choices.pick(words).to_string(),
        Bounds::Wheel => {
            let wheel = game.envelope().wheel.expect("a game with an order of the wheel has one");
            let mut order: Vec<String> = wheel.order().iter().map(ToString::to_string).collect();
            let by = choices.place(order.len());
            order.rotate_left(by);
            order.join(",")
        }
    }
}

/// Every wager of the list has a quote, and its results are settled.
fn check_offer(rules: &AnyGame, game: &GameBook) -> Result<(), String> {
    notes(rules);
    for listing in listings(rules) {
        if listing.endings.is_empty() {
            return Err(format!("nothing decides `{}`", listing.name));
        }
        for words in listing.words.iter().take(40) {
            let parts: Vec<&str> = words.split_whitespace().collect();
            let quote = quote(rules, game.conduct(), &parts);
            let quote = quote.map_err(|refusal| format!("`{words}` is listed and not quoted: {refusal}"))?;
            if quote.step.minor() <= 0 {
                return Err(format!("`{words}` has a step of {}", quote.step));
            }
        }
    }
    Ok(())
}

fn sign(book: &Book, game: &GameBook, chosen: &Chosen) {
    let sign = Sign::new(book, game, chosen);
    let made = [sign.text(), sign.svg(), sign.html()];
    assert!(made.iter().all(|form| !form.is_empty()), "a sign is empty");
}

/// Kernel, rules and prices agree on the results.
fn simulate(
    rules: &AnyGame,
    game: &GameBook,
    solved: u32,
    choices: &mut Choices<'_>,
) -> Result<Ended, String> {
    if Policy::solves_usual(rules) && (solved == 0 || choices.below(solved) > 0) {
        return Ok(Ended::Played);
    }
    let Ok(policy) = Policy::parse(USUAL, rules) else { return Ok(Ended::Played) };
    let Ok(table) = set_up(rules, game.conduct(), &policy, &SetupOptions::default()) else {
        return Ok(Ended::Played);
    };
    let seed = u64::from(choices.below(60_000));
    let by_rules = table.play_by_rules(StreamEdition::First, seed, 0, ROUNDS).ok();
    if table.play(PlayMethod::Kernel, seed, 0, ROUNDS).ok() != by_rules {
        return Err(format!("the kernel settles other results than the rules, from seed {seed}"));
    }
    let priced = policy == Policy::Chance || (solved > 0 && choices.below(solved) == 0);
    if !priced || by_rules.is_none() {
        return Ok(Ended::Played);
    }
    if let Ok(list) = odds(rules, &PriceQuery::default()) {
        list.prices.iter().chain(&list.combined).try_for_each(check_price)?;
    }
    compare(&table, &policy.prices(USUAL, rules), seed)
}

/// The chances of a price sum to one, and its edge is their mean.
fn check_price(price: &Price) -> Result<(), String> {
    let exact = |figure: &Figure| figure.exact().cloned();
    let shares = [Some(&price.win), Some(&price.lose), Some(&price.void), price.halved.as_ref()];
    let whole: Option<Ratio> = shares.into_iter().flatten().map(exact).sum();
    if whole.is_some_and(|whole| whole != Ratio::one()) {
        return Err(format!("the chances of `{}` do not sum to one", price.wager));
    }
    let mean: Option<Ratio> =
        price.endings.iter().map(|end| Some(&end.profit * end.probability.exact()?)).sum();
    match mean.filter(|_| !price.endings.is_empty()).zip(price.edge.exact()) {
        Some((mean, edge)) if -mean.clone() != *edge => {
            Err(format!("the edge of `{}` is not the mean of its ends", price.wager))
        }
        _ => Ok(()),
    }
}

/// The results of many rounds are near the prices.
fn compare(table: &Simulation, prices: &[Price], seed: u64) -> Result<Ended, String> {
    let Ok(found) = table.play(PlayMethod::Kernel, seed + 1, 0, PRICED_ROUNDS) else {
        return Ok(Ended::Played);
    };
    for (counted, tally) in table.counted().iter().zip(&found.tallies) {
        let Some(price) = prices.iter().find(|price| price.wager == counted.wager) else { continue };
        let stats = Stats::of(tally, counted.whole());
        #[allow(clippy::cast_precision_loss, reason = "a number of rounds is small")]
        let error = (price.variance.value() / stats.stakes.max(1) as f64).sqrt();
        let apart = (stats.edge - price.edge.value()).abs() - price.edge.within();
        if stats.stakes > 0 && apart > FAR * error + 1e-9 {
            return Err(format!(
                "`{}` costs {} by its price and {} in {} rounds",
                counted.wager,
                price.edge.value(),
                stats.edge,
                stats.stakes
            ));
        }
    }
    Ok(Ended::Priced)
}
