//! Bets behind the caller of a box, which may or may not follow the caller's doubles and splits (4.2(4)(d), (e),
//! reading M19).

use super::boxes::{Behind, BlackjackTable, double, lay_further_stake, on_box, own_on};
use super::deal::{At, Move};
use super::wager::Wager;
use crate::law::Refusal;
use crate::notation::BoxHand;
use crate::table::PlayerId;

/// Whether `spot` names the hand `at`.
pub(super) fn names(spot: BoxHand, at: At, split: bool) -> bool {
    let hand = u32::from(at.place) + 1;
    spot.number == u32::from(at.seat) + 1
        && spot.hand.is_none_or(|named| named == hand && (split || named == 1))
}

/// The other players who have stakes on a hand.
pub(super) fn others_on(table: &BlackjackTable<'_>, at: At, player: PlayerId) -> Vec<PlayerId> {
    let on_hand = on_box(table, Wager::Box(at.seat)).filter(|(_, stake)| stake.life.place == at.place);
    let mut others: Vec<PlayerId> =
        on_hand.map(|(_, stake)| stake.player).filter(|other| *other != player).collect();
    others.sort_unstable();
    others.dedup();
    others
}

/// Refuses cards and decisions while a player behind has not answered a split.
pub(super) fn check_answered(table: &BlackjackTable<'_>) -> Result<(), Refusal> {
    let Some(Behind::Split { waiting, .. }) = &table.series.behind else { return Ok(()) };
    let Some(player) = waiting.first() else { return Ok(()) };
    let name = table.people.name(*player).to_owned();
    let allowed = "first split too, or choose the hand to follow";
    Err(Refusal::new(table.game.cites.split, format!("{name} has not answered the split"), allowed))
}

/// The player behind who has not yet answered a split.
pub(super) fn must_answer(table: &BlackjackTable<'_>) -> Option<PlayerId> {
    must_answer_on(table).map(|(player, _)| player)
}

/// The same player as [`must_answer`], with the first of the two hands.
pub(super) fn must_answer_on(table: &BlackjackTable<'_>) -> Option<(PlayerId, BoxHand)> {
    let Some(Behind::Split { at, waiting, .. }) = &table.series.behind else { return None };
    let first = BoxHand { number: u32::from(at.seat) + 1, hand: Some(u32::from(at.place) + 1) };
    waiting.first().map(|player| (*player, first))
}

/// If the player is behind and follows a double or a split, carries that out and returns true.
pub(super) fn answers(
    table: &mut BlackjackTable<'_>,
    player: PlayerId,
    mv: Move,
    on: Option<BoxHand>,
) -> bool {
    match (table.series.behind.clone(), mv) {
        (Some(Behind::Double(at)), Move::Double) => {
            let named = on.is_none_or(|spot| names(spot, at, true));
            let fresh = own_on(table, player, at)
                .iter()
                .any(|n| table.stakes.get(*n).is_some_and(|s| !s.life.doubled));
            if named && fresh {
                double(table, player, at);
            }
            named && fresh
        }
        (Some(Behind::Split { at, new, waiting }), Move::Split) => {
            let named = on.is_none_or(|spot| names(spot, at, true));
            if !named || !waiting.contains(&player) {
                return false;
            }
            lay_further_stake(table, player, at, new);
            said(table, player);
            true
        }
        _ => false,
    }
}

/// `ben follows 1.2`: after a split, the player chooses one of the two hands.
pub(super) fn follows(table: &mut BlackjackTable<'_>, name: &str, spot: BoxHand) -> Result<(), Refusal> {
    let player = table.people.id_of(name);
    let refusal = |allowed: &'static str| {
        Refusal::new(table.game.cites.split, format!("{name} follows {spot}"), allowed)
    };
    let Some(Behind::Split { at, new, waiting }) = table.series.behind.clone() else {
        return Err(refusal("players behind choose a hand only right after a split"));
    };
    let hands = [at, At { place: new, ..at }];
    let followed = hands.into_iter().find(|hand| spot.hand.is_some() && names(spot, *hand, true));
    let Some(followed) = followed.filter(|_| waiting.contains(&player)) else {
        return Err(refusal("name one of the two new hands"));
    };
    for number in own_on(table, player, at) {
        table.stakes.change(number, |stake| stake.life.place = followed.place);
    }
    said(table, player);
    Ok(())
}

/// Records that the player has answered the split.
fn said(table: &mut BlackjackTable<'_>, player: PlayerId) {
    if let Some(Behind::Split { waiting, .. }) = &mut table.series.behind {
        waiting.retain(|other| *other != player);
    }
}
