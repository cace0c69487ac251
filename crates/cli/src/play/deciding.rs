//! The visitor's decisions, and what they cost against best play.

use croupier_house::Rejection;
use croupier_house::command::PlayerAction;
use croupier_kit::Money;

use super::advise::{Counsel, word_of};
use super::telling::Said;
use super::visit::{Learn, Visit};
use super::words::{Verb, When};

impl Visit<'_> {
    /// The visitor decides.
    pub(super) fn decide(
        &mut self,
        decision: PlayerAction,
        on: Option<String>,
        said: &mut Vec<Said>,
    ) -> Result<(), Rejection> {
        if self.when() == When::Betting {
            let word = word_of(decision);
            said.push(Said::refused(format!(
                "`{word}` is for when a hand is played: bet first, then Enter deals."
            )));
            return Ok(());
        }
        let counsel = self.counsel();
        self.parlour.decide(decision, on)?;
        self.weigh(counsel, word_of(decision), said);
        Ok(())
    }

    /// The advice for the decision that is due, if it has been reckoned.
    pub(super) fn counsel(&self) -> Option<Counsel> {
        if self.learn == Learn::Always {
            self.be_patient();
        }
        let advisor = self.reckoning.advisor()?.ok()?;
        Counsel::of(&self.parlour, advisor)
    }

    /// Counts a mistake, and tells it to one who learns.
    fn weigh(&mut self, counsel: Option<Counsel>, decision: &str, said: &mut Vec<Said>) {
        let Some(counsel) = counsel.filter(|counsel| counsel.is_mistake(decision)) else { return };
        let cost = counsel.cost(decision).map(|cost| cost.max(0.0));
        self.mistakes = (self.mistakes.0 + 1, self.mistakes.1 + cost.unwrap_or(0.0));
        if self.learn == Learn::Always {
            let costs = cost.map(|cost| format!(" To {decision} costs {cost:.2} on average."));
            said.push(Said::hint(format!("Better: {}.{}", counsel.best(), costs.unwrap_or_default())));
        }
    }

    /// The visitor insures a box, for half where no amount is said.
    pub(super) fn insure(
        &mut self,
        amount: Option<Money>,
        on: Option<String>,
        said: &mut Vec<Said>,
    ) -> Result<(), Rejection> {
        let on = on.or_else(|| self.box_offered(|choice| matches!(choice, PlayerAction::Insure(_))));
        let half = self.moves().iter().find_map(|found| match found.decision {
            PlayerAction::Insure(half) if found.on == on => Some(half),
            _ => None,
        });
        match amount.or(half) {
            Some(amount) if on.is_some() => self.decide(PlayerAction::Insure(amount), on, said),
            _ => {
                said.push(Said::refused("No insurance is on offer: it is when the dealer shows an Ace."));
                Ok(())
            }
        }
    }

    /// The visitor takes even money.
    pub(super) fn even_money(&mut self, on: Option<String>, said: &mut Vec<Said>) -> Result<(), Rejection> {
        let on = on.or_else(|| self.box_offered(|choice| choice == PlayerAction::EvenMoney));
        if on.is_none() {
            said.push(Said::refused(
                "No even money is on offer: it is for a blackjack when the dealer shows an Ace.",
            ));
            return Ok(());
        }
        self.decide(PlayerAction::EvenMoney, on, said)
    }

    /// The visitor stays with one of two hands.
    pub(super) fn follow(&mut self, on: Option<String>, said: &mut Vec<Said>) -> Result<(), Rejection> {
        if on.is_none() && self.box_offered(|choice| choice == PlayerAction::Follow).is_none() {
            said.push(Said::refused(
                "There is nothing to follow: a bet behind a box follows a hand when the box is split.",
            ));
            return Ok(());
        }
        self.decide(PlayerAction::Follow, on, said)
    }

    /// The first box to which something is offered.
    fn box_offered(&self, what: impl Fn(PlayerAction) -> bool) -> Option<String> {
        self.moves().into_iter().find(|found| what(found.decision)).and_then(|found| found.on)
    }

    /// The visitor wants no insurance.
    pub(super) fn decline(&mut self, said: &mut Vec<Said>) -> Result<(), Rejection> {
        if self.when() != When::Insuring {
            said.push(Said::plain("Nothing is on offer that could be declined."));
            return Ok(());
        }
        let counsel = self.counsel();
        self.parlour.decline()?;
        self.weigh(counsel, "decline", said);
        Ok(())
    }
}

/// The decision that a word means.
pub(super) const fn choice(verb: Verb) -> PlayerAction {
    match verb {
        Verb::Draw => PlayerAction::Draw,
        Verb::Stand => PlayerAction::Stand,
        Verb::Split => PlayerAction::Split,
        Verb::Surrender => PlayerAction::Surrender,
        Verb::Raise => PlayerAction::Raise,
        Verb::Check => PlayerAction::Check,
        Verb::Follow => PlayerAction::Follow,
    }
}
