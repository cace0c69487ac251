//! Adopting a roster. It is checked as a whole: its time, each duty, that nobody is at two tables at once, and the books
//! at every time at which a duty begins.

use std::collections::BTreeMap;

use croupier_rules::house::{Breach, HouseFile, check_table};

use crate::bounds::{DUTIES_PER_HOUSE, DUTIES_PER_ROSTER, DUTY_REMAINS_MS, ROSTER_DAYS};
use crate::event::Event;
use crate::house::House;
use crate::ids::{DAY_MS, MINUTE_MS, Now, PersonId, TableId};
use crate::office::{Duty, TablePost, set_post};
use crate::rejection::{Rejection, RejectionCode};

/// A duty, with its number in the roster that is proposed; `None` if it was adopted before.
type Numbered = (Option<usize>, Duty);

/// What is had by one duty at a time: a dealer, or a place at a table.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Single {
    Dealer(PersonId),
    Place(TableId, TablePost),
}

impl House<'_> {
    /// The event by which a roster is adopted.
    pub(super) fn adopt_roster(
        &self,
        from: i64,
        to: i64,
        duties: &[Duty],
        now: Now,
    ) -> Result<Event, Rejection> {
        check_period(from, to, now)?;
        check_number(duties.len(), DUTIES_PER_ROSTER, "the roster", "propose it in parts")?;
        let remaining = || self.office.roster.remaining(from, to, now.at);
        check_number(remaining().count() + duties.len(), DUTIES_PER_HOUSE, "the house", "plan fewer days")?;
        for (number, duty) in (1..).zip(duties) {
            let checked = self.check_duty(duty, from, to, now);
            checked.map_err(|rejection| rejection.of_duty(number, duty.from))?;
        }
        // Those that lie wholly before or after it meet none of its duties.
        let beside = remaining().filter(|duty| duty.from < to && from < duty.to);
        let new = (1..).zip(duties).map(|(number, duty)| (Some(number), *duty));
        let mut all: Vec<Numbered> = beside.map(|duty| (None, *duty)).chain(new).collect();
        all.sort_by_key(|(number, duty)| (duty.from, *number));
        self.check_apart(&all, now)?;
        self.check_by_books(&all, now)?;
        Ok(Event::RosterAdopted { from, to, duties: duties.to_vec() })
    }

    /// Checks a duty by itself.
    fn check_duty(&self, duty: &Duty, from: i64, to: i64, now: Now) -> Result<(), Rejection> {
        let malformed = |found, allowed| Err(Rejection::new(RejectionCode::Malformed, found, allowed));
        if duty.from >= duty.to {
            return malformed("the duty does not end after its beginning", "give an end after the beginning");
        }
        if duty.from < from || to < duty.to {
            return malformed("the duty is not within the time of the roster", "give a longer roster");
        }
        if !is_whole_minute(duty.from) || !is_whole_minute(duty.to) {
            return malformed("the duty does not begin and end at a whole minute", "leave out the seconds");
        }
        self.table_in_file(duty.table)?;
        let (person, post) = (self.office.person(duty.person)?, duty.post.in_book());
        if !person.role.fits(post) {
            let found = format!("{} is {} and cannot be {}", person.handle, person.role.name(), post.name());
            return Err(Rejection::authority_because(found, "a duty fits the role of its person"));
        }
        self.check_in_service(duty.person, now)
    }

    /// Checks that no dealer is at two places at once, and no place has two people.
    fn check_apart(&self, all: &[Numbered], now: Now) -> Result<(), Rejection> {
        let mut last: BTreeMap<Single, Numbered> = BTreeMap::new();
        for (number, duty) in all {
            for single in singles(duty) {
                let earlier = last.insert(single, (*number, *duty));
                let Some((other, earlier)) = earlier.filter(|(_, earlier)| duty.from < earlier.to) else {
                    continue;
                };
                let found = format!(
                    "{} until {}, but {} from {}",
                    self.in_words(&earlier),
                    now.clock(earlier.to),
                    self.in_words(duty),
                    now.clock(duty.from)
                );
                let allowed = "a dealer has one table at a time, and a place one person";
                let rejection = Rejection::order(found, allowed);
                return Err(match number.or(other) {
                    Some(number) => rejection.of_duty(number, duty.from),
                    None => rejection,
                });
            }
        }
        Ok(())
    }

    /// A duty without its time: "dora is dealer of Jack A".
    fn in_words(&self, duty: &Duty) -> String {
        let table = self.table(duty.table).map_or("?", |table| &table.name);
        format!("{} is {} of {table}", self.name_of(duty.person), duty.post.in_book().name())
    }

    /// Checks the books at every time at which a duty begins, as when a post is assigned. A place of the roster is vacant
    /// while it names nobody; other posts are held by those who have them now.
    fn check_by_books(&self, all: &[Numbered], now: Now) -> Result<(), Rejection> {
        let mut file = self.office.house_file()?.clone();
        for (_, duty) in all {
            set_post(&mut file, &self.table(duty.table)?.name, duty.post, None);
        }
        let mut present: Vec<Duty> = Vec::new();
        for begins in all.chunk_by(|(_, one), (_, other)| one.from == other.from) {
            let Some((_, Duty { from: at, .. })) = begins.first() else { continue };
            let over = present.extract_if(.., |duty| duty.to <= *at).collect::<Vec<_>>();
            for duty in &over {
                self.vacate(&mut file, duty)?;
            }
            present.extend(begins.iter().map(|(_, duty)| *duty));
            for (_, duty) in begins {
                let staff = Some(self.staff_name(duty.person)?);
                set_post(&mut file, &self.table(duty.table)?.name, duty.post, staff);
            }
            if let Some(breach) = self.fresh_breach(&file, begins, now.date_at(*at))? {
                let number = self.number_of(&breach, begins);
                let mut rejection = Rejection::by_breach(&breach);
                rejection.found = format!("at {}: {}", now.clock(*at), breach.found);
                return Err(match number {
                    Some(number) => rejection.of_duty(number, *at),
                    None => rejection,
                });
            }
        }
        Ok(())
    }

    /// The first breach that the duties which begin at one time bring about, at any table of their people.
    fn fresh_breach(
        &self,
        file: &HouseFile,
        begins: &[Numbered],
        date: jiff::civil::Date,
    ) -> Result<Option<Breach>, Rejection> {
        let law = self.library.law();
        let staff = begins.iter().map(|(_, duty)| self.staff_name(duty.person));
        let staff = staff.collect::<Result<Vec<_>, _>>()?;
        let is_theirs = |(_, holder): &(_, toml::Spanned<String>)| staff.contains(&holder.get_ref().as_str());
        let tables = file.tables.iter().filter(|table| table.posts.iter().any(is_theirs));
        let found: Vec<Breach> = tables.flat_map(|table| check_table(file, table, law, date)).collect();
        if found.is_empty() {
            return Ok(None);
        }
        let mut before = file.clone();
        for (_, duty) in begins {
            self.vacate(&mut before, duty)?;
        }
        let known: Vec<Breach> =
            before.tables.iter().flat_map(|table| check_table(&before, table, law, date)).collect();
        let is_known = |breach: &Breach| {
            known.iter().any(|old| (&old.found, &old.cites) == (&breach.found, &breach.cites))
        };
        Ok(found.into_iter().find(|breach| !is_known(breach)))
    }

    /// The number of the duty that a breach is about: the one at its table, or else the first that begins then.
    fn number_of(&self, breach: &Breach, begins: &[Numbered]) -> Option<usize> {
        let is_there =
            |(_, duty): &&Numbered| self.table(duty.table).is_ok_and(|table| *table.name == *breach.table);
        let there = begins.iter().filter(is_there).find_map(|(number, _)| *number);
        there.or_else(|| begins.iter().find_map(|(number, _)| *number))
    }

    /// Takes the person of a duty from the post in a house file.
    fn vacate(&self, file: &mut HouseFile, duty: &Duty) -> Result<(), Rejection> {
        let (table, staff) = (&self.table(duty.table)?.name, self.staff_name(duty.person)?);
        let table = file.tables.iter_mut().find(|known| **known.name.get_ref() == **table);
        let post = duty.post.in_book();
        if let Some(table) = table {
            table.posts.retain(|(of, holder)| *of != post || holder.get_ref() != staff);
        }
        Ok(())
    }
}

