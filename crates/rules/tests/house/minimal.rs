//! The smallest house file for each game that breaks nothing. A test changes one thing in it.

/// What every house file has.
const HEAD: &str = r#"
licence_holder = "Ann Ltd"
premises = "1 High Street"
currency = "GBP"
time_zone = "Europe/London"
date = 2001-05-01
"#;

/// What the book of Scotland asks for.
const LICENSED: &str = r#"
[[licence]]
reference = "L1"
rulebook = "scotland-1970"
holder = "Ann Ltd"
premises = "1 High Street"
from = 1969-01-01
to = 2001-12-31

[[bank]]
name = "B"
held_by = "Ann Ltd"
shares = ["Ann Ltd"]
"#;

/// What the book of Mpumalanga asks for; `GAME` is the game.
const APPROVED: &str = r#"
[management]
games = ["GAME"]

[disputes]
heard_by = "Mia"
escalated_to = "the Board"

[[approval]]
reference = "H1"
date = 2001-04-01
of = "hours"
hours = "12:00-04:00"

[[approval]]
reference = "Y1"
date = 2001-04-01
of = "layout"

[[staff]]
name = "Mia"
post = "manager"
employer = "Ann Ltd"

[[staff]]
name = "Ida"
post = "inspector"
employer = "Ann Ltd"

[[staff]]
name = "Dee"
post = "dealer"
employer = "Ann Ltd"

[[staff]]
name = "Pam"
post = "palette-person"
employer = "Ann Ltd"
"#;

/// The table where hours, people and a sign are asked for.
const ATTENDED: &str = r#"
min = 5
max = 500
hours = "12:00-04:00"
dealer = "Dee"
inspector = "Ida"
shows = ["limits", "odds"]
tells = ["rules", "version"]
"#;

/// The house with one table of this game.
pub(crate) fn lawful(game: &str) -> String {
    let table = format!("\n[[table]]\nname = \"T\"\ngame = \"{game}\"\n");
    let (book, id) = game.split_once('/').unwrap();
    match (book, id) {
        ("scotland-1970", "chemin-de-fer") => format!("{HEAD}{LICENSED}{table}"),
        ("scotland-1970", _) => format!("{HEAD}{LICENSED}{table}bank = \"B\"\n"),
        ("mpumalanga", _) => {
            let palette = if id == "punto-banco" { "palette_person = \"Pam\"\n" } else { "" };
            let packs = approved_packs(id);
            format!("{HEAD}{}{packs}{table}{ATTENDED}{palette}", APPROVED.replace("GAME", game))
        }
        _ => format!("{HEAD}{table}"),
    }
}

/// The approval of packs, where even the usual number needs one.
fn approved_packs(game: &str) -> &'static str {
    match game {
        "blackjack" => "\n[[approval]]\nreference = \"P1\"\ndate = 2001-04-01\nof = \"packs\"\npacks = [6]\n",
        "touch-21" => "\n[[approval]]\nreference = \"P1\"\ndate = 2001-04-01\nof = \"packs\"\npacks = [2]\n",
        _ => "",
    }
}

/// The lawful house with one piece of its file replaced by another; with nothing to replace, the other is added at the
/// end, to the table.
pub(crate) fn changed(game: &str, from: &str, to: &str) -> String {
    let house = lawful(game);
    if from.is_empty() {
        return format!("{house}{to}\n");
    }
    assert_eq!(house.matches(from).count(), 1, "`{from}` is to stand once in\n{house}");
    house.replace(from, to)
}
