//! A visitor at the table: takes what is typed, does it, and tells what came of it.

use croupier_house::Rejection;
use croupier_house::command::PlayerAction;
use croupier_house::table::Phase;
use croupier_house::view::{HandView, MoveView};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_rules::offer::{self, Laid, Listing};

use super::answers;
use super::deciding::choice;
use super::news::{Asked, Past, Told};
use super::parlour::Parlour;
use super::reckoning::Reckoning;
use super::telling::{Cards, Fall, Said, Tone};
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
    pub(super) falls: Vec<Fall>,
    /// The rounds that are over.
    pub(super) past: Vec<Past>,
    patience: Patience,
    pub(super) cards: Cards,
    pub(super) learn: Learn,
    /// The bets of this betting, and those of the one before.
    pub(super) bets: Vec<Bet>,
    pub(super) bets_before: Vec<Bet>,
    pub(super) told: Told,
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
            past: Vec::new(),
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
        let (game, book) = (self.of.game.title(), self.of.book.title());
        let purse = self.parlour.chips();
        let mut said = vec![Said::plain(format!("{game}, {book}. Play money: {purse}.{}", self.limits()))];
        if self.cards == Cards::Words {
            let odds = "`odds` tells what each pays and costs, `help` has the words, `quit` leaves.";
            said.push(Said::plain(format!("The wagers: {}. {odds}", answers::forms(self))));
        }
        let begun = self.parlour.begin();
        said.extend(begun.err().map(|refusal| Said::refused(refusal.to_string())));
        said.extend(self.tell());
        said.extend(self.invitation());
        self.log.extend(said.iter().cloned());
        said
    }

    /// The limits of the table, where it has some.
    pub(super) fn limits(&self) -> String {
        let chosen = self.parlour.live().ok().map(|sitting| &sitting.in_force.chosen);
        let limits = chosen.map(|chosen| (chosen.stake_min, chosen.stake_max)).unwrap_or_default();
        match limits {
            (Some(min), Some(max)) => format!(" Bets from {min} to {max}."),
            (Some(min), None) => format!(" Bets from {min}."),
            (None, Some(max)) => format!(" Bets up to {max}."),
            (None, None) => String::new(),
        }
    }

    /// How to begin, with the first wager of the table.
    fn invitation(&self) -> Vec<Said> {
        let mut said: Vec<Said> = Vec::new();
        if let Some(bank) = self.sample_bank() {
            said.push(Said::plain(format!(
                "The bank is free: `{bank}` takes it; if you bet instead, a robot takes it."
            )));
        }
        if self.parlour.bank_must_pass() {
            said.push(Said::plain("The bank passes to another: when you bet, a robot takes it."));
        }
        let goes = self.goes();
        said.push(Said::plain(match self.sample() {
            _ if self.parlour.holds_bank() => format!("The bank is yours: Enter to {goes}, or `give-up`."),
            Some(bet) => format!("Bet with such words as `{bet}`, then Enter to {goes}."),
            None => "Your purse does not reach for a bet. `quit` leaves; --purse brings more.".to_owned(),
        }));
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
    pub(super) fn hands(&self) -> Vec<HandView> {
        self.parlour.seen().map(|seen| seen.hands).unwrap_or_default()
    }

    /// The decisions that the rules permit now.
    pub(super) fn moves(&self) -> Vec<MoveView> {
        self.parlour.seen().map(|seen| seen.moves).unwrap_or_default()
    }

    /// Takes a line and does what it says.
    pub(super) fn take(&mut self, line: &str) -> Reply {
        let word = match words::read(line, self.when()) {
            Ok(word) => word,
            Err(message) => return self.answer(vec![Said::refused(message)]),
        };
        match word {
            Word::Quit => return Reply::Quit,
            Word::Help => return Reply::Page("Words", answers::help(self)),
            Word::Odds(None) => return Reply::Page("Odds and edges", answers::odds(self)),
            Word::Odds(Some(wager)) => {
                let odds = answers::odds_of(self, &wager);
                return self.say(vec![odds]);
            }
            Word::Rules => return Reply::Page("Rules", answers::rules(self)),
            Word::Why => return Reply::Page("Why", answers::why(self)),
            Word::History => return Reply::Page("Rounds", answers::history(self)),
            Word::Hint => {
                let hint = answers::hint(self);
                return self.say(hint);
            }
            _ => {}
        }
        let said = self.act(word);
        self.say(said)
    }

    /// Says something that is no news, and what is still asked.
    fn answer(&mut self, mut said: Vec<Said>) -> Reply {
        said.extend(self.prompt(Asked::Again));
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
                bets.into_iter().for_each(|bet| said.extend(self.bet(bet)));
                Ok(())
            }
            Word::Undo => self.undo(1, &mut said),
            Word::Clear => self.undo(usize::MAX, &mut said),
            Word::Rebet => {
                self.rebet(&mut said);
                Ok(())
            }
            Word::Double(_) if self.when() == When::Betting => self.double_bets(&mut said),
            Word::Double(on) => self.decide(PlayerAction::Double, on, &mut said),
            Word::Decide(Verb::Follow, on) => self.follow(on, &mut said),
            Word::Decide(verb, on) => self.decide(choice(verb), on, &mut said),
            Word::Insure(amount, on) => self.insure(amount, on, &mut said),
            Word::EvenMoney(on) => self.even_money(on, &mut said),
            Word::Decline => self.decline(&mut said),
            Word::Bank(amount) => self.parlour.take_bank(amount),
            Word::GiveUp if !self.parlour.holds_bank() => {
                said.push(Said::refused("You hold no bank to give up."));
                Ok(())
            }
            Word::GiveUp => self.parlour.give_up_bank(),
            Word::Deal => self.deal(&mut said),
            _ => Ok(()),
        };
        let refused = done.is_err() || said.iter().any(|said| said.tone == Tone::Refused);
        let asked = if refused { Asked::Again } else { Asked::First };
        // What would have been better is said of the decision, before what came of it.
        let (better, said): (Vec<Said>, Vec<Said>) =
            said.into_iter().partition(|said| said.text.starts_with("Better: "));
        let mut said = [better, self.tell(), said].concat();
        said.extend(done.err().map(|refusal| Said::refused(format!("Not done: {refusal}."))));
        said.extend(self.prompt(asked));
        said
    }

    /// Deals, spins or throws, if there is something to do it for.
    fn deal(&mut self, said: &mut Vec<Said>) -> Result<(), Rejection> {
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
}
