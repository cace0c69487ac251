//! The forms of acts, each declared once: how it is written and what it says.
//!
//! The reader knows acts by the words of [`FirstWord`] and [`PersonVerb`]. Each game declares the forms that it has beside those of
//! every game, and the table in `docs/notation.md` and the help of the terminal are made from these rows.

use super::act::{Act, Bid, Decision, On, Side, Verb, Who};

/// Declares an enum whose variants are words of a record.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($variant:ident $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum $name {
            $($variant,)+
        }

        impl $name {
            /// The words.
            pub(super) const WORDS: [&'static str; [$($word),+].len()] = [$($word),+];

            /// What a word stands for.
            pub(super) fn read(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// A word that begins an act. No person has such a name. The hands of baccarat ([`Side`]) begin an act too.
    FirstWord {
        Rules "rules",
        Date "date",
        House "house",
        Dealer "dealer",
        Place "place",
        Final "final",
        Spin "spin",
        Cutting "cutting",
        Bank "bank",
        No "no",
        Cancel "cancel",
        Refuse "refuse",
        Void "void",
        Misdeal "misdeal",
        Ball "ball",
        Dice "dice",
        Cards "cards",
        Shuffle "shuffle",
        Next "next",
    }
}

words! {
    /// What a person does, beside the decisions on a hand ([`Verb`]).
    PersonVerb {
        Bets "bets",
        Takes "takes",
        Cuts "cuts",
        Calls "calls",
        Insures "insures",
        Follows "follows",
        Carries "carries",
    }
}

/// All words that begin an act.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    FirstWord::WORDS.into_iter().chain(Side::ALL.into_iter().map(|(_, word)| word))
}

/// All verbs that follow the name of a person.
pub(super) fn person_verbs() -> impl Iterator<Item = &'static str> {
    PersonVerb::WORDS.into_iter().chain(Verb::ALL.into_iter().map(|(_, word)| word))
}

/// The part of a record in which an act stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordPart {
    /// Before all other acts.
    Head,
    /// The round.
    Round,
}

/// Declares the forms of acts: for each its part of the record, lines that have this form, and what it says.
macro_rules! forms {
    ($($part:ident { $($form:ident [$($line:literal),+] $says:literal;)+ })+) => {
        /// A form of an act: what it is, without who, how much and on what.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the forms are described by what they say")]
        pub enum ActForm {
            $($($form,)+)+
        }

        impl ActForm {
            /// All forms, in the order of a record.
            pub const ALL: &'static [Self] = &[$($(Self::$form,)+)+];

            /// The part of a record in which it stands.
            pub const fn part(self) -> RecordPart {
                match self {
                    $($(Self::$form => RecordPart::$part,)+)+
                }
            }

            /// Lines that have this form.
            pub const fn lines(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$form => &[$($line),+],)+)+
                }
            }

            /// What a line of this form says.
            pub const fn says(self) -> &'static str {
                match self {
                    $($(Self::$form => $says,)+)+
                }
            }
        }
    };
}

forms! {
    Head {
        Rules ["rules RULEBOOK/GAME"] "which game; first, once";
        Date ["date 1971-03-02"] "judge by the law of that day (default: today)";
        House ["house decks=6 min=1 max=500"] "the house's settings; `croupier rules RULEBOOK/GAME` lists them";
        Carries ["ann carries 10 on win point 4", "ann carries 5 behind 1", "ann carries 10 on red held 1"]
            "a stake that stood when this record began; `called on` or `called off` at the end says what its player had called it";
    }
    Round {
        PlaceYourBets ["place your bets"] "the dealer opens the betting; may be left out";
        FinalBets ["final bets"] "the dealer asks for the last bets; may be left out";
        NoMoreBets ["no more bets"] "the dealer closes the betting; the first card, ball or throw does too";
        Bets ["ann bets 100 on red"] "a stake; stakes are numbered from 1 as they are placed, refused or not";
        BetsBehind ["ann bets 10 behind 1"] "a stake behind stake number 1";
        BetsAtArea ["ann bets 50 on punto at 7", "ann bets 50 on punto at standing"] "a stake in a betting area";
        DealerBets ["dealer bets 50 for ann on red"] "a stake that the dealer places at the player's request";
        TakesBack ["ann takes back 3"] "take back a stake before betting closes";
        Cancel ["cancel 3 by consent"] "player and dealer agree to cancel a stake";
        Refuse ["refuse ben"] "service is refused from this line on";
        TakesHalf ["ann takes half of 3"] "take half of a stake that a zero holds, where the book leaves the choice";
        CallsStake ["ann calls 3 on", "ann calls 3 off"] "call a stake on or off: whether it takes part in the throws, until the next call";
        Spin ["spin left", "spin right"] "the wheel is spun";
        VoidSpin ["void spin"] "a spin is called off: all bets stand, and it is made again";
        Ball ["ball 17"] "the number that the ball falls on";
        Dice ["dice 3 4"] "one throw";
        Cards ["cards 8S TH 6D"] "cards in the order they leave the shoe; the rules know where each goes";
        Shuffle ["shuffle"] "the shoe is whole again";
        CuttingCard ["cutting card"] "the cutting card comes out with the next card";
        Cuts ["ann cuts"] "who cuts the cards after a shuffle";
        Misdeal ["misdeal"] "the hand is dealt again from a whole pack; bets stand";
        NextHand ["next hand"] "a new hand, coup or spin; carried bets stay";
        HouseBank ["bank house", "bank house 500"] "the licence holder holds the bank";
        PlayersBank ["bank ann 500"] "a player holds the bank";
        CallsBox ["ben calls box 1"] "the players of a box agree who calls";
        Insures ["ann insures 50 on 1"] "insure against the dealer's blackjack";
        EvenMoney ["ann takes even money on 1"] "take even money for a blackjack against a dealer's Ace";
        DealerLooks ["dealer looks"] "with a hole card: insurance and even money close, and a blackjack ends the round";
        Draws ["ann draws", "ann draws on 3.2"] "take one more card";
        Stands ["ann stands", "ann stands on 3"] "take no more cards";
        Doubles ["ann doubles", "ben doubles on 1"] "double the stake and take one card; a bet behind follows the double";
        Splits ["ann splits", "ben splits on 1"] "split a pair into two hands; a bet behind follows with a further stake";
        Follows ["ben follows 1.2"] "choose a hand of a split box for a bet behind";
        Surrenders ["ann surrenders", "ann surrenders on 3"] "give up the hand for half the stake";
        Raises ["ann raises"] "bet the further stake of the rules";
        Checks ["ann checks"] "bet no more";
        Folds ["ann folds"] "give up the hand and its ante";
        HandDecides ["player draws", "banker stands", "right draws", "left stands"] "the decision of a hand";
    }
}

