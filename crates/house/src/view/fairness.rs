//! The fairness data of a table: everything published so far, and the proof of a finished round.

use croupier_fair::{Committed, Device, Digest, Opening, Proof, RoundTerms, Seed};
use serde::Serialize;

use crate::event::{DeviceRecord, Event};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{LinkPosition, by_seat};

/// Everything that a table has published so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FairnessView {
    /// The name of the table in proofs.
    pub table: String,
    /// The anchor of its chain.
    pub anchor: String,
    /// The number of links of the chain.
    pub links: u32,
    /// The link of the current round or shoe, or the last one.
    pub link: u32,
    /// The round or shoe that uses it; `None` between rounds.
    pub round: Option<String>,
    /// The commitment, published before betting.
    pub commitment: Option<String>,
    /// The device, in words.
    pub device: Option<String>,
    /// The receipt, published when the players' seeds were closed.
    pub receipt: Option<String>,
    /// The players' seeds, by seat.
    pub players: Vec<SeedView>,
    /// The seed that this person has given. It is used at the next closing of seeds.
    pub my_seed: Option<String>,
}

/// The seed of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeedView {
    /// The seat in the proof.
    pub seat: u16,
    /// The player.
    pub handle: Box<str>,
    /// The bytes in hexadecimal.
    pub seed: String,
}

impl House<'_> {
    /// Everything that a table has published.
    ///
    /// # Errors
    /// When there is no such table, or it has no seed chain.
    pub fn fair(&self, id: TableId, person: Option<PersonId>) -> Result<FairnessView, Rejection> {
        let table = self.table(id)?;
        let seed_chain = table.open()?.seed_chain.as_ref();
        let seed_chain = seed_chain.ok_or_else(|| Rejection::unknown("seed chain at this table"))?;
        let bound = seed_chain.committed.as_ref();
        let closed = bound.and_then(|bound| bound.closed.as_ref());
        let seeds = closed.map(|(players, _)| self.seeds(players)).transpose()?;
        let mine = person.and_then(|person| table.seeds.get(&person));
        Ok(FairnessView {
            table: seed_chain.opening.table.to_string(),
            anchor: seed_chain.opening.anchor.to_string(),
            links: seed_chain.opening.links,
            link: seed_chain.link,
            round: bound.map(|bound| bound.terms.round.to_string()),
            commitment: bound.map(|bound| bound.commitment.to_string()),
            device: bound.map(|bound| in_words(&bound.terms.device)),
            receipt: closed.map(|(_, receipt)| receipt.to_string()),
            players: seeds.unwrap_or_default(),
            my_seed: mine.map(|seed| String::from_utf8_lossy(seed).into_owned()),
        })
    }

    fn seeds(&self, players: &[(PersonId, Box<[u8]>)]) -> Result<Vec<SeedView>, Rejection> {
        let seeds = by_seat(players)?;
        let named = seeds.iter().zip(players);
        Ok(named
            .map(|(seed, (person, _))| SeedView {
                seat: seed.seat(),
                handle: self.name_of(*person).into(),
                seed: seed.hex(),
            })
            .collect())
    }

    /// The position of the link of a round in the journal of its table.
    ///
    /// # Errors
    /// When there was no such round, it is too long ago to be remembered, it was not dealt from a chain, or its seed has
    /// not been revealed yet.
    pub fn link_of(&self, id: TableId, round: u64) -> Result<LinkPosition, Rejection> {
        let table = self.table(id)?;
        let link = table.links.of_round(round);
        match link.filter(|_| round > 0 && round <= table.rounds) {
            None => Err(Rejection::unknown(format!("proof of round {round} of this table"))),
            Some(link) if link.revealed == 0 => Err(Rejection::order(
                "the seed is not revealed yet",
                "it will be when the round or the shoe is over",
            )),
            Some(link) => Ok(*link),
        }
    }
}

/// The device in words.
fn in_words(device: &Device) -> String {
    match device {
        Device::Wheel(wheel) => format!("a wheel of {} pockets", wheel.order().len()),
        Device::Dice => "two dice".to_owned(),
        Device::Shoe(packs) if packs.count() == 1 => "one pack, shuffled".to_owned(),
        Device::Shoe(packs) => format!("{} packs, shuffled", packs.count()),
    }
}

/// The proof of a link from its four events in the journal, in order; see [`House::link_of`].
///
/// # Errors
/// When they are not the events of one link.
pub fn link_proof(events: [&Event; 4]) -> Result<Proof, Rejection> {
    let no = || {
        Rejection::new(
            RejectionCode::Malformed,
            "these are not the events of one link",
            "see `House::link_of`",
        )
    };
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
    let device = DeviceRecord::device(device).ok_or_else(no)?;
    let terms = RoundTerms { opening, link: *link, round, device };
    let mut proof = Committed::new(terms, Seed::new(*seed)).close(by_seat(players)?).reveal();
    // The proof contains the published values, right or wrong: the verifier checks them.
    (proof.commitment, proof.receipt) = (Digest::new(*commitment), Digest::new(*receipt));
    Ok(proof)
}
