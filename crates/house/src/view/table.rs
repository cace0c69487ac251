//! A table as one person sees it. It never contains a hidden card, and always the decisions that the person may make.

use std::sync::Arc;

use croupier_kit::{Chips, Money, Stack, Unmade};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::contract::Face;
use croupier_rules::house::TablePurpose;
use croupier_rules::notation::{Act, Direction, Who};
use croupier_rules::table::TableCard;
use jiff::civil::Date;
use serde::Serialize;

use super::awaited::awaited;
use super::hands::{HandView, hands};
use super::moves::MoveView;
use super::next_cards::next_cards;
use super::stakes::{StakeView, stakes};
use super::visible::{Viewer, is_hidden, is_of, is_secret, seat_of};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::office::Role;
use crate::rejection::Rejection;
use crate::table::{InspectorCall, LiveTable, Mode, Pace, Phase, WaitingEntry, read_lines};

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
    /// The dealer's entry that is not confirmed yet. Cards that are dealt face down are visible only to those who enter cards.
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
    /// The reader that the entry is from, if the person may see the entry and a reader read it.
    pub entry_from: Option<Box<str>>,
    /// The direction in which the next spin must run, where the rules prescribe one.
    pub spin: Option<&'static str>,
    /// The provisions under which the cards must be shuffled before the next hand, if they must be.
    pub shuffle: Option<Vec<String>>,
    /// The decisions about cards that the dealer does not see, as they were declared in this round.
    pub declared: Vec<Box<str>>,
    /// The call for an inspector that waits, for the staff.
    pub called: Option<CallView>,
}

/// A call for an inspector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CallView {
    /// Who called.
    pub by: Box<str>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The reason.
    pub reason: Box<str>,
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
        let entry = live.and_then(|live| entry(live, viewer));
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
            moves: person.map(|person| self.moves_seen_by(id, person)).unwrap_or_default(),
            bank: live.and_then(|s| s.bank).map(|(person, amount)| (self.name_of(person).into(), amount)),
            entry_from: entry.and_then(|entry| entry.reader).map(|reader| table.readers.name_of(reader)),
            entry: entry.map(|entry| entry.lines.clone()),
            spin: live
                .filter(|live| !live.rules.is_spinning())
                .and_then(|live| live.rules.spin_due())
                .map(Direction::name),
            shuffle: live.and_then(shuffle_due),
            declared: live
                .into_iter()
                .flat_map(|live| &live.declared)
                .map(|made| made.line.clone())
                .collect(),
            called: table.called.as_ref().filter(|_| viewer.is_staff).map(|call| self.call_view(call)),
            summary: live.filter(|_| phase == Phase::Payment).map(|s| s.rules.describe()).unwrap_or_default(),
            suspended: table.suspension.as_ref().map(|suspension| suspension.reason.clone()),
            point: live.and_then(|live| live.rules.point()),
            awaited: live.and_then(|live| awaited(live, &next_cards)),
            next_cards,
        })
    }

    fn call_view(&self, call: &InspectorCall) -> CallView {
        CallView { by: self.name_of(call.by).into(), at: call.at, reason: call.reason.clone() }
    }

    fn viewer(&self, person: Option<PersonId>) -> Viewer<'_> {
        let known = person.and_then(|person| self.office.person(person).ok());
        let is_staff = known.is_some_and(|person| person.role != Role::Player);
        let enters_cards = known.is_some_and(|person| person.role.enters_cards());
        Viewer { name: known.map(|person| &*person.handle), is_staff, enters_cards }
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

/// The cards, with hidden ones face down.
fn cards(live: &LiveTable<'_>, viewer: Option<&str>) -> Vec<CardView> {
    let card = |(on, open): (&TableCard, bool)| CardView {
        seat: on.seat,
        hand: on.spot.map(|spot| spot.to_string()),
        card: open.then(|| on.card.to_string()),
    };
    live.rules.visible(&live.cards, viewer).map(card).collect()
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

/// The provisions under which the cards of an attended table must be shuffled before the next hand; `None` if they need not be.
fn shuffle_due(live: &LiveTable<'_>) -> Option<Vec<String>> {
    let spent = live.mode == Mode::Attended && live.rules.shoe().1.is_spent();
    let between = !live.rules.in_play() || live.rules.is_over();
    let conduct = live.in_force.game.conduct();
    let cites =
        if conduct.cutting_card.iter().next().is_none() { conduct.shuffle } else { conduct.cutting_card };
    let text = |rule| live.in_force.book.citations().text(rule).to_owned();
    (spent && between).then(|| cites.iter().map(text).collect())
}

/// The unconfirmed entry, if this person may see it.
fn entry<'l>(live: &'l LiveTable<'_>, viewer: Viewer<'_>) -> Option<&'l WaitingEntry> {
    let entry = live.entry.as_ref()?;
    let open = viewer.enters_cards || !is_dealt_face_down(live, &entry.lines);
    open.then_some(entry)
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
