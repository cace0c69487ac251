//! No message holds a card or a seed that its reader may not know. Random evenings at all twelve games, automatic and attended, with
//! corrections, declared decisions and reveals; what the server sends to everybody of every role is searched for cards, and for seeds that
//! are not revealed. Who may know which card is worked out in `knowledge`, apart from the code that makes the views.
//!
//! `CROUPIER_HIDDEN_MESSAGES` sets the number of messages, `CROUPIER_HIDDEN_SEED` another stream of commands.

mod dealing;
mod evening;
mod knowledge;
mod pages;
mod search;

use croupier_house::table::Mode;
use croupier_proof::ProofRow;
use evening::{Evening, HOUSES, Searched};

/// The number of messages in an ordinary test run.
const MESSAGES: u64 = 12_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Plays in both houses until as many messages were searched.
fn play(mode: Mode, messages: u64, plants: bool) -> Searched {
    let mut searched = Searched::default();
    for house in HOUSES {
        let mut evening = Evening::new(house, mode, number("CROUPIER_HIDDEN_SEED").unwrap_or(1));
        evening.plants = plants;
        let enough = searched.messages + messages / 2;
        evening.searched = searched;
        while evening.searched.messages < enough {
            evening.step();
        }
        searched = evening.searched;
    }
    searched
}

#[test]
fn no_message_holds_a_card_or_a_seed_that_its_reader_may_not_know() {
    let messages = number("CROUPIER_HIDDEN_MESSAGES").unwrap_or(MESSAGES) / 2;
    let mut row = ProofRow::new(
        40,
        "messages to people of every role searched for cards and seeds that they may not know",
    );
    for mode in [Mode::Automatic, Mode::Attended] {
        let searched = play(mode, messages, false);
        println!("{mode:?}: {searched}");
        searched.check(mode);
        let tables = format!("{mode:?} tables").to_lowercase();
        row = row
            .count(&format!("messages at {tables}"), searched.messages)
            .count("of them while a card was hidden from the reader", searched.with_hidden);
    }
    // One that is found ends the test.
    row.count("cards or seeds found", 0_u64).write_if_wanted("messages");
}

/// What is meant for somebody else is found, and so is a card or a seed that is put anywhere in a message.
#[test]
fn a_planted_leak_is_found() {
    for mode in [Mode::Automatic, Mode::Attended] {
        let planted = play(mode, MESSAGES / 4, true).planted;
        println!("{mode:?}: {planted:?}");
        let found = planted.exchanged.1 + planted.cards.1 + planted.seeds.1;
        ProofRow::new(41, format!("leaks planted in such messages, at {mode:?} tables").to_lowercase())
            .count("planted", planted.exchanged.0 + planted.cards.0 + planted.seeds.0)
            .count("found", found)
            .write_if_wanted(&format!("leaks-{mode:?}"));
        assert!(planted.exchanged.0 > 20, "{planted:?}");
        assert_eq!(planted.exchanged.0, planted.exchanged.1, "another reader's message");
        assert!(planted.cards.0 > 30 && planted.cards.0 == planted.cards.1, "{planted:?}");
        assert!(mode == Mode::Attended || planted.seeds.0 > 100, "{planted:?}");
        assert_eq!(planted.seeds.0, planted.seeds.1, "a seed");
    }
}
