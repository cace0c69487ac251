//! A generator whose falls are counted as they are given. All kinds of a row are equally likely, whatever the game makes of them.

use std::collections::BTreeMap;

use croupier_kit::{Card, Pocket, Wheel};

use super::Falls;

/// The cards of each shuffle that are counted, by their place in it.
const PLACES: usize = 6;

/// A generator, and how often it gave what.
pub struct CountedFalls<'f> {
    falls: &'f mut dyn Falls,
    rows: BTreeMap<String, Vec<u64>>,
}

impl<'f> CountedFalls<'f> {
    /// A generator of which nothing was asked yet.
    pub fn new(falls: &'f mut dyn Falls) -> Self {
        Self { falls, rows: BTreeMap::new() }
    }

    fn note(&mut self, row: String, place: usize, of: usize) {
        self.rows.entry(row).or_insert_with(|| vec![0; of])[place] += 1;
    }

    /// How often each of the pockets came, each of the 36 throws, and each card at each of the first places.
    pub fn into_rows(self) -> BTreeMap<String, Vec<u64>> {
        self.rows
    }
}

impl Falls for CountedFalls<'_> {
    fn spin(&mut self, wheel: &Wheel) -> Pocket {
        let pocket = self.falls.spin(wheel);
        let place = wheel.order().iter().position(|known| *known == pocket).expect("a pocket of the wheel");
        self.note("pocket".to_owned(), place, wheel.order().len());
        pocket
    }

    fn throw(&mut self) -> [u32; 2] {
        let sides = self.falls.throw();
        let [one, other] = sides.map(|side| side as usize - 1);
        self.note("throw".to_owned(), one * 6 + other, 36);
        sides
    }

    fn shuffled(&mut self, packs: u8) -> Vec<Card> {
        let cards = self.falls.shuffled(packs);
        for (place, card) in (1..=PLACES).zip(&cards) {
            self.note(format!("card {place}"), card.index(), 52);
        }
        cards
    }
}
