//! What the nodes of a database derive from the house key, which all of them have.

use croupier_fair::Keyring;

/// What the check value and the secret of the nodes are derived from the house key for.
const PURPOSE: &str = "croupier 2026 nodes of one database";

/// The secret of all who have these keys. The oldest key stays when a new one is added.
pub(crate) fn nodes_secret(keys: &Keyring) -> [u8; 32] {
    let oldest = keys.all().last().unwrap_or(keys.current());
    *oldest.derive(PURPOSE).reveal()
}

/// The value by which nodes recognise that they have the same keys.
pub(crate) fn nodes_check(secret: &[u8; 32]) -> u64 {
    let mut check = [0; 8];
    check.copy_from_slice(&blake3::hash(secret).as_bytes()[..8]);
    u64::from_le_bytes(check)
}
