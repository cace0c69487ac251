//! The local day of the house, which the limits of a day count by.

use super::new_event::NewEvent;
use crate::event::Event;
use crate::house::House;
use crate::ids::Now;

impl House<'_> {
    /// The beginning of a new local day, if these events are the first of it that move money. The journal says when a day
    /// begins, so that a replay needs no time zones.
    pub(crate) fn new_day(&self, events: &[NewEvent], now: Now) -> Option<NewEvent> {
        let day = now.day();
        let moves = events.iter().any(|event| !event.ledger.is_empty());
        let is_new = self.office.house_file.is_some() && self.office.day != Some(day);
        (moves && is_new).then(|| NewEvent::on(None, Event::DayBegan { day }, Vec::new()))
    }
}
