//! Which stakes can be paid exactly, because nothing is rounded.

use croupier_kit::{Money, lcm};

use super::table_game::TableGame;
use crate::commission::Charge;
use crate::contract::Payout;
use crate::law::{Refusal, Rule};
use crate::side::SideWager;

/// Checks whether every possible result of a bet on this wager is a whole number of minor units, because nothing is
/// rounded but a commission whose book says how.
///
/// # Errors
/// If a result cannot be paid exactly, or the commission leaves nothing of a win.
pub fn check_payable<G: TableGame>(game: &G, wager: G::Wager, amount: Money) -> Result<(), Refusal> {
    let commission = game.commission(wager);
    let unit = || stake_unit(game, wager);
    let charged_by = commission.map(|commission| commission.cite);
    check_results(amount, unit, |each| game.results(wager, each))?;
    let mut first = None;
    let charge = charge_of(game, wager, amount).ok_or_else(|| inexact(amount, unit(), charged_by))?;
    if commission.is_none() {
        return Ok(());
    }
    game.results(wager, |payout, _| {
        if let (Payout::Win(_), None) = (payout, &first) {
            first = match charge.profit(payout, amount) {
                Ok(Some(profit)) if profit > Money::ZERO => None,
                Ok(Some(_)) => {
                    let allowed = "its commission would take the whole win: bet more";
                    Some(Refusal::new(charged_by, format!("a stake of {amount}"), allowed))
                }
                Ok(None) => Some(inexact(amount, unit(), charged_by)),
                Err(_) => Some(too_large(amount, charged_by)),
            };
        }
    });
    first.map_or(Ok(()), Err)
}

/// Checks whether each of these payouts of a stake is a whole number of minor units; `unit` says the smallest stake for
/// which all of them are.
fn check_results(
    amount: Money,
    unit: impl Fn() -> i64,
    results: impl Fn(&mut dyn FnMut(Payout, Option<Rule>)),
) -> Result<(), Refusal> {
    let mut first = None;
    results(&mut |payout, rule| {
        let exact = amount.minor() % counted(payout.unit()) == 0;
        let payable = exact && matches!(payout.profit(amount), Ok(Some(_)));
        if !payable && first.is_none() {
            first = Some(if exact { too_large(amount, rule) } else { inexact(amount, unit(), rule) });
        }
    });
    first.map_or(Ok(()), Err)
}

fn inexact(amount: Money, unit: i64, rule: Option<Rule>) -> Refusal {
    Refusal::new(rule, format!("a stake of {amount} cannot be paid exactly"), nearest_stakes(amount, unit))
}

fn too_large(amount: Money, rule: Option<Rule>) -> Refusal {
    Refusal::new(rule, format!("a stake of {amount}"), "its winnings are too large to pay")
}

/// What a bet on this wager is charged; `None` if that is not a whole number of minor units.
pub fn charge_of<G: TableGame>(game: &G, wager: G::Wager, bet: Money) -> Option<Charge> {
    Charge::new(game.commission(wager), bet, game.usual_odds(wager))
}

/// The smallest stake on this wager, in minor units, for which every result can be paid exactly. Every other such
/// stake is a multiple of it.
pub fn stake_unit<G: TableGame>(game: &G, wager: G::Wager) -> i64 {
    let commission = game.commission(wager);
    let mut unit = 1;
    game.results(wager, |payout, _| {
        unit = lcm(unit, payout.unit());
        if let (Some(commission), Payout::Win(odds)) = (commission, payout) {
            unit = lcm(unit, commission.unit(odds));
        }
    });
    counted(unit)
}

/// The smallest stake on a side wager, in minor units, for which every result can be paid exactly.
pub fn side_unit(wager: &SideWager) -> i64 {
    let mut unit = 1;
    wager.results(|payout, _| unit = lcm(unit, payout.unit()));
    counted(unit)
}

/// Checks whether every possible result of a bet on a side wager is a whole number of minor units.
///
/// # Errors
/// If a result cannot be paid exactly.
pub fn check_side_payable(wager: &SideWager, amount: Money) -> Result<(), Refusal> {
    check_results(amount, || side_unit(wager), |each| wager.results(each))
}

fn counted(unit: u64) -> i64 {
    i64::try_from(unit).expect("odds and rates are small enough that their smallest stake can be counted")
}

/// The stakes nearest to an amount that can be paid exactly.
fn nearest_stakes(amount: Money, unit: i64) -> String {
    let below = amount.minor() / unit * unit;
    let above = Money::from_minor(below + unit);
    match below {
        0 => format!("the nearest payable stake is {above}"),
        _ => format!("the nearest payable stakes are {} and {above}", Money::from_minor(below)),
    }
}

/// A bet whose every result is a whole number of minor units, for prices and simulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactBet {
    bet: Money,
    charge: Charge,
}

impl ExactBet {
    /// The smallest such bet on a wager. The results of every other are in proportion to its own; `None` if they are not,
    /// because a commission is rounded.
    pub fn smallest<G: TableGame>(game: &G, wager: G::Wager) -> Option<Self> {
        let bet = Money::from_minor(stake_unit(game, wager));
        let rounded = game.commission(wager).is_some_and(|commission| commission.breakage.is_some());
        if rounded { None } else { charge_of(game, wager, bet).map(|charge| Self { bet, charge }) }
    }

    /// The smallest such bet on a side wager.
    pub fn of_side(wager: &SideWager) -> Self {
        Self { bet: Money::from_minor(side_unit(wager)), charge: Charge::default() }
    }

    /// A bet of this amount on a wager.
    ///
    /// # Errors
    /// If not every result of it can be paid.
    pub fn of_amount<G: TableGame>(game: &G, wager: G::Wager, bet: Money) -> Result<Self, Refusal> {
        check_payable(game, wager, bet)?;
        let charge = charge_of(game, wager, bet).expect("a payable bet has a charge");
        Ok(Self { bet, charge })
    }

    /// The amount staked: the bet, with the commission charged in advance.
    pub fn staked(self) -> Money {
        self.charge.with_bet(self.bet)
    }

    /// The profit or loss, less commission.
    ///
    /// # Panics
    /// If the wager does not have this payout.
    pub fn profit(self, payout: Payout) -> Money {
        let profit = self.charge.profit(payout, self.bet);
        profit.ok().flatten().expect("every result of an exact bet is a whole number of minor units")
    }
}
