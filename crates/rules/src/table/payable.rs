//! Which stakes can be paid exactly, because nothing is rounded.

use croupier_kit::{Money, MoneySum, gcd, lcm};

use super::table_game::TableGame;
use crate::commission::Charge;
use crate::contract::Payout;
use crate::law::{Refusal, Rule};
use crate::side::SideWager;

/// The most that all bets of a record together may move: a quarter of what money can count. The result of a player, of a
/// banker and of the house is a sum of such results, so that every one of them can be counted too.
pub const MOVED_MAX: MoneySum = MoneySum::from_minor((i64::MAX / 4) as i128);

/// Checks whether every possible result of a bet on this wager is a whole number of minor units, because nothing is
/// rounded but a commission whose book says how; and whether it can be counted, with what decisions can add to the bet.
/// Returns the most that the bet can move.
///
/// # Errors
/// If a result cannot be paid exactly or is too large, or the commission leaves nothing of a win.
pub fn check_payable<G: TableGame>(game: &G, wager: G::Wager, amount: Money) -> Result<MoneySum, Refusal> {
    // The unit is computed only where it is needed: this is asked of every bet.
    let unpaid = |rule| inexact(amount, stake_unit(game, wager), rule);
    let mut moved = check_paid(game, wager, amount, unpaid)?;
    for (later, times) in game.added_later(wager) {
        let added = amount.times(times.into()).map_err(|_| too_large(amount, greatest(game, later)))?;
        moved += check_paid(game, later, added, unpaid)?;
    }
    if moved > MOVED_MAX { Err(too_large(amount, greatest(game, wager))) } else { Ok(moved) }
}

/// The provision that sets the largest win of a wager.
fn greatest<G: TableGame>(game: &G, wager: G::Wager) -> Option<Rule> {
    let mut most: Option<(i128, Option<Rule>)> = None;
    game.results(wager, |payout, rule| {
        let won = share_of(payout, Money::AMOUNT_MAX);
        if most.is_none_or(|(known, _)| won > known) {
            most = Some((won, rule));
        }
    });
    most.and_then(|(_, rule)| rule)
}

/// The size of a payout of a stake in minor units, rounded down.
fn share_of(payout: Payout, stake: Money) -> i128 {
    let (won, staked) = payout.share();
    (i128::from(stake.minor()) * i128::from(won) / i128::from(staked)).abs()
}

/// What a stake can move: itself, and the largest of these results.
fn moved_by(stake: Money, bet: Money, results: impl Fn(&mut dyn FnMut(Payout, Option<Rule>))) -> MoneySum {
    let mut most = 0;
    results(&mut |payout, _| most = share_of(payout, bet).max(most));
    MoneySum::from(stake) + MoneySum::from_minor(most)
}

/// [`check_payable`] without what can be added later.
fn check_paid<G: TableGame>(
    game: &G,
    wager: G::Wager,
    amount: Money,
    inexact: impl Fn(Option<Rule>) -> Refusal,
) -> Result<MoneySum, Refusal> {
    let commission = game.commission(wager);
    if commission.is_none()
        && let Some(most) = most_paid(amount, |each| game.results(wager, each))
    {
        return Ok(MoneySum::from(amount) + most);
    }
    let charged_by = commission.map(|commission| commission.cite);
    check_results(amount, &inexact, |each| game.results(wager, each))?;
    let mut first = None;
    let charge = charge_of(game, wager, amount).ok_or_else(|| inexact(charged_by))?;
    game.results(wager, |payout, _| {
        if let (Payout::Win(_), None) = (payout, &first) {
            first = match charge.profit(payout, amount) {
                Ok(Some(profit)) if profit > Money::ZERO || commission.is_none() => None,
                Ok(Some(_)) => {
                    let allowed = "its commission would take the whole win: bet more";
                    Some(Refusal::new(charged_by, format!("a stake of {amount}"), allowed))
                }
                Ok(None) => Some(inexact(charged_by)),
                Err(_) => Some(too_large(amount, charged_by)),
            };
        }
    });
    match first {
        Some(refusal) => Err(refusal),
        None => Ok(moved_by(charge.with_bet(amount), amount, |each| game.results(wager, each))),
    }
}

/// The largest of these payouts of a stake, if each of them is a whole number of minor units that can be counted. Nearly
/// every bet is without commission and payable: it needs no more than this.
fn most_paid(amount: Money, results: impl FnOnce(&mut dyn FnMut(Payout, Option<Rule>))) -> Option<MoneySum> {
    let mut most = Some(0);
    results(&mut |payout, _| {
        let profit = payout.profit(amount).ok().flatten().filter(|_| is_exact(payout, amount));
        most = most.zip(profit).map(|(most, profit)| profit.minor().unsigned_abs().max(most));
    });
    most.map(|most| MoneySum::from_minor(most.into()))
}

/// Whether a stake is a multiple of the smallest one for which the payout is exact.
fn is_exact(payout: Payout, amount: Money) -> bool {
    amount.minor().unsigned_abs().is_multiple_of(payout.unit())
}

