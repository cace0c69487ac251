//! Best play for the player: the best decision now, and the cost of each alternative in money.

use croupier_house::command::PlayerAction;
use croupier_house::table::Phase;
use croupier_house::view::{CardView, TableView};
use croupier_kit::{Card, Money};
use croupier_maths::advice::DECLINE;
use croupier_maths::{Advice, Advisor, PlayerView};
use croupier_rules::contract::{Seat, Turn};

use super::private_house::{PrivateHouse, YOU};

/// Advice on a decision, with the stake it is about; a banker has none.
pub(super) struct HandAdvice {
    advice: Advice,
    stake: Option<Money>,
}

impl HandAdvice {
    /// The advice on the decision that is due, if it is the player's.
    pub(super) fn of(house: &PrivateHouse<'_>, advisor: &Advisor) -> Option<Self> {
        let seen = house.seen();
        match seen.phase {
            Phase::Insurance => on_insurance(&seen, advisor),
            Phase::Decision if house.must_decide() => {
                let Some(Turn::Seat(seat)) = house.live().rules.turn() else { return None };
                Some(Self { advice: on_hand(&seen, seat, advisor)?, stake: stake_on(&seen) })
            }
            _ => None,
        }
    }

    /// The best decision.
    pub(super) fn best(&self) -> &'static str {
        self.advice.options.first().map_or("", |option| option.decision)
    }

    /// The cost of a decision compared with the best one, in money; `None` if it is not known.
    pub(super) fn cost(&self, decision: &str) -> Option<f64> {
        let worth = |name: &str| {
            let found = self.advice.options.iter().find(|option| option.decision == name);
            found.and_then(|option| option.worth.as_ref()).map(croupier_maths::Figure::value)
        };
        let stake = self.stake?.minor();
        #[allow(clippy::cast_precision_loss, reason = "a cost is shown in hundredths")]
        Some((worth(self.best())? - worth(decision)?) * stake as f64 / 100.0)
    }

    /// Whether a decision is never right.
    pub(super) fn is_mistake(&self, decision: &str) -> bool {
        let found = self.advice.options.iter().find(|option| option.decision == decision);
        found.is_some_and(|option| option.share.value() == 0.0)
    }

    /// The advice as a few lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let is_mixture = self.advice.options.iter().all(|option| option.worth.is_none());
        let mut lines = vec![format!("Best: {} ({}).", self.best(), self.advice.method)];
        for option in &self.advice.options {
            let share = option.share.value();
            match &option.worth {
                Some(worth) => {
                    let cost = self.cost(option.decision).filter(|cost| *cost > 0.000_05);
                    let cost = cost.map_or_else(String::new, |cost| format!("; costs {cost:.2}"));
                    let worth = worth.value();
                    lines.push(format!("  {}: expected {worth:+.4} of the stake{cost}", option.decision));
                }
                None if is_mixture && share > 0.0 && share < 1.0 => {
                    lines.push(format!("  {}: {:.1} % of the time", option.decision, share * 100.0));
                }
                None => {}
            }
        }
        lines
    }
}

/// The advice for the first box that insurance is offered to.
fn on_insurance(seen: &TableView, advisor: &Advisor) -> Option<HandAdvice> {
    let number = seen.moves.iter().find_map(|offered| offered.on.as_deref())?;
    let is_own =
        |hand: &Option<String>| hand.as_deref().and_then(|hand| hand.split('.').next()) == Some(number);
    let own: Vec<Card> = seen.cards.iter().filter(|card| is_own(&card.hand)).filter_map(read).collect();
    let seat = seen.cards.iter().find(|card| is_own(&card.hand))?.seat;
    let sight = PlayerView { seat, own: &own, others: &[], split: None, may_split: false };
    let mut advice = advisor.on_insurance(sight)?;
    let may = |word: &str| seen.moves.iter().any(|offered| word_of(offered.decision) == word);
    advice.options.retain(|option| option.decision == DECLINE || may(option.decision));
    let stake = seen.stakes.iter().find(|stake| stake.player == YOU && is_own(&stake.hand))?.amount;
    Some(HandAdvice { advice, stake: Some(stake) })
}

fn read(card: &CardView) -> Option<Card> {
    card.card.as_deref().and_then(|card| card.parse().ok())
}

/// The advice for the hand that has to decide.
fn on_hand(seen: &TableView, seat: Seat, advisor: &Advisor) -> Option<Advice> {
    let due = seen.due.as_ref()?;
    let hand_of = |card: &CardView| card.seat == seat && (due.on.is_none() || card.hand == due.on);
    let own: Vec<Card> = seen.cards.iter().filter(|card| hand_of(card)).filter_map(read).collect();
    let others: Vec<(Seat, Option<Card>)> =
        seen.cards.iter().filter(|card| card.seat != seat).map(|card| (card.seat, read(card))).collect();
    let mut hands: Vec<&String> =
        seen.cards.iter().filter(|card| card.seat == seat).filter_map(|card| card.hand.as_ref()).collect();
    hands.dedup();
    let number =
        due.on.as_deref().and_then(|on| on.split_once('.')).and_then(|(_, number)| number.parse().ok());
    let split = number.filter(|_| hands.len() > 1);
    let may_split = seen.moves.iter().any(|offered| offered.decision == PlayerAction::Split);
    let mut advice = advisor.advise(PlayerView { seat, own: &own, others: &others, split, may_split })?;
    // Not every option is permitted by the rules now.
    let may = |word: &str| seen.moves.iter().any(|offered| word_of(offered.decision) == word);
    advice.options.retain(|option| may(option.decision));
    (!advice.options.is_empty()).then_some(advice)
}

/// The stake on the hand that has to decide.
fn stake_on(seen: &TableView) -> Option<Money> {
    let on = seen.due.as_ref()?.on.as_deref();
    let own = |stake: &&croupier_house::view::StakeView| {
        stake.player == YOU && stake.outcome == "standing" && (on.is_none() || stake.hand.as_deref() == on)
    };
    seen.stakes.iter().find(own).map(|stake| stake.amount)
}

/// The word for a decision.
pub(super) const fn word_of(choice: PlayerAction) -> &'static str {
    match choice {
        PlayerAction::Draw => "draw",
        PlayerAction::Stand => "stand",
        PlayerAction::Double => "double",
        PlayerAction::Split => "split",
        PlayerAction::Surrender => "surrender",
        PlayerAction::Raise => "raise",
        PlayerAction::Check => "check",
        PlayerAction::Fold => "fold",
        PlayerAction::Follow => "follow",
        PlayerAction::Insure(_) => "insure",
        PlayerAction::EvenMoney => "even-money",
        PlayerAction::Call => "call",
        PlayerAction::TakeBank(_) => "bank",
    }
}
