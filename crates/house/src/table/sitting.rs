//! A table that is open: the rules' own table, driven act by act, and the money that follows from it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use croupier_kit::{Card, Money};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::contract::{Face, Seat, Turn};
use croupier_rules::notation::{Act, BoxHand, Decision, Verb};
use croupier_rules::table::AnyTable;

use super::fair::Dealing;
use super::settle::Held;
use crate::command::Mode;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Transaction, Unit};
use crate::office::Office;
use crate::refusal::Refusal;

/// Where a table is in its round, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The table is closed.
    Closed,
    /// Between two rounds.
    Waiting,
    /// Bets are made.
    PlaceYourBets,
    /// The last bets are made.
    FinalBets,
    /// Bets are closed and nothing has fallen yet.
    NoMoreBets,
    /// Something is to fall.
    Outcome,
    /// Insurance and even money are on offer.
    Insurance,
    /// Somebody is to decide.
    Decision,
    /// The round is over and paid.
    Payment,
}

/// The rules a table is played by while it is open.
#[derive(Clone)]
pub struct Law<'b> {
    /// The book of the day it opened.
    pub book: &'b Book,
    /// The game.
    pub game: &'b GameBook,
    /// What the house has chosen.
    pub chosen: Arc<Chosen>,
    /// The head of every record of the table.
    pub head: Arc<str>,
    /// The digest of the book.
    pub digest: [u8; 32],
}

impl<'b> Law<'b> {
    /// The rules of a game with what the house has chosen, on a day.
    pub fn new(book: &'b Book, game: &'b GameBook, chosen: Chosen, date: &str) -> Self {
        let mut settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let limits = [("min", chosen.stake_min), ("max", chosen.stake_max)];
        settings.extend(limits.iter().filter_map(|(key, limit)| limit.map(|limit| format!("{key}={limit}"))));
        let mut head = format!("rules {}/{}\ndate {date}\n", book.id(), game.id());
        if !settings.is_empty() {
            let _ = writeln!(head, "house {}", settings.join(" "));
        }
        let digest = blake3::Hash::from_hex(book.digest()).map_or([0; 32], |hash| *hash.as_bytes());
        Self { book, game, chosen: Arc::new(chosen), head: head.into(), digest }
    }

    fn table(&self) -> AnyTable<'b> {
        AnyTable::new(self.book, self.game, &self.chosen)
    }
}

/// A card on the table, for those who look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnTable {
    /// The card.
    pub card: Card,
    /// The seat that got it.
    pub seat: Seat,
    /// The hand of the box that got it, where there are boxes.
    pub spot: Option<BoxHand>,
    /// Which way it lies.
    pub face: Face,
}

/// The coloured chips of a player at a wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct WheelChips {
    /// The colour.
    pub colour: u8,
    /// What one is worth.
    pub value: Money,
}

/// What a sitting must know of the house around it.
pub(crate) struct Around<'a> {
    pub(crate) table: TableId,
    pub(crate) office: &'a Office,
    pub(crate) wheel: &'a BTreeMap<PersonId, WheelChips>,
}

/// A decision that was declared about cards nobody else sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// What was said, as the record will have it.
    pub line: Box<str>,
    /// Who said it.
    pub person: PersonId,
    /// What it adds to the stake.
    pub extra: Money,
}

/// A table from its opening to its closing.
#[derive(Clone)]
pub struct Sitting<'b> {
    /// How it is run.
    pub mode: Mode,
    /// The version of the house file it was opened under.
    pub settings: u32,
    /// What it is played by.
    pub law: Law<'b>,
    /// The rules' own table.
    pub rules: AnyTable<'b>,
    /// The record so far.
    pub record: String,
    /// A list that is used again and again: the stakes that an act has touched.
    pub(super) touched: Vec<u32>,
    /// Every stake of the record, by number.
    pub(super) held: Vec<Held>,
    /// The number of the first stake of this round.
    pub(super) round_from: u32,
    /// The stakes of earlier rounds that stood when this one began.
    pub(super) carried: Vec<u32>,
    /// Who has put up the bank, and what is in it, where it passes.
    pub bank: Option<(PersonId, Money)>,
    /// What the dealer has entered and nobody has confirmed.
    pub entry: Option<Box<str>>,
    /// Whether insurance is over in this round.
    pub insurance_closed: bool,
    /// Who does not want insurance.
    pub declined: Vec<PersonId>,
    /// What was declared about hidden cards in this round.
    pub declared: Vec<Declared>,
    /// Whether a round has begun since the table was opened, or since one was void.
    pub began: bool,
    /// The cards of this round.
    pub cards: Vec<OnTable>,
    /// Stakes decided against the house's bank since the opening.
    pub staked: Money,
    /// What went back for them.
    pub returned: Money,
    /// The chain of seeds it is dealt from; none at an attended table.
    pub dealing: Option<Dealing>,
}