impl ActForm {
    /// Whether every game has it. The others are declared by the games that have them.
    pub const fn is_common(self) -> bool {
        matches!(
            self,
            Self::Rules
                | Self::Date
                | Self::House
                | Self::PlaceYourBets
                | Self::FinalBets
                | Self::NoMoreBets
                | Self::Bets
                | Self::DealerBets
                | Self::TakesBack
                | Self::Cancel
                | Self::Refuse
                | Self::NextHand
                | Self::HouseBank
        )
    }
}

impl Verb {
    /// The form of a person's decision.
    pub const fn form(self) -> ActForm {
        match self {
            Self::Draws => ActForm::Draws,
            Self::Stands => ActForm::Stands,
            Self::Doubles => ActForm::Doubles,
            Self::Splits => ActForm::Splits,
            Self::Surrenders => ActForm::Surrenders,
            Self::Raises => ActForm::Raises,
            Self::Checks => ActForm::Checks,
            Self::Folds => ActForm::Folds,
        }
    }
}

impl Act {
    /// The form of the act.
    pub const fn form(&self) -> ActForm {
        match self {
            Self::Rules(_) => ActForm::Rules,
            Self::Date(_) => ActForm::Date,
            Self::House(_) => ActForm::House,
            Self::PlaceYourBets => ActForm::PlaceYourBets,
            Self::FinalBets => ActForm::FinalBets,
            Self::NoMoreBets => ActForm::NoMoreBets,
            Self::Bets(Bid { at: Some(_), .. }) => ActForm::BetsAtArea,
            Self::Bets(Bid { on: On::Behind(_), .. }) => ActForm::BetsBehind,
            Self::Bets(Bid { by_dealer: true, .. }) => ActForm::DealerBets,
            Self::Bets(_) => ActForm::Bets,
            Self::Cancel(_) => ActForm::Cancel,
            Self::TakesBack(..) => ActForm::TakesBack,
            Self::TakesHalf(..) => ActForm::TakesHalf,
            Self::Refuse(_) => ActForm::Refuse,
            Self::Spin(_) => ActForm::Spin,
            Self::VoidSpin => ActForm::VoidSpin,
            Self::Ball(_) => ActForm::Ball,
            Self::Dice(_) => ActForm::Dice,
            Self::Cards(_) => ActForm::Cards,
            Self::Shuffle => ActForm::Shuffle,
            Self::DealerLooks => ActForm::DealerLooks,
            Self::CuttingCard => ActForm::CuttingCard,
            Self::Cuts(_) => ActForm::Cuts,
            Self::Misdeal => ActForm::Misdeal,
            Self::NextHand => ActForm::NextHand,
            Self::PlayersBank(..) => ActForm::PlayersBank,
            Self::HouseBank(_) => ActForm::HouseBank,
            Self::Calls(..) => ActForm::CallsBox,
            Self::Decides(Decision { who: Who::Side(_), .. }) => ActForm::HandDecides,
            Self::Decides(Decision { who: Who::Person(_), verb, .. }) => verb.form(),
            Self::Insures(..) => ActForm::Insures,
            Self::EvenMoney(..) => ActForm::EvenMoney,
            Self::Follows(..) => ActForm::Follows,
            Self::Carries(_) => ActForm::Carries,
            Self::CallsStake(..) => ActForm::CallsStake,
        }
    }
}
