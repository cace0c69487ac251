//! A source of outcomes while automatic tables must not deal.

use croupier_house::table::{OutcomeSource, Vault};
use croupier_kit::{Card, Pocket, Shoe, Wheel};

/// A source whose seeds must not be used, for a reason.
pub(crate) struct HeldChance<'a> {
    /// The source.
    pub(crate) inner: &'a mut dyn OutcomeSource,
    /// The reason.
    pub(crate) why: &'a str,
}

impl OutcomeSource for HeldChance<'_> {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.inner.ball(wheel)
    }

    fn dice(&mut self) -> [u32; 2] {
        self.inner.dice()
    }

    fn card(&mut self, packs: u8, left: &Shoe) -> Card {
        self.inner.card(packs, left)
    }

    fn salt(&mut self) -> [u8; 16] {
        self.inner.salt()
    }

    fn held(&self) -> Option<&str> {
        Some(self.why)
    }

    fn vault(&mut self) -> Option<&mut dyn Vault> {
        None
    }
}
