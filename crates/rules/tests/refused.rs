//! What a book says and no engine understands is a fault at its line, and never a table that plays something else.

use croupier_rules::book::{Book, Shelf};

/// The faults of a file in which one passage was replaced.
fn faults_of(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    let changed = text.replacen(from, to, 1);
    Book::read("book", &changed).map_or_else(|error| error.to_string(), |_| "no fault".to_owned())
}

/// The faults of a built-in book in which one passage was replaced.
fn faults(book: &str, from: &str, to: &str) -> String {
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains(book)).unwrap();
    faults_of(text, from, to)
}

/// Every change of a book is a fault that says so.
fn all_faults(book: &str, changes: &[(&str, &str, &str)]) {
    for (from, to, says) in changes {
        let found = faults(book, from, to);
        assert!(found.contains(says), "{to}: {found}");
    }
}

const RED: &str = "red = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]";

#[test]
fn sets_of_the_wheel() {
    all_faults(
        "scotland",
        &[
            (RED, "red = []", "different numbers of the wheel, at least one"),
            (RED, "red = [1, 1]", "different numbers of the wheel, at least one"),
            (RED, "red = [1, \"00\"]", "different numbers of the wheel, at least one"),
            (
                "name = \"numbers 3\"\nsize = 3",
                "name = \"numbers 3\"\nsize = 0",
                "1 to 36 numbers of this wheel",
            ),
            (
                "name = \"numbers 3\"\nsize = 3",
                "name = \"numbers 3\"\nsize = 38",
                "1 to 36 numbers of this wheel",
            ),
            (
                "name = \"numbers 3\"\nsize = 3",
                "name = \"numbers 3\"\nsize = 37\nzero = false",
                "1 to 36 numbers",
            ),
        ],
    );
}

const PRISON: &str = "en_prison = { cite = \"roulette 5\", second_zero = \"stays\", second_zero_cite = \"roulette 6\", half = \"roulette 7\" }";
const BOULE: &str = "wheel = [1, 6, 3, 8, 5, 7, 2, 9, 4]";

#[test]
fn what_a_zero_does() {
    let with = |more: &str| format!("{PRISON}\n{more}");
    let changed = |from: &str, to: &str| PRISON.replace(from, to);
    let cases = [
        (with("zeros = [1]"), "these must be zeros of the wheel"),
        (with("zeros = [\"00\"]"), "different numbers of the wheel, at least one"),
        (
            with("zero_shared = \"roulette 5\""),
            "a zero either takes half of a stake (`zero_shared`) or holds it",
        ),
        ("zeros = [0]".to_owned(), "one of them is missing"),
        (
            changed("\"stays\"", "\"stays\", levels = 2"),
            "levels only where a second zero puts a stake deeper",
        ),
        (changed("\"stays\"", "\"deeper\", levels = 9"), "there are 2 to 8 levels"),
        (changed("\"stays\"", "\"returned\""), "returned"),
        (String::new(), "the setting `second-zero` has no effect: no wager has `en_prison`"),
        (changed(", half = \"roulette 7\"", ""), "the setting `half-of-held` has no effect"),
    ];
    for (to, says) in cases {
        let found = faults_of(include_str!("../../../examples/france.toml"), PRISON, &to);
        assert!(found.contains(says), "{to}: {found}");
    }
    let nowhere = "sets = [\"red\", \"black\", \"odd\", \"even\", \"low\", \"high\"]\nodds = \"1 to 1\"\ncite = \"boule 3\"";
    let held = format!("{nowhere}\nzero_shared = \"boule 3\"");
    let found = faults_of(include_str!("../../../examples/france.toml"), nowhere, &held);
    assert!(found.contains("this wheel has no zero"), "{found}");
}

