//! Side wagers and cases of wagers: what a book can say of them, and what is a fault.

use std::collections::BTreeSet;

use croupier_rules::book::{Book, Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{BANKER, PLAYER};
use croupier_rules::judge;
use croupier_rules::offer::{check_stake, listings, quote};
use croupier_rules::table::TableGame;
use jiff::civil::date;

const MACAU: &str = include_str!("../../../examples/macau.toml");

/// The faults of the book in which one passage was replaced.
fn faults(from: &str, to: &str) -> String {
    assert!(MACAU.contains(from), "{from}");
    let changed = MACAU.replacen(from, to, 1);
    Book::read("book", &changed).map_or_else(|error| error.to_string(), |_| "no fault".to_owned())
}

const PAIR: &str = "pays = [{ when = { player-pair = true }, odds = \"11 to 1\" }]";
const SIX: &str = "{ name = \"six\", when = { banker-score = 6 }, odds = \"1 to 2\", cite = \"2.3\" }";

#[test]
fn every_fault_is_at_its_line_with_the_nearest_word() {
    let cases = [
        (
            PAIR,
            "pays = [{ when = { player-par = true }, odds = \"11 to 1\" }]",
            "did you mean `player-pair`?",
        ),
        (
            PAIR,
            "pays = [{ when = { player-pair = 3 }, odds = \"11 to 1\" }]",
            "`player-pair` is never 3; it is false or true",
        ),
        (
            PAIR,
            "pays = [{ when = { margin = 10 }, odds = \"11 to 1\" }]",
            "`margin` is never 10; it is 0 to 9",
        ),
        (PAIR, "pays = [{ when = { winner = \"bankers\" }, odds = \"11 to 1\" }]", "did you mean `banker`?"),
        (PAIR, "pays = [{ when = { margin = [4, 4] }, odds = \"11 to 1\" }]", "`margin` is 4 twice"),
        (PAIR, "pays = [{ when = { margin = [] }, odds = \"11 to 1\" }]", "`margin` has no value here"),
        (
            PAIR,
            "pays = [{ when = { cards = [4, 5, 6] }, odds = \"11 to 1\" }]",
            "`cards` always has one of these values",
        ),
        (PAIR, "pays = [{ odds = \"11 to 1\" }]", "a case lacks `when`"),
        (PAIR, "pays = [{ when = { player-pair = true } }]", "a case lacks `odds`, or `void = true`"),
        (PAIR, "pays = [{ when = { player-pair = true }, void = false }]", "write `void = true`"),
        (PAIR, "pays = [{ when = { player-pair = true }, odds = \"1 to 1\", void = true }]", "and not both"),
        (PAIR, "pays = [{ when = { player-pair = true }, odd = \"1 to 1\" }]", "did you mean `odds`?"),
        (PAIR, "pays = []", "`player-pair` lacks `pays`: nothing decides it"),
        (PAIR, "pays = [{ when = { player-pair = true }, void = true }]", "nothing ever wins `player-pair`"),
        (
            PAIR,
            "pays = [{ when = { player-natural = true, player-score = 7 }, odds = \"2 to 1\" }]",
            "this case of `player-pair` can never happen",
        ),
        (
            PAIR,
            "pays = [{ when = { player-suited-pair = true, player-pair = false }, odds = \"2 to 1\" }]",
            "this case of `player-pair` can never happen",
        ),
        (
            PAIR,
            "pays = [{ when = { winner = \"tie\" }, odds = \"2 to 1\" }, { when = { margin = 0 }, odds = \"3 to 1\" }]",
            "never applies: earlier cases cover it",
        ),
        (
            PAIR,
            "pays = [{ when = { winner = [\"player\", \"banker\"] }, odds = \"2 to 1\" }, { when = { margin = 0 }, void = true }]",
            "nothing ever loses `player-pair`",
        ),
        ("name = \"player-pair\"\n", "name = \"banker\"\n", "two wagers are called `banker`"),
        ("name = \"player-pair\"\n", "name = \"banker-pair\"\n", "two wagers are called `banker-pair`"),
        ("name = \"player-pair\"\n", "name = \"Pair\"\n", "no record can write `Pair`"),
        ("name = \"player-pair\"\n", "name = \"player-pair\"\nper = \"box\"\n", "unknown key `per`"),
        ("of = [\"player\", \"banker\"]\nof_cite", "of = [\"playr\"]\nof_cite", "did you mean `player`?"),
        ("of = [\"player\", \"banker\"]\nof_cite", "of = []\nof_cite", "`of` lists no wager"),
        ("of = [\"player\", \"banker\"]\n", "", "`of_cite` needs `of`"),
        (
            "max = \"5000\"",
            "min = \"6000\"\nmax = \"5000\"",
            "the largest stake is 5000.00, and the smallest is 6000.00",
        ),
        ("max = \"5000\"", "max = \"lots\"", "`lots`"),
        ("max = \"5000\"\n", "", "`limits_cite` needs `min` or `max`"),
        (
            SIX,
            "{ when = { banker-pair = true }, odds = \"1 to 2\" }",
            "`banker` cannot depend on `banker-pair`",
        ),
        (
            SIX,
            "{ when = { winner = \"player\" }, odds = \"1 to 2\" }",
            "this case of `banker` can never happen",
        ),
        (SIX, "{ when = { winner = \"banker\" }, odds = \"1 to 2\" }", "`banker` never pays its `odds`"),
        (
            PAIR,
            "pays = [{ name = \"a\", when = { player-pair = true }, odds = \"11 to 1\" }, { name = \"a\", when = { banker-pair = true }, odds = \"2 to 1\" }]",
            "two cases are called `a`",
        ),
    ];
    for (from, to, says) in cases {
        let found = faults(from, to);
        assert!(found.contains(says), "{to}: {found}");
        let line = MACAU[..MACAU.find(from).unwrap()].matches('\n').count() + 1;
        let at = |line: usize| found.contains(&format!("book:{line}:"));
        assert!((0..6).any(|before| at(line + 1 - before) || at(line + before)), "{to}: {found}");
    }
}

#[test]
fn a_side_wager_has_no_name_of_a_stake_that_a_decision_adds() {
    let books = [
        ("atlantic-city", "\nname = \"perfect-pairs\"", "insurance"),
        ("three-card-poker", "\nname = \"pair-plus\"", "raise"),
    ];
    for (book, name, other) in books {
        let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/{}.toml"), book);
        let text = std::fs::read_to_string(path).unwrap();
        let changed = text.replacen(name, &format!("\nname = \"{other}\""), 1);
        assert_ne!(changed, text);
        let report = Book::read("book", &changed).unwrap_err().to_string();
        assert!(report.contains(&format!("two wagers are called `{other}`")), "{report}");
    }
}

#[test]
fn a_suited_pair_needs_two_packs() {
    let suited = "pays = [{ when = { player-suited-pair = true }, odds = \"25 to 1\" }]";
    assert_eq!(faults(PAIR, suited), "no fault");
    let one_pack = MACAU.replacen("from = 6\nto = 8\ndefault = 8", "from = 1\nto = 1\ndefault = 1", 1);
    let book = Book::read("book", &one_pack.replacen(PAIR, suited, 1));
    assert!(book.unwrap_err().to_string().contains("can never happen"));
}

#[test]
fn cases_need_a_game_without_choices() {
    let chosen = MACAU.replacen(
        "opposing = { draws = [0, 1, 2, 3, 4, 5], stands = [6, 7] }",
        "opposing = { draws = [0, 1, 2, 3, 4], chooses = [5], stands = [6, 7] }",
        1,
    );
    assert!(Book::read("book", &chosen).unwrap_err().to_string().contains("nobody with a choice"));
}

fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    shelf.add("macau", MACAU).unwrap();
    shelf
}

