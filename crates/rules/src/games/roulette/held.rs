//! Taking half of a stake that a zero holds.

use croupier_kit::Money;

use super::prison::{EnPrison, OnZero};
use super::rules::{Clause, Roulette};
use super::wager::Wager;
use crate::contract::{Payout, Settled};
use crate::law::{Cites, Refusal, Rule};
use crate::table::{State, Table};

impl Roulette {
    /// The clause and the provisions by which a zero can hold this wager.
    pub(super) fn prison_of(&self, wager: Wager) -> Option<(&Clause, EnPrison)> {
        let Wager::Numbers { clause, .. } = wager else { return None };
        let clause = &self.clauses[usize::from(clause)];
        let Some(OnZero::Held(prison)) = clause.on_zero.map(|zero| zero.does) else { return None };
        Some((clause, prison))
    }
}

/// Whether half of this stake can be taken now.
pub(super) fn is_half_offered(table: &Table<'_, Roulette>, number: u32) -> bool {
    half_of(table, number).is_ok()
}

/// `ann takes half of 3`: from the zero that holds the stake until betting closes for the next spin.
pub(super) fn take_half(table: &mut Table<'_, Roulette>, name: &str, number: u32) -> Result<(), Refusal> {
    let (settled, profit) = half_of(table, number)?;
    let owner = table.stakes.get(number).map(|stake| stake.player);
    if owner != table.people.known(name) {
        let found = format!("{name} taking half of stake {number}");
        return Err(Refusal::new(settled.cites.first(), found, "players take half of their own stakes only"));
    }
    table.stakes.withdraw(number, State::Decided(settled, profit));
    Ok(())
}

/// How half of a stake is settled now.
fn half_of(table: &Table<'_, Roulette>, number: u32) -> Result<(Settled, Money), Refusal> {
    let refusal = |cites: Cites, found: &str, allowed: &'static str| {
        Refusal::new(cites, format!("half of stake {number}, {found}"), allowed)
    };
    let allowed = "half can be taken of a stake that a zero holds";
    let offered: Option<Rule> = table.game.half_rule();
    let Some(offered) = offered else { return Err(table.foreign("taking half of a stake")) };
    let stake = table.stakes.get(number).filter(|stake| stake.state == State::Standing);
    let stake = stake.ok_or_else(|| refusal(offered.into(), "which does not stand", allowed))?;
    let held = stake.wager.and_then(|wager| table.game.prison_of(wager)).filter(|_| stake.life.held > 0);
    let Some((clause, prison)) = held else {
        return Err(refusal(offered.into(), "which no zero holds", allowed));
    };
    let rule = prison.half.ok_or_else(|| {
        refusal(prison.cite.into(), "which stays held", "this wager is held without a choice")
    })?;
    if stake.life.held > 1 {
        return Err(refusal(
            rule.into(),
            "held by a second zero",
            "half can be taken only at the first level",
        ));
    }
    if !table.is_over() && !table.betting.is_open() {
        return Err(refusal(rule.into(), "now", "half can be taken until betting closes for the next spin"));
    }
    let settled = Settled::new(Payout::LoseHalf, Cites::from(rule).and(clause.cite));
    let profit = stake.charge.profit(settled.payout, stake.bet());
    Ok((settled, profit.ok().flatten().expect("checked when the stake was accepted")))
}

impl Roulette {
    /// The first provision of the book by which half of a held stake may be taken.
    fn half_rule(&self) -> Option<Rule> {
        let half = |clause: &Clause| match clause.on_zero?.does {
            OnZero::Held(prison) => prison.half,
            OnZero::Shared(_) => None,
        };
        self.clauses.iter().find_map(half)
    }
}
