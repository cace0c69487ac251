//! What cannot be counted is refused when it is staked, at a record and at a live table alike, and never paid as nothing.

use croupier_kit::Money;
use croupier_rules::book::{Book, Chosen, Shelf};
use croupier_rules::games::{AnyTable, Family};
use croupier_rules::judge;
use croupier_rules::notation::{Act, Bid, On};
use croupier_rules::offer::{Laid, check_stake, listings};
use croupier_rules::table::{MOVED_MAX, Outcome};
use jiff::civil::date;
use proptest::prelude::*;

fn built_in(book: &str) -> &'static str {
    Shelf::built_in_files().find(|(name, _)| name.contains(book)).unwrap().1
}

/// A shelf with a built-in book in which one passage was replaced.
fn changed(book: &str, from: &str, to: &str) -> Shelf {
    let text = built_in(book);
    assert!(text.contains(from), "{from}");
    let mut shelf = Shelf::default();
    shelf.add("book.toml", &text.replacen(from, to, 1)).unwrap();
    shelf
}

fn outcome(shelf: &Shelf, record: &str) -> (Outcome, Option<String>, Money) {
    let verdict = judge(shelf, record.as_bytes(), date(2020, 1, 1)).unwrap();
    let row = &verdict.rows[0];
    (row.outcome, row.reason.clone(), row.profit)
}

/// Whether a bet is accepted: by the judge, at a live table, and by the pay desk, which agree.
fn accepted(shelf: &Shelf, game: &str, wager: &str, amount: Money) -> bool {
    let (book, of) = shelf.game_on(game, date(2020, 1, 1)).unwrap();
    let words: Vec<&str> = wager.split(' ').collect();
    let on = On::Wager(wager.into());
    let bid = Bid { player: "ann".into(), amount, on, at: None, by_dealer: false };
    let mut table = AnyTable::new(book, of, &Chosen::default());
    table.try_act(&Act::PlaceYourBets).unwrap();
    let live = table.assess_bet(&bid).checked.map(drop).map_err(|refusal| refusal.to_string());
    let desk = check_stake(&of.table(&Chosen::default()), of.conduct(), &words, amount);
    assert_eq!(live, desk.map_err(|refusal| refusal.to_string()), "{wager} {amount}");
    let record = format!("rules {game}\nplace your bets\nann bets {amount} on {wager}\n");
    let (outcome, reason, _) = outcome(shelf, &record);
    assert_eq!(
        (outcome == Outcome::Refused, reason),
        (live.is_err(), live.clone().err()),
        "{wager} {amount}"
    );
    live.is_ok()
}

#[test]
fn a_permitted_bet_is_made_as_if_it_had_been_assessed_again() {
    let shelf = Shelf::built_in();
    let (book, of) = shelf.game_on("scotland-1970/roulette", date(2020, 1, 1)).unwrap();
    let bid = |player: &str, wager: &str| {
        let on = On::Wager(wager.into());
        Bid { player: player.into(), amount: Money::from_minor(200), on, at: None, by_dealer: false }
    };
    let rows = |table: &AnyTable<'_>| format!("{:?}", table.verdict("").rows);
    let mut table = AnyTable::new(book, of, &Chosen::default());
    table.try_act(&Act::PlaceYourBets).unwrap();
    let mut assessed_twice = table.clone();
    for (number, player, wager) in [(1, "ann", "red"), (2, "bob", "numbers 7"), (3, "ann", "odd")] {
        let bid = bid(player, wager);
        let permitted = table.assess_bet(&bid).checked.unwrap();
        assert_eq!(table.make_permitted(&bid, &permitted), Ok(number));
        assessed_twice.try_act(&Act::Bets(bid)).unwrap();
        assert_eq!(rows(&table), rows(&assessed_twice));
    }
    // Another stake was made in between: the bet is assessed again, for the name that has become known by it too.
    let (late, other) = (bid("cid", "even"), bid("cid", "black"));
    let permitted = table.assess_bet(&late).checked.unwrap();
    table.try_act(&Act::Bets(other)).unwrap();
    assert_eq!(table.make_permitted(&late, &permitted), Ok(5));
    // Or betting has closed.
    let last = bid("ann", "red");
    let permitted = table.assess_bet(&last).checked.unwrap();
    table.try_act(&Act::NoMoreBets).unwrap();
    let refusal = table.make_permitted(&last, &permitted).unwrap_err();
    assert_eq!(Err(refusal), table.assess_bet(&last).checked.map(drop));
}

const MOST: Money = Money::AMOUNT_MAX;

#[test]
fn the_largest_stake_at_the_greatest_odds_is_refused() {
    let shelf = changed("scotland", "odds = \"35 to 1\"", "odds = \"65535 to 1\"");
    let game = "scotland-1970/roulette";
    assert!(!accepted(&shelf, game, "numbers 7", MOST));
    let (outcome, reason, profit) =
        outcome(&shelf, &format!("rules {game}\nann bets {MOST} on numbers 7\nball 7\n"));
    assert_eq!((outcome, profit), (Outcome::Refused, Money::ZERO));
    assert!(reason.unwrap().contains("too large to pay"));
    // The largest stake that can be counted wins what the odds say.
    let most = i64::try_from(MOVED_MAX.minor() / 65_536).unwrap();
    assert!(accepted(&shelf, game, "numbers 7", Money::from_minor(most)));
    assert!(!accepted(&shelf, game, "numbers 7", Money::from_minor(most + 1)));
    let record = format!("rules {game}\nann bets {} on numbers 7\nball 7\n", Money::from_minor(most));
    let verdict = judge(&shelf, record.as_bytes(), date(2020, 1, 1)).unwrap();
    assert_eq!(verdict.rows[0].profit, Money::from_minor(most * 65_535));
    assert_eq!(verdict.bank, Money::from_minor(-most * 65_535));
}

