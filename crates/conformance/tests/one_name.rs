//! One name for one thing: a wager is written alike in the offer, at the pay desk, in prices, in simulations, on the cloth, on the
//! sign, in the envelope of a house, in the API and in a record, and each reads what the others write. Its kind has one name in the
//! declaration of its family, the schema of books and the API.

use croupier_maths::query::PriceQuery;
use croupier_maths::{PriceError, price_of};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::{AnyGame, Family};
use croupier_rules::offer::{Laid, Listing, listings, quote};
use croupier_rules::{judge, with_game};
use croupier_server::wire::{GameInfo, Teaching};
use croupier_sign::Sign;
use croupier_sim::policy::Policy;
use croupier_sim::{SetupError, SetupOptions, set_up};
use jiff::civil::date;
use serde_json::Value;

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

    /// A row of the sign speaks of every wager of the offer, and of no other: by its word, without hyphens and small or with a capital.
    fn sign(&self, offered: &[Listing]) {
        let spoken = |text: &str| text.to_lowercase().replace('-', " ");
        let sign = Sign::new(self.book, self.game, &Chosen::default());
        let rows: Vec<String> = sign.wagers.iter().map(|row| spoken(&row.name)).collect();
        for form in offered.iter().flat_map(|listing| &listing.forms) {
            let word = spoken(form.split(' ').next().expect("a form begins with a word"));
            // Sets that have a name or lie together are listed by that.
            let is_there = rows.iter().any(|row| row.contains(&word)) || word == "numbers";
            assert!(is_there, "{}: the sign lacks `{form}`: {rows:?}", self.at());
        }
        for row in &rows {
            let forms = offered.iter().flat_map(|listing| &listing.forms);
            let mut words = forms.filter_map(|form| form.split(' ').next()).map(spoken);
            assert!(words.any(|word| row.contains(&word)), "{}: the sign has `{row}`", self.at());
        }
    }

    /// The API has the wagers of the offer in the same words, each with the name of its kind.
    fn api(&self, offered: &[Listing]) {
        let info = GameInfo::of(self.book, self.game, &Chosen::default(), "GBP", Teaching::Played);
        let info = serde_json::to_value(&info).expect("it is JSON");
        let wagers = info["wagers"].as_array().expect("a list of wagers");
        assert_eq!(wagers.len(), offered.len(), "{}", self.at());
        for (wager, listing) in wagers.iter().zip(offered) {
            assert_eq!(wager["name"], listing.name, "{}", self.at());
            assert_eq!(wager["words"], Value::from(listing.words.clone()), "{}", self.at());
            assert_eq!(wager["kind"], listing.kind.name, "{}: {}", self.at(), listing.name);
            assert_eq!(wager["laid"], listing.laid.name(), "{}: {}", self.at(), listing.name);
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
        named.sign(&offered);
        named.api(&offered);
    }
    assert!(wagers > 1_000, "{wagers}");
}

/// The kinds of wagers that a schema names, under a key and wherever they are.
fn annotated(schema: &Value, key: &str, found: &mut Vec<(String, String, String)>) {
    match schema {
        Value::Object(parts) => {
            for wager in parts.get("x-wagers").and_then(Value::as_array).into_iter().flatten() {
                let part = |name: &str| wager[name].as_str().expect("text").to_owned();
                found.push((key.to_owned(), part("kind"), part("laid")));
            }
            parts.iter().for_each(|(key, part)| annotated(part, key, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| annotated(part, key, found)),
        _ => {}
    }
}

#[test]
fn a_kind_of_wagers_has_the_same_name_everywhere() {
    let schema = croupier_rules::book::schema();
    let document: Value = serde_json::from_str(&croupier_server::openapi()).expect("it is JSON");
    let in_api = document["components"]["schemas"]["WagerKindName"]["enum"].as_array().expect("the kinds");
    for family in Family::ALL {
        let mut declared: Vec<_> = (family.wagers().iter())
            .map(|kind| (kind.key.to_owned(), kind.name.to_owned(), kind.laid.name().to_owned()))
            .collect();
        declared.sort();
        let mut names: Vec<&str> = family.wagers().iter().map(|kind| kind.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), declared.len(), "two kinds of {} share a name", family.name());
        let mut found = Vec::new();
        annotated(&schema["$defs"][family.name()], "", &mut found);
        found.sort();
        assert_eq!(found, declared, "{}", family.name());
        assert!(names.iter().all(|name| in_api.iter().any(|known| known == name)), "{}", family.name());
    }
    let declared =
        |known: &Value| Family::ALL.iter().flat_map(|family| family.wagers()).any(|kind| known == kind.name);
    assert!(in_api.iter().all(declared), "{in_api:?}");
}
