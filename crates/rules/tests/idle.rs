//! A key that has no effect, a list that names something twice, and a wager that cannot lose are faults at their line. One mistake is
//! one fault, however many lines depend on it.

use croupier_rules::book::Book;

/// Checks that an example book in which one passage was replaced has one fault, which says this and stands on the line
/// of the text `at`.
fn check(text: &str, from: &str, to: &str, at: &str, says: &str) {
    assert!(text.contains(from), "{from}");
    check_file(&text.replacen(from, to, 1), at, says);
}

/// The same of a whole file.
fn check_file(text: &str, at: &str, says: &str) {
    let error = Book::read("book", text).expect_err(says);
    let faults: Vec<(usize, &str)> =
        error.places().map(|(line, _, fault)| (line, fault.message.as_str())).collect();
    let line = text[..text.find(at).expect(at)].matches('\n').count() + 1;
    let [(on, message)] = faults.as_slice() else { panic!("{says}: {faults:?}") };
    assert!(message.contains(says) && *on == line, "{says} on line {line}: {faults:?}");
}

const BRITAIN: &str = include_str!("../../../examples/great-britain.toml");
const ATLANTIC: &str = include_str!("../../../examples/atlantic-city.toml");
const NEVADA: &str = include_str!("../../../examples/nevada.toml");
const MACAU: &str = include_str!("../../../examples/macau.toml");
const THREE: &str = include_str!("../../../examples/three-card-poker.toml");

#[test]
fn roulette() {
    let sets = "sets = [\"red\", \"black\", \"odd\", \"even\", \"low\", \"high\"]";
    check(BRITAIN, sets, &format!("{sets}\nzero = false"), "zero = false", "`zero` has no effect here");
    check(
        BRITAIN,
        "shape = \"corner\"",
        "shape = \"corner\"\nzero = true",
        "zero = true",
        "`zero` has no effect",
    );
    check(
        BRITAIN,
        sets,
        "sets = [\"red\",\n\"red\", \"black\", \"odd\", \"even\", \"low\", \"high\"]",
        "\"red\", \"black\", \"odd\"",
        "two sets of this wager are called `red`",
    );
    let pairs = "split = [[0, 1], [0, 2], [0, 3]]";
    check(
        BRITAIN,
        pairs,
        "split = [[0, 1],\n[1, 0], [0, 2], [0, 3]]",
        "[1, 0]",
        "this split stands here twice",
    );
    check(
        BRITAIN,
        pairs,
        "split = [[0, 1],\n[1, 2], [0, 2], [0, 3]]",
        "[1, 2]",
        "none of these numbers is a zero",
    );
    // Each says which number is wrong, and says it once.
    check(BRITAIN, pairs, "split = [[0, 1],\n[0, 37], [0, 3]]", "[0, 37]", "37 is not on this wheel");
    check(BRITAIN, pairs, "split = [[0, 1],\n[0, 0], [0, 3]]", "[0, 0]", "0 occurs twice");
    check(
        BRITAIN,
        "shape = \"corner\"",
        "shape = \"cornr\"",
        "shape = \"cornr\"",
        "`cornr` is no shape of a cloth",
    );
    let conduct = "[game.roulette.conduct]";
    let packs = "[game.roulette.conduct]\npacks = \"roulette 1\"";
    check(BRITAIN, conduct, packs, "packs = \"roulette 1\"", "this game has no cards");
    let all: Vec<String> = (0..=36).map(|number| number.to_string()).collect();
    let whole = format!("red = [{}]", all.join(", "));
    let red = BRITAIN.lines().find(|line| line.starts_with("red = ")).unwrap();
    check(
        BRITAIN,
        red,
        &whole,
        "name = \"even chances\"",
        "never loses: `red` has every number of the wheel",
    );
}

