//! What a table offers is what the judge pays: every ending of every wager is met in a record and judged the same.

use std::collections::{BTreeMap, BTreeSet};

use croupier_conformance::{Choices, play_table};
use croupier_kit::{Money, Throw};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::commission::{ChargedWhen, Commission};
use croupier_rules::games::baccarat::{Baccarat, HeldBy, Opposing};
use croupier_rules::games::blackjack::{EvenMoney, Surrender};
use croupier_rules::games::dealer_poker::HandSize;
use croupier_rules::games::{AnyGame, Family};
use croupier_rules::offer::{self, Ending, Laid, Listing, Offers, Quote};
use croupier_rules::table::{Outcome, StakeVerdict, TableGame, Verdict};
use croupier_rules::{judge, with_game};
use jiff::civil::date;

/// A stake that all odds of all books can pay exactly.
const STAKE: &str = "2327925.60";

/// The built-in books, and one of somebody's own.
fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    shelf.add("double-zero.toml", include_str!("../../../examples/double-zero.toml")).unwrap();
    shelf.add("macau.toml", include_str!("../../../examples/macau.toml")).unwrap();
    shelf.add("three-card-poker.toml", include_str!("../../../examples/three-card-poker.toml")).unwrap();
    shelf.add("caribbean-stud.toml", include_str!("../../../examples/caribbean-stud.toml")).unwrap();
    shelf
}

/// One game, and which endings of which wagers have been met.
struct Desk<'s> {
    shelf: &'s Shelf,
    book: &'s Book,
    game: &'s GameBook,
    rules: AnyGame,
    listings: Vec<Listing>,
    met: BTreeMap<String, BTreeSet<usize>>,
}

impl<'s> Desk<'s> {
    fn new(shelf: &'s Shelf, book: &'s Book, game: &'s GameBook) -> Self {
        let rules = game.table(&Chosen::default());
        let listings = offer::listings(&rules);
        Self { shelf, book, game, rules, listings, met: BTreeMap::new() }
    }

