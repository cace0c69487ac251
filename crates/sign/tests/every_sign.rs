//! Every game of every book has a sign in every format, and all that it offers is on it.

use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::contract::Payout;
use croupier_rules::offer::{self, Listing};
use croupier_sign::{Paper, Sign};

use crate::shelf::shelf;

fn games(shelf: &Shelf) -> impl Iterator<Item = (&Book, &GameBook)> {
    shelf.books().iter().flat_map(|book| book.games().iter().map(move |game| (book, game)))
}

/// A house that has chosen limits.
fn chosen(game: &GameBook) -> Chosen {
    let mut chosen = Chosen::default();
    chosen.choose("min", "2.50", &game.envelope()).unwrap();
    chosen.choose("max", "1234", &game.envelope()).unwrap();
    chosen
}

/// All words of an SVG or a page, the entities read.
fn words(xml: &str) -> String {
    let document = roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error}"));
    let texts = document.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

/// A page of ours is XML too, but for its first line and the tags that HTML leaves open.
fn page_words(html: &str) -> String {
    let body = html.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let closed = body.lines().map(|line| match line.strip_prefix("<meta ") {
        Some(rest) => format!("<meta {}/>", rest.trim_end_matches('>')),
        None => line.to_owned(),
    });
    words(&closed.collect::<Vec<_>>().join("\n"))
}

fn on_the_sign(text: &str, book: &Book, listing: &Listing, whose: &str) {
    for ending in &listing.endings {
        let Some(odds) = ending.odds() else { continue };
        assert!(text.contains(&odds.to_string()), "{whose} lacks the odds {odds} of {:?}", listing.forms);
        let cites: Vec<&str> = ending.cites.iter().map(|rule| book.citations().text(rule)).collect();
        assert!(!cites.is_empty(), "{whose}: {:?} cites nothing", listing.forms);
        assert!(text.contains(&cites.join(", ")), "{whose} lacks {cites:?} of {:?}", listing.forms);
    }
    let returned = |ending: &&offer::Ending| ending.is_case && ending.payout == Some(Payout::Void);
    if listing.endings.iter().any(|ending| returned(&ending)) {
        assert!(text.contains("void"), "{whose} does not say when {:?} is returned", listing.forms);
    }
    if let Some(commission) = listing.commission {
        let (rate, cite) = (commission.rate.to_string(), book.citations().text(commission.cite));
        assert!(text.contains("ommission"), "{whose} lacks the commission of {:?}", listing.forms);
        assert!(text.contains(&rate) && text.contains(cite), "{whose} lacks {rate} under {cite}");
    }
}

/// Of several cases that hold the first decides: a natural win is not paid by its margin.
#[test]
fn cases_are_listed_in_the_order_in_which_they_are_tried() {
    let shelf = shelf();
    let sign = |name: &str| {
        let (book, game) = shelf.game(name).unwrap();
        Sign::new(book, game, &Chosen::default()).text()
    };
    let baccarat = sign("macau/baccarat");
    let after = baccarat.split("\nDragon player").nth(1).unwrap();
    let at = |words: &str| after.find(words).unwrap_or_else(|| panic!("no {words} in {after}"));
    assert!(at("player natural") < at("margin 9") && at("margin 9") < at("margin 4"));
    assert!(sign("macau/ez-baccarat").lines().any(|line| line.contains("..  ") && line.contains("void")));
}

#[test]
fn every_format_has_every_wager_with_its_odds_and_provisions() {
    let shelf = shelf();
    for (book, game) in games(&shelf) {
        let chosen = chosen(game);
        let sign = Sign::new(book, game, &chosen).headed("The Thistle & Crown <1>");
        let listings = offer::listings(&game.table(&chosen));
        assert!(!listings.is_empty());
        let formats =
            [("text", sign.text()), ("svg", words(&sign.svg())), ("html", page_words(&sign.html()))];
        for (format, text) in formats {
            let whose = format!("the {format} sign of {}/{}", book.id(), game.id());
            for listing in &listings {
                on_the_sign(&text, book, listing, &whose);
            }
            for must in ["2.50", "1234.00", "The Thistle & Crown <1>", book.id()] {
                let there = text.to_lowercase().contains(&must.to_lowercase());
                assert!(there, "{whose} lacks {must}");
            }
            for note in offer::notes(&game.table(&chosen)) {
                assert!(text.contains(note.topic), "{whose} lacks the note on {}", note.topic);
            }
        }
    }
}

