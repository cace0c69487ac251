//! A table as it is published: once for everybody, with what is each listener's own beside it.

use std::sync::Arc;

use croupier_house::House;
use croupier_house::ids::{Now, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::robot::is_robot;
use croupier_house::table::Phase;
use croupier_house::view;
use rustc_hash::FxHashMap;

use super::{Board, Room, Shared};
use crate::wire::{
    Amount, Balances, Seen, SeenBank, SeenCard, SeenDue, SeenHand, SeenMove, SeenPlayer, SeenStake, Told,
    WheelHeld, Word, Written,
};

/// A table at one version of its journal.
#[derive(Debug)]
pub struct Snapshot {
    /// The version.
    pub version: u64,
    /// When it was made.
    pub now: i64,
    /// As everybody sees it.
    pub seen: Arc<Seen>,
    /// What has happened lately.
    pub events: Arc<[Written<Told>]>,
    /// What only one person sees.
    pub own: FxHashMap<PersonId, Own>,
}

/// What only one person sees.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// The moves that are his.
    pub moves: Vec<SeenMove>,
    /// The cards, his own open.
    pub cards: Vec<SeenCard>,
    /// The same by hand.
    pub hands: Vec<SeenHand>,
    /// The decision that is due, as far as it may be told.
    pub due: Option<SeenDue>,
    /// What has been entered, as far as it may be seen.
    pub entry: Option<Box<str>>,
}

impl Snapshot {
    /// The table as one person sees it.
    pub fn seen_by(&self, person: Option<(PersonId, &str)>) -> Seen {
        let mut seen = Seen::clone(&self.seen);
        let Some((person, handle)) = person else { return seen };
        if let Some(own) = self.own.get(&person) {
            seen.moves.clone_from(&own.moves);
            seen.cards.clone_from(&own.cards);
            seen.hands.clone_from(&own.hands);
            seen.due.clone_from(&own.due);
            seen.entry.clone_from(&own.entry);
        }
        mark(&mut seen, handle);
        seen
    }
}

/// Marks what is one person's.
fn mark(seen: &mut Seen, handle: &str) {
    seen.seated.iter_mut().for_each(|player| player.me = *player.handle == *handle);
    for stake in seen.stakes.iter_mut().filter(|stake| stake.player == handle) {
        *stake = SeenStake { mine: true, ..SeenStake::clone(stake) }.into();
    }
    if let Some(due) = &mut seen.due {
        due.mine = due.speaker.as_deref() == Some(handle);
    }
    if let Some(bank) = &mut seen.bank {
        bank.mine = *bank.holder == *handle;
    }
}

impl Room<'_> {
    /// A table as somebody sees it; without a person, as everybody does.
    pub fn seen(&self, id: TableId, person: Option<PersonId>) -> Option<Seen> {
        let view = self.house.view(id, person).ok()?;
        let board = self.board(id)?;
        let mut seen = wire(self.house, board, self.shared, view);
        if let Some(person) = person {
            let handle: Box<str> = self.house.name_of(person).into();
            mark(&mut seen, &handle);
        }
        Some(seen)
    }

    /// The currency of the house.
    pub fn currency(&self) -> Box<str> {
        currency(self.house)
    }

    /// What a person has.
    pub fn balances(&self, person: PersonId) -> Balances {
        balances(self.house, person)
    }
}

/// A table for those who listen at it.
pub(super) fn snapshot(
    house: &House<'static>,
    board: &Board,
    shared: &Shared,
    id: TableId,
    listeners: impl Iterator<Item = PersonId>,
    now: Now,
) -> Option<Snapshot> {
    let view = house.view(id, None).ok()?;
    let seen = wire(house, board, shared, view);
    let personal = matches!(seen.phase, Phase::Insurance | Phase::Decision | Phase::Outcome)
        || seen.cards.iter().any(|card| card.card.is_none())
        || house.table(id).is_ok_and(|table| table.live.as_ref().is_some_and(|s| s.entry.is_some()));
    let mut own = FxHashMap::default();
    for person in listeners.filter(|_| personal) {
        own.entry(person).or_insert_with(|| of_one(house, id, person));
    }
    let version = seen.version;
    Some(Snapshot { version, now: now.at, seen: Arc::new(seen), events: board.recent(), own })
}

fn of_one(house: &House<'_>, id: TableId, person: PersonId) -> Own {
    let view = house.view(id, Some(person)).ok();
    let own = |view: view::TableView| Own {
        moves: view.moves.into_iter().map(Into::into).collect(),
        cards: view.cards.into_iter().map(Into::into).collect(),
        hands: view.hands.into_iter().map(Into::into).collect(),
        due: view.due.map(Into::into),
        entry: view.entry,
    };
    view.map(own).unwrap_or_default()
}

