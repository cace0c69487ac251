//! Throws of two dice.

/// The points of craps.
pub(super) const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Every throw, with its score.
pub(super) fn throws() -> impl Iterator<Item = (u8, String)> {
    (1..=6).flat_map(|first| (1..=6).map(move |second| (first + second, format!("dice {first} {second}"))))
}

/// A throw that makes this score.
pub(super) fn throw(score: u8) -> String {
    let made = throws().find(|(made, _)| *made == score).map(|(_, throw)| throw);
    made.unwrap_or_else(|| panic!("two dice do not make {score}"))
}
