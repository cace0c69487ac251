//! A visitor at the table: takes what is typed, does it, and tells what came of it.

use std::collections::BTreeMap;

use croupier_house::Refusal;
use croupier_house::command::Choice;
use croupier_house::hands::SeenHand;
use croupier_house::table::Phase;
use croupier_house::view::SeenMove;
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_rules::offer::{self, Laid, Listing};
use croupier_rules::table::{Outcome, Row};

use super::advise::{Counsel, word_of};
use super::answers;
use super::parlour::{Deed, Parlour, YOU};
use super::reckoning::Reckoning;
use super::telling::{self, Cards, Said, signed};
use super::words::{self, Bet, Verb, When, Word};
use crate::table::TableOf;

/// Whether the visitor is shown the best play without asking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Learn {
    WhenAsked,
    Always,
}

/// Whether an answer waits for what is still being reckoned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    Waits,
    SaysSo,
}

/// How the visitor wants to be told things.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) cards: Cards,
    pub(super) learn: Learn,
    pub(super) patience: Patience,
}

/// What comes of a line that was typed.
pub(super) enum Reply {
    /// These lines, which are in the log too.
    Said(Vec<Said>),
    /// Something longer to read.
    Page(&'static str, Vec<String>),
    /// The visitor leaves.
    Quit,
}

/// The visitor at the table.
pub(super) struct Visit<'s> {
    pub(super) of: &'s TableOf<'s>,
    pub(super) shelf: &'s Shelf,
    pub(super) parlour: Parlour<'s>,
    pub(super) reckoning: Reckoning,
    pub(super) listings: Vec<Listing>,
    /// Every wager of the table in the words that a bet takes.
    pub(super) wagers: Vec<String>,
    pub(super) log: Vec<Said>,
    pub(super) rounds: u32,
    /// What mistakes against best play have cost, in money, and how many there were.
    pub(super) mistakes: (u32, f64),
    /// The record in which the last round stands, once it is over.
    pub(super) last_round: Option<String>,
    /// What the wheel or the dice gave, the latest last.
    pub(super) falls: Vec<String>,
    patience: Patience,
    cards: Cards,
    learn: Learn,
    /// The bets of this betting, and those of the one before.
    pub(super) bets: Vec<Bet>,
    pub(super) bets_before: Vec<Bet>,
    told: Told,
}

/// Whether something is asked for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    First,
    Again,
}

/// What has been told already.
#[derive(Default)]
struct Told {
    record: u64,
    stakes: BTreeMap<u32, (Outcome, Money)>,
    hands: Vec<SeenHand>,
    net: Money,
}

impl<'s> Visit<'s> {
    pub(super) fn new(of: &'s TableOf<'s>, shelf: &'s Shelf, parlour: Parlour<'s>, manner: Manner) -> Self {
        let Manner { cards, learn, patience } = manner;
        let listings = offer::listings(&of.rules);
        let bets = listings.iter().filter(|listing| listing.laid == Laid::Bet);
        let wagers = bets.flat_map(|listing| listing.words.iter().cloned()).collect();
        Self {
            of,
            shelf,
            parlour,
            reckoning: Reckoning::begin(of),
            listings,
            wagers,
            log: Vec::new(),
            rounds: 0,
            mistakes: (0, 0.0),
            last_round: None,
            falls: Vec::new(),
            patience,
            cards,
            learn,
            bets: Vec::new(),
            bets_before: Vec::new(),
            told: Told::default(),
        }
    }

    /// What is said when the visitor sits down.
    pub(super) fn welcome(&mut self) -> Vec<Said> {
        let purse = self.parlour.chips();
        let mut said = vec![Said::plain(format!(
            "{}, {}. Play money: {purse}. `help` has the words, `quit` leaves.",
            self.of.game.title(),
            self.of.book.title()
        ))];
        let begun = self.parlour.begin();
        said.extend(begun.err().map(|refusal| Said::refused(refusal.to_string())));
        said.extend(self.tell());
        said.extend(self.invitation());
        self.log.extend(said.iter().cloned());
        said
    }

