//! Relief by the roster: the person whom it names takes a post over alone, because two people adopted it.

use super::matters::PostChange;
use super::new_event::{NewEvent, Origin};
use crate::event::Event;
use crate::house::House;
use crate::ids::{Now, PersonId, TableId};
use crate::office::{Duty, TablePost};
use crate::rejection::Rejection;
use crate::table::{LiveTable, Mode, Phase};

impl House<'_> {
    /// Takes over a post at a table.
    pub(super) fn take_over(
        &self,
        table: TableId,
        post: TablePost,
        origin: Origin,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let named = || Rejection::authority("only people can take over a post");
        let by = origin.by.person().ok_or_else(named)?;
        self.table_in_file(table)?;
        let duty = self.duty_to_begin(by, table, post, origin.now)?;
        self.check_in_service(by, origin.now)?;
        if self.holds_post(by, table, post) {
            let found = format!("you are {} of {} already", post.in_book().name(), self.table(table)?.name);
            return Err(Rejection::order(found, "nothing is to be taken over"));
        }
        if post != TablePost::Inspector {
            self.check_between_rounds(table)?;
            self.check_deals_nowhere_else(by, table)?;
        }
        let changes = self.posts_after(&duty, origin.now);
        self.check_posts(&changes, origin.now)?;
        let assigned = |PostChange { table, post, person }: PostChange| {
            NewEvent::on(None, Event::Assigned { table, post, person }, Vec::new())
        };
        Ok(changes.into_iter().map(assigned).collect())
    }

    /// The duty of a person at a post that may begin now.
    fn duty_to_begin(
        &self,
        person: PersonId,
        table: TableId,
        post: TablePost,
        now: Now,
    ) -> Result<Duty, Rejection> {
        let duties = || self.office.roster.duties.iter().filter(|duty| duty.is_at(table, post));
        let own = || duties().filter(|duty| duty.person == person);
        if let Some(duty) = own().find(|duty| duty.may_begin(now.at)) {
            return Ok(*duty);
        }
        let place = format!("{} of {}", post.in_book().name(), self.table(table)?.name);
        if let Some(next) = own().find(|duty| now.at < duty.from) {
            let found = format!("your time as {place} begins at {}", now.clock(next.from));
            return Err(Rejection::order(found, format!("from {}", now.clock(next.takes_over_from()))));
        }
        let remedy = "or two people assign the post";
        let instead = match duties().find(|duty| duty.may_begin(now.at)) {
            Some(duty) => format!("{} takes over, {remedy}", self.name_of(duty.person)),
            None => format!("the roster names nobody now: change it, {remedy}"),
        };
        if let Some(last) = own().next_back() {
            let found = format!("your time as {place} ended at {}", now.clock(last.to));
            return Err(Rejection::order(found, instead));
        }
        let found = format!("the roster does not name you as {place}");
        Err(Rejection::authority_because(found, instead))
    }

    /// The account of somebody by the name in the house file. Most are in the roster.
    fn account_of(&self, staff: &str) -> Option<PersonId> {
        let is_named = |person: &PersonId| self.staff_name(*person).is_ok_and(|name| name == staff);
        let rostered = self.office.roster.duties.iter().map(|duty| duty.person).find(is_named);
        rostered.or_else(|| self.office.people().map(|(id, _)| id).find(is_named))
    }

    /// Dealers change between rounds: whoever began a round ends and pays it.
    fn check_between_rounds(&self, table: TableId) -> Result<(), Rejection> {
        let table = self.table(table)?;
        let in_play = |live: &LiveTable<'_>| {
            live.mode == Mode::Attended
                && !matches!(live.phase(), Phase::Waiting | Phase::Payment | Phase::PlaceYourBets)
        };
        if table.live.as_ref().is_some_and(in_play) {
            let found = format!("a round is in play at {}", table.name);
            return Err(Rejection::order(found, "take over when it is paid"));
        }
        Ok(())
    }

    /// A dealer who is at an open table waits for relief there.
    fn check_deals_nowhere_else(&self, person: PersonId, table: TableId) -> Result<(), Rejection> {
        let is_attended = |live: &LiveTable<'_>| live.mode == Mode::Attended;
        let others = self.tables().iter().filter(|other| other.id != table);
        let mut open = others.filter(|other| other.live.as_ref().is_some_and(is_attended));
        let deals = |id: TableId| DEALING.into_iter().any(|post| self.holds_post(person, id, post));
        match open.find(|other| deals(other.id)) {
            Some(other) => {
                let found = format!("you deal at {}, which is open", other.name);
                Err(Rejection::order(found, "wait until somebody takes over there, or the table is closed"))
            }
            None => Ok(()),
        }
    }

    /// The changes of posts when somebody takes over. Posts that the person has at closed tables by duties that are over
    /// become vacant. Of several base dealers, those whose duties are over are relieved.
    fn posts_after(&self, duty: &Duty, now: Now) -> Vec<PostChange> {
        let Duty { table, post, person, .. } = *duty;
        let begins = now.at.max(duty.from);
        let is_over = |of: PersonId, table: TableId, post: TablePost| {
            let duties = self.office.roster.duties.iter();
            let own = duties.filter(|other| other.person == of && other.is_at(table, post));
            own.map(|other| other.to).max().is_some_and(|end| end <= begins)
        };
        let mut changes = Vec::new();
        for other in self.tables().iter().filter(|other| other.id != table && !other.is_open()) {
            for post in POSTS {
                if self.holds_post(person, other.id, post) && is_over(person, other.id, post) {
                    changes.extend(self.without(other.id, post, |holder| holder == person));
                }
            }
        }
        if post == TablePost::BaseDealer {
            changes.extend(self.without(table, post, |holder| is_over(holder, table, post)));
        }
        changes.push(PostChange { table, post, person: Some(person) });
        changes
    }

    /// The changes that take some people from a post, and leave the others there: none if one of them has no account.
    fn without(&self, table: TableId, post: TablePost, leaves: impl Fn(PersonId) -> bool) -> Vec<PostChange> {
        let accounts: Option<Vec<PersonId>> =
            self.holders(table, post).map(|holder| self.account_of(holder)).collect();
        let (gone, stay): (Vec<PersonId>, Vec<PersonId>) =
            accounts.unwrap_or_default().into_iter().partition(|holder| leaves(*holder));
        if gone.is_empty() {
            return Vec::new();
        }
        let people = [None].into_iter().chain(stay.into_iter().map(Some));
        people.map(|person| PostChange { table, post, person }).collect()
    }
}

/// The posts of those who deal.
const DEALING: [TablePost; 3] = [TablePost::Dealer, TablePost::PalettePerson, TablePost::BaseDealer];

/// The posts at a table.
const POSTS: [TablePost; 4] =
    [TablePost::Dealer, TablePost::PalettePerson, TablePost::BaseDealer, TablePost::Inspector];
