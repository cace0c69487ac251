//! A house that shows nothing that can be checked: whoever rewrites a past may hope that nobody looks.

use crate::alarm::{Alarm, AlarmKind};
use crate::witness::Witness;

impl Witness {
    /// Notes that a look at a house could not be checked, and raises an alarm once that has lasted for longer than
    /// `patience`, in milliseconds. Counts from the first such look, because a witness that did not look knows of no silence.
    pub fn unchecked(&mut self, address: &str, why: &str, patience: i64, at: i64) {
        let Some(log) = self.logs.iter_mut().rev().find(|log| log.address == address) else { return };
        // A clock that was ahead must not put the alarm off.
        let since = log.silent_since.map_or(at, |since| since.min(at));
        log.silent_since = Some(since);
        let (note, Ok(last)) = (log.note.clone(), log.last()) else { return };
        let name = last.checkpoint.log_name();
        let silent = at - since;
        if silent < patience || self.alarm_for(&name, since).is_some() {
            return;
        }
        let found = format!("nothing could be checked for {}: {why}", minutes(silent));
        let number = self.alarms.len() as u64 + 1;
        let (kind, shown) = (AlarmKind::Silent, String::new());
        self.alarms.push(Alarm { number, kind, log: name, at, found, known: note, shown, dismissed: None });
    }

    /// Notes that what a house shows could be checked. An alarm for its silence remains, and says how long that was.
    pub fn checked(&mut self, address: &str, at: i64) {
        let of_house = self.logs.iter_mut().filter(|log| log.address == address);
        let ended: Vec<_> = of_house
            .filter_map(|log| {
                let since = log.silent_since.take()?;
                Some((log.last().ok()?.checkpoint.log_name(), since))
            })
            .collect();
        for (name, since) in ended {
            if let Some(alarm) = self.alarm_for(&name, since) {
                alarm.found = format!("{}; it was checked again after {}", alarm.found, minutes(at - since));
            }
        }
    }

    /// The alarm for the silence that began then; who dismisses it knows of this silence, not of the next.
    fn alarm_for(&mut self, name: &str, since: i64) -> Option<&mut Alarm> {
        let mut silences = self.alarms.iter_mut().filter(|alarm| alarm.kind == AlarmKind::Silent);
        silences.find(|alarm| alarm.log == name && alarm.at >= since)
    }
}

fn minutes(milliseconds: i64) -> String {
    match milliseconds / 60_000 {
        ..=0 => "less than a minute".to_owned(),
        1 => "1 minute".to_owned(),
        more => format!("{more} minutes"),
    }
}
