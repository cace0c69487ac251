//! Checks of a table: random lawful play is settled or stands, balances, and gets the same verdict from its record.

use std::collections::BTreeSet;

use croupier_kit::{Card, Money, Wheel};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Turn;
use croupier_rules::games::AnyGame;
use croupier_rules::notation::{Act, Bid, BoxHand, Call, Decision, On, Side, Verb, Who};
use croupier_rules::offer::{Laid, listings};
use croupier_rules::table::{Outcome, Table, TableGame, Verdict};
use croupier_rules::{judge, with_game};
use jiff::civil::Date;

use crate::choice::Choices;
use crate::money::MoneyMoved;

/// A table that was played at random, with its record and verdict.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record, as written by the acts.
    pub record: String,
    /// The result of every stake.
    pub verdict: Verdict,
}

impl Played {
    /// The wagers that were bet and accepted, in notation.
    pub fn accepted(&self) -> BTreeSet<String> {
        let accepted = self.verdict.rows.iter().filter(|row| row.outcome != Outcome::Refused);
        accepted.map(|row| row.wager.clone()).collect()
    }

    /// The balls and throws, as written in the record.
    pub fn fallen(&self) -> BTreeSet<String> {
        let falls = |line: &&str| line.starts_with("ball ") || line.starts_with("dice ");
        self.record.lines().filter(falls).map(ToOwned::to_owned).collect()
    }
}

/// The wagers and outcomes of a table, as listed by its rules.
struct Menu {
    wagers: Vec<String>,
    has_behind: bool,
    wheel: Option<Wheel>,
    dice: bool,
}

impl Menu {
    fn of(rules: &AnyGame) -> Self {
        let listings = listings(rules);
        let bets = listings.iter().filter(|listing| listing.laid == Laid::Bet);
        let wagers = bets.flat_map(|listing| listing.words.iter().cloned()).collect();
        let has_behind = listings.iter().any(|listing| listing.laid == Laid::Behind);
        let (wheel, dice) = with_game!(rules, rules => (rules.wheel().cloned(), rules.throws_dice()));
        Self { wagers, has_behind, wheel, dice }
    }
}

/// Texts that are not wagers at some tables, or at any. A table must refuse them and continue.
const NO_WAGERS: [&str; 6] = ["box 99", "numbers 0 7", "straight 99", "place-win 7", "hand", "red red"];

const PLAYERS: [&str; 3] = ["ann", "ben", "cal"];

/// Plays at most `acts` acts at a table with the rulebook's defaults, and checks what a table guarantees.
///
/// # Errors
/// The guarantee that was violated.
pub fn play_table(shelf: &Shelf, name: &str, acts: u32, choices: &mut Choices<'_>) -> Result<Played, String> {
    play_table_with(shelf, name, &Chosen::default(), acts, choices)
}

/// The same at a table with these settings.
///
/// # Errors
/// The guarantee that was violated.
pub fn play_table_with(
    shelf: &Shelf,
    name: &str,
    chosen: &Chosen,
    acts: u32,
    choices: &mut Choices<'_>,
) -> Result<Played, String> {
    let (book, game) = shelf.game(name).map_err(|unknown| unknown.to_string())?;
    let rules = game.table(chosen);
    let menu = Menu::of(&rules);
    let settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let head = match settings.is_empty() {
        true => format!("rules {name}\n"),
        false => format!("rules {name}\nhouse {}\n", settings.join(" ")),
    };
    let played = with_game!(rules, rules => {
        play(Table::new(book.citations(), game.conduct(), chosen, rules), name, head, &menu, acts, choices)
    })?;
    check_judged(shelf, &played)?;
    Ok(played)
}

fn play<G: TableGame>(
    mut table: Table<'_, G>,
    name: &str,
    mut record: String,
    menu: &Menu,
    acts: u32,
    choices: &mut Choices<'_>,
) -> Result<Played, String> {
    let (mut moved, mut touched, mut bankers) = (MoneyMoved::default(), Vec::new(), Vec::new());
    for _ in 0..acts {
        if choices.is_spent() {
            break;
        }
        let act = next_act(&table, menu, choices);
        if table.act(&act).is_ok() {
            record.push_str(&act.to_string());
            record.push('\n');
            note(&mut table, &mut touched, &mut moved).map_err(|why| format!("{why}\n{record}"))?;
            if let Act::PlayersBank(who, _) = act {
                bankers.push(who);
            }
        }
    }
    table.end_hand();
    note(&mut table, &mut touched, &mut moved).map_err(|why| format!("{why}\n{record}"))?;
    let verdict = table.verdict(name);
    let bankers = (!bankers.is_empty()).then_some(&*bankers);
    moved
        .check(&verdict, bankers, |player| table.people.name(player))
        .map_err(|why| format!("{why}\n{record}"))?;
    Ok(Played { record, verdict })
}

/// Notes every stake that the last act has touched.
fn note<G: TableGame>(
    table: &mut Table<'_, G>,
    touched: &mut Vec<u32>,
    moved: &mut MoneyMoved,
) -> Result<(), String> {
    table.stakes.take_touched(touched);
    let mut now = touched.iter().filter_map(|number| table.stake_now(*number).map(|now| (*number, now)));
    now.try_for_each(|(number, now)| moved.note(number, now))
}

/// An act that may be valid now; the table decides whether it is.
fn next_act<G: TableGame>(table: &Table<'_, G>, menu: &Menu, choices: &mut Choices<'_>) -> Act {
    let Some(deal) = &table.deal else { return before_the_fall(table, menu, choices) };
    match table.game.turn(deal) {
        Turn::Over => match choices.below(8) {
            0 => Act::Shuffle,
            1 => bet(menu, choices),
            _ => Act::NextHand,
        },
        _ if choices.below(12) == 0 => aside(table, choices),
        _ if G::offers_insurance(table) && choices.below(3) == 0 => insurance(table, choices),
        Turn::Seat(_) => decision(choices),
        Turn::Bets | Turn::Chance(_) => fall(table, menu, choices),
    }
}

