//! For every provision that a house file can break: the smallest file that breaks it, and nothing else.

use std::collections::BTreeSet;

use croupier_rules::book::{Book, Bounds, Chosen, GameBook};
use croupier_rules::house::{Breach, envelope};

use super::minimal::changed;
use super::{SHELF, breaches};

/// A game, the provision that is broken, and the change to the smallest lawful house that breaks it.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// What books ask of a house.
const ASKED: &[Case] = &[
    ("scotland-1970/roulette", "reg. 1", "date = 2001-05-01", "date = 1970-06-30"),
    ("scotland-1970/roulette", "reg. 2(2)", "", "min = 10\nmax = 5"),
    ("scotland-1970/roulette", "reg. 3(1)", "rulebook = \"scotland-1970\"", "rulebook = \"mpumalanga\""),
    ("scotland-1970/roulette", "reg. 3(1)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/roulette", "reg. 3(1)", "from = 1969-01-01", "from = 2001-05-02"),
    ("scotland-1970/roulette", "reg. 3(1)", "-1970\"\nholder = \"Ann Ltd\"", "-1970\"\nholder = \"Bob Ltd\""),
    ("scotland-1970/roulette", "reg. 3(1)", "\"1 High Street\"\nfrom", "\"2 High Street\"\nfrom"),
    ("scotland-1970/roulette", "reg. 3(2)", "held_by = \"Ann Ltd\"", "held_by = \"Bob\""),
    ("scotland-1970/roulette", "reg. 3(2)", "bank = \"B\"", ""),
    ("scotland-1970/roulette", "reg. 3(3)", "shares = [\"Ann Ltd\"]", "shares = [\"Ann Ltd\", \"Bob\"]"),
    ("scotland-1970/dice", "reg. 4(1)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/dice", "reg. 4(2)", "held_by = \"Ann Ltd\"", "held_by = \"Bob\""),
    ("scotland-1970/dice", "reg. 4(3)", "shares = [\"Ann Ltd\"]", "shares = [\"Bob\"]"),
    ("scotland-1970/baccarat-banque", "reg. 5(2)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/chemin-de-fer", "reg. 5(2)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/punto-banco", "reg. 5(2)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/punto-banco", "reg. 5(5)(a)", "held_by = \"Ann Ltd\"", "held_by = \"Bob\""),
    ("scotland-1970/baccarat-banque", "reg. 5(5)(b)", "shares = [\"Ann Ltd\"]", "shares = [\"Bob\"]"),
    ("scotland-1970/chemin-de-fer", "reg. 5(5)(a)", "", "settings = { bank = \"house\" }"),
    ("scotland-1970/chemin-de-fer", "reg. 5(6)", "", "bank = \"B\""),
    ("scotland-1970/blackjack", "reg. 6(2)", "to = 2001-12-31", "to = 2001-04-30"),
    ("scotland-1970/blackjack", "reg. 6(3)", "held_by = \"Ann Ltd\"", "held_by = \"Bob\""),
    ("scotland-1970/blackjack", "reg. 6(4)", "shares = [\"Ann Ltd\"]", "shares = [\"Bob\"]"),
    ("scotland-1970/dice", "Note", "to = 2001-12-31", "to = 2001-12-31\ngames = [\"roulette\"]"),
    ("western-australia-1990/in-between", "reg. 3", "date = 2001-05-01", "date = 1990-02-16"),
    ("mpumalanga/american-roulette", "1", "tells = [\"rules\", \"version\"]", ""),
    ("mpumalanga/american-roulette", "2.2", "shows = [\"limits\", \"odds\"]", "shows = [\"odds\"]"),
    ("mpumalanga/american-roulette", "2.2", "max = 500", ""),
    ("mpumalanga/american-roulette", "2.2", "max = 500", "max = 4"),
    ("mpumalanga/american-roulette", "2.2", "min = 5\n", "min = \"five\"\n"),
    ("mpumalanga/american-roulette", "2.3", "games = [\"mpumalanga/american-roulette\"]", "games = []"),
    ("mpumalanga/american-roulette", "2.4", "\"12:00-04:00\"\ndealer", "\"11:00-04:00\"\ndealer"),
    ("mpumalanga/american-roulette", "2.4", "hours = \"12:00-04:00\"\ndealer", "dealer"),
    ("mpumalanga/american-roulette", "2.4", "2001-04-01\nof = \"hours\"", "2001-05-02\nof = \"hours\""),
    ("mpumalanga/american-roulette", "2.6", "shows = [\"limits\", \"odds\"]", "shows = [\"limits\"]"),
    ("mpumalanga/american-roulette", "2.8", "heard_by = \"Mia\"", ""),
    ("mpumalanga/american-roulette", "2.8", "escalated_to = \"the Board\"", ""),
    ("mpumalanga/american-roulette", "3.2(2)", "dealer = \"Dee\"", ""),
    (
        "mpumalanga/american-roulette",
        "3.3",
        "of = \"layout\"",
        "of = \"layout\"\nfor = [\"mpumalanga/blackjack\"]",
    ),
    ("mpumalanga/american-roulette", "3.5(4)", "inspector = \"Ida\"", ""),
    ("mpumalanga/american-roulette", "3.5(4)", "inspector = \"Ida\"", "inspector = \"Mia\""),
    ("mpumalanga/blackjack", "4.2", "tells = [\"rules\", \"version\"]", "tells = [\"rules\"]"),
    ("mpumalanga/blackjack", "4.2(1)", "dealer = \"Dee\"", ""),
    ("mpumalanga/blackjack", "4.3", "2001-04-01\nof = \"layout\"", "2001-05-02\nof = \"layout\""),
    ("mpumalanga/blackjack", "4.4", "", "shuffle = \"by-machine\""),
    ("mpumalanga/blackjack", "4.4", "", "settings = { shuffler = true }"),
    ("mpumalanga/blackjack", "4.5", "packs = [6]", "packs = [8]"),
    ("mpumalanga/punto-banco", "5.2(5)", "palette_person = \"Pam\"", ""),
    ("mpumalanga/punto-banco", "5.3", "2001-04-01\nof = \"layout\"", "2001-05-02\nof = \"layout\""),
    ("mpumalanga/punto-banco", "5.4", "", "settings = { decks = 6 }"),
    ("mpumalanga/punto-banco", "5.5", "", "shuffle = \"by-machine\""),
    ("mpumalanga/punto-banco", "5.6(2)", "dealer = \"Dee\"", "dealer = \"Mia\""),
    ("mpumalanga/arizona-hold-em", "6.3", "2001-04-01\nof = \"layout\"", "2001-05-02\nof = \"layout\""),
    ("mpumalanga/arizona-hold-em", "6.4", "", "settings = { decks = 2 }"),
    ("mpumalanga/arizona-hold-em", "6.5", "", "shuffle = \"by-machine\""),
    ("mpumalanga/touch-21", "7.2(1)", "dealer = \"Dee\"", ""),
    ("mpumalanga/touch-21", "7.3", "2001-04-01\nof = \"layout\"", "2001-05-02\nof = \"layout\""),
    ("mpumalanga/touch-21", "7.4", "", "shuffle = \"by-machine\""),
    ("mpumalanga/touch-21", "7.5", "packs = [2]", "packs = [1]"),
];

