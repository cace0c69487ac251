//! The bank of chemin de fer: a player's, that passes as soon as an opposing hand wins (reg. 5(6)).

use std::cmp::Ordering;

use croupier_kit::Money;

use super::{Baccarat, PLAYER};
use crate::contract::{Game, Turn};
use crate::law::{Refusal, Rule};
use crate::notation::Act;
use crate::table::{Offer, PlayerId, State, Table};

/// Whose the bank is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bank {
    /// The house's.
    House,
    /// A player's, until an opposing hand wins.
    Passing {
        /// The provision on who holds it.
        hold: Option<Rule>,
        /// The provision on wagers with the banker: none by himself, none beyond the bank.
        cover: Option<Rule>,
    },
}

/// The bank as it goes from coup to coup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coups {
    held: Option<Held>,
    /// What everyone who held the bank has won and lost by it, stake by stake.
    results: Vec<(PlayerId, Money)>,
    /// The stakes up to this number belong to coups that are over.
    counted: u32,
}

/// A bank in somebody's hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    banker: PlayerId,
    amount: Money,
    /// An opposing hand has won, so that he must give it up.
    lost: bool,
}

impl Coups {
    /// The banker, and how much is in the bank.
    pub fn banker(&self) -> Option<(PlayerId, Money)> {
        self.held.map(|held| (held.banker, held.amount))
    }

    pub(super) fn results(&self) -> &[(PlayerId, Money)] {
        &self.results
    }
}

/// `bank ann 500`, `bank house`.
pub(super) fn take_bank(table: &mut Table<'_, Baccarat>, act: &Act) -> Result<(), Refusal> {
    let Bank::Passing { hold, .. } = table.game.bank else { return table.house_bank(act) };
    let (name, amount) = match act {
        Act::PlayersBank(name, amount) => (name, *amount),
        Act::HouseBank(_) => {
            return table.forbid(Refusal::new(hold, "the bank held by the house", "a player holds a bank that passes"));
        }
        other => return Err(table.foreign(&format!("`{other}`"))),
    };
    let found = format!("the bank taken by {name}");
    if !table.betting.is_open() || of_this_coup(table).any(|state| !matches!(state, State::Refused(_))) {
        table.forbid(Refusal::new(hold, found.clone(), "it is taken before the first stake of a hand"))?;
    }
    let banker = table.people.meet(name);
    if table.series.held.is_some_and(|held| held.lost && held.banker == banker) {
        table.forbid(Refusal::new(hold, found, "an opposing hand has won, and the bank passes to another"))?;
    }
    table.series.held = Some(Held { banker, amount, lost: false });
    table.series.results.push((banker, Money::ZERO));
    Ok(())
}

/// Before a card falls somebody must hold the bank.
pub(super) fn check_held(table: &Table<'_, Baccarat>) -> Result<(), Refusal> {
    match (table.game.bank, table.series.held) {
        (Bank::House, _) | (_, Some(Held { lost: false, .. })) => Ok(()),
        (Bank::Passing { hold, .. }, held) => table.forbid(unheld(hold, "a card", held)),
    }
}

fn unheld(hold: Option<Rule>, found: &'static str, held: Option<Held>) -> Refusal {
    let allowed = match held {
        Some(_) => "an opposing hand has won, and the bank passes first",
        None => "a player takes the bank first, as in `bank ann 500`",
    };
    Refusal::new(hold, found, allowed)
}

/// A stake is with another who holds the bank, and all stakes together are within it.
pub(super) fn check_stake(table: &Table<'_, Baccarat>, offer: &Offer<Baccarat>) -> Result<(), Refusal> {
    let Bank::Passing { hold, cover } = table.game.bank else { return Ok(()) };
    let held = match table.series.held {
        Some(held) if held.banker == offer.player => {
            return Err(Refusal::new(cover, "a bet by the banker", "wagers are made with the banker, by others"));
        }
        Some(held) if !held.lost => held,
        held => return Err(unheld(hold, "a bet", held)),
    };
    let standing = numbers_of_this_coup(table).filter_map(|number| table.stakes.get(number));
    let standing = standing.filter(|stake| stake.state == State::Standing).map(|stake| stake.amount);
    match standing.into_iter().try_fold(offer.amount, Money::plus) {
        Ok(total) if total <= held.amount => Ok(()),
        _ => {
            let allowed = format!("the stakes together may not exceed the bank of {}", held.amount);
            Err(Refusal::new(cover, format!("a bet of {}", offer.amount), allowed))
        }
    }
}

/// The numbers of the stakes put down since the last coup was over.
fn numbers_of_this_coup<'t>(table: &'t Table<'_, Baccarat>) -> impl Iterator<Item = u32> + use<'t> {
    (table.series.counted + 1..).take_while(|number| table.stakes.get(*number).is_some())
}

fn of_this_coup<'t>(table: &'t Table<'_, Baccarat>) -> impl Iterator<Item = &'t State> {
    numbers_of_this_coup(table).filter_map(|number| table.stakes.get(number)).map(|stake| &stake.state)
}

/// When a coup is over the bank pays and takes, and has to pass if the opposing hand has won.
pub(super) fn settle_bank(table: &mut Table<'_, Baccarat>) {
    let (Bank::Passing { .. }, Some(deal), Some(mut held)) = (table.game.bank, table.deal, table.series.held) else {
        return;
    };
    if table.game.turn(&deal) != Turn::Over {
        return;
    }
    let numbers: Vec<u32> = numbers_of_this_coup(table).collect();
    for number in numbers {
        if let Some(State::Decided(_, profit)) = table.stakes.get(number).map(|stake| &stake.state)
            && let Ok(result) = profit.negated()
        {
            held.amount = held.amount.plus(result).unwrap_or(held.amount);
            table.series.results.push((held.banker, result));
        }
        table.series.counted = number;
    }
    held.lost |= table.game.fares(&deal, PLAYER) == Some(Ordering::Greater);
    table.series.held = Some(held);
}
