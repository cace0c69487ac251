//! One name for one thing: a wager is written alike in the offer, at the pay desk, in prices, in simulations, on the cloth, in the
//! envelope of a house and in a record, and each reads what the others write.

use croupier_maths::query::PriceQuery;
use croupier_maths::{PriceError, price_of};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::offer::{Laid, Listing, listings, quote};
use croupier_rules::{judge, with_game};
use croupier_sign::Sign;
use croupier_sim::policy::Policy;
use croupier_sim::{SetupError, SetupOptions, set_up};
use jiff::civil::date;

/// A stake that all odds of all books can pay exactly.
const STAKE: &str = "2327925.60";

/// The built-in books and all examples.
fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if path.extension().is_some_and(|ending| ending == "toml") && text.contains("[game.") {
            shelf.add(&path.display().to_string(), &text).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    shelf
}

/// One game with what it offers.
struct Named<'s> {
    shelf: &'s Shelf,
    book: &'s Book,
    game: &'s GameBook,
    rules: AnyGame,
}

impl Named<'_> {
    fn at(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    /// The pay desk reads the words and writes them back.
    fn pay_desk(&self, words: &str) {
        let split: Vec<&str> = words.split(' ').collect();
        match quote(&self.rules, self.game.conduct(), &split) {
            Ok(quote) => assert_eq!(quote.wager, words, "{}", self.at()),
            Err(refusal) => panic!("{}: {refusal}", self.at()),
        }
    }

    /// A record reads the words and writes them back. Another rule may refuse the bet, never because there is no such wager.
    fn record(&self, words: &str) {
        let record = format!("rules {}\nann bets {STAKE} on {words}\n", self.at());
        let verdict = judge(self.shelf, record.as_bytes(), date(2026, 1, 1)).unwrap();
        let [row] = verdict.rows.as_slice() else { panic!("{}: {words}", self.at()) };
        assert_eq!(row.wager, words, "{}", self.at());
        let reason = row.reason.as_deref().unwrap_or_default();
        assert!(!reason.starts_with(&format!("`{words}`")), "{}: {reason}", self.at());
    }

    /// A question for a price reads the words. Prices that are only known for all wagers together are not computed here.
    fn price(&self, words: &str) {
        match price_of(&self.rules, self.game.conduct(), words, &PriceQuery::default(), &[]) {
            Ok(price) => assert_eq!(price.wager, words, "{}", self.at()),
            Err(PriceError { allowed, .. }) => {
                assert_eq!(allowed, "it has no price at this table", "{}: {words}", self.at());
            }
        }
    }

    /// A simulation counts the wager under the words by which it was asked for.
    fn simulation(&self, words: &str, policy: &Policy) {
        let options = SetupOptions { wagers: vec![words.to_owned()], ..SetupOptions::default() };
        match set_up(&self.rules, self.game.conduct(), policy, &options) {
            Ok(simulation) => {
                let names: Vec<&str> = simulation.counted().iter().map(|one| one.wager.as_str()).collect();
                assert!(names.contains(&words), "{}: {words}: {names:?}", self.at());
            }
            Err(SetupError::Rounded(wager)) => assert_eq!(wager, words, "{}", self.at()),
            Err(error) => panic!("{}: {error}", self.at()),
        }
    }

    /// A spot on the cloth is a bet of the offer.
    fn cloth(&self, offered: &[Listing]) {
        let sign = Sign::new(self.book, self.game, &Chosen::default());
        for spot in sign.cloth().spots.iter().filter(|spot| !spot.wager.is_empty()) {
            let known = offered.iter().any(|listing| listing.words.contains(&spot.wager));
            assert!(known, "{}: the cloth has `{}`", self.at(), spot.wager);
            self.record(&spot.wager);
        }
    }

    /// What a house file says of odds is a wager with one of its cases or without, or an ending, such as a hand of poker.
    fn envelope(&self, offered: &[Listing]) {
        let terms = with_game!(&self.rules, rules => rules.fixed_terms());
        for term in &terms.pays {
            let split: Vec<&str> = term.key.split(' ').collect();
            // A case of a wager follows its name.
            let is_wager =
                (1..=split.len()).any(|n| quote(&self.rules, self.game.conduct(), &split[..n]).is_ok());
            let mut endings = offered.iter().flat_map(|listing| &listing.endings);
            let is_ending = endings.any(|ending| split.contains(&ending.name.as_str()));
            assert!(is_wager || is_ending, "{}: a house file has `{}`", self.at(), term.key);
        }
    }
}

#[test]
fn a_wager_has_the_same_name_everywhere() {
    let shelf = shelf();
    let mut wagers = 0;
    for (book, game) in
        shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)))
    {
        let rules = game.table(&Chosen::default());
        let offered = listings(&rules);
        let policy = Policy::parse("usual", &rules).or_else(|_| Policy::parse("best", &rules)).unwrap();
        let named = Named { shelf: &shelf, book, game, rules };
        for listing in &offered {
            // One wager of many that are paid alike stands for all in a simulation.
            if listing.laid != Laid::Raise {
                named.simulation(&listing.words[0], &policy);
            }
            for words in &listing.words {
                named.pay_desk(words);
                named.price(words);
                if listing.laid == Laid::Bet {
                    named.record(words);
                }
                wagers += 1;
            }
        }
        named.cloth(&offered);
        named.envelope(&offered);
    }
    assert!(wagers > 1_000, "{wagers}");
}
