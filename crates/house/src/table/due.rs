//! The decision that is due at a table.

use croupier_rules::notation::{Act, Decision, Verb};
use croupier_rules::table::Due;

use super::live::LiveTable;
use super::mode::Mode;

impl LiveTable<'_> {
    /// The decision that is due. An automatic table also asks hidden hands that have no choice: if it paused only for
    /// the others, the pause would reveal the hand.
    pub fn due(&self) -> Option<Due> {
        self.forced().map(|(due, _)| due).or_else(|| self.rules.due())
    }

    /// The default decision when the time runs out.
    pub fn default_act(&self) -> Option<Act> {
        self.forced().map(|(_, act)| act).or_else(|| self.rules.default_act())
    }

    /// Why the hand whose decision is due has no choice: what the rules say to the other decision. `None` if it has one.
    pub(crate) fn no_choice(&self) -> Option<String> {
        let (_, act) = self.forced()?;
        let Act::Decides(Decision { who, verb, on }) = act else { return None };
        let verb = if verb == Verb::Draws { Verb::Stands } else { Verb::Draws };
        let refusal = self.rules.clone().try_act(&Act::Decides(Decision { who, verb, on })).err()?;
        Some(refusal.allowed.into())
    }

    /// The decision of a robot.
    pub fn robot_act(&self) -> Option<Act> {
        self.forced().map(|(_, act)| act).or_else(|| self.rules.robot_act())
    }

    fn forced(&self) -> Option<(Due, Act)> {
        if self.mode == Mode::Automatic { self.rules.bound() } else { None }
    }
}