/// Checks the time of a roster: not over, and neither too long ago nor too far ahead.
fn check_period(from: i64, to: i64, now: Now) -> Result<(), Rejection> {
    if from >= to || !is_whole_minute(from) || !is_whole_minute(to) {
        let found = "the roster does not end after its beginning, at whole minutes";
        let allowed = "give its beginning and an end after it, without seconds";
        return Err(Rejection::new(RejectionCode::Malformed, found, allowed));
    }
    let last = now.at + ROSTER_DAYS * DAY_MS;
    if to > last {
        let found = format!("the roster ends more than {ROSTER_DAYS} days ahead");
        return Err(Rejection::new(
            RejectionCode::Limit,
            found,
            format!("at the latest {}", now.clock(last)),
        ));
    }
    if to <= now.at {
        return Err(Rejection::order("the time of the roster is over", "plan a time that is still to come"));
    }
    let first = now.at - DUTY_REMAINS_MS;
    if from < first {
        let allowed = format!("it begins at the earliest {}", now.clock(first));
        return Err(Rejection::order("the roster begins too long ago", allowed));
    }
    Ok(())
}

/// Checks a number of duties.
fn check_number(number: usize, most: usize, of: &str, remedy: &str) -> Result<(), Rejection> {
    if number <= most {
        return Ok(());
    }
    let found = format!("{of} would have {number} duties");
    Err(Rejection::new(RejectionCode::Limit, found, format!("at most {most}: {remedy}")))
}

const fn is_whole_minute(at: i64) -> bool {
    at % MINUTE_MS == 0
}

/// What nobody else has while a duty lasts. An inspector has as many tables as the book permits.
fn singles(duty: &Duty) -> Vec<Single> {
    let Duty { table, post, person, .. } = *duty;
    match post {
        TablePost::Inspector => vec![Single::Place(table, post)],
        // A table may have several of them.
        TablePost::BaseDealer => vec![Single::Dealer(person)],
        TablePost::Dealer | TablePost::PalettePerson => {
            vec![Single::Dealer(person), Single::Place(table, post)]
        }
    }
}