#[test]
fn wheels_and_cloths_that_cannot_be() {
    let many: Vec<String> = (0..=64).map(|number| number.to_string()).collect();
    let cases = [
        ("wheel = [1]".to_owned(), "at least two numbers"),
        ("wheel = [1, 65]".to_owned(), "numbers from 0 to 64"),
        ("wheel = [1, 1]".to_owned(), "occurs twice"),
        (format!("wheel = [{}]", many.join(", ")), "at most 64 pockets"),
        (format!("{BOULE}\ncolumns = 0"), "a row of the cloth has 1 to 8 numbers"),
        (format!("{BOULE}\ncolumns = 9"), "a row of the cloth has 1 to 8 numbers"),
    ];
    for (to, says) in cases {
        let found = faults_of(include_str!("../../../examples/france.toml"), BOULE, &to);
        assert!(found.contains(says), "{to}: {found}");
    }
    let (from, to) = ("shape = \"straight\"\nodds = \"7 to 1\"", "shape = \"street\"\nodds = \"2 to 1\"");
    let text = include_str!("../../../examples/france.toml").replace(BOULE, &format!("{BOULE}\ncolumns = 4"));
    assert!(faults_of(&text, from, to).contains("no numbers of this cloth lie together as a street"));
    assert_eq!(faults_of(include_str!("../../../examples/france.toml"), from, to), "no fault");
}

#[test]
fn names_that_no_record_can_write_or_that_are_read_as_something_else() {
    let named = |name: &str| RED.replace("red", name);
    let cases = [
        ("Red", "no record can write `Red`"),
        ("\"the reds\"", "no record can write `the reds`"),
        ("\"\"", "no record can write ``"),
        ("numbers", "`numbers` is a wager of its own"),
        ("\"split 1\"", "`split` is a wager of its own"),
        ("\"pair 3 1\"", "write `pair 1 3`"),
    ];
    for (name, says) in cases {
        let found = faults("scotland", RED, &named(name));
        assert!(found.contains(says), "{name}: {found}");
    }
    all_faults(
        "scotland",
        &[
            ("name = \"numbers 3\"\n", "name = \"numbers 2\"\n", "two wagers are called `numbers 2`"),
            ("name = \"craps\"\ncite", "name = \"Any craps\"\ncite", "no record can write `Any craps`"),
            ("name = \"dont-win\"", "name = \"win\"", "two lines are called `win`"),
            ("names = [\"dont-win\", \"dont-come\"]", "names = [\"win\"]", "two wagers are called `win`"),
            ("names = [\"dont-win\", \"dont-come\"]", "names = []", "at least one of `names`"),
        ],
    );
}

/// A call, before the first set of a book.
fn with_call(call: &str) -> String {
    let book = "[game.roulette.sets]";
    faults("scotland", book, &format!("[[game.roulette.call]]\n{call}\ncite = \"reg. 3\"\n\n{book}"))
}

#[test]
fn calls_at_roulette() {
    let cases = [
        ("name = \"round\"\nneighbours = 0", "1 to 18 neighbours on each side"),
        ("name = \"round\"\nneighbours = 19", "1 to 18 neighbours on each side"),
        ("name = \"red\"\nneighbours = 2", "`red` is another wager too"),
        ("name = \"dozen\"\nneighbours = 2", "`dozen` is another wager too"),
        ("name = \"numbers\"\nneighbours = 2", "`numbers` is another wager too"),
        ("name = \"Orphans\"\nneighbours = 2", "no record can write `Orphans`"),
        ("name = \"one\"\nchips = [{ on = [1], chips = 0 }]", "1 to 100 chips can lie there"),
        ("name = \"one\"\nchips = [{ on = [1], chips = 4000000000 }]", "1 to 100 chips can lie there"),
    ];
    for (call, says) in cases {
        let found = with_call(call);
        assert!(found.contains(says), "{call}: {found}");
    }
    let many = "{ on = [1], chips = 60 }, { on = [2], chips = 60 }";
    let found = with_call(&format!("name = \"one\"\nchips = [{many}]"));
    assert!(found.contains("`one` has 120 chips: a call has at most 100"), "{found}");
    assert_eq!(with_call("name = \"round\"\nneighbours = 18"), "no fault");
    assert!(
        with_call("name = \"round\"\nneighbours = 200").contains(": 1 fault"),
        "each fault is reported once"
    );
    let twice = "name = \"round\"\nneighbours = 2\ncite = \"reg. 3\"\n[[game.roulette.call]]\nname = \"round\"\nneighbours = 3";
    assert!(with_call(twice).contains("`round` is another wager too"));
}

