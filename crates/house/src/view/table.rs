//! A table as one person sees it. It never contains a hidden card, and always the decisions that the person may make.

use std::sync::Arc;

use croupier_kit::{Chips, Money, Stack, Unmade};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::contract::Face;
use croupier_rules::house::TablePurpose;
use croupier_rules::notation::{Act, Who};
use croupier_rules::table::{BehindRoom, Outcome, StakeVerdict};
use jiff::civil::Date;
use serde::Serialize;

use super::awaited::awaited;
use super::hands::{HandView, hands};
use super::next_cards::next_cards;
use super::visible::{Viewer, is_hidden, is_of, is_secret, seat_of, visible_cards};
use crate::command::PlayerAction;
use crate::decide::DecisionRequest;
use crate::house::House;
use crate::ids::{Actor, PersonId, TableId};
use crate::office::Role;
use crate::rejection::Rejection;
use crate::table::{LiveTable, Mode, Pace, Phase, TableCard, read_lines};

/// A table as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableView {
    /// Its number.
    pub table: TableId,
    /// Its name.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The mode in which it is run; `None` while it is closed.
    pub mode: Option<Mode>,
    /// The phase of the round.
    pub phase: Phase,
    /// The number of the round.
    pub round: u64,
    /// The duration of the phase at an automatic table, in milliseconds.
    pub lasts: i64,
    /// The showing time of each card, ball or throw, in milliseconds.
    pub showing: i64,
    /// The time when the phase began, or of the first bet or the last decision in it.
    pub since: i64,
    /// The time when the timer ends the phase; `None` while the table waits for somebody.
    pub deadline: Option<i64>,
    /// The names of the seated players.
    pub seated: Vec<Box<str>>,
    /// The cards on the table.
    pub cards: Vec<CardView>,
    /// The same cards by hand, with scores as far as they are visible.
    pub hands: Vec<HandView>,
    /// The stakes that belong to this round or are standing.
    pub stakes: Vec<StakeView>,
    /// The decision that is due.
    pub due: Option<DecisionView>,
    /// The decisions that this person may make now.
    pub moves: Vec<MoveView>,
    /// The holder of the player's bank, and its contents.
    pub bank: Option<(Box<str>, Money)>,
    /// The dealer's entry that is not confirmed yet. Cards that are dealt face down are visible only to staff.
    pub entry: Option<Box<str>>,
    /// The result in words, when the round is over.
    pub summary: String,
    /// Why the table takes no round although it is open, if it is suspended.
    pub suspended: Option<Box<str>>,
    /// The table's point, at dice.
    pub point: Option<u8>,
    /// Who is waited for at an attended table, and what for.
    pub awaited: Option<String>,
    /// Where the next cards of an attended table go, as far as it does not depend on the cards themselves.
    pub next_cards: Vec<String>,
}

/// A card as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardView {
    /// The seat of the card.
    pub seat: u8,
    /// The hand of a box, such as `1.2`.
    pub hand: Option<String>,
    /// The card, such as `TH`; `None` for a card that is face down.
    pub card: Option<String>,
}

/// What can still be bet behind a stake: multiples of the step, up to the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BehindView {
    /// What it is paid, such as `2 to 1`.
    pub odds: String,
    /// The smallest amount that is paid exactly.
    pub step: Money,
    /// The largest amount.
    pub most: Money,
}

impl From<BehindRoom> for BehindView {
    fn from(room: BehindRoom) -> Self {
        let BehindRoom { odds, step, most } = room;
        Self { odds: odds.to_string(), step, most }
    }
}

/// A stake and its outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StakeView {
    /// Its number in the record.
    pub stake: u32,
    /// The player.
    pub player: String,
    /// The wager.
    pub wager: String,
    /// The hand it follows.
    pub hand: Option<String>,
    /// The amount.
    pub amount: Money,
    /// The outcome: `standing`, `won`, `lost` …
    pub outcome: &'static str,
    /// The amount returned.
    pub returned: Money,
    /// The provisions.
    pub cites: Vec<String>,
    /// The odds at which it was, or would have been, paid.
    pub odds: Option<String>,
    /// The profit; negative for a loss, `None` while the stake is standing.
    pub profit: Option<Money>,
    /// The number of the stake it belongs to.
    pub of: Option<u32>,
    /// Its intermediate state, such as a point.
    pub life: Option<String>,
    /// Whether its player may call it on and off.
    pub calls: bool,
    /// What its player can take now of a stake that is held: half of it.
    pub half: Option<Money>,
    /// What its player can still bet behind it.
    pub behind: Option<BehindView>,
    /// Why it was refused.
    pub reason: Option<String>,
}

