//! The decisions that a person may make at a table now: players for themselves, staff for the players who are asked.

use croupier_kit::Money;
use serde::Serialize;

use super::stakes::stakes;
use crate::command::PlayerAction;
use crate::decide::DecisionRequest;
use crate::house::House;
use crate::ids::{Actor, PersonId, TableId};
use crate::table::{LiveTable, Mode, Phase};

/// A decision that a person may make now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveView {
    /// The decision.
    pub decision: PlayerAction,
    /// The player whose decision it is, where the person acts for another one.
    pub player: Option<Box<str>>,
    /// The box or hand it is for, if it must be named.
    pub on: Option<String>,
    /// What it adds to the person's stakes.
    pub adds: Money,
}

impl MoveView {
    const fn new(decision: PlayerAction, on: Option<String>) -> Self {
        Self { decision, player: None, on, adds: Money::ZERO }
    }
}

impl House<'_> {
    /// The decisions that a person may make at a table now: their own; for the staff of an attended table, those of the players who are asked.
    pub(super) fn moves_seen_by(&self, id: TableId, person: PersonId) -> Vec<MoveView> {
        let Ok(Some(live)) = self.table(id).map(|table| table.live.as_ref()) else { return Vec::new() };
        if live.mode != Mode::Attended || !self.is_staff_of_table(id, person) {
            return self.moves(id, person);
        }
        let due = live.due();
        let asked: Vec<PersonId> = match (&due, live.phase()) {
            (_, Phase::Insurance) => {
                let mut people: Vec<PersonId> = live
                    .stakes()
                    .filter(|(_, placed)| placed.returned.is_none())
                    .map(|(_, placed)| placed.person)
                    .filter(|player| !live.declined.contains(player))
                    .collect();
                people.sort_unstable();
                people.dedup();
                people
            }
            (Some(due), _) => match due.speaker.as_deref() {
                Some(speaker) => self.office.person_named(speaker).into_iter().collect(),
                None => vec![person],
            },
            (None, _) => Vec::new(),
        };
        let moves_of = |player: PersonId| {
            let name = (player != person).then(|| self.name_of(player));
            let named = move |found: MoveView| MoveView { player: name.map(Into::into), ..found };
            self.moves(id, player).into_iter().map(named)
        };
        asked.into_iter().flat_map(moves_of).collect()
    }

    /// The decisions that a person may make at a table now, according to the rules.
    pub fn moves(&self, id: TableId, person: PersonId) -> Vec<MoveView> {
        let Ok(Some(live)) = self.table(id).map(|table| table.live.as_ref()) else { return Vec::new() };
        let phase = live.phase();
        if !matches!(phase, Phase::Decision | Phase::Insurance) {
            return Vec::new();
        }
        let name = self.name_of(person);
        let staked = live.rules.staked_since(live.round_from(), name);
        let lawful = |found: MoveView| {
            let request = DecisionRequest { person, choice: found.decision, on: found.on.as_deref() };
            let act = self.act_of(id, Actor::Person(person), request).ok()?;
            let mut after = live.rules.clone();
            after.try_act(&act).ok()?;
            let adds = after.staked_since(live.round_from(), name).minor() - staked.minor();
            Some(MoveView { adds: Money::from_minor(adds), ..found })
        };
        candidates(live, name, phase).into_iter().filter_map(lawful).collect()
    }
}

/// Decisions to try out: the rules then say which of them are permitted.
fn candidates(live: &LiveTable<'_>, name: &str, phase: Phase) -> Vec<MoveView> {
    let plain = |decision| MoveView::new(decision, None);
    if phase == Phase::Decision {
        let mut all: Vec<MoveView> = [
            PlayerAction::Draw,
            PlayerAction::Stand,
            PlayerAction::Double,
            PlayerAction::Split,
            PlayerAction::Surrender,
            PlayerAction::Raise,
            PlayerAction::Check,
            PlayerAction::Fold,
        ]
        .map(plain)
        .to_vec();
        let mut hands: Vec<String> =
            live.cards.iter().filter_map(|card| card.spot).map(|s| s.to_string()).collect();
        hands.dedup();
        all.extend(hands.into_iter().map(|hand| MoveView::new(PlayerAction::Follow, Some(hand))));
        return all;
    }
    let gives_up = live.rules.offers_early_surrender();
    let own = stakes(live).into_iter().filter(|stake| stake.player == name && stake.outcome == "standing");
    own.filter_map(|stake| {
        let number = stake.hand?.split('.').next()?.to_owned();
        let half = Money::from_minor(stake.amount.minor() / 2);
        let insure = MoveView::new(PlayerAction::Insure(half), Some(number.clone()));
        let even_money = MoveView::new(PlayerAction::EvenMoney, Some(number.clone()));
        let surrender = MoveView::new(PlayerAction::Surrender, Some(number));
        Some([insure, even_money].into_iter().chain(gives_up.then_some(surrender)))
    })
    .flatten()
    .collect()
}
