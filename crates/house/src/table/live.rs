//! A live table: the table of the rules, changed act by act, and the transactions that follow.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use croupier_kit::{Card, Money, MoneySum};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::contract::{Face, Turn};
use croupier_rules::games::{AnyPermittedBet, AnyTable};
use croupier_rules::notation::{Act, Decision, Verb};
use croupier_rules::table::{Continuation, TableCard, split_cards};
use jiff::civil::Date;

use super::decided::DecidedActs;
use super::figure_sums::FigureTerms;
use super::lines::read_lines;
use super::mode::Mode;
use super::phase::{Pace, Phase};
use super::reader::WaitingEntry;
use super::seed_chain::ChainState;
use super::stake::PlacedStake;
use crate::ids::{PersonId, TableId};
use crate::ledger::{Transaction, Unit};
use crate::library::digest_of_book;
use crate::office::Office;
use crate::rejection::{Rejection, RejectionCode};

/// The rules in force at a table while it is open.
#[derive(Clone)]
pub struct RulesInForce<'b> {
    /// The rulebook as of the day the table opened.
    pub book: &'b Book,
    /// The game.
    pub game: &'b GameBook,
    /// The settings that the house has chosen.
    pub chosen: Arc<Chosen>,
    /// The head of every record of the table.
    pub head: Arc<str>,
    /// The day the table opened, as the head states it.
    pub date: Arc<str>,
    /// The digest of the book.
    pub digest: [u8; 32],
    /// What figures name these rules by.
    pub(crate) terms: Arc<FigureTerms>,
}

impl<'b> RulesInForce<'b> {
    /// The rules of a game on a day, with the house's settings.
    pub fn new(book: &'b Book, game: &'b GameBook, chosen: Chosen, date: &str) -> Self {
        let mut settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let limits = [("min", chosen.stake_min), ("max", chosen.stake_max)];
        settings.extend(limits.iter().filter_map(|(key, limit)| limit.map(|limit| format!("{key}={limit}"))));
        let mut head = format!("rules {}/{}\ndate {date}\n", book.id(), game.id());
        if !settings.is_empty() {
            let _ = writeln!(head, "house {}", settings.join(" "));
        }
        let digest = digest_of_book(book);
        let terms = Arc::new(FigureTerms::new(book, game, &chosen, date));
        Self { book, game, chosen: Arc::new(chosen), head: head.into(), date: date.into(), digest, terms }
    }

    /// The same game with the same settings, under another edition of its book. Settings that it does not permit are left
    /// out.
    ///
    /// # Errors
    /// When the edition has no such game.
    pub(crate) fn under(&self, book: &'b Book) -> Result<Self, Rejection> {
        let day: Date =
            self.date.parse().map_err(|_| Rejection::new(RejectionCode::Malformed, &*self.date, "a date"))?;
        let (book, game) = Shelf::game_in(book, self.game.id(), day)
            .map_err(|unknown| Rejection::unknown(unknown.to_string()))?;
        let mut chosen = Chosen::default();
        for (key, value) in self.chosen.iter() {
            // As when a table opens, the default of the book replaces what it does not permit.
            let _ = chosen.choose(key, value, &game.envelope());
        }
        (chosen.stake_min, chosen.stake_max) = (self.chosen.stake_min, self.chosen.stake_max);
        Ok(Self::new(book, game, chosen, &self.date))
    }

    pub(super) fn table(&self) -> AnyTable<'b> {
        AnyTable::new(self.book, self.game, &self.chosen)
    }
}

/// The coloured chips of a player at a wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct WheelChips {
    /// The colour.
    pub colour: u8,
    /// The value of one chip.
    pub value: Money,
}

/// The parts of the house that a live table needs.
pub(crate) struct TableContext<'a> {
    pub(crate) table: TableId,
    pub(crate) office: &'a Office,
    pub(crate) wheel: &'a BTreeMap<PersonId, WheelChips>,
}

/// A declared decision about cards that nobody else sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredDecision {
    /// The line for the record.
    pub line: Box<str>,
    /// The player who declared it.
    pub person: PersonId,
    /// The amount it adds to the stake.
    pub extra: Money,
}