#[test]
fn offers_list_side_wagers_and_cases() {
    let shelf = shelf();
    let (_, game) = shelf.game("macau/baccarat").unwrap();
    let table = game.table(&Chosen::default());
    let all = listings(&table);
    let named = |name: &str| all.iter().find(|listing| listing.name == name).unwrap();
    let odds = |name: &str| {
        let endings = named(name).endings.iter();
        endings
            .map(|ending| ending.odds().map_or(ending.name.clone(), |odds| odds.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(odds("banker"), ["1 to 1", "1 to 2", "void", "lost"]);
    assert_eq!(odds("player-pair"), ["11 to 1", "lost"]);
    // In the order in which they are tried: a natural first, then the margins.
    let dragon =
        ["1 to 1", "natural-tie", "30 to 1", "10 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1", "lost"];
    assert_eq!(odds("dragon-player"), dragon);
    assert_eq!(named("dragon-player").words, ["dragon-player"]);
    let quote = quote(&table, game.conduct(), &["dragon-banker"]).unwrap();
    assert_eq!(quote.named("by-8")[0].odds().unwrap().to_string(), "10 to 1");
    assert!(check_stake(&table, game.conduct(), &["player-pair"], "0.01".parse().unwrap()).is_ok());
    assert!(check_stake(&table, game.conduct(), &["player-par"], "1".parse().unwrap()).is_err());
}

#[test]
fn a_commission_is_taken_from_a_win_of_the_banker() {
    let commission = "commission = { rate = \"5 %\", of = \"win\", when = \"on-win\", cite = \"2.3\" }";
    let charged = MACAU.replacen(&format!("pays = [{SIX}]"), commission, 1);
    let mutation = "{ at = \"game/baccarat/wager/banker/pays/six/when\", to = { banker-score = 7 } }";
    let charged = charged.replacen(mutation, "\"strike\"", 1);
    let mut shelf = Shelf::built_in();
    shelf.add("macau", &charged).unwrap();
    let record = b"rules macau/baccarat\nann bets 20 on banker\nann bets 20 on player\ncards 8S 9H KD KC\n";
    let verdict = judge(&shelf, record, date(2020, 1, 1)).unwrap();
    assert_eq!(
        (verdict.rows[0].profit.to_string(), verdict.rows[1].profit.to_string()),
        ("19.00".into(), "-20.00".into())
    );
    assert_eq!(verdict.rows[0].commission.unwrap().to_string(), "1.00");
}

#[test]
fn coups_of_every_kind_have_every_third_card_and_every_pair() {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("mpumalanga/punto-banco").unwrap();
    let AnyGame::Baccarat(game) = game.table(&Chosen::default()) else { panic!("not baccarat") };
    let (mut thirds, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    game.kinds_of_rounds(&mut |round| {
        thirds.extend([PLAYER, BANKER].map(|seat| (seat, round.deal.hand(seat).third())));
        let pair =
            |seat| round.first::<2>(seat).map(|[one, other]| (one.rank() == other.rank(), one == other));
        kinds.insert((pair(PLAYER), pair(BANKER)));
    });
    // Ten values and none for each hand, and three kinds of first cards for each.
    assert_eq!((thirds.len(), kinds.len()), (22, 9));
}

/// A wager on what only several packs have cannot be offered where a house may choose one; a single case may need them.
#[test]
fn a_side_wager_can_win_with_every_number_of_packs() {
    let book = include_str!("../../../examples/atlantic-city.toml");
    let decks = "key = \"decks\"\nfrom = 6\nto = 8";
    let one = |text: &str| text.replacen(decks, "key = \"decks\"\nfrom = 1\nto = 8", 1);
    assert!(book.contains(decks));
    assert!(Book::read("book", &one(book)).is_ok());
    let twins = "[[game.blackjack.side]]\nname = \"twins\"\nper = \"box\"\nof = [\"box\"]\ncite = \"blackjack 12\"\n\
                 pays = [{ when = { pair = \"perfect\" }, odds = \"25 to 1\" }]\n\n[[game.blackjack.setting]]\n";
    let with_twins = book.replacen("[[game.blackjack.setting]]\n", twins, 1);
    assert!(Book::read("book", &with_twins).is_ok());
    let error = Book::read("book", &one(&with_twins)).unwrap_err().to_string();
    assert!(
        error.contains("with one pack nothing ever wins `twins`") && error.contains("1 fault"),
        "{error}"
    );
}
