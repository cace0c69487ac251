//! Comparing a house with checkpoints that it has published before: a house that is older than one of them has lost
//! entries, and a house without the entry that one of them names has another history.

use std::path::Path;

use croupier_fair::Keyring;
use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, Store};
use croupier_transparency::{Origin, SignedCheckpoint, read_notes};

use super::house_signature::signing_key;
use super::log::CheckpointLog;
use crate::error::{ServeError, failed};

/// Reads the checkpoints that an operator has stored elsewhere.
///
/// # Errors
/// When the file cannot be read, or has something else in it.
pub fn read_known(path: &Path) -> Result<Vec<SignedCheckpoint>, ServeError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ServeError(format!("cannot read {}: {error}", path.display())))?;
    let notes = read_notes(&text).map_err(|error| ServeError(format!("{}: {error}", path.display())))?;
    if notes.is_empty() {
        return Err(ServeError(format!("{} has no checkpoint in it", path.display())));
    }
    Ok(notes)
}

/// Why a house must not go on, if a checkpoint contradicts its journal. `given` are checkpoints from outside; those of
/// the house's own log are compared too.
///
/// # Errors
/// When something cannot be read, or a given checkpoint of this house is not signed by it.
pub(crate) fn contradiction(
    store: &dyn Store,
    log: &CheckpointLog,
    origin: Origin,
    given: &[SignedCheckpoint],
    keys: Option<&Keyring>,
) -> Result<Option<String>, ServeError> {
    let head = store.head(HouseId(origin.house)).map_err(failed)?.unwrap_or_default();
    let own = log.farthest(HouseId(origin.house), origin.incarnation)?;
    if let Some(own) = own {
        let own: SignedCheckpoint = own.note.parse().map_err(failed)?;
        if own.checkpoint.origin == origin
            && let Some(why) = compare(store, head, origin, &own)?
        {
            return Ok(Some(why));
        }
    }
    let of_house = |signed: &&SignedCheckpoint| signed.checkpoint.origin.identity == origin.identity;
    for signed in given.iter().filter(of_house) {
        check_signature(signed, keys)?;
        if let Some(why) = compare(store, head, origin, signed)? {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// Checks that one of the keys has signed. Without keys the checkpoint is believed: it can only stop the house.
fn check_signature(signed: &SignedCheckpoint, keys: Option<&Keyring>) -> Result<(), ServeError> {
    let Some(keys) = keys else { return Ok(()) };
    for key in keys.all() {
        let key = signing_key(key, signed.checkpoint.origin).map_err(failed)?;
        if key.public(signed.checkpoint.form()).has_signed(signed) {
            return Ok(());
        }
    }
    Err(ServeError(format!(
        "the checkpoint of {} at {} is not signed with the key of this house",
        signed.checkpoint.origin, signed.checkpoint.sequence
    )))
}

fn compare(
    store: &dyn Store,
    head: HouseHead,
    origin: Origin,
    signed: &SignedCheckpoint,
) -> Result<Option<String>, ServeError> {
    let known = &signed.checkpoint;
    if known.origin.incarnation > origin.incarnation {
        return Ok(Some(format!(
            "the house is incarnation {}, but incarnation {} has published a checkpoint: this data is older",
            origin.incarnation, known.origin.incarnation
        )));
    }
    // The log of an earlier incarnation may have gone on after the copy that this one was restored from.
    if known.origin.incarnation < origin.incarnation {
        return Ok(None);
    }
    if known.sequence > head.sequence {
        return Ok(Some(format!(
            "the journal ends at entry {}, but a checkpoint of entry {} was published: the data is older than what \
             the house has published. Restore a later copy, or see `croupier doctor --accept-loss`",
            head.sequence, known.sequence
        )));
    }
    let entry = store.entries(HouseId(origin.house), known.sequence, 1).map_err(failed)?;
    if entry.first().is_some_and(|entry| entry.sequence == known.sequence && entry.hash == known.hash) {
        return Ok(None);
    }
    Ok(Some(format!(
        "entry {} is not the one that a published checkpoint names: the journal has another history",
        known.sequence
    )))
}
