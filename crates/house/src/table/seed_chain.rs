//! The seed chain of an automatic table: the link in use, the commitment, and the check of every reveal.
//!
//! Secrets that must not be published yet are sealed in the journal and stored nowhere else. Another process that has
//! the house key can therefore continue in the middle of a shoe.

use std::fmt;
use std::sync::{Arc, OnceLock};

use croupier_fair::{
    Chain, Committed, DeviceOutcome, Digest, Keyring, Opening, PlayerSeeds, RoundTerms, Sealed, Seed,
};
use croupier_kit::Card;
use croupier_rules::notation::Act;

use crate::event::Event;
use crate::ids::PersonId;
use crate::rejection::{Rejection, RejectionCode};

/// The number of links of a chain. A table that has used all links opens a new chain.
pub const LINKS: u32 = 4096;

/// The chain of a table, and its current link.
#[derive(Clone, Debug)]
pub struct ChainState {
    /// The data published when the chain was opened.
    pub opening: Opening,
    /// The last link that was committed to; 0 before the first.
    pub link: u32,
    /// The round or shoe that uses this link, until it is over.
    pub committed: Option<CommittedRound>,
    /// The sealed last seed of the chain.
    pub(crate) last: Sealed,
    /// The digest that the next seed must hash to: the last revealed seed, or the anchor.
    pub(crate) before: Digest,
    /// A cache, shared by all copies of this state: it follows from the sealed last seed alone.
    pub(crate) chain: Arc<OnceLock<Chain>>,
}

/// A player and that player's seed.
pub type GivenSeed = (PersonId, Box<[u8]>);

/// A round or shoe that the house has committed to.
#[derive(Clone, Debug)]
pub struct CommittedRound {
    /// The terms that the commitment covers.
    pub terms: RoundTerms,
    /// The commitment, published before betting.
    pub commitment: Digest,
    /// The players' seeds and the receipt, once they are closed.
    pub closed: Option<(Vec<GivenSeed>, Digest)>,
    /// The seed of the link.
    pub(crate) seed: Sealed,
    pub(crate) dealt: DealtOutcomes,
}

/// The outcomes dealt so far. They are checked against the seed when it is revealed.
#[derive(Clone, Debug, Default)]
pub(crate) struct DealtOutcomes {
    pub(crate) cards: Vec<Card>,
    /// The line of the record with the ball or the dice.
    pub(crate) line: Option<Box<str>>,
}

impl ChainState {
    /// The chain that an event opens.
    fn opened(event: &Event) -> Result<Self, Rejection> {
        let Event::ChainOpened { table, links, anchor, sealed } = event else {
            return Err(broken("no chain"));
        };
        let (table, anchor) = (table.parse().map_err(broken)?, Digest::new(*anchor));
        let last = Sealed::from_bytes(sealed).map_err(broken)?;
        let opening = Opening { table, links: *links, anchor };
        Ok(Self { opening, link: 0, committed: None, last, before: anchor, chain: Arc::default() })
    }

    /// The seeds of the chain. The keys are checked every time, also when the chain is cached.
    pub(super) fn chain(&self, keys: &Keyring) -> Result<&Chain, Rejection> {
        let links = self.opening.links;
        let last = keys.open(&self.opening, links, &self.last).map_err(broken)?;
        if self.chain.get().is_none() {
            let chain = Chain::open(self.opening.table.clone(), links, last).map_err(broken)?;
            if *chain.opening() != self.opening {
                return Err(broken("the chain does not lead to its anchor"));
            }
            drop(self.chain.set(chain));
        }
        self.chain.get().ok_or_else(|| broken("no chain"))
    }

    fn commit(&mut self, event: &Event) -> Result<(), Rejection> {
        let Event::Committed { link, round, device, commitment, sealed } = event else { return Ok(()) };
        if *link != self.link + 1 || self.committed.is_some() {
            return Err(broken(format!("link {link} is not the next")));
        }
        let device = device.device().ok_or_else(|| broken("no such device"))?;
        let round = round.parse().map_err(broken)?;
        let terms = RoundTerms { opening: self.opening.clone(), link: *link, round, device };
        let seed = Sealed::from_bytes(sealed).map_err(broken)?;
        let (commitment, dealt) = (Digest::new(*commitment), DealtOutcomes::default());
        self.link = *link;
        self.committed = Some(CommittedRound { terms, commitment, closed: None, seed, dealt });
        Ok(())
    }

    fn reveal(&mut self, seed: [u8; 32]) -> Result<(), Rejection> {
        let committed = self.committed.as_ref().ok_or_else(|| broken("nothing is committed to"))?;
        committed.check_revealed(&self.before, Seed::new(seed))?;
        (self.before, self.committed) = (Digest::new(seed), None);
        Ok(())
    }

