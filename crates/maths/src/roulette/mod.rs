//! Roulette: nobody decides anything.

mod family;
