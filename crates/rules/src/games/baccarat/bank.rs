//! The bank: the house's or, in chemin de fer, a player's, which passes as soon as an opposing hand wins (reg. 5(6)).

use std::cmp::Ordering;

use croupier_kit::Money;

use super::deal::PLAYER;
use super::rules::{Baccarat, Bank, HeldBy};
use crate::law::Refusal;
use crate::notation::Act;
use crate::table::{Offer, PassingBank, PlayerId, SeriesContinuation, Stake, State, Table};

/// The state of the bank from coup to coup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coups {
    /// The player who holds the bank.
    banker: Option<PlayerId>,
    /// The amount in the bank, if known.
    amount: Option<Money>,
    /// Whether an opposing hand has won, so that the banker must give up the bank.
    passes: bool,
    /// Whether the banker has given up the bank; nobody holds it until another player takes it.
    given_up: bool,
    /// The wins and losses of everyone who has held the bank, stake by stake.
    results: Vec<(PlayerId, Money)>,
    /// Stakes up to this number belong to coups that are over.
    counted: u32,
}

impl Coups {
    /// The player who holds the bank.
    pub fn banker(&self) -> Option<PlayerId> {
        self.banker
    }

    /// The amount in the bank, if known.
    pub fn amount(&self) -> Option<Money> {
        self.amount
    }

    /// The bank, if a player holds it.
    pub(super) fn passing(&self) -> Option<PassingBank> {
        let (holder, amount) = self.banker.zip(self.amount).filter(|_| !self.given_up)?;
        Some(PassingBank { holder, amount, passes: self.passes })
    }

    /// Records that the banker gives up the bank between coups.
    pub(super) fn give_up(&mut self) {
        self.given_up = self.banker.is_some();
    }

    /// Begins a new record: its stakes are numbered from one again, and the results of the bank stay in the old
    /// record.
    pub(super) fn renew(&mut self) {
        self.counted = 0;
        self.results.clear();
        self.results.extend(self.banker.map(|banker| (banker, Money::ZERO)));
    }

    pub(super) fn results(&self) -> &[(PlayerId, Money)] {
        &self.results
    }

    /// The refusal of a wager or card while nobody holds the bank or it has to pass first; `None` if it is held.
    fn unheld(&self, bank: Bank, found: &'static str) -> Option<Refusal> {
        let allowed = match (bank.held, self.banker) {
            (HeldBy::Passing, None) => "a player must take the bank first, as in `bank ann 500`",
            (HeldBy::Passing, Some(_)) if self.given_up => {
                "the bank was given up: a player must take it first"
            }
            (HeldBy::Passing, Some(_)) if self.passes => "an opposing hand has won: the bank must pass first",
            _ => return None,
        };
        Some(Refusal::new(bank.hold, found, allowed))
    }
}

/// The state of the bank that continues in the next record. Results belong to the record before.
pub(super) fn continuation(table: &Table<'_, Baccarat>) -> SeriesContinuation {
    let Coups { banker, amount, passes, given_up, .. } = &table.series;
    let banker = banker.map(|banker| table.people.name(banker).into());
    SeriesContinuation::Bank { banker, amount: *amount, passes: *passes, given_up: *given_up }
}

/// Continues from the record before.
pub(super) fn resume(table: &mut Table<'_, Baccarat>, from: &SeriesContinuation) {
    if let SeriesContinuation::Bank { banker, amount, passes, given_up } = from {
        let banker = banker.as_ref().map(|name| table.people.id_of(name));
        let (amount, passes, given_up) = (*amount, *passes, *given_up);
        table.series = Coups { banker, amount, passes, given_up, ..Coups::default() };
        table.series.renew();
    }
}

