//! A file that is wrong throughout is reported in time that grows with its length, each fault once and in its words.

use std::fmt::Write;
use std::time::Duration;

use croupier_rules::book::{Book, Shelf};
use rustix::time::{ClockId, clock_gettime};

/// Of this thread's own processor time, which a busy machine does not stretch much: each case takes less than two seconds.
const LIMIT: Duration = Duration::from_secs(6);

const MANY: usize = 60_000;

fn built_in(book: &str) -> &'static str {
    Shelf::built_in_files().find(|(name, _)| name.contains(book)).unwrap().1
}

/// A book with one part added many times.
fn with_many(book: &str, many: usize, part: impl Fn(usize) -> String) -> String {
    (0..many).fold(built_in(book).to_owned(), |mut text, number| {
        text.write_str(&part(number)).unwrap();
        text
    })
}

/// The processor time that this thread has used.
fn used() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

/// What is made of a file, in time.
fn in_time<T>(text: &str, read: impl Fn(&str) -> T) -> T {
    let start = used();
    let made = read(text);
    let took = used().checked_sub(start).unwrap();
    assert!(took < LIMIT, "{} lines took {took:?}", text.lines().count());
    made
}

/// The faults of a file as text.
fn report(text: &str) -> String {
    in_time(text, |text| Book::read("book", text).unwrap_err().to_string())
}

fn count(report: &str, words: &str) -> usize {
    report.lines().filter(|line| line.contains(words)).count()
}

#[test]
fn unknown_keys() {
    let keys: String = (0..MANY).map(|number| format!("k{number} = 1\n")).collect();
    let report = report(&(keys + built_in("western")));
    assert_eq!(count(&report, "unknown key"), MANY);
    assert!(report.contains("book:60000:1: unknown key `k59999`"), "{}", &report[report.len() - 300..]);
}

#[test]
fn citations_of_nothing() {
    let text = with_many("western", MANY, |number| format!("[[requirement]]\ncite = \"zz {number}\"\n"));
    assert_eq!(count(&report(&text), ": "), MANY + 1);
}

#[test]
fn provisions_that_occur_twice() {
    let row = |_| "[[provision]]\nid = \"p\"\ngist = \"g\"\nkind = \"enforced\"\n".to_owned();
    assert_eq!(count(&report(&with_many("western", MANY, row)), "occurs twice"), MANY - 1);
    let rows = vec!["{ id = \"p\", gist = \"g\", kind = \"enforced\" }"; MANY].join(",");
    let one_line = built_in("western").replace("[[provision]]", "[[was]]");
    assert_eq!(count(&report(&format!("provision = [{rows}]\n{one_line}")), "occurs twice"), MANY - 1);
}

#[test]
fn mutations_of_nothing() {
    let text = with_many("western", MANY, |number| {
        let mutation = format!("mutation = {{ at = \"provision/p{number}/none\", to = 1 }}");
        format!("[[provision]]\nid = \"p{number}\"\ngist = \"g\"\nkind = \"enforced\"\n{mutation}\n")
    });
    assert_eq!(count(&report(&text), "which is not in the file"), MANY);
}

#[test]
fn wagers_and_settings_that_cannot_be_read() {
    let text = with_many("scotland", MANY / 2, |number| {
        format!(
            "[[game.roulette.wager]]\nname = \"w{number}\"\nodds = \"x\"\nsize = 1\ncite = \"reg. 3(5)(a)\"\n"
        )
    });
    assert!(count(&report(&text), "odds") >= MANY / 2);
    let text = with_many("scotland", MANY / 2, |number| {
        format!("[[game.roulette.setting]]\nkey = \"s{number}\"\ncite = \"reg. 3(5)(a)\"\n")
    });
    report(&text);
}

/// What an amendment does not touch is not read again.
#[test]
fn amendments_of_a_large_book() {
    let text = with_many("scotland", 2000, |number| {
        let set = match number % 4 {
            0 => format!("game/roulette/wager/numbers 3/odds\", to = \"{} to 1", number % 7 + 1),
            1 => format!("game/blackjack/blackjack/odds\", to = \"{} to 2", number % 5 + 4),
            2 => format!("provision/reg. 3(5)(a)/gist\", to = \"as amended {number} times"),
            _ => format!("title\", to = \"the regulations, {number}"),
        };
        let (year, month, day) = (1971 + number / 300, number / 25 % 12 + 1, number % 25 + 1);
        format!("[[amendment]]\nfrom = {year}-{month:02}-{day:02}\nset = [{{ at = \"{set}\" }}]\n")
    });
    let book = in_time(&text, |text| Book::read("book", text).unwrap());
    assert_eq!(book.on(jiff::civil::Date::MAX).title(), "the regulations, 1999");
}

/// The first wrong amendment is not the fault of those that follow it.
#[test]
fn amendments() {
    let amendment = |number: usize, at: &str, to: &str| {
        let (year, month, day) = (1991 + number / 300, number % 12 + 1, number / 12 % 25 + 1);
        format!(
            "[[amendment]]\nfrom = {year}-{month:02}-{day:02}\nset = [{{ at = \"{at}\", to = \"{to}\" }}]\n"
        )
    };
    let many = |wrong: Option<usize>| {
        with_many("western", 2000, |number| match wrong == Some(number) {
            true => amendment(number, "game/in-between/family", "none"),
            false => amendment(number, "title", &number.to_string()),
        })
    };
    in_time(&many(None), |text| Book::read("book", text).unwrap());
    let report = report(&many(Some(7)));
    assert_eq!(report.lines().count(), 2, "{report}");
    assert!(
        report.contains("as amended from 1991-08-01 it is no book: ") && !report.contains("the amended book")
    );
}
