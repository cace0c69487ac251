//! The tables of `docs/notation.md` are made from what the program declares. `CROUPIER_WRITE_REFERENCE=1` rewrites them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::{AnyTable, Family};
use croupier_rules::kind::{DeclaredWager, Laid};
use croupier_rules::notation::{Act, ActForm, RecordPart, lines, read_act};
use croupier_rules::offer::{listings, quote};
use croupier_rules::side::SIDE;
use croupier_rules::table::wager_words;
use croupier_rules::{judge, with_game};
use jiff::civil::date;

use crate::example_books;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");

#[test]
fn the_tables_of_the_document_are_what_the_program_declares() {
    let before = std::fs::read_to_string(FILE).unwrap();
    let made = [
        ("head", forms(RecordPart::Head)),
        ("acts", forms(RecordPart::Round)),
        ("wagers", wagers()),
        ("words", words()),
    ];
    let written = made.iter().fold(before.clone(), |text, (name, table)| with_section(&text, name, table));
    if std::env::var_os("CROUPIER_WRITE_REFERENCE").is_some_and(|set| set == "1") {
        std::fs::write(FILE, &written).unwrap();
        return;
    }
    assert!(before == written, "docs/notation.md is not what the program declares: run `make reference`");
}

/// The document with another section of this name.
fn with_section(document: &str, name: &str, section: &str) -> String {
    let mark = format!("<!-- made: {name} -->\n");
    let (before, rest) = document.split_once(&mark).unwrap_or_else(|| panic!("no section {name}"));
    let (_, after) = rest.split_once("<!-- end -->").expect("a section has an end");
    format!("{before}{mark}{section}<!-- end -->{after}")
}

/// The forms of acts in one part of a record.
fn forms(part: RecordPart) -> String {
    let mut out = "| line | games | says |\n|---|---|---|\n".to_owned();
    for form in ActForm::ALL.iter().filter(|form| form.part() == part) {
        let lines: Vec<String> = form.lines().iter().map(|line| format!("`{line}`")).collect();
        writeln!(out, "| {} | {} | {} |", lines.join(", "), games(*form), form.says()).unwrap();
    }
    out
}

/// The families whose games have acts of a form.
fn games(form: ActForm) -> String {
    let families = Family::ALL.into_iter().filter(|family| has(*family, form));
    let names: Vec<&str> = families.map(Family::name).collect();
    if names.len() == Family::ALL.len() { "all".to_owned() } else { names.join(", ") }
}

fn has(family: Family, form: ActForm) -> bool {
    form.is_common() || family.acts().contains(&form)
}

/// The kinds of wagers, each with the families that have it.
fn wagers() -> String {
    let mut kinds: Vec<&DeclaredWager> = Vec::new();
    for kind in Family::ALL.into_iter().flat_map(Family::wagers) {
        if !kinds.contains(kind) {
            kinds.push(kind);
        }
    }
    // What several families have comes last.
    let families = |kind: &DeclaredWager| -> Vec<&str> {
        let having = Family::ALL.into_iter().filter(|family| family.wagers().contains(&kind));
        having.map(Family::name).collect()
    };
    kinds.sort_by_key(|kind| families(kind).len());
    let mut out = "| family | wager | after its word | is on | made as |\n|---|---|---|---|---|\n".to_owned();
    for kind in kinds {
        let examples: Vec<String> = kind.examples.iter().map(|example| format!("`{example}`")).collect();
        let cells =
            [&families(kind).join(", "), &examples.join(", "), kind.takes, kind.meaning, kind.laid.name()];
        writeln!(out, "| {} |", cells.join(" | ")).unwrap();
    }
    out
}

/// The words of the bets of each game.
fn words() -> String {
    let mut out = "| game | words of its bets |\n|---|---|\n".to_owned();
    let shelf = example_books::shelf();
    for (book, game) in games_of(&shelf) {
        let rules = game.table(&Chosen::default());
        let words = with_game!(&rules, rules => {
            let bets = wager_words(rules).into_iter().filter(|word| word.kind.laid == Laid::Bet);
            bets.map(|word| format!("`{}`", word.word)).collect::<Vec<_>>()
        });
        writeln!(out, "| {}/{} | {} |", book.id(), game.id(), words.join(", ")).unwrap();
    }
    out
}