/// A file that breaks one provision, and the citations it must give.
struct Minimal {
    book: &'static str,
    cites: Vec<String>,
    text: String,
}

impl Minimal {
    /// The only breach of the file.
    #[track_caller]
    fn breach(&self) -> Breach {
        let found = breaches(&self.text);
        let [breach] = found.as_slice() else { panic!("{:?} in\n{}\n{found:#?}", self.cites, self.text) };
        breach.clone()
    }
}

fn asked() -> impl Iterator<Item = Minimal> {
    ASKED.iter().map(|(game, cite, from, to)| Minimal {
        book: game.split_once('/').unwrap().0,
        cites: vec![(*cite).to_owned()],
        text: changed(game, from, to),
    })
}

/// The words of some citations.
fn words(book: &Book, cites: croupier_rules::law::Cites) -> Vec<String> {
    cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect()
}

/// Everything that a book fixes or bounds about a game, said otherwise; and a wager that it does not have.
fn said_otherwise(book: &'static Book, game: &'static GameBook) -> Vec<Minimal> {
    let name = format!("{}/{}", book.id(), game.id());
    let terms = game.terms(&Chosen::default());
    let with = |line: String, cites| Minimal {
        book: book.id(),
        cites: words(book, cites),
        text: changed(&name, "", &line),
    };
    let setting = |key: &str, value: &str| format!("settings = {{ \"{key}\" = \"{value}\" }}");
    let pays = |wager: &str| format!("pays = {{ \"{wager}\" = \"77 to 1\" }}");
    let outside = |bounds: &Bounds| match bounds {
        Bounds::Whole { to, .. } => (to + 1).to_string(),
        Bounds::Choice(_) | Bounds::Wheel => "otherwise".to_owned(),
    };
    let rules = terms.rules.iter().map(|term| with(setting(&term.key, "otherwise"), term.cites));
    let odds = terms.pays.iter().map(|term| with(pays(&term.key), term.cites));
    let settings = game.settings().iter();
    let bounded = settings.map(|row| with(setting(&row.key, &outside(&row.bounds)), row.cites));
    let unknown = with(pays("lucky-ladies"), game.conduct().no_such_wager);
    rules.chain(odds).chain(bounded).chain([unknown]).collect()
}

