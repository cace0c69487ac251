//! One look at a house: its latest checkpoint, and the proof that it extends the last.

use std::fmt;

use croupier_transparency::{AlarmKind, Judgement, SignedCheckpoint, VerifyingKey, Witness};
use serde_json::{Value, json};

use super::files::now;
use super::house_client::{Asked, HouseClient};

/// What a look has shown.
pub(super) struct Sight {
    /// Where.
    pub(super) place: String,
    /// The entries of the checkpoint that was looked at.
    pub(super) entries: Option<u64>,
    /// In words.
    text: String,
    /// Whether the checkpoint was judged.
    pub(super) is_checked: bool,
    /// Whether it differs from what was known.
    pub(super) is_news: bool,
}

impl Sight {
    fn unchecked(place: &str, entries: Option<u64>, text: impl Into<String>) -> Self {
        Self { place: place.to_owned(), entries, text: text.into(), is_checked: false, is_news: false }
    }

    /// A checkpoint of another witness whose log is not followed here.
    pub(super) fn not_followed(note: &SignedCheckpoint) -> Self {
        let (name, entries) = (note.checkpoint.log_name(), note.checkpoint.sequence);
        Self::unchecked(&name, Some(entries), "this log is not followed here: give the address of its house")
    }

    fn judged(place: &str, entries: u64, judged: Judgement) -> Self {
        let (text, is_news) = match judged {
            Judgement::First => ("seen for the first time, and believed".to_owned(), true),
            Judgement::Same => ("nothing new".to_owned(), false),
            Judgement::Extends => ("extends the last one".to_owned(), true),
            Judgement::Older => ("older than the last one, which extends it".to_owned(), false),
            Judgement::Alarm(kind) => (kind.meaning().to_owned(), true),
            Judgement::Prove { first, second } => {
                return Self::unchecked(place, Some(entries), format!("no proof from {first} to {second}"));
            }
        };
        Self { place: place.to_owned(), entries: Some(entries), text, is_checked: true, is_news }
    }

    /// What it has shown, in words.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn to_json(&self) -> Value {
        let Self { place, entries, text, is_checked, .. } = self;
        json!({ "place": place, "entries": entries, "says": text, "checked": is_checked })
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entries {
            Some(entries) => write!(f, "{}: {entries} entries: {}", self.place, self.text),
            None => write!(f, "{}: {}", self.place, self.text),
        }
    }
}

/// Looks at a house.
pub(super) fn look(witness: &mut Witness, client: &HouseClient, keys: &[VerifyingKey]) -> Sight {
    let (note, key) = match (client.checkpoint(), client.key()) {
        (Asked::Here(note), Asked::Here(key)) => (note, key),
        (Asked::Later(why) | Asked::Refused(why), _) | (_, Asked::Later(why) | Asked::Refused(why)) => {
            return Sight::unchecked(&client.address, None, why);
        }
    };
    let read =
        note.parse::<SignedCheckpoint>().and_then(|note| Ok((note, key.trim().parse::<VerifyingKey>()?)));
    let (signed, key) = match read {
        Ok(read) => read,
        Err(error) => return Sight::unchecked(&client.address, None, error.to_string()),
    };
    let entries = signed.checkpoint.sequence;
    let is_known = witness.logs.iter().any(|log| log.key == key.text());
    if !is_known && !keys.is_empty() && !keys.contains(&key) {
        let why = format!("its log is signed with {key}, which is none of the keys that were given");
        return Sight::unchecked(&client.address, Some(entries), why);
    }
    match judge(witness, client, &client.address, &signed, &key) {
        Ok(judged) => Sight::judged(&client.address, entries, judged),
        Err(why) => Sight::unchecked(&client.address, Some(entries), why),
    }
}

/// Compares with a checkpoint that another witness has; `None` if it is not of a log that is followed at this house.
pub(super) fn compare(witness: &mut Witness, client: &HouseClient, note: &SignedCheckpoint) -> Option<Sight> {
    let origin = note.checkpoint.origin;
    let of_house = witness.logs.iter().filter(|log| log.address == client.address);
    let mut followed = of_house.filter(|log| log.last().is_ok_and(|last| last.checkpoint.origin == origin));
    let key = followed.next()?.key.clone();
    let place = format!("{}: compared", note.checkpoint.log_name());
    let entries = note.checkpoint.sequence;
    let judged = key.parse::<VerifyingKey>().map_err(|error| error.to_string());
    let judged = judged.and_then(|key| {
        // What a witness has seen of the house is older than the house, or of another history.
        judge(witness, client, &client.address, note, &key)
    });
    Some(match judged {
        Ok(judged) => Sight::judged(&place, entries, judged),
        Err(why) => Sight::unchecked(&place, Some(entries), why),
    })
}

fn judge(
    witness: &mut Witness,
    client: &HouseClient,
    address: &str,
    signed: &SignedCheckpoint,
    key: &VerifyingKey,
) -> Result<Judgement, String> {
    let words = |error: croupier_transparency::NoteError| error.to_string();
    match witness.consider(address, signed, key, now()).map_err(words)? {
        Judgement::Prove { first, second } => match client.consistency(first, second) {
            Asked::Here(proof) => witness.prove(signed, &proof, now()).map_err(words),
            Asked::Later(why) => Err(why),
            Asked::Refused(why) => witness.cannot_prove(signed, &why, now()).map_err(words),
        },
        Judgement::Alarm(AlarmKind::NewLog) => {
            compare_logs(witness, client, signed)?;
            Ok(Judgement::Alarm(AlarmKind::NewLog))
        }
        judged => Ok(judged),
    }
}

/// Finds out whether a new log has what was witnessed of the old one.
fn compare_logs(
    witness: &mut Witness,
    client: &HouseClient,
    signed: &SignedCheckpoint,
) -> Result<(), String> {
    let name = signed.checkpoint.log_name();
    let alarm = witness.open_alarms().find(|alarm| alarm.kind == AlarmKind::NewLog && alarm.log == name);
    let known = alarm.and_then(|alarm| alarm.known.parse::<SignedCheckpoint>().ok());
    let Some(known) = known.map(|known| known.checkpoint.sequence) else { return Ok(()) };
    let proof = match client.consistency(known, signed.checkpoint.sequence) {
        Asked::Here(proof) => Some(proof),
        Asked::Later(_) | Asked::Refused(_) => None,
    };
    witness.compare_logs(signed, proof.as_ref()).map(drop).map_err(|error| error.to_string())
}
