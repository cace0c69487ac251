//! What a person sees of a table: never a hidden card, and always the moves that are his.

use std::sync::Arc;

use croupier_kit::{Chips, Money, Stack, Unmade};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::contract::{Face, Turn};
use croupier_rules::house::TablePurpose;
use croupier_rules::notation::{Act, Side, Who};
use croupier_rules::table::{Due, Outcome, StakeVerdict};
use jiff::civil::Date;
use serde::Serialize;

use crate::command::{Choice, Mode};
use crate::hands::{SeenHand, hands};
use crate::house::House;
use crate::ids::{Actor, PersonId, TableId};
use crate::office::Role;
use crate::refusal::Refusal;
use crate::table::attend::read_lines;
use crate::table::{OnTable, Pace, Phase, Sitting, Taken};

/// A table as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// Its number.
    pub table: TableId,
    /// Its name.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// How it is run; `None` while it is closed.
    pub mode: Option<Mode>,
    /// Where it is in its round.
    pub phase: Phase,
    /// Which round.
    pub round: u64,
    /// How long the phase lasts at an automatic table, in milliseconds, and when it began.
    pub lasts: i64,
    /// When the phase began, or the first bet or the last decision in it came.
    pub since: i64,
    /// When the house goes on by itself; `None` where it waits for somebody.
    pub deadline: Option<i64>,
    /// Who sits here, by name.
    pub seated: Vec<Box<str>>,
    /// The cards that lie there.
    pub cards: Vec<SeenCard>,
    /// The same by hand, with what each comes to as far as it lies open.
    pub hands: Vec<SeenHand>,
    /// The stakes of the record that are of this round or stand.
    pub stakes: Vec<SeenStake>,
    /// Whose decision is due.
    pub due: Option<SeenDue>,
    /// What this person may decide now.
    pub moves: Vec<SeenMove>,
    /// Who holds a bank that passes, and what is in it.
    pub bank: Option<(Box<str>, Money)>,
    /// What the dealer has entered and waits to be confirmed; cards that fall face down only for those who work here.
    pub entry: Option<Box<str>>,
    /// What lies on the table, in words, when the round is over.
    pub tells: String,
}

/// A card as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenCard {
    /// The seat it lies at.
    pub seat: u8,
    /// The hand of a box, such as `1.2`.
    pub hand: Option<String>,
    /// The card, such as `TH`; `None` where it lies face down.
    pub card: Option<String>,
}

/// A stake, and what has become of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenStake {
    /// Its number in the record.
    pub stake: u32,
    /// Whose it is.
    pub player: String,
    /// On what.
    pub wager: String,
    /// The hand it follows.
    pub hand: Option<String>,
    /// How much.
    pub amount: Money,
    /// What has become of it: `standing`, `won`, `lost` …
    pub outcome: &'static str,
    /// What goes back.
    pub returned: Money,
    /// Under which provisions.
    pub cites: Vec<String>,
    /// The odds it was paid at, or would have been.
    pub odds: Option<String>,
    /// What it won; less than nought where it lost, and nothing while it stands.
    pub profit: Option<Money>,
    /// The number of the stake it belongs to.
    pub of: Option<u32>,
    /// What it has come to on its way: a point.
    pub life: Option<String>,
    /// Why it was refused.
    pub reason: Option<String>,
}

impl From<StakeVerdict> for SeenStake {
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
            reason: row.reason,
        }
    }
}

/// A decision that is due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenDue {
    /// Who takes it: a person, or a hand of a baccarat table. Nothing where that alone would tell of cards that this
    /// person does not see; then a decision is waited for, and no more is said.
    pub who: Option<String>,
    /// The person who speaks; nobody where the house does.
    pub speaker: Option<Box<str>>,
    /// The seat whose turn it is.
    pub seat: Option<u8>,
    /// About which hand, such as `1.2`.
    pub on: Option<String>,
    /// What is taken when nobody decides in time, as the record will say it; nothing where it would tell of cards that
    /// this person does not see.
    pub by_default: Option<String>,
}

/// Something a person may decide now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenMove {
    /// What.
    pub decision: Choice,
    /// For which box or hand, where that must be said.
    pub on: Option<String>,
}

/// Who looks.
#[derive(Clone, Copy)]
pub(crate) struct Viewer<'a> {
    /// By name; everybody where there is none.
    pub(crate) name: Option<&'a str>,
    /// Whether it is somebody who works here.
    pub(crate) works: bool,
}

