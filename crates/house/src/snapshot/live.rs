//! An open table as it is stored: its rules by name and digest, its record as acts, and everything that neither says.

use croupier_kit::{Money, MoneySum};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Face;
use croupier_rules::notation::{BoxHand, read_act};
use croupier_rules::table::TableCard;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::chain::{ChainSnapshot, card_at, place_of};
use super::error::SnapshotError;
use super::fingerprint::fingerprint;
use super::start::StartSnapshot;
use crate::ids::PersonId;
use crate::journal::Hash;
use crate::ledger::Unit;
use crate::library::Library;
use crate::office::Office;
use crate::table::{DeclaredDecision, LiveTable, Mode, PlacedStake, RulesInForce, WaitingEntry};

/// An open table.
#[derive(Serialize, Deserialize)]
pub(super) struct LiveSnapshot {
    mode: Mode,
    settings: u32,
    rules: RulesSnapshot,
    start: StartSnapshot,
    /// The acts of the record, line by line.
    acts: Box<str>,
    /// What the rules make of them.
    fingerprint: Hash,
    placed: Vec<PlacedSnapshot>,
    round_from: u32,
    carried: Vec<u32>,
    bank: Option<(PersonId, Money)>,
    entry: Option<(Box<str>, Option<u32>)>,
    insurance_closed: bool,
    declined: Vec<PersonId>,
    declared: Vec<(Box<str>, PersonId, Money)>,
    began: bool,
    cards: Vec<CardSnapshot>,
    staked: MoneySum,
    returned: MoneySum,
    seed_chain: Option<ChainSnapshot>,
}

/// The rules in force: the game of a book on a day, and what the house chose when the table opened.
#[derive(Serialize, Deserialize)]
pub(super) struct RulesSnapshot {
    game: Box<str>,
    digest: Hash,
    date: Box<str>,
    chosen: Vec<(Box<str>, Box<str>)>,
    stake_min: Option<Money>,
    stake_max: Option<Money>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PlacedSnapshot {
    person: PersonId,
    unit: Unit,
    amount: Money,
    returned: Option<Money>,
}

#[derive(Serialize, Deserialize)]
struct CardSnapshot {
    /// Its place in a sorted pack.
    card: u8,
    seat: u8,
    spot: Option<(u32, Option<u32>)>,
    is_face_up: bool,
}

impl LiveSnapshot {
    pub(super) fn of(live: &LiveTable<'_>) -> Result<Self, SnapshotError> {
        let LiveTable {
            mode,
            settings,
            in_force,
            rules,
            record,
            start,
            touched: _,
            placed,
            round_from,
            // It follows from the stakes.
            placed_by: _,
            carried,
            bank,
            entry,
            insurance_closed,
            declined,
            declared,
            began,
            cards,
            staked,
            returned,
            seed_chain,
        } = live;
        let acts = record.strip_prefix(&*in_force.head).ok_or_else(|| {
            SnapshotError::Unwritable("a record does not begin with the head of its table".to_owned())
        })?;
        let decision = |declared: &DeclaredDecision| {
            let DeclaredDecision { line, person, extra } = declared;
            (line.clone(), *person, *extra)
        };
        Ok(Self {
            mode: *mode,
            settings: *settings,
            rules: RulesSnapshot::of(in_force),
            start: StartSnapshot::of(start),
            acts: acts.into(),
            fingerprint: fingerprint(rules),
            placed: placed.iter().map(PlacedSnapshot::of).collect(),
            round_from: *round_from,
            carried: carried.clone(),
            bank: *bank,
            entry: entry.as_ref().map(|WaitingEntry { lines, reader }| (lines.clone(), *reader)),
            insurance_closed: *insurance_closed,
            declined: declined.clone(),
            declared: declared.iter().map(decision).collect(),
            began: *began,
            cards: cards.iter().map(CardSnapshot::of).collect(),
            staked: *staked,
            returned: *returned,
            seed_chain: seed_chain.as_ref().map(ChainSnapshot::of),
        })
    }