/// A table from its opening to its closing.
#[derive(Clone)]
pub struct LiveTable<'b> {
    /// The mode in which it is run.
    pub mode: Mode,
    /// The version of the house file that was in force when it opened.
    pub settings: u32,
    /// The rules in force.
    pub in_force: RulesInForce<'b>,
    /// The table of the rules.
    pub rules: AnyTable<'b>,
    /// The record so far.
    pub record: String,
    /// What the rules carried over into this record.
    pub(crate) start: Continuation,
    /// A reused buffer: the stakes that an act has touched.
    pub(crate) touched: Vec<u32>,
    /// Every stake of the record, by number.
    pub(crate) placed: Vec<PlacedStake>,
    /// The number of the first stake of this round.
    pub(crate) round_from: u32,
    /// The number of stakes that each player has placed in this round.
    pub(crate) placed_by: BTreeMap<PersonId, u32>,
    /// The stakes of earlier rounds that were still standing when this one began.
    pub(crate) carried: Vec<u32>,
    /// The holder of the player's bank, and its contents.
    pub bank: Option<(PersonId, Money)>,
    /// The entry of the dealer or a reader that is not confirmed yet.
    pub entry: Option<WaitingEntry>,
    /// Whether insurance is over in this round.
    pub insurance_closed: bool,
    /// The players who have declined insurance.
    pub declined: Vec<PersonId>,
    /// Decisions about hidden cards, declared in this round.
    pub declared: Vec<DeclaredDecision>,
    /// Whether a round has begun since the table was opened, or since a round was voided.
    pub began: bool,
    /// The cards of this round.
    pub cards: Vec<TableCard>,
    /// The sum of the stakes decided against the house's bank since the opening.
    pub staked: MoneySum,
    /// The sum returned for those stakes.
    pub returned: MoneySum,
    /// The seed chain of an automatic table.
    pub seed_chain: Option<ChainState>,
}

impl<'b> LiveTable<'b> {
    /// A table that has just opened.
    pub(crate) fn new(mode: Mode, settings: u32, in_force: RulesInForce<'b>) -> Self {
        Self {
            mode,
            settings,
            rules: in_force.table(),
            record: in_force.head.to_string(),
            in_force,
            start: Continuation::default(),
            touched: Vec::new(),
            placed: Vec::new(),
            round_from: 1,
            placed_by: BTreeMap::new(),
            carried: Vec::new(),
            bank: None,
            entry: None,
            insurance_closed: false,
            declined: Vec::new(),
            declared: Vec::new(),
            began: false,
            cards: Vec::new(),
            staked: MoneySum::ZERO,
            returned: MoneySum::ZERO,
            seed_chain: None,
        }
    }

    /// The phase of the round.
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

    /// Whether the last act was a throw of the dice. The rules end such a round at once; an automatic table leaves the dice
    /// in view, as it does with every other result.
    pub(crate) fn is_thrown(&self) -> bool {
        self.mode == Mode::Automatic
            && self.rules.throws_dice()
            && self.record.lines().next_back().is_some_and(|line| line.starts_with("dice "))
    }

    /// The showing time of a card, a ball or a throw, whichever falls at this table.
    pub fn showing(&self, pace: &Pace) -> i64 {
        match self.rules.wheel() {
            Some(_) => pace.ball,
            None if self.rules.throws_dice() => pace.dice,
            None => pace.card,
        }
    }

    /// The number of cards that have fallen in this round or have been turned since.
    pub(crate) fn fallen(&self) -> u16 {
        let down = self.cards.iter().filter(|card| card.face == Face::Down).count();
        let turned =
            if self.rules.is_over() { down } else { self.rules.common_turned().unwrap_or(0).min(down) };
        u16::try_from(self.cards.len() + turned).expect("a round has few cards")
    }

    /// Whether insurance, even money or a surrender before the dealer's look is offered. An automatic table deals the
    /// card face down first; at an attended one it may lie unseen.
    fn is_insurable(&self) -> bool {
        let offered = self.rules.offers_insurance() || self.rules.offers_early_surrender();
        let dealt = self.mode == Mode::Attended || !self.rules.hole_card_is_due();
        !self.insurance_closed && dealt && offered
    }

    /// Whether the ball is running: from the spin, or no more bets, until it comes to rest.
    pub fn ball_runs(&self) -> bool {
        self.rules.wheel().is_some() && (self.rules.is_spinning() || self.phase() == Phase::NoMoreBets)
    }

    /// Begins a round. It starts a new record when stakes are numbered from 1 again.
    ///
    /// # Errors
    /// When the record cannot end here.
    pub(crate) fn begin_round(&mut self, new_record: bool) -> Result<(), Rejection> {
        if new_record && self.rules.may_renew() {
            self.rules.renew();
            self.start = self.rules.continuation();
            self.placed.clear();
            self.record.clear();
            self.record.push_str(&self.in_force.head);
            self.restate_bank();
        } else if new_record {
            self.carry_over()?;
        }
        self.clear_round();
        self.began = true;
        Ok(())
    }