impl<'b> House<'b> {
    /// A table as somebody sees it; without a person, as everybody does.
    ///
    /// # Errors
    /// When there is no such table.
    pub fn view(&self, id: TableId, person: Option<PersonId>) -> Result<Seen, Refusal> {
        let table = self.table(id)?;
        let sitting = table.sitting.as_ref();
        let phase = table.phase();
        let viewer = self.viewer(person);
        Ok(Seen {
            table: id,
            name: table.name.clone(),
            game: table.game.clone(),
            mode: sitting.map(|sitting| sitting.mode),
            phase,
            round: table.rounds,
            lasts: table.lasts(&self.pace),
            since: table.phase_since,
            deadline: table.deadline(&self.pace),
            seated: table.seated.iter().map(|person| self.name_of(*person).into()).collect(),
            cards: sitting.map(|sitting| cards(sitting, viewer.name)).unwrap_or_default(),
            hands: sitting.map(|sitting| hands(sitting, viewer)).unwrap_or_default(),
            stakes: sitting.map(stakes).unwrap_or_default(),
            due: sitting.and_then(|sitting| due(sitting, viewer)),
            moves: person.map(|person| self.moves(id, person)).unwrap_or_default(),
            bank: sitting.and_then(|s| s.bank).map(|(person, amount)| (self.name_of(person).into(), amount)),
            entry: sitting.and_then(|sitting| entry(sitting, viewer)),
            tells: sitting
                .filter(|_| phase == Phase::Payment)
                .map(|s| s.rules.describe())
                .unwrap_or_default(),
        })
    }

    fn viewer(&self, person: Option<PersonId>) -> Viewer<'_> {
        let known = person.and_then(|person| self.office.person(person).ok());
        let works = known.is_some_and(|person| person.role != Role::Player);
        Viewer { name: known.map(|person| &*person.handle), works }
    }

    /// What a person may decide at a table now: the rules are asked, nothing is guessed.
    pub fn moves(&self, id: TableId, person: PersonId) -> Vec<SeenMove> {
        let Ok(Some(sitting)) = self.table(id).map(|table| table.sitting.as_ref()) else { return Vec::new() };
        let phase = sitting.phase();
        if !matches!(phase, Phase::Decision | Phase::Insurance) {
            return Vec::new();
        }
        let candidates = candidates(sitting, self.name_of(person), phase);
        let lawful = |found: &SeenMove| {
            let taken = Taken { person, choice: found.decision, on: found.on.as_deref() };
            let act = self.act_of(id, Actor::Person(person), taken);
            act.is_ok_and(|act| sitting.rules.clone().try_act(&act).is_ok())
        };
        candidates.into_iter().filter(lawful).collect()
    }

    /// The book and the game of a table: those it was opened under, else those of a day.
    ///
    /// # Errors
    /// When there is no such table, or its game is on no shelf.
    pub fn game_of(&self, id: TableId, day: Date) -> Result<(&'b Book, &'b GameBook), Refusal> {
        match &self.table(id)?.sitting {
            Some(sitting) => Ok((sitting.law.book, sitting.law.game)),
            None => self.book_of(id, day),
        }
    }

    /// What the house has chosen at a table: as it was when it was opened, else as the house file says.
    ///
    /// # Errors
    /// When there is no such table, or it is no longer in the house file.
    pub fn chosen_at(&self, id: TableId, day: Date) -> Result<Arc<Chosen>, Refusal> {
        match &self.table(id)?.sitting {
            Some(sitting) => Ok(Arc::clone(&sitting.law.chosen)),
            None => Ok(Arc::new(self.of_charter(id)?.chosen(self.book_of(id, day)?.1))),
        }
    }

    /// How long the phases of automatic tables last.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether a table is one to learn at.
    pub fn is_learning(&self, id: TableId) -> bool {
        self.of_charter(id).is_ok_and(|table| table.purpose == TablePurpose::Learning)
    }

    /// An amount in the chips of the house, the fewest that make it.
    ///
    /// # Errors
    /// Where no chips make it.
    pub fn in_chips(&self, amount: Money) -> Result<Vec<Stack>, Unmade> {
        Chips::usual().make(amount)
    }
}

/// What somebody might decide: the rules say which of it is lawful.
fn candidates(sitting: &Sitting<'_>, name: &str, phase: Phase) -> Vec<SeenMove> {
    let plain = |decision| SeenMove { decision, on: None };
    if phase == Phase::Decision {
        let mut all: Vec<SeenMove> = [
            Choice::Draw,
            Choice::Stand,
            Choice::Double,
            Choice::Split,
            Choice::Surrender,
            Choice::Raise,
            Choice::Check,
        ]
        .map(plain)
        .to_vec();
        let mut hands: Vec<String> =
            sitting.cards.iter().filter_map(|card| card.spot).map(|s| s.to_string()).collect();
        hands.dedup();
        all.extend(hands.into_iter().map(|hand| SeenMove { decision: Choice::Follow, on: Some(hand) }));
        return all;
    }
    let own = stakes(sitting).into_iter().filter(|stake| stake.player == name && stake.outcome == "standing");
    own.filter_map(|stake| {
        let number = stake.hand?.split('.').next()?.to_owned();
        let half = Money::from_minor(stake.amount.minor() / 2);
        let insure = SeenMove { decision: Choice::Insure(half), on: Some(number.clone()) };
        Some([insure, SeenMove { decision: Choice::EvenMoney, on: Some(number) }])
    })
    .flatten()
    .collect()
}

