//! Where chips and cards lie on the cloth: what a page needs so that people can bet by pointing.

use croupier_kit::Odds;
use croupier_pen::Drawing;

/// The cloth of a table: its drawing, the places for chips and the places for cards.
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The drawing.
    pub drawing: Drawing,
    /// Where a chip makes a wager.
    pub spots: Vec<Spot>,
    /// Where cards are laid.
    pub places: Vec<CardPlace>,
}

/// The outline of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// With corners.
    Rect,
    /// Round.
    Circle,
}

impl Outline {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rect => "rect",
            Self::Circle => "circle",
        }
    }
}

/// A place where a chip makes a wager.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The wager in the words of the notation.
    pub wager: String,
    /// The numbered area it is in, where a table has them.
    pub area: Option<String>,
    /// What people call it.
    pub label: String,
    /// What it pays, where that is one figure.
    pub odds: Option<Odds>,
    /// Its middle.
    pub at: (f64, f64),
    /// How wide and high it is.
    pub size: (f64, f64),
    /// Its outline.
    pub outline: Outline,
    /// The pockets it covers, where there is a wheel.
    pub covers: Vec<String>,
}

impl Spot {
    /// A spot with corners, which covers no pockets.
    pub(super) fn new(
        wager: impl Into<String>,
        odds: Option<Odds>,
        at: (f64, f64),
        size: (f64, f64),
    ) -> Self {
        let wager = wager.into();
        let label = crate::words::capital(&crate::words::spoken(&wager));
        Self { wager, area: None, label, odds, at, size, outline: Outline::Rect, covers: Vec::new() }
    }

    /// The same, round.
    pub(super) fn round(mut self) -> Self {
        self.outline = Outline::Circle;
        self
    }
}

/// A place where cards are laid, the first of them with its middle here.
#[derive(Clone, PartialEq, Debug)]
pub struct CardPlace {
    /// Whose they are: `dealer`, `box 3`, `banker`, `common`, `hand`.
    pub what: String,
    /// The seat of the rules, where it is always the same.
    pub seat: Option<u8>,
    /// The middle of the first card.
    pub at: (f64, f64),
    /// How wide and high a card is.
    pub card: (f64, f64),
}

impl CardPlace {
    pub(super) fn new(what: impl Into<String>, seat: Option<u8>, at: (f64, f64), card: (f64, f64)) -> Self {
        Self { what: what.into(), seat, at, card }
    }
}
