//! Whether bets may be made, and what the dealer has announced.

/// The state of betting in one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Betting {
    pub(super) open: bool,
    pub(super) placed: bool,
    pub(super) finals: bool,
    /// The number of times that betting has opened.
    pub(super) period: u32,
}

impl Default for Betting {
    fn default() -> Self {
        Self { open: true, placed: false, finals: false, period: 1 }
    }
}

impl Betting {
    /// Whether bets may be made.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Whether `place your bets` has been announced in this hand.
    pub const fn is_placed(&self) -> bool {
        self.placed
    }

    /// Whether `final bets` has been announced in this hand.
    pub const fn is_final(&self) -> bool {
        self.finals
    }

    /// Opens betting again.
    pub(super) const fn reopen(&mut self) {
        *self = Self { open: true, placed: false, finals: false, period: self.period + 1 };
    }

    pub(super) const fn close(&mut self) {
        self.open = false;
    }
}