    fn name(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    fn quote(&self, words: &str) -> Quote {
        let split: Vec<&str> = words.split(' ').collect();
        offer::quote(&self.rules, self.game.conduct(), &split)
            .unwrap_or_else(|refusal| panic!("{}: `{words}`: {refusal}", self.name()))
    }

    /// Judges a record of this game and looks every row up at the pay desk.
    fn judge(&mut self, acts: &str) {
        let record = format!("rules {}\n{acts}", self.name());
        let verdict = judge(self.shelf, record.as_bytes(), date(2020, 1, 1))
            .unwrap_or_else(|error| panic!("{error}\n{record}"));
        self.look_up(&verdict, &record);
    }

    fn look_up(&mut self, verdict: &Verdict, record: &str) {
        for row in &verdict.rows {
            let looked_up = match row.outcome {
                Outcome::Won | Outcome::Lost | Outcome::Void | Outcome::Halved | Outcome::Surrendered => true,
                // A stake that is carried cites why.
                Outcome::Standing => !row.cites.is_empty(),
                Outcome::Cancelled | Outcome::Refused => false,
            };
            if looked_up {
                self.look_up_row(row, record);
            }
        }
    }

    fn look_up_row(&mut self, row: &StakeVerdict, record: &str) {
        let quotes: Vec<Quote> = match row.wager.split(' ').next() {
            // A bet behind is written by the number of its parent; its point shows in its odds and provisions.
            Some("behind") => {
                let behind = self.listings.iter().filter(|listing| listing.laid == Laid::Behind);
                behind.flat_map(|listing| &listing.words).map(|words| self.quote(words)).collect()
            }
            Some("insurance") => vec![self.quote("insurance")],
            _ => vec![self.quote(&row.wager)],
        };
        let mut found = false;
        for quote in quotes {
            for (place, ending) in quote.endings.iter().enumerate() {
                if self.is_same(&quote, ending, row) {
                    self.met.entry(quote.wager.clone()).or_default().insert(place);
                    found = true;
                }
            }
        }
        assert!(found, "the pay desk does not know how this came about: {row:?}\n{record}");
    }

    fn is_same(&self, quote: &Quote, ending: &Ending, row: &StakeVerdict) -> bool {
        let cites = ending.cites.iter().map(|rule| self.book.citations().text(rule));
        let in_advance = |commission: Commission| commission.when == ChargedWhen::InAdvance;
        let charged = row.commission.filter(|_| quote.commission.is_some_and(in_advance));
        let bet = row.stake.minus(charged.unwrap_or(Money::ZERO)).unwrap();
        let profit = quote.charge(bet).and_then(|charge| ending.profit(bet, charge).ok().flatten());
        ending.outcome() == row.outcome
            && profit == Some(row.profit)
            && (ending.odds().is_none() || ending.odds() == row.odds)
            && cites.into_iter().all(|cite| row.cites.iter().any(|known| known == cite))
    }

    /// Every ending of every wager must have been met; a bet that is only disregarded shows in no row.
    fn check_all_met(&self) {
        for words in self.listings.iter().flat_map(|listing| &listing.words) {
            let quote = self.quote(words);
            let none = BTreeSet::new();
            let met = self.met.get(&quote.wager).unwrap_or(&none);
            for (place, ending) in quote.endings.iter().enumerate() {
                let shows = ending.payout.is_some() || ending.cites.first().is_some();
                assert!(
                    !shows || met.contains(&place),
                    "{}: {words}: no record came to {ending:?}",
                    self.name()
                );
            }
        }
    }

    fn bets(&self) -> String {
        let bets = self.listings.iter().filter(|listing| listing.laid == Laid::Bet);
        let bets = bets.flat_map(|listing| &listing.words);
        lines(bets, |words| format!("ann bets {STAKE} on {words}"))
    }
}

/// One line for each of some things.
fn lines<T>(things: impl IntoIterator<Item = T>, line: impl Fn(T) -> String) -> String {
    things.into_iter().map(|thing| line(thing) + "\n").collect::<Vec<_>>().concat()
}

fn each_game(shelf: &Shelf, mut check: impl FnMut(Desk<'_>)) {
    for book in shelf.books() {
        for game in book.games() {
            check(Desk::new(shelf, book, game));
        }
    }
}

#[test]
fn a_wager_is_written_and_read_back() {
    let shelf = shelf();
    each_game(&shelf, |desk| {
        for listing in &desk.listings {
            assert!(!listing.forms.is_empty() && !listing.covers.is_empty());
            assert!(!listing.words.is_empty(), "{}: {:?} is no wager", desk.name(), listing.forms);
            for words in &listing.words {
                let quote = desk.quote(words);
                assert_eq!(&quote.wager, words, "{}", desk.name());
                assert_eq!(quote.step, listing.step, "{}: {words}", desk.name());
            }
        }
    });
}

/// The names of the wagers that are enumerated and simulated, of those that are offered, and of the bets among them.
fn names(rules: &impl Offers) -> [BTreeSet<String>; 3] {
    let mut priced = BTreeSet::new();
    rules.wagers(|wager, _| {
        priced.insert(rules.wager_name(wager));
    });
    let kinds = rules.kinds();
    let named = |laid: fn(Laid) -> bool| -> BTreeSet<String> {
        let kinds = kinds.iter().filter(|kind| laid(kind.kind.laid));
        kinds.flat_map(|kind| &kind.wagers).map(|wager| rules.wager_name(*wager)).collect()
    };
    [priced, named(|_| true), named(|laid| laid == Laid::Bet)]
}

/// The prices know every wager without the offer, so that one that it leaves out is found.
#[test]
fn every_wager_that_is_priced_is_offered_and_every_bet_that_is_offered_is_priced() {
    let shelf = shelf();
    each_game(&shelf, |desk| {
        let [priced, offered, bets] = with_game!(&desk.rules, rules => names(rules));
        let (missing, unpriced) = (&priced - &offered, &bets - &priced);
        assert_eq!((missing, unpriced), (BTreeSet::new(), BTreeSet::new()), "{}", desk.name());
    });
}

#[test]
fn only_a_whole_number_of_steps_can_be_staked() {
    let shelf = shelf();
    each_game(&shelf, |desk| {
        for words in desk.listings.iter().flat_map(|listing| &listing.words) {
            let split: Vec<&str> = words.split(' ').collect();
            let step = desk.quote(words).step.minor();
            for minor in 1..=3 * step {
                let stake = Money::from_minor(minor);
                let payable = offer::check_stake(&desk.rules, desk.game.conduct(), &split, stake).is_ok();
                assert_eq!(payable, minor % step == 0, "{}: {stake} on {words}", desk.name());
                if payable {
                    let charge = desk.quote(words).charge(stake).unwrap();
                    let exact = |ending: &Ending| ending.profit(stake, charge).is_ok_and(|p| p.is_some());
                    assert!(desk.quote(words).endings.iter().all(exact), "{}: {words}", desk.name());
                }
            }
        }
    });
}

#[test]
fn random_play_is_paid_as_the_pay_desk_says() {
    let shelf = shelf();
    each_game(&shelf, |mut desk| {
        for seed in 0..60 {
            let played = play_table(&shelf, &desk.name(), 300, &mut Choices::seeded(seed)).unwrap();
            desk.look_up(&played.verdict, &played.record);
        }
    });
}

#[test]
fn every_ending_of_every_wager_is_judged_as_the_pay_desk_says() {
    let shelf = shelf();
    each_game(&shelf, |mut desk| {
        match desk.game.family() {
            Family::Roulette => every_ball(&mut desk),
            Family::Dice => every_two_throws(&mut desk),
            Family::Baccarat => {
                naturals(&mut desk);
                coups_by_cases(&mut desk);
            }
            Family::Blackjack => blackjack_hands(&mut desk),
            Family::Poker => poker_hands(&mut desk),
            Family::InBetween => in_between_hands(&mut desk),
            Family::DealerPoker => hands_against_a_dealer(&mut desk),
        }
        desk.check_all_met();
    });
}

fn every_ball(desk: &mut Desk<'_>) {
    let bets = desk.bets();
    let AnyGame::Roulette(game) = desk.rules.clone() else { return };
    for pocket in game.wheel.order() {
        desk.judge(&format!("{bets}ball {pocket}\n"));
    }
}

fn every_two_throws(desk: &mut Desk<'_>) {
    let bets = desk.bets();
    let count = bets.lines().count();
    let behind = lines(1..=count, |number| format!("ann bets {STAKE} behind {number}"));
    // Behind a bet against the point one stakes so that it wins no more than the bet: a little fits always.
    let little = lines(1..=count, |number| format!("ann bets 0.30 behind {number}"));
    for first in Throw::all() {
        for second in Throw::all() {
            desk.judge(&format!("{bets}dice {first}\n{behind}{little}dice {second}\n"));
        }
    }
}

/// Naturals, so that no third card is drawn and nobody chooses, in all ways in which hands can compare.
fn naturals(desk: &mut Desk<'_>) {
    let AnyGame::Baccarat(game) = desk.rules.clone() else { return };
    let bets = desk.bets();
    let bank = if game.bank.held == HeldBy::Passing { "bank ben 10000000000\n" } else { "" };
    let two = game.hands == Opposing::Two;
    let hands = ["9S TH", "8S TH", "9D JH"];
    for right in hands {
        for left in hands {
            for banker in hands {
                let hands: &[&str] = if two { &[right, left, banker] } else { &[right, banker] };
                let card = |nth: usize| {
                    hands
                        .iter()
                        .map(move |hand| hand.split(' ').nth(nth).unwrap())
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                desk.judge(&format!("{bank}{bets}cards {}\ncards {}\n", card(0), card(1)));
            }
        }
    }
}

/// Where wagers have cases: coups of every kind that facts distinguish.
fn coups_by_cases(desk: &mut Desk<'_>) {
    let AnyGame::Baccarat(game) = desk.rules.clone() else { return };
    if game.sides.0.is_empty() {
        return;
    }
    // Some side wagers have a limit of their own.
    let bets = desk.bets().replace(STAKE, "20");
    let mut seen = BTreeSet::new();
    let mut rounds = Vec::new();
    game.kinds_of_rounds(&mut |round| {
        let facts: Vec<_> = Baccarat::FACTS.iter().map(|fact| round.value(fact)).collect();
        if seen.insert(facts) {
            rounds.push(round.fell.iter().map(|(_, card)| card.to_string()).collect::<Vec<_>>().join(" "));
        }
    });
    assert!(rounds.len() > 1_000, "{}", rounds.len());
    for cards in &rounds {
        desk.judge(&format!("{bets}cards {cards}\n"));
    }
}

/// Every box gets the same two cards; what follows is said for each of them.
fn blackjack_hands(desk: &mut Desk<'_>) {
    let AnyGame::Blackjack(game) = desk.rules.clone() else { return };
    let boxes = usize::from(game.boxes.most);
    let each = |act: &str| lines(1..=boxes, |n| format!("p{n} {}", act.replace('#', &n.to_string())));
    let mut judge = |[first, second]: [&str; 2], dealer: &str, after: &str| {
        let bets = each(&format!("bets {STAKE} on box #"));
        let (first, second) = (vec![first; boxes].join(" "), vec![second; boxes].join(" "));
        desk.judge(&go_round(&format!("{bets}cards {first} {dealer} {second}\n{after}")));
    };
    let stands = each("stands");
    judge(["T", "K"], "6", &format!("{stands}cards T T\n"));
    judge(["T", "K"], "T", &format!("{stands}cards K\n"));
    judge(["T", "7"], "T", &format!("{stands}cards K\n"));
    judge(["A", "K"], "T", "cards 9\n");
    let insures = each("insures 1163962.80 on #");
    judge(["A", "K"], "A", &format!("{insures}cards Q\n"));
    judge(["A", "K"], "A", &format!("{insures}cards 9\n"));
    if game.surrender != Surrender::Never {
        judge(["T", "6"], "T", &each("surrenders"));
    }
    if matches!(game.even_money, EvenMoney::Offered(_)) {
        judge(["A", "K"], "A", &each("takes even money on #"));
    }
}

/// Gives each rank of a `cards` line a suit, in turn, so that no card comes more often than it need.
fn go_round(record: &str) -> String {
    let mut turn: BTreeMap<char, usize> = BTreeMap::new();
    let line_of = |line: &str| -> String {
        let Some(ranks) = line.strip_prefix("cards ") else { return line.to_owned() };
        let suited = ranks.split(' ').map(|rank| {
            // Tens and pictures count alike, and together there are enough of them.
            let tens = ['T', 'J', 'Q', 'K'];
            let wanted = rank.chars().next().unwrap();
            let key = if tens.contains(&wanted) { 'T' } else { wanted };
            let nth = turn.entry(key).or_default();
            let rank = if key == 'T' { tens[*nth / 4 % 4] } else { wanted };
            let card = format!("{rank}{}", ['S', 'H', 'D', 'C'][*nth % 4]);
            *nth += 1;
            card
        });
        format!("cards {}", suited.collect::<Vec<_>>().join(" "))
    };
    let lines: Vec<String> = record.lines().map(line_of).collect();
    lines.join("\n") + "\n"
}

fn poker_hands(desk: &mut Desk<'_>) {
    let hands = [
        "AS KS QS JS TS",
        "9S 8S 7S 6S 5S",
        "9S 9H 9D 9C 5S",
        "9S 9H 9D 5C 5S",
        "AS KS 9S 6S 3S",
        "9S 8H 7D 6C 5S",
        "9S 9H 9D 6C 5S",
        "9S 9H 6D 6C 5S",
        "TS TH 7D 6C 5S",
        "AS AH 7D 6C 5S",
        "2S 2H 7D 6C 5S",
        "AS QH 7D 6C 5S",
    ];
    for hand in hands {
        desk.judge(&format!("ann bets {STAKE} on ante\ncards {hand}\nann raises\nann raises\n"));
    }
}

/// Hands of every kind against a dealer who does not qualify, has a lower hand, an equal one and a higher one.
fn hands_against_a_dealer(desk: &mut Desk<'_>) {
    let AnyGame::DealerPoker(game) = desk.rules.clone() else { return };
    let three = ["AS KS QS", "9S 8S 7S", "9S 9H 9D", "9S 8H 7D", "9S 6S 3S", "9S 9H 2D", "KS 7H 2D"];
    let five = [
        "AS KS QS JS TS",
        "9S 8S 7S 6S 5S",
        "9S 9H 9D 9C 5S",
        "9S 9H 9D 5C 5S",
        "QS JS 9S 6S 3S",
        "9S 8H 7D 6C 5S",
        "9S 9H 9D 6C 5S",
        "9S 9H 6D 6C 5S",
        "9S 9H 7D 6C 5S",
        "AS KS 7D 6C 5S",
    ];
    let [hands, dealers] = match game.size {
        HandSize::Three => [&three[..], &["JD TC 4C", "QD 5C 4C", "KD 7C 2C", "AH AD AC", "AD KD QD"]],
        HandSize::Five => {
            [&five[..], &["JD TC 4C 3C 2C", "AH KD 4C 3C 2C", "AH KD 7C 6H 5D", "TD JD QD KD AD"]]
        }
    };
    for hand in hands {
        // The same hand in other suits is equal to it.
        let other = |suit: char| "HDCS".chars().nth("SHDC".find(suit).unwrap()).unwrap();
        let equal: String =
            hand.char_indices().map(|(at, c)| if at % 3 == 1 { other(c) } else { c }).collect();
        for dealer in dealers.iter().copied().chain([equal.as_str()]) {
            if hand.split(' ').any(|card| dealer.contains(card)) {
                continue;
            }
            let sides = lines(game.sides.names(), |name| format!("ann bets {STAKE} on {name}"));
            let bet = format!("house deal=hands\nann bets {STAKE} on ante\n{sides}cards {hand} {dealer}\n");
            desk.judge(&format!("{bet}ann raises\n"));
            desk.judge(&format!("{bet}ann folds\n"));
        }
    }
}

fn in_between_hands(desk: &mut Desk<'_>) {
    for hand in ["3S 9H 5D", "3S 3H 3D", "3S 3H 9D", "3S 9H 9D", "3S 9H KD", "3S 4H"] {
        desk.judge(&format!("ann bets {STAKE} on hand\ncards {hand}\n"));
    }
}
