//! Shuffles are permutations, and nothing is likelier than it should be.

use croupier_fair::surprise::surprise;
use croupier_fair::{Device, DeviceOutcome, Draws, OutcomeKey, ShoeSpec};
use croupier_kit::{Card, Pocket, Ratio, Wheel};
use proptest::prelude::*;

/// Keys one after the other, always the same.
fn key(number: u32) -> OutcomeKey {
    let mut bytes = [0x5a; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    OutcomeKey::new(bytes)
}

/// The chance of counts at least as uneven if all kinds are equally likely.
fn even(counts: &[u64]) -> f64 {
    let chances = vec![Ratio::new(1, counts.len()); counts.len()];
    surprise(counts, &chances).unwrap().p_value
}

/// Neither too uneven nor too even to be chance; the keys are fixed, so this does not come and go.
fn assert_even(counts: &[u64], what: &str) {
    let chance = even(counts);
    assert!((0.001..0.999).contains(&chance), "{what}: {chance} {counts:?}");
}

fn shoe(packs: u8, key: &OutcomeKey) -> Vec<Card> {
    match Device::Shoe(ShoeSpec::new(packs, None).unwrap()).deal(key) {
        DeviceOutcome::Shoe { cards, cut: None } => cards,
        other => panic!("a shoe gives cards: {other:?}"),
    }
}

proptest! {
    #[test]
    fn a_shuffle_is_a_permutation_of_its_packs(bytes: [u8; 32], packs in 1..=8_u8) {
        let cards = shoe(packs, &OutcomeKey::new(bytes));
        let mut counts = [0_u8; 52];
        cards.iter().for_each(|card| counts[card.index()] += 1);
        prop_assert_eq!(counts, [packs; 52]);
    }

    #[test]
    fn a_draw_is_below_its_bound(bytes: [u8; 32], bound in 1..=u32::MAX) {
        let bound = std::num::NonZeroU32::new(bound).unwrap();
        let mut draws = Draws::new(&OutcomeKey::new(bytes));
        for _ in 0..20 {
            prop_assert!(draws.below(bound) < bound.get());
        }
    }
}

#[test]
fn every_pocket_is_as_likely_wherever_it_stands() {
    for count in [37, 38] {
        let wheel = Wheel::new((0..count).filter_map(Pocket::at)).unwrap();
        let mut counts = vec![0; count];
        for number in 0..40_000 {
            let DeviceOutcome::Pocket(pocket) = Device::Wheel(wheel.clone()).deal(&key(number)) else {
                panic!()
            };
            counts[pocket.index()] += 1;
        }
        assert_even(&counts, "pockets");
    }
}

#[test]
fn every_throw_is_as_likely() {
    let mut counts = [0; 36];
    for number in 0..36_000 {
        let DeviceOutcome::Throw(throw) = Device::Dice.deal(&key(number)) else { panic!() };
        let (first, second) = throw.sides();
        counts[usize::from(first - 1) * 6 + usize::from(second - 1)] += 1;
    }
    assert_even(&counts, "throws");
}

#[test]
fn every_card_is_as_likely_at_every_place() {
    let places = [0, 1, 25, 50, 51];
    let mut counts = [[0; 52]; 5];
    for number in 0..20_000 {
        let cards = shoe(1, &key(number));
        for (count, place) in counts.iter_mut().zip(places) {
            count[cards[place].index()] += 1;
        }
    }
    for (count, place) in counts.iter().zip(places) {
        assert_even(count, &format!("place {place}"));
    }
}

/// How often each order of four things came out of a shuffle.
fn orders(mut shuffle: impl FnMut(&mut Draws, &mut [usize; 4])) -> Vec<u64> {
    let mut counts = std::collections::BTreeMap::new();
    for number in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        shuffle(&mut Draws::new(&key(number)), &mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    counts.into_values().collect()
}

#[test]
fn every_order_is_as_likely() {
    let counts = orders(|draws, items| draws.shuffle(items));
    assert_eq!(counts.len(), 24);
    assert_even(&counts, "orders");
}

/// The same test finds the well-known wrong shuffle, which swaps every place with any place.
#[test]
fn a_wrong_shuffle_would_be_found() {
    let counts = orders(|draws, items| (0..4).for_each(|place| items.swap(place, draws.place(4))));
    assert!(even(&counts) < 1e-9);
}