fn games_of(shelf: &Shelf) -> impl Iterator<Item = (&Book, &GameBook)> {
    shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)))
}

/// Every example of a kind is a wager of that kind at a table of the family, and every wager of a table is of a kind that its
/// family declares, with a word that the table lists for it.
#[test]
fn every_wager_is_of_a_kind_that_its_family_declares() {
    let shelf = example_books::shelf();
    let mut shown = BTreeSet::new();
    for (_, game) in games_of(&shelf) {
        let rules = game.table(&Chosen::default());
        let known = with_game!(&rules, rules => {
            let words = wager_words(rules);
            words.into_iter().map(|word| (word.kind, word.word.into_owned())).collect::<Vec<_>>()
        });
        for (kind, _) in &known {
            assert!(game.family().wagers().contains(kind), "{}: {kind:?}", game.id());
        }
        for listing in listings(&rules) {
            for words in &listing.words {
                let word = words.split(' ').next().unwrap().to_owned();
                // A set of numbers is also written by the name or the shape that it has.
                let kinds: Vec<_> =
                    known.iter().filter(|(_, known)| *known == word).map(|(kind, _)| *kind).collect();
                assert!(
                    kinds.contains(&listing.kind) || listing.kind.examples[0].starts_with("numbers"),
                    "{words}"
                );
                assert!(!kinds.is_empty(), "{words}");
                shown.insert((game.family(), word));
            }
        }
        for example in game.family().wagers().iter().flat_map(|kind| kind.examples) {
            let split: Vec<&str> = example.split(' ').collect();
            if quote(&rules, game.conduct(), &split).is_ok() {
                shown.insert((game.family(), (*example).to_owned()));
            }
        }
    }
    for family in Family::ALL {
        for kind in family.wagers() {
            let is_shown = |example: &&&str| shown.contains(&(family, (**example).to_owned()));
            let missing: Vec<_> = kind.examples.iter().filter(|example| !is_shown(example)).collect();
            // The examples of side wagers are of several families.
            let permitted = if std::ptr::eq(*kind, &raw const SIDE) { kind.examples.len() - 1 } else { 0 };
            assert!(missing.len() <= permitted, "{}: {missing:?}", family.name());
        }
    }
}

#[test]
fn what_is_no_wager_is_answered_with_what_is() {
    let shelf = example_books::shelf();
    for (name, words, answer) in [
        ("scotland-1970/roulette", "straight 37", "the wheel has no 37"),
        ("scotland-1970/roulette", "split 17 17", "17 is named twice"),
        ("scotland-1970/roulette", "split 17", "`split` takes 2 different numbers of the wheel"),
        ("scotland-1970/roulette", "dozen 4", "`dozen` takes one of 1, 2, 3"),
        ("scotland-1970/roulette", "reed", "did you mean `red`?"),
        ("scotland-1970/roulette", "red 5", "nothing follows `red`"),
        ("mpumalanga/american-roulette", "straight 00", "the wheel has no 00"),
        (
            "mpumalanga/american-roulette",
            "split 1 5",
            "`split` takes 2 different numbers that lie together on the layout",
        ),
        ("mpumalanga/american-roulette", "neighbours 40", "the wheel has no 40"),
        ("mpumalanga/american-roulette", "orphans 4", "nothing follows `orphans`"),
        ("scotland-1970/dice", "place-win 7", "`place-win` takes one of 4, 5, 6, 8, 9, 10"),
        ("scotland-1970/dice", "win 7", "nothing follows `win`"),
        ("scotland-1970/dice", "feild", "did you mean `field`?"),
        ("nevada/craps", "hop 3 7", "`hop` takes two dice, each 1 to 6"),
        ("mpumalanga/blackjack", "box 8", "there are boxes 1 to 7"),
        ("mpumalanga/blackjack", "red", "the only wager here is `box`"),
        ("atlantic-city/blackjack", "perfect-pear 1", "did you mean `perfect-pairs`?"),
        ("mpumalanga/arizona-hold-em", "anti", "did you mean `ante`?"),
        ("western-australia-1990/in-between", "box 1", "the only wager here is `hand`"),
        ("three-card-poker/three-card-poker", "pair", "the wagers here are ante, pair-plus, pair-plus-low"),
        ("macau/baccarat", "bankar", "did you mean `banker`?"),
    ] {
        let record = format!("rules {name}\nann bets 10 on {words}\n");
        let verdict = judge(&shelf, record.as_bytes(), date(2026, 1, 1))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let reason = verdict.rows[0].reason.as_deref().unwrap_or_default();
        assert!(reason.ends_with(answer), "{name}: {words}: {reason}");
    }
}

