//! Fair dealing at an automatic table: commit before betting, close the players' seeds, deal from all seeds, reveal
//! the seed of the house (docs/fairness.md).

use std::collections::BTreeMap;

use croupier_fair::{Chain, Closed, Committed, Device, DeviceOutcome, RoundTerms, Seed, ShoeSpec};
use croupier_kit::{Card, Pocket, Shoe, Wheel};
use croupier_rules::table::CardSource;

use super::live::LiveTable;
use super::outcome::{OutcomeSource, Vault};
use super::seed_chain::{self, CommittedRound, GivenSeed, LINKS, broken, by_seat, held, no_key};
use crate::event::{DeviceRecord, Event};
use crate::ids::PersonId;
use crate::rejection::Rejection;

/// The outcome of a round whose seeds are closed. It determines every ball, throw and card.
pub(crate) struct SettledOutcome {
    closed: Closed,
    outcome: DeviceOutcome,
}

impl SettledOutcome {
    fn seed(&self) -> Seed {
        self.closed.clone().reveal().seed
    }
}

/// Where the outcomes of a round come from.
pub(crate) enum DealSource<'a> {
    /// The seeds have settled them.
    Settled(&'a SettledOutcome),
    /// They are drawn from the source.
    Drawn(&'a mut dyn OutcomeSource),
}

impl<'a> DealSource<'a> {
    /// The outcome that the seeds have settled, or else the source itself.
    pub(crate) fn of(settled: Option<&'a SettledOutcome>, outcomes: &'a mut dyn OutcomeSource) -> Self {
        settled.map_or(Self::Drawn(outcomes), Self::Settled)
    }

    /// The pocket in which the ball comes to rest.
    pub(super) fn ball(&mut self, wheel: &Wheel) -> Result<Pocket, Rejection> {
        match self {
            Self::Drawn(source) => Ok(source.ball(wheel)),
            Self::Settled(SettledOutcome { outcome: DeviceOutcome::Pocket(pocket), .. }) => Ok(*pocket),
            Self::Settled(_) => Err(other_device()),
        }
    }

    /// The two numbers of a throw.
    pub(super) fn dice(&mut self) -> Result<[u32; 2], Rejection> {
        match self {
            Self::Drawn(source) => Ok(source.dice()),
            Self::Settled(SettledOutcome { outcome: DeviceOutcome::Throw(throw), .. }) => {
                let (first, second) = throw.sides();
                Ok([first.into(), second.into()])
            }
            Self::Settled(_) => Err(other_device()),
        }
    }

    /// The next card of a shoe.
    pub(super) fn card(&mut self, packs: u8, left: &Shoe) -> Result<Card, Rejection> {
        match self {
            Self::Drawn(source) => Ok(source.card(packs, left)),
            Self::Settled(SettledOutcome { outcome: DeviceOutcome::Shoe { cards, .. }, .. }) => {
                let dealt = (u32::from(packs) * 52).checked_sub(left.len());
                let card = dealt.and_then(|dealt| cards.get(dealt as usize).copied());
                card.ok_or_else(other_device)
            }
            Self::Settled(_) => Err(other_device()),
        }
    }

    /// The number of cards left in a shoe when the cutting card comes.
    pub(super) fn cut_at(&mut self, packs: u8) -> u32 {
        match self {
            Self::Drawn(source) => source.cut_at(packs),
            Self::Settled(SettledOutcome { outcome: DeviceOutcome::Shoe { cut: Some(cut), .. }, .. }) => {
                let all = u32::from(packs) * 52;
                all - u32::from(*cut).min(all)
            }
            Self::Settled(_) => 0,
        }
    }
}

/// The commitment names the device of the table, so that its outcome always fits.
fn other_device() -> Rejection {
    broken("the outcome is that of another device")
}

/// The names of a table and a round in proofs.
pub(crate) struct ProofNames {
    pub(crate) table: String,
    pub(crate) round: u64,
}

impl LiveTable<'_> {
    /// Opens a chain. Publishing its anchor fixes the seeds of all its future rounds.
    pub(crate) fn open_chain(&mut self, table: &str, vault: &mut dyn Vault) -> Result<Event, Rejection> {
        let (secret, nonce) = (vault.secret(), vault.nonce());
        let chain = Chain::open(table.parse().map_err(broken)?, LINKS, secret.clone()).map_err(broken)?;
        let opening = chain.opening().clone();
        let last = vault.keyring().seal(&opening, LINKS, &secret, nonce).map_err(broken)?;
        let event = Event::ChainOpened {
            table: table.into(),
            links: LINKS,
            anchor: *opening.anchor.as_bytes(),
            sealed: Box::from(last.to_bytes()),
        };
        self.apply_fair(&event)?;
        Ok(event)
    }

    /// Commits to the next link before betting. A shoe that already has a link continues with it.
    pub(crate) fn commit_to_link(
        &mut self,
        names: &ProofNames,
        vault: &mut dyn Vault,
    ) -> Result<Vec<Event>, Rejection> {
        let mut events = Vec::new();
        if self.seed_chain.as_ref().is_none_or(|state| state.link == LINKS && state.committed.is_none()) {
            events.push(self.open_chain(&names.table, vault)?);
        }
        let device = self.device();
        let (Some(device), Some(state)) = (device, &self.seed_chain) else { return Ok(events) };
        if state.committed.is_some() {
            return Ok(events);
        }
        let link = state.link + 1;
        let what = if matches!(self.rules.shoe().0, CardSource::Shoe(_)) { "shoe" } else { "round" };
        let round: Box<str> = format!("{what}-{}", names.round).into();
        let id = round.parse().map_err(broken)?;
        let nonce = vault.nonce();
        let opening = state.opening.clone();
        let chain = state.chain(vault.keyring())?;
        let seed = chain.seed(link).map_err(broken)?;
        let record = DeviceRecord::of(&device);
        let committed =
            Committed::new(RoundTerms { opening: opening.clone(), link, round: id, device }, seed.clone());
        let seed = vault.keyring().seal(&opening, link, &seed, nonce).map_err(broken)?;
        let commitment = *committed.commitment().as_bytes();
        let event =
            Event::Committed { link, round, device: record, commitment, sealed: Box::from(seed.to_bytes()) };
        self.apply_fair(&event)?;
        events.push(event);
        Ok(events)
    }

    fn committed_round(&self) -> Option<&CommittedRound> {
        self.seed_chain.as_ref().and_then(|state| state.committed.as_ref())
    }

    /// Applies an event of fair dealing, whether it is new or replayed.
    pub(crate) fn apply_fair(&mut self, event: &Event) -> Result<(), Rejection> {
        seed_chain::apply(&mut self.seed_chain, event)
    }

    /// The device that determines the rounds of this table.
    pub fn device(&self) -> Option<Device> {
        if let Some(wheel) = self.rules.wheel() {
            return Some(Device::Wheel(wheel.clone()));
        }
        if self.rules.throws_dice() {
            return Some(Device::Dice);
        }
        let packs = match self.rules.shoe().0 {
            CardSource::None => return None,
            CardSource::Shoe(packs) => ShoeSpec::new(packs, Some(cut_range(packs))),
            CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => ShoeSpec::new(packs, None),
        };
        packs.ok().map(Device::Shoe)
    }

    /// Closes the players' seeds when betting closes, which settles the outcome. Does nothing if they are closed
    /// already.
    pub(crate) fn close_seeds(
        &mut self,
        seeds: &BTreeMap<PersonId, Box<[u8]>>,
    ) -> Result<Option<Event>, Rejection> {
        let Some(round) = self.committed_round() else { return Ok(None) };
        if round.closed.is_some() {
            return Ok(None);
        }
        let players: Vec<GivenSeed> = seeds
            .iter()
            .take(croupier_fair::PLAYER_SEEDS_MAX)
            .map(|(person, seed)| (*person, seed.clone()))
            .collect();
        let receipt = *croupier_fair::receipt(&round.commitment, &by_seat(&players)?).as_bytes();
        let event = Event::SeedsClosed { players, receipt };
        self.apply_fair(&event)?;
        Ok(Some(event))
    }

    /// The outcome of a round whose seeds are closed; `None` at a table without a chain.
    pub(crate) fn settled_outcome(
        &self,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Option<SettledOutcome>, Rejection> {
        let Some(round) = self.committed_round() else { return Ok(None) };
        let Some((players, _)) = &round.closed else { return Ok(None) };
        if let Some(why) = outcomes.held() {
            return Err(held(why));
        }
        let terms = round.terms.clone();
        let seed = match outcomes.followed(&terms.opening, terms.link) {
            Some(Some(revealed)) => revealed,
            Some(None) => return Ok(None),
            None => {
                let vault = outcomes.vault().ok_or_else(no_key)?;
                vault.keyring().open(&terms.opening, terms.link, &round.seed).map_err(broken)?
            }
        };
        let committed = Committed::new(terms, seed);
        if committed.commitment() != round.commitment {
            return Err(broken("the sealed seed is not the one that was committed to"));
        }
        let closed = committed.close(by_seat(players)?);
        let outcome = closed.outcome();
        Ok(Some(SettledOutcome { closed, outcome }))
    }

    /// Whether nothing more is dealt from the link: the round or the shoe is over.
    fn is_dealt(&self) -> bool {
        let over = self.rules.is_over() || (self.rules.turn().is_none() && self.rules.betting().is_open());
        let (packs, shoe) = self.rules.shoe();
        let is_spent = !matches!(packs, CardSource::Shoe(_)) || shoe.is_spent();
        over && is_spent
    }

    /// Whether the seed of the round or shoe should have been revealed, and was not.
    pub fn owes_seed(&self) -> bool {
        self.committed_round().is_some_and(|round| round.closed.is_some()) && self.is_dealt()
    }

    /// Reveals the seed when the round or the shoe is over.
    pub(crate) fn reveal_when_over(
        &mut self,
        settled: Option<&SettledOutcome>,
    ) -> Result<Option<Event>, Rejection> {
        match settled {
            Some(settled) if self.is_dealt() => self.reveal_seed(&settled.seed()).map(Some),
            _ => Ok(None),
        }
    }

    /// Gives up the chain. A link that it has committed to is never revealed, and none is used again.
    pub(crate) fn retire_chain(&mut self, reason: &str) -> Result<Option<Event>, Rejection> {
        if self.seed_chain.is_none() {
            return Ok(None);
        }
        let event = Event::ChainRetired { reason: reason.into() };
        self.apply_fair(&event)?;
        Ok(Some(event))
    }

    /// Gives up the round or shoe: its link is closed, revealed and never used again. Without the house key it cannot
    /// be revealed, and the chain is given up.
    pub(crate) fn abandon_link(
        &mut self,
        seeds: &BTreeMap<PersonId, Box<[u8]>>,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<Event>, Rejection> {
        if let Some(why) = outcomes.held() {
            return Ok(self.retire_chain(why)?.into_iter().collect());
        }
        let mut events: Vec<Event> = self.close_seeds(seeds)?.into_iter().collect();
        if let Some(settled) = self.settled_outcome(outcomes)? {
            events.push(self.reveal_seed(&settled.seed())?);
        }
        Ok(events)
    }

    fn reveal_seed(&mut self, seed: &Seed) -> Result<Event, Rejection> {
        let link = self.seed_chain.as_ref().map_or(0, |state| state.link);
        let event = Event::SeedRevealed { link, seed: *seed.reveal() };
        self.apply_fair(&event)?;
        Ok(event)
    }
}

/// The range of the cutting card: one to two packs are behind it. With one or two packs, all cards are behind it:
/// they are shuffled for every round, so that there are always enough cards for every box.
const fn cut_range(packs: u8) -> (u16, u16) {
    if packs <= 2 { (0, 0) } else { ((packs as u16 - 2) * 52, (packs as u16 - 1) * 52) }
}