    /// How to begin, with the first wager of the table.
    fn invitation(&self) -> Vec<Said> {
        let example = self.wagers.iter().find(|words| !words.contains(' ')).or(self.wagers.first());
        let stake = self.parlour.sitting().ok().and_then(|sitting| sitting.law.chosen.stake_min);
        let step = self.listings.iter().map(|listing| listing.step).max().unwrap_or(Money::ZERO);
        let stake = stake.unwrap_or_else(|| super::parlour::whole(10)).max(step);
        let mut said: Vec<Said> = Vec::new();
        if self.parlour.bank_is_free() {
            said.push(Said::plain(
                "The bank is free: `bank 100` takes it; if you bet instead, a robot takes it.",
            ));
        }
        said.extend(
            example.map(|wager| {
                Said::plain(format!("Bet with such words as `{stake} on {wager}`, then Enter."))
            }),
        );
        said
    }

    /// What the visitor can do now.
    pub(super) fn when(&self) -> When {
        match self.parlour.phase() {
            Phase::Insurance => When::Insuring,
            Phase::Decision if self.parlour.speaks() => When::Deciding,
            _ => When::Betting,
        }
    }

    /// The hands on the table.
    pub(super) fn hands(&self) -> Vec<SeenHand> {
        self.parlour.seen().map(|seen| seen.hands).unwrap_or_default()
    }

    /// The decisions that the rules permit now.
    pub(super) fn moves(&self) -> Vec<SeenMove> {
        self.parlour.seen().map(|seen| seen.moves).unwrap_or_default()
    }

    /// Takes a line and does what it says.
    pub(super) fn take(&mut self, line: &str) -> Reply {
        let word = match words::read(line, self.when()) {
            Ok(word) => word,
            Err(message) => return self.say(vec![Said::refused(message)]),
        };
        match word {
            Word::Quit => return Reply::Quit,
            Word::Help => return Reply::Page("Words", answers::help(self)),
            Word::Odds => return Reply::Page("Odds and edges", answers::odds(self)),
            Word::Rules => return Reply::Page("Rules", answers::rules(self.of)),
            Word::Why => return Reply::Page("Why", answers::why(self)),
            Word::Hint => {
                let hint = answers::hint(self);
                return self.say(hint);
            }
            _ => {}
        }
        let said = self.act(word);
        self.say(said)
    }

    /// Waits for prices and best play, where the visitor wants that.
    pub(super) fn be_patient(&self) {
        if self.patience == Patience::Waits {
            self.reckoning.wait();
        }
    }

    fn say(&mut self, said: Vec<Said>) -> Reply {
        self.log.extend(said.iter().cloned());
        Reply::Said(said)
    }

    fn act(&mut self, word: Word) -> Vec<Said> {
        let mut said = Vec::new();
        let done = match word {
            Word::Bets(bets) => {
                bets.into_iter().for_each(|bet| said.push(self.bet(bet)));
                Ok(())
            }
            Word::Undo => self.undo(1, &mut said),
            Word::Clear => self.undo(usize::MAX, &mut said),
            Word::Rebet => {
                self.rebet(&mut said);
                Ok(())
            }
            Word::Double(_) if self.when() == When::Betting => self.double_bets(&mut said),
            Word::Double(on) => self.decide(Choice::Double, on, &mut said),
            Word::Decide(verb, on) => self.decide(choice(verb), on, &mut said),
            Word::Insure(amount, on) => self.insure(amount, on, &mut said),
            Word::EvenMoney(on) => {
                let on = on.or_else(|| self.box_offered(|choice| choice == Choice::EvenMoney));
                self.decide(Choice::EvenMoney, on, &mut said)
            }
            Word::Decline => self.decline(&mut said),
            Word::Bank(amount) => self.parlour.take_bank(amount),
            Word::GiveUp => self.parlour.give_up_bank(),
            Word::Deal => self.deal(&mut said),
            _ => Ok(()),
        };
        let asked = if done.is_ok() { Asked::First } else { Asked::Again };
        let mut said = [self.tell(), said].concat();
        said.extend(done.err().map(|refusal| Said::refused(format!("Not done: {refusal}."))));
        said.extend(self.prompt(asked));
        said
    }

    fn decide(&mut self, decision: Choice, on: Option<String>, said: &mut Vec<Said>) -> Result<(), Refusal> {
        if self.when() == When::Betting {
            said.push(Said::refused(format!(
                "`{}` is for when a hand is played: bet first, then Enter deals.",
                word_of(decision)
            )));
            return Ok(());
        }
        let counsel = self.counsel();
        self.parlour.decide(decision, on)?;
        self.weigh(counsel, word_of(decision), said);
        Ok(())
    }