#[test]
fn every_line_that_stands_for_a_form_has_it() {
    for form in ActForm::ALL {
        for line in form.lines() {
            let act = read_act(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!((act.form(), act.to_string().as_str()), (*form, *line));
        }
        assert!(
            form.is_common() != Family::ALL.iter().any(|family| family.acts().contains(form)),
            "{form:?} is declared by games, or common to all"
        );
    }
}

/// What a family does not declare is refused at each of its tables.
#[test]
fn a_game_refuses_acts_that_it_does_not_declare() {
    let shelf = example_books::shelf();
    let mut refused = 0;
    for (book, game) in
        shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)))
    {
        let family = game.family();
        for line in ActForm::ALL.iter().filter(|form| !has(family, **form)).flat_map(|form| form.lines()) {
            let mut table = AnyTable::new(book, game, &Chosen::default());
            assert!(table.try_act(&read_act(line).unwrap()).is_err(), "{}: `{line}`", game.id());
            refused += 1;
        }
    }
    assert!(refused > 300, "{refused}");
}

/// Acts that no golden round of their family has.
const OTHERS: &[&str] = &[
    "rules mpumalanga/arizona-hold-em\nann bets 10 on ante\ncutting card\nshuffle\nann cuts",
    "rules western-australia-1990/in-between\nshuffle\nann cuts",
    "rules three-card-poker/three-card-poker\nshuffle\nann cuts",
];

/// What a family declares is admissible: a record of the family has it.
#[test]
fn records_have_every_act_that_a_game_declares() {
    let mut shelf = example_books::shelf();
    // A pack that is shuffled between hands has a cutting card.
    let (file, text) = Shelf::built_in_files().find(|(_, text)| text.contains("arizona")).unwrap();
    // The book's own mutation makes the same change, and would change nothing then.
    let text = text.replace("to = \"between-hands\"", "to = \"every-hand\"");
    shelf.add(file, &text.replace("shuffled = \"every-hand\"", "shuffled = \"between-hands\"")).unwrap();
    let golden = records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds"));
    let golden = golden.iter().map(|path| std::fs::read(path).unwrap());
    let mut admitted = BTreeSet::new();
    for record in golden.chain(OTHERS.iter().map(|record| record.as_bytes().to_vec())) {
        if judge(&shelf, &record, date(2026, 1, 1)).is_err() {
            continue;
        }
        let acts: Vec<Act> = lines(&record).filter_map(|line| line.line.unwrap().act).collect();
        let Some(Act::Rules(name)) = acts.first() else { panic!("{acts:?}") };
        let family = shelf.game(name).unwrap().1.family();
        admitted.extend(acts.iter().map(|act| (family, act.form())));
    }
    let of = |family: Family| family.acts().iter().map(move |form| (family, *form));
    let missing: Vec<_> =
        Family::ALL.into_iter().flat_map(of).filter(|one| !admitted.contains(one)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The records below a folder.
fn records(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { records(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "round"))
        .collect()
}