#[test]
fn dice() {
    check(
        NEVADA,
        "wins = [7, 11]",
        "wins = [7, 11]\non_barred = \"void\"",
        "on_barred = \"void\"",
        "no score is `barred`",
    );
    let field = "scores = [3, 4, 9, 10, 11]";
    check(NEVADA, field, "scores = [3, 4, 5, 6, 7, 8, 9, 10, 11]", "name = \"field\"", "`field` never loses");
    let behind = "{ name = \"5 and 9\", scores = [5, 9], odds = \"7 to 5\"";
    check(
        NEVADA,
        behind,
        "{ name = \"4 and 10\", scores = [5, 9], odds = \"7 to 5\"",
        "{ name = \"4 and 10\", scores = [5, 9], odds = \"7 to 5\"",
        "are called `4 and 10`",
    );
}

#[test]
fn blackjack() {
    check(
        BRITAIN,
        "    { name = \"higher\", cite = \"blackjack 2\" },",
        "    { name = \"higher\", cite = \"blackjack 2\" },\n    { name = \"higher\", cite = \"blackjack 3\" },",
        "{ name = \"higher\", cite = \"blackjack 3\" }",
        "this way to win stands here twice",
    );
    check(
        BRITAIN,
        "scores = [9, 10, 11]",
        "scores = [11, 21]",
        "scores = [11, 21]",
        "a hand of 21 takes no decision",
    );
    let hands = "split = { hands = 4, aces = \"one-card\", aces_again = \"never\"";
    let again = "split = { hands = 2, aces = \"one-card\", aces_again = \"as-others\"";
    check(BRITAIN, hands, again, again, "Aces are never split again: a box has at most two hands");
    let first = "split = { aces = \"one-card\", aces_again = \"never\"";
    let barred = "split = { barred = [1], aces = \"one-card\", aces_again = \"as-others\"";
    check(ATLANTIC, first, barred, barred, "Aces cannot be split at all");
    let twice = "split = { hands = 4, aces = \"one-card\"";
    check(ATLANTIC, "split = { aces = \"one-card\"", twice, twice, "the setting `max-hands` decides it");
    let goes_on = "double = \"as-others\", insurance = \"goes-on\"";
    check(
        ATLANTIC,
        "double = \"as-others\", insurance = \"ends\"",
        goes_on,
        goes_on,
        "insurance ends with the dealer's look",
    );
    let setting = "[[game.blackjack.setting]]\nkey = \"original-bets-only\"\nchoice = [\"true\", \"false\"]\ndefault = \"false\"\n\n[[game.blackjack.setting]]\nkey = \"decks\"";
    check(
        ATLANTIC,
        "[[game.blackjack.setting]]\nkey = \"decks\"",
        setting,
        "key = \"original-bets-only\"",
        "the setting `original-bets-only` has no effect",
    );
}

#[test]
fn baccarat() {
    let tie = "on = \"tie\"";
    let more = |key: &str| format!("{tie}\n{key}");
    check(MACAU, tie, &more("undecided = \"loses\""), "undecided = \"loses\"", "`undecided` has no effect");
    check(MACAU, tie, &more("beside_cite = \"2.2\""), "beside_cite", "there is no `beside`");
    check(MACAU, tie, &more("beside = [\"tie\"]"), "beside = ", "`tie` cannot lie beside itself");
    check(MACAU, tie, &more("beside = [\"player\", \"player\"]"), "beside = ", "are called `player`");
    check(MACAU, tie, &more("beside = [\"plaer\"]"), "beside = ", "`plaer` is no wager here");
    let bank = "bank = { held = \"house\" }";
    let held = "bank = { held = \"house\", cover_cite = \"2.1\" }";
    check(MACAU, bank, held, held, "the house holds the bank, and it never passes");
    let of = "of = [\"player\", \"banker\"]";
    check(MACAU, of, "of = [\"player\", \"player\"]", "of = [\"player\", \"player\"]", "are called `player`");
}

#[test]
fn poker_against_a_dealer() {
    for ranks in ["2", "5"] {
        let low = format!("ranks = \"{ranks}\"");
        check(THREE, "ranks = \"Q\"", &low, &low, "every hand qualifies");
    }
    assert!(Book::read("book", &THREE.replacen("ranks = \"Q\"", "ranks = \"6\"", 1)).is_ok());
}

