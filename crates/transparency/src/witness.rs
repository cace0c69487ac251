//! A witness: what it knows of the logs of houses, and what it makes of the next checkpoint.
//!
//! It believes the first checkpoint of a log. Every later one must extend the last, which the house shows by a proof. What
//! contradicts that is an [`Alarm`], with both signed checkpoints as evidence: the house cannot deny its signature.

use serde::{Deserialize, Serialize};

use crate::alarm::{Alarm, AlarmKind};
use crate::checkpoint::{Checkpoint, SignedCheckpoint};
use crate::consistency::ConsistencyProof;
use crate::hash::TreeHash;
use crate::keys::VerifyingKey;
use crate::origin::{NoteError, Origin, fault};

/// A log that a witness follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FollowedLog {
    /// Where the house answers.
    pub address: String,
    /// The key that signs the log, as it was published first.
    pub key: String,
    /// The last checkpoint that extends all before, as a signed note.
    pub note: String,
    /// When it was checked, in milliseconds since 1970.
    pub at: i64,
    /// Since when nothing that the house shows can be checked, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silent_since: Option<i64>,
}

impl FollowedLog {
    /// The last checkpoint that extends all before.
    ///
    /// # Errors
    /// When the stored note is not a checkpoint.
    pub fn last(&self) -> Result<SignedCheckpoint, NoteError> {
        self.note.parse()
    }
}

/// What a witness makes of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It is the first of this log, and is believed.
    First,
    /// It is the last one again.
    Same,
    /// The house must show that the tree of the second size extends that of the first.
    Prove {
        /// The size of the smaller tree.
        first: u64,
        /// The size of the larger tree.
        second: u64,
    },
    /// It extends the last one, and is now the last.
    Extends,
    /// It is older than the last one, which extends it.
    Older,
    /// It contradicts what was witnessed.
    Alarm(AlarmKind),
}

/// What a witness knows. It is stored as JSON between two runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Witness {
    /// The logs that it follows, in the order in which it saw them first.
    pub logs: Vec<FollowedLog>,
    /// The alarms that were raised, in order.
    pub alarms: Vec<Alarm>,
}

impl Witness {
    /// Judges a checkpoint that a house shows at an address, together with the key that it publishes.
    ///
    /// # Errors
    /// When it has no tree, or is not signed with this key.
    pub fn consider(
        &mut self,
        address: &str,
        signed: &SignedCheckpoint,
        key: &VerifyingKey,
        at: i64,
    ) -> Result<Judgement, NoteError> {
        root_of(&signed.checkpoint)?;
        if !key.has_signed(signed) {
            return Err(NoteError(format!("it is not signed with the key {key}")));
        }
        let origin = signed.checkpoint.origin;
        let known = self.known_of(&origin)?;
        let Some((newest, last)) = known.iter().max_by_key(|(_, known)| known.checkpoint.origin.incarnation)
        else {
            return self.begin(address, signed, key, at);
        };
        let Some((place, own)) = known.iter().find(|(_, known)| known.checkpoint.origin == origin) else {
            let is_new = origin.incarnation > last.checkpoint.origin.incarnation;
            let (kind, last) = (if is_new { AlarmKind::NewLog } else { AlarmKind::EarlierLog }, last.clone());
            let address = self.logs[*newest].address.clone();
            self.raise(kind, &last, signed, found_of_logs(&last, signed), at);
            if is_new {
                self.follow(&address, signed, key, at);
            }
            return Ok(Judgement::Alarm(kind));
        };
        let (place, own, last) = (*place, own.clone(), last.clone());
        if self.logs[place].key != key.text() {
            let found = format!("the key was {}, and is {key}", self.logs[place].key);
            return Ok(self.raise(AlarmKind::KeyChanged, &own, signed, found, at));
        }
        if own.checkpoint == signed.checkpoint {
            return Ok(Judgement::Same);
        }
        let (known, shown) = (own.checkpoint.sequence, signed.checkpoint.sequence);
        if known == shown {
            let found = format!("two checkpoints of {known} entries differ");
            return Ok(self.raise(AlarmKind::Fork, &own, signed, found, at));
        }
        if shown > known && last.checkpoint.origin != origin {
            let found = found_of_logs(&last, signed);
            return Ok(self.raise(AlarmKind::EarlierLog, &last, signed, found, at));
        }
        Ok(Judgement::Prove { first: known.min(shown), second: known.max(shown) })
    }

