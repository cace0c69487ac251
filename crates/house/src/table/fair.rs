//! Fair dealing at an automatic table: a chain of seeds, a commitment before betting, the players' seeds, what falls from
//! them, and the seed revealed (docs/fairness.md).
//!
//! What the house must not show yet stands in the journal sealed. Nothing of it is kept anywhere else, so that another
//! process with the house key goes on where this one stopped.

use std::collections::BTreeMap;

use croupier_fair::{
    Chain, Closed, Committed, Device, Digest, Keyring, Opening, Outcome, Packs as Pack, PlayerSeeds, Sealed,
    Seed, Terms,
};
use croupier_kit::{Card, Pocket, Rank, Shoe, Suit, Wheel};
use croupier_rules::notation::Act;
use croupier_rules::table::CardSource;

use super::deal::Chance;
use super::sitting::Sitting;
use crate::event::{DealtFrom, Event};
use crate::ids::PersonId;
use crate::refusal::{Code, Refusal};

/// The links of a chain. A table that uses them up opens another chain.
pub const LINKS: u32 = 4096;

/// What keeps the secrets of fair dealing; it comes from outside, as chance does.
pub trait Vault {
    /// The last seed of a new chain: 256 bits of a cryptographic source.
    fn secret(&mut self) -> Seed;
    /// 24 bytes of the same, never used before.
    fn nonce(&mut self) -> [u8; 24];
    /// The keys of the house.
    fn keyring(&self) -> &Keyring;
}

/// The chain of a table, and the link it is at.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// What was published when the chain was opened.
    pub opening: Opening,
    /// The last link that was committed to; 0 before the first.
    pub link: u32,
    /// The round or shoe that is bound to that link and not over.
    pub bound: Option<Bound>,
    last: Sealed,
    /// What the next link must lead back to: the seed that was revealed last, or the anchor.
    before: Digest,
    /// Made again from the sealed last seed where it is not at hand.
    chain: Option<Chain>,
}

/// A player with the seed he gave.
pub type Given = (PersonId, Box<[u8]>);

/// A round or shoe that is bound to a link.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What was settled.
    pub terms: Terms,
    /// What was published before betting.
    pub commitment: Digest,
    /// The players' seeds and the receipt, once they are closed.
    pub closed: Option<(Vec<Given>, Digest)>,
    seed: Sealed,
    /// What has fallen, to be held against the seed when it is revealed.
    fell: Fell,
}

#[derive(Clone, Debug, Default)]
struct Fell {
    cards: Vec<Card>,
    other: Option<Box<str>>,
}

/// What falls under a closed round: chance that has been settled.
pub(crate) struct Drawn {
    closed: Closed,
    outcome: Outcome,
}

impl Drawn {
    fn seed(&self) -> Seed {
        self.closed.clone().reveal().seed
    }
}

impl Chance for Drawn {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        // The wheel of the commitment is the wheel of the table: a pocket is what it gives.
        if let Outcome::Pocket(pocket) = self.outcome { pocket } else { wheel.order()[0] }
    }

    fn dice(&mut self) -> [u32; 2] {
        let Outcome::Throw(throw) = self.outcome else { return [1, 1] };
        let (first, second) = throw.sides();
        [first.into(), second.into()]
    }

    fn card(&mut self, packs: u8, left: &Shoe) -> Card {
        let dealt = (u32::from(packs) * 52).saturating_sub(left.len()) as usize;
        let cards: &[Card] = if let Outcome::Shoe { cards, .. } = &self.outcome { cards } else { &[] };
        cards.get(dealt).copied().unwrap_or(Card::new(Rank::Two, Suit::Clubs))
    }

    fn cut_at(&mut self, packs: u8) -> u32 {
        let all = u32::from(packs) * 52;
        if let Outcome::Shoe { cut: Some(cut), .. } = self.outcome {
            all - u32::from(cut).min(all)
        } else {
            0
        }
    }
}

