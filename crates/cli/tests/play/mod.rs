//! `croupier play`: every table line by line through a pipe, and on the screen of a real pseudo-terminal.

mod judge;
mod on_screen;
mod plain;
mod progress;
mod scenes;
mod terminal;

/// Every table, with bets that can be made at it.
pub(crate) const TABLES: [(&str, &str); 12] = [
    ("scotland-1970/roulette", "25 on split 17 20, 10 on red"),
    ("scotland-1970/dice", "10 on field, 10 on win"),
    ("scotland-1970/baccarat-banque", "20 on right, 20 on left"),
    ("scotland-1970/chemin-de-fer", "50 on player"),
    ("scotland-1970/punto-banco", "20 on punto"),
    ("scotland-1970/blackjack", "10 on box 1"),
    ("western-australia-1990/in-between", "10 on hand"),
    ("mpumalanga/american-roulette", "9 on neighbours-of-zero, 5 on black"),
    ("mpumalanga/blackjack", "10 on box 1, 10 on box 3"),
    ("mpumalanga/punto-banco", "20 on banco, 5 on egalite"),
    ("mpumalanga/arizona-hold-em", "10 on ante"),
    ("mpumalanga/touch-21", "10 on box 2"),
];
