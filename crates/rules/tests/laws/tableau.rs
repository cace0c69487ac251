//! Baccarat hands by their scores, and the banker's drawing table, for the laws of every book that has them.

use crate::drawing_table::GRID;
use crate::law::{Bet, Law};

/// Cards that count these, as `cards` writes them.
pub(crate) fn cards(pips: &[u8]) -> String {
    let words = pips.iter().zip("SHDC".chars().cycle()).map(|(pip, suit)| match pip {
        0 => format!("K{suit}"),
        1 => format!("A{suit}"),
        pip => format!("{pip}{suit}"),
    });
    format!("cards {}", words.collect::<Vec<_>>().join(" "))
}

/// Four cards that give the player and the banker these scores.
pub(crate) fn two_hands(player: u8, banker: u8) -> String {
    cards(&[player, banker, 0, 0])
}

/// Six cards that give right, left and banker these scores.
pub(crate) fn three_hands(right: u8, left: u8, banker: u8) -> String {
    cards(&[right, left, banker, 0, 0, 0])
}

/// The stake came to nothing and was returned, under this provision.
#[track_caller]
pub(crate) fn void(bet: &Bet, cite: &str) {
    assert_eq!(bet.summary(), format!("void 0.00 [{cite:?}]"), "{bet:?}");
}

/// After these cards one more may fall, or may not and breaks this provision.
#[track_caller]
fn one_more(law: &Law<'_>, wager: &str, dealt: &str, draws: bool, cite: &str) {
    let round = format!("ann bets 20 on {wager}; {dealt}; cards KH");
    match draws {
        true => drop(law.verdict(&round)),
        false => law.inadmissible(&round, 4, cite),
    }
}

/// Player and banker draw by the table at every score, having given every card; a card against it breaks this provision.
#[track_caller]
pub(crate) fn is_followed(law: &Law<'_>, cite: &str) {
    is_followed_betting(law, "punto", cite);
}

/// The same with bets on another wager.
#[track_caller]
pub(crate) fn is_followed_betting(law: &Law<'_>, wager: &str, cite: &str) {
    for (player, banker) in (0..=9).flat_map(|player| (0..=9).map(move |banker| (player, banker))) {
        let natural = player >= 8 || banker >= 8;
        let player_draws = !natural && player <= 5;
        let banker_draws = !natural && !player_draws && banker <= 5;
        one_more(law, wager, &two_hands(player, banker), player_draws || banker_draws, cite);
        for third in (0..=9).filter(|_| player_draws) {
            let draws = GRID[usize::from(banker)].as_bytes()[usize::from(third)] == b'D';
            let dealt = cards(&[player, banker, 0, 0, third]);
            one_more(law, wager, &dealt, draws, cite);
            if draws {
                one_more(law, wager, &format!("{dealt} KD"), false, cite);
            }
        }
    }
}
