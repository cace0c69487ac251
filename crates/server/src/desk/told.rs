//! What has happened, in one line for people.

use croupier_fair::Digest;
use croupier_house::event::{ActReason, Event};
use croupier_house::journal::Entry;

use crate::wire::Told;

/// An entry in one line. Cards that may be hidden are not in it.
pub(super) fn told(entry: &Entry, by: &str) -> Told {
    let body = &entry.body;
    let (what, text) = words(&body.event);
    Told { version: body.version, at: body.at, by: by.into(), what, text }
}

/// The name of an event, and what it says.
fn words(event: &Event) -> (&'static str, String) {
    match event {
        Event::Acted { lines, why, .. } => ("acted", acts(lines, *why)),
        Event::Revealed { .. } => ("revealed", "the cards are turned".to_owned()),
        Event::RoundBegan { round, .. } => ("round-began", format!("round {round} begins")),
        Event::InsuranceClosed => ("insurance-closed", "nobody insures any more".to_owned()),
        Event::Entered { lines } => ("entered", open_lines(lines, "cards are entered")),
        Event::RoundVoided { round, reason, .. } => {
            ("round-voided", format!("round {round} is void: {reason}"))
        }
        Event::Corrected { from, to, reason, .. } => {
            ("corrected", format!("not `{from}` but `{to}`: {reason}"))
        }
        Event::Breached { message, .. } => ("breached", message.to_string()),
        Event::Committed { round, commitment, .. } => {
            ("committed", format!("the house commits to {round}: {}", Digest::new(*commitment)))
        }
        Event::SeedsClosed { receipt, .. } => {
            ("seeds-closed", format!("the players' seeds are closed: {}", Digest::new(*receipt)))
        }
        Event::SeedRevealed { seed, .. } => {
            ("seed-revealed", format!("the house shows its seed: {}", Digest::new(*seed)))
        }
        other => {
            let name = name(other);
            (name, name.replace('-', " "))
        }
    }
}

/// Acts in one line. Cards are seen on the table, by those who may see them.
fn acts(lines: &str, why: ActReason) -> String {
    let mut text = open_lines(lines, "cards are dealt");
    text.push_str(match why {
        ActReason::Ordinary => "",
        ActReason::TimedOut => " (nobody decided in time)",
        ActReason::HousePolicy => " (the house's policy)",
    });
    text
}

/// Lines in one, without their cards; where there is nothing else, these words.
fn open_lines(lines: &str, else_words: &str) -> String {
    let text = lines.lines().filter(|line| !line.starts_with("cards ")).collect::<Vec<_>>().join("; ");
    if text.is_empty() { else_words.to_owned() } else { text }
}

/// The name of an event on the wire.
pub(crate) fn name(event: &Event) -> &'static str {
    match event {
        Event::HouseFileAdopted { .. } => "house-file-adopted",
        Event::Enrolled { .. } => "enrolled",
        Event::Approved(_) => "approved",
        Event::Assigned { .. } => "assigned",
        Event::ServiceRefused { .. } => "service-refused",
        Event::ServiceResumed { .. } => "service-resumed",
        Event::Excluded { .. } => "excluded",
        Event::LimitSet { .. } => "limit-set",
        Event::CapitalMoved => "capital-moved",
        Event::Issued => "issued",
        Event::ExchangeRequested { .. } => "exchange-requested",
        Event::Exchanged { .. } => "exchanged",
        Event::ExchangeWithdrawn { .. } => "exchange-withdrawn",
        Event::DisputeOpened { .. } => "dispute-opened",
        Event::DisputeAnswered { .. } => "dispute-answered",
        Event::DisputeEscalated { .. } => "dispute-escalated",
        Event::Opened { .. } => "opened",
        Event::Closed { .. } => "closed",
        Event::Sat { .. } => "sat",
        Event::Left { .. } => "left",
        Event::RoundBegan { .. } => "round-began",
        Event::Acted { .. } => "acted",
        Event::InsuranceClosed => "insurance-closed",
        Event::Declined { .. } => "declined",
        Event::BankGivenUp { .. } => "bank-given-up",
        Event::Entered { .. } => "entered",
        Event::EntryDropped => "entry-dropped",
        Event::Declared { .. } => "declared",
        Event::Breached { .. } => "breached",
        Event::Proposed { .. } => "proposed",
        Event::Authorised { .. } => "authorised",
        Event::Withdrawn { .. } => "withdrawn",
        Event::RoundVoided { .. } => "round-voided",
        Event::Corrected { .. } => "corrected",
        Event::SlipRequested { .. } => "slip-requested",
        Event::SlipStepped { .. } => "slip-stepped",
        Event::DropCounted { .. } => "drop-counted",
        Event::CashPlayed { .. } => "cash-played",
        Event::Revealed { .. } => "revealed",
        Event::ChainOpened { .. } => "chain-opened",
        Event::Committed { .. } => "committed",
        Event::SeedGiven { .. } => "seed-given",
        Event::SeedsClosed { .. } => "seeds-closed",
        Event::SeedRevealed { .. } => "seed-revealed",
        Event::Readied { .. } => "readied",
        #[allow(unreachable_patterns, reason = "events are added at the end of their list")]
        _ => "noted",
    }
}