fn before_the_fall<G: TableGame>(table: &Table<'_, G>, menu: &Menu, choices: &mut Choices<'_>) -> Act {
    match choices.below(10) {
        0..=3 => bet(menu, choices),
        4 => {
            let calls = [
                Act::NoMoreBets,
                Act::FinalBets,
                Act::PlaceYourBets,
                Act::VoidSpin,
                Act::NextHand,
                Act::Shuffle,
            ];
            choices.pick(&calls).clone()
        }
        // A bank that covers some bets, for tables where a player holds it.
        5 => Act::PlayersBank(player(choices), Money::from_minor(amount(choices).minor() * 20)),
        6 => aside(table, choices),
        _ => fall(table, menu, choices),
    }
}

/// An act that may come at almost any time.
fn aside<G: TableGame>(table: &Table<'_, G>, choices: &mut Choices<'_>) -> Act {
    let stake = choices.below(table.stakes.next_number()) + 1;
    let number = choices.below(4) + 1;
    match choices.below(12) {
        0 => Act::Cancel(stake),
        1 => Act::TakesBack(player(choices), stake),
        2 => Act::EvenMoney(player(choices), number),
        3 => Act::Calls(player(choices), number),
        4 => Act::CuttingCard,
        5 => Act::Cuts(player(choices)),
        6 => Act::Misdeal,
        7 => Act::Follows(player(choices), BoxHand { number, hand: Some(choices.below(3) + 1) }),
        8 if table.game.throws_dice() => Act::CallsStake(
            player(choices),
            stake,
            if number.is_multiple_of(2) { Call::On } else { Call::Off },
        ),
        8 => Act::TakesHalf(player(choices), stake),
        9 => Act::DealerLooks,
        _ => Act::Insures(player(choices), amount(choices), number),
    }
}

/// Insurance for half of a standing stake, by its player on its box.
fn insurance<G: TableGame>(table: &Table<'_, G>, choices: &mut Choices<'_>) -> Act {
    let stakes: Vec<_> = table.stakes.standing().map(|(_, stake)| stake).collect();
    let Some(stake) = choices.one_of(&stakes) else { return Act::NextHand };
    let number = stake.words.split(' ').nth(1).and_then(|number| number.parse().ok());
    let half = Money::from_minor(stake.amount.minor() / 2);
    Act::Insures(table.people.name(stake.player).into(), half, number.unwrap_or(1))
}

fn player(choices: &mut Choices<'_>) -> Box<str> {
    (*choices.pick(&PLAYERS)).into()
}

/// Even amounts, at which most wagers can be paid exactly.
fn amount(choices: &mut Choices<'_>) -> Money {
    let times = i64::from(choices.below(8) + 1);
    Money::from_minor(times * 27_720)
}

/// A stake that is a thirty-third of another.
fn small(amount: Money) -> Money {
    Money::from_minor(amount.minor() / 33)
}

/// A bet on a wager of the table; occasionally one behind another stake, or something that is not a wager.
fn bet(menu: &Menu, choices: &mut Choices<'_>) -> Act {
    let words = |words: &str| On::Wager(words.into());
    let kind = choices.below(16);
    let on = match kind {
        0 => words(choices.pick::<&str>(&NO_WAGERS)),
        1..=3 if menu.has_behind => On::Behind(choices.below(12) + 1),
        _ => words(choices.one_of(&menu.wagers).map_or("", String::as_str)),
    };
    Act::Bets(Bid {
        player: player(choices),
        // Some wagers have a limit that only a small stake is within.
        amount: if kind == 15 { small(amount(choices)) } else { amount(choices) },
        on,
        at: None,
        by_dealer: choices.below(9) == 0,
    })
}

fn fall<G: TableGame>(table: &Table<'_, G>, menu: &Menu, choices: &mut Choices<'_>) -> Act {
    match (&menu.wheel, menu.dice) {
        (Some(wheel), _) => Act::Ball(choices.pick(wheel.order()).to_string().into()),
        (None, true) => Act::Dice(vec![choices.below(6) + 1, choices.below(6) + 1]),
        (None, false) => {
            let left: Vec<Card> = Card::pack().filter(|card| table.shoe.left().count(*card) > 0).collect();
            choices.one_of(&left).map_or(Act::Shuffle, |card| Act::Cards(vec![*card]))
        }
    }
}

fn decision(choices: &mut Choices<'_>) -> Act {
    let who = match choices.below(7) {
        place @ 0..=3 => Who::Side(Side::ALL[place as usize].0),
        _ => Who::Person(player(choices)),
    };
    let verb = choices.pick(&Verb::ALL).0;
    // A side has one hand; only a person names a box.
    let names_box = matches!(who, Who::Person(_)) && choices.below(4) == 0;
    let on = names_box.then(|| BoxHand { number: choices.below(3) + 1, hand: None });
    Act::Decides(Decision { who, verb, on })
}

/// Checks that judging the record gives the same verdict as the table.
fn check_judged(shelf: &Shelf, played: &Played) -> Result<(), String> {
    let Played { record, verdict } = played;
    let complain = |what: String| Err(format!("{what}\n{record}"));
    match judge(shelf, record.as_bytes(), Date::constant(2026, 1, 1)) {
        Ok(again) if again == *verdict => Ok(()),
        Ok(again) => complain(format!("judged from its record it is {again:?}, played it was {verdict:?}")),
        Err(inadmissible) => complain(format!("its own record is {inadmissible}")),
    }
}
