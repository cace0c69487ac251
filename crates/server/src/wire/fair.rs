//! Provably fair dealing: commitments, seeds and proofs.

use croupier_house::view::{FairnessView as HouseFairness, SeedView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a table has committed to. `docs/fairness.md` describes each value byte by byte.
#[derive(Serialize, ToSchema)]
pub struct FairnessView {
    /// The table, as proofs name it.
    pub table: String,
    /// The anchor of the chain of seeds: hashing the first seed gives it.
    pub anchor: String,
    /// How many seeds the chain has.
    pub links: u32,
    /// The number of the seed of this round or shoe, or of the last one.
    pub link: u32,
    /// The round or shoe that the seed decides; null between rounds.
    pub round: Option<String>,
    /// The commitment that was published before betting; null between rounds.
    pub commitment: Option<String>,
    /// What is dealt from the seed, in words; null between rounds.
    pub device: Option<String>,
    /// The digest that was published when the players' seeds were closed; null before.
    pub receipt: Option<String>,
    /// The players' seeds that count, by seat.
    pub players: Vec<PlayerSeed>,
    /// The seed that the person who asks has given for the next closing; null where none.
    pub my_seed: Option<String>,
}

/// The seed of one player.
#[derive(Serialize, ToSchema)]
pub struct PlayerSeed {
    /// The player's seat in the proof.
    pub seat: u16,
    /// The name of the player.
    pub handle: Box<str>,
    /// The seed, in hexadecimal.
    pub seed: String,
}

impl From<SeedView> for PlayerSeed {
    fn from(seed: SeedView) -> Self {
        Self { seat: seed.seat, handle: seed.handle, seed: seed.seed }
    }
}

impl From<HouseFairness> for FairnessView {
    fn from(fair: HouseFairness) -> Self {
        Self {
            table: fair.table,
            anchor: fair.anchor,
            links: fair.links,
            link: fair.link,
            round: fair.round,
            commitment: fair.commitment,
            device: fair.device,
            receipt: fair.receipt,
            players: fair.players.into_iter().map(Into::into).collect(),
            my_seed: fair.my_seed,
        }
    }
}

/// A seed of one's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSeed {
    /// Up to 64 bytes; an empty one takes it back.
    #[schema(max_length = 64, example = "my lucky seed")]
    pub seed: String,
}

/// The proof of a round, as `croupier verify` reads it. `docs/fairness.md` describes it byte by byte.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the proof is written by the crate that verifies it; this is its schema")]
pub struct Proof {
    /// The format of the proof.
    format: String,
    /// The table.
    table: String,
    /// How many seeds the chain has.
    links: u32,
    /// The anchor of the chain, in hexadecimal.
    anchor: String,
    /// The number of the seed in the chain.
    link: u32,
    /// The round or shoe.
    round: String,
    /// What is dealt: `{"wheel": {"order": …}}`, `{"dice": {}}` or `{"shoe": {"packs": …, "cut": …}}`.
    #[schema(value_type = Object)]
    device: (),
    /// The commitment, in hexadecimal.
    commitment: String,
    /// The players' seeds, by seat.
    players: Vec<ProofSeed>,
    /// The digest of the players' seeds, in hexadecimal.
    receipt: String,
    /// The seed of the house, in hexadecimal.
    seed: String,
    /// What was dealt: `{"pocket": …}`, `{"throw": […]}` or `{"shoe": {"cards": …, "cut": …}}`.
    #[schema(value_type = Object)]
    outcome: (),
}

/// The seed of one player in a proof.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the proof is written by the crate that verifies it; this is its schema")]
pub struct ProofSeed {
    /// The player's seat.
    seat: u16,
    /// The seed, in hexadecimal.
    seed: String,
}