#[test]
fn a_call_that_cannot_be_counted() {
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains("scotland")).unwrap();
    // Sets of different sizes that overlap in 1, with odds that have nothing in common.
    let odds = |text: &str, size: u32, odds: &str| {
        let name = format!("name = \"numbers {size}\"\nsize = {size}\n");
        let (before, rest) = text.split_once(&name).unwrap();
        let after = rest.split_once("odds = ").unwrap().1.split_once('\n').unwrap().1;
        format!("{before}{name}odds = \"{odds}\"\n{after}")
    };
    let text = odds(&odds(text, 2, "65521 to 65519"), 3, "65497 to 65479");
    let call = "name = \"odd\"\ncite = \"reg. 3\"\nchips = [{ on = [1, 2] }, { on = [1, 2, 3] }]";
    let book = "[game.roulette.sets]";
    let found = faults_of(&text, book, &format!("[[game.roulette.call]]\n{call}\n\n{book}"));
    assert!(found.contains("the winnings of `odd` cannot be counted"), "{found}");
}

#[test]
fn scores_of_two_dice() {
    all_faults(
        "scotland",
        &[
            ("loses = [2, 3, 12]", "loses = [2, 3, 12, 13]", "two dice do not make 13"),
            ("barred = [2]", "barred = [2, 1]", "two dice do not make 1"),
            ("wins = [7, 11]\nloses", "wins = [11]\nloses", "a first throw of 7 neither wins"),
            (
                "scores = [4, 10], odds = \"2 to 1\"",
                "scores = [4, 7, 10], odds = \"2 to 1\"",
                "seven is no point",
            ),
            (
                "odds = \"9½ to 5\", cite = \"Sch. para. 3(a)\"",
                "odds = \"9½ to 5\", cite = \"Sch. para. 3(a)\", times = 3",
                "`times` is for bets behind a line bet",
            ),
            (
                "odds = \"2 to 1\", cite = \"Sch. para. 1(2)(a)\"",
                "odds = \"2 to 1\", cite = \"Sch. para. 1(2)(a)\", times = 0",
                "at least once that",
            ),
        ],
    );
}

#[test]
fn what_a_dice_table_ties_to_its_point() {
    let nevada = include_str!("../../../examples/nevada.toml");
    let changes = [
        (
            "made = { when = \"before-point\", cite = \"craps 5\" }",
            "made = { when = \"after-point\", cite = \"craps 5\" }",
            "the first line makes the table's point",
        ),
        ("made = { when = \"before-point\"", "made = { when = \"before-points\"", "before-points"),
        ("name = \"put\", when", "name = \"pass\", when", "pass"),
        ("first_throw = \"off\"", "first_throw = \"down\"", "down"),
        ("take_back = { when = \"while-open\"", "take_back = { when = \"always\"", "always"),
        (
            "pair = { odds = \"30 to 1\", cite = \"craps 26\" }\nmixed = { odds = \"15 to 1\", cite = \"craps 26\" }",
            "",
            "`hop` needs the odds of a `pair` or `mixed`",
        ),
        ("name = \"hop\"", "name = \"field\"", "field"),
    ];
    for (from, to, says) in changes {
        let found = faults_of(nevada, from, to);
        assert!(found.contains(says) && found.contains("book:"), "{to}: {found}");
    }
}

