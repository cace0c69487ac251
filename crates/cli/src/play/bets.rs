//! The player's bets: placing, taking back, doubling, repeating.

use croupier_house::Rejection;
use croupier_house::table::PlacedStake;
use croupier_kit::Money;

use super::input::{self, TypedBet};
use super::message::{Message, Tone};
use super::odds_list;
use super::session::PlaySession;

/// Places a bet and returns whether it was accepted. In learning mode also shows its cost.
pub(super) fn bet(session: &mut PlaySession<'_>, bet: TypedBet) -> Vec<Message> {
    let wager = input::full_wager(&bet.wager, &session.wagers);
    match session.house.bet(bet.amount, &wager, bet.area.clone()) {
        Ok(number) => {
            let accepted = Message::plain(format!("Accepted: {} on {wager} (stake {number}).", bet.amount));
            let cost = cost_of(session, &wager, bet.amount);
            session.bets.push(TypedBet { wager, ..bet });
            std::iter::once(accepted).chain(cost).collect()
        }
        Err(refusal) => {
            vec![Message::refused(format!("Refused: {} on {wager}. {refusal}", bet.amount))]
        }
    }
}

/// The average cost of a bet, for learning mode.
fn cost_of(session: &PlaySession<'_>, wager: &str, amount: Money) -> Option<Message> {
    if !session.is_learning() {
        return None;
    }
    session.wait_for_prices();
    let line = odds_list::of_wager(session, wager)?;
    #[allow(clippy::cast_precision_loss, reason = "a cost is shown in hundredths")]
    let costs = line.price.map(|price| price.edge.value() * amount.minor() as f64 / 100.0);
    let costs = costs.map(|cost| format!(", which costs {cost:.2} on average")).unwrap_or_default();
    Some(Message::hint(format!("{}: {}{costs}.", line.label, line.edge())))
}

/// The numbers of the player's stakes in this round.
fn stakes(session: &PlaySession<'_>) -> Vec<u32> {
    let sitting = session.house.live();
    let own = |(number, held): &(u32, &PlacedStake)| {
        held.person == session.house.you && held.returned.is_none() && *number >= sitting.round_from()
    };
    sitting.stakes().filter(own).map(|(number, _)| number).collect()
}

/// Takes back the last bets, at most `count` of them.
pub(super) fn undo(
    session: &mut PlaySession<'_>,
    count: usize,
    messages: &mut Vec<Message>,
) -> Result<(), Rejection> {
    let stakes = stakes(session);
    if stakes.is_empty() {
        messages.push(Message::plain("You have no bet in this round to take back."));
    }
    for number in stakes.into_iter().rev().take(count) {
        session.house.take_back(number)?;
        let back =
            session.bets.pop().map(|bet| format!("{} on {}", bet.amount, bet.wager)).unwrap_or_default();
        messages.push(Message::plain(format!("Taken back: {back} (stake {number}).")));
    }
    Ok(())
}

/// Takes half of a stake that is held: of this one, or of the player's only one.
pub(super) fn half(
    session: &mut PlaySession<'_>,
    number: Option<u32>,
    messages: &mut Vec<Message>,
) -> Result<(), Rejection> {
    let live = session.house.live();
    let own = |(number, placed): (u32, &PlacedStake)| {
        let mine = placed.person == session.house.you && live.rules.is_half_offered(number);
        mine.then_some(number)
    };
    let held: Vec<u32> = live.stakes().filter_map(own).collect();
    let only = if let [one] = held.as_slice() { Some(*one) } else { None };
    match (number.or(only), held.as_slice()) {
        (Some(number), _) => session.house.take_half(number),
        (None, []) => {
            messages.push(Message::plain("No zero holds a bet of yours of which you could take half."));
            Ok(())
        }
        (None, several) => {
            let numbers: Vec<String> = several.iter().map(ToString::to_string).collect();
            messages
                .push(Message::plain(format!("Of which stake? `half N`, with N {}.", numbers.join(" or "))));
            Ok(())
        }
    }
}

/// Repeats the bets of the last round.
pub(super) fn rebet(session: &mut PlaySession<'_>, messages: &mut Vec<Message>) {
    if session.last_bets.is_empty() {
        messages.push(Message::plain("There are no earlier bets to repeat."));
    }
    for last in session.last_bets.clone() {
        messages.extend(bet(session, last));
    }
}

/// Doubles the bets of this round, if the rules permit it.
pub(super) fn double(session: &mut PlaySession<'_>, messages: &mut Vec<Message>) -> Result<(), Rejection> {
    let bets = session.bets.clone();
    undo(session, usize::MAX, messages)?;
    for single in bets {
        let twice = single.amount.times(2).expect("twice the largest amount can be counted");
        let doubled = bet(session, TypedBet { amount: twice, ..single.clone() });
        let refused = doubled.iter().any(|message| message.tone == Tone::Refused);
        messages.extend(doubled);
        if refused {
            messages.extend(bet(session, single));
        }
    }
    Ok(())
}
