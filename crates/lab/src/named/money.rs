//! Faults of money: stakes, payouts, postings, and what comes into the house.

use croupier_house::event::Event;
use croupier_house::ids::Actor;
use croupier_house::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use croupier_house::office::{Exchange, Role};
use croupier_kit::Money;
use croupier_rules::notation::{Act, Bid};

use super::board::{Board, Plan, more, pays_player, set_lines};
use super::named_fault::{NamedFault, row};

pub(super) const FAULTS: &[NamedFault] = &[
    row("stake-changed", "the amount of a bet is another one than its posting", stake_changed),
    row("stake-rewritten", "a bet and its posting have another amount", stake_rewritten),
    row("stake-posting-changed", "the posting of a stake is one unit more", stake_posting),
    row("payout-off-by-one", "a payout is one minor unit too high", |board| payout(board, 1)),
    row("payout-short-by-one", "a payout is one minor unit too low", |board| payout(board, -1)),
    row("payout-to-another-player", "a payout goes to another player", payout_elsewhere),
    row("payout-missing", "a stake is settled without its posting", payout_missing),
    row("payout-doubled", "a payout is posted twice", payout_doubled),
    row("payout-from-the-cage", "a payout comes out of the cage", payout_from_cage),
    row("payout-of-a-lost-stake", "a stake that lost goes back to its player", lost_stake_paid),
    row("payout-withheld", "a stake that won goes to the float", won_stake_withheld),
    row("posting-missing", "a stake is placed without its posting", stake_unposted),
    row("posting-doubled", "the posting of a stake is there twice", stake_posted_twice),
    row("postings-exchanged", "two postings of an entry have changed places", postings_exchanged),
    row("posting-of-another-unit", "a posting moves plaques and not chips", posting_unit),
    row("posting-of-another-kind", "a posting of a stake says that it is a buy-in", posting_kind),
    row("posting-negative", "a posting moves less than nothing", |board| posting_amount(board, -100)),
    row("posting-too-large", "a posting moves more than can be counted", |board| {
        posting_amount(board, i64::MAX)
    }),
    row("posting-of-another-stake", "a posting names another stake", posting_stake),
    row("posting-invented", "an entry that moves nothing pays a player", posting_invented),
    row("chips-created", "chips come from their maker without two people", chips_created),
    row("chips-created-more", "more chips come from their maker than two people decided", chips_more),
    row("cash-taken-out", "cash leaves the cage without two people", cash_taken),
    row("exchange-changed", "an exchange was asked for with another amount", exchange_changed),
    row("exchange-posted-higher", "a player gets more chips for the same cash", exchange_higher),
    row("exchange-confirmed-by-its-player", "a player confirms the own exchange", exchange_confirmed),
    row("exchange-not-requested", "an exchange is confirmed that nobody asked for", exchange_unrequested),
];

fn stake_changed(board: &Board) -> Option<Plan> {
    let (place, bid, _) = board.own_bet()?;
    let other = Act::Bets(Bid { amount: bid.amount.plus(bid.amount).ok()?, ..bid }).to_string();
    board.change(place, |body| set_lines(&mut body.event, &other))
}

fn stake_rewritten(board: &Board) -> Option<Plan> {
    let (place, bid, _) = board.own_bet()?;
    board.bet_of(place, &bid, bid.amount.plus(bid.amount).ok()?)
}

fn stake_posting(board: &Board) -> Option<Plan> {
    change_leg(board, TransactionKind::Stake, |_| true, |leg| leg.amount = more(leg.amount, 100))
}

fn payout(board: &Board, by: i64) -> Option<Plan> {
    change_leg(board, TransactionKind::Settle, pays_player, |leg| leg.amount = more(leg.amount, by))
}

fn payout_elsewhere(board: &Board) -> Option<Plan> {
    let (place, index) =
        board.posting(TransactionKind::Settle, |moved| moved.legs.iter().any(pays_player))?;
    let paid = board.body(place).ledger[index].legs.iter().find_map(|leg| leg.to.person())?;
    let other = board.somebody(Role::Player, Some(paid))?;
    board.change(place, |body| {
        for leg in body.ledger[index].legs.iter_mut().filter(|leg| pays_player(leg)) {
            leg.to = Location::Player(other);
        }
    })
}

fn payout_missing(board: &Board) -> Option<Plan> {
    let (place, index) = board.posting(TransactionKind::Settle, |_| true)?;
    board.change(place, |body| drop(body.ledger.remove(index)))
}

fn payout_doubled(board: &Board) -> Option<Plan> {
    let (place, index) =
        board.posting(TransactionKind::Settle, |moved| moved.legs.iter().any(pays_player))?;
    board.change(place, |body| body.ledger.insert(index, body.ledger[index].clone()))
}

fn payout_from_cage(board: &Board) -> Option<Plan> {
    change_leg(board, TransactionKind::Settle, pays_player, |leg| leg.from = Location::Cage)
}

fn lost_stake_paid(board: &Board) -> Option<Plan> {
    let lost = |moved: &Transaction| {
        moved.legs.iter().all(|leg| matches!((leg.from, leg.to), (Location::Layout(_), Location::Float(_))))
    };
    let (place, index) = board.posting(TransactionKind::Settle, lost)?;
    let (_, _, person) = board.own_bet()?;
    board.change(place, |body| {
        body.ledger[index].legs.iter_mut().for_each(|leg| leg.to = Location::Player(person));
    })
}

