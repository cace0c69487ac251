//! The transactions of events, as far as they follow from the office, the papers and the ledger. Deciding a command
//! and applying its events both use them, so that an entry with any other transaction is found.

use croupier_kit::Money;
use smallvec::smallvec;

use crate::ids::{PersonId, TableId};
use crate::ledger::{Ledger, Leg, Legs, Location, Transaction, TransactionKind, Unit};
use crate::paper::{Slip, SlipKind, SlipState, SlipStep};
use crate::table::{LiveTable, TableContext};

/// Exchanges cash for chips, which are staked next (2.1(3)).
pub(crate) fn cash_played(id: TableId, person: PersonId, amount: Money) -> Transaction {
    let leg = |unit, from, to| Leg { unit, from, to, amount };
    let given = leg(Unit::Cash, Location::Wallet(person), Location::Drop(id));
    let taken = leg(Unit::Chips, Location::Float(id), Location::Player(person));
    Transaction::new(TransactionKind::BuyIn, smallvec![given, taken])
}

/// Reserves the chips of a declared decision.
pub(crate) fn reserve_extra(id: TableId, person: PersonId, extra: Money) -> Vec<Transaction> {
    let leg =
        Leg { unit: Unit::Chips, from: Location::Player(person), to: Location::Layout(id), amount: extra };
    if extra > Money::ZERO {
        vec![Transaction::new(TransactionKind::Stake, smallvec![leg])]
    } else {
        Vec::new()
    }
}

/// Moves the chips of a slip, as its next step requires.
pub(crate) fn slip_moves(id: TableId, slip: &Slip, step: &SlipStep) -> Vec<Transaction> {
    let (kind, home, away) = match slip.kind {
        SlipKind::Fill => (TransactionKind::Fill, Location::Cage, Location::Float(id)),
        SlipKind::Credit => (TransactionKind::Credit, Location::Float(id), Location::Cage),
    };
    let way = Location::Transit(id);
    let (from, to) = match (step, slip.state) {
        (SlipStep::Send, _) => (home, way),
        (SlipStep::Confirm, _) => (way, away),
        (SlipStep::Void(_), SlipState::Sent | SlipState::Delivered) => (way, home),
        _ => return Vec::new(),
    };
    vec![Transaction::new(kind, smallvec![Leg { unit: Unit::Chips, from, to, amount: slip.amount }])]
}

/// Pays a player from the cage what a ruling awards. The float of the table has no part in it: what the table won or
/// lost in the disputed round stays as it was, and what the ruling cost is shown apart.
pub(crate) fn ruling_paid(person: PersonId, amount: Money) -> Transaction {
    let leg = Leg { unit: Unit::Chips, from: Location::Cage, to: Location::Player(person), amount };
    Transaction::new(TransactionKind::Ruling, smallvec![leg])
}

/// Empties the drop box of a table into the cage.
pub(crate) fn empty_drop(id: TableId, ledger: &Ledger) -> Vec<Transaction> {
    let mut legs = Legs::new();
    for unit in [Unit::Cash, Unit::Plaques] {
        let amount = ledger.balance(unit, Location::Drop(id));
        if amount > Money::ZERO {
            legs.push(Leg { unit, from: Location::Drop(id), to: Location::Cage, amount });
        }
    }
    if legs.is_empty() { Vec::new() } else { vec![Transaction::new(TransactionKind::Drop, legs)] }
}

/// Closes a table: wheel chips are exchanged for value chips, and the bank is returned to its holder.
pub(crate) fn close_table(
    live: &mut LiveTable<'_>,
    context: &TableContext<'_>,
    ledger: &Ledger,
) -> Vec<Transaction> {
    let mut home = cash_in_wheel_chips(context, ledger);
    home.extend(live.give_up_bank(context));
    home
}

/// Exchanges all wheel chips at a table for value chips.
pub(crate) fn cash_in_wheel_chips(context: &TableContext<'_>, ledger: &Ledger) -> Vec<Transaction> {
    let held = context
        .wheel
        .keys()
        .map(|person| (*person, ledger.balance(Unit::Wheel, Location::Wheel(*person, context.table))));
    held.filter(|(_, amount)| *amount > Money::ZERO)
        .map(|(person, amount)| cash_in(person, context.table, amount))
        .collect()
}

/// Exchanges wheel chips for value chips.
fn cash_in(person: PersonId, id: TableId, amount: Money) -> Transaction {
    let given = Leg { unit: Unit::Wheel, from: Location::Wheel(person, id), to: Location::Float(id), amount };
    let taken = Leg { unit: Unit::Chips, from: Location::Float(id), to: Location::Player(person), amount };
    Transaction::new(TransactionKind::CashIn, smallvec![given, taken])
}
