//! Insurance and even money, which are offered when the dealer shows an Ace.

use croupier_kit::{Money, MoneySum};

use super::boxes::{BlackjackTable, bets_on, first_bet, on_box, release_if_bare, seat_of};
use super::deal::Deal;
use super::options::{EvenMoney, InsuranceRight};
use super::wager::{Life, Wager};
use crate::contract::Seat;
use crate::law::Refusal;
use crate::table::{Offer, PlayerId};

/// `ann insures 50 on 1`: recorded as a separate stake, accepted or refused.
pub(super) fn insure(table: &mut BlackjackTable<'_>, name: &str, amount: Money, number: u32) {
    let player = table.people.id_of(name);
    let seat = seat_of(number, table.game.boxes.most);
    let parent = seat.and_then(|seat| first_bet(table, player, seat));
    let checked = check_insurance(table, player, amount, seat);
    if let (Ok(moved), Some(deal)) = (&checked, &mut table.deal) {
        deal.insure();
        table.stakes.note_moved(*moved);
    }
    let refusal = checked.err();
    table.lay(
        player,
        format!("insurance {number}"),
        amount,
        seat.map(Wager::Insurance),
        Life::default(),
        parent,
        refusal,
    );
}

fn check_insurance(
    table: &BlackjackTable<'_>,
    player: PlayerId,
    amount: Money,
    seat: Option<Seat>,
) -> Result<MoneySum, Refusal> {
    let right = table.game.insurance.cites.first();
    let refusal = |allowed: &'static str| Err(Refusal::new(right, "insurance", allowed));
    let Some(seat) = seat.filter(|seat| has_right(table, player, *seat)) else {
        return match table.game.insurance.right {
            InsuranceRight::OwnBlackjack => {
                refusal("only a two-card 21 can be insured, against a dealer's Ace")
            }
            InsuranceRight::AnyHand => {
                refusal("only a bet on the box can be insured, against a dealer's Ace")
            }
        };
    };
    if !in_time(table, seat) {
        return match table.game.has_hole_card() {
            true => refusal("take it before the dealer looks"),
            false => refusal("take it before the first decision of the round"),
        };
    }
    let wager = Wager::Insurance(seat);
    let insured = table.stakes.standing().filter(|(_, s)| s.player == player && s.wager == Some(wager));
    let total = insured.map(|(_, stake)| stake.amount).try_fold(amount, Money::plus);
    let bets = original_bets(table, player, seat).try_fold(Money::ZERO, Money::plus);
    let within = total.and_then(|total| Ok(total.times(2)? <= bets?));
    if within != Ok(true) {
        return refusal("at most half of your bets on the box");
    }
    table.check_payable(&Offer { player, amount, wager, parent: None })
}

/// Whether any player could insure or ask for even money now.
pub(super) fn is_offered(table: &BlackjackTable<'_>) -> bool {
    let untouched = table.deal.as_ref().is_some_and(Deal::is_untouched);
    untouched
        && bets(table).any(|(player, seat)| {
            let taken = table
                .stakes
                .standing()
                .any(|(_, stake)| stake.player == player && stake.wager == Some(Wager::Insurance(seat)));
            !taken && has_right(table, player, seat)
        })
}

/// Every player with a bet on a box, with the seat of that box.
fn bets<'a>(table: &'a BlackjackTable<'_>) -> impl Iterator<Item = (PlayerId, Seat)> + 'a {
    table.stakes.standing().filter_map(|(_, stake)| match stake.wager {
        Some(Wager::Box(seat)) => Some((stake.player, seat)),
        _ => None,
    })
}

/// The amounts of the player's own bets on a box that were made before the first card, without those settled at
/// evens.
fn original_bets<'a>(
    table: &'a BlackjackTable<'_>,
    player: PlayerId,
    seat: Seat,
) -> impl Iterator<Item = Money> + 'a {
    let own = bets_on(table, seat).filter(move |(_, stake)| stake.player == player);
    own.filter(|(_, stake)| !stake.life.even_money && !stake.life.further).map(|(_, stake)| stake.amount)
}

/// Whether insurance is still possible for a box.
fn in_time(table: &BlackjackTable<'_>, seat: Seat) -> bool {
    table.deal.as_ref().is_some_and(|deal| table.game.insurance_is_in_time(deal, seat))
}

/// Whether the dealer shows an Ace, the player has a bet on the box, and the hand may be insured.
fn has_right(table: &BlackjackTable<'_>, player: PlayerId, seat: Seat) -> bool {
    table.deal.as_ref().is_some_and(|deal| table.game.has_insurance_right(deal, seat))
        && original_bets(table, player, seat).next().is_some()
}

/// `ann takes even money on 1`: the player's bets on a blackjack are settled at once at evens (reading M12).
pub(super) fn even_money(table: &mut BlackjackTable<'_>, name: &str, number: u32) -> Result<(), Refusal> {
    let player = table.people.id_of(name);
    let rule = match table.game.even_money {
        EvenMoney::None => return Err(table.foreign("even money")),
        EvenMoney::NotOffered(rule) | EvenMoney::Offered(rule) => rule,
    };
    let seat = seat_of(number, table.game.boxes.most);
    let right = table.deal.as_ref().zip(seat).is_some_and(|(deal, seat)| {
        let open = table.game.even_money_is_open(deal, seat);
        open && original_bets(table, player, seat).next().is_some()
    });
    if !right {
        let allowed =
            "only a blackjack against a dealer's Ace, before the first decision, where the house offers it";
        return Err(Refusal::new(rule, format!("even money for {name} on box {number}"), allowed));
    }
    let Some(seat) = seat else { return Ok(()) };
    let own = on_box(table, Wager::Box(seat)).filter(|(_, stake)| stake.player == player);
    let own: Vec<u32> = own.map(|(number, _)| number).collect();
    for number in &own {
        table.stakes.change(*number, |stake| stake.life.even_money = true);
    }
    table.settle();
    own.first().into_iter().for_each(|number| release_if_bare(table, *number));
    Ok(())
}