    /// Judges a checkpoint by the proof that the house gives for it.
    ///
    /// # Errors
    /// When its log is not followed.
    pub fn prove(
        &mut self,
        signed: &SignedCheckpoint,
        proof: &ConsistencyProof,
        at: i64,
    ) -> Result<Judgement, NoteError> {
        let (place, own) = self.own(&signed.checkpoint.origin)?;
        let is_later = signed.checkpoint.sequence > own.checkpoint.sequence;
        let (earlier, later) = if is_later {
            (&own.checkpoint, &signed.checkpoint)
        } else {
            (&signed.checkpoint, &own.checkpoint)
        };
        let is_asked = (proof.first, proof.second) == (earlier.sequence, later.sequence);
        let shows = proof.verify(&root_of(earlier)?, &root_of(later)?);
        match (is_asked, shows, is_later) {
            (true, Ok(()), true) => {
                self.logs[place].note = signed.to_string();
                self.logs[place].at = at;
                Ok(Judgement::Extends)
            }
            (true, Ok(()), false) => Ok(Judgement::Older),
            (false, _, _) => Err(fault("its proof is about other sizes than were asked for")),
            (true, Err(why), _) => {
                let (known, shown) = (own.checkpoint.sequence, signed.checkpoint.sequence);
                let found = format!(
                    "{known} entries were witnessed, and the log of {shown} entries that is shown is not of the same \
                     history: {why}"
                );
                let kind = if is_later { AlarmKind::Rewritten } else { AlarmKind::Fork };
                Ok(self.raise(kind, &own, signed, found, at))
            }
        }
    }

    /// Notes that the house has no proof for a checkpoint, which it must have: it shows fewer entries than it had.
    ///
    /// # Errors
    /// When its log is not followed.
    pub fn cannot_prove(
        &mut self,
        signed: &SignedCheckpoint,
        why: &str,
        at: i64,
    ) -> Result<Judgement, NoteError> {
        let (_, own) = self.own(&signed.checkpoint.origin)?;
        let (known, shown) = (own.checkpoint.sequence, signed.checkpoint.sequence);
        let found = format!("{known} entries were witnessed, and the house shows {shown}: {why}");
        let kind = if shown < known { AlarmKind::RolledBack } else { AlarmKind::Rewritten };
        Ok(self.raise(kind, &own, signed, found, at))
    }

    /// Notes whether a new log has everything that was witnessed of the log before: by a proof between the last
    /// checkpoint of the old one and the first of the new one. Returns what was found, in words.
    ///
    /// # Errors
    /// When a stored note is not a checkpoint, or there is no such alarm.
    pub fn compare_logs(
        &mut self,
        signed: &SignedCheckpoint,
        proof: Option<&ConsistencyProof>,
    ) -> Result<String, NoteError> {
        let name = signed.checkpoint.log_name();
        let mut alarms = self.alarms.iter_mut().rev();
        let alarm = alarms.find(|alarm| alarm.kind == AlarmKind::NewLog && alarm.log == name);
        let alarm = alarm.ok_or_else(|| fault("there is no alarm for its log"))?;
        let known = alarm.known.parse::<SignedCheckpoint>()?.checkpoint;
        let shown = &signed.checkpoint;
        let (old, new) = (root_of(&known)?, root_of(shown)?);
        let shows = proof.is_some_and(|proof| {
            (proof.first, proof.second) == (known.sequence, shown.sequence)
                && proof.verify(&old, &new).is_ok()
        });
        let said = if shows {
            format!("the new log has all {} entries that were witnessed of the old one", known.sequence)
        } else {
            format!(
                "nothing shows that the new log has the {} entries that were witnessed of the old one",
                known.sequence
            )
        };
        alarm.found = format!("{}; {said}", alarm.found);
        Ok(said)
    }

