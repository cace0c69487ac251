//! Attended tables: what the dealer announces, enters, reads back and turns up.

use croupier_rules::notation::{Act, Direction, read_act};

use super::deal::Chance;
use super::sitting::{Around, Phase, Sitting};
use crate::command::{Announcement, Mode};
use crate::event::{Event, Why};
use crate::house::{Ask, Draft, House};
use crate::ids::TableId;
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::refusal::{Code, Refusal};

impl House<'_> {
    /// The dealer announces.
    pub(crate) fn announce(
        &mut self,
        id: TableId,
        ask: Ask,
        what: Announcement,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_attends(id, ask)?;
        let act = match what {
            Announcement::PlaceYourBets => return self.begin_round(id, ask.now, chance),
            Announcement::Shuffle => return self.one_act(id, &Act::Shuffle, Why::Told),
            Announcement::FinalBets => Act::FinalBets,
            Announcement::NoMoreBets => Act::NoMoreBets,
            Announcement::SpinLeft => Act::Spin(Direction::Left),
            Announcement::SpinRight => Act::Spin(Direction::Right),
            Announcement::VoidSpin => Act::VoidSpin,
            Announcement::Misdeal => Act::Misdeal,
        };
        self.check_round_began(id)?;
        self.one_act(id, &act, Why::Told)
    }

    /// A round begins with the invitation to bet, and with nothing else.
    fn check_round_began(&self, id: TableId) -> Result<(), Refusal> {
        let sitting = self.table(id)?.open()?;
        if sitting.phase() != Phase::Waiting {
            return Ok(());
        }
        let refusal = Refusal::order("no round has begun", "`place your bets` begins it");
        Err(refusal.citing(sitting.law.game.conduct().place_your_bets, sitting.law.book))
    }

    /// Whoever does this attends the table, and the table is attended.
    fn check_attends(&self, id: TableId, ask: Ask) -> Result<(), Refusal> {
        self.check_of_table(id, ask)?;
        match self.table(id)?.open()?.mode {
            Mode::Attended => Ok(()),
            Mode::Automatic => {
                Err(Refusal::order("the table is automatic", "its timers announce the phases"))
            }
        }
    }

    /// What fell is entered, and read back to be confirmed.
    pub(crate) fn enter(&mut self, id: TableId, ask: Ask, lines: &str) -> Result<Vec<Draft>, Refusal> {
        self.check_attends(id, ask)?;
        self.check_round_began(id)?;
        let acts = read_lines(lines)?;
        let falls = |act: &Act| {
            matches!(act, Act::Ball(_) | Act::Dice(_) | Act::Cards(_) | Act::CuttingCard | Act::Cuts(_))
        };
        if acts.is_empty() || !acts.iter().all(falls) {
            let allowed = "what fell is entered: a ball, dice, cards, the cutting card";
            return Err(Refusal::new(Code::Malformed, format!("`{lines}`"), allowed));
        }
        let sitting = self.parts(id)?.0.open_mut()?;
        // What could not be confirmed is not read back either.
        let mut tried = sitting.rules.clone();
        for act in &acts {
            tried.try_act(act).map_err(|refusal| Refusal::by_rules(&refusal, sitting.law.book))?;
        }
        let lines: Box<str> = written(&acts).into();
        sitting.entry = Some(lines.clone());
        Ok(vec![Draft::at(id, Event::Entered { lines }, Vec::new())])
    }

    /// What was entered is right: it has fallen.
    pub(crate) fn confirm_entry(&mut self, id: TableId, ask: Ask) -> Result<Vec<Draft>, Refusal> {
        self.check_attends(id, ask)?;
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let entry = sitting.entry.clone().ok_or_else(nothing_entered)?;
        let mut tried = sitting.clone();
        let transactions = tried.perform(&read_lines(&entry)?, Unit::Chips, &around)?;
        tried.entry = None;
        *sitting = tried;
        let event = Event::Acted { lines: entry, with: Unit::Chips, why: Why::Told };
        Ok(vec![Draft::at(id, event, transactions)])
    }

    /// What was entered is wrong, and has not been taken.
    pub(crate) fn drop_entry(&mut self, id: TableId, ask: Ask) -> Result<Vec<Draft>, Refusal> {
        self.check_attends(id, ask)?;
        self.parts(id)?.0.open_mut()?.entry.take().ok_or_else(nothing_entered)?;
        Ok(vec![Draft::at(id, Event::EntryDropped, Vec::new())])
    }

    /// The hidden cards are turned: the whole round is played by the rules. What does not hold goes to the inspector,
    /// and the stakes stay where they are.
    pub(crate) fn reveal(&mut self, id: TableId, ask: Ask, lines: &str) -> Result<Vec<Draft>, Refusal> {
        self.check_attends(id, ask)?;
        let acts = read_lines(lines)?;
        let (table, office, ledger) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        if sitting.phase() != Phase::NoMoreBets {
            return Err(Refusal::order("no cards lie unseen", "they are turned after the decisions"));
        }
        check_as_declared(sitting, &acts)?;
        let mut tried = sitting.clone();
        let mut back = tried.release_declared(&around);
        let lines: Box<str> = written(&acts).into();
        match tried.perform(&acts, Unit::Chips, &around) {
            Ok(_) if tried.phase() != Phase::Payment => {
                let allowed = "the whole round is turned, with every decision that was declared in it";
                Err(Refusal::order("the round is not over with these cards", allowed))
            }
            Ok(transactions) => {
                back.extend(transactions);
                ledger.check(&back).map_err(|short| {
                    Refusal::new(Code::Funds, short.to_string(), "what was declared has its chips held")
                })?;
                *sitting = tried;
                Ok(vec![Draft::at(id, Event::Revealed { lines }, back)])
            }
            Err(refusal) => {
                let cites = refusal.cites.iter().map(|cite| cite.as_str().into()).collect();
                let message = format!("{}: {}", refusal.found, refusal.allowed).into();
                Ok(vec![Draft::at(id, Event::Breached { lines, message, cites }, Vec::new())])
            }
        }
    }
}