#[test]
fn a_wager_that_no_throw_decides() {
    let never = "wins = []\nloses = []\nbarred = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nbehind = []";
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains("scotland")).unwrap();
    let (before, rest) = text.split_once("wins = [7, 11]\nloses = [2, 3, 12]\n").unwrap();
    let (line, after) = rest.split_once("behind = [").unwrap();
    let after = after.split_once("\n]\n").unwrap().1;
    let found = Book::read("book", &format!("{before}{line}{never}\n{after}")).unwrap_err().to_string();
    assert!(found.contains("no throw ever decides this wager"), "{found}");
}

#[test]
fn scores_and_values_that_no_cards_have() {
    all_faults(
        "scotland",
        &[
            ("scores = [9, 10, 11]", "scores = [9, 10, 22]", "no two cards make 22"),
            ("scores = [9, 10, 11]", "scores = [3]", "no two cards make 3"),
            ("scores = [9, 10, 11]", "scores = []", "leave the key out where all may"),
            ("barred = [4, 5, 10]", "barred = [4, 5, 11]", "no card counts 11"),
            ("boxes = { least = 2", "boxes = { least = 0", "at least one box in play"),
            (
                "numbers = [2, 3, 4, 5, 6, 7, 8, 9, 10]",
                "numbers = [255, 3, 4, 5, 6, 7, 8, 9, 10]",
                "counts 1 to 10",
            ),
        ],
    );
}

#[test]
fn a_mutation_of_nothing() {
    let found =
        faults("scotland", "at = \"game/blackjack/boxes/least\"", "at = \"game/blackjack/boxes/leest\"");
    assert!(found.contains("changes `game/blackjack/boxes/leest`, which is not in the file"), "{found}");
}

const RURITANIA: &str = include_str!("../../../examples/ruritania.toml");

#[test]
fn amendments_that_contradict_each_other_or_amend_what_they_may_not() {
    let amended = |at: &str| {
        let more = format!(
            "[[amendment]]\nfrom = 2024-07-01\nset = [{{ at = \"{at}\", to = \"7 to 1\" }}]\n\n[[amendment]]"
        );
        faults_of(RURITANIA, "[[amendment]]", &more)
    };
    for (at, says) in [
        ("game/between/three_equal/odds", "`game/between/three_equal/odds` is changed twice from 2024-07-01"),
        ("game/between/three_equal", "is changed twice from 2024-07-01"),
        ("id", "an amendment cannot change `id`"),
        ("amendment/0/from", "an amendment cannot change `amendment`"),
    ] {
        let found = amended(at);
        assert!(found.contains(says), "{at}: {found}");
    }
}

#[test]
fn a_provision_that_is_cited_after_its_end() {
    let gist = "id = \"art. 4\"\n";
    let found = faults_of(RURITANIA, gist, "id = \"art. 4\"\nto = 2025-01-01\n");
    assert!(found.contains("`art. 4` is cited after 2025-01-01, its last day"), "{found}");
    // Where the amendment of the next day cites another, it was cited to its last day and no longer.
    let ended = RURITANIA.replace(gist, "id = \"art. 4\"\nto = 2024-06-30\n");
    let cites = "set = [{ at = \"game/between/three_equal/odds_cite\", to = \"order of 2024\" }, ";
    assert_eq!(faults_of(&ended, "set = [", cites), "no fault");
    let late = ended.replace("to = 2024-06-30", "to = 2024-06-29");
    let found = faults_of(&late, "set = [", cites);
    assert!(found.contains("`art. 4` is cited after 2024-06-29, its last day"), "{found}");
}

#[test]
fn wagers_at_baccarat_that_no_record_can_write() {
    let found = faults("mpumalanga", "name = \"punto\"", "name = \"Punto\"");
    assert!(found.contains("no record can write `Punto`"), "{found}");
    let found = faults("mpumalanga", "name = \"punto\"", "name = \"banco\"");
    assert!(found.contains("two wagers are called `banco`"), "{found}");
}

