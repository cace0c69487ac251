//! The wagers and notes that an Arizona Hold-Em table offers.

use croupier_kit::{PokerHand, Rank};

use super::kinds::{ANTE, RAISE};
use super::pays::Pay;
use super::{HoldEm, PLAYERS_MAX, Shuffled, Wager};
use crate::contract::{Payout, Seated};
use crate::guide::Guide;
use crate::offer::{Ending, Note, Offers, WagerKind, span};
use crate::table::TableGame;

/// Hands with the same name that are paid at the same odds.
struct Paid {
    hands: Vec<PokerHand>,
    pay: Pay,
}

impl Offers for Seated<HoldEm, PLAYERS_MAX> {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let ante = WagerKind {
            forms: vec![self.words(Wager::Ante)],
            covers: "one's own three cards with the two in common".to_owned(),
            kind: &ANTE,
            endings: self.endings(Wager::Ante),
            wagers: vec![Wager::Ante],
        };
        let raises = (self.raises > 0).then(|| WagerKind {
            forms: vec![format!("raise {}", span(1, self.raises))],
            covers: "the same hand, by a further stake as large as the ante".to_owned(),
            kind: &RAISE,
            endings: self.endings(Wager::Raise(1)),
            wagers: (1..=self.raises).map(Wager::Raise).collect(),
        });
        [ante].into_iter().chain(raises).collect()
    }

    fn words(&self, wager: Wager) -> String {
        self.wager_name(wager)
    }

    fn endings(&self, _: Wager) -> Vec<Ending> {
        let mut paid: Vec<Paid> = Vec::new();
        for hand in PokerHand::ALL.into_iter().rev() {
            let Some(pay) = self.pays.of(hand).copied() else { continue };
            match paid.last_mut().filter(|last| last.pay == pay && last.hands[0].name() == hand.name()) {
                Some(last) => last.hands.push(hand),
                None => paid.push(Paid { hands: vec![hand], pay }),
            }
        }
        let lost = Ending::plain(Payout::Lose, "any lower hand", self.pays.lost());
        let won = paid.iter().map(|paid| {
            let name = paid.hands[0].name();
            Ending::named(name, Some(Payout::Win(paid.pay.odds)), paid.words(), paid.pay.cite)
        });
        won.chain([lost]).collect()
    }

    fn notes(&self) -> Vec<Note> {
        let circles = self.raises + 1;
        let play = match self.raises {
            0 => "Each player lays an ante; three cards to each and two in common make the hand.".to_owned(),
            _ => format!(
                "Each player has {circles} circles: the ante, and a raise as large as it in each of the others, which may be made or left as its common card is turned."
            ),
        };
        let packs = if self.packs == 1 { "One pack".to_owned() } else { format!("{} packs", self.packs) };
        let shuffled = match self.shuffled {
            Shuffled::EveryHand => "shuffled for every hand",
            Shuffled::BetweenHands => "shuffled between hands",
        };
        let mut notes = vec![
            Note::new("Play", play, self.play),
            Note::new(
                "Pay",
                "The ante and each raise are paid by the table; nobody plays against a dealer's hand.",
                None,
            ),
            Note::new("Cards", format!("{packs}, {shuffled}. An Ace is high or low in a straight."), None),
            Note::new("Mis-deal", "A hand wrongly dealt is dealt again, and the bets stand.", self.misdeal),
        ];
        if self.packs > 1 {
            notes.push(Note::new("Five alike", "Five cards of one rank are paid as four of a kind.", None));
        }
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

impl Paid {
    /// The hands in words: `a full house`, `a pair of tens or better`.
    fn words(&self) -> String {
        let (highest, lowest) = (self.hands[0], self.hands[self.hands.len() - 1]);
        match (highest, lowest) {
            (PokerHand::Pair(Rank::Ace), PokerHand::Pair(Rank::Two)) => "any pair".to_owned(),
            (PokerHand::Pair(Rank::Ace), PokerHand::Pair(Rank::Ace)) => "a pair of Aces".to_owned(),
            (PokerHand::Pair(Rank::Ace), PokerHand::Pair(low)) => {
                format!("a pair of {} or better", plural(low))
            }
            (PokerHand::Pair(high), PokerHand::Pair(low)) => {
                format!("a pair of {} to {}", plural(low), plural(high))
            }
            (hand, _) => hand.name().replace('-', " "),
        }
    }
}

/// The plural of a rank.
const fn plural(rank: Rank) -> &'static str {
    match rank {
        Rank::Two => "twos",
        Rank::Three => "threes",
        Rank::Four => "fours",
        Rank::Five => "fives",
        Rank::Six => "sixes",
        Rank::Seven => "sevens",
        Rank::Eight => "eights",
        Rank::Nine => "nines",
        Rank::Ten => "tens",
        Rank::Jack => "Jacks",
        Rank::Queen => "Queens",
        Rank::King => "Kings",
        Rank::Ace => "Aces",
    }
}