fn wire(house: &House<'_>, board: &Board, shared: &Shared, view: view::TableView) -> Seen {
    let stream = croupier_house::ids::StreamId { house: house.id, table: Some(view.table) };
    let seated = house.table(view.table).map(|table| &table.seated).into_iter().flatten();
    let player = |person: &PersonId| SeenPlayer {
        handle: house.name_of(*person).into(),
        robot: shared.is_robot(*person) || is_robot(house.name_of(*person)),
        me: false,
    };
    let seated = seated.map(player).collect();
    Seen {
        deadline: view.deadline,
        version: house.head(stream).version,
        learning: shared.is_learning(&view.name) || house.is_learning(view.table),
        fell: board.fell(),
        lines: board.public_lines(view.phase).into(),
        last: board.last(),
        seated,
        table: view.table.0,
        name: view.name,
        game: view.game,
        mode: view.mode,
        phase: view.phase,
        round: view.round,
        since: view.since,
        lasts: view.lasts,
        currency: currency(house),
        cards: view.cards.into_iter().map(Into::into).collect(),
        hands: view.hands.into_iter().map(Into::into).collect(),
        stakes: view.stakes.into_iter().map(|stake| SeenStake::from(stake).into()).collect(),
        due: view.due.map(Into::into),
        moves: view.moves.into_iter().map(Into::into).collect(),
        bank: view.bank.map(|(holder, amount)| SeenBank { holder, amount: amount.into(), mine: false }),
        entry: view.entry,
        tells: view.summary,
    }
}

impl From<view::CardView> for SeenCard {
    fn from(card: view::CardView) -> Self {
        Self { seat: card.seat, hand: card.hand, card: card.card }
    }
}

impl From<view::HandView> for SeenHand {
    fn from(hand: view::HandView) -> Self {
        Self { at: hand.at, hand: hand.hand, cards: hand.cards, score: hand.score, due: hand.due }
    }
}

/// What became of a stake, in one sentence.
fn why(stake: &view::StakeView) -> Option<String> {
    let by = if stake.cites.is_empty() { String::new() } else { format!(", by {}", stake.cites.join(", ")) };
    let odds = stake.odds.as_ref().map(|odds| format!(" at {odds}")).unwrap_or_default();
    let (wager, back) = (&stake.wager, stake.returned);
    match (stake.outcome, &stake.reason) {
        ("standing", _) => None,
        ("refused", Some(reason)) => Some(format!("{wager} is refused: {reason}{by}")),
        ("won", _) => Some(format!("{wager} wins{odds}: {back} goes back{by}")),
        ("lost", _) => Some(format!("{wager} loses{by}")),
        (outcome, _) => Some(format!("{wager} is {outcome}: {back} goes back{by}")),
    }
}

impl From<view::StakeView> for SeenStake {
    fn from(stake: view::StakeView) -> Self {
        Self {
            why: why(&stake),
            odds: stake.odds,
            profit: stake.profit.map(Into::into),
            of: stake.of,
            life: stake.life,
            reason: stake.reason,
            stake: stake.stake,
            player: stake.player,
            mine: false,
            wager: stake.wager,
            hand: stake.hand,
            amount: stake.amount.into(),
            outcome: stake.outcome,
            returned: stake.returned.into(),
            cites: stake.cites,
        }
    }
}

impl From<view::DecisionView> for SeenDue {
    fn from(due: view::DecisionView) -> Self {
        Self {
            who: due.who,
            speaker: due.speaker,
            mine: false,
            seat: due.seat,
            on: due.on,
            by_default: due.by_default,
        }
    }
}

impl From<view::MoveView> for SeenMove {
    fn from(found: view::MoveView) -> Self {
        let (decision, amount) = Word::of(found.decision);
        let words = words(decision, amount, found.on.as_deref());
        Self { decision, amount, on: found.on, words }
    }
}

/// A move in words: `insure box 1 for 5.00`.
fn words(decision: Word, amount: Option<Amount>, on: Option<&str>) -> String {
    let on = on.map(|on| if on.contains('.') { format!(" hand {on}") } else { format!(" box {on}") });
    let amount = amount.map(|amount| format!(" for {}", amount.0));
    format!("{}{}{}", decision.name(), on.unwrap_or_default(), amount.unwrap_or_default())
}

fn currency(house: &House<'_>) -> Box<str> {
    house.office.house_file.as_ref().map(|charter| charter.currency.as_str()).unwrap_or_default().into()
}

/// What a person has.
pub(super) fn balances(house: &House<'_>, person: PersonId) -> Balances {
    let held = |unit, place| house.ledger.balance(unit, place);
    let tables = house.tables().iter().filter_map(|table| Some((table.id, table.wheel.get(&person)?)));
    let wheel = tables.map(|(table, chips)| WheelHeld {
        table: table.0,
        colour: chips.colour,
        value: chips.value.into(),
        amount: held(Unit::Wheel, Location::Wheel(person, table)).into(),
    });
    Balances {
        currency: currency(house),
        cash: held(Unit::Cash, Location::Wallet(person)).into(),
        chips: held(Unit::Chips, Location::Player(person)).into(),
        plaques: held(Unit::Plaques, Location::Player(person)).into(),
        wheel: wheel.collect(),
    }
}