#[test]
fn odds_that_pay_nothing() {
    let found = faults("scotland", "odds = \"35 to 1\"", "odds = \"0 to 1\"");
    assert!(found.contains("odds of 0 to 1 pay nothing"), "{found}");
}

#[test]
fn days_that_come_before_their_time() {
    let found =
        faults_of(RURITANIA, "[[provision]]\n", "[[provision]]\nfrom = 2000-01-01\nto = 1999-12-31\n");
    assert!(found.contains("ends on 1999-12-31, before it begins on 2000-01-01"), "{found}");
    let found = faults_of(RURITANIA, "[in_force]\nfrom = 2019-05-01", "[in_force]\nfrom = 2024-07-02");
    assert!(found.contains("this amendment is of 2024-07-01, before the book is in force"), "{found}");
}

#[test]
fn a_provision_that_cannot_be_read_is_one_fault() {
    let found = faults("scotland", "id = \"reg. 3(5)(a)\"\n", "id = \"reg. 3(5)(a)\"\nkidn = 1\n");
    assert!(found.contains(": 1 fault\n") && found.contains("kidn"), "{found}");
}

#[test]
fn more_provisions_than_can_be_numbered() {
    let rows: String = (0..66_000)
        .map(|number| format!("[[provision]]\nid = \"p{number}\"\ngist = \"g\"\nkind = \"enforced\"\n"))
        .collect();
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains("western")).unwrap();
    let found = Book::read("book", &format!("{text}\n{rows}")).unwrap_err().to_string();
    assert!(found.contains("a book cites at most 65536 provisions"), "{}", &found[..found.len().min(500)]);
}

/// The cases of side wagers are looked for even where a value was refused.
#[test]
fn values_of_cards_beside_side_wagers() {
    let book = include_str!("../../../examples/atlantic-city.toml");
    let found = faults_of(book, "pictures = 10", "pictures = 18");
    assert!(found.contains("a card counts 1 to 10"), "{found}");
    let found = faults_of(book, "numbers = [2, 3", "numbers = [255, 3");
    assert!(found.contains("a card counts 1 to 10"), "{found}");
    for (from, to) in
        [("8, 9, 10], pictures", "8, 9, 10, 10], pictures"), ("8, 9, 10], pictures", "8, 9], pictures")]
    {
        let found = faults_of(book, from, to);
        assert!(found.contains("write nine numbers"), "{found}");
    }
}

#[test]
fn names_that_are_empty() {
    let found = faults("scotland", "name = \"numbers 1\"\n", "name = \"\"\n");
    assert!(found.contains("one of the wagers has an empty name"), "{found}");
    let found = faults("scotland", "name = \"win\"\n", "name = \"\"\n");
    assert!(found.contains("one of the lines has an empty name"), "{found}");
}

#[test]
fn numbers_that_a_list_has_twice() {
    let found = faults("scotland", "scores = [9, 10, 11]", "scores = [9, 10, 9, 11]");
    assert!(found.contains("9 occurs twice"), "{found}");
    let found = faults("scotland", "barred = [4, 5, 10]", "barred = [4, 5, 10, 5]");
    assert!(found.contains("5 occurs twice"), "{found}");
    let found = faults("scotland", "naturals = [8, 9]", "naturals = [8, 9, 8]");
    assert!(found.contains("8 occurs twice"), "{found}");
    let found = faults("scotland", "wins = [7, 11]", "wins = [7, 11, 7]");
    assert!(found.contains("7 occurs twice"), "{found}");
    assert_eq!(found.lines().filter(|line| line.contains("7 occurs twice")).count(), 1, "{found}");
}

#[test]
fn odds_for_no_score_and_without_a_name() {
    let found = faults("scotland", "scores = [2, 12], odds", "scores = [], odds");
    assert!(found.contains("these odds are for no score"), "{found}");
    let found = faults("scotland", "name = \"2 and 12\"", "name = \"\"");
    assert!(found.contains("these odds have an empty name"), "{found}");
}
