//! A house that has played for years: made by its own commands, many times as fast as they would come.

mod charter;
mod life;
mod maker;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub use charter::{
    ATTENDED_TABLE, AgedGame, AgedTable, LEARNING_TABLE, MANAGER, REGULAR, REGULAR_NAME, REGULAR_TABLE,
    STAFF, TABLES,
};
use croupier_house::House;
use croupier_rules::book::Shelf;
pub use life::table_id;

use life::{ROUND_MS, Visitors};
use maker::Maker;

/// A house that is being made in a data folder.
pub struct AgedHouse {
    maker: Maker,
    visitors: Visitors,
    played: u64,
}

impl AgedHouse {
    /// Founds a house in a folder that is new. It will have played so many rounds until now.
    ///
    /// # Panics
    /// When a command is refused, or the folder cannot be written.
    #[must_use]
    pub fn found(folder: &Path, shelf: &'static Shelf, rounds: u64) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is set");
        let ends = i64::try_from(since.as_millis()).expect("a time of this century");
        let lasts = i64::try_from(rounds).expect("a number of rounds") * (ROUND_MS + 100);
        let mut maker = Maker::new(folder, shelf, ends - lasts, ends);
        let visitors = life::found(&mut maker);
        Self { maker, visitors, played: 0 }
    }

    /// Plays the next round, with what happens around it.
    ///
    /// # Panics
    /// When a command is refused.
    pub fn play(&mut self) {
        self.played += 1;
        life::play(&mut self.maker, &mut self.visitors, self.played);
    }

    /// Leaves the learning table in the middle of a round, and stores everything.
    ///
    /// # Panics
    /// When it cannot be stored.
    pub fn finish(&mut self) {
        life::leave_decision(&mut self.maker);
        self.maker.finish();
    }

    /// The house.
    #[must_use]
    pub const fn house(&self) -> &House<'static> {
        &self.maker.house
    }

    /// The checkpoints so far.
    #[must_use]
    pub const fn checkpoints(&self) -> u64 {
        self.maker.checkpoints
    }
}