/// Every smallest file.
fn all() -> Vec<Minimal> {
    let games = SHELF.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)));
    asked().chain(games.flat_map(|(book, game)| said_otherwise(book, game))).collect()
}

#[test]
fn each_smallest_file_gives_exactly_its_breach() {
    for minimal in all() {
        let breach = minimal.breach();
        assert_eq!((breach.rulebook.as_str(), &breach.cites), (minimal.book, &minimal.cites), "{breach:?}");
        assert!(
            breach.at.end <= minimal.text.len() && !breach.found.is_empty() && !breach.allowed.is_empty()
        );
    }
}

#[test]
fn a_breach_stands_where_the_file_says_it() {
    let roulette = "scotland-1970/roulette";
    let american = "mpumalanga/american-roulette";
    let cases = [
        (roulette, "date = 2001-05-01", "date = 1970-06-30", "1970-06-30"),
        (roulette, "shares = [\"Ann Ltd\"]", "shares = [\"Ann Ltd\", \"Bob\"]", "\"Bob\""),
        (roulette, "bank = \"B\"", "", "\"T\""),
        (roulette, "", "min = 10\nmax = 5", "5"),
        (roulette, "", "pays = { \"numbers 1\" = \"34 to 1\" }", "\"34 to 1\""),
        (american, "inspector = \"Ida\"", "inspector = \"Mia\"", "\"Mia\""),
        (american, "\"12:00-04:00\"\ndealer", "\"11:00-04:00\"\ndealer", "\"11:00-04:00\""),
        (
            american,
            "games = [\"mpumalanga/american-roulette\"]",
            "games = []",
            "\"mpumalanga/american-roulette\"",
        ),
        (american, "", "settings = { \"chips orphans\" = 8 }", "8"),
    ];
    for (game, from, to, place) in cases {
        let text = changed(game, from, to);
        let found = breaches(&text);
        assert_eq!(&text[found[0].at.clone()], place, "{found:?}");
    }
}

/// Every provision that a check can cite: what is asked, bounded or fixed, when a book begins, and wagers it has not.
fn checkable() -> BTreeSet<(&'static str, String)> {
    let mut cites = BTreeSet::new();
    for book in SHELF.books() {
        let began = book.in_force().and_then(|in_force| in_force.cite);
        let mut of_book: Vec<String> =
            began.iter().map(|rule| book.citations().text(*rule).to_owned()).collect();
        for game in book.games() {
            of_book.extend(words(book, game.conduct().no_such_wager));
            of_book.extend(envelope(book, game).into_iter().flat_map(|entry| words(book, entry.cites)));
        }
        cites.extend(of_book.into_iter().map(|cite| (book.id(), cite)));
    }
    cites
}

#[test]
fn every_checkable_provision_has_a_smallest_file() {
    let all = all();
    let first = |minimal: &Minimal| minimal.cites.first().map(|cite| (minimal.book, cite.clone()));
    let shown: BTreeSet<(&str, String)> = all.iter().filter_map(first).collect();
    assert_eq!(checkable().difference(&shown).collect::<Vec<_>>(), Vec::<&(&str, String)>::new());
    assert!(shown.len() >= 100, "{} provisions, {} files", shown.len(), all.len());
}
