//! Law is pinned: a house plays, judges and replays by the editions of rulebooks that it has adopted, whatever the
//! program has. What cannot be played again suspends its table, and the house opens.

mod suspended;
mod written;

use crate::common::{self, ANN, BEN, INSPECTOR, MANAGER, Rig, money, shelf};
use croupier_house::bounds::EDITION_BYTES;
use croupier_house::command::{Announcement, Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, TableId};
use croupier_house::journal::Entry;
use croupier_house::office::OfficeAction;
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::Mode;
use croupier_house::{House, RejectionCode};
use croupier_rules::book::Shelf;
use croupier_rules::judge;
use written::{digest_of, opened, stripped};

/// The book of the wheel that all these tests play at.
pub(crate) const BOOK: &str = "scotland-1970";
pub(crate) const WHEEL: &str = "Wheel 1";

/// The text of the built-in edition.
pub(crate) fn first_text() -> &'static str {
    shelf().book(BOOK).unwrap().text()
}

/// The text of another edition: two numbers are paid 16 to 1.
pub(crate) fn other_text() -> String {
    let text = first_text();
    assert_eq!(text.matches("odds = \"17 to 1\"").count(), 1);
    text.replace("odds = \"17 to 1\"", "odds = \"16 to 1\"")
}

/// The books of a program with the other edition.
pub(crate) fn other_shelf() -> &'static Shelf {
    let mut shelf = Shelf::built_in();
    shelf.add("other.toml", &other_text()).unwrap();
    Box::leak(Box::new(shelf))
}

pub(crate) fn announce(rig: &mut Rig, id: TableId, what: Announcement) {
    rig.must_at(MANAGER, id, TableCommand::Announce(what));
}

/// Two people bet; two numbers of Ann win if the ball says so.
pub(crate) fn bets(rig: &mut Rig, id: TableId) {
    announce(rig, id, Announcement::PlaceYourBets);
    rig.bet(ANN, id, "numbers 1 2", money(10)).unwrap();
    rig.bet(BEN, id, "red", money(20)).unwrap();
}

pub(crate) fn ball(rig: &mut Rig, id: TableId, ball: &str) {
    rig.must_at(MANAGER, id, TableCommand::Enter { lines: ball.to_owned() });
    rig.must_at(MANAGER, id, TableCommand::ConfirmEntry);
}

/// What Ann wins in a round in which the ball falls on one of her two numbers.
fn win(rig: &mut Rig, id: TableId) -> i64 {
    let before = rig.chips(ANN);
    bets(rig, id);
    ball(rig, id, "ball 1");
    rig.chips(ANN).minor() - before.minor()
}

fn edition_at(house: &House<'_>, id: TableId) -> [u8; 32] {
    house.table(id).unwrap().open().unwrap().in_force.digest
}

fn close(rig: &mut Rig, id: TableId) {
    rig.agree(id, ProposedAction::Close { closer: Count::default() }).unwrap();
}

fn reopen(rig: &mut Rig, id: TableId) {
    let opener = rig.counted(id);
    rig.agree(id, ProposedAction::Open { mode: Mode::Attended, opener }).unwrap();
    for person in [ANN, BEN] {
        rig.must_at(person, id, TableCommand::Sit { person });
    }
}

/// The edition that each round was played by.
fn played_by(journal: &[Entry]) -> Vec<[u8; 32]> {
    let book = |entry: &Entry| match &entry.body.event {
        Event::RoundBegan { book, .. } => Some(*book),
        _ => None,
    };
    journal.iter().filter_map(book).collect()
}

#[test]
fn a_new_house_begins_with_its_editions_stored() {
    let rig = Rig::founded();
    let library = &rig.house.library;
    let books: Vec<&str> = shelf().books().iter().map(croupier_rules::book::Book::id).collect();
    assert_eq!(library.adopted().len(), books.len());
    for book in shelf().books() {
        let digest = digest_of(book.text());
        assert_eq!(library.adopted().get(book.id()), Some(&digest));
        assert!(library.is_stored(&digest));
    }
    let adopted = rig.journal.iter().position(|e| matches!(e.body.event, Event::HouseFileAdopted { .. }));
    let stored = rig.journal.iter().rposition(|e| matches!(e.body.event, Event::EditionAdopted { .. }));
    assert!(stored.unwrap() < adopted.unwrap(), "the texts come before the house file that names them");
    // Another start stores nothing again, and no person can ask for it.
    let mut rig = rig;
    let store = |by| Request { key: None, by, command: Command::StoreEditions };
    let before = rig.house.state_digest().unwrap();
    assert!(rig.order(&store(Actor::House)).unwrap().entries.is_empty());
    assert_eq!(rig.order(&store(Actor::Person(MANAGER))).unwrap_err().code, RejectionCode::Authority);
    assert_eq!(rig.house.state_digest().unwrap(), before);
}

