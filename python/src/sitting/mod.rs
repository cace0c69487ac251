//! A sitting at a table of any game: people bet and decide in the words of the notation, and the dealer deals from a seed.
//! The table of the rules says whose turn it is and what is permitted; these files know no game.

mod choices;
mod deal;
mod sight;

use std::collections::BTreeMap;

use croupier_kit::Money;
use croupier_maths::Advisor;
use croupier_rules::contract::Turn;
use croupier_rules::games::AnyTable;
use croupier_rules::notation::{Act, Bid, Name, On};
use croupier_rules::offer::{Laid, listings};
use croupier_rules::table::{Outcome, TableCard};
use croupier_sim::random::{RandomStream, RandomWords, StreamPurpose};
use pyo3::prelude::*;

use crate::errors;
use crate::table::{NativeTable, money};

/// A sitting.
#[pyclass(module = "croupier._croupier")]
pub(crate) struct NativeSitting {
    book: &'static croupier_rules::book::Book,
    name: String,
    table: AnyTable<'static>,
    people: Vec<Name>,
    /// The wagers that are bets, in words.
    wagers: Vec<String>,
    words: RandomWords,
    cards: Vec<TableCard>,
    record: String,
    /// Who has answered whether they insure in this round.
    answered: Vec<bool>,
    /// What each person has won or lost since it was last asked.
    gains: Vec<Money>,
    /// What each stake of the record has brought so far.
    settled: BTreeMap<u32, Money>,
    /// The first stake of the round.
    round_from: u32,
    last: Option<String>,
}

/// Best play of a table that can be asked at every decision.
#[pyclass(frozen, module = "croupier._croupier")]
pub(crate) struct NativeAdvisor(pub(crate) Advisor);

/// An option of a person whose turn it is: its name and the act.
type Choice = (String, Option<Act>);

impl NativeSitting {
    pub(crate) fn new(py: Python<'_>, of: &NativeTable, people: Vec<String>, seed: u64) -> PyResult<Self> {
        if people.is_empty() {
            return Err(errors::usage(py, "a sitting has at least one person"));
        }
        let table = of.table();
        let offered = listings(&table.rules).into_iter().filter(|kind| kind.laid == Laid::Bet);
        let wagers = offered.flat_map(|kind| kind.words).collect();
        let mut record = format!("rules {}\ndate {}\n", of.name, of.day);
        let limits = [("min", of.chosen.stake_min), ("max", of.chosen.stake_max)];
        let limits = limits.iter().filter_map(|(key, limit)| limit.map(|limit| format!("{key}={limit}")));
        let settings: Vec<String> =
            of.chosen.iter().map(|(key, value)| format!("{key}={value}")).chain(limits).collect();
        if !settings.is_empty() {
            record.push_str("house ");
            record.push_str(&settings.join(" "));
            record.push('\n');
        }
        let count = people.len();
        Ok(Self {
            book: table.book,
            name: of.name.clone(),
            table: AnyTable::new(table.book, table.game, &of.chosen),
            people: people.into_iter().map(Into::into).collect(),
            wagers,
            words: RandomWords::new(RandomStream::new(seed, 0, StreamPurpose::Chance)),
            cards: Vec::new(),
            record,
            answered: vec![false; count],
            gains: vec![Money::ZERO; count],
            settled: BTreeMap::new(),
            round_from: 1,
            last: None,
        })
    }

    /// A bet of a person.
    fn bid(&self, person: usize, amount: Money, wager: &str) -> Bid {
        let on = On::Wager(wager.into());
        Bid { player: self.people[person].clone(), amount, on, at: None, by_dealer: false }
    }
}

#[pymethods]
impl NativeSitting {
    /// The bets that the table lists, in words.
    #[getter]
    fn wagers(&self) -> Vec<String> {
        self.wagers.clone()
    }

    /// The names of the people.
    #[getter]
    fn people(&self) -> Vec<String> {
        self.people.iter().map(ToString::to_string).collect()
    }

    /// The record so far.
    #[getter]
    fn record(&self) -> &str {
        &self.record
    }

    /// The pocket or the dice of the last round.
    #[getter]
    fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// The point of the table, at dice.
    #[getter]
    fn point(&self) -> Option<u8> {
        self.table.point()
    }

    /// How many cards are left in the shoe.
    #[getter]
    fn cards_left(&self) -> u32 {
        self.table.shoe().1.left().len()
    }

    /// Whether the cards are shuffled before the next round.
    #[getter]
    fn is_spent(&self) -> bool {
        self.table.shoe().1.is_spent()
    }

    /// Whether bets may be made.
    #[getter]
    fn takes_bets(&self) -> bool {
        self.table.betting().is_open() && !self.table.in_play() && !self.table.is_over()
    }

    /// Whether a person has anything standing.
    fn stands(&self, person: usize) -> bool {
        self.table.standing_of(&self.people[person]) > Money::ZERO
    }

    /// Which bets the rules permit to a person now, for the same amount on each.
    fn may_bet(&self, py: Python<'_>, person: usize, amount: &str) -> PyResult<Vec<bool>> {
        let amount = money(py, amount)?;
        let may = |wager: &String| self.table.assess_bet(&self.bid(person, amount, wager)).checked.is_ok();
        Ok(self.wagers.iter().map(may).collect())
    }

