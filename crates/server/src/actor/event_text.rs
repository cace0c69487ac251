//! Events as one line of text.

use croupier_fair::Digest;
use croupier_house::event::{ActReason, Event};
use croupier_house::journal::Entry;

use crate::wire::{EventKind, TableEvent};

/// A journal entry as an event for subscribers. Cards that may be hidden are left out.
pub(super) fn table_event(entry: &Entry, by: &str) -> TableEvent {
    let body = &entry.body;
    let (what, text) = (EventKind::of(&body.event), words(&body.event));
    TableEvent { version: body.version, at: body.at, by: by.into(), what, text }
}

/// The text of an event.
fn words(event: &Event) -> String {
    match event {
        Event::Acted { lines, why, .. } => acts(lines, *why),
        Event::Revealed { .. } => "the cards are turned".to_owned(),
        Event::RoundBegan { round, .. } => format!("round {round} begins"),
        Event::InsuranceClosed => "insurance is closed".to_owned(),
        Event::Entered { lines } => open_lines(lines, "cards are entered"),
        Event::OutcomeRead { lines, .. } => {
            format!("from the reader: {}", open_lines(lines, "cards are read"))
        }
        Event::RoundVoided { round, reason, .. } => {
            format!("round {round} is void: {reason}")
        }
        Event::Corrected { from, to, reason, .. } => corrected(from, to, reason),
        Event::Breached { message, .. } => message.to_string(),
        Event::Committed { round, commitment, .. } => {
            format!("the house commits to {round} with {}", Digest::new(*commitment))
        }
        Event::SeedsClosed { receipt, .. } => {
            format!("the players' seeds are closed, with the receipt {}", Digest::new(*receipt))
        }
        Event::SeedRevealed { seed, .. } => {
            format!("the house reveals its seed {}", Digest::new(*seed))
        }
        other => EventKind::of(other).words(),
    }
}

/// A correction, without cards: some of them may be face down.
pub(crate) fn corrected(from: &str, to: &str, reason: &str) -> String {
    if [from, to].iter().any(|line| shows_cards(line)) {
        return format!("cards are corrected: {reason}");
    }
    format!("`{to}` instead of `{from}`: {reason}")
}

/// Whether a line of the notation shows cards.
fn shows_cards(line: &str) -> bool {
    line.trim_start().starts_with("cards ")
}

/// Acts on one line, without cards: the view of the table has the cards that a person may see.
fn acts(lines: &str, why: ActReason) -> String {
    let mut text = open_lines(lines, "cards are dealt");
    text.push_str(match why {
        ActReason::Ordinary => "",
        ActReason::TimedOut => " (time ran out)",
        ActReason::HousePolicy => " (the house's policy)",
    });
    text
}

/// Joins lines into one, without cards; `else_words` if nothing else remains.
fn open_lines(lines: &str, else_words: &str) -> String {
    let text = lines.lines().filter(|line| !shows_cards(line)).collect::<Vec<_>>().join("; ");
    if text.is_empty() { else_words.to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::corrected;

    #[test]
    fn a_correction_shows_no_cards() {
        let text = corrected("cards 8S TH", "cards 9S TH", "misread");
        assert_eq!(text, "cards are corrected: misread");
        assert_eq!(corrected("ball 3", "ball 5", "misread"), "`ball 5` instead of `ball 3`: misread");
    }
}
