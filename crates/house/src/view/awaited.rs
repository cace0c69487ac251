//! Whom an attended table waits for.

use crate::table::{LiveTable, Mode, Phase};

/// Who is waited for, and what for; `None` at an automatic table, whose timers run by themselves.
pub(super) fn awaited(live: &LiveTable<'_>, next_cards: &[String]) -> Option<String> {
    if live.mode != Mode::Attended {
        return None;
    }
    if live.entry.is_some() {
        return Some("the dealer, to confirm the entry".to_owned());
    }
    let speaker = || live.due().and_then(|due| due.speaker);
    Some(match live.phase() {
        Phase::Closed => return None,
        Phase::Waiting | Phase::Payment => "the dealer, to call for bets".to_owned(),
        Phase::PlaceYourBets => "bets, and the dealer, to call for the last ones".to_owned(),
        Phase::FinalBets => "the dealer, to close the betting".to_owned(),
        Phase::NoMoreBets | Phase::Outcome => format!("the dealer, to enter {}", outcome(live, next_cards)),
        Phase::Insurance => "players with a box, to insure or decline".to_owned(),
        Phase::Decision => match speaker() {
            Some(player) => format!("{player}, to decide"),
            None => "the dealer, to play the hand of the house".to_owned(),
        },
    })
}

/// What the dealer enters next.
fn outcome(live: &LiveTable<'_>, next_cards: &[String]) -> String {
    if live.rules.wheel().is_some() {
        return "where the ball lies".to_owned();
    }
    if live.rules.throws_dice() {
        return "the dice".to_owned();
    }
    match next_cards {
        [] => "the next card".to_owned(),
        [place] => format!("a card for {place}"),
        places => format!("{} cards: {}", places.len(), places.join(", ")),
    }
}
