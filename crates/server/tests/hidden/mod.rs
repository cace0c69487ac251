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

use std::sync::atomic::{AtomicU64, Ordering};

use croupier_house::table::Mode;
use croupier_proof::ProofRow;
use evening::{Evening, HOUSES, Searched};

/// The number of messages in an ordinary test run.
const MESSAGES: u64 = 12_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// The most messages of one evening: more are of other evenings, which go on side by side.
const EVENING_MESSAGES: u64 = 20_000;

/// Plays evenings in both houses until as many messages were searched.
fn play(mode: Mode, messages: u64, plants: bool) -> Searched {
    let first = number("CROUPIER_HIDDEN_SEED").unwrap_or(1);
    let evenings = (messages / 2).div_ceil(EVENING_MESSAGES);
    let each = (messages / 2).div_ceil(evenings);
    let next = AtomicU64::new(0);
    let play_some = || {
        let mut searched = Searched::default();
        loop {
            let evening = next.fetch_add(1, Ordering::Relaxed);
            if evening >= evenings * 2 {
                return searched;
            }
            let house = HOUSES[usize::from(evening % 2 == 1)];
            searched.merge(play_one(house, mode, first + evening / 2, each, plants));
        }
    };
    let threads = std::thread::available_parallelism().unwrap().get();
    let mut all = Searched::default();
    std::thread::scope(|scope| {
        let playing: Vec<_> = (0..threads).map(|_| scope.spawn(play_some)).collect();
        playing.into_iter().for_each(|thread| all.merge(thread.join().unwrap()));
    });
    all
}

/// Plays one evening in a house.
fn play_one(
    house: (&'static str, &'static [&'static str]),
    mode: Mode,
    seed: u64,
    messages: u64,
    plants: bool,
) -> Searched {
    let mut evening = Evening::new(house, mode, seed);
    evening.plants = plants;
    while evening.searched.messages < messages {
        evening.step();
    }
    evening.searched
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