    /// Makes a bet.
    fn bet(&mut self, py: Python<'_>, person: usize, amount: &str, wager: &str) -> PyResult<()> {
        let bid = self.bid(person, money(py, amount)?, wager);
        self.perform(&Act::Bets(bid)).map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// A person takes the bank, where it passes from player to player.
    fn take_bank(&mut self, py: Python<'_>, person: usize, amount: &str) -> PyResult<()> {
        let act = Act::PlayersBank(self.people[person].clone(), money(py, amount)?);
        self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// The bank that passes from player to player: who holds it, and its amount.
    #[getter]
    fn bank(&self) -> Option<(String, String)> {
        self.table.passing_bank().map(|(bank, name)| (name.to_string(), bank.amount.to_string()))
    }

    /// Whether there is anything to deal, spin or throw for.
    fn may_deal(&self) -> bool {
        self.table.check_begin().is_ok()
    }

    /// Ends the betting, and deals until somebody has to decide or the round is over.
    fn deal(&mut self, py: Python<'_>) -> PyResult<()> {
        self.table.check_begin().map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        self.deal_on().map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// The person whose turn it is, and what they may do, in words; `None` if nobody has to decide.
    fn turn_of(&self) -> Option<(usize, Vec<String>)> {
        self.turn().map(|(place, choices)| (place, choices.into_iter().map(|(word, _)| word).collect()))
    }

    /// The person whose turn it is does something, in the words of `turn_of`; then cards are dealt.
    fn decide(&mut self, py: Python<'_>, word: &str) -> PyResult<()> {
        let Some((place, choices)) = self.turn() else {
            return Err(errors::usage(py, "no decision is due"));
        };
        let words: Vec<&str> = choices.iter().map(|(word, _)| word.as_str()).collect();
        let Some((_, act)) = choices.iter().find(|(known, _)| known == word) else {
            return Err(errors::usage(py, format!("`{word}`: the rules permit {}", words.join(", "))));
        };
        if self.insured_next().is_some() {
            // One answer covers all boxes of a person who declines; each insurance is an answer for its box.
            self.answered[place] = act.is_none();
        }
        if let Some(act) = act.clone() {
            self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        }
        self.deal_on().map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.is_over() || (self.table.turn().is_none() && self.table.betting().is_open())
    }

    /// Clears the table for the next round, and shuffles if the cutting card has come out.
    fn next_round(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut acts = Vec::new();
        if self.table.is_over() {
            acts.push(Act::NextHand);
        }
        if self.table.shoe().1.is_spent() {
            acts.push(Act::Shuffle);
        }
        for act in acts {
            self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        }
        self.cards.clear();
        self.answered.fill(false);
        if self.table.may_renew() {
            self.table.renew();
            self.settled.clear();
        }
        self.round_from = self.table.next_number();
        Ok(())
    }

    /// What each person has won or lost since this was last asked.
    fn take_gains(&mut self) -> Vec<String> {
        let gains = self.gains.iter().map(ToString::to_string).collect();
        self.gains.fill(Money::ZERO);
        gains
    }

    /// The cards as a person sees them: where each lies, whether it is the person's own, and its place in a sorted
    /// pack; `None` if it is face down.
    fn view(&self, person: usize) -> Vec<(String, bool, Option<usize>)> {
        let name = &*self.people[person];
        let cards = self.table.visible(&self.cards, Some(name)).map(|(on, open)| {
            let own = self.table.speaker(on.seat) == Some(name);
            (self.place_of(on), own, open.then(|| on.card.index()))
        });
        cards.collect()
    }

    /// The place of the hand that decides.
    fn due_place(&self) -> Option<String> {
        let due = self.table.due()?;
        let on = |card: &&TableCard| match due.on {
            Some(spot) => card.spot == Some(spot),
            None => matches!(self.table.turn(), Some(Turn::Seat(seat)) if seat == card.seat),
        };
        self.cards.iter().find(on).map(|card| self.place_of(card))
    }

    /// The standing stakes of a person: wager, amount, and progress, such as a point.
    fn standing(&self, person: usize) -> Vec<(String, String, Option<String>)> {
        let name = &*self.people[person];
        let rows =
            (1..self.table.next_number()).filter_map(|number| Some((number, self.table.row_of(number)?)));
        let own = rows.filter(|(_, row)| row.player == name && row.outcome == Outcome::Standing);
        own.map(|(number, row)| (row.wager, row.stake.to_string(), self.table.progress_of(number))).collect()
    }

    /// Whether the bank passes from player to player.
    #[getter]
    fn bank_passes(&self) -> bool {
        self.table.bank_passes()
    }

    /// Whether the bank that passes must be taken by somebody.
    #[getter]
    fn lacks_bank(&self) -> bool {
        self.table.bank_passes() && self.table.passing_bank().is_none_or(|(bank, _)| bank.passes)
    }

    /// Best play of the person whose turn it is, from what this person sees: each decision with its probability. Empty if
    /// best play is not known.
    fn advise(&self, py: Python<'_>, advisor: &NativeAdvisor) -> Vec<(String, f64)> {
        let advice = py.detach(|| self.advice(&advisor.0));
        let options = advice.map_or_else(Vec::new, |advice| advice.options);
        options.into_iter().map(|option| (option.decision.to_owned(), option.share.value())).collect()
    }

    /// The table in words.
    fn describe(&self) -> String {
        let described = self.table.describe();
        if described.is_empty() { self.name.clone() } else { described }
    }
}
