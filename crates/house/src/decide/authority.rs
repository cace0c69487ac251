//! Authority: roles, posts at tables, seats, and the limits that people set themselves.

use croupier_kit::Money;

use super::new_event::Origin;
use crate::command::Command;
use crate::given_by::GivenBy;
use crate::house::House;
use crate::ids::{Actor, Now, PersonId, TableId};
use crate::office::{LimitKind, Role};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::Mode;

impl House<'_> {
    /// Checks that the person has one of these roles and is in service.
    pub(crate) fn check_role(&self, origin: Origin, roles: &[Role]) -> Result<(), Rejection> {
        let Some(person) = origin.by.person() else { return Ok(()) };
        let role = self.office.person(person)?.role;
        if roles.contains(&role) {
            return self.check_in_service(person, origin.now);
        }
        Err(Rejection::authority(format!("only {} may do this", Role::any_of(roles))))
    }

    /// Checks that the person holds the role through a post, and is neither excluded nor refused service: others have no
    /// authority.
    pub(crate) fn check_in_service(&self, person: PersonId, now: Now) -> Result<(), Rejection> {
        self.office.check_post(person)?;
        self.office.check_served(person, now).map_err(|rejection| {
            Rejection::new(
                RejectionCode::Authority,
                rejection.found,
                "only people in service may act for the house",
            )
        })
    }

    /// Checks that the role of a person may give the command at all.
    pub(super) fn check_given(&self, command: &Command, by: Actor) -> Result<(), Rejection> {
        let Some(person) = by.person() else { return Ok(()) };
        let role = self.office.person(person)?.role;
        let given_by = GivenBy::of(command);
        // Who decides together is asked when the matter is known, because a house is founded by one person.
        if given_by.admits(role) || (given_by == GivenBy::TwoPeople && role != Role::Regulator) {
            return Ok(());
        }
        Err(Rejection::authority(match given_by {
            _ if role == Role::Regulator => "a regulator may read everything but change nothing".to_owned(),
            GivenBy::Roles(roles) => format!("only {} may do this", Role::any_of(roles)),
            GivenBy::House => "only the house itself may do this".to_owned(),
            _ => "only staff with a post at this table may do this".to_owned(),
        }))
    }

    /// Checks that a person is in service, whose role may give the command.
    pub(crate) fn check_serves(&self, origin: Origin) -> Result<(), Rejection> {
        origin.by.person().map_or(Ok(()), |person| self.check_in_service(person, origin.now))
    }

    /// Checks that a command for a person comes from that person, from the house itself, or from the staff of an
    /// attended table.
    pub(crate) fn check_acts_for(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<(), Rejection> {
        self.office.person(person)?;
        match origin.by {
            Actor::House => Ok(()),
            Actor::Person(own) if own == person => Ok(()),
            Actor::Person(_) => self.check_acts_for_players(id, origin),
        }
    }

    /// The staff of an attended table may act for its players.
    pub(crate) fn check_acts_for_players(&self, id: TableId, origin: Origin) -> Result<(), Rejection> {
        self.check_staff_of_table(id, origin)?;
        let mode = self.table(id)?.live.as_ref().map(|live| live.mode);
        if origin.by == Actor::House || mode != Some(Mode::Automatic) {
            return Ok(());
        }
        Err(Rejection::authority("at an automatic table players act for themselves"))
    }

    /// Checks that the command comes from the person, or from the staff of the table, who may clear an abandoned
    /// seat.
    pub(crate) fn check_may_clear_seat(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
    ) -> Result<(), Rejection> {
        self.office.person(person)?;
        if origin.by == Actor::Person(person) { Ok(()) } else { self.check_staff_of_table(id, origin) }
    }

    /// Checks that the person has a post at the table or is a manager.
    pub(crate) fn check_staff_of_table(&self, id: TableId, origin: Origin) -> Result<(), Rejection> {
        let Some(by) = origin.by.person() else { return Ok(()) };
        self.office.person(by)?;
        if self.is_staff_of_table(id, by) {
            return self.check_in_service(by, origin.now);
        }
        Err(Rejection::authority("only staff with a post at this table may do this"))
    }

    /// Whether the person has a post at the table or is a manager.
    pub(crate) fn is_staff_of_table(&self, id: TableId, person: PersonId) -> bool {
        let Ok(person) = self.office.person(person) else { return false };
        let at_post = || {
            let posts = self.table_in_file(id).map(|table| &table.posts);
            posts.is_ok_and(|posts| {
                posts.iter().any(|(_, name)| Some(name.get_ref().as_str()) == person.staff.as_deref())
            })
        };
        person.role == Role::Manager || (person.role != Role::Player && at_post())
    }

    /// Checks that the person sits at the table and may be served.
    pub(crate) fn check_plays(&self, id: TableId, person: PersonId, now: Now) -> Result<(), Rejection> {
        let table = self.table(id)?;
        let live = table.open()?;
        let cite =
            |rejection: Rejection| rejection.citing(live.in_force.game.conduct().service, live.in_force.book);
        self.office.check_served(person, now).map_err(cite)?;
        if table.seated.contains(&person) {
            return Ok(());
        }
        Err(Rejection::order("not seated at this table", "take a seat first"))
    }

    /// Checks the limits that the person has set: `more` is staked in addition, and `stake` is the largest single
    /// stake after it.
    pub(crate) fn check_own_limits(
        &self,
        person: PersonId,
        more: Money,
        stake: Money,
        now: Now,
    ) -> Result<(), Rejection> {
        self.office.person(person)?.check_limits(more, stake, now)
    }

    /// Checks the daily buy-in limit that the person has set.
    pub(crate) fn check_buy_in_limit(
        &self,
        person: PersonId,
        amount: Money,
        now: Now,
    ) -> Result<(), Rejection> {
        let person = self.office.person(person)?;
        let bought = person.totals_of_day(now.day()).1 + amount;
        match person.limit(LimitKind::BuyIn).at(now.at) {
            Some(limit) if bought > limit.into() => {
                let found = format!("this would make {bought} bought in today");
                Err(Rejection::new(
                    RejectionCode::Limit,
                    found,
                    format!("the limit you set is {limit} a day"),
                ))
            }
            _ => Ok(()),
        }
    }
}
