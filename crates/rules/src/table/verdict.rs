//! The verdict on a record: how every stake was settled, and the balance of each player and the bank.

use croupier_kit::{Money, MoneySum, Odds};

use super::people::PlayerId;
use super::stakes::{Stake, State};
use super::table_game::{Table, TableGame};
use crate::contract::{Payout, Settled};
use crate::law::Cites;

/// How a stake was settled, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the outcomes are their own names")]
pub enum Outcome {
    Won,
    Lost,
    Void,
    Halved,
    Surrendered,
    Cancelled,
    Refused,
    Standing,
}

impl Outcome {
    /// The name of the outcome.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Void => "void",
            Self::Halved => "halved",
            Self::Surrendered => "surrendered",
            Self::Cancelled => "cancelled",
            Self::Refused => "refused",
            Self::Standing => "standing",
        }
    }

    /// The outcome of a payout.
    pub const fn of(payout: Payout) -> Self {
        match payout {
            Payout::Win(_) | Payout::Net { any: true, .. } | Payout::Bonus { .. } => Self::Won,
            Payout::Lose | Payout::LoseOriginal | Payout::Net { any: false, .. } => Self::Lost,
            Payout::LoseHalf => Self::Halved,
            Payout::Surrender => Self::Surrendered,
            Payout::Void => Self::Void,
        }
    }
}

/// The verdict on one stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StakeVerdict {
    /// Its number.
    pub bet: u32,
    /// The player.
    pub player: String,
    /// The wager, in the words of the record.
    pub wager: String,
    /// The hand that it was on.
    pub hand: Option<String>,
    /// The number of the stake it belongs to.
    pub of: Option<u32>,
    /// The amount staked, with the commission charged in advance.
    pub stake: Money,
    /// The commission charged, in advance or on a win.
    pub commission: Option<Money>,
    /// The bonus on the hand, which is part of the profit.
    pub bonus: Option<Money>,
    /// How it was settled.
    pub outcome: Outcome,
    /// The odds it was paid at, or would have been.
    pub odds: Option<Odds>,
    /// The reason for a refusal.
    pub reason: Option<String>,
    /// The profit; negative for a loss.
    pub profit: Money,
    /// The amount returned to the player, including the stake.
    pub returned: Money,
    /// The provisions it is based on, the deciding one first.
    pub cites: Vec<String>,
}

/// The verdict on a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game, as `RULEBOOK/GAME`.
    pub rules: String,
    /// One row per stake, in order.
    pub rows: Vec<StakeVerdict>,
    /// The net result of each player, in the order of their first bets.
    pub net: Vec<(String, Money)>,
    /// The net result of the bank.
    pub bank: Money,
}

impl<G: TableGame> Table<'_, G> {
    /// The verdict on every stake so far.
    pub fn verdict(&self, rules: &str) -> Verdict {
        let mut net: Vec<(PlayerId, MoneySum)> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        let mut add = |player: PlayerId, amount: Money| {
            let place = *places.entry(player).or_insert_with(|| {
                net.push((player, MoneySum::ZERO));
                net.len() - 1
            });
            net[place].1 += amount;
        };
        let mut rows = Vec::new();
        for (number, stake) in self.stakes.iter() {
            let row = self.row(number, stake);
            add(stake.player, row.profit);
            rows.push(row);
        }
        for (player, amount) in G::bankers(self) {
            add(player, amount);
        }
        let bank = -net.iter().fold(MoneySum::ZERO, |sum, (_, amount)| sum + *amount);
        let counted = |sum: MoneySum| Money::try_from(sum).expect(COUNTED);
        let net = net.into_iter().map(|(id, sum)| (self.people.name(id).to_owned(), counted(sum))).collect();
        Verdict { rules: rules.to_owned(), rows, net, bank: counted(bank) }
    }

    /// The current row of one stake.
    pub fn row_of(&self, number: u32) -> Option<StakeVerdict> {
        self.stakes.get(number).map(|stake| self.row(number, stake))
    }

    fn row(&self, number: u32, stake: &Stake<G>) -> StakeVerdict {
        let usual = match (stake.side, stake.wager) {
            (Some(bet), _) => self.game.sides().get(bet).usual_odds(),
            (None, Some(wager)) => self.game.usual_odds(wager),
            (None, None) => None,
        };
        let refusal_reason =
            if let State::Refused(refusal) = &stake.state { Some(refusal.to_string()) } else { None };
        let (outcome, profit, cites, odds) = match &stake.state {
            State::Standing => {
                let carried = stake.wager.map_or(Cites::NONE, |wager| self.game.carried(wager, stake.life));
                (Outcome::Standing, Money::ZERO, carried, usual)
            }
            State::Decided(settled, profit) => decided(*settled, *profit, usual),
            State::Cancelled(cites) => (Outcome::Cancelled, Money::ZERO, *cites, usual),
            State::Refused(refusal) => (Outcome::Refused, Money::ZERO, refusal.cites, None),
        };
        let back = || stake.amount.plus(profit).expect(COUNTED);
        let returned = if outcome == Outcome::Standing { Money::ZERO } else { back() };
        let commission = charged(stake);
        let decided = matches!(stake.state, State::Decided(..));
        let charged_by = stake.charge.commission().filter(|_| decided && commission.is_some());
        let cites = charged_by.map_or(cites, |charged| cites.and(charged.cite));
        let accepted = stake.wager.filter(|_| outcome != Outcome::Refused);
        StakeVerdict {
            bet: number,
            player: self.people.name(stake.player).to_owned(),
            wager: stake.words.to_string(),
            hand: accepted.and_then(|wager| self.game.hand(wager, stake.life)),
            of: stake.parent,
            stake: stake.amount,
            commission,
            bonus: bonus(stake),
            outcome,
            odds,
            reason: refusal_reason,
            profit,
            returned,
            cites: cites.iter().map(|rule| self.citations().text(rule).to_owned()).collect(),
        }
    }
}

/// Why every sum in a verdict can be counted: [`super::MOVED_MAX`].
const COUNTED: &str = "bets are accepted only if all results of the record can be counted";

/// The commission charged on a stake so far; `None` if there is none, or it was returned.
fn charged<G: TableGame>(stake: &Stake<G>) -> Option<Money> {
    let charged = match &stake.state {
        State::Standing => stake.charge.in_advance(),
        State::Decided(settled, _) => {
            let taken = stake.charge.taken(settled.payout, stake.bet()).expect(COUNTED);
            taken.expect("checked when the stake was accepted")
        }
        State::Cancelled(_) | State::Refused(_) => Money::ZERO,
    };
    (charged > Money::ZERO).then_some(charged)
}

/// The bonus that a stake was paid.
fn bonus<G: TableGame>(stake: &Stake<G>) -> Option<Money> {
    match &stake.state {
        State::Decided(settled, _) => settled.payout.bonus(stake.bet()).expect(COUNTED),
        State::Standing | State::Cancelled(_) | State::Refused(_) => None,
    }
}

fn decided(settled: Settled, profit: Money, usual: Option<Odds>) -> (Outcome, Money, Cites, Option<Odds>) {
    let odds = match settled.payout {
        Payout::Win(odds) => Some(odds),
        Payout::Net { .. } | Payout::Bonus { .. } => None,
        _ => usual,
    };
    (Outcome::of(settled.payout), profit, settled.cites, odds)
}