/// `bank ann 500`, `bank house`.
pub(super) fn take_bank(table: &mut Table<'_, Baccarat>, act: &Act) -> Result<(), Refusal> {
    let bank = table.game.bank;
    match (bank.held, act) {
        (HeldBy::Passing, Act::PlayersBank(name, amount)) => take_passing(table, name, *amount),
        (HeldBy::Passing, Act::HouseBank(_)) => {
            Err(Refusal::new(bank.hold, "the bank held by the house", "a player holds a bank that passes"))
        }
        (_, act) => {
            table.house_bank(act)?;
            table.series.amount = if let Act::HouseBank(amount) = act { *amount } else { None };
            Ok(())
        }
    }
}

/// A player takes the bank before the first stake of a hand. The player who has just lost it may not.
fn take_passing(table: &mut Table<'_, Baccarat>, name: &str, amount: Money) -> Result<(), Refusal> {
    let banker = table.people.id_of(name);
    let staked = of_this_coup(table).any(|(_, stake)| !matches!(stake.state, State::Refused(_)));
    let allowed = if !table.betting.is_open() || staked {
        Some("the bank is taken before the first bet of a hand")
    } else if table.series.passes && table.series.banker == Some(banker) {
        Some("an opposing hand has won: another player must take the bank")
    } else {
        None
    };
    if let Some(allowed) = allowed {
        return Err(Refusal::new(table.game.bank.hold, format!("the bank taken by {name}"), allowed));
    }
    (table.series.banker, table.series.amount) = (Some(banker), Some(amount));
    (table.series.passes, table.series.given_up) = (false, false);
    table.series.results.push((banker, Money::ZERO));
    Ok(())
}

/// Checks that somebody holds the bank before a card is dealt.
pub(super) fn check_held(table: &Table<'_, Baccarat>) -> Result<(), Refusal> {
    table.series.unheld(table.game.bank, "a card").map_or(Ok(()), Err)
}

/// Checks that the stake is against another player who holds the bank, and that all stakes together do not exceed the
/// bank.
pub(super) fn check_stake(table: &Table<'_, Baccarat>, offer: &Offer<Baccarat>) -> Result<(), Refusal> {
    let bank = table.game.bank;
    if bank.held == HeldBy::Passing && table.series.banker == Some(offer.player) {
        return Err(Refusal::new(
            bank.cover,
            "a bet by the banker",
            "only other players bet against the banker",
        ));
    }
    if let Some(refusal) = table.series.unheld(bank, "a bet") {
        return Err(refusal);
    }
    let (Some(_), Some(amount)) = (bank.cover, table.series.amount) else { return Ok(()) };
    let standing = of_this_coup(table).filter(|(_, stake)| stake.state == State::Standing);
    match standing.map(|(_, stake)| stake.amount).try_fold(offer.amount, Money::plus) {
        Ok(total) if total <= amount => Ok(()),
        _ => {
            let allowed = format!("all bets together may not exceed the bank of {amount}");
            Err(Refusal::new(bank.cover, format!("a bet of {}", offer.amount), allowed))
        }
    }
}

/// The stakes made since the last coup ended, with their numbers.
fn of_this_coup<'t>(table: &'t Table<'_, Baccarat>) -> impl Iterator<Item = (u32, &'t Stake<Baccarat>)> {
    (table.series.counted + 1..).map_while(|number| table.stakes.get(number).map(|stake| (number, stake)))
}

/// Settles the bank at the end of a coup. It must pass if the opposing hand has won.
pub(super) fn settle_bank(table: &mut Table<'_, Baccarat>) {
    let Some(deal) = table.deal.filter(|_| table.is_over()) else { return };
    let mut results = Vec::new();
    let mut last = table.series.counted;
    for (number, stake) in of_this_coup(table) {
        if let State::Decided(_, profit) = stake.state {
            results.push(profit.negated().expect("the results of a record can be counted"));
        }
        last = number;
    }
    table.series.counted = last;
    for result in results {
        let added = |amount: Money| amount.plus(result).expect("the results of a record can be counted");
        table.series.amount = table.series.amount.map(added);
        table.series.results.extend(table.series.banker.map(|banker| (banker, result)));
    }
    let won = table.game.against_banker(&deal, PLAYER) == Some(Ordering::Greater);
    table.series.passes |= table.game.bank.held == HeldBy::Passing && won;
}
