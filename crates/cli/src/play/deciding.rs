//! The visitor's decisions, and what they cost against best play.

use croupier_house::Refusal;
use croupier_house::command::Choice;
use croupier_kit::Money;

use super::advise::{Counsel, word_of};
use super::telling::Said;
use super::visit::{Learn, Visit};
use super::words::{Verb, When};

impl Visit<'_> {
    /// The visitor decides.
    pub(super) fn decide(
        &mut self,
        decision: Choice,
        on: Option<String>,
        said: &mut Vec<Said>,
    ) -> Result<(), Refusal> {
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
    ) -> Result<(), Refusal> {
        let on = on.or_else(|| self.box_offered(|choice| matches!(choice, Choice::Insure(_))));
        let half = self.moves().iter().find_map(|found| match found.decision {
            Choice::Insure(half) if found.on == on => Some(half),
            _ => None,
        });
        match amount.or(half) {
            Some(amount) if on.is_some() => self.decide(Choice::Insure(amount), on, said),
            _ => {
                said.push(Said::refused("No insurance is on offer: it is when the dealer shows an Ace."));
                Ok(())
            }
        }
    }

    /// The visitor takes even money.
    pub(super) fn even_money(&mut self, on: Option<String>, said: &mut Vec<Said>) -> Result<(), Refusal> {
        let on = on.or_else(|| self.box_offered(|choice| choice == Choice::EvenMoney));
        if on.is_none() {
            said.push(Said::refused(
                "No even money is on offer: it is for a blackjack when the dealer shows an Ace.",
            ));
            return Ok(());
        }
        self.decide(Choice::EvenMoney, on, said)
    }

    /// The visitor stays with one of two hands.
    pub(super) fn follow(&mut self, on: Option<String>, said: &mut Vec<Said>) -> Result<(), Refusal> {
        if on.is_none() && self.box_offered(|choice| choice == Choice::Follow).is_none() {
            said.push(Said::refused(
                "There is nothing to follow: a bet behind a box follows a hand when the box is split.",
            ));
            return Ok(());
        }
        self.decide(Choice::Follow, on, said)
    }

    /// The first box to which something is offered.
    fn box_offered(&self, what: impl Fn(Choice) -> bool) -> Option<String> {
        self.moves().into_iter().find(|found| what(found.decision)).and_then(|found| found.on)
    }

    /// The visitor wants no insurance.
    pub(super) fn decline(&mut self, said: &mut Vec<Said>) -> Result<(), Refusal> {
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
pub(super) const fn choice(verb: Verb) -> Choice {
    match verb {
        Verb::Draw => Choice::Draw,
        Verb::Stand => Choice::Stand,
        Verb::Split => Choice::Split,
        Verb::Surrender => Choice::Surrender,
        Verb::Raise => Choice::Raise,
        Verb::Check => Choice::Check,
        Verb::Follow => Choice::Follow,
    }
}
