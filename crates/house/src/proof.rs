//! What a table shows of its fair dealing: what was promised while it is played, and the proof when it is over.

use croupier_fair::{Committed, Device, Digest, Opening, Proof, Seed, Terms};
use serde::Serialize;

use crate::event::{DealtFrom, Event};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::refusal::{Code, Refusal};
use crate::table::LinkPlace;
use crate::table::fair::seated;

/// What a table has promised so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenFair {
    /// The table, as proofs call it.
    pub table: String,
    /// What the first link of its chain leads back to.
    pub anchor: String,
    /// How many links the chain has.
    pub links: u32,
    /// The link of this round or shoe, or the last there was.
    pub link: u32,
    /// The round or shoe that is bound to it; nothing between rounds.
    pub round: Option<String>,
    /// What was published before betting.
    pub commitment: Option<String>,
    /// What decides it, in words.
    pub device: Option<String>,
    /// What was published when the players' seeds were closed.
    pub receipt: Option<String>,
    /// The players' seeds that count, by seat.
    pub players: Vec<SeenSeed>,
    /// The seed this person has given, for the next closing.
    pub my_seed: Option<String>,
}

/// The seed of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenSeed {
    /// His seat in the proof.
    pub seat: u16,
    /// Who.
    pub handle: Box<str>,
    /// The bytes in hexadecimal.
    pub seed: String,
}

impl House<'_> {
    /// What a table has promised.
    ///
    /// # Errors
    /// When there is no such table, or it is not dealt from a chain.
    pub fn fair(&self, id: TableId, person: Option<PersonId>) -> Result<SeenFair, Refusal> {
        let table = self.table(id)?;
        let dealing = table.open()?.dealing.as_ref();
        let dealing = dealing.ok_or_else(|| Refusal::unknown("chain of seeds at this table"))?;
        let bound = dealing.bound.as_ref();
        let closed = bound.and_then(|bound| bound.closed.as_ref());
        let seeds = closed.map(|(players, _)| self.seeds(players)).transpose()?;
        let mine = person.and_then(|person| table.seeds.get(&person));
        Ok(SeenFair {
            table: dealing.opening.table.to_string(),
            anchor: dealing.opening.anchor.to_string(),
            links: dealing.opening.links,
            link: dealing.link,
            round: bound.map(|bound| bound.terms.round.to_string()),
            commitment: bound.map(|bound| bound.commitment.to_string()),
            device: bound.map(|bound| told(&bound.terms.device)),
            receipt: closed.map(|(_, receipt)| receipt.to_string()),
            players: seeds.unwrap_or_default(),
            my_seed: mine.map(|seed| String::from_utf8_lossy(seed).into_owned()),
        })
    }

    fn seeds(&self, players: &[(PersonId, Box<[u8]>)]) -> Result<Vec<SeenSeed>, Refusal> {
        let seeds = seated(players)?;
        let named = seeds.iter().zip(players);
        Ok(named
            .map(|(seed, (person, _))| SeenSeed {
                seat: seed.seat(),
                handle: self.name_of(*person).into(),
                seed: seed.hex(),
            })
            .collect())
    }

    /// Where the link of a round stands in the journal of its table.
    ///
    /// # Errors
    /// When there was no such round, it was not dealt from a chain, or its seed is not revealed yet.
    pub fn link_of(&self, id: TableId, round: u64) -> Result<LinkPlace, Refusal> {
        let table = self.table(id)?;
        let after = table.links.partition_point(|link| link.round <= round);
        let link = after.checked_sub(1).and_then(|place| table.links.get(place));
        match link.filter(|_| round > 0 && round <= table.rounds) {
            None => Err(Refusal::unknown(format!("proof of round {round} of this table"))),
            Some(link) if link.revealed == 0 => Err(Refusal::order(
                "the seed is not revealed yet",
                "it is when the round or the shoe is over",
            )),
            Some(link) => Ok(*link),
        }
    }
}

/// What decides a round, in words.
fn told(device: &Device) -> String {
    match device {
        Device::Wheel(wheel) => format!("a wheel of {} pockets", wheel.order().len()),
        Device::Dice => "two dice".to_owned(),
        Device::Shoe(packs) if packs.count() == 1 => "one pack, shuffled".to_owned(),
        Device::Shoe(packs) => format!("{} packs, shuffled", packs.count()),
    }
}

/// The proof of a link from the four events of the journal that tell it, in order; see [`House::link_of`].
///
/// # Errors
/// When they are others.
pub fn proof(events: [&Event; 4]) -> Result<Proof, Refusal> {
    let no = || Refusal::new(Code::Malformed, "other events than tell a link", "those of one link");
    let [
        Event::ChainOpened { table, links, anchor, .. },
        Event::Committed { link, round, device, commitment, .. },
        Event::SeedsClosed { players, receipt },
        Event::SeedRevealed { seed, .. },
    ] = events
    else {
        return Err(no());
    };
    let (table, round) = (table.parse().map_err(|_| no())?, round.parse().map_err(|_| no())?);
    let opening = Opening { table, links: *links, anchor: Digest::new(*anchor) };
    let device = DealtFrom::device(device).ok_or_else(no)?;
    let terms = Terms { opening, link: *link, round, device };
    let mut proof = Committed::new(terms, Seed::new(*seed)).close(seated(players)?).reveal();
    // What was published, not what should have been: a verifier finds out.
    (proof.commitment, proof.receipt) = (Digest::new(*commitment), Digest::new(*receipt));
    Ok(proof)
}