impl<'b> Sitting<'b> {
    /// A table that has just opened.
    pub(crate) fn new(mode: Mode, settings: u32, law: Law<'b>) -> Self {
        Self {
            mode,
            settings,
            rules: law.table(),
            record: law.head.to_string(),
            law,
            touched: Vec::new(),
            held: Vec::new(),
            round_from: 1,
            carried: Vec::new(),
            bank: None,
            entry: None,
            insurance_closed: false,
            declined: Vec::new(),
            declared: Vec::new(),
            began: false,
            cards: Vec::new(),
            staked: Money::ZERO,
            returned: Money::ZERO,
            dealing: None,
        }
    }

    /// Where the table is in its round.
    pub fn phase(&self) -> Phase {
        let betting = self.rules.betting();
        match self.rules.turn() {
            Some(Turn::Over) => Phase::Payment,
            Some(_) if self.is_insurable() => Phase::Insurance,
            Some(_) if self.due().is_some() => Phase::Decision,
            Some(_) => Phase::Outcome,
            None if !betting.is_open() => Phase::NoMoreBets,
            None if betting.is_final() => Phase::FinalBets,
            None if betting.is_placed() => Phase::PlaceYourBets,
            None => Phase::Waiting,
        }
    }

    fn is_insurable(&self) -> bool {
        !self.insurance_closed && self.rules.offers_insurance()
    }

    /// Whether a ball is running: from no more bets, or the spin, until it lies.
    pub fn ball_runs(&self) -> bool {
        self.rules.wheel().is_some() && (self.rules.is_spinning() || self.phase() == Phase::NoMoreBets)
    }

    /// A round begins, in a new record where stakes are numbered from one again.
    pub(crate) fn begin_round(&mut self, new_record: bool) {
        if new_record {
            self.rules.renew();
            self.held.clear();
            self.record.clear();
            self.record.push_str(&self.law.head);
            self.restate_bank();
        }
        self.round_from = self.rules.next_number();
        self.carried =
            self.stakes().filter(|(_, held)| held.returned.is_none()).map(|(number, _)| number).collect();
        self.insurance_closed = false;
        self.declined.clear();
        self.declared.clear();
        self.cards.clear();
        self.entry = None;
        self.began = true;
    }

    /// A bank that goes on is told at the head of the new record.
    fn restate_bank(&mut self) {
        let bank = self.rules.passing_bank().filter(|(bank, _)| !bank.passes && self.bank.is_some());
        if let Some((bank, name)) = bank {
            let _ = writeln!(self.record, "bank {name} {}", bank.amount);
        }
    }

    /// Everything is taken off the table and it stands as it stood when it opened: a round was void.
    pub(crate) fn clear(&mut self) {
        self.rules = self.law.table();
        self.held.clear();
        self.record.clear();
        self.record.push_str(&self.law.head);
        self.bank = None;
        self.begin_round(false);
        self.began = false;
    }

    /// Does what the acts say and works out the money. A refusal may leave some of several acts done: whoever gives
    /// several that can be refused gives them to a copy.
    pub(crate) fn perform(
        &mut self,
        acts: &[Act],
        with: Unit,
        around: &Around<'_>,
    ) -> Result<Vec<Transaction>, Refusal> {
        let mut transactions = Vec::new();
        for act in acts {
            self.act(act)?;
            self.note_fall(act);
            if let Act::PlayersBank(name, amount) = act {
                self.take_bank(name, *amount, around, &mut transactions);
            }
            self.settle_up(with, around, &mut transactions);
            let _ = writeln!(self.record, "{act}");
        }
        Ok(transactions)
    }

    /// What was done last, as the record has it.
    pub(crate) fn last_line(&self) -> &str {
        self.record.lines().next_back().unwrap_or_default()
    }

    fn act(&mut self, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Cards(cards) => cards.iter().try_for_each(|card| self.deal(*card)),
            Act::Misdeal => {
                self.tell_rules(act)?;
                self.cards.clear();
                Ok(())
            }
            Act::Decides(Decision { verb: Verb::Splits, .. }) => {
                let split = self.rules.due().and_then(|due| due.on);
                self.tell_rules(act)?;
                self.part(split);
                Ok(())
            }
            _ => self.tell_rules(act),
        }
    }

    fn tell_rules(&mut self, act: &Act) -> Result<(), Refusal> {
        let book = self.law.book;
        self.rules.try_act(act).map_err(|refusal| Refusal::by_rules(&refusal, book))
    }

    fn deal(&mut self, card: Card) -> Result<(), Refusal> {
        let falls = self.rules.next_fall();
        self.tell_rules(&Act::Cards(vec![card]))?;
        if let Some((fall, spot)) = falls {
            self.cards.push(OnTable { card, seat: fall.to, spot, face: fall.face });
        }
        Ok(())
    }

    /// The second card of a hand that was split goes to the new hand, which takes the next number.
    fn part(&mut self, split: Option<BoxHand>) {
        let Some(split) = split else { return };
        let of_box =
            self.cards.iter().filter_map(|card| card.spot).filter(|spot| spot.number == split.number);
        let new = of_box.filter_map(|spot| spot.hand).max().map(|hand| hand + 1);
        if let Some(second) = self.cards.iter_mut().rfind(|card| card.spot == Some(split)) {
            second.spot = Some(BoxHand { number: split.number, hand: new });
        }
    }
}
