//! The staff at a table, and the number of tables that one person has at once.

use super::case::{Case, Lack};
use super::file::HouseFile;
use super::hours::time;
use super::table::HouseTable;
use crate::book::Post;

/// Checks that a person with this post is at the table, and at no more tables at once than permitted.
pub(super) fn at_post(post: Post, tables_max: Option<u8>, case: &Case<'_>) -> Result<(), Lack> {
    let (house, table) = (case.house, case.table);
    let allowed = format!("a person of the staff with the post of {} is at the table", post.name());
    let Some(name) = table.at_post(post) else {
        return Err(Lack::new(table.name.span(), format!("no {} is at the table", post.name()), allowed));
    };
    if let Some(person) = house.person(name.get_ref()).filter(|person| person.post != post) {
        let found =
            format!("{} is at the table as {}, but is {}", name.get_ref(), post.name(), person.post.name());
        return Err(Lack::new(name.span(), found, allowed));
    }
    let Some(most) = tables_max.map(usize::from) else { return Ok(()) };
    match one_too_many(house, post, name.get_ref(), most) {
        Some((last, minute, count)) if last.name.get_ref() == table.name.get_ref() => {
            let found =
                format!("{} is {} at {count} tables at {}", name.get_ref(), post.name(), time(minute));
            Err(Lack::new(name.span(), found, format!("at most {most} tables at once")))
        }
        _ => Ok(()),
    }
}

/// The first time at which a person has too many tables: the first table over the limit, the minute of the day, and
/// the number of open tables.
fn one_too_many<'a>(
    house: &'a HouseFile,
    post: Post,
    name: &str,
    most: usize,
) -> Option<(&'a HouseTable, u16, usize)> {
    let has = |table: &&HouseTable| table.at_post(post).is_some_and(|person| person.get_ref() == name);
    let tables: Vec<&HouseTable> = house.tables.iter().filter(has).collect();
    // The number of open tables is highest just after one opens. A table without hours is always open.
    let openings = tables.iter().map(|table| table.hours.as_ref().map_or(0, |hours| hours.get_ref().from()));
    openings.into_iter().find_map(|minute| {
        let is_open =
            |table: &&&HouseTable| table.hours.as_ref().is_none_or(|hours| hours.get_ref().hold(minute));
        let open: Vec<&&HouseTable> = tables.iter().filter(is_open).collect();
        open.get(most).map(|table| (**table, minute, open.len()))
    })
}
