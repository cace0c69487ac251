//! Every table in five lines: short, true for its rules, with examples that the table itself understands.

use croupier_rules::book::{Chosen, GameBook};
use croupier_rules::guide::{Guide, STEPS_MAX};
use croupier_rules::offer::{guide, quote};

use crate::example_books::shelf;

/// The most characters of a line: two lines of a phone's column of text.
const LINE_MAX: usize = 170;

fn guides(mut each: impl FnMut(&GameBook, Guide)) {
    for book in shelf().books() {
        for game in book.games() {
            each(game, guide(&game.table(&Chosen::default())));
        }
    }
}

#[test]
fn every_table_is_explained_in_five_lines_of_whole_sentences() {
    let mut games = 0;
    guides(|game, guide| {
        games += 1;
        let id = game.id();
        assert!((2..=STEPS_MAX).contains(&guide.round.len()), "{id}: {} steps", guide.round.len());
        let lines = guide.round.iter().map(|step| &step.text).chain([&guide.aim]);
        for line in lines {
            assert!(line.len() <= LINE_MAX && line.ends_with('.'), "{id}: {line}");
            assert!(line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{id}: {line}");
            assert!(!line.contains("  ") && !line.contains(" ,") && !line.contains(": ."), "{id}: {line}");
        }
    });
    assert!(games >= 20, "{games}");
}

#[test]
fn the_bets_of_a_guide_are_wagers_of_the_table() {
    let mut bets = 0;
    guides(|game, guide| {
        let rules = game.table(&Chosen::default());
        for bet in guide.round.iter().filter_map(|step| step.bet.as_deref()) {
            let words: Vec<&str> = bet.split(' ').collect();
            assert!(quote(&rules, game.conduct(), &words).is_ok(), "{}: {bet}", game.id());
            bets += 1;
        }
    });
    assert!(bets >= 20, "{bets}");
}

#[test]
fn a_guide_says_what_its_own_book_says() {
    let shelf = shelf();
    let text = |id: &str| {
        let (_, game) = shelf.game(id).unwrap();
        let guide = guide(&game.table(&Chosen::default()));
        guide.round.into_iter().map(|step| step.text + " ").collect::<String>()
    };
    let blackjack = text("atlantic-city/blackjack");
    assert!(blackjack.contains("one face up and one face down"), "{blackjack}");
    let scottish = text("scotland-1970/blackjack");
    assert!(!scottish.contains("one face up and one face down"), "{scottish}");
    assert!(text("france/roulette").contains("37 pockets"), "{}", text("france/roulette"));
    assert!(text("atlantic-city/roulette").contains("38 pockets"), "{}", text("atlantic-city/roulette"));
    let crapless = text("nevada/crapless-craps");
    assert!(
        crapless.contains("7 wins at once.") && text("nevada/craps").contains("loses at once"),
        "{crapless}"
    );
    let poker = text("three-card-poker/three-card-poker");
    assert!(poker.contains("3 cards") && poker.contains("Q high"), "{poker}");
}