#[test]
fn a_program_with_another_edition_plays_by_the_adopted_one_until_two_people_adopt_it() {
    let (first, other) = (digest_of(first_text()), digest_of(&other_text()));
    let mut rig = Rig::new();
    rig.audited = false;
    let id = rig.open(WHEEL, Mode::Attended);
    assert_eq!(win(&mut rig, id), 17_000);
    bets(&mut rig, id);

    // The program is replaced in the middle of a round.
    rig.house = opened(&rig.journal, other_shelf());
    assert_eq!((rig.table(id).suspension.is_none(), edition_at(&rig.house, id)), (true, first));
    let before = rig.chips(ANN);
    ball(&mut rig, id, "ball 2");
    assert_eq!(rig.chips(ANN).minor() - before.minor(), 18_000, "stake and winnings by the first edition");
    let by = rig.house.library.find(BOOK, &first).unwrap();
    let mut books = Shelf::default();
    books.put(by.clone());
    let record = rig.table(id).open().unwrap().record.clone();
    let verdict = judge(&books, record.as_bytes(), rig.now.date).unwrap();
    assert_eq!(verdict.rows[0].profit, money(170), "the judge has the edition of the round");
    // A table that opens now opens under it too.
    let second = rig.open("Wheel 2", Mode::Attended);
    assert_eq!(edition_at(&rig.house, second), first);

    // One person cannot adopt the edition of the program.
    let action = OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest: other };
    rig.must(Actor::Person(MANAGER), Command::ProposeOffice(action.clone()));
    let proposal = rig.house.office.proposals.made;
    let alone = rig.give(Actor::Person(MANAGER), Command::AuthoriseOffice { proposal }).unwrap_err();
    assert_eq!(alone.code, RejectionCode::Authority);
    let player = rig.give(Actor::Person(ANN), Command::ProposeOffice(action.clone())).unwrap_err();
    assert_eq!(player.code, RejectionCode::Authority);
    assert_eq!(rig.house.library.edition_of(BOOK), Some(first));
    rig.must(Actor::Person(INSPECTOR), Command::AuthoriseOffice { proposal });
    assert_eq!(rig.house.library.edition_of(BOOK), Some(other));
    let again = rig.agree_office(action).unwrap_err();
    assert_eq!(again.code, RejectionCode::Order);

    // Open tables go on as they are; the next opening plays by it.
    assert_eq!(win(&mut rig, id), 17_000);
    close(&mut rig, id);
    reopen(&mut rig, id);
    assert_eq!(win(&mut rig, id), 16_000);
    assert_eq!(played_by(&rig.journal), [first, first, first, other]);

    // Every program opens all of it to the same state.
    let digest = rig.house.state_digest().unwrap();
    for books in [shelf(), other_shelf()] {
        let again = opened(&rig.journal, books);
        assert!(again.tables().iter().all(|table| table.suspension.is_none()));
        assert_eq!(again.state_digest().unwrap(), digest);
        let pace = croupier_house::table::Pace::NONE;
        let restored = House::from_snapshot(&again.snapshot().unwrap(), books, "test", pace).unwrap();
        assert_eq!((restored.state_digest().unwrap(), edition_at(&restored, second)), (digest, first));
    }
}

#[test]
fn an_edition_that_nobody_has_cannot_be_adopted() {
    let mut rig = Rig::founded();
    let unknown = OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest: [7; 32] };
    assert_eq!(rig.agree_office(unknown).unwrap_err().code, RejectionCode::Order);
    let digest = digest_of(shelf().book("mpumalanga").unwrap().text());
    let other_book = OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest };
    assert_eq!(rig.agree_office(other_book).unwrap_err().code, RejectionCode::Malformed);
}