    /// The advice for the decision that is due, if it has been reckoned.
    pub(super) fn counsel(&self) -> Option<Counsel> {
        if self.learn == Learn::Always {
            self.be_patient();
        }
        let advisor = self.reckoning.advisor()?.ok()?;
        Counsel::of(&self.parlour, advisor)
    }

    /// Counts a mistake, and tells it to one who learns.
    fn weigh(&mut self, counsel: Option<Counsel>, decision: &str, said: &mut Vec<Said>) {
        let Some(counsel) = counsel.filter(|counsel| counsel.is_mistake(decision)) else { return };
        let cost = counsel.cost(decision).unwrap_or(0.0).max(0.0);
        self.mistakes = (self.mistakes.0 + 1, self.mistakes.1 + cost);
        if self.learn == Learn::Always {
            said.push(Said::hint(format!(
                "Better: {}. To {decision} costs {cost:.2} on average.",
                counsel.best()
            )));
        }
    }

    fn insure(
        &mut self,
        amount: Option<Money>,
        on: Option<String>,
        said: &mut Vec<Said>,
    ) -> Result<(), Refusal> {
        let on = on.or_else(|| self.box_offered(|choice| matches!(choice, Choice::Insure(_))));
        let half = self.moves().iter().find_map(|found| match found.decision {
            Choice::Insure(half) if found.on == on => Some(half),
            _ => None,
        });
        match amount.or(half) {
            Some(amount) => self.decide(Choice::Insure(amount), on, said),
            None => {
                said.push(Said::refused("No insurance is on offer: it is when the dealer shows an Ace."));
                Ok(())
            }
        }
    }

    /// The first box to which something is offered.
    fn box_offered(&self, what: impl Fn(Choice) -> bool) -> Option<String> {
        self.moves().into_iter().find(|found| what(found.decision)).and_then(|found| found.on)
    }

    fn decline(&mut self, said: &mut Vec<Said>) -> Result<(), Refusal> {
        let counsel = self.counsel();
        self.parlour.decline()?;
        self.weigh(counsel, "decline", said);
        Ok(())
    }

    /// Deals, spins or throws, if there is something to do it for.
    fn deal(&mut self, said: &mut Vec<Said>) -> Result<(), Refusal> {
        match self.when() {
            When::Deciding => {
                said.push(Said::plain("A decision is yours first."));
                return Ok(());
            }
            When::Insuring => return self.decline(said),
            _ => {}
        }
        self.parlour.begin()?;
        if self.parlour.on_table() == Money::ZERO {
            said.extend(self.tell());
            said.extend(self.invitation());
            return Ok(());
        }
        self.parlour.deal()
    }

    /// Tells what has happened since this was last done.
    fn tell(&mut self) -> Vec<Said> {
        let deeds = self.parlour.take_deeds();
        self.note_falls(&deeds);
        let mut said: Vec<Said> =
            deeds.iter().filter_map(|deed| telling::deed(deed, self.of)).map(Said::plain).collect();
        let hands = self.hands();
        let is_told = |hand: &&SeenHand| {
            self.told
                .hands
                .iter()
                .any(|told| (&told.at, &told.hand, &told.cards) == (&hand.at, &hand.hand, &hand.cards))
        };
        let new = hands.iter().filter(|hand| !is_told(hand));
        said.extend(new.map(|hand| Said::plain(self.cards.hand(hand))));
        self.told.hands = hands;
        said.extend(self.tell_stakes());
        let closed = deeds.iter().any(|deed| deed.line == "no more bets");
        if closed {
            self.bets_before = std::mem::take(&mut self.bets);
        }
        let over = matches!(self.parlour.phase(), Phase::Payment | Phase::Waiting);
        if over && !deeds.is_empty() {
            self.rounds += 1;
            self.last_round = self.parlour.sitting().ok().map(|sitting| sitting.record.clone());
            said.push(self.sum_up());
            self.told.net = self.parlour.net();
        }
        said
    }

    /// What the round has come to.
    fn sum_up(&self) -> Said {
        let net = self.parlour.net();
        let round = Money::from_minor(net.minor() - self.told.net.minor());
        let standing = self.parlour.on_table();
        let standing =
            if standing > Money::ZERO { format!(" {standing} stands on the table.") } else { String::new() };
        let text = format!(
            "Round {}: {}.{standing} Purse {}, net {}.",
            self.rounds,
            signed(round),
            self.parlour.chips(),
            signed(net)
        );
        Said::plain(text)
    }

