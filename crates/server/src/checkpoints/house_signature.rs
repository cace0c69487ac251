//! The key that signs the log of a house. It follows from the house key, so that nothing else must be stored.

use croupier_fair::HouseKey;
use croupier_transparency::{NoteError, Origin, SigningKey};

/// The purpose for which the signing key is derived from the house key. Each house of a data folder has its own.
const PURPOSE: &str = "checkpoints of house ";

/// The key that signs the log of a house: whoever has the house key can sign.
///
/// # Errors
/// When the cryptographic library refuses the seed.
pub(super) fn signing_key(house_key: &HouseKey, origin: Origin) -> Result<SigningKey, NoteError> {
    let seed = house_key.derive(&format!("{PURPOSE}{}", origin.house));
    SigningKey::new(seed.reveal(), origin)
}