    /// The alarms that nobody has dismissed.
    pub fn open_alarms(&self) -> impl Iterator<Item = &Alarm> {
        self.alarms.iter().filter(|alarm| alarm.dismissed.is_none())
    }

    /// Dismisses an alarm. Returns whether there is one with this number that nobody had dismissed.
    pub fn dismiss(&mut self, number: u64, at: i64) -> bool {
        let open = self.alarms.iter_mut().find(|alarm| alarm.number == number && alarm.dismissed.is_none());
        let found = open.is_some();
        if let Some(alarm) = open {
            alarm.dismissed = Some(at);
        }
        found
    }

    /// Whether a log may be cosigned: nothing has ever contradicted it.
    pub fn may_cosign(&self, origin: &Origin) -> bool {
        let is_of_log = |alarm: &&Alarm| Origin::read_name(&alarm.log).is_ok_and(|(of, _)| of == *origin);
        !self.alarms.iter().filter(is_of_log).any(|alarm| alarm.kind.is_final())
    }

    /// The first checkpoint of a house: it is believed, unless the address had another house.
    fn begin(
        &mut self,
        address: &str,
        signed: &SignedCheckpoint,
        key: &VerifyingKey,
        at: i64,
    ) -> Result<Judgement, NoteError> {
        if let Some(before) = self.logs.iter().rev().find(|log| log.address == address) {
            let last = before.last()?;
            let found = format!("{} was followed there", last.checkpoint.origin);
            return Ok(self.raise(AlarmKind::OtherHouse, &last, signed, found, at));
        }
        self.follow(address, signed, key, at);
        Ok(Judgement::First)
    }

    fn follow(&mut self, address: &str, signed: &SignedCheckpoint, key: &VerifyingKey, at: i64) {
        let (address, key, note) = (address.to_owned(), key.text(), signed.to_string());
        self.logs.push(FollowedLog { address, key, note, at, silent_since: None });
    }

    /// Raises an alarm, unless the same one is open already.
    fn raise(
        &mut self,
        kind: AlarmKind,
        known: &SignedCheckpoint,
        shown: &SignedCheckpoint,
        found: String,
        at: i64,
    ) -> Judgement {
        let log = shown.checkpoint.log_name();
        if !self.open_alarms().any(|open| (open.kind, &open.log) == (kind, &log)) {
            let number = self.alarms.len() as u64 + 1;
            let (known, shown) = (known.to_string(), shown.to_string());
            self.alarms.push(Alarm { number, kind, log, at, found, known, shown, dismissed: None });
        }
        Judgement::Alarm(kind)
    }

    /// The logs of a house, each with its place and its last checkpoint.
    fn known_of(&self, origin: &Origin) -> Result<Vec<(usize, SignedCheckpoint)>, NoteError> {
        let mut known = Vec::new();
        for (place, log) in self.logs.iter().enumerate() {
            let last = log.last()?;
            if last.checkpoint.origin.is_same_house(origin) {
                known.push((place, last));
            }
        }
        Ok(known)
    }

    fn own(&self, origin: &Origin) -> Result<(usize, SignedCheckpoint), NoteError> {
        let known = self.known_of(origin)?.into_iter().find(|(_, last)| last.checkpoint.origin == *origin);
        known.ok_or_else(|| fault("its log is not followed"))
    }
}

/// The root of a checkpoint.
fn root_of(checkpoint: &Checkpoint) -> Result<TreeHash, NoteError> {
    checkpoint.root.ok_or_else(|| {
        fault(
            "it is of the form without a tree, which houses had before: start the house with a newer version",
        )
    })
}

fn found_of_logs(known: &SignedCheckpoint, shown: &SignedCheckpoint) -> String {
    let (known, shown) = (known.checkpoint, shown.checkpoint);
    format!(
        "incarnation {} was witnessed with {} entries, and incarnation {} shows {}",
        known.origin.incarnation, known.sequence, shown.origin.incarnation, shown.sequence
    )
}