    /// Forgets what belongs to the round before.
    fn clear_round(&mut self) {
        self.round_from =
            u32::try_from(self.placed.len() + 1).expect("a record ends before its stakes cannot be numbered");
        self.placed_by.clear();
        self.carried =
            self.stakes().filter(|(_, placed)| placed.returned.is_none()).map(|(number, _)| number).collect();
        self.insurance_closed = false;
        self.declined.clear();
        self.declared.clear();
        self.cards.clear();
        self.entry = None;
    }

    /// Restates the bank at the head of the new record, if it continues.
    fn restate_bank(&mut self) {
        let bank = self.rules.passing_bank().filter(|(bank, _)| !bank.passes && self.bank.is_some());
        if let Some((bank, name)) = bank {
            let _ = writeln!(self.record, "bank {name} {}", bank.amount);
        }
    }

    /// Clears the table to the state in which it opened, after a void round.
    pub(crate) fn clear(&mut self) {
        self.rules = self.in_force.table();
        self.start = Continuation::default();
        self.placed.clear();
        self.record.clear();
        self.record.push_str(&self.in_force.head);
        self.bank = None;
        self.clear_round();
        self.began = false;
    }

    /// Performs acts and returns the transactions that follow. If an act is rejected, the acts before it have already
    /// been performed: deciding therefore uses a copy.
    pub(crate) fn perform(
        &mut self,
        acts: &[Act],
        with: Unit,
        context: &TableContext<'_>,
    ) -> Result<Vec<Transaction>, Rejection> {
        let mut transactions = Vec::new();
        for act in acts {
            self.perform_act(act, None, with, context, &mut transactions)?;
            act.write_to(&mut self.record);
            self.record.push('\n');
        }
        Ok(transactions)
    }

    /// Performs the acts that the lines of an event say. If they are known, the lines are those that they are written
    /// as, and go into the record as they are.
    pub(crate) fn perform_lines(
        &mut self,
        lines: &str,
        known: Option<&DecidedActs>,
        with: Unit,
        context: &TableContext<'_>,
    ) -> Result<Vec<Transaction>, Rejection> {
        let Some(DecidedActs { acts, bet }) = known else {
            return self.perform(&read_lines(lines)?, with, context);
        };
        let mut transactions = Vec::with_capacity(acts.len());
        for act in acts {
            self.perform_act(act, bet.as_ref(), with, context, &mut transactions)?;
        }
        self.record.push_str(lines);
        self.record.push('\n');
        Ok(transactions)
    }

    fn perform_act(
        &mut self,
        act: &Act,
        permitted: Option<&AnyPermittedBet>,
        with: Unit,
        context: &TableContext<'_>,
        transactions: &mut Vec<Transaction>,
    ) -> Result<(), Rejection> {
        match (act, permitted) {
            (Act::Bets(bid), Some(bet)) => {
                let made = self.rules.make_permitted(bid, bet);
                made.map_err(|refusal| Rejection::by_rules(&refusal, self.in_force.book))?;
            }
            _ => self.act(act)?,
        }
        if let Some(chain) = &mut self.seed_chain {
            chain.note_dealt(act);
        }
        if let Act::PlayersBank(name, amount) = act {
            self.take_bank(name, *amount, context, transactions);
        }
        self.settle_up(with, context, transactions)?;
        Ok(())
    }

    /// Performs an act and lays its cards; money is left to the caller.
    pub(super) fn act(&mut self, act: &Act) -> Result<(), Rejection> {
        match act {
            Act::Cards(cards) => cards.iter().try_for_each(|card| self.deal(*card)),
            Act::Misdeal | Act::NextHand => {
                self.apply_to_rules(act)?;
                self.cards.clear();
                Ok(())
            }
            Act::Decides(Decision { verb: Verb::Splits, .. }) => {
                let split = self.rules.due().and_then(|due| due.on);
                self.apply_to_rules(act)?;
                if let Some(split) = split {
                    split_cards(&mut self.cards, split);
                }
                Ok(())
            }
            _ => self.apply_to_rules(act),
        }
    }

    fn apply_to_rules(&mut self, act: &Act) -> Result<(), Rejection> {
        let book = self.in_force.book;
        self.rules.try_act(act).map_err(|rejection| Rejection::by_rules(&rejection, book))
    }

    fn deal(&mut self, card: Card) -> Result<(), Rejection> {
        let next = self.rules.next_fall();
        self.apply_to_rules(&Act::Cards(vec![card]))?;
        self.cards.extend(next.map(|place| TableCard::fallen(card, place)));
        Ok(())
    }
}
