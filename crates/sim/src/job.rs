//! A simulation job: everything needed to play any part of it on any machine, and to recognise parts that belong
//! together.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::random::StreamEdition;
use crate::random::counter::{TABLE_ROUNDS, TABLES};
use crate::staking::Staking;

/// The number of rounds in a block; the last block of a job may have fewer.
pub const BLOCK_ROUNDS: u64 = 1 << 16;
/// The number of rounds in a block of the second edition.
pub const SECOND_BLOCK_ROUNDS: u64 = TABLES as u64 * TABLE_ROUNDS;

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shoes {
    /// Before every round.
    #[default]
    Fresh,
    /// When the cutting card has come out. It is placed after this percentage of the cards.
    Cut(u8),
}

/// A simulation job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// The digest of the rulebook.
    pub book: String,
    /// The date whose law applies.
    pub on: String,
    /// The settings of the house.
    pub house: BTreeMap<String, String>,
    /// The policy of the players: its name, or a name followed by a complete chart.
    pub policy: String,
    /// The digest of all decisions of the policy.
    pub policy_digest: String,
    /// When the cards are shuffled.
    pub shoes: Shoes,
    /// How many boxes are in play.
    pub boxes: u8,
    /// The wagers, by name.
    pub wagers: Vec<String>,
    /// The number of rounds.
    pub rounds: u64,
    /// The seed of all random streams.
    pub seed: u64,
    /// The edition of the random streams.
    #[serde(default, skip_serializing_if = "StreamEdition::is_first")]
    pub edition: StreamEdition,
    /// How the player stakes, unless every stake is one unit; `rounds` then counts the rounds of all sessions
    /// together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stakes: Option<Staking>,
}

/// A range of a job's blocks: the first, and the one after the last.
pub type Blocks = Range<u64>;

/// One of several equal parts of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

/// Why a job cannot be divided in this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardError {
    /// There is no part of this number.
    NoSuchPart(Shard),
    /// There are more parts than blocks.
    TooMany {
        /// The number of parts.
        parts: u64,
        /// The number of blocks.
        blocks: u64,
    },
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPart(Shard { number, of }) => {
                write!(f, "there is no part {number} of {of}: write 1/{of} to {of}/{of}")
            }
            Self::TooMany { parts, blocks } => write!(
                f,
                "{parts} parts are more than the blocks that the job has, which are {blocks}: a block has about {BLOCK_ROUNDS} rounds"
            ),
        }
    }
}

impl std::error::Error for ShardError {}

impl Job {
    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.rounds.div_ceil(self.block_rounds())
    }

    /// The number of rounds in a block that is not the last; a session is never divided between blocks.
    pub fn block_rounds(&self) -> u64 {
        let of_sessions = |stakes: &Staking| stakes.sessions_in(BLOCK_ROUNDS) * stakes.rounds;
        let plain = match self.edition {
            StreamEdition::First => BLOCK_ROUNDS,
            StreamEdition::Second => SECOND_BLOCK_ROUNDS,
        };
        self.stakes.as_ref().map_or(plain, of_sessions).max(1)
    }

    /// The number of rounds in the given block.
    pub fn rounds_of(&self, block: u64) -> u64 {
        (self.rounds - self.rounds_before(block)).min(self.block_rounds())
    }

    /// The number of rounds before the given block.
    pub(crate) fn rounds_before(&self, block: u64) -> u64 {
        let before = u128::from(block) * u128::from(self.block_rounds());
        u64::try_from(before.min(self.rounds.into())).expect("no more than all rounds")
    }

    /// The blocks of one part.
    ///
    /// # Errors
    /// When there is no such part, or some parts would be empty.
    pub fn shard(&self, shard: Shard) -> Result<Blocks, ShardError> {
        let Shard { number, of } = shard;
        if number == 0 || number > of {
            return Err(ShardError::NoSuchPart(shard));
        }
        let blocks = self.blocks();
        if of > blocks {
            return Err(ShardError::TooMany { parts: of, blocks });
        }
        let bound = |part: u64| {
            let before = u128::from(blocks) * u128::from(part) / u128::from(of);
            u64::try_from(before).expect("no more than all blocks")
        };
        Ok(bound(number - 1)..bound(number))
    }

    /// A digest that identifies the job: two jobs have the same digest only if they agree in every field.
    pub fn digest(&self) -> String {
        let text = serde_json::to_string(self).expect("a job is plain data");
        blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn job(rounds: u64) -> Job {
        Job {
            rules: "a/b".to_owned(),
            book: "d".to_owned(),
            on: "2026-01-01".to_owned(),
            house: BTreeMap::new(),
            policy: "usual".to_owned(),
            policy_digest: "p".to_owned(),
            shoes: Shoes::Fresh,
            boxes: 1,
            wagers: vec!["win".to_owned()],
            rounds,
            seed: 1,
            edition: StreamEdition::First,
            stakes: None,
        }
    }

    #[test]
    fn shards_cover_every_block_once() {
        for blocks in [1_u64, 2, 7, 100] {
            let job = job(blocks * BLOCK_ROUNDS - 5);
            assert_eq!(job.blocks(), blocks);
            assert_eq!(job.rounds_of(blocks - 1), BLOCK_ROUNDS - 5);
            for of in 1..=blocks {
                let parts = (1..=of).map(|number| job.shard(Shard { number, of }).unwrap());
                let covered: Vec<u64> = parts.flatten().collect();
                assert_eq!(covered, (0..blocks).collect::<Vec<_>>());
            }
            assert_eq!(
                job.shard(Shard { number: 1, of: blocks + 1 }),
                Err(ShardError::TooMany { parts: blocks + 1, blocks })
            );
            let none = Shard { number: 0, of: 1 };
            assert_eq!(job.shard(none), Err(ShardError::NoSuchPart(none)));
        }
        assert_ne!(job(1).digest(), job(2).digest());
    }
}
