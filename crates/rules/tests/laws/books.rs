//! The books and the laws name each other: what is enforced has a law, and every law is in its book.

use croupier_rules::book::{Book, Provision, ProvisionKind};
use libtest_mimic::{Failed, Trial};

use crate::{SHELF, laws};

/// What is wrong with the books and laws, fault by fault.
type Check = fn() -> Vec<String>;

/// The checks, each a test of its own.
pub(crate) fn trials() -> impl Iterator<Item = Trial> {
    let checks: [(&str, Check); 4] = [
        ("every_enforced_provision_has_a_law_and_a_mutation", lacking),
        ("every_law_that_a_book_names_is_registered_for_that_provision", unknown),
        ("every_registered_law_is_named_in_its_book", unnamed),
        ("no_law_is_registered_twice", twice),
    ];
    checks.into_iter().map(|(name, check)| Trial::test(format!("books {name}"), move || none(&check())))
}

fn none(faults: &[String]) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn provisions() -> impl Iterator<Item = (&'static Book, &'static Provision)> {
    SHELF.books().iter().flat_map(|book| book.provisions().iter().map(move |provision| (book, provision)))
}

/// Whether the book has a game that the provision concerns; one that names no game concerns all.
fn concerns_a_game(book: &Book, provision: &Provision) -> bool {
    provision.games.is_empty()
        || book.games().iter().any(|game| provision.games.iter().any(|id| id == game.id()))
}

fn lacking() -> Vec<String> {
    let due = provisions().filter(|(book, provision)| {
        provision.kind == ProvisionKind::Enforced
            && provision.awaits.is_none()
            && concerns_a_game(book, provision)
    });
    let lacks = due.filter(|(_, provision)| provision.enforced_by.is_empty() || provision.mutation.is_none());
    lacks
        .map(|(book, provision)| format!("{} {} lacks enforced_by or mutation", book.id(), provision.id))
        .collect()
}

fn unknown() -> Vec<String> {
    let mut faults = Vec::new();
    for (book, provision) in provisions() {
        for name in &provision.enforced_by {
            let known =
                laws().any(|law| law.book() == book.id() && law.cite == provision.id && law.name == name);
            if !known {
                faults.push(format!("{} {} names `{name}`, which is no law for it", book.id(), provision.id));
            }
        }
    }
    faults
}

fn unnamed() -> Vec<String> {
    let named = |law: &&crate::law::Registered| {
        provisions().any(|(book, provision)| {
            law.book() == book.id()
                && law.cite == provision.id
                && provision.enforced_by.iter().any(|name| name == law.name)
        })
    };
    laws().filter(|law| !named(law)).map(|law| format!("`{}` is not in its book", law.title())).collect()
}

fn twice() -> Vec<String> {
    let mut titles: Vec<String> = laws().map(crate::law::Registered::title).collect();
    titles.sort();
    titles
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| format!("`{}` occurs twice", pair[0]))
        .collect()
}
