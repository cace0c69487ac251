//! The wagers and notes that a table of poker against a dealer's hand offers.

use super::kinds::{ANTE, RAISE};
use super::play::main_payout;
use super::rules::{DealerPoker, Pay};
use super::{ClauseResult, DealOrder, DealerShows, HandKind, PLAYERS_MAX, Wager};
use crate::contract::{Payout, Seated};
use crate::guide::Guide;
use crate::offer::{Ending, Note, Offers, WagerKind, by_worth};
use crate::table::{Outcome, TableGame};

impl Offers for Seated<DealerPoker, PLAYERS_MAX> {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let kind = |kind, wager, covers: String| WagerKind {
            forms: vec![self.words(wager)],
            covers,
            kind,
            endings: self.endings(wager),
            wagers: vec![wager],
        };
        let cards = self.size.cards();
        let raise = match self.multiple {
            1 => "as large as the ante".to_owned(),
            multiple => format!("{multiple} times the ante"),
        };
        vec![
            kind(&ANTE, Wager::Ante, format!("one's own {cards} cards against the dealer's")),
            kind(&RAISE, Wager::Raise, format!("the same hand, by a further stake {raise}")),
        ]
    }

    fn words(&self, wager: Wager) -> String {
        self.wager_name(wager)
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        match wager {
            Wager::Ante => self.ante_endings(),
            Wager::Raise => self.raise_endings(),
        }
    }

    fn notes(&self) -> Vec<Note> {
        let raise = if self.multiple == 1 {
            "the ante".to_owned()
        } else {
            format!("{} times the ante", self.multiple)
        };
        let play = format!(
            "Each player looks at {} cards of their own, and raises by {raise} or folds and loses the ante.",
            self.size.cards()
        );
        let shown = match self.shows {
            DealerShows::Nothing => "The dealer's cards stay face down until all have decided.",
            DealerShows::LastCard => {
                "The dealer's last card lies face up; the others are turned when all have decided."
            }
        };
        let order = match self.order {
            DealOrder::OneByOne => "Cards are dealt one by one, the dealer last.",
            DealOrder::Hands => "Each hand is dealt complete, the dealer's last.",
        };
        let mut notes = vec![
            Note::new("Play", play, self.play),
            Note::new("Fold", "A hand that is folded loses its ante, whatever the dealer has.", self.fold),
            Note::new("Dealer", shown, self.play),
        ];
        if let Some(qualifies) = &self.qualifies {
            let otherwise = qualifies.otherwise;
            let text = format!(
                "The dealer needs {} or better. Otherwise the ante {} and the raise {}.",
                qualifies.words,
                is(otherwise.ante),
                is(otherwise.raise)
            );
            notes.push(Note::new("Qualifying", text, qualifies.cite));
        }
        let equal = self.results.equal;
        let text = format!(
            "Where two hands are equal to the last card, the ante {} and the raise {}.",
            is(equal.ante),
            is(equal.raise)
        );
        notes.push(Note::new("Equal hands", text, equal.cite));
        let bonuses: Vec<String> =
            self.bonuses().map(|(words, pay)| format!("{words} {}", pay.odds)).collect();
        if let Some((_, pay)) = self.bonuses().next() {
            let paid = "A hand that raised is paid a bonus on the ante, whatever the dealer has";
            notes.push(Note::new("Bonus", format!("{paid}: {}.", bonuses.join(", ")), pay.cite));
        }
        let named = self.size.order().iter().rev().filter(|kind| self.is_named(**kind));
        let kinds: Vec<String> = named.map(|kind| kind.words()).collect();
        notes.push(Note::new("Hands", format!("From the highest: {}.", kinds.join(", ")), None));
        notes.push(Note::new(
            "Cards",
            format!("One pack, shuffled for every hand. {order} An Ace is high or low in a straight."),
            None,
        ));
        notes.push(Note::new(
            "Mis-deal",
            "A hand wrongly dealt is dealt again, and the bets stand.",
            self.misdeal,
        ));
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

impl DealerPoker {
    /// The hands that the book gives a bonus, from the highest.
    fn bonuses(&self) -> impl Iterator<Item = (String, Pay)> {
        let order = self.size.order().iter().rev();
        order.filter_map(|kind| self.bonus[*kind as usize].map(|pay| (kind.words(), pay)))
    }

    /// Whether a hand is a kind of its own here: a royal flush is the highest straight flush, unless it is paid apart.
    fn is_named(&self, kind: HandKind) -> bool {
        let paid = [self.bonus[kind as usize], self.raise.by_kind[kind as usize]];
        kind != HandKind::RoyalFlush || paid.iter().any(Option::is_some)
    }

    /// The results of the ante: with each bonus, and without.
    fn ante_endings(&self) -> Vec<Ending> {
        let mut endings = Vec::new();
        for kind in self.size.order().iter().rev() {
            if let Some(pay) = self.bonus_of(*kind).filter(|_| self.bonus[*kind as usize].is_some()) {
                endings.extend(self.with_bonus(*kind, pay));
            }
        }
        for (_, when, clause) in self.clauses() {
            let payout = Payout::from(main_payout(clause.ante, self.ante.odds));
            endings.push(Ending::plain(payout, when, Self::cites(clause, clause.ante, self.ante)));
        }
        endings.push(Ending::plain(Payout::Lose, "the hand is folded", self.fold));
        by_worth(&mut endings);
        endings
    }

    /// The results of the ante with the bonus of a hand, each named after the hand and the result of the ante itself.
    fn with_bonus(&self, kind: HandKind, pay: Pay) -> Vec<Ending> {
        let ending = |(_, when, clause): (&str, String, super::Clause)| {
            let main = main_payout(clause.ante, self.ante.odds);
            let name = format!("{}-{}", kind.name(), Outcome::of(main.into()).name());
            let cites = Self::cites(clause, clause.ante, self.ante).and(pay.cite);
            let when = format!("{}, and {when}", kind.words());
            Ending::named(&name, Some(Payout::Bonus { main, bonus: pay.odds }), when, cites)
        };
        // One pack has no two hands with three cards of the same rank.
        let may_tie = !matches!(kind, HandKind::ThreeOfAKind | HandKind::FullHouse | HandKind::FourOfAKind);
        self.clauses().into_iter().filter(|(key, ..)| may_tie || *key != "equal").map(ending).collect()
    }

    /// The results of the raise: each of its odds, returned and lost.
    fn raise_endings(&self) -> Vec<Ending> {
        let mut endings = Vec::new();
        for (key, when, clause) in self.clauses() {
            match clause.raise {
                ClauseResult::Wins => {
                    for kind in self.size.order().iter().rev() {
                        if let Some(pay) = self.raise.by_kind[*kind as usize] {
                            let cites = Self::cites(clause, clause.raise, pay);
                            let when = format!("{}, the higher hand", kind.words());
                            endings.push(Ending::named(
                                kind.name(),
                                Some(Payout::Win(pay.odds)),
                                when,
                                cites,
                            ));
                        }
                    }
                    let pay = self.raise.usual;
                    let cites = Self::cites(clause, clause.raise, pay);
                    endings.push(Ending::named(key, Some(Payout::Win(pay.odds)), when, cites));
                }
                ClauseResult::Void => endings.push(Ending::plain(Payout::Void, when, clause.cite)),
                ClauseResult::Loses => endings.push(Ending::plain(Payout::Lose, when, clause.cite)),
            }
        }
        by_worth(&mut endings);
        endings
    }
}

/// A result in the middle of a sentence.
const fn is(result: ClauseResult) -> &'static str {
    match result {
        ClauseResult::Wins => "wins",
        ClauseResult::Void => "is returned",
        ClauseResult::Loses => "is lost",
    }
}
