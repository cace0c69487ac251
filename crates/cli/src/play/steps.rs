//! What may be typed now: what goes on first, then what else.

use croupier_house::command::PlayerAction;
use croupier_house::view::StakeView;
use croupier_kit::Money;
use croupier_rules::games::AnyGame;
use croupier_rules::offer::Laid;

use super::advise::word_of;
use super::parlour::{self, Keeps, YOU};
use super::visit::Visit;
use super::words::When;

/// What answers questions, at any time.
const ASKED: [&str; 5] = ["help", "hint", "odds", "rules", "quit"];

impl Visit<'_> {
    /// What Enter does while bets are made: `deal`, `spin`, `throw`.
    pub(super) const fn goes(&self) -> &'static str {
        match &self.of.rules {
            AnyGame::Roulette(_) => "spin",
            AnyGame::Dice(_) => "throw",
            _ => "deal",
        }
    }

    /// The first wager of the table that is a word alone, or the first of all.
    fn example(&self) -> Option<&str> {
        let wagers = &self.wagers;
        wagers.iter().find(|words| !words.contains(' ')).or(wagers.first()).map(String::as_str)
    }

    /// A stake that the table takes and the purse has, if there is one.
    fn example_stake(&self) -> Option<Money> {
        let stake = self.parlour.live().ok().and_then(|sitting| sitting.in_force.chosen.stake_min);
        let step = self.listings.iter().map(|listing| listing.step).max().unwrap_or(Money::ZERO);
        let stake = stake.unwrap_or_else(|| parlour::whole(10).min(self.parlour.chips())).max(step);
        (stake > Money::ZERO && stake <= self.parlour.chips()).then_some(stake)
    }

    /// A bet to begin with, such as `10.00 on red`.
    pub(super) fn sample(&self) -> Option<String> {
        Some(format!("{} on {}", plainly(self.example_stake()?), self.example()?))
    }

    /// A bank that the visitor could take.
    pub(super) fn sample_bank(&self) -> Option<String> {
        let amount = parlour::whole(100).min(self.parlour.chips());
        let free = self.parlour.bank_is_free() && !self.parlour.bank_must_pass();
        let may = free && amount > Money::ZERO;
        may.then(|| format!("bank {}", plainly(amount)))
    }

    /// The stakes that something may be laid behind.
    fn behind(&self) -> Option<String> {
        let seen = self.parlour.seen().ok()?;
        let own = |stake: &&StakeView| stake.player == YOU && stake.outcome == "standing";
        let laid = |number: u32| seen.stakes.iter().any(|stake| own(&stake) && stake.of == Some(number));
        let behind = seen
            .stakes
            .iter()
            .filter(own)
            .find(|stake| stake.life.is_some() && stake.of.is_none() && !laid(stake.stake))?;
        self.takes_behind().then(|| format!("AMOUNT behind {}", behind.stake))
    }

    /// Whether the game knows stakes behind others.
    pub(super) fn takes_behind(&self) -> bool {
        self.listings.iter().any(|listing| listing.laid == Laid::Behind)
    }

    /// Whether there is something to deal, spin or throw for.
    pub(super) fn can_go(&self) -> bool {
        match self.parlour.own_bank() {
            Some((_, keeps)) => keeps == Keeps::Yes,
            None => self.parlour.on_table() > Money::ZERO,
        }
    }

    /// Whether the bank is the visitor's for this round.
    fn banks(&self) -> bool {
        matches!(self.parlour.own_bank(), Some((_, Keeps::Yes)))
    }

    /// Everything that serves now, what goes on first.
    pub(super) fn steps(&self) -> Vec<String> {
        let now = match self.when() {
            When::Betting | When::Always => self.betting_steps(),
            _ => self.offered(),
        };
        let mut steps = now;
        steps.extend(ASKED.map(ToOwned::to_owned));
        if self.last_round.is_some() {
            let before = steps.len() - 2;
            steps.splice(before..before, ["why".to_owned(), "history".to_owned()]);
        }
        steps
    }

    /// What serves while bets are made.
    pub(super) fn betting_steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        if self.can_go() {
            steps.push(format!("Enter: {}", self.goes()));
        }
        // Who is carried to the next hand has his stake there already.
        let carried = self.bets.is_empty() && self.can_go() && matches!(self.of.rules, AnyGame::InBetween(_));
        if carried {
            return steps;
        }
        if self.parlour.chips() > Money::ZERO && !self.banks() {
            steps.push("AMOUNT on WAGER".to_owned());
            steps.extend(self.behind());
        }
        if !self.bets.is_empty() {
            steps.extend(["undo", "clear", "double"].map(ToOwned::to_owned));
        } else if !self.bets_before.is_empty() && !self.banks() {
            steps.push("rebet".to_owned());
        }
        steps.extend(self.sample_bank());
        if self.banks() {
            steps.push("give-up".to_owned());
        }
        steps
    }

    /// The words of the decisions that are permitted now.
    pub(super) fn offered(&self) -> Vec<String> {
        let mut words: Vec<String> = self
            .moves()
            .iter()
            .map(|found| match (found.decision, &found.on) {
                (PlayerAction::Insure(half), Some(on)) => format!("insure {half} on {on}"),
                (choice, Some(on)) => format!("{} on {on}", word_of(choice)),
                (choice, None) => word_of(choice).to_owned(),
            })
            .collect();
        if self.when() == When::Insuring {
            words.push("decline".to_owned());
        }
        words
    }
}

/// An amount as somebody types it: without hundredths where there are none.
pub(super) fn plainly(amount: Money) -> String {
    let text = amount.to_string();
    text.strip_suffix(".00").map(ToOwned::to_owned).unwrap_or(text)
}
