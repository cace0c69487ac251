//! The list of the families: the only file of this crate outside their folders that names them.
//!
//! A new family is one line here, one arm in [`with_family!`](crate::with_family), and its `mod` line beside this file.

use std::ops::Range;

use croupier_kit::Wheel;

use super::baccarat::{Baccarat, BaccaratBook};
use super::blackjack::{BOXES_MAX, Blackjack, BlackjackBook};
use super::dealer_poker::{self, DealerPoker, DealerPokerBook};
use super::dice::{Dice, DiceBook};
use super::in_between::{self, InBetween, InBetweenBook};
use super::poker::{self, HoldEm, HoldEmBook};
use super::roulette::{Roulette, RouletteBook};
use crate::book::{
    Book, Chosen, Citations, DeclaredLimit, FamilyBook, Faults, GameBook, Section, Setting, SettingForm,
    Values, check_settings, forms_of,
};
use crate::contract::{Game, Seated};
use crate::kind::DeclaredWager;
use crate::law::{Cites, Refusal};
use crate::notation::{ActForm, Bid};
use crate::table::{BetAssessment, PermittedBet, Table, TableGame};

/// The rules of one family at a table.
pub trait FamilyRules: Into<AnyGame> {
    /// The family.
    const FAMILY: Family;

    /// The rules of this family, if the game belongs to it.
    fn of(game: &AnyGame) -> Option<&Self>;
}

/// Runs the same code for every family: a match over an enum that has a variant for each.
#[macro_export]
#[doc(hidden)]
macro_rules! with_family {
    ([$($any:tt)+] $one:expr, $of:ident => $body:expr) => {
        match $one {
            $($any)+::Roulette($of) => $body,
            $($any)+::Dice($of) => $body,
            $($any)+::Baccarat($of) => $body,
            $($any)+::Blackjack($of) => $body,
            $($any)+::Poker($of) => $body,
            $($any)+::InBetween($of) => $body,
            $($any)+::DealerPoker($of) => $body,
        }
    };
}