/// An edition that no program has is adopted by its text, and every mistake in it is said with its place.
#[test]
fn an_edition_is_adopted_by_its_text_and_mistakes_are_said_with_their_place() {
    let mut rig = Rig::new();
    rig.audited = false;
    let id = rig.open(WHEEL, Mode::Attended);
    assert_eq!(win(&mut rig, id), 17_000);
    let adopt =
        |rulebook: &str, text: &str| OfficeAction::AdoptText { rulebook: rulebook.into(), text: text.into() };
    let later = other_text().replace("from = 1970-07-01", "from = 1990-07-01");
    let line = |text: &str, start: &str| 1 + text.lines().position(|line| line.starts_with(start)).unwrap();
    let not_yet = other_text().replace("from = 1970-07-01", "from = 2901-07-01");
    let broken = other_text().replace("family = \"roulette\"", "family = \"rulette\"");
    let foreign = other_text().replace("id = \"scotland-1970\"", "id = \"narnia\"");
    let long = format!("{later}#{}", "x".repeat(EDITION_BYTES));
    let before = rig.house.state_digest().unwrap();
    let mistakes = [
        (BOOK, broken.clone(), format!("line {}", line(&broken, "family = \"rulette\""))),
        (
            "narnia",
            foreign.clone(),
            format!("line {}, column 1: no table of this house plays by `narnia`", line(&foreign, "id =")),
        ),
        (BOOK, not_yet.clone(), format!("line {}", line(&not_yet, "[in_force]"))),
        (BOOK, first_text().to_owned(), "the house plays by this edition".to_owned()),
        ("mpumalanga", later.clone(), "the text is one of scotland-1970".to_owned()),
        (BOOK, long, "bytes".to_owned()),
        (BOOK, "what?".to_owned(), "line 1".to_owned()),
    ];
    for (book, text, found) in mistakes {
        let refused =
            rig.give(Actor::Person(MANAGER), Command::ProposeOffice(adopt(book, &text))).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Malformed, "{refused}");
        assert!(refused.found.contains(&found), "{found}: {refused}");
    }
    assert_eq!(rig.house.state_digest().unwrap(), before);

    rig.agree_office(adopt(BOOK, &later)).unwrap();
    assert_eq!(rig.house.library.edition_of(BOOK), Some(digest_of(&later)));
    assert!(rig.house.library.is_stored(&digest_of(&later)));
    assert_eq!(win(&mut rig, id), 17_000, "an open table goes on as it was");
    close(&mut rig, id);
    reopen(&mut rig, id);
    assert_eq!(win(&mut rig, id), 16_000);
    let older = rig.agree_office(adopt(BOOK, first_text())).unwrap_err();
    let place = format!("line {}, column 2: this edition is older", line(first_text(), "[in_force]"));
    assert!(older.found.contains(&place), "{older}");
    // By its digest the house returns to what it has played by.
    let digest = digest_of(first_text());
    rig.agree_office(OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest }).unwrap();
    let state = rig.house.state_digest().unwrap();
    for books in [shelf(), other_shelf()] {
        assert_eq!(opened(&rig.journal, books).state_digest().unwrap(), state);
    }
}

#[test]
fn an_edition_without_the_games_of_the_house_cannot_be_adopted() {
    let text =
        first_text().replace("[game.roulette]", "[game.rolly]").replace("game.roulette.", "game.rolly.");
    let text =
        text.replace("\"roulette\"", "\"rolly\"").replace("family = \"rolly\"", "family = \"roulette\"");
    let text = text.replace("game/roulette/", "game/rolly/");
    let mut books = Shelf::built_in();
    books.add("rolly.toml", &text).unwrap();
    let rig = Rig::founded();
    let mut rig = Rig { house: opened(&rig.journal, Box::leak(Box::new(books))), ..rig };
    let action = OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest: digest_of(&text) };
    let rejection = rig.agree_office(action).unwrap_err();
    assert!(rejection.found.contains("the house file does not fit this edition"), "{rejection}");
}

#[test]
fn a_journal_without_texts_plays_by_the_books_of_the_program_where_they_agree() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Attended);
    win(&mut rig, id);
    bets(&mut rig, id);
    let old = stripped(&rig.journal);
    let mut house = opened(&old, shelf());
    assert!(house.library.adopted().is_empty() && house.lacks_editions());
    assert_eq!(edition_at(&house, id), digest_of(first_text()));

    // The first start stores the texts, and a later program with another edition goes on by them.
    let store = Request { key: None, by: Actor::House, command: Command::StoreEditions };
    let done = house.commit(&store, rig.now, &mut rig.chance).unwrap();
    assert!(!house.lacks_editions());
    let journal: Vec<Entry> = old.iter().cloned().chain(done.entries).collect();
    let later = opened(&journal, other_shelf());
    assert_eq!(edition_at(&later, id), digest_of(first_text()));
    assert_eq!(later.state_digest().unwrap(), house.state_digest().unwrap());

    // Without the texts, a program with another edition opens the house and suspends the table.
    let mut without = opened(&old, other_shelf());
    let suspension = without.table(id).unwrap().suspension.as_ref().unwrap();
    assert!(suspension.reason.contains("edition"), "{}", suspension.reason);
    common::assert_same_money(&without, &house);
    // It does not take up the edition of the program by being started.
    let done = without.commit(&store, rig.now, &mut rig.chance).unwrap();
    assert_eq!(without.library.edition_of(BOOK), Some(digest_of(first_text())));
    assert!(done.entries.iter().all(|entry| match &entry.body.event {
        Event::EditionStored { rulebook, .. } => &**rulebook != BOOK,
        _ => true,
    }));

    // A program that has the edition again plays by it, and stores the text.
    let journal: Vec<Entry> = old.into_iter().chain(done.entries).collect();
    let mut again = opened(&journal, shelf());
    assert_eq!(edition_at(&again, id), digest_of(first_text()));
    assert!(again.lacks_editions());
    again.commit(&store, rig.now, &mut rig.chance).unwrap();
    assert!(again.library.is_stored(&digest_of(first_text())) && !again.lacks_editions());
}