/// Checks whether each of these payouts of a stake is a whole number of minor units that can be counted.
fn check_results(
    amount: Money,
    inexact: impl Fn(Option<Rule>) -> Refusal,
    results: impl Fn(&mut dyn FnMut(Payout, Option<Rule>)),
) -> Result<(), Refusal> {
    let mut first = None;
    results(&mut |payout, rule| {
        let exact = is_exact(payout, amount);
        let payable = exact && matches!(payout.profit(amount), Ok(Some(_)));
        if !payable && first.is_none() {
            first = Some(if exact { too_large(amount, rule) } else { inexact(rule) });
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

/// The smallest stake on this wager, in minor units, for which every result can be paid exactly, also of what decisions
/// can add to it. Every other such stake is a multiple of it.
pub fn stake_unit<G: TableGame>(game: &G, wager: G::Wager) -> i64 {
    exact_unit(game, wager).expect("a book with a wager that nothing can be staked on is refused")
}

fn exact_unit<G: TableGame>(game: &G, wager: G::Wager) -> Option<i64> {
    let mut unit = own_unit(game, wager)?;
    for (later, times) in game.added_later(wager) {
        let added = own_unit(game, later)?;
        unit = lcm(unit, added / gcd(added, times.into()))?;
    }
    i64::try_from(unit).ok()
}

fn own_unit<G: TableGame>(game: &G, wager: G::Wager) -> Option<u64> {
    let commission = game.commission(wager);
    let mut unit = Some(1);
    game.results(wager, |payout, _| {
        unit = unit.and_then(|unit| lcm(unit, payout.unit()));
        if let (Some(commission), Payout::Win(odds)) = (commission, payout) {
            unit = unit.and_then(|unit| lcm(unit, commission.unit(odds)));
        }
    });
    unit
}

/// The smallest stake on a side wager, in minor units, for which every result can be paid exactly.
pub fn side_unit(wager: &SideWager) -> i64 {
    exact_side_unit(wager).expect("a book with a wager that nothing can be staked on is refused")
}

fn exact_side_unit(wager: &SideWager) -> Option<i64> {
    let mut unit = Some(1);
    wager.results(|payout, _| unit = unit.and_then(|unit| lcm(unit, payout.unit())));
    unit.and_then(|unit| i64::try_from(unit).ok())
}

/// Checks whether every possible result of a bet on a side wager is a whole number of minor units that can be counted.
/// Returns the most that the bet can move.
///
/// # Errors
/// If a result cannot be paid exactly, or is too large.
pub fn check_side_payable(wager: &SideWager, amount: Money) -> Result<MoneySum, Refusal> {
    let unit = side_unit(wager);
    check_results(amount, |rule| inexact(amount, unit, rule), |each| wager.results(each))?;
    let moved = moved_by(amount, amount, |each| wager.results(each));
    if moved > MOVED_MAX { Err(too_large(amount, Some(wager.cite))) } else { Ok(moved) }
}

/// The most that the smallest stake which all odds of a wager pay exactly may be. Odds of the books have small terms; this is
/// more than any odds with terms up to 20 need together, and prices can be computed in parts of it.
const UNIT_MAX: i64 = 1_000_000_000;

/// The wagers of a game on which nothing can be staked, because the smallest stake that all their odds pay exactly is too
/// large.
pub(crate) fn unstakable<G: TableGame>(game: &G) -> Vec<String> {
    let is_payable = |unit: i64, moved: MoneySum| unit <= UNIT_MAX && moved <= MOVED_MAX;
    let mut found = Vec::new();
    game.wagers(|wager, _| {
        let name = game.wager_name(wager);
        let payable = exact_unit(game, wager).is_some_and(|unit| {
            let bet = Money::from_minor(unit);
            let added = game.added_later(wager).into_iter();
            let parts = [(wager, 1)].into_iter().chain(added);
            let mut moved = parts.map(|(wager, times)| {
                let bet = bet.times(times.into()).ok()?;
                Some(moved_by(bet, bet, |each| game.results(wager, each)))
            });
            let sum = moved.try_fold(MoneySum::ZERO, |sum, part| Some(sum + part?));
            sum.is_some_and(|sum| is_payable(unit, sum))
        });
        if !payable && !found.contains(&name) {
            found.push(name);
        }
    });
    for wager in &game.sides().0 {
        let unit = exact_side_unit(wager);
        let moved = |unit: i64| {
            moved_by(Money::from_minor(unit), Money::from_minor(unit), |each| wager.results(each))
        };
        if !unit.is_some_and(|unit| is_payable(unit, moved(unit))) {
            found.push(wager.name.to_string());
        }
    }
    found
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
    /// The smallest such bet on a wager on which no commission is rounded. The results of its multiples are in proportion
    /// to its own, and where the book has no rule for breakage, every bet is such a multiple. `None` if it is too large to
    /// be paid.
    pub fn smallest<G: TableGame>(game: &G, wager: G::Wager) -> Option<Self> {
        let mut unit = u64::try_from(stake_unit(game, wager)).ok();
        let rounded = game.commission(wager).filter(|commission| commission.breakage.is_some());
        let Some(commission) = rounded else {
            let bet = Money::from_minor(stake_unit(game, wager));
            return charge_of(game, wager, bet).map(|charge| Self { bet, charge });
        };
        game.results(wager, |payout, _| {
            if let Payout::Win(odds) = payout {
                unit = unit.zip(commission.unrounded_unit(odds)).and_then(|(unit, exact)| lcm(unit, exact));
            }
        });
        let bet = Money::from_minor(i64::try_from(unit?).ok()?);
        Self::of_amount(game, wager, bet).ok()
    }

    /// The smallest such bet on a side wager.
    pub fn of_side(wager: &SideWager) -> Self {
        Self { bet: Money::from_minor(side_unit(wager)), charge: Charge::default() }
    }

    /// A bet of this amount on a side wager.
    ///
    /// # Errors
    /// If not every result of it can be paid.
    pub fn of_side_amount(wager: &SideWager, bet: Money) -> Result<Self, Refusal> {
        check_side_payable(wager, bet)?;
        Ok(Self { bet, charge: Charge::default() })
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

    /// The bet.
    pub const fn bet(self) -> Money {
        self.bet
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
