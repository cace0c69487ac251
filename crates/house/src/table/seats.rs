//! Who sits at a table, and who may speak for whom.

use croupier_kit::Money;

use crate::command::Mode;
use crate::event::Event;
use crate::house::{Ask, Draft, House};
use crate::ids::{Actor, PersonId, TableId};
use crate::ledger::{Place, Unit};
use crate::office::Role;
use crate::refusal::{Code, Refusal};
use crate::table::Phase;

impl House<'_> {
    /// A person takes a seat; one may sit at several tables.
    pub(crate) fn sit(&self, id: TableId, ask: Ask, person: PersonId) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, person)?;
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
        self.check_sees_off(id, ask, person)?;
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

    /// A player has made his bets: when all who sit here have, nobody is waited for.
    pub(crate) fn ready(&self, id: TableId, ask: Ask, person: PersonId) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, person)?;
        self.check_plays(id, person, ask.now)?;
        let table = self.table(id)?;
        let phase = table.phase();
        if !matches!(phase, Phase::PlaceYourBets | Phase::FinalBets) {
            return Err(Refusal::order(
                "no bets are awaited",
                "who has made his bets says so while they are made",
            ));
        }
        if table.ready.contains(&person) {
            return Err(Refusal::order("this person is ready", "it is said once"));
        }
        Ok(vec![Draft::at(id, Event::Readied { person }, Vec::new())])
    }

    /// A player gives a seed of his own. The chain was published before, so that the house could not choose its own
    /// seeds with this one in mind.
    pub(crate) fn give_seed(
        &self,
        id: TableId,
        ask: Ask,
        person: PersonId,
        seed: &str,
    ) -> Result<Vec<Draft>, Refusal> {
        if ask.by != Actor::Person(person) {
            return Err(Refusal::authority("everybody gives his own seed"));
        }
        self.check_plays(id, person, ask.now)?;
        if self.table(id)?.open()?.dealing.is_none() {
            return Err(Refusal::order(
                "this table has no chain of seeds",
                "seeds are taken where the house deals",
            ));
        }
        if seed.len() > croupier_fair::PLAYER_SEED_BYTES_MAX {
            let found = format!("a seed of {} bytes", seed.len());
            return Err(Refusal::new(Code::Malformed, found, "at most 64 bytes"));
        }
        let seed = Box::from(seed.as_bytes());
        Ok(vec![Draft::at(id, Event::SeedGiven { person, seed }, Vec::new())])
    }

    /// The person himself, the house's machine, or whoever attends the table. At an automatic table nobody attends:
    /// everybody speaks for himself.
    pub(crate) fn check_speaks_for(&self, id: TableId, ask: Ask, person: PersonId) -> Result<(), Refusal> {
        self.office.person(person)?;
        match ask.by {
            Actor::House => Ok(()),
            Actor::Person(own) if own == person => Ok(()),
            Actor::Person(_) => self.check_hears(id, ask),
        }
    }

    /// Whoever attends the table says what its players say.
    pub(crate) fn check_hears(&self, id: TableId, ask: Ask) -> Result<(), Refusal> {
        self.check_of_table(id, ask)?;
        let mode = self.table(id)?.sitting.as_ref().map(|sitting| sitting.mode);
        if ask.by == Actor::House || mode != Some(Mode::Automatic) {
            return Ok(());
        }
        Err(Refusal::authority("at an automatic table everybody speaks for himself"))
    }

    /// The person himself, or somebody of the table: who is gone leaves his seat, and nothing of his with it.
    pub(crate) fn check_sees_off(&self, id: TableId, ask: Ask, person: PersonId) -> Result<(), Refusal> {
        self.office.person(person)?;
        if ask.by == Actor::Person(person) { Ok(()) } else { self.check_of_table(id, ask) }
    }

    /// Whoever attends the table: somebody with a post at it, or a manager.
    pub(crate) fn check_of_table(&self, id: TableId, ask: Ask) -> Result<(), Refusal> {
        let Some(by) = ask.by.person() else { return Ok(()) };
        let person = self.office.person(by)?;
        let at_post = || {
            let posts = self.of_charter(id).map(|table| &table.posts);
            posts.is_ok_and(|posts| {
                posts.iter().any(|(_, name)| Some(name.get_ref().as_str()) == person.staff.as_deref())
            })
        };
        if person.role == Role::Manager || (person.role != Role::Player && at_post()) {
            return self.check_in_service(by, ask.now);
        }
        Err(Refusal::authority("somebody with a post at the table does it"))
    }
}