#[test]
fn signs_make_no_request_and_can_be_read_aloud() {
    let shelf = shelf();
    for (book, game) in games(&shelf) {
        let sign = Sign::new(book, game, &Chosen::default());
        for (format, text) in [("svg", sign.svg()), ("html", sign.html())] {
            let plain = text.replace("http://www.w3.org/2000/svg", "");
            for foreign in ["http:", "https:", "//", "url(", "@import", "<script", "src="] {
                assert!(!plain.contains(foreign), "the {format} sign of {} has {foreign}", sign.name);
            }
            for must in ["<title", "<desc", "role=\"img\""] {
                assert!(text.contains(must), "the {format} sign of {} lacks {must}", sign.name);
            }
            assert!(!text.contains("NaN") && !text.contains("inf\""), "{}: a length is no number", sign.name);
        }
    }
}

#[test]
fn what_a_sign_names_by_id_is_there_once() {
    let shelf = shelf();
    for (book, game) in games(&shelf) {
        let svg = Sign::new(book, game, &Chosen::default()).svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let named = document.descendants().filter_map(|node| node.attribute("href"));
        for name in named.filter_map(|href| href.strip_prefix('#')) {
            assert_eq!(ids.iter().filter(|id| **id == name).count(), 1, "{}: {name}", game.id());
        }
    }
}

#[test]
fn without_limits_one_asks_the_dealer() {
    let shelf = shelf();
    let (book, game) = games(&shelf).next().unwrap();
    let sign = Sign::new(book, game, &Chosen::default());
    assert!(sign.text().contains("Limits: ask the dealer"));
    assert!(words(&sign.svg()).contains("Limits: ask the dealer"));
    assert!(page_words(&sign.html()).contains("Limits: ask the dealer"));
}

#[test]
fn limits_are_counted_in_the_currency_of_the_house() {
    let shelf = shelf();
    for (book, game) in games(&shelf) {
        let mut chosen = Chosen::default();
        chosen.choose("min", "5", &game.envelope()).unwrap();
        chosen.choose("max", "500", &game.envelope()).unwrap();
        let sign = Sign::new(book, game, &chosen).counted_in("ZAR");
        assert!(sign.text().contains("Limits: ZAR 5.00 to 500.00"), "{}", sign.text());
        for shown in [words(&sign.svg()), page_words(&sign.html())] {
            assert!(shown.contains("ZAR 5.00") && shown.contains("ZAR 500.00"), "{shown}");
        }
    }
}

#[test]
fn the_sheet_has_the_proportions_of_its_paper() {
    let shelf = shelf();
    for (book, game) in games(&shelf) {
        for (paper, size) in [(Paper::A4, "width=\"210mm\" height=\"297mm\""), (Paper::A5, "width=\"148mm\"")]
        {
            let sign = Sign::new(book, game, &Chosen::default()).on(paper);
            assert!(sign.svg().contains(size), "{}", game.id());
            assert!(sign.html().contains(&format!("@page {{ size: {};", paper.name())));
        }
    }
}

#[test]
fn the_house_s_settings_are_on_the_sign() {
    let shelf = shelf();
    let with = |family: &str, key: &str, value: &str| {
        let (book, game) = games(&shelf)
            .find(|(_, game)| {
                game.family().name() == family && game.settings().iter().any(|setting| &*setting.key == key)
            })
            .unwrap();
        let mut chosen = Chosen::default();
        chosen.choose(key, value, &game.envelope()).unwrap();
        Sign::new(book, game, &chosen).text()
    };
    assert!(with("blackjack", "boxes", "3").contains("3 boxes"));
    assert!(with("blackjack", "surrender", "false").contains("Surrender"));
    assert!(with("baccarat", "areas", "9").contains("9 betting areas"));
    assert!(with("baccarat", "banker", "tableau").contains("drawing table"));
    assert!(with("poker", "decks", "2").contains("Five cards of one rank"));
}
