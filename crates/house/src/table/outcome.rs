//! Sources of outcomes and secrets. Both are passed in, so that this crate has no randomness of its own.

use croupier_fair::{Keyring, Opening, Seed};
use croupier_kit::{Card, Pocket, Shoe, Wheel};
use croupier_rules::table::usual_cut;

/// A source of outcomes. Outcomes are written to the journal, so that a replay needs no source.
pub trait OutcomeSource {
    /// The pocket in which the ball comes to rest.
    fn ball(&mut self, wheel: &Wheel) -> Pocket;
    /// The two numbers of a throw.
    fn dice(&mut self) -> [u32; 2];
    /// The next card of a shoe of `packs` packs; one of those in `left`.
    fn card(&mut self, packs: u8, left: &Shoe) -> Card;
    /// Called when the cards have been shuffled.
    fn shuffled(&mut self) {}
    /// The number of cards left in a shoe of `packs` packs when the cutting card comes.
    fn cut_at(&mut self, packs: u8) -> u32 {
        usual_cut(packs)
    }
    /// 16 bytes from a cryptographic source. They are written with an entry, so that its hash reveals nothing.
    fn salt(&mut self) -> [u8; 16];
    /// Why automatic tables must not deal, if they must not: for example, because the house key is missing.
    fn held(&self) -> Option<&str> {
        None
    }
    /// Where outcomes are those of a journal that is followed: the seed of a link, if its entries reveal it. `None` if
    /// outcomes are new.
    fn followed(&self, _: &Opening, _link: u32) -> Option<Option<Seed>> {
        None
    }
    /// The secrets of fair dealing; `None` if outcomes come directly from this source.
    fn vault(&mut self) -> Option<&mut dyn Vault> {
        None
    }
}

/// The secrets of fair dealing.
pub trait Vault {
    /// The last seed of a new chain: 256 bits from a cryptographic source.
    fn secret(&mut self) -> Seed;
    /// 24 bytes from the same source, never used before.
    fn nonce(&mut self) -> [u8; 24];
    /// The keys of the house.
    fn keyring(&self) -> &Keyring;
}
