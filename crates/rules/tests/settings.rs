//! The settings of a book are those that its family declares, within what the engine understands, and each changes
//! something. Anything else is a fault at its line.

use croupier_rules::book::{Book, Chosen, Shelf};
use croupier_rules::games::AnyGame;

/// The faults of a built-in book in which one passage was replaced, with their lines.
fn faults(book: &str, from: &str, to: &str) -> String {
    let (_, text) = Shelf::built_in_files().find(|(name, _)| name.contains(book)).unwrap();
    assert!(text.contains(from), "{from}");
    let changed = text.replacen(from, to, 1);
    Book::read("book", &changed).map_or_else(|error| error.to_string(), |_| "no fault".to_owned())
}

const DECKS: &str = "key = \"decks\"\nfrom = 4\nto = 8\ndefault = 6";

#[test]
fn a_misspelt_setting_is_a_fault_with_the_nearest_word() {
    let found = faults("mpumalanga", DECKS, &DECKS.replace("decks", "dekcs"));
    assert!(found.contains("`dekcs` is not a setting of this family; did you mean `decks`?"), "{found}");
    assert!(found.contains("the game needs the setting `decks`: the number of packs"), "{found}");
}

#[test]
fn a_setting_that_no_engine_understands_is_a_fault() {
    let found = faults("mpumalanga", "key = \"split-tens\"", "key = \"soft-17\"");
    assert!(found.contains("`soft-17` is not a setting of this family"), "{found}");
    let found = faults("mpumalanga", "key = \"split-tens\"", "key = \"min\"");
    assert!(found.contains("`min` and `max` belong to every table"), "{found}");
}

#[test]
fn bounds_beyond_the_engine_are_faults() {
    let found = faults("mpumalanga", DECKS, &DECKS.replace("to = 8", "to = 9"));
    assert!(found.contains("`decks` can be 1 to 8"), "{found}");
    let found = faults("mpumalanga", DECKS, &DECKS.replace("from = 4", "from = 0"));
    assert!(found.contains("`decks` can be 1 to 8"), "{found}");
    let found =
        faults("mpumalanga", DECKS, &DECKS.replace("from = 4", "from = 8").replace("to = 8", "to = 4"));
    assert!(found.contains("`from` is more than `to`"), "{found}");
    let found = faults("scotland", "from = 2\nto = 14", "from = 2\nto = 15");
    assert!(found.contains("`boxes` can be 1 to 14"), "{found}");
    let found = faults("mpumalanga", "from = 2\nto = 8\ndefault = 4", "from = 2\nto = 9\ndefault = 4");
    assert!(found.contains("`max-hands` can be 1 to 8"), "{found}");
}

#[test]
fn a_whole_number_has_a_default_within_its_bounds() {
    let found = faults("mpumalanga", DECKS, &DECKS.replace("\ndefault = 6", ""));
    assert!(found.contains("the setting `decks` lacks `default`"), "{found}");
    for wrong in ["9", "\"many\"", "true"] {
        let found = faults("mpumalanga", DECKS, &DECKS.replace("default = 6", &format!("default = {wrong}")));
        assert!(found.contains("the default of `decks` is outside its own bounds"), "{wrong}: {found}");
    }
}

#[test]
fn a_setting_of_another_kind_is_a_fault() {
    let found = faults("scotland", "key = \"wheel\"\nwheel = true", "key = \"wheel\"\nfrom = 1\nto = 37");
    assert!(found.contains("write `wheel = true`"), "{found}");
    let found = faults("mpumalanga", DECKS, "key = \"decks\"\nchoice = [\"4\", \"8\"]\ndefault = \"4\"");
    assert!(found.contains("`decks` can be 1 to 8; write `from` and `to`"), "{found}");
    let found = faults("scotland", "choice = [\"free\", \"tableau\"]", "from = 1\nto = 2");
    assert!(found.contains("`banker` can be free or tableau; write `choice`"), "{found}");
}

#[test]
fn a_word_that_no_engine_understands_or_that_stands_twice_is_a_fault() {
    let found = faults("scotland", "choice = [\"free\", \"tableau\"]", "choice = [\"free\", \"tablaeu\"]");
    assert!(found.contains("`tablaeu` is not a value of `banker`; did you mean `tableau`?"), "{found}");
    let found = faults("scotland", "choice = [\"free\", \"tableau\"]", "choice = [\"free\", \"free\"]");
    assert!(found.contains("`free` stands here twice"), "{found}");
}

#[test]
fn a_setting_that_stands_twice_is_a_fault() {
    let found = faults("mpumalanga", "key = \"boxes\"", "key = \"decks\"");
    assert!(found.contains("the setting `decks` stands here twice"), "{found}");
    assert!(found.contains("the game needs the setting `boxes`: the number of boxes"), "{found}");
}

#[test]
fn a_setting_that_changes_nothing_is_a_fault() {
    let found = faults("mpumalanga", "even_money = ", "# even_money = ");
    assert!(found.contains("the setting `even-money` changes nothing at this table"), "{found}");
    let found = faults("mpumalanga", "permitted = \"unless-ace\"", "permitted = \"never\"");
    assert!(found.contains("the setting `surrender` changes nothing at this table"), "{found}");
}

#[test]
fn fewer_boxes_than_must_be_in_play_are_a_fault() {
    let found = faults("scotland", "from = 2\nto = 14", "from = 1\nto = 14");
    assert!(found.contains("a table can have 1 boxes, and `least` asks for 2 in play"), "{found}");
}

#[test]
fn betting_areas_without_their_number_are_a_fault() {
    let areas =
        "[[game.punto-banco.setting]]\nkey = \"areas\"\nfrom = 7\nto = 14\ndefault = 14\ncite = \"5.2(1)\"\n";
    let found = faults("mpumalanga", areas, "");
    assert!(found.contains("lacks the setting `areas`"), "{found}");
}

#[test]
fn the_order_of_a_wheel_has_the_numbers_of_this_wheel() {
    let other = "key = \"wheel\"\nwheel = true\ndefault = \"0,1,2\"";
    let found = faults("scotland", "key = \"wheel\"\nwheel = true", other);
    assert!(found.contains("the default of `wheel` is outside its own bounds"), "{found}");
}

/// Every value that a built-in book leaves to the house makes another table.
#[test]
fn what_the_house_chooses_is_what_is_played() {
    let shelf = Shelf::built_in();
    let mut tried = 0;
    for book in shelf.books() {
        for game in book.games() {
            let mut chosen = Chosen::default();
            for decks in 1..=8_u8 {
                if chosen.choose("decks", &decks.to_string(), &game.envelope()).is_ok() {
                    let packs = match game.table(&chosen) {
                        AnyGame::Blackjack(table) => table.0.packs,
                        AnyGame::Baccarat(table) => table.packs,
                        AnyGame::InBetween(table) => table.0.packs,
                        AnyGame::Poker(table) => table.0.packs,
                        AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::DealerPoker(_) => {
                            panic!("no packs")
                        }
                    };
                    assert_eq!(packs, decks, "{}", game.id());
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 40, "{tried}");
}
