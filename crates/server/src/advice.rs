//! Best play at a table: the advice on the decision that is due. Learning tables show it, and robots follow it.

use croupier_house::command::Command;
use croupier_house::ids::{PersonId, TableId};
use croupier_kit::{Card, Money};
use croupier_maths::advice::DECLINE;
use croupier_maths::{Advice, Advisor, PlayerView};

use crate::actor::HouseReader;
use crate::game_cache::{GameCache, TableRules};
use crate::houses::OpenHouse;
use crate::wire::{AdviceView, CardView, Decision, Phase, Problem, TableCommand, TableView, Teaching};

/// The rules of a table, and the name of the table.
pub(crate) async fn table_rules(house: &OpenHouse, id: TableId) -> Result<(TableRules, String), Problem> {
    let currency = house.currency.clone();
    let found = house.actor.read(move |state| {
        let HouseReader { house, now, .. } = *state;
        let (book, game) = house.game_of(id, now.date).ok()?;
        let chosen = house.chosen_at(id, now.date).ok()?;
        let name = &house.table(id).ok()?.name;
        let teaching = if state.is_learning(id) { Teaching::Learning } else { Teaching::Played };
        Some((TableRules { book, game, chosen, currency, teaching }, name.to_string()))
    });
    found.await?.ok_or_else(|| Problem::unknown("table"))
}

/// The command by which a person plays best; `None` where best play is not known, or no decision of theirs is due.
pub(crate) async fn best_play(
    house: &OpenHouse,
    games: &GameCache,
    id: TableId,
    person: PersonId,
) -> Result<Option<Command>, Problem> {
    let (rules, _) = table_rules(house, id).await?;
    let advisor = games.advisor(rules).await?;
    let Some(advisor) = advisor.as_ref() else { return Ok(None) };
    // Cards may have fallen while best play was computed.
    let seen = house.actor.read(move |state| state.table_view(id, Some(person))).await?;
    let Some(seen) = seen else { return Ok(None) };
    best_move(advisor, &seen).map(|command| command.command(id, person)).transpose()
}

/// The best of the moves that a table offers.
fn best_move(advisor: &Advisor, seen: &TableView) -> Option<TableCommand> {
    let advice = advise(advisor, seen)?;
    let best = advice.options.first()?;
    if best.decision == DECLINE {
        return Some(TableCommand::Decline { person: None });
    }
    let offered = seen.moves.iter().find(|offered| word_of(offered.decision) == best.decision)?;
    let (decision, amount, on) = (offered.decision, offered.amount, offered.on.clone());
    Some(TableCommand::Decide { person: None, decision, amount, on })
}

/// Advice on the decision that is due.
pub(crate) fn advise(advisor: &Advisor, seen: &TableView) -> Option<AdviceView> {
    if seen.moves.is_empty() {
        return None;
    }
    if seen.phase == Phase::Insurance {
        let on = seen.moves.iter().find_map(|mv| mv.on.clone());
        let hand = seen
            .cards
            .iter()
            .filter_map(|card| card.hand.clone())
            .find(|hand| is_of_box(hand, on.as_deref()));
        let mut advice = on_cards(seen, hand.as_deref(), |sight| advisor.on_insurance(sight))?;
        let may = |word: &str| seen.moves.iter().any(|offered| word_of(offered.decision) == word);
        advice.options.retain(|option| option.decision == DECLINE || may(option.decision));
        return Some(AdviceView::of(&advice, seen.round, on, at_stake(seen, hand.as_deref())));
    }
    let due = seen.due.as_ref().filter(|due| due.mine)?;
    let advice = on_cards(seen, due.on.as_deref(), |sight| advisor.advise(sight))?;
    Some(AdviceView::of(&advice, seen.round, due.on.clone(), at_stake(seen, due.on.as_deref())))
}

/// The word by which advice names a decision.
fn word_of(decision: Decision) -> String {
    decision.name().replace(' ', "-")
}

/// Whether a hand, such as `1` or `1.2`, is of this box.
fn is_of_box(hand: &str, number: Option<&str>) -> bool {
    hand.split('.').next() == number
}

/// Advice on what a player sees.
fn on_cards(
    seen: &TableView,
    on: Option<&str>,
    advise: impl FnOnce(PlayerView<'_>) -> Option<Advice>,
) -> Option<Advice> {
    let read = |card: &Option<String>| card.as_deref().and_then(|card| card.parse::<Card>().ok());
    let is_own = |hand: &Option<String>| on.is_some() && hand.as_deref() == on;
    let seat = match on {
        Some(_) => seen.cards.iter().find(|card| is_own(&card.hand))?.seat,
        None => own_seat(seen)?,
    };
    let mine = |card: &&CardView| match on {
        Some(_) => is_own(&card.hand),
        None => card.seat == seat,
    };
    let own: Vec<Card> = seen.cards.iter().filter(mine).filter_map(|card| read(&card.card)).collect();
    let others: Vec<(u8, Option<Card>)> =
        seen.cards.iter().filter(|card| !mine(card)).map(|card| (card.seat, read(&card.card))).collect();
    let split = on
        .filter(|on| is_split(on, seen.cards.iter().filter_map(|card| card.hand.as_deref())))
        .and_then(|on| on.split_once('.'));
    let split = split.and_then(|(_, hand)| hand.parse().ok());
    let may_split = seen.moves.iter().any(|mv| mv.decision == Decision::Split);
    advise(PlayerView { seat, own: &own, others: &others, split, may_split })
}

/// Whether a hand, such as `1.2`, was made by splitting a pair: then its box has others among the hands on the table.
fn is_split<'h>(on: &str, mut hands: impl Iterator<Item = &'h str>) -> bool {
    let box_of = |hand: &str| hand.split_once('.').map(|(number, _)| number.to_owned());
    let own = box_of(on);
    hands.any(|hand| hand != on && own.is_some() && box_of(hand) == own)
}

/// The seat whose turn it is, for games where no hand is named.
fn own_seat(seen: &TableView) -> Option<u8> {
    seen.due.as_ref().and_then(|due| due.seat)
}

/// The stake on the hand that has to decide; a banker has none.
fn at_stake(seen: &TableView, on: Option<&str>) -> Option<Money> {
    let mine = seen.stakes.iter().filter(|stake| stake.mine && stake.is_standing());
    let on_it = mine.filter(|stake| on.is_none() || stake.hand.as_deref() == on);
    on_it.map(|stake| stake.amount.0).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_split_if_its_box_has_another() {
        assert!(!is_split("1.1", ["1.1", "1.1", "2.1"].into_iter()), "boxes of others");
        assert!(is_split("1.1", ["1.1", "1.2"].into_iter()));
        assert!(is_split("1.2", ["1.1", "1.2", "2.1"].into_iter()));
        assert!(!is_split("1", ["1", "2"].into_iter()), "no hand is numbered");
    }
}
