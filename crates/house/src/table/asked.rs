//! The decision that a table waits for.

use croupier_rules::notation::Act;
use croupier_rules::table::Due;

use super::sitting::Sitting;
use crate::command::Mode;

impl Sitting<'_> {
    /// The decision that the table waits for. Where the house deals, a hidden hand that the rules bind is asked like one
    /// that has a choice: a pause before some hands alone would tell what they hold.
    pub fn due(&self) -> Option<Due> {
        self.bound().map(|(due, _)| due).or_else(|| self.rules.due())
    }

    /// What is taken when the time for it runs out.
    pub fn default_act(&self) -> Option<Act> {
        self.bound().map(|(_, act)| act).or_else(|| self.rules.default_act())
    }

    fn bound(&self) -> Option<(Due, Act)> {
        if self.mode == Mode::Automatic { self.rules.bound() } else { None }
    }
}