fn won_stake_withheld(board: &Board) -> Option<Plan> {
    let won = |moved: &Transaction| moved.legs.iter().any(pays_player);
    let (place, index) = board.posting(TransactionKind::Settle, won)?;
    let float = board.stream(place).table.map(Location::Float)?;
    board.change(place, |body| {
        let legs = &mut body.ledger[index].legs;
        legs.retain(|leg| matches!(leg.from, Location::Layout(_)));
        legs.iter_mut().for_each(|leg| leg.to = float);
    })
}

fn stake_unposted(board: &Board) -> Option<Plan> {
    let (place, index) = board.posting(TransactionKind::Stake, |_| true)?;
    board.change(place, |body| drop(body.ledger.remove(index)))
}

fn stake_posted_twice(board: &Board) -> Option<Plan> {
    let (place, index) = board.posting(TransactionKind::Stake, |_| true)?;
    board.change(place, |body| body.ledger.insert(index, body.ledger[index].clone()))
}

fn postings_exchanged(board: &Board) -> Option<Plan> {
    let several = |place: &usize| {
        let ledger = &board.body(*place).ledger;
        ledger.len() > 1 && ledger[0] != ledger[1]
    };
    let place = (0..board.drafts.len()).find(several)?;
    board.change(place, |body| body.ledger.swap(0, 1))
}

fn posting_unit(board: &Board) -> Option<Plan> {
    change_leg(board, TransactionKind::Stake, |_| true, |leg| leg.unit = Unit::Plaques)
}

fn posting_kind(board: &Board) -> Option<Plan> {
    let (place, index) = board.posting(TransactionKind::Stake, |_| true)?;
    board.change(place, |body| body.ledger[index].kind = TransactionKind::BuyIn)
}

fn posting_amount(board: &Board, minor: i64) -> Option<Plan> {
    change_leg(board, TransactionKind::Stake, |_| true, |leg| leg.amount = Money::from_minor(minor))
}

fn posting_stake(board: &Board) -> Option<Plan> {
    let (place, index) = board.posting(TransactionKind::Stake, |moved| moved.stake.is_some())?;
    board.change(place, |body| body.ledger[index].stake = body.ledger[index].stake.map(|stake| stake + 1))
}

fn posting_invented(board: &Board) -> Option<Plan> {
    let (_, _, person) = board.own_bet()?;
    let place = board.find(|event| matches!(event, Event::Sat { .. }))?;
    let float = board.stream(place).table.map(Location::Float)?;
    let amount = Money::from_minor(10_000);
    let leg = Leg { unit: Unit::Chips, from: float, to: Location::Player(person), amount };
    let paid = Transaction::new(TransactionKind::Settle, smallvec::smallvec![leg]);
    board.change(place, |body| body.ledger.push(paid))
}

/// An event that moves an amount into the cage, or out of it, is written by the manager alone.
fn moved_alone(board: &Board, event: Event, kind: TransactionKind, leg: Leg) -> Option<Plan> {
    let manager = board.somebody(Role::Manager, None)?;
    let moved = Transaction::new(kind, smallvec::smallvec![leg]);
    board.append(board.office(), Actor::Person(manager), event, vec![moved])
}

fn chips_created(board: &Board) -> Option<Plan> {
    let amount = Money::from_minor(1_000_000);
    let leg = Leg { unit: Unit::Chips, from: Location::Issued, to: Location::Cage, amount };
    moved_alone(board, Event::Issued, TransactionKind::Issue, leg)
}

fn chips_more(board: &Board) -> Option<Plan> {
    change_leg(
        board,
        TransactionKind::Issue,
        |_| true,
        |leg| leg.amount = more(leg.amount, leg.amount.minor()),
    )
}

fn cash_taken(board: &Board) -> Option<Plan> {
    let amount = Money::from_minor(100);
    let leg = Leg { unit: Unit::Cash, from: Location::Cage, to: Location::Bank, amount };
    moved_alone(board, Event::CapitalMoved, TransactionKind::Capital, leg)
}

fn exchange_changed(board: &Board) -> Option<Plan> {
    let is =
        |event: &Event| matches!(event, Event::ExchangeRequested { exchange: Exchange::BuyIn { .. }, .. });
    board.change(board.find(is)?, |body| {
        if let Event::ExchangeRequested { exchange: Exchange::BuyIn { amount, .. }, .. } = &mut body.event {
            *amount = more(*amount, 100);
        }
    })
}

fn exchange_higher(board: &Board) -> Option<Plan> {
    change_leg(board, TransactionKind::BuyIn, pays_player, |leg| leg.amount = more(leg.amount, 100))
}

fn exchange_confirmed(board: &Board) -> Option<Plan> {
    let asked = board.find(|event| matches!(event, Event::ExchangeRequested { .. }))?;
    let Event::ExchangeRequested { number, person, .. } = *board.event(asked) else { return None };
    let is = |event: &Event| matches!(event, Event::Exchanged { number: of } if *of == number);
    let place = board.find_after(asked, is)?;
    board.change(place, |body| body.by = Actor::Person(person))
}

fn exchange_unrequested(board: &Board) -> Option<Plan> {
    let asked = board.find(|event| matches!(event, Event::ExchangeRequested { .. }))?;
    board.find_after(asked, |event| matches!(event, Event::Exchanged { .. }))?;
    board.remove(asked)
}

/// The first leg that fits, of the first transaction of a kind that has one, with a change.
fn change_leg(
    board: &Board,
    kind: TransactionKind,
    fits: impl Fn(&Leg) -> bool,
    change: impl FnOnce(&mut Leg),
) -> Option<Plan> {
    let (place, index) = board.posting(kind, |moved| moved.legs.iter().any(&fits))?;
    let leg = board.body(place).ledger[index].legs.iter().position(&fits)?;
    board.change(place, |body| change(&mut body.ledger[index].legs[leg]))
}
