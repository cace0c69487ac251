//! The banker's drawing table at baccarat, for the tests of the game, of the laws and of best play, which finds the same.

/// One row for each score of the banker from 0 to 7, one column for each third card of the player from 0 to 9; `D` draws.
pub(crate) const GRID: [&str; 8] = [
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDD-D",
    "--DDDDDD--",
    "----DDDD--",
    "------DD--",
    "----------",
];