    /// Notes a revealed seed without a check.
    pub(super) fn note_revealed(&mut self, seed: [u8; 32]) {
        (self.before, self.committed) = (Digest::new(seed), None);
    }

    /// Notes the outcome that an act dealt.
    pub(super) fn note_dealt(&mut self, act: &Act) {
        let Some(committed) = &mut self.committed else { return };
        match act {
            Act::Cards(cards) => committed.dealt.cards.extend(cards),
            Act::Ball(_) | Act::Dice(_) => committed.dealt.line = Some(act.to_string().into()),
            _ => {}
        }
    }
}

impl CommittedRound {
    fn close(&mut self, players: &[GivenSeed], receipt: [u8; 32]) -> Result<(), Rejection> {
        let receipt = Digest::new(receipt);
        let due = croupier_fair::receipt(&self.commitment, &by_seat(players)?);
        if due != receipt || self.closed.is_some() {
            return Err(broken("the receipt does not follow from the players' seeds"));
        }
        self.closed = Some((players.to_vec(), receipt));
        Ok(())
    }

    /// Checks that the revealed seed is the next one of the chain, is the committed one, and gives the outcomes
    /// dealt.
    fn check_revealed(&self, before: &Digest, seed: Seed) -> Result<(), Rejection> {
        let Some((players, _)) = &self.closed else { return Err(broken("the seeds are not closed")) };
        let terms = &self.terms;
        if terms.opening.before(terms.link, &seed) != *before {
            return Err(broken("the seed is not the next of its chain"));
        }
        let committed = Committed::new(terms.clone(), seed);
        if committed.commitment() != self.commitment {
            return Err(broken("the seed is not the one that was committed to"));
        }
        if self.dealt.agrees_with(&committed.close(by_seat(players)?).outcome()) {
            Ok(())
        } else {
            Err(broken("the seed gives another outcome than was dealt"))
        }
    }
}

impl DealtOutcomes {
    fn agrees_with(&self, outcome: &DeviceOutcome) -> bool {
        let line =
            |line: fmt::Arguments<'_>| self.line.as_deref().is_none_or(|dealt| *dealt == line.to_string());
        match outcome {
            DeviceOutcome::Pocket(pocket) => line(format_args!("ball {pocket}")),
            DeviceOutcome::Throw(throw) => {
                let (first, second) = throw.sides();
                line(format_args!("dice {first} {second}"))
            }
            DeviceOutcome::Shoe { cards, .. } => cards.starts_with(&self.cards),
        }
    }
}

/// Applies an event of fair dealing, whether it is new or replayed.
///
/// # Errors
/// When the event does not follow from those before it.
pub(super) fn apply(state: &mut Option<ChainState>, event: &Event) -> Result<(), Rejection> {
    if let Event::ChainOpened { .. } = event {
        *state = Some(ChainState::opened(event)?);
        return Ok(());
    }
    if let Event::ChainRetired { .. } = event {
        return state.take().map(drop).ok_or_else(|| broken("no chain"));
    }
    let state = state.as_mut().ok_or_else(|| broken("no chain"))?;
    match event {
        Event::Committed { .. } => state.commit(event),
        Event::SeedsClosed { players, receipt } => {
            let committed = state.committed.as_mut().ok_or_else(|| broken("nothing is committed to"))?;
            committed.close(players, *receipt)
        }
        Event::SeedRevealed { seed, .. } => state.reveal(*seed),
        _ => Ok(()),
    }
}

/// The players' seeds by seat: players who gave a seed, in the order of their numbers.
pub(crate) fn by_seat(players: &[GivenSeed]) -> Result<PlayerSeeds, Rejection> {
    PlayerSeeds::new((1..).zip(players).map(|(seat, (_, seed))| (seat, seed.to_vec()))).map_err(broken)
}

/// The rejection when the house key is missing.
pub(crate) fn no_key() -> Rejection {
    Rejection::order("the seeds of this table are sealed", "the server needs the house key to open them")
}

/// The rejection when automatic tables must not deal.
pub(crate) fn held(why: &str) -> Rejection {
    Rejection::order(
        format!("automatic tables do not deal: {why}"),
        "wait until they deal again; two people can void the round or close the table",
    )
}

/// The rejection when the chain does not match what was published.
#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
pub(super) fn broken(why: impl ToString) -> Rejection {
    Rejection::new(
        RejectionCode::Order,
        why.to_string(),
        "the table must deal from its published chain of seeds",
    )
}
