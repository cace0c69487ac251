//! Tests that hashed bytes can be decoded again, so that different rounds never hash the same bytes.

use croupier_kit::{Pocket, Wheel};
use proptest::prelude::*;

use crate::terms::pack_receipt;
use crate::{Device, Digest, Label, Opening, PlayerSeeds, RoundTerms, Seed, ShoeSpec};

/// Decodes bytes as docs/fairness.md describes them.
struct Unpack<'a>(&'a [u8]);

impl<'a> Unpack<'a> {
    fn fixed(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.fixed(4).try_into().unwrap())
    }

    fn counted(&mut self) -> &'a [u8] {
        let count = self.number() as usize;
        self.fixed(count)
    }

    fn digest(&mut self) -> Digest {
        Digest::new(self.fixed(32).try_into().unwrap())
    }

    fn id(&mut self) -> Label {
        std::str::from_utf8(self.counted()).unwrap().parse().unwrap()
    }

    fn device(&mut self) -> Device {
        match self.number() {
            1 => {
                let count = self.number();
                let pockets = (0..count).map(|_| Pocket::at(self.number() as usize).unwrap());
                Device::Wheel(Wheel::new(pockets.collect::<Vec<_>>()).unwrap())
            }
            2 => Device::Dice,
            3 => {
                let packs = u8::try_from(self.number()).unwrap();
                let mut small = || u16::try_from(self.number()).unwrap();
                let cut = (small() == 1).then(|| (small(), small()));
                Device::Shoe(ShoeSpec::new(packs, cut).unwrap())
            }
            kind => panic!("no device of kind {kind}"),
        }
    }

    fn terms(&mut self) -> (RoundTerms, Seed) {
        let (table, links, anchor) = (self.id(), self.number(), self.digest());
        let (link, round, device) = (self.number(), self.id(), self.device());
        let seed = Seed::new(*self.digest().as_bytes());
        (RoundTerms { opening: Opening { table, links, anchor }, link, round, device }, seed)
    }

    fn players(&mut self) -> PlayerSeeds {
        let count = self.number();
        let seeds = (0..count).map(|_| (u16::try_from(self.number()).unwrap(), self.counted().to_vec()));
        PlayerSeeds::new(seeds.collect::<Vec<_>>()).unwrap()
    }
}

fn id() -> impl Strategy<Value = Label> {
    proptest::collection::vec(b'!'..=b'~', 1..=64)
        .prop_map(|bytes| String::from_utf8(bytes).unwrap().parse().unwrap())
}

fn device() -> impl Strategy<Value = Device> {
    let wheel = (1..=Wheel::LARGEST).prop_flat_map(|count| {
        let pockets: Vec<Pocket> = (0..count).filter_map(Pocket::at).collect();
        Just(pockets).prop_shuffle().prop_map(|pockets| Device::Wheel(Wheel::new(pockets).unwrap()))
    });
    let shoe = (1..=8_u8, proptest::option::of((0..=52_u16, 0..=52_u16))).prop_map(|(packs, cut)| {
        let cut = cut.map(|(a, b)| (a.min(b), a.max(b)));
        Device::Shoe(ShoeSpec::new(packs, cut).unwrap())
    });
    prop_oneof![wheel, Just(Device::Dice), shoe]
}

fn terms() -> impl Strategy<Value = RoundTerms> {
    (id(), any::<u32>(), any::<[u8; 32]>(), any::<u32>(), id(), device()).prop_map(
        |(table, links, anchor, link, round, device)| {
            let opening = Opening { table, links, anchor: Digest::new(anchor) };
            RoundTerms { opening, link, round, device }
        },
    )
}

fn players() -> impl Strategy<Value = PlayerSeeds> {
    let seed = proptest::collection::vec(any::<u8>(), 0..=64);
    proptest::collection::btree_map(1..=u16::MAX, seed, 0..20)
        .prop_map(|seeds| PlayerSeeds::new(seeds).unwrap())
}

proptest! {
    #[test]
    fn a_commitment_hashes_its_parts_and_nothing_else(terms in terms(), seed: [u8; 32]) {
        let packed = terms.pack(&Seed::new(seed));
        let mut unpack = Unpack(packed.as_bytes());
        prop_assert_eq!(unpack.terms(), (terms, Seed::new(seed)));
        prop_assert!(unpack.0.is_empty());
    }

    #[test]
    fn a_receipt_hashes_its_parts_and_nothing_else(commitment: [u8; 32], players in players()) {
        let packed = pack_receipt(&Digest::new(commitment), &players);
        let mut unpack = Unpack(packed.as_bytes());
        prop_assert_eq!(unpack.digest(), Digest::new(commitment));
        prop_assert_eq!(unpack.players(), players);
        prop_assert!(unpack.0.is_empty());
    }
}
