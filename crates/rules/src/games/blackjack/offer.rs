//! The wagers and notes that a blackjack table offers.

use croupier_kit::{Odds, Rank};

use super::kinds::{BOX, INSURANCE};
use super::{
    AceCounts, AcesAgain, BOXES_MAX, BetsOnABox, Blackjack, DealerBeforePlay, DealerOn17, EvenMoney,
    InsuranceRight, LostToBlackjack, NaturalsPaid, OnEqual, Paid, Pairs, Shuffler, SplitAces, Surrender,
    SurrenderWhen, Wager,
};
use crate::contract::{Payout, Seated};
use crate::guide::Guide;
use crate::law::Cites;
use crate::offer::{Ending, Note, Offers, WagerKind, either, span};
use crate::table::TableGame;

impl Offers for Seated<Blackjack, BOXES_MAX> {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let boxes = WagerKind {
            forms: vec![format!("box {}", span(1, self.boxes.most))],
            covers: "a hand nearer to 21 than the dealer's".to_owned(),
            kind: &BOX,
            endings: self.endings(Wager::Box(0)),
            wagers: (0..self.boxes.most).map(Wager::Box).collect(),
        };
        let who = match self.insurance.right {
            InsuranceRight::AnyHand => "on any hand",
            InsuranceRight::OwnBlackjack => "on a hand of 21 in two cards",
        };
        let insurance = WagerKind {
            forms: vec![self.words(Wager::Insurance(0))],
            covers: format!("the dealer's blackjack when he shows an Ace, {who}; at most half the bet"),
            kind: &INSURANCE,
            endings: self.endings(Wager::Insurance(0)),
            wagers: vec![Wager::Insurance(0)],
        };
        vec![boxes, insurance]
    }

    fn words(&self, wager: Wager) -> String {
        match wager {
            Wager::Box(seat) => format!("box {}", seat + 1),
            Wager::Insurance(_) => self.wager_name(wager),
        }
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        match wager {
            Wager::Box(_) => self.box_endings(),
            Wager::Insurance(_) => vec![
                Ending::plain(
                    Payout::Win(self.insurance.odds),
                    "the dealer's second card is worth ten",
                    self.insurance.cites,
                ),
                Ending::plain(Payout::Lose, "that card is not worth ten", self.insurance.cites),
            ],
        }
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = vec![self.ties(), self.naturals_note(), self.dealer_note(), self.double_note()];
        notes.push(self.split_note());
        notes.push(self.surrender_note());
        notes.extend(self.even_money_note());
        notes.push(self.boxes_note());
        notes.push(self.cards_note());
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

/// The provisions on a win: the clause that says it is won, if that is always the same, and the one that sets the
/// odds.
fn cites(paid: Paid) -> Cites {
    Cites::from(paid.clause).and(paid.cite)
}

impl Blackjack {
    fn box_endings(&self) -> Vec<Ending> {
        let won =
            |name, paid: Paid, when| Ending::named(name, Some(Payout::Win(paid.odds)), when, cites(paid));
        let mut endings = vec![
            won("blackjack", self.natural, "21 in two cards, unless the dealer has it too"),
            won("won", self.ordinary, "a higher score, or the dealer over 21"),
        ];
        if let EvenMoney::Offered(rule) = self.even_money {
            let when = "a blackjack settled at once against an Ace";
            endings.push(Ending::named("even-money", Some(Payout::Win(Odds::EVENS)), when, rule));
        }
        if self.on_equal == OnEqual::Void {
            endings.push(Ending::plain(Payout::Void, "equal scores, or two blackjacks", self.cites.void));
        }
        if self.surrender != Surrender::Never {
            endings.push(Ending::plain(Payout::Surrender, "given up for half", self.cites.surrender));
        }
        let lost = match self.on_equal {
            OnEqual::Void => "over 21, or a lower score",
            OnEqual::Lost => "over 21, or a score that is not higher",
        };
        endings.push(Ending::plain(Payout::Lose, lost, self.cites.lost));
        endings
    }

    fn ties(&self) -> Note {
        let text = match self.on_equal {
            OnEqual::Void => "Equal scores are void and the stake is returned; so are two blackjacks.",
            OnEqual::Lost => "Equal scores lose; so do two blackjacks.",
        };
        Note::new("Ties", text, self.cites.void)
    }

    fn naturals_note(&self) -> Note {
        let when = match self.naturals {
            NaturalsPaid::AtOnce => "It is paid at once unless the dealer shows an Ace or a ten.",
            NaturalsPaid::AtEnd => "It is paid when the dealer has finished.",
        };
        let takes = match (self.before_play, self.lost_to_blackjack) {
            (DealerBeforePlay::HoleCard, _) => "The dealer's ends the round before anybody plays.",
            (_, LostToBlackjack::Everything) => "The dealer's takes doubled and split stakes whole.",
            (_, LostToBlackjack::OriginalBets) => {
                "The dealer's takes only what was staked before the first card."
            }
        };
        let text = format!("21 in the first two cards beats any other 21. {when} {takes}");
        Note::new("Blackjack", text, cites(self.natural))
    }

    fn dealer_note(&self) -> Note {
        let draws = match self.dealer_on_17 {
            DealerOn17::Stands => "Draws on 16 and stands on every 17.",
            DealerOn17::Draws => "Draws on 16 and on 17 with an Ace that counts 11; stands on any other 17.",
        };
        let before = match self.before_play {
            DealerBeforePlay::NoCard => "Takes no card before the boxes have played.",
            DealerBeforePlay::OneCard => "Takes one card before the boxes play.",
            DealerBeforePlay::HoleCard => {
                "Takes one card up and one down before the boxes play, and looks at it under an Ace or a ten."
            }
        };
        Note::new("Dealer", format!("{before} {draws}"), self.cites.dealer)
    }

    fn double_note(&self) -> Note {
        let on = match self.double_scores.as_slice() {
            [] => "any two cards".to_owned(),
            scores => format!("two cards that make {}", either(scores)),
        };
        Note::new("Doubling", format!("On {on}; one more card is dealt."), self.cites.double)
    }

    fn split_note(&self) -> Note {
        let pairs = match self.split.pairs {
            Pairs::Value => "Two cards of equal value",
            Pairs::Rank => "Two cards of equal rank",
        };
        let barred = match self.split.barred.as_slice() {
            [] => String::new(),
            values => format!(" but not of value {}", either(values)),
        };
        let aces = match (self.split.aces, self.split.aces_again) {
            (SplitAces::OneCard, AcesAgain::Never) => "Aces once, with one card each",
            (SplitAces::OneCard, AcesAgain::AsOthers) => "Aces too, with one card each",
            (SplitAces::PlayOn, AcesAgain::Never) => "Aces once",
            (SplitAces::PlayOn, AcesAgain::AsOthers) => "Aces as any other pair",
        };
        let text = format!("{pairs}{barred}, to {} hands; {aces}.", self.split.hands_max);
        Note::new("Splitting", text, self.cites.split)
    }

    fn surrender_note(&self) -> Note {
        let early = self.has_hole_card() && self.surrender_when == SurrenderWhen::BeforeLook;
        let when = match (self.has_hole_card(), early) {
            (false, _) => "as the first decision",
            (true, true) => "before the dealer looks under an Ace or a ten, else as the first decision",
            (true, false) => "as the first decision, after the dealer has looked under an Ace or a ten",
        };
        let text = match self.surrender {
            Surrender::Never => "None.".to_owned(),
            Surrender::UnlessAce => format!("For half the stake, {when}, unless the dealer shows an Ace."),
            Surrender::AnyCard => format!("For half the stake, {when}."),
        };
        Note::new("Surrender", text, self.cites.surrender)
    }

    fn even_money_note(&self) -> Option<Note> {
        match self.even_money {
            EvenMoney::Offered(rule) => {
                let text = "A blackjack may be settled at once at 1 to 1 when the dealer shows an Ace.";
                Some(Note::new("Even money", text, rule))
            }
            EvenMoney::NotOffered(rule) => Some(Note::new("Even money", "Not offered.", rule)),
            EvenMoney::None => None,
        }
    }

    fn boxes_note(&self) -> Note {
        let least = match self.boxes.least {
            0 | 1 => String::new(),
            least => format!(", at least {least} in play"),
        };
        let bets = match self.bets_on_a_box {
            BetsOnABox::One => "one bet a box",
            BetsOnABox::Several => "others may bet behind on a box",
        };
        Note::new("Boxes", format!("{} boxes{least}; {bets}.", self.boxes.most), self.cites.boxes)
    }

    fn cards_note(&self) -> Note {
        let packs = if self.packs == 1 { "One pack".to_owned() } else { format!("{} packs", self.packs) };
        let from = match self.shuffler {
            Shuffler::Shoe => "",
            Shuffler::Machine => ", from a shuffling machine",
        };
        let ace = match self.values.ace() {
            AceCounts::ElevenOrOne => "An Ace counts 11, or 1",
            AceCounts::One => "An Ace counts 1",
        };
        let counts = match (self.values.of(Rank::Ten), self.values.of(Rank::King)) {
            (ten, pictures) if ten == pictures => format!("tens and pictures {ten}"),
            (ten, pictures) => format!("tens {ten} and pictures {pictures}"),
        };
        Note::new("Cards", format!("{packs}{from}. {ace}; {counts}."), None)
    }
}