impl Dealing {
    fn opened(opening: Opening, last: Sealed) -> Self {
        let before = opening.anchor;
        Self { opening, link: 0, bound: None, last, before, chain: None }
    }

    fn chain(&mut self, keys: &Keyring) -> Result<&Chain, Refusal> {
        if self.chain.is_none() {
            let links = self.opening.links;
            let last = keys.open(&self.opening, links, &self.last).map_err(sealed)?;
            let chain = Chain::open(self.opening.table.clone(), links, last).map_err(sealed)?;
            if *chain.opening() != self.opening {
                return Err(sealed("the chain does not lead to its anchor"));
            }
            self.chain = Some(chain);
        }
        self.chain.as_ref().ok_or_else(|| sealed("no chain"))
    }
}

/// The names by which a chain and a round are known in proofs.
pub(crate) struct Names {
    pub(crate) table: String,
    pub(crate) round: u64,
}

impl Sitting<'_> {
    /// A chain is opened: its anchor settles the seeds of all rounds to come.
    pub(crate) fn open_chain(&mut self, table: &str, vault: &mut dyn Vault) -> Result<Event, Refusal> {
        let (secret, nonce) = (vault.secret(), vault.nonce());
        let chain = Chain::open(table.parse().map_err(sealed)?, LINKS, secret.clone()).map_err(sealed)?;
        let opening = chain.opening().clone();
        let last = vault.keyring().seal(&opening, LINKS, &secret, nonce).map_err(sealed)?;
        let event = Event::ChainOpened {
            table: table.into(),
            links: LINKS,
            anchor: *opening.anchor.as_bytes(),
            sealed: Box::from(last.to_bytes()),
        };
        self.take_fair(&event)?;
        if let Some(dealing) = &mut self.dealing {
            dealing.chain = Some(chain);
        }
        Ok(event)
    }

    /// Before betting: the house binds itself to the next link, unless the shoe is bound to one already.
    pub(crate) fn bind(&mut self, names: &Names, vault: &mut dyn Vault) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        if self.dealing.as_ref().is_none_or(|dealing| dealing.link == LINKS && dealing.bound.is_none()) {
            events.push(self.open_chain(&names.table, vault)?);
        }
        let device = self.device();
        let (Some(device), Some(dealing)) = (device, &mut self.dealing) else { return Ok(events) };
        if dealing.bound.is_some() {
            return Ok(events);
        }
        let link = dealing.link + 1;
        let what = if matches!(self.rules.shoe().0, CardSource::Shoe(_)) { "shoe" } else { "round" };
        let round: Box<str> = format!("{what}-{}", names.round).into();
        let id = round.parse().map_err(sealed)?;
        let nonce = vault.nonce();
        let opening = dealing.opening.clone();
        let chain = dealing.chain(vault.keyring())?;
        let seed = chain.seed(link).map_err(sealed)?;
        let told = DealtFrom::of(&device);
        let committed =
            Committed::new(Terms { opening: opening.clone(), link, round: id, device }, seed.clone());
        let seed = vault.keyring().seal(&opening, link, &seed, nonce).map_err(sealed)?;
        let commitment = *committed.commitment().as_bytes();
        let event =
            Event::Committed { link, round, device: told, commitment, sealed: Box::from(seed.to_bytes()) };
        self.take_fair(&event)?;
        events.push(event);
        Ok(events)
    }

    /// What decides a round at this table.
    fn device(&self) -> Option<Device> {
        if let Some(wheel) = self.rules.wheel() {
            return Some(Device::Wheel(wheel.clone()));
        }
        if self.rules.throws_dice() {
            return Some(Device::Dice);
        }
        let packs = match self.rules.shoe().0 {
            CardSource::None => return None,
            CardSource::Shoe(packs) => Pack::new(packs, Some(cut_range(packs))),
            CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => Pack::new(packs, None),
        };
        packs.ok().map(Device::Shoe)
    }

    /// Bets are closed, and with them the players' seeds; what falls is settled. Nothing where they are closed already.
    pub(crate) fn close_seeds(
        &mut self,
        seeds: &BTreeMap<PersonId, Box<[u8]>>,
    ) -> Result<Option<Event>, Refusal> {
        let Some(bound) = self.dealing.as_ref().and_then(|dealing| dealing.bound.as_ref()) else {
            return Ok(None);
        };
        if bound.closed.is_some() {
            return Ok(None);
        }
        let players: Vec<Given> = seeds
            .iter()
            .take(croupier_fair::PLAYER_SEEDS_MAX)
            .map(|(person, seed)| (*person, seed.clone()))
            .collect();
        let receipt = *croupier_fair::receipt(&bound.commitment, &seated(&players)?).as_bytes();
        let event = Event::SeedsClosed { players, receipt };
        self.take_fair(&event)?;
        Ok(Some(event))
    }

    /// What falls in a round whose seeds are closed; `None` at a table without a chain.
    pub(crate) fn drawn(&self, chance: &mut dyn Chance) -> Result<Option<Drawn>, Refusal> {
        let Some(bound) = self.dealing.as_ref().and_then(|dealing| dealing.bound.as_ref()) else {
            return Ok(None);
        };
        let Some((players, _)) = &bound.closed else { return Ok(None) };
        let vault = chance.vault().ok_or_else(no_key)?;
        let terms = bound.terms.clone();
        let seed = vault.keyring().open(&terms.opening, terms.link, &bound.seed).map_err(sealed)?;
        let committed = Committed::new(terms, seed);
        if committed.commitment() != bound.commitment {
            return Err(sealed("the sealed seed is not the one that was committed to"));
        }
        let closed = committed.close(seated(players)?);
        let outcome = closed.outcome();
        Ok(Some(Drawn { closed, outcome }))
    }

    /// Reveals the seed where the round or the shoe is over.
    pub(crate) fn reveal_when_over(&mut self, drawn: Option<&Drawn>) -> Result<Option<Event>, Refusal> {
        let over = self.rules.is_over() || (self.rules.turn().is_none() && self.rules.betting().is_open());
        let (packs, shoe) = self.rules.shoe();
        let goes_on = matches!(packs, CardSource::Shoe(_)) && !shoe.is_spent();
        match drawn {
            Some(drawn) if over && !goes_on => self.reveal_seed(&drawn.seed()).map(Some),
            _ => Ok(None),
        }
    }

    /// The round or shoe is given up: whatever it is bound to is closed and revealed, and never used again.
    pub(crate) fn let_go(
        &mut self,
        seeds: &BTreeMap<PersonId, Box<[u8]>>,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events: Vec<Event> = self.close_seeds(seeds)?.into_iter().collect();
        if let Some(drawn) = self.drawn(chance)? {
            events.push(self.reveal_seed(&drawn.seed())?);
        }
        Ok(events)
    }

    fn reveal_seed(&mut self, seed: &Seed) -> Result<Event, Refusal> {
        let link = self.dealing.as_ref().map_or(0, |dealing| dealing.link);
        let event = Event::SeedRevealed { link, seed: *seed.reveal() };
        self.take_fair(&event)?;
        Ok(event)
    }

    /// Notes what fell.
    pub(super) fn note_fall(&mut self, act: &Act) {
        let Some(bound) = self.dealing.as_mut().and_then(|dealing| dealing.bound.as_mut()) else { return };
        match act {
            Act::Cards(cards) => bound.fell.cards.extend(cards),
            Act::Ball(_) | Act::Dice(_) => bound.fell.other = Some(act.to_string().into()),
            _ => {}
        }
    }

    /// Takes an event of fair dealing up, whether it has just come about or is read again. What is revealed is held
    /// against all that was promised and all that fell.
    pub(crate) fn take_fair(&mut self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::ChainOpened { table, links, anchor, sealed: last } => {
                let (table, anchor) = (table.parse().map_err(sealed)?, Digest::new(*anchor));
                let opening = Opening { table, links: *links, anchor };
                let last = Sealed::from_bytes(last).map_err(sealed)?;
                self.dealing = Some(Dealing::opened(opening, last));
                return Ok(());
            }
            Event::Committed { link, round, device, commitment, sealed: seed } => {
                let dealing = self.dealing.as_mut().ok_or_else(|| sealed("no chain"))?;
                if *link != dealing.link + 1 || dealing.bound.is_some() {
                    return Err(sealed(format!("link {link} is not the next")));
                }
                let device = device.device().ok_or_else(|| sealed("no such device"))?;
                let round = round.parse().map_err(sealed)?;
                let terms = Terms { opening: dealing.opening.clone(), link: *link, round, device };
                let seed = Sealed::from_bytes(seed).map_err(sealed)?;
                let (commitment, fell) = (Digest::new(*commitment), Fell::default());
                dealing.link = *link;
                dealing.bound = Some(Bound { terms, commitment, closed: None, seed, fell });
                return Ok(());
            }
            _ => {}
        }
        let dealing = self.dealing.as_mut().ok_or_else(|| sealed("no chain"))?;
        let bound = dealing.bound.as_mut().ok_or_else(|| sealed("nothing is committed to"))?;
        match event {
            Event::SeedsClosed { players, receipt } => {
                let receipt = Digest::new(*receipt);
                let due = croupier_fair::receipt(&bound.commitment, &seated(players)?);
                if due != receipt || bound.closed.is_some() {
                    return Err(sealed("the receipt does not follow from the players' seeds"));
                }
                bound.closed = Some((players.clone(), receipt));
            }
            Event::SeedRevealed { seed, .. } => {
                check_revealed(bound, &dealing.before, Seed::new(*seed))?;
                (dealing.before, dealing.bound) = (Digest::new(*seed), None);
            }
            _ => {}
        }
        Ok(())
    }
}

