//! The seed chain of an automatic table as it is stored. Its secrets are sealed, as in the journal.

use std::sync::Arc;

use croupier_fair::{Digest, Opening, RoundTerms, Sealed};
use croupier_kit::Card;
use serde::{Deserialize, Serialize};

use super::error::SnapshotError;
use crate::event::DeviceRecord;
use crate::journal::Hash;
use crate::table::{ChainState, CommittedRound, DealtOutcomes, GivenSeed};

/// A seed chain. The seeds themselves can be computed again from the sealed last one.
#[derive(Serialize, Deserialize)]
pub(super) struct ChainSnapshot {
    table: Box<str>,
    links: u32,
    anchor: Hash,
    link: u32,
    committed: Option<CommittedSnapshot>,
    last: Box<[u8]>,
    before: Hash,
}

#[derive(Serialize, Deserialize)]
struct CommittedSnapshot {
    round: Box<str>,
    device: DeviceRecord,
    commitment: Hash,
    closed: Option<(Vec<GivenSeed>, Hash)>,
    seed: Box<[u8]>,
    /// The cards dealt, as places in a sorted pack.
    cards: Vec<u8>,
    line: Option<Box<str>>,
}

impl ChainSnapshot {
    pub(super) fn of(state: &ChainState) -> Self {
        let ChainState { opening, link, committed, last, before, chain: _ } = state;
        let Opening { table, links, anchor } = opening;
        Self {
            table: table.as_str().into(),
            links: *links,
            anchor: *anchor.as_bytes(),
            link: *link,
            committed: committed.as_ref().map(CommittedSnapshot::of),
            last: Box::from(last.to_bytes()),
            before: *before.as_bytes(),
        }
    }

    pub(super) fn restore(self) -> Result<ChainState, SnapshotError> {
        let table = self.table.parse().map_err(SnapshotError::contradiction)?;
        let opening = Opening { table, links: self.links, anchor: Digest::new(self.anchor) };
        if self.link > self.links {
            return Err(SnapshotError::contradiction("the seed chain has no such link"));
        }
        let committed = self.committed.map(|committed| committed.restore(&opening, self.link)).transpose()?;
        Ok(ChainState {
            opening,
            link: self.link,
            committed,
            last: sealed(&self.last)?,
            before: Digest::new(self.before),
            chain: Arc::default(),
        })
    }
}

impl CommittedSnapshot {
    fn of(committed: &CommittedRound) -> Self {
        let CommittedRound { terms, commitment, closed, seed, dealt } = committed;
        // The chain and the link are those of the table.
        let RoundTerms { opening: _, link: _, round, device } = terms;
        let DealtOutcomes { cards, line } = dealt;
        let closed = closed.as_ref().map(|(players, receipt)| (players.clone(), *receipt.as_bytes()));
        Self {
            round: round.as_str().into(),
            device: DeviceRecord::of(device),
            commitment: *commitment.as_bytes(),
            closed,
            seed: Box::from(seed.to_bytes()),
            cards: cards.iter().map(|card| place_of(*card)).collect(),
            line: line.clone(),
        }
    }

    fn restore(self, opening: &Opening, link: u32) -> Result<CommittedRound, SnapshotError> {
        let round = self.round.parse().map_err(SnapshotError::contradiction)?;
        let device =
            self.device.device().ok_or_else(|| SnapshotError::contradiction("there is no such device"))?;
        let cards = self.cards.into_iter().map(card_at).collect::<Result<_, _>>()?;
        Ok(CommittedRound {
            terms: RoundTerms { opening: opening.clone(), link, round, device },
            commitment: Digest::new(self.commitment),
            closed: self.closed.map(|(players, receipt)| (players, Digest::new(receipt))),
            seed: sealed(&self.seed)?,
            dealt: DealtOutcomes { cards, line: self.line },
        })
    }
}

fn sealed(bytes: &[u8]) -> Result<Sealed, SnapshotError> {
    Sealed::from_bytes(bytes).map_err(SnapshotError::contradiction)
}

/// The place of a card in a sorted pack.
#[allow(clippy::cast_possible_truncation, reason = "a pack has 52 cards")]
pub(super) const fn place_of(card: Card) -> u8 {
    card.index() as u8
}

/// The card at a place of a sorted pack.
pub(super) fn card_at(place: u8) -> Result<Card, SnapshotError> {
    Card::at(usize::from(place)).ok_or_else(|| SnapshotError::contradiction("there is no such card"))
}