impl From<StakeVerdict> for StakeView {
    fn from(row: StakeVerdict) -> Self {
        Self {
            stake: row.bet,
            player: row.player,
            wager: row.wager,
            hand: row.hand,
            amount: row.stake,
            outcome: row.outcome.name(),
            returned: row.returned,
            cites: row.cites,
            odds: row.odds.map(|odds| odds.to_string()),
            profit: (row.outcome != Outcome::Standing).then_some(row.profit),
            of: row.of,
            life: None,
            calls: false,
            half: None,
            behind: None,
            reason: row.reason,
        }
    }
}

/// A decision that is due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecisionView {
    /// The person or baccarat hand that has to decide. `None` if this would reveal hidden cards: then the view shows
    /// only that a decision is due.
    pub who: Option<String>,
    /// The person who decides; `None` when the house does.
    pub speaker: Option<Box<str>>,
    /// The seat whose turn it is.
    pub seat: Option<u8>,
    /// The hand it is about, such as `1.2`.
    pub on: Option<String>,
    /// The default if nobody decides in time, as a line of the record; `None` if it would reveal hidden cards.
    pub by_default: Option<String>,
    /// Why the hand has no choice, if this person may see that; `None` if there is a choice.
    pub bound: Option<String>,
}

/// A decision that a person may make now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveView {
    /// The decision.
    pub decision: PlayerAction,
    /// The box or hand it is for, if it must be named.
    pub on: Option<String>,
    /// What it adds to the person's stakes.
    pub adds: Money,
}

impl MoveView {
    const fn new(decision: PlayerAction, on: Option<String>) -> Self {
        Self { decision, on, adds: Money::ZERO }
    }
}