    /// What the wheel or the dice gave is kept on view.
    fn note_falls(&mut self, deeds: &[Deed]) {
        let fell = |deed: &&Deed| deed.line.starts_with("ball ") || deed.line.starts_with("dice ");
        for deed in deeds.iter().filter(fell) {
            self.falls.extend(telling::deed(deed, self.of));
        }
    }

    /// The stakes that have been decided since they were last told.
    fn tell_stakes(&mut self) -> Vec<Said> {
        if self.told.record != self.parlour.records() {
            self.told.record = self.parlour.records();
            self.told.stakes.clear();
        }
        let Ok(sitting) = self.parlour.sitting() else { return Vec::new() };
        let rows: Vec<Row> =
            sitting.stakes().filter_map(|(number, _)| sitting.rules.row_of(number)).collect();
        let mut said = Vec::new();
        for row in rows {
            let now = (row.outcome, row.stake);
            if self.told.stakes.insert(row.bet, now) != Some(now) {
                said.extend(telling::row(&row));
            }
        }
        said
    }

    /// What is asked of the visitor now; who is asked again is not advised again.
    fn prompt(&self, asked: Asked) -> Vec<Said> {
        let mut said = Vec::new();
        match self.when() {
            When::Betting | When::Always => return said,
            When::Insuring => {
                said.push(Said::plain(format!("Insurance is on offer: {}.", self.offered().join(", "))))
            }
            When::Deciding => {
                let seen = self.parlour.seen().ok();
                let due = seen.as_ref().and_then(|seen| seen.due.as_ref());
                let whose = due.map(|due| match &due.on {
                    Some(on) => format!("box {}", on.trim_end_matches(".1")),
                    None if due.who == YOU => "your hand".to_owned(),
                    None => format!("the {} hand", due.who),
                });
                said.push(Said::plain(format!(
                    "Your decision on {}: {}.",
                    whose.unwrap_or_default(),
                    self.offered().join(", ")
                )));
            }
        }
        if self.learn == Learn::Always && asked == Asked::First {
            said.extend(answers::hint(self));
        }
        said
    }

    /// The words of the decisions that are permitted now.
    pub(super) fn offered(&self) -> Vec<String> {
        let mut words: Vec<String> = self
            .moves()
            .iter()
            .map(|found| match (found.decision, &found.on) {
                (Choice::Insure(half), Some(on)) => format!("insure {half} on {on}"),
                (choice, Some(on)) => format!("{} on {on}", word_of(choice)),
                (choice, None) => word_of(choice).to_owned(),
            })
            .collect();
        if self.when() == When::Insuring {
            words.push("decline".to_owned());
        }
        words
    }

    /// The visitor goes: what is being played is finished by the defaults, and what can be taken back is.
    pub(super) fn leave(&mut self) -> Vec<Said> {
        let mut said = Vec::new();
        let _ = self.undo(usize::MAX, &mut Vec::new());
        let left = self.parlour.finish();
        said.extend(self.tell());
        if self.parlour.holds_bank() {
            let _ = self.parlour.give_up_bank();
        }
        said.extend(left.err().map(|refusal| Said::refused(refusal.to_string())));
        let standing = self.parlour.on_table();
        if standing > Money::ZERO {
            said.push(Said::plain(format!(
                "{standing} still stood on the table, undecided, and is not counted."
            )));
        }
        let net = self.parlour.net();
        let rounds = if self.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", self.rounds) };
        let came = match net.minor() {
            0 => "you end even".to_owned(),
            1.. => format!("you won {net}"),
            _ => format!("you lost {}", telling::unsigned(net)),
        };
        said.push(Said::plain(format!("After {rounds} {came} in play money.")));
        if self.mistakes.0 > 0 {
            let (count, cost) = self.mistakes;
            let decisions = if count == 1 { "decision" } else { "decisions" };
            said.push(Said::plain(format!(
                "{count} {decisions} against best play cost {cost:.2} on average."
            )));
        }
        said
    }
}

const fn choice(verb: Verb) -> Choice {
    match verb {
        Verb::Draw => Choice::Draw,
        Verb::Stand => Choice::Stand,
        Verb::Split => Choice::Split,
        Verb::Surrender => Choice::Surrender,
        Verb::Raise => Choice::Raise,
        Verb::Check => Choice::Check,
        Verb::Follow => Choice::Follow,
    }
}
