//! The boxes of a table and the stakes on them: who calls a box, and how stakes are doubled and split.

use croupier_kit::{Money, MoneySum};

use super::deal::{At, BOXES_MAX};
use super::rules::Blackjack;
use super::wager::{Life, Wager};
use crate::contract::{Seat, Seated};
use crate::table::{PlayerId, Stake, State, Table};

/// A blackjack table with the largest number of boxes.
pub(super) type BlackjackTable<'b> = Table<'b, Seated<Blackjack, BOXES_MAX>>;

/// A stake at a blackjack table.
pub(super) type BlackjackStake = Stake<Seated<Blackjack, BOXES_MAX>>;

/// The state of a blackjack table that is not part of the deal.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// The agreed caller of each box, if its players have agreed on one.
    pub(super) callers: [Option<PlayerId>; BOXES_MAX],
    /// The answers still open from players behind the last decision.
    pub(super) behind: Option<Behind>,
}

/// The answers still open from players behind the last decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Behind {
    /// The hand was doubled: a player behind may double too.
    Double(At),
    /// The hand was split: the waiting players must answer.
    Split {
        /// The hand that was split.
        at: At,
        /// The place of the new hand.
        new: u8,
        /// The players who have not answered yet.
        waiting: Vec<PlayerId>,
    },
}

/// The seat of the box with this number.
pub(super) fn seat_of(number: u32, most: u8) -> Option<Seat> {
    Seat::try_from(number).ok().and_then(|n| n.checked_sub(1)).filter(|seat| *seat < most)
}

/// The standing stakes on the same box, with their numbers, in the order in which they were made.
pub(super) fn on_box<'a>(
    table: &'a BlackjackTable<'_>,
    wager: Wager,
) -> impl Iterator<Item = (u32, &'a BlackjackStake)> {
    table.stakes.standing().filter(move |(_, stake)| stake.wager == Some(wager))
}

/// The bets of this hand on a box that were accepted and not withdrawn, whether settled or not.
pub(super) fn bets_on<'a>(
    table: &'a BlackjackTable<'_>,
    seat: Seat,
) -> impl Iterator<Item = (u32, &'a BlackjackStake)> {
    let stays = |stake: &BlackjackStake| !matches!(stake.state, State::Cancelled(_));
    table.bets_of_hand().filter(move |(_, stake)| stake.wager == Some(Wager::Box(seat)) && stays(stake))
}

/// The caller of a box: the player its players agreed on, or else the player who made the first bet on it.
pub(super) fn caller(table: &BlackjackTable<'_>, seat: Seat) -> Option<PlayerId> {
    let has_bet = |player: &PlayerId| bets_on(table, seat).any(|(_, stake)| stake.player == *player);
    let agreed = table.series.callers.get(usize::from(seat)).copied().flatten().filter(has_bet);
    agreed.or_else(|| bets_on(table, seat).next().map(|(_, stake)| stake.player))
}

/// Once no stake is left on a hand, the hand receives no more cards and decisions.
pub(super) fn release_if_bare(table: &mut BlackjackTable<'_>, number: u32) {
    let Some((Some(wager @ Wager::Box(seat)), place)) =
        table.stakes.get(number).map(|s| (s.wager, s.life.place))
    else {
        return;
    };
    let bare =
        !on_box(table, wager).any(|(_, stake)| stake.life.place == place && stake.state == State::Standing);
    if let (true, Some(deal)) = (bare, &mut table.deal) {
        table.game.release(deal, At { seat, place });
        table.settle();
    }
}

/// The numbers of a player's standing stakes on a hand.
pub(super) fn own_on(table: &BlackjackTable<'_>, player: PlayerId, at: At) -> Vec<u32> {
    let own =
        on_box(table, Wager::Box(at.seat)).filter(|(_, s)| s.player == player && s.life.place == at.place);
    own.map(|(number, _)| number).collect()
}

/// Why doubled and further stakes can be counted: `added_later`.
const ADDED: &str = "a bet is accepted only if all that can be added to it can be counted";

/// Doubles each of the player's stakes on the hand. This assigns no new stake numbers.
pub(super) fn double(table: &mut BlackjackTable<'_>, player: PlayerId, at: At) {
    for number in own_on(table, player, at) {
        table.stakes.change(number, |stake| {
            stake.added = stake.added.plus(stake.amount).expect(ADDED);
            stake.amount = stake.amount.times(2).expect(ADDED);
            stake.life.doubled = true;
        });
    }
}

/// Makes a further stake on the new hand, equal to the sum of the player's stakes on the old one.
pub(super) fn lay_further_stake(table: &mut BlackjackTable<'_>, player: PlayerId, at: At, new: u8) {
    let own = own_on(table, player, at);
    let amounts = own.iter().filter_map(|number| table.stakes.get(*number)).map(|stake| stake.amount);
    let total = Money::try_from(amounts.sum::<MoneySum>()).expect(ADDED);
    let first = first_bet(table, player, at.seat);
    let words = format!("box {}", at.seat + 1);
    let life = Life { place: new, further: true, ..Life::default() };
    table.lay(player, words, total, Some(Wager::Box(at.seat)), life, first, None);
}

/// The number of the player's first bet on a box in this hand.
pub(super) fn first_bet(table: &BlackjackTable<'_>, player: PlayerId, seat: Seat) -> Option<u32> {
    bets_on(table, seat).find(|(_, stake)| stake.player == player).map(|(number, _)| number)
}
