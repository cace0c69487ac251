//! Posts of the house file: roles are held through them, and two of them must be filled before a house is founded.

use croupier_rules::book::Post;
use croupier_rules::house::HouseFile;

use super::person::Person;
use super::recovery::{RECOVERIES_MAX, Recovery};
use super::role::Role;
use super::state::Office;
use crate::ids::PersonId;
use crate::rejection::Rejection;

impl Office {
    /// The post through which a person holds a role; `None` for players and regulators, and for staff whom the house file
    /// does not name in a post that fits.
    pub fn post_of(&self, person: PersonId) -> Option<Post> {
        self.person(person).ok().and_then(|person| self.post_held(person))
    }

    /// Where no house file was ever readable by this program, people hold the posts that they were enrolled for, so that
    /// two of them can adopt one that it reads.
    fn post_held(&self, person: &Person) -> Option<Post> {
        match &self.house_file {
            Some(file) => post_in(file, person),
            None => self.unreadable_file.as_ref().and_then(|_| person.role.post()),
        }
    }

    /// Checks that the person holds the role through a post of the house file.
    pub(crate) fn check_post(&self, person: PersonId) -> Result<(), Rejection> {
        let known = self.person(person)?;
        if !known.role.is_staff() || self.post_of(person).is_some() {
            return Ok(());
        }
        let found = format!("the house file does not name {} as {}", known.handle, known.role.name());
        Err(Rejection::authority_because(found, "a role is held through a post of the house file"))
    }

    /// Whether the first two posts are filled: that of a manager, and another one that authorises.
    pub(crate) fn is_filled(&self) -> bool {
        filling(|| self.holders()).is_some()
    }

    /// The people in the first two posts, if this enrolment is added: a manager, and an inspector or cashier.
    pub(crate) fn filling_with(&self, added: &Person) -> Option<[PersonId; 2]> {
        let post = self.post_held(added);
        let next = self.next_person().ok()?;
        filling(|| self.holders().chain(post.map(|post| (next, post))))
    }

    fn holders(&self) -> impl Iterator<Item = (PersonId, Post)> {
        self.people().filter_map(|(id, _)| self.post_of(id).map(|post| (id, post)))
    }

    /// Whether an enrolled manager would still hold the post under another house file.
    pub(crate) fn has_manager_under(&self, file: &HouseFile, is_served: impl Fn(PersonId) -> bool) -> bool {
        self.people().any(|(id, person)| {
            person.role == Role::Manager && post_in(file, person).is_some() && is_served(id)
        })
    }

    pub(crate) fn note_recovery(&mut self, recovery: Recovery) {
        if self.recoveries.len() >= RECOVERIES_MAX {
            self.recoveries.remove(0);
        }
        self.recoveries.push(recovery);
    }
}

/// The first manager among the holders of posts, and the first of another post that authorises.
fn filling<I: Iterator<Item = (PersonId, Post)>>(holders: impl Fn() -> I) -> Option<[PersonId; 2]> {
    let first = |posts: &[Post]| holders().find(|(_, post)| posts.contains(post)).map(|(id, _)| id);
    Some([first(&[Post::Manager])?, first(&[Post::Inspector, Post::Cashier])?])
}

/// The post through which a person holds a role under a house file.
fn post_in(file: &HouseFile, person: &Person) -> Option<Post> {
    match &person.staff {
        Some(name) => file.person(name).map(|known| known.post).filter(|post| person.role.fits(*post)),
        // Earlier versions enrolled the founder of a house whose file names no manager.
        None => (person.role == Role::Manager).then_some(Post::Manager),
    }
}