impl<'b> House<'b> {
    /// A table as a person sees it; without a person, as the public does.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn view(&self, id: TableId, person: Option<PersonId>) -> Result<TableView, Rejection> {
        let table = self.table(id)?;
        let live = table.live.as_ref();
        let phase = table.shown_phase();
        let viewer = self.viewer(person);
        let next_cards = live.map_or_else(Vec::new, next_cards);
        Ok(TableView {
            table: id,
            name: table.name.clone(),
            game: table.game.clone(),
            mode: table.mode(),
            phase,
            round: table.rounds,
            lasts: table.phase_length(&self.pace),
            showing: live.map_or(0, |live| live.showing(&self.pace)),
            since: table.phase_since,
            deadline: table.deadline(&self.pace),
            seated: table.seated.iter().map(|person| self.name_of(*person).into()).collect(),
            cards: live.map(|live| cards(live, viewer.name)).unwrap_or_default(),
            hands: live.map(|live| hands(live, viewer)).unwrap_or_default(),
            stakes: live.map(stakes).unwrap_or_default(),
            due: live.and_then(|live| due(live, viewer)),
            moves: person.map(|person| self.moves(id, person)).unwrap_or_default(),
            bank: live.and_then(|s| s.bank).map(|(person, amount)| (self.name_of(person).into(), amount)),
            entry: live.and_then(|live| entry(live, viewer)),
            summary: live.filter(|_| phase == Phase::Payment).map(|s| s.rules.describe()).unwrap_or_default(),
            suspended: table.suspension.as_ref().map(|suspension| suspension.reason.clone()),
            point: live.and_then(|live| live.rules.point()),
            awaited: live.and_then(|live| awaited(live, &next_cards)),
            next_cards,
        })
    }

    fn viewer(&self, person: Option<PersonId>) -> Viewer<'_> {
        let known = person.and_then(|person| self.office.person(person).ok());
        let is_staff = known.is_some_and(|person| person.role != Role::Player);
        Viewer { name: known.map(|person| &*person.handle), is_staff }
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

    /// The rulebook and the game of a table: those in force when it was opened, or those of a day.
    ///
    /// # Errors
    /// When there is no such table, or the edition of its rulebook is not available.
    pub fn game_of(&self, id: TableId, day: Date) -> Result<(&'b Book, &'b GameBook), Rejection> {
        match self.table(id)?.in_force() {
            Some(in_force) => Ok((in_force.book, in_force.game)),
            None => self.book_of(id, day),
        }
    }

    /// The settings of a table: those in force when it was opened, or those of the house file.
    ///
    /// # Errors
    /// When there is no such table, or it is no longer in the house file.
    pub fn chosen_at(&self, id: TableId, day: Date) -> Result<Arc<Chosen>, Rejection> {
        match self.table(id)?.in_force() {
            Some(in_force) => Ok(Arc::clone(&in_force.chosen)),
            None => Ok(Arc::new(self.table_in_file(id)?.chosen(self.book_of(id, day)?.1))),
        }
    }

    /// The durations of the phases of automatic tables.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether a table is a learning table.
    pub fn is_learning(&self, id: TableId) -> bool {
        self.table_in_file(id).is_ok_and(|table| table.purpose == TablePurpose::Learning)
    }

    /// An amount, as the smallest number of chips of the house.
    ///
    /// # Errors
    /// When the chips of the house cannot make up the amount.
    pub fn in_chips(&self, amount: Money) -> Result<Vec<Stack>, Unmade> {
        Chips::usual().make(amount)
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

/// The cards, with hidden ones face down.
fn cards(live: &LiveTable<'_>, viewer: Option<&str>) -> Vec<CardView> {
    let card = |(on, open): (&TableCard, bool)| CardView {
        seat: on.seat,
        hand: on.spot.map(|spot| spot.to_string()),
        card: open.then(|| on.card.to_string()),
    };
    visible_cards(live, viewer).map(card).collect()
}

fn stakes(live: &LiveTable<'_>) -> Vec<StakeView> {
    let of_round =
        live.stakes().filter(|(number, _)| *number >= live.round_from() || live.is_carried(*number));
    let seen = |number| {
        let carried = || live.is_carried(number).then(|| "carried".to_owned());
        let life = live.rules.progress_of(number).or_else(carried);
        let calls = live.rules.is_callable(number);
        let offered = live.rules.is_half_offered(number);
        let behind = live.rules.behind_room(number).map(BehindView::from);
        live.rules.row_of(number).map(|row| {
            let half = offered.then(|| Money::from_minor(row.stake.minor() / 2));
            StakeView { life, calls, half, behind, ..row.into() }
        })
    };
    of_round.filter_map(|(number, _)| seen(number)).collect()
}

fn due(live: &LiveTable<'_>, viewer: Viewer<'_>) -> Option<DecisionView> {
    let due = live.due()?;
    if is_secret(live, &due, viewer) {
        return Some(DecisionView {
            who: None,
            seat: None,
            speaker: None,
            on: None,
            by_default: None,
            bound: None,
        });
    }
    let seat = seat_of(live, &due);
    let is_open = !is_hidden(live, &due, viewer) || is_of(&due, viewer);
    let by_default = live.default_act().filter(|_| is_open).map(|act| act.to_string());
    let who = match &due.who {
        Who::Person(name) => name.to_string(),
        Who::Side(side) => side.name().to_owned(),
    };
    let (who, on) = (Some(who), due.on.map(|spot| spot.to_string()));
    let bound = live.no_choice().filter(|_| is_of(&due, viewer));
    Some(DecisionView { who, seat, speaker: due.speaker, on, by_default, bound })
}

/// The unconfirmed entry, if this person may see it.
fn entry(live: &LiveTable<'_>, viewer: Viewer<'_>) -> Option<Box<str>> {
    let entry = live.entry.as_ref()?;
    let open = viewer.is_staff || !is_dealt_face_down(live, entry);
    open.then(|| entry.clone())
}

/// Whether a card among these lines is dealt face down.
fn is_dealt_face_down(live: &LiveTable<'_>, lines: &str) -> bool {
    let mut rules = live.rules.clone();
    let mut act = |act: Act| match act {
        Act::Cards(cards) => cards.into_iter().any(|card| {
            let down = rules.next_fall().is_none_or(|(fall, _)| fall.face == Face::Down);
            down || rules.try_act(&Act::Cards(vec![card])).is_err()
        }),
        other => rules.try_act(&other).is_err(),
    };
    read_lines(lines).map_or(true, |acts| acts.into_iter().any(&mut act))
}
