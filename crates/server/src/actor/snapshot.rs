//! A table as it is published: one public view, and the additional data that only single subscribers see.

use std::sync::Arc;

use croupier_house::House;
use croupier_house::ids::{Now, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::robot::is_robot;
use croupier_house::robot_dealer;
use croupier_house::table::Mode;
use croupier_house::view;
use croupier_kit::Money;
use rustc_hash::FxHashMap;

use super::shared::SharedState;
use super::table_history::TableHistory;
use crate::wire::{
    Amount, Balances, BankView, BehindOffer, CallView, CardView, Decision, DecisionView, HandView, MoveView,
    Phase, PlayerView, SharedJson, StakeView, TableEvent, TableView, WheelChips,
};

/// A table at one version of its journal.
#[derive(Debug)]
pub struct TableSnapshot {
    /// The version of the journal.
    pub version: u64,
    /// The last event of the house that it has.
    pub sequence: u64,
    /// The time when it was made.
    pub now: i64,
    /// The public view.
    pub seen: Arc<TableView>,
    /// The latest events.
    pub events: Arc<[SharedJson<TableEvent>]>,
    /// The additional data for single people.
    pub personal: FxHashMap<PersonId, PersonalView>,
}

/// The data that only one person sees.
#[derive(Clone, Debug, Default)]
pub struct PersonalView {
    /// The decisions that the person may make.
    pub moves: Vec<MoveView>,
    /// The cards, with the person's own face up.
    pub cards: Vec<CardView>,
    /// The same cards, by hand.
    pub hands: Vec<HandView>,
    /// The decision that is due, as far as the person may see it.
    pub due: Option<DecisionView>,
    /// The entry that waits, as far as the person may see it.
    pub entry: Option<Box<str>>,
    /// The reader that it is from.
    pub entry_from: Option<Box<str>>,
    /// The call for an inspector, for the staff.
    pub called: Option<CallView>,
}

impl TableSnapshot {
    /// The table as one person sees it.
    pub fn seen_by(&self, person: Option<(PersonId, &str)>) -> TableView {
        let mut seen = TableView::clone(&self.seen);
        let Some((person, handle)) = person else { return seen };
        if let Some(own) = self.personal.get(&person) {
            seen.moves.clone_from(&own.moves);
            seen.cards.clone_from(&own.cards);
            seen.hands.clone_from(&own.hands);
            seen.due.clone_from(&own.due);
            seen.entry.clone_from(&own.entry);
            seen.entry_from.clone_from(&own.entry_from);
            seen.called.clone_from(&own.called);
        }
        mark_own(&mut seen, handle);
        seen
    }
}

/// Marks the stakes and other items that belong to one person.
pub(super) fn mark_own(seen: &mut TableView, handle: &str) {
    seen.seated.iter_mut().for_each(|player| player.me = *player.handle == *handle);
    for stake in seen.stakes.iter_mut().filter(|stake| stake.player == handle) {
        *stake = StakeView { mine: true, ..StakeView::clone(stake) }.into();
    }
    if let Some(due) = &mut seen.due {
        due.mine = due.speaker.as_deref() == Some(handle);
    }
    if let Some(bank) = &mut seen.bank {
        bank.mine = *bank.holder == *handle;
    }
}

/// Makes the snapshot of a table for its subscribers.
pub(super) fn snapshot(
    house: &House<'static>,
    history: &TableHistory,
    shared: &SharedState,
    id: TableId,
    subscribers: impl Iterator<Item = PersonId>,
    now: Now,
) -> Option<TableSnapshot> {
    let view = house.view(id, None).ok()?;
    let seen = table_view(house, history, shared, view, now.at);
    let is_personal = matches!(seen.phase, Phase::Insurance | Phase::Decision | Phase::Outcome)
        || seen.cards.iter().any(|card| card.card.is_none())
        || house.table(id).is_ok_and(|table| {
            table.called.is_some() || table.live.as_ref().is_some_and(|live| live.entry.is_some())
        });
    let mut personal = FxHashMap::default();
    for person in subscribers.filter(|_| is_personal) {
        personal.entry(person).or_insert_with(|| personal_view(house, id, person));
    }
    let (version, sequence) = (seen.version, house.last().sequence);
    Some(TableSnapshot {
        version,
        sequence,
        now: now.at,
        seen: Arc::new(seen),
        events: history.recent(),
        personal,
    })
}

fn personal_view(house: &House<'_>, id: TableId, person: PersonId) -> PersonalView {
    let view = house.view(id, Some(person)).ok();
    let own = |view: view::TableView| PersonalView {
        moves: view.moves.into_iter().map(Into::into).collect(),
        cards: view.cards.into_iter().map(Into::into).collect(),
        hands: view.hands.into_iter().map(Into::into).collect(),
        due: view.due.map(Into::into),
        entry: view.entry,
        entry_from: view.entry_from,
        called: view.called.map(Into::into),
    };
    view.map(own).unwrap_or_default()
}

/// The view of the house, completed with data from the history of the table and from the shared state.
pub(super) fn table_view(
    house: &House<'_>,
    history: &TableHistory,
    shared: &SharedState,
    view: view::TableView,
    now: i64,
) -> TableView {
    let stream = croupier_house::ids::StreamId { house: house.id, table: Some(view.table) };
    let table = house.table(view.table).ok();
    let seated = table.iter().flat_map(|table| &table.seated);
    let player = |person: &PersonId| PlayerView {
        handle: house.name_of(*person).into(),
        robot: shared.is_robot(*person) || is_robot(house.name_of(*person)),
        me: false,
        away: table.is_some_and(|table| table.away.contains_key(person)),
    };
    let seated = seated.map(player).collect();
    TableView {
        held: shared.held().filter(|_| view.mode == Some(Mode::Automatic)).map(Into::into),
        deadline: view.deadline,
        version: house.head(stream).version,
        robot_deals: shared.robot_deals() && table.is_some_and(|table| robot_dealer::deals(table, now)),
        learning: shared.is_learning(&view.name) || house.is_learning(view.table),
        fell: history.outcome(),
        lines: history.public_lines(view.phase).into(),
        last: history.last(),
        seated,
        table: view.table.0,
        name: view.name,
        game: view.game,
        mode: view.mode.map(Into::into),
        phase: view.phase.into(),
        round: view.round,
        since: view.since,
        lasts: view.lasts,
        showing: view.showing,
        currency: currency(house),
        cards: view.cards.into_iter().map(Into::into).collect(),
        hands: view.hands.into_iter().map(Into::into).collect(),
        stakes: view.stakes.into_iter().map(|stake| StakeView::from(stake).into()).collect(),
        due: view.due.map(Into::into),
        moves: view.moves.into_iter().map(Into::into).collect(),
        bank: view.bank.map(|(holder, amount)| BankView { holder, amount: amount.into(), mine: false }),
        entry: view.entry,
        call: view.summary,
        suspended: view.suspended,
        point: view.point,
        awaited: view.awaited,
        next_cards: view.next_cards,
        entry_from: view.entry_from,
        spin: view.spin,
        shuffle: view.shuffle,
        declared: view.declared,
        called: view.called.map(Into::into),
    }
}

impl From<view::CallView> for CallView {
    fn from(view::CallView { by, at, reason }: view::CallView) -> Self {
        Self { by, at, reason }
    }
}

impl From<view::CardView> for CardView {
    fn from(card: view::CardView) -> Self {
        Self { seat: card.seat, hand: card.hand, card: card.card }
    }
}

impl From<view::HandView> for HandView {
    fn from(hand: view::HandView) -> Self {
        Self { at: hand.at, hand: hand.hand, cards: hand.cards, score: hand.score, due: hand.due }
    }
}

/// The outcome of a stake in one sentence.
fn why(stake: &view::StakeView) -> Option<String> {
    let by = if stake.cites.is_empty() { String::new() } else { format!(", by {}", stake.cites.join(", ")) };
    let odds = stake.odds.as_ref().map(|odds| format!(" at {odds}")).unwrap_or_default();
    let (wager, back) = (&stake.wager, stake.returned);
    match (stake.outcome, &stake.reason) {
        ("standing", _) => None,
        ("refused", Some(reason)) => Some(format!("{wager} is refused: {reason}{by}")),
        ("won", _) => Some(format!("{wager} wins{odds}: {back} returned{by}")),
        ("lost", _) => Some(format!("{wager} loses{by}")),
        (outcome, _) => Some(format!("{wager} is {outcome}: {back} returned{by}")),
    }
}

impl From<view::StakeView> for StakeView {
    fn from(stake: view::StakeView) -> Self {
        Self {
            why: why(&stake),
            odds: stake.odds,
            profit: stake.profit.map(Into::into),
            of: stake.of,
            life: stake.life,
            calls: stake.calls,
            half: stake.half.map(Into::into),
            behind: stake.behind.map(|room| BehindOffer {
                odds: room.odds,
                step: room.step.into(),
                most: room.most.into(),
            }),
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

impl From<view::DecisionView> for DecisionView {
    fn from(due: view::DecisionView) -> Self {
        Self {
            who: due.who,
            speaker: due.speaker,
            mine: false,
            seat: due.seat,
            on: due.on,
            by_default: due.by_default,
            bound: due.bound,
        }
    }
}

impl From<view::MoveView> for MoveView {
    fn from(found: view::MoveView) -> Self {
        let (decision, amount) = Decision::of(found.decision);
        let words = words(decision, amount, found.on.as_deref());
        let adds = (found.adds > Money::ZERO).then_some(Amount(found.adds));
        Self { decision, player: found.player, amount, on: found.on, adds, words, means: meaning(decision) }
    }
}

/// What a decision means for the player who makes it.
const fn meaning(decision: Decision) -> &'static str {
    match decision {
        Decision::Draw => "take one more card",
        Decision::Stand => "take no more cards",
        Decision::Double => "double the stake and take one more card",
        Decision::Split => "play the two cards as two hands, with a stake on each",
        Decision::Surrender => "give up the hand and half the stake",
        Decision::Raise => "raise the stake and play on",
        Decision::Check => "play on without a raise",
        Decision::Fold => "give up the hand and its stake",
        Decision::Follow => "let the stake behind go with this hand",
        Decision::Insure => "bet that the dealer has a blackjack",
        Decision::EvenMoney => "be paid 1 to 1 now, whatever the dealer has",
        Decision::Call => "call the stake on or off",
        Decision::TakeBank => "play for the bank against all others",
    }
}

/// A decision in words, such as `insure box 1 for 5.00`.
fn words(decision: Decision, amount: Option<Amount>, on: Option<&str>) -> String {
    let on = on.map(|on| if on.contains('.') { format!(" hand {on}") } else { format!(" box {on}") });
    let amount = amount.map(|amount| format!(" for {}", amount.0));
    format!("{}{}{}", decision.name(), on.unwrap_or_default(), amount.unwrap_or_default())
}

pub(super) fn currency(house: &House<'_>) -> Box<str> {
    house.office.house_file.as_ref().map(|charter| charter.currency.as_str()).unwrap_or_default().into()
}

/// The balances of a person.
pub(super) fn balances(house: &House<'_>, person: PersonId) -> Balances {
    let held = |unit, place| house.ledger.balance(unit, place);
    let tables = house.tables().iter().filter_map(|table| Some((table.id, table.wheel.get(&person)?)));
    let wheel = tables.map(|(table, chips)| WheelChips {
        table: table.0,
        colour: chips.colour,
        value: chips.value.into(),
        amount: held(Unit::Wheel, Location::Wheel(person, table)).into(),
    });
    Balances {
        currency: currency(house),
        cash: held(Unit::Cash, Location::Wallet(person)).into(),
        chips: held(Unit::Chips, Location::Player(person)).into(),
        held: house.ledger.held(person).into(),
        plaques: held(Unit::Plaques, Location::Player(person)).into(),
        wheel: wheel.collect(),
    }
}