/// A box can be split and doubled: what is accepted can be counted with all that is added.
#[test]
fn what_decisions_add_is_counted_with_the_bet() {
    let shelf = changed("scotland", "ordinary = { odds = \"1 to 1\"", "ordinary = { odds = \"65535 to 1\"");
    let game = "scotland-1970/blackjack";
    let refused = MOVED_MAX.minor() / 65_536 / 3;
    assert!(!accepted(&shelf, game, "box 1", Money::from_minor(i64::try_from(refused).unwrap() / 2 * 2)));
    let most = i64::try_from(MOVED_MAX.minor() / 65_536 / 4).unwrap() / 2 * 2;
    let stake = Money::from_minor(most);
    assert!(accepted(&shelf, game, "box 1", stake));
}

/// All bets of a record together can be counted, however many there are.
#[test]
fn the_sum_of_all_bets_is_counted() {
    let shelf = Shelf::built_in();
    let bets: String = (0..700).map(|bet| format!("p{bet} bets {MOST} on numbers 7\n")).collect();
    let record = format!("rules scotland-1970/roulette\n{bets}ball 7\n");
    let verdict = judge(&shelf, record.as_bytes(), date(2020, 1, 1)).unwrap();
    let won = verdict.rows.iter().filter(|row| row.outcome == Outcome::Won).count();
    assert_eq!(won, usize::try_from(MOVED_MAX.minor() / i128::from(MOST.minor()) / 36).unwrap());
    let refused = verdict.rows.last().unwrap();
    assert!(refused.reason.as_ref().unwrap().contains("all bets of this record together"), "{refused:?}");
    let sum: i128 = verdict.net.iter().map(|(_, net)| i128::from(net.minor())).sum();
    assert_eq!(i128::from(verdict.bank.minor()), -sum);
}

/// What may lie behind a line bet is compared in wide integers.
#[test]
fn the_largest_bets_behind_a_line() {
    let record = |behind: &str| {
        format!("rules scotland-1970/dice\nann bets {MOST} on win\ndice 4 5\nann bets {behind} behind 1\n")
    };
    let verdict = |behind: &str| {
        judge(&Shelf::built_in(), record(behind).as_bytes(), date(2020, 1, 1)).unwrap().rows[1].clone()
    };
    assert_eq!(verdict(&MOST.to_string()).outcome, Outcome::Standing);
    assert_eq!(verdict("0.02").outcome, Outcome::Standing);
}

#[test]
fn a_wager_that_nothing_can_be_staked_on_is_a_fault() {
    // The smallest stake that five prime odds pay exactly has more figures than money.
    let primes = [65_521, 65_519, 65_497, 65_479, 65_449];
    let stud =
        std::fs::read_to_string(format!("{}/../../examples/caribbean-stud.toml", env!("CARGO_MANIFEST_DIR")))
            .unwrap();
    assert!(Book::read("book", &stud).is_ok());
    let odds = ["100 to 1", "50 to 1", "20 to 1", "7 to 1", "5 to 1"];
    let text = odds.iter().zip(primes).fold(stud, |text, (odds, prime)| {
        assert!(text.contains(&format!("\"{odds}\"")), "{odds}");
        text.replacen(&format!("\"{odds}\""), &format!("\"1 to {prime}\""), 1)
    });
    let fault = Book::read("book", &text).unwrap_err().to_string();
    assert!(fault.contains("nothing can be staked on `ante`"), "{fault}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Stakes and odds at the edges: the same answer everywhere, and what is accepted is paid as the odds say.
    #[test]
    fn every_stake_is_paid_exactly_or_refused(
        to in prop_oneof![Just(65_535_u32), Just(1), 1..=65_535_u32],
        on in prop_oneof![Just(1_u32), Just(65_535), 1..=65_535_u32],
        stake in prop_oneof![
            Just(MOST.minor()), Just(MOST.minor() - 1), Just(1), 1..=MOST.minor(), 1..=1_000_000_i64
        ],
    ) {
        let shelf = changed("scotland", "odds = \"35 to 1\"", &format!("odds = \"{to} to {on}\""));
        let (stake, game) = (Money::from_minor(stake), "scotland-1970/roulette");
        let exact = i128::from(stake.minor()) * i128::from(to);
        let whole = exact % i128::from(on) == 0;
        let won = exact / i128::from(on);
        let counted = won + i128::from(stake.minor()) <= MOVED_MAX.minor();
        prop_assert_eq!(accepted(&shelf, game, "numbers 7", stake), whole && counted);
        if whole && counted {
            let (outcome, _, profit) =
                outcome(&shelf, &format!("rules {game}\nann bets {stake} on numbers 7\nball 7\n"));
            prop_assert_eq!((outcome, i128::from(profit.minor())), (Outcome::Won, won));
        }
    }

    /// Every wager on a wheel or dice: the largest stakes are accepted exactly if their results are whole.
    #[test]
    fn the_largest_stakes_on_every_wager(less in 0..1_000_i64) {
        let amount = Money::from_minor(MOST.minor() - less);
        let shelf = Shelf::built_in();
        for (book, game) in shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game))) {
            if ![Family::Roulette, Family::Dice].contains(&game.family()) {
                continue;
            }
            let name = format!("{}/{}", book.id(), game.id());
            let listed = listings(&game.table(&Chosen::default()));
            for listing in listed.iter().filter(|listing| listing.laid == Laid::Bet) {
                let is_exact = amount.minor() % listing.step.minor() == 0;
                let words = &listing.words[0];
                prop_assert_eq!(accepted(&shelf, &name, words, amount), is_exact, "{} {}", name, words);
            }
        }
    }
}
