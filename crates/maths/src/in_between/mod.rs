//! In-Between: nobody decides anything.

mod family;
