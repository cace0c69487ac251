//! The places of chips and cards on the cloth, which a page needs so that people can bet by pointing.

use croupier_kit::Odds;
use croupier_pen::Drawing;

/// The cloth of a table: its drawing, the places for chips and the places for cards.
#[derive(Clone, Debug)]
pub struct Cloth {
    /// The drawing.
    pub drawing: Drawing,
    /// Where a chip makes a wager.
    pub spots: Vec<Spot>,
    /// Where cards are dealt.
    pub places: Vec<CardPlace>,
}

/// The outline of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A rectangle.
    Rect,
    /// A circle.
    Circle,
}

impl Outline {
    /// Its name.
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
    /// The wager in notation.
    pub wager: String,
    /// The numbered area it is in, if the table has areas.
    pub area: Option<String>,
    /// Its name in plain words.
    pub label: String,
    /// The odds, if there is one figure.
    pub odds: Option<Odds>,
    /// Its centre.
    pub at: (f64, f64),
    /// Its width and height.
    pub size: (f64, f64),
    /// Its outline.
    pub outline: Outline,
    /// The pockets it covers, if there is a wheel.
    pub covers: Vec<String>,
    /// The pockets that a call here has chips on; empty for other wagers.
    pub called: Vec<String>,
}

impl Spot {
    /// A rectangular spot that covers no pockets.
    pub(super) fn new(
        wager: impl Into<String>,
        odds: Option<Odds>,
        at: (f64, f64),
        size: (f64, f64),
    ) -> Self {
        let wager = wager.into();
        let label = crate::words::capital(&crate::words::spoken(&wager));
        Self {
            wager,
            area: None,
            label,
            odds,
            at,
            size,
            outline: Outline::Rect,
            covers: Vec::new(),
            called: Vec::new(),
        }
    }

    /// The same spot as a circle.
    pub(super) fn round(mut self) -> Self {
        self.outline = Outline::Circle;
        self
    }
}

/// A place where cards are dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct CardPlace {
    /// Whose cards they are: `dealer`, `box 3`, `banker`, `common`, `hand`.
    pub what: String,
    /// The seat in the rules, if it is always the same.
    pub seat: Option<u8>,
    /// The centre of the first card.
    pub at: (f64, f64),
    /// The width and height of a card.
    pub card: (f64, f64),
}

impl CardPlace {
    pub(super) fn new(what: impl Into<String>, seat: Option<u8>, at: (f64, f64), card: (f64, f64)) -> Self {
        Self { what: what.into(), seat, at, card }
    }
}
