//! Whom an attended table waits for.

use crate::table::{LiveTable, Mode, Phase};

/// Who is waited for, and what for; `None` at an automatic table, whose timers run by themselves.
pub(super) fn awaited(live: &LiveTable<'_>) -> Option<String> {
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
        Phase::NoMoreBets | Phase::Outcome => format!("the dealer, to enter {}", outcome(live)),
        Phase::Insurance => "players with a box, to insure or decline".to_owned(),
        Phase::Decision => match speaker() {
            Some(player) => format!("{player}, to decide"),
            None => "the dealer, to play the hand of the house".to_owned(),
        },
    })
}

/// What the dealer enters next.
fn outcome(live: &LiveTable<'_>) -> &'static str {
    if live.rules.wheel().is_some() {
        "where the ball lies"
    } else if live.rules.throws_dice() {
        "the dice"
    } else {
        "the next card"
    }
}