impl Sitting<'_> {
    /// What was held for declared decisions goes back, to be put down again as the rules say.
    pub(crate) fn release_declared(&mut self, around: &Around<'_>) -> Vec<Transaction> {
        let back =
            std::mem::take(&mut self.declared).into_iter().filter(|declared| declared.extra.minor() > 0);
        let from = Place::Layout(around.table);
        let leg = |to, amount| vec![Leg { unit: Unit::Chips, from, to, amount }];
        back.map(|declared| Transaction::new(Kind::Return, leg(Place::Held(declared.person), declared.extra)))
            .collect()
    }
}

/// What is turned up tells the decisions as they were declared, in their order.
fn check_as_declared(sitting: &Sitting<'_>, acts: &[Act]) -> Result<(), Refusal> {
    let told: Vec<String> = acts
        .iter()
        .filter(|act| !matches!(act, Act::Cards(_) | Act::CuttingCard | Act::Cuts(_)))
        .map(ToString::to_string)
        .collect();
    let same = told.len() == sitting.declared.len()
        && told.iter().zip(&sitting.declared).all(|(told, declared)| **told == *declared.line);
    if same {
        return Ok(());
    }
    let declared: Vec<&str> = sitting.declared.iter().map(|declared| &*declared.line).collect();
    let allowed = format!("the decisions were declared as: {}", declared.join("; "));
    Err(Refusal::new(Code::Malformed, "decisions that were not declared so", allowed))
}

fn nothing_entered() -> Refusal {
    Refusal::order("nothing has been entered", "what fell is entered first")
}

/// Lines of the notation as acts.
pub(crate) fn read_lines(lines: &str) -> Result<Vec<Act>, Refusal> {
    let read =
        |line: &str| read_act(line).map_err(|misread| Refusal::new(Code::Malformed, line, misread.message));
    lines.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// Acts as lines of the notation.
fn written(acts: &[Act]) -> String {
    acts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