/// What is revealed keeps what was promised, and what fell follows from it.
fn check_revealed(bound: &Bound, before: &Digest, seed: Seed) -> Result<(), Refusal> {
    let Some((players, _)) = &bound.closed else { return Err(sealed("the seeds are not closed")) };
    let terms = &bound.terms;
    if terms.opening.before(terms.link, &seed) != *before {
        return Err(sealed("the seed is not the next of its chain"));
    }
    let committed = Committed::new(terms.clone(), seed);
    if committed.commitment() != bound.commitment {
        return Err(sealed("the seed is not the one that was committed to"));
    }
    let fell = &bound.fell;
    let same = match &committed.close(seated(players)?).outcome() {
        Outcome::Pocket(pocket) => fell.other.as_deref().is_none_or(|told| *told == format!("ball {pocket}")),
        Outcome::Throw(throw) => {
            let (first, second) = throw.sides();
            fell.other.as_deref().is_none_or(|told| *told == format!("dice {first} {second}"))
        }
        Outcome::Shoe { cards, .. } => cards.starts_with(&fell.cards),
    };
    if same { Ok(()) } else { Err(sealed("something else fell than the seed says")) }
}

/// The players' seeds by seat: those who gave one, in the order of their numbers.
pub(crate) fn seated(players: &[Given]) -> Result<PlayerSeeds, Refusal> {
    PlayerSeeds::new((1..).zip(players).map(|(seat, (_, seed))| (seat, seed.to_vec()))).map_err(sealed)
}

/// A pack to two packs lie behind the cutting card; of one or two packs all, so that they are shuffled for every round
/// and hold enough for every box.
const fn cut_range(packs: u8) -> (u16, u16) {
    if packs <= 2 { (0, 0) } else { ((packs as u16 - 2) * 52, (packs as u16 - 1) * 52) }
}

pub(crate) fn no_key() -> Refusal {
    Refusal::order("the seeds of this table are sealed", "the house key opens them")
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as they come")]
fn sealed(why: impl ToString) -> Refusal {
    Refusal::new(Code::Order, why.to_string(), "fair dealing as it was promised")
}
