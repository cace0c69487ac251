//! A list of wagers is no longer than a stake can name its row. What is beyond is a fault, and nothing is counted wrong or panics.

use croupier_rules::book::Book;

use crate::example_books;

/// Writes the row of a list with this number.
type Row<'r> = &'r dyn Fn(u32) -> String;

/// The faults of a book with so many further rows.
fn faults_with(file: &str, many: u32, row: impl Fn(u32) -> String) -> String {
    let (name, text) = example_books::files().find(|(name, _)| name.contains(file)).unwrap();
    let rows: String = (0..many).map(row).collect();
    Book::read(name, &format!("{text}\n{rows}")).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn a_list_of_wagers_beyond_its_limit_is_a_fault() {
    let call = |n| {
        format!("[[game.american-roulette.call]]\nname = \"c-{n}\"\ncite = \"3.4 orphans\"\nneighbours = 2\n")
    };
    let race = |n| {
        format!(
            "[[game.dice.race]]\nname = \"r-{n}\"\nwinner = \"score\"\n\
             odds = [{{ name = \"4\", scores = [4], odds = \"9 to 5\", cite = \"Sch. para. 3(a)\" }}]\n"
        )
    };
    let next = |n| {
        format!(
            "[[game.dice.next]]\nname = \"n-{n}\"\ncite = \"Sch. para. 6\"\n\
             odds = [{{ name = \"any\", scores = [2], odds = \"7 to 1\", cite = \"Sch. para. 6\" }}]\n"
        )
    };
    let hop = |n| {
        format!(
            "[[game.craps.combination]]\nname = \"h-{n}\"\npair = {{ odds = \"30 to 1\", cite = \"craps 26\" }}\n"
        )
    };
    let bet = |n| {
        format!(
            "[[game.punto-banco.wager]]\nname = \"w-{n}\"\non = \"player\"\nodds = \"1 to 1\"\n\
             cite = \"reg. 5(4)\"\nodds_cite = \"reg. 5(3)\"\nundecided = \"void\"\n"
        )
    };
    let rows: [(&str, Row<'_>, &str); 5] = [
        ("mpumalanga", &call, "a game has at most 200 calls"),
        ("scotland", &race, "a game has at most 200 wagers on a score against seven"),
        ("scotland", &next, "a game has at most 200 wagers on the next throw"),
        ("nevada", &hop, "a game has at most 200 wagers on two named dice"),
        ("scotland", &bet, "a game has at most 200 wagers"),
    ];
    for (file, row, fault) in rows {
        assert!(faults_with(file, 300, row).contains(fault), "{file}: {fault}");
        let within = faults_with(file, 100, row);
        assert!(!within.contains("at most 200"), "{file}: {within}");
    }
}
