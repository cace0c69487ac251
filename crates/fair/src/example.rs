//! Example proofs generated from a seed, for authors of verifiers.

use std::str::FromStr;

use croupier_kit::{Pocket, Wheel};

use crate::bytes::{Packed, domain};
use crate::chain::Chain;
use crate::device::{Device, ShoeSpec};
use crate::draws::{Draws, OutcomeKey};
use crate::players::PlayerSeeds;
use crate::proof::Proof;
use crate::seed::Seed;

/// The device of an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the devices are their own names")]
pub enum Example {
    Wheel,
    Dice,
    Shoe,
}

impl Example {
    /// All devices.
    pub const ALL: [Self; 3] = [Self::Wheel, Self::Dice, Self::Shoe];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wheel => "wheel",
            Self::Dice => "dice",
            Self::Shoe => "shoe",
        }
    }
}

impl FromStr for Example {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == text);
        known.ok_or_else(|| "choose wheel, dice or shoe".to_owned())
    }
}

/// A proof whose chain ends in this seed. The link, players, wheel, packs and cut are also drawn from the seed.
pub fn example(kind: Example, seed: &Seed) -> Proof {
    let choices = Packed::default().counted(kind.name().as_bytes()).fixed(seed.reveal());
    let mut draws = Draws::new(&OutcomeKey::new(choices.hash(domain::EXAMPLE)));
    let links = number(&mut draws, 1, 12);
    let link = number(&mut draws, 1, links);
    let (device, players) = (device(kind, &mut draws), players(&mut draws));
    let chain = id("example-", kind.name()).and_then(|table| Chain::open(table, links, seed.clone()).ok());
    let round = id("round-", &link.to_string());
    let committed = chain.zip(round).and_then(|(chain, round)| chain.commit(link, round, device).ok());
    committed.expect("an example is made of lawful parts").close(players).reveal()
}

fn id(prefix: &str, rest: &str) -> Option<crate::Label> {
    format!("{prefix}{rest}").parse().ok()
}

/// A random number from `low` to `high`.
fn number(draws: &mut Draws, low: u32, high: u32) -> u32 {
    low + u32::try_from(draws.place((high - low) as usize + 1)).unwrap_or_default()
}

fn device(kind: Example, draws: &mut Draws) -> Device {
    match kind {
        Example::Wheel => {
            let pockets = 37 + draws.place(2);
            let mut order: Vec<Pocket> = (0..pockets).filter_map(Pocket::at).collect();
            draws.shuffle(&mut order);
            Device::Wheel(Wheel::new(order).expect("every pocket is there once"))
        }
        Example::Dice => Device::Dice,
        Example::Shoe => {
            let packs = number(draws, 1, 8);
            let high = number(draws, 0, packs * 52);
            let low = number(draws, 0, high);
            let cut = [low, high].map(|cards| u16::try_from(cards).unwrap_or_default());
            let cut = if draws.place(2) == 0 { None } else { Some((cut[0], cut[1])) };
            let packs = ShoeSpec::new(u8::try_from(packs).unwrap_or(1), cut);
            Device::Shoe(packs.expect("packs and cut are in their bounds"))
        }
    }
}

fn players(draws: &mut Draws) -> PlayerSeeds {
    let mut seat = 0;
    let seeds = (0..draws.place(8)).map(|_| {
        seat += u16::try_from(1 + draws.place(3)).unwrap_or(1);
        let bytes = (0..draws.place(65)).map(|_| u8::try_from(draws.place(256)).unwrap_or_default());
        (seat, bytes.collect())
    });
    PlayerSeeds::new(seeds.collect::<Vec<_>>()).expect("seats ascend and seeds are short")
}
