//! What the office does: the house file, people, approvals, posts, limits, disputes, the bank's money.

use croupier_kit::Money;
use croupier_rules::book;
use croupier_rules::house::check;
use croupier_rules::notation::{Act, read_act};

use crate::command::Command;
use crate::event::Event;
use crate::fold::post_in;
use crate::house::{Ask, Draft, House};
use crate::ids::{Actor, DAY_MS, PersonId, TableId};
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::office::{Limit, Office, Person, Post, Role, Stage};
use crate::refusal::{Code, Refusal};

/// The most letters of what is disputed, and of an answer.
const DISPUTE_LETTERS: usize = 2_000;

/// How long a name is.
const HANDLE_LETTERS: std::ops::RangeInclusive<usize> = 2..=32;

impl House<'_> {
    pub(crate) fn handle_office(&self, command: &Command, ask: Ask) -> Result<Vec<Draft>, Refusal> {
        let (event, ledger) = match command {
            Command::Charter { file } => (self.charter(file, ask)?, Vec::new()),
            Command::Enrol { handle, role, staff } => {
                (self.enrol(handle, *role, staff.as_deref(), ask)?, Vec::new())
            }
            Command::Approve(approval) => {
                self.check_role(ask, &[Role::Manager])?;
                self.office.charter()?;
                approval.of_the_book()?;
                (Event::Approved(approval.clone()), Vec::new())
            }
            Command::Assign { table, post, person } => {
                (self.assign(*table, *post, *person, ask)?, Vec::new())
            }
            Command::RefuseService { person, reason } => {
                self.check_role(ask, &[Role::Inspector, Role::Manager])?;
                self.check_dismisses(*person, ask)?;
                (Event::ServiceRefused { person: *person, reason: reason.as_str().into() }, Vec::new())
            }
            Command::ResumeService { person, reason } => {
                self.check_role(ask, &[Role::Manager])?;
                if self.office.person(*person)?.refused.is_none() {
                    return Err(Refusal::order("service is not refused", "what is refused is resumed"));
                }
                (Event::ServiceResumed { person: *person, reason: reason.as_str().into() }, Vec::new())
            }
            Command::Exclude { person, days, reason } => {
                (self.exclude(*person, *days, reason, ask)?, Vec::new())
            }
            Command::SetLimit { limit, amount } => (self.set_limit(*limit, *amount, ask)?, Vec::new()),
            Command::Capital { cash } => {
                self.check_role(ask, &[Role::Manager])?;
                (Event::CapitalMoved, vec![self.outside(Kind::Capital, Unit::Cash, Place::Bank, *cash)?])
            }
            Command::Issue { unit, amount } => {
                self.check_role(ask, &[Role::Manager])?;
                (Event::Issued, vec![self.outside(Kind::Issue, *unit, Place::Issued, *amount)?])
            }
            Command::OpenDispute { table, round, about } => {
                (self.open_dispute(*table, *round, about, ask)?, Vec::new())
            }
            Command::AnswerDispute { dispute, ruling } => (self.answer(*dispute, ruling, ask)?, Vec::new()),
            Command::EscalateDispute { dispute } => (self.escalate(*dispute, ask)?, Vec::new()),
            Command::At(..) | Command::LayOut { .. } | Command::Confirm { .. } | Command::TakeUp { .. } => {
                return Err(Refusal::unknown("such command of the office"));
            }
        };
        Ok(vec![Draft::on(None, event, ledger)])
    }

    /// A house file comes into force. Tables that are open go on under the one they opened under.
    fn charter(&self, file: &str, ask: Ask) -> Result<Event, Refusal> {
        if self.office.version > 0 {
            self.check_role(ask, &[Role::Manager])?;
        }
        let charter = Office::read_charter(file, self.shelf)?;
        for table in self.tables() {
            let same = charter
                .tables
                .iter()
                .any(|new| **new.name.get_ref() == *table.name && **new.game.get_ref() == *table.game);
            if table.sitting.is_some() && !same {
                return Err(Refusal::order(
                    format!("{} is open", table.name),
                    "an open table stays in the house file",
                ));
            }
        }
        if charter.tables.len() > usize::from(u16::MAX) / 2 {
            return Err(Refusal::new(Code::Malformed, "so many tables", "fewer"));
        }
        Ok(Event::Chartered { version: self.office.version + 1, file: file.into() })
    }

    /// A person becomes known. Those who work here are in the house file; a player enrols himself, or is enrolled.
    fn enrol(&self, handle: &str, role: Role, staff: Option<&str>, ask: Ask) -> Result<Event, Refusal> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let bounded = HANDLE_LETTERS.contains(&handle.len()) && handle.chars().all(plain);
        if !bounded || !matches!(read_act(&format!("{handle} cuts")), Ok(Act::Cuts(name)) if *name == *handle)
        {
            let allowed =
                "a letter, then letters, figures, `_` and `-`, 2 to 32 in all, and no word of the notation";
            return Err(Refusal::new(Code::Malformed, format!("`{handle}` is no name"), allowed));
        }
        if crate::robot::is_robot(handle) && ask.by != Actor::House {
            return Err(Refusal::authority("robots have such names, and only the house has robots"));
        }
        if self.office.is_taken(handle) {
            return Err(Refusal::order(format!("`{handle}` is taken"), "another name"));
        }
        if role != Role::Player {
            self.check_role(ask, &[Role::Manager])?;
        }
        let first = staff.is_none() && role == Role::Manager && ask.by == Actor::House;
        let staff = if first { self.unmet_manager() } else { staff };
        if !first {
            self.check_staff(role, staff)?;
        }
        let person = self.office.next_person();
        Ok(Event::Enrolled { person, handle: handle.into(), role, staff: staff.map(Into::into) })
    }

    /// The manager of the house file who has no account yet: the house itself lets its first manager in, and it is he.
    fn unmet_manager(&self) -> Option<&str> {
        let staff = self.office.charter.iter().flat_map(|charter| &charter.staff);
        let mut managers = staff.filter(|person| person.post == book::Post::Manager);
        managers
            .find(|person| !self.has_account(person.name.get_ref()))
            .map(|person| person.name.get_ref().as_str())
    }

    fn has_account(&self, staff: &str) -> bool {
        self.office.people().any(|(_, person)| person.staff.as_deref() == Some(staff))
    }

    /// Whoever works here is one person of the house file, and has one account.
    fn check_staff(&self, role: Role, staff: Option<&str>) -> Result<(), Refusal> {
        let Some(name) = staff else {
            return match role {
                Role::Player | Role::Regulator => Ok(()),
                _ => Err(Refusal::new(
                    Code::Malformed,
                    "no name of the staff",
                    "those who work here are in the house file",
                )),
            };
        };
        if role == Role::Player || self.office.charter()?.person(name).is_none() {
            let found = format!("`{name}` is not of the staff");
            return Err(Refusal::new(Code::Unknown, found, "a name in the house file"));
        }
        if self.has_account(name) {
            return Err(Refusal::order(format!("{name} has an account"), "everybody of the staff has one"));
        }
        Ok(())
    }

    /// Somebody takes a post. Whatever that breaks in the house is found by the same check as of its file: an
    /// inspector at too many tables, a post for somebody else.
    fn assign(
        &self,
        table: TableId,
        post: Post,
        person: Option<PersonId>,
        ask: Ask,
    ) -> Result<Event, Refusal> {
        self.check_role(ask, &[Role::Manager, Role::Inspector])?;
        let name = &self.table(table)?.name;
        let staff = match person {
            Some(person) => {
                let known = self.office.person(person)?.staff.clone();
                Some(known.ok_or_else(|| Refusal::authority("somebody of the staff has a post"))?)
            }
            None => None,
        };
        let before = self.office.charter()?;
        let mut after = before.clone();
        post_in(&mut after, name, post, staff.as_deref());
        let known = check(before, self.shelf, ask.now.date);
        let fresh = check(&after, self.shelf, ask.now.date).into_iter().find(|breach| {
            person.is_some()
                && !known.iter().any(|old| (&old.found, &old.cites) == (&breach.found, &breach.cites))
        });
        match fresh {
            Some(breach) => Err(Refusal::by_breach(&breach)),
            None => Ok(Event::Assigned { table, post, person }),
        }
    }

    /// Those who work here are dismissed by a manager or go by themselves, and the house keeps a manager.
    fn check_dismisses(&self, person: PersonId, ask: Ask) -> Result<(), Refusal> {
        let role = self.office.person(person)?.role;
        if role != Role::Player && ask.by != Actor::Person(person) {
            self.check_role(ask, &[Role::Manager])?;
        }
        let manages = |(id, other): (PersonId, &Person)| {
            id != person && other.role == Role::Manager && self.office.check_served(id, ask.now).is_ok()
        };
        if role != Role::Manager || ask.by == Actor::House || self.office.people().any(manages) {
            return Ok(());
        }
        Err(Refusal::order("the house would have no manager", "another manager is enrolled first"))
    }

    /// Anybody may exclude himself; the house may exclude anybody. It takes effect at once, and is not taken back early.
    fn exclude(&self, person: PersonId, days: Option<u32>, reason: &str, ask: Ask) -> Result<Event, Refusal> {
        if ask.by != Actor::Person(person) {
            self.check_role(ask, &[Role::Inspector, Role::Manager])?;
        }
        self.check_dismisses(person, ask)?;
        let until = days.map(|days| ask.now.at + i64::from(days) * DAY_MS);
        let sooner = match (self.office.person(person)?.excluded, until) {
            (Some(None), Some(_)) => true,
            (Some(Some(known)), Some(until)) => until < known,
            _ => false,
        };
        if sooner {
            return Err(Refusal::order(
                "an exclusion that ends sooner",
                "an exclusion is made longer, never shorter",
            ));
        }
        Ok(Event::Excluded { person, until, reason: reason.into() })
    }

    /// Tighter at once, looser after a day.
    fn set_limit(&self, limit: Limit, amount: Option<Money>, ask: Ask) -> Result<Event, Refusal> {
        let own = || Refusal::authority("everybody limits himself");
        let person = ask.by.person().ok_or_else(own)?;
        if amount.is_some_and(|amount| amount < Money::ZERO) {
            return Err(Refusal::new(Code::Malformed, "a limit below nought", "nought or more"));
        }
        let loosens = self.office.person(person)?.limit(limit).is_loosened_by(amount, ask.now.at);
        let from = if loosens { ask.now.at + DAY_MS } else { ask.now.at };
        Ok(Event::LimitSet { person, limit, amount, from })
    }

    /// Money or chips that come from outside, or go back there where the amount is below nought.
    fn outside(&self, kind: Kind, unit: Unit, outside: Place, amount: Money) -> Result<Transaction, Refusal> {
        let size = amount.minor().checked_abs().map(Money::from_minor);
        let size = size.filter(|size| *size > Money::ZERO && *size <= Money::AMOUNT_MAX);
        let amount_there = size
            .ok_or_else(|| Refusal::new(Code::Malformed, format!("an amount of {amount}"), "not nought"))?;
        let (from, to) = if amount > Money::ZERO { (outside, Place::Cage) } else { (Place::Cage, outside) };
        let moved = Transaction::new(kind, vec![Leg { unit, from, to, amount: amount_there }]);
        self.ledger
            .check(std::slice::from_ref(&moved))
            .map_err(|short| Refusal::new(Code::Funds, short.to_string(), "the cage gives what it has"))?;
        Ok(moved)
    }

    /// A player disputes a round of a table.
    fn open_dispute(&self, table: TableId, round: u64, about: &str, ask: Ask) -> Result<Event, Refusal> {
        let person = ask.by.person().ok_or_else(|| Refusal::authority("a person disputes"))?;
        self.office.person(person)?;
        let cite = |refusal| self.citing(Some(table), refusal, |conduct| conduct.disputes, ask.now);
        check_words(about)?;
        if round == 0 || round > self.table(table)?.rounds {
            return Err(cite(Refusal::unknown(format!("round {round} of this table"))));
        }
        if !self.table(table)?.has_played(person, round) {
            return Err(cite(Refusal::authority("whoever played a round disputes it")));
        }
        let dispute = u32::try_from(self.office.disputes.len() + 1).unwrap_or(u32::MAX);
        Ok(Event::DisputeOpened { dispute, table, round, person, about: about.into() })
    }

    fn dispute(&self, dispute: u32) -> Result<&crate::office::Dispute, Refusal> {
        let place = (dispute as usize).checked_sub(1);
        place
            .and_then(|place| self.office.disputes.get(place))
            .ok_or_else(|| Refusal::unknown("such dispute"))
    }

    /// The house answers.
    fn answer(&self, dispute: u32, ruling: &str, ask: Ask) -> Result<Event, Refusal> {
        self.check_role(ask, &[Role::Inspector, Role::Manager])?;
        let known = self.dispute(dispute)?;
        if known.stage != Stage::Opened {
            let refusal =
                Refusal::order("it has been answered", "a dispute is answered once, and may then go further");
            return Err(self.citing(Some(known.table), refusal, |conduct| conduct.disputes, ask.now));
        }
        check_words(ruling)?;
        Ok(Event::DisputeAnswered { dispute, ruling: ruling.into() })
    }

    /// Whoever opened it is not content with the answer.
    fn escalate(&self, dispute: u32, ask: Ask) -> Result<Event, Refusal> {
        let known = self.dispute(dispute)?;
        let cite = |refusal| self.citing(Some(known.table), refusal, |conduct| conduct.disputes, ask.now);
        if ask.by != Actor::Person(known.person) {
            self.check_role(ask, &[Role::Manager])?;
        }
        if !matches!(known.stage, Stage::Answered(_)) {
            return Err(cite(Refusal::order(
                "it has not been answered",
                "a dispute is answered first, and goes further once",
            )));
        }
        let escalated =
            self.office.charter()?.disputes.as_ref().and_then(|disputes| disputes.escalated_to.as_ref());
        let to = escalated.map(|to| to.get_ref().as_str().into());
        to.map(|to| Event::DisputeEscalated { dispute, to })
            .ok_or_else(|| cite(Refusal::order("the house file names nobody", "it says where disputes go")))
    }
}

/// What is written about a dispute says something, and no more than can be read.
fn check_words(words: &str) -> Result<(), Refusal> {
    if !words.trim().is_empty() && words.chars().count() <= DISPUTE_LETTERS {
        return Ok(());
    }
    let found = format!("{} letters", words.trim().chars().count());
    Err(Refusal::new(Code::Malformed, found, format!("some words, and at most {DISPUTE_LETTERS} letters")))
}