/// The cards, those hidden from this person face down.
fn cards(sitting: &Sitting<'_>, viewer: Option<&str>) -> Vec<SeenCard> {
    let card = |(on, open): (&OnTable, bool)| SeenCard {
        seat: on.seat,
        hand: on.spot.map(|spot| spot.to_string()),
        card: open.then(|| on.card.to_string()),
    };
    seen_cards(sitting, viewer).map(card).collect()
}

/// The cards, and whether each lies open for this person.
pub(crate) fn seen_cards<'s>(
    sitting: &'s Sitting<'_>,
    viewer: Option<&'s str>,
) -> impl Iterator<Item = (&'s OnTable, bool)> {
    let over = sitting.rules.is_over();
    let common = sitting.rules.common_turned();
    let mut commons = 0;
    sitting.cards.iter().map(move |on| {
        let speaker = sitting.rules.speaker(on.seat);
        // Common cards are those that nobody's seat has; they are turned one by one.
        let is_turned = common.is_some_and(|turned| speaker.is_none() && commons < turned);
        commons += usize::from(speaker.is_none());
        let own = viewer.is_some() && speaker == viewer;
        (on, over || on.face == Face::Up || own || is_turned)
    })
}

fn stakes(sitting: &Sitting<'_>) -> Vec<SeenStake> {
    let of_round =
        sitting.stakes().filter(|(number, _)| *number >= sitting.round_from() || sitting.is_carried(*number));
    let seen = |number| {
        let carried = || sitting.is_carried(number).then(|| "carried".to_owned());
        let life = sitting.rules.life_of(number).or_else(carried);
        sitting.rules.row_of(number).map(|row| SeenStake { life, ..row.into() })
    };
    of_round.filter_map(|(number, _)| seen(number)).collect()
}

fn due(sitting: &Sitting<'_>, viewer: Viewer<'_>) -> Option<SeenDue> {
    let due = sitting.due()?;
    if is_secret(sitting, &due, viewer) {
        return Some(SeenDue { who: None, seat: None, speaker: None, on: None, by_default: None });
    }
    let seat = seat_of(sitting, &due);
    let told = !is_hidden(sitting, &due, viewer) || is_of(&due, viewer);
    let by_default = sitting.default_act().filter(|_| told).map(|act| act.to_string());
    let who = match &due.who {
        Who::Person(name) => name.to_string(),
        Who::Side(side) => side.name().to_owned(),
    };
    let (who, on) = (Some(who), due.on.map(|spot| spot.to_string()));
    Some(SeenDue { who, seat, speaker: due.speaker, on, by_default })
}

fn is_of(due: &Due, viewer: Viewer<'_>) -> bool {
    viewer.name.is_some() && due.speaker.as_deref() == viewer.name
}

/// The seat that decides.
fn seat_of(sitting: &Sitting<'_>, due: &Due) -> Option<u8> {
    let by_side = |side: Side| {
        let named = |on: &&OnTable| sitting.rules.place_of(on.seat, on.spot) == side.name();
        sitting.cards.iter().find(named).map(|on| on.seat)
    };
    match (&due.who, sitting.rules.turn()) {
        (Who::Side(side), _) => by_side(*side),
        (_, Some(Turn::Seat(seat))) => Some(seat),
        _ => None,
    }
}

/// Whether a card of the hand that decides lies face down for this person.
fn is_hidden(sitting: &Sitting<'_>, due: &Due, viewer: Viewer<'_>) -> bool {
    let seat = seat_of(sitting, due);
    let of_hand = |on: &OnTable| Some(on.seat) == seat && (due.on.is_none() || on.spot == due.on);
    seen_cards(sitting, viewer.name).any(|(on, open)| !open && of_hand(on))
}

/// Whether a decision tells by itself what a hidden hand holds: where a dealer attends, a hand of baccarat that the
/// rules bind is not asked.
pub(crate) fn is_secret(sitting: &Sitting<'_>, due: &Due, viewer: Viewer<'_>) -> bool {
    let telling = matches!(due.who, Who::Side(_)) && sitting.mode == Mode::Attended;
    telling && !viewer.works && !is_of(due, viewer) && is_hidden(sitting, due, viewer)
}

/// What is entered, as far as it may be seen before it is confirmed.
fn entry(sitting: &Sitting<'_>, viewer: Viewer<'_>) -> Option<Box<str>> {
    let entry = sitting.entry.as_ref()?;
    let open = viewer.works || !falls_face_down(sitting, entry);
    open.then(|| entry.clone())
}

/// Whether a card among these lines falls face down.
fn falls_face_down(sitting: &Sitting<'_>, lines: &str) -> bool {
    let mut rules = sitting.rules.clone();
    let mut act = |act: Act| match act {
        Act::Cards(cards) => cards.into_iter().any(|card| {
            let down = rules.next_fall().is_none_or(|(fall, _)| fall.face == Face::Down);
            down || rules.try_act(&Act::Cards(vec![card])).is_err()
        }),
        other => rules.try_act(&other).is_err(),
    };
    read_lines(lines).map_or(true, |acts| acts.into_iter().any(&mut act))
}