    /// Plays the record again from its start. Nothing is posted: the stakes must be those that are stored.
    pub(super) fn restore<'b>(
        self,
        library: &Library<'b>,
        office: &Office,
    ) -> Result<LiveTable<'b>, SnapshotError> {
        let mut live = LiveTable::new(self.mode, self.settings, self.rules.restore(library)?);
        live.start = self.start.restore();
        live.rules.resume(&live.start);
        for line in self.acts.lines() {
            let act = read_act(line).map_err(SnapshotError::contradiction)?;
            live.rules.try_act(&act).map_err(SnapshotError::contradiction)?;
        }
        live.rules.take_touched(&mut live.touched);
        if self.bank.is_none() {
            // Giving up a bank is no act of the record.
            live.rules.give_up_bank();
        }
        live.record.push_str(&self.acts);
        live.placed = self.placed.into_iter().map(PlacedSnapshot::restore).collect();
        (live.round_from, live.carried, live.bank) = (self.round_from, self.carried, self.bank);
        live.count_placed();
        live.entry = self.entry.map(|(lines, reader)| WaitingEntry { lines, reader });
        live.insurance_closed = self.insurance_closed;
        live.declined = self.declined;
        let decision = |(line, person, extra)| DeclaredDecision { line, person, extra };
        live.declared = self.declared.into_iter().map(decision).collect();
        live.began = self.began;
        live.cards = self.cards.into_iter().map(CardSnapshot::restore).collect::<Result<_, _>>()?;
        (live.staked, live.returned) = (self.staked, self.returned);
        live.seed_chain = self.seed_chain.map(ChainSnapshot::restore).transpose()?;
        if fingerprint(&live.rules) != self.fingerprint {
            return Err(SnapshotError::contradiction("the record leads to another state of the table"));
        }
        check_stakes(&live, office)?;
        Ok(live)
    }
}

/// Checks that the record leads to the stakes that are stored.
fn check_stakes(live: &LiveTable<'_>, office: &Office) -> Result<(), SnapshotError> {
    if live.is_restating() {
        let all_stand = live.stakes().all(|(_, placed)| placed.returned.is_none());
        let settled = || SnapshotError::contradiction("a stake was carried over that is settled");
        return if all_stand { Ok(()) } else { Err(settled()) };
    }
    for (number, placed) in live.stakes() {
        let now = live.rules.stake_now(number);
        let same = now.is_some_and(|now| {
            now.amount == placed.amount
                && now.returned == placed.returned
                && office.person_named(live.rules.name(now.player)) == Some(placed.person)
        });
        if !same {
            return Err(SnapshotError::contradiction(format!("the record gives another stake {number}")));
        }
    }
    let next = live.rules.next_number();
    let bank = live.rules.passing_bank().map(|(bank, name)| (office.person_named(&name), bank.amount));
    let same_bank = live.bank.map(|(person, amount)| (Some(person), amount)) == bank;
    if next as usize != live.placed.len() + 1 || !(1..=next).contains(&live.round_from) || !same_bank {
        return Err(SnapshotError::contradiction("the record gives other stakes"));
    }
    Ok(())
}

impl RulesSnapshot {
    pub(super) fn of(in_force: &RulesInForce<'_>) -> Self {
        let RulesInForce { book, game, chosen, head: _, date, digest, terms: _ } = in_force;
        Self {
            game: format!("{}/{}", book.id(), game.id()).into(),
            digest: *digest,
            date: Box::from(&**date),
            chosen: chosen.iter().map(|(key, value)| (key.into(), value.into())).collect(),
            stake_min: chosen.stake_min,
            stake_max: chosen.stake_max,
        }
    }

    pub(super) fn restore<'b>(self, library: &Library<'b>) -> Result<RulesInForce<'b>, SnapshotError> {
        let law = |why: &dyn std::fmt::Display| SnapshotError::Law(why.to_string());
        let day: Date = self.date.parse().map_err(SnapshotError::contradiction)?;
        let unnamed = || SnapshotError::contradiction("a game is not named with its book");
        let (rulebook, game) = self.game.split_once('/').ok_or_else(unnamed)?;
        let edition = library.find(rulebook, &self.digest).map_err(|rejection| law(&rejection))?;
        let (book, game) = Shelf::game_in(edition, game, day).map_err(|unknown| law(&unknown))?;
        let mut chosen = Chosen::default();
        for (key, value) in &self.chosen {
            chosen.choose(key, value, &game.envelope()).map_err(|refusal| law(&refusal))?;
        }
        (chosen.stake_min, chosen.stake_max) = (self.stake_min, self.stake_max);
        Ok(RulesInForce::new(book, game, chosen, &self.date))
    }
}

impl PlacedSnapshot {
    pub(super) const fn of(placed: &PlacedStake) -> Self {
        let PlacedStake { person, unit, amount, returned } = *placed;
        Self { person, unit, amount, returned }
    }

    pub(super) const fn restore(self) -> PlacedStake {
        let Self { person, unit, amount, returned } = self;
        PlacedStake { person, unit, amount, returned }
    }
}

impl CardSnapshot {
    fn of(card: &TableCard) -> Self {
        let TableCard { card, seat, spot, face } = *card;
        let spot = spot.map(|BoxHand { number, hand }| (number, hand));
        Self { card: place_of(card), seat, spot, is_face_up: face == Face::Up }
    }

    fn restore(self) -> Result<TableCard, SnapshotError> {
        let spot = self.spot.map(|(number, hand)| BoxHand { number, hand });
        let face = if self.is_face_up { Face::Up } else { Face::Down };
        Ok(TableCard { card: card_at(self.card)?, seat: self.seat, spot, face })
    }
}