/// Declares what differs by family alone: for each its variant, its word, its rules at a table, and its provisions in a
/// book.
macro_rules! families {
    ($($variant:ident $word:literal $rules:ty, $book:ty;)+) => {
        /// A family of games. Every game of every book belongs to one of these.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "the families are their own names")]
        pub enum Family {
            $($variant,)+
        }

        impl Family {
            /// All families.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The name of the family.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// How much its games can hold.
            pub const fn limits(self) -> &'static [DeclaredLimit] {
                match self {
                    $(Self::$variant => <$book as FamilyBook>::LIMITS,)+
                }
            }

            /// The kinds of wagers that its games understand.
            pub const fn wagers(self) -> &'static [&'static DeclaredWager] {
                match self {
                    $(Self::$variant => <$rules as TableGame>::KINDS,)+
                }
            }

            /// The forms of acts that its games have beside those of every game.
            pub const fn acts(self) -> &'static [ActForm] {
                match self {
                    $(Self::$variant => <$rules as TableGame>::ACTS,)+
                }
            }
        }

        /// The rules of one table. An enum rather than a trait object, so that calls need no dynamic dispatch.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "the games are their own names")]
        pub enum AnyGame {
            $($variant($rules),)+
        }

        impl AnyGame {
            /// The family of the game.
            pub const fn family(&self) -> Family {
                match self {
                    $(Self::$variant(_) => Family::$variant,)+
                }
            }
        }

        $(impl From<$rules> for AnyGame {
            fn from(rules: $rules) -> Self {
                Self::$variant(rules)
            }
        }

        impl FamilyRules for $rules {
            const FAMILY: Family = Family::$variant;

            fn of(game: &AnyGame) -> Option<&Self> {
                if let AnyGame::$variant(rules) = game { Some(rules) } else { None }
            }
        })+

        /// A table of one of the games. An enum for the same reason as [`AnyGame`].
        #[derive(Clone)]
        #[allow(missing_docs, reason = "the games are their own names")]
        #[allow(clippy::large_enum_variant, reason = "a table stays in place, and a pointer would cost every act")]
        pub enum AnyTable<'b> {
            $($variant(Table<'b, $rules>),)+
        }

        impl<'b> AnyTable<'b> {
            /// An empty table for a game of a book, with the settings that the house has chosen.
            pub fn new(book: &'b Book, game: &'b GameBook, chosen: &Chosen) -> Self {
                let (citations, conduct) = (book.citations(), game.conduct());
                match game.table(chosen) {
                    $(AnyGame::$variant(rules) => Self::$variant(Table::new(citations, conduct, chosen, rules)),)+
                }
            }
        }

        /// A bet that the rules of one of the games permit at a table as it stands.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the games are their own names")]
        pub enum AnyPermittedBet {
            $($variant(PermittedBet<<$rules as Game>::Wager>),)+
        }

        impl AnyTable<'_> {
            /// Says whether the rules permit a bet, and what it would take; see [`Table::assess_bet`].
            pub fn assess_bet(&self, bid: &Bid) -> BetAssessment<AnyPermittedBet> {
                match self {
                    $(Self::$variant(table) => table.assess_bet(bid).map(AnyPermittedBet::$variant),)+
                }
            }

            /// Makes the stake of a bet that was permitted at this table; see [`Table::make_permitted`].
            ///
            /// # Errors
            /// The refusal, if the rules do not permit it any more, or the bet is of another game.
            pub fn make_permitted(&mut self, bid: &Bid, bet: &AnyPermittedBet) -> Result<u32, Refusal> {
                match (self, bet) {
                    $((Self::$variant(table), AnyPermittedBet::$variant(bet)) => table.make_permitted(bid, bet),)+
                    _ => Err(Refusal::new(Cites::NONE, "a bet of another game", "bet at its own table")),
                }
            }
        }

        /// The provisions of a book on one game.
        #[derive(Clone, Debug)]
        pub(crate) enum Parameters {
            $($variant($book),)+
        }

        impl Parameters {
            pub(crate) fn read(
                family: Family,
                section: &mut Section<'_>,
                cites: &mut Citations,
                faults: &mut Faults,
            ) -> Option<Self> {
                match family {
                    $(Family::$variant => <$book>::read(section, cites, faults).map(Self::$variant),)+
                }
            }

            /// What a book may say of the settings of a family.
            pub(crate) fn settings(family: Family) -> Vec<SettingForm> {
                match family {
                    $(Family::$variant => forms_of::<$book>(),)+
                }
            }

            /// The rules of a table with these settings.
            pub(crate) fn table(&self, values: &Values<'_>) -> AnyGame {
                match self {
                    $(Self::$variant(book) => AnyGame::$variant(book.table(values).into()),)+
                }
            }
        }
    };
}

families! {
    Roulette "roulette" Roulette, RouletteBook;
    Dice "dice" Dice, DiceBook;
    Baccarat "baccarat" Baccarat, BaccaratBook;
    Blackjack "blackjack" Seated<Blackjack, BOXES_MAX>, BlackjackBook;
    Poker "poker" Seated<HoldEm, { poker::PLAYERS_MAX }>, HoldEmBook;
    InBetween "in-between" Seated<InBetween, { in_between::PLAYERS_MAX }>, InBetweenBook;
    DealerPoker "dealer-poker" Seated<DealerPoker, { dealer_poker::PLAYERS_MAX }>, DealerPokerBook;
}

impl Parameters {
    /// Reports where the settings of the book and its other keys do not fit together.
    pub(crate) fn check(&self, settings: &[Setting], at: &Range<usize>, faults: &mut Faults) {
        with_family!([Self] self, book => check_settings(book, settings, at, faults));
    }

    /// The wheel of the game, if it has one.
    pub(crate) fn wheel(&self) -> Option<&Wheel> {
        with_family!([Self] self, book => FamilyBook::wheel(book))
    }
}