#[test]
fn provisions_amendments_and_requirements() {
    let games = "games = [\"roulette\"]";
    check(BRITAIN, games, "games = []", "games = []", "this list is empty");
    let more = |rows: &str| format!("{BRITAIN}\n{rows}\n");
    let amended = |set: &str| more(&format!("[[amendment]]\nfrom = 2024-07-01\nset = [{set}]"));
    check_file(&amended(""), "set = []", "this list is empty");
    let same = "{ at = \"game/roulette/wager/straight/odds\", to = \"35 to 1\" }";
    check_file(&amended(same), same, "this changes nothing");
    let nowhere = "{ at = \"game/roulette/wager/strait/odds\", to = \"35 to 1\" }";
    check_file(&amended(&format!("\n{nowhere}")), nowhere, "there is nothing at");
    let asked = |keys: &str| more(&format!("[[requirement]]\n{keys}\ncite = \"general 1\""));
    check_file(
        &asked("ask = \"post\"\npost = \"dealer\"\ntables_max = 0"),
        "tables_max = 0",
        "cannot have the post",
    );
    check_file(
        &asked("ask = \"shown\"\nwhat = \"limits\"\nwhen = [\"decks=9\"]"),
        "when = [",
        "`decks=9` never holds",
    );
    check_file(&asked("ask = \"shown\"\nwhat = \"limits\"\nwhen = []"), "when = []", "this list is empty");
}

#[test]
fn what_a_provision_says_of_itself() {
    let by = "enforced_by = [\"the_ball_falls_on_a_number_of_the_wheel\"]";
    let line = |to: &str, says: &str| {
        let changed = BRITAIN.replacen(by, to, 1);
        assert_ne!(changed, BRITAIN);
        let error = Book::read("book", &changed).expect_err(to).to_string();
        assert!(error.contains(says) && error.contains("1 fault"), "{to}: {error}");
    };
    line(&format!("{by}\nrecorded_by = \"book-loaded\""), "`recorded_by` is for what is recorded");
    line(&format!("{by}\nbecause = \"nobody sees it\""), "`because` is for what is outside");
    line(
        "enforced_by = [\"the_ball_falls_on_a_number_of_the_wheel\", \"the_ball_falls_on_a_number_of_the_wheel\"]",
        "twice in `enforced_by`",
    );
    line(&format!("{by}\nfrom = 2030-01-01"), "is cited before 2030-01-01, its first day");
    let mutation = "mutation = { at = \"game/roulette/wager/corner/odds\", to = \"9 to 1\" }";
    let changed = BRITAIN.replacen(mutation, &mutation.replace("9 to 1", "8 to 1"), 1);
    let error = Book::read("book", &changed).expect_err("the same value").to_string();
    assert!(
        error.contains("changes nothing: `game/roulette/wager/corner/odds` is \"8 to 1\" already"),
        "{error}"
    );
}

#[test]
fn one_mistake_is_one_fault() {
    // Half a dozen lists name the zero that this wheel lost.
    let wheel = "    0, 32, 15, 19";
    check(BRITAIN, wheel, "    32, 15, 19", "split = [[0, 1]", "0 is not on this wheel");
    // The parser says what is wrong with the day, and no reader says so again.
    let western = include_str!("../../../rulebooks/western-australia-1990.toml");
    check(western, "from = 1990-02-17", "from = 1990-02-30", "from = 1990-02-30", "invalid date");
}

#[test]
fn a_mutation_is_wrong_at_its_own_line() {
    let mutation = BRITAIN.lines().find(|line| line.starts_with("mutation = { at = ")).unwrap();
    let elsewhere = mutation.replacen("at = \"", "at = \"no-such-key/", 1);
    check(BRITAIN, mutation, &elsewhere, &elsewhere, "which is not in the file");
}
