//! Who sits at a table, and who may speak for whom.

use croupier_kit::Money;

use crate::event::Event;
use crate::house::{Ask, Draft, House};
use crate::ids::{Actor, PersonId, TableId};
use crate::ledger::{Place, Unit};
use crate::office::Role;
use crate::refusal::Refusal;

impl House<'_> {
    /// A person takes a seat; one may sit at several tables.
    pub(crate) fn sit(&self, id: TableId, ask: Ask, person: PersonId) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask.by, person)?;
        let table = self.table(id)?;
        let sitting = table.open()?;
        let cite = |refusal: Refusal| refusal.citing(sitting.law.game.conduct().service, sitting.law.book);
        self.office.check_served(person, ask.now).map_err(cite)?;
        if self.office.person(person)?.role != Role::Player {
            return Err(Refusal::authority("players play; those who work here do not"));
        }
        if table.seated.contains(&person) {
            return Err(Refusal::order("this person sits here", "one seat is enough"));
        }
        Ok(vec![Draft::at(id, Event::Sat { person }, Vec::new())])
    }

    /// A person leaves, with nothing left behind.
    pub(crate) fn leave(&self, id: TableId, ask: Ask, person: PersonId) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask.by, person)?;
        let table = self.table(id)?;
        let sitting = table.open()?;
        if !table.seated.contains(&person) {
            return Err(Refusal::order("this person does not sit here", "who sits here may leave"));
        }
        let standing = sitting.rules.standing_of(&self.office.person(person)?.handle);
        let coloured = self.ledger.balance(Unit::Wheel, Place::Wheel(person, id));
        if standing > Money::ZERO || sitting.bank.is_some_and(|(holder, _)| holder == person) {
            return Err(Refusal::order(
                "this person's stakes stand",
                "who leaves waits until they are decided",
            ));
        }
        if coloured > Money::ZERO {
            let allowed = "wheel chips are cashed in before their player leaves the table";
            return Err(Refusal::order(format!("{coloured} in wheel chips"), allowed));
        }
        Ok(vec![Draft::at(id, Event::Left { person }, Vec::new())])
    }

    /// The person himself, the house's machine, or whoever attends the table.
    pub(crate) fn check_speaks_for(&self, id: TableId, by: Actor, person: PersonId) -> Result<(), Refusal> {
        self.office.person(person)?;
        match by {
            Actor::House => Ok(()),
            Actor::Person(own) if own == person => Ok(()),
            Actor::Person(_) => self.check_of_table(id, by),
        }
    }

    /// Whoever attends the table: somebody with a post at it, or a manager.
    pub(crate) fn check_of_table(&self, id: TableId, by: Actor) -> Result<(), Refusal> {
        let Some(by) = by.person() else { return Ok(()) };
        let person = self.office.person(by)?;
        let at_post = || {
            let posts = self.of_charter(id).map(|table| &table.posts);
            posts.is_ok_and(|posts| {
                posts.iter().any(|(_, name)| Some(name.get_ref().as_str()) == person.staff.as_deref())
            })
        };
        if person.role == Role::Manager || (person.role != Role::Player && at_post()) {
            return Ok(());
        }
        Err(Refusal::authority("somebody with a post at the table does it"))
    }
}
