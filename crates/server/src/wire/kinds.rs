//! The closed lists of the API: each is an enum in the document, and each is checked by the compiler against the enum it mirrors.

use croupier_house::command::{Announcement as HouseAnnouncement, PaidWith};
use croupier_house::ledger::{Location, Unit as HouseUnit};
use croupier_house::office::{
    ChipRequestKind as HouseChipRequestKind, LimitKind as HouseLimit, Role as HouseRole, TablePost,
};
use croupier_house::paper::{SlipKind as HouseSlipKind, SlipState as HouseSlipState};
use croupier_house::table::{Mode as HouseMode, Phase as HousePhase};
use croupier_maths::strategy::MoveKind as ChartMoveKind;
use croupier_rules::book::{
    ApprovalSubject, Notice as BookNotice, Post as BookPost, ProvisionKind as BookKind,
};
use croupier_rules::games::Family as GameFamily;
use croupier_rules::offer::Laid;
use croupier_rules::table::Outcome as RowOutcome;
use croupier_sign::Outline;
use croupier_store::index::DisputeRowStage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An enum of the API with the same variants as one of another crate. A variant that is added there does not compile here
/// until the document has it too.
macro_rules! mirror {
    ($(#[$meta:meta])* $name:ident, $of:ident { $($(#[$doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl From<$of> for $name {
            fn from(of: $of) -> Self {
                match of { $($of::$variant => Self::$variant),+ }
            }
        }

        impl From<$name> for $of {
            fn from(of: $name) -> Self {
                match of { $($name::$variant => Self::$variant),+ }
            }
        }
    };
}
pub(super) use mirror;

mirror! {
    /// The role of a person in a house. `regulator` reads everything and changes nothing.
    Role, HouseRole {
        /// Plays.
        Player,
        /// Runs the games of a table.
        Dealer,
        /// Watches over tables and authorises.
        Inspector,
        /// Changes money and chips at the cage.
        Cashier,
        /// Runs the house.
        Manager,
        /// Reads everything, changes nothing.
        Regulator,
    }
}

mirror! {
    /// A post at a table.
    Post, TablePost {
        /// Runs the game.
        Dealer,
        /// Deals and collects with the palette at chemin de fer.
        PalettePerson,
        /// Stands at the base of a dice table.
        BaseDealer,
        /// Watches over the table.
        Inspector,
    }
}

mirror! {
    /// A limit that players set for themselves: the largest single stake, the largest loss of a day, the largest buy-in of a day.
    LimitKind, HouseLimit {
        /// The largest single stake.
        Stake,
        /// The largest loss of a day.
        Loss,
        /// The largest buy-in of a day.
        BuyIn,
    }
}

mirror! {
    /// What a player asks for: chips for cash, or cash for chips.
    ChipRequestKind, HouseChipRequestKind {
        /// Value chips for cash.
        BuyIn,
        /// Cash for value chips, at the cage.
        CashOut,
    }
}

mirror! {
    /// What money takes the form of: cash, value chips, wheel chips (of one table and colour) or plaques.
    Unit, HouseUnit {
        /// Cash.
        Cash,
        /// Value chips.
        Chips,
        /// Wheel chips, which belong to one table.
        Wheel,
        /// Plaques.
        Plaques,
    }
}

mirror! {
    /// What a bet is paid with: value chips (the default), wheel chips, or cash that is changed after the coup.
    PayWith, PaidWith {
        /// Value chips.
        Chips,
        /// Wheel chips.
        Wheel,
        /// Cash that is changed after the coup.
        Cash,
    }
}

mirror! {
    /// How a table is run: `automatic` (the server deals and timers end the phases) or `attended` (a dealer does).
    Mode, HouseMode {
        /// The server deals, timers end the phases.
        Automatic,
        /// A dealer announces the phases and enters the results.
        Attended,
    }
}

mirror! {
    /// The phase of a table. Bets are accepted in `place-your-bets` and `final-bets`.
    Phase, HousePhase {
        /// The table is closed.
        Closed,
        /// Between rounds.
        Waiting,
        /// Bets are accepted.
        PlaceYourBets,
        /// The last bets are accepted.
        FinalBets,
        /// No more bets.
        NoMoreBets,
        /// The ball, the dice or the cards are falling.
        Outcome,
        /// Players insure, or decline.
        Insurance,
        /// A player decides.
        Decision,
        /// The round is over and paid.
        Payment,
    }
}

mirror! {
    /// What a dealer announces at an attended table.
    Announcement, HouseAnnouncement {
        /// Bets are accepted from now on.
        PlaceYourBets,
        /// Last bets.
        FinalBets,
        /// Bets are no longer accepted.
        NoMoreBets,
        /// The ball runs to the left.
        SpinLeft,
        /// The ball runs to the right.
        SpinRight,
        /// The spin is void.
        VoidSpin,
        /// The cards are shuffled.
        Shuffle,
        /// The deal is void.
        Misdeal,
    }
}

mirror! {
    /// A fill brings chips from the cage to a table, a credit brings them back.
    SlipKind, HouseSlipKind {
        /// From the cage to the table.
        Fill,
        /// From the table to the cage.
        Credit,
    }
}

mirror! {
    /// The state of a slip.
    SlipState, HouseSlipState {
        /// It has been requested.
        Requested,
        /// The chips are on their way.
        Sent,
        /// The chips have arrived.
        Delivered,
        /// The chips have been counted.
        Confirmed,
        /// The slip is void.
        Void,
    }
}

mirror! {
    /// The state of a dispute.
    DisputeState, DisputeRowStage {
        /// It waits for a ruling.
        Opened,
        /// It has a ruling.
        Answered,
        /// It has been taken to the authority that the house file names.
        Escalated,
    }
}

mirror! {
    /// The family of a game.
    Family, GameFamily {
        /// Roulette.
        Roulette,
        /// Dice.
        Dice,
        /// Punto banco, chemin de fer, baccarat banque.
        Baccarat,
        /// Blackjack and its kin.
        Blackjack,
        /// Poker against the house.
        Poker,
        /// In between.
        InBetween,
        /// Poker against a dealer's hand.
        DealerPoker,
    }
}

mirror! {
    /// The outcome of a stake. `standing` stakes are not decided yet.
    StakeOutcome, RowOutcome {
        /// It won.
        Won,
        /// It lost.
        Lost,
        /// It was void: the stake was returned.
        Void,
        /// Half of it was lost.
        Halved,
        /// It was surrendered.
        Surrendered,
        /// It was taken back.
        Cancelled,
        /// It was not accepted.
        Refused,
        /// It is not decided yet.
        Standing,
    }
}

mirror! {
    /// When a wager is placed: as a bet before anything falls, behind a bet that has a point, against the dealer's blackjack, or as a
    /// raise after the deal.
    Placement, Laid {
        /// As a bet, before anything falls.
        Bet,
        /// Behind a bet that has a point.
        Behind,
        /// Against the dealer's blackjack.
        Insurance,
        /// After the deal, as large as the ante.
        Raise,
    }
}

mirror! {
    /// The shape of a spot on the layout.
    SpotShape, Outline {
        /// A rectangle.
        Rect,
        /// A circle.
        Circle,
    }
}

mirror! {
    /// What the program does about a provision: it enforces it, records who fulfilled it, or can see nothing of it.
    ProvisionKind, BookKind {
        /// It is enforced or computed.
        Enforced,
        /// A person fulfils it, and that is recorded.
        Recorded,
        /// It concerns nothing that a program can see.
        Outside,
    }
}

mirror! {
    /// The kind of a move in a strategy chart.
    MoveKind, ChartMoveKind {
        /// Stand.
        Stand,
        /// Take another card.
        Draw,
        /// Put more money down: double, raise, insure.
        More,
        /// Make two hands of one.
        Split,
        /// Give up.
        Leave,
    }
}

/// A kind of place where money and chips are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The maker of chips and plaques.
    Issued,
    /// The licence holder's own money.
    Bank,
    /// The wallets of people, outside the house.
    Wallet,
    /// The cage.
    Cage,
    /// In the hands of players.
    Held,
    /// Wheel chips of players at tables.
    Wheel,
    /// The floats of tables.
    Float,
    /// The drop boxes of tables.
    Drop,
    /// The layouts of tables: pending stakes.
    Layout,
    /// The banks that players hold.
    PlayersBank,
    /// Between the cage and tables.
    Transit,
}

impl Place {
    /// The kind of a place.
    pub const fn of(location: Location) -> Self {
        match location {
            Location::Issued => Self::Issued,
            Location::Bank => Self::Bank,
            Location::Wallet(_) => Self::Wallet,
            Location::Cage => Self::Cage,
            Location::Player(_) => Self::Held,
            Location::Wheel(..) => Self::Wheel,
            Location::Float(_) => Self::Float,
            Location::Drop(_) => Self::Drop,
            Location::Layout(_) => Self::Layout,
            Location::PlayersBank(_) => Self::PlayersBank,
            Location::Transit(_) => Self::Transit,
        }
    }
}

mirror! {
    /// What an approval of an authority is for.
    ApprovalKind, ApprovalSubject {
        /// Opening hours.
        Hours,
        /// A layout.
        Layout,
        /// Packs of cards.
        Packs,
        /// A shuffling machine.
        Shuffler,
    }
}

mirror! {
    /// What a person of the staff does, in the house file.
    StaffPost, BookPost {
        /// Deals.
        Dealer,
        /// Places the cards.
        PalettePerson,
        /// Pays and collects.
        BaseDealer,
        /// Watches over tables and authorises.
        Inspector,
        /// Changes money and chips at the cage.
        Cashier,
        /// Runs the house.
        Manager,
    }
}

mirror! {
    /// What is shown at a table, or given to anybody who asks.
    NoticeKind, BookNotice {
        /// The least and the greatest stake.
        Limits,
        /// The odds.
        Odds,
        /// The rules of the game.
        Rules,
        /// Which version of the game is offered.
        Version,
    }
}

impl ApprovalKind {
    /// The word for it in the journal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Layout => "layout",
            Self::Packs => "packs",
            Self::Shuffler => "shuffler",
        }
    }
}

/// What a proposal is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProposalKind {
    /// Opening a table.
    Open,
    /// Closing a table.
    Close,
    /// Counting the drop box.
    Drop,
    /// Declaring a round void.
    Void,
    /// Correcting the record of a round.
    Correct,
}

/// How a probability was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoardMethod {
    /// Exactly.
    Exact,
    /// By the chi-square approximation.
    Approximate,
    /// It was not computed.
    None,
}
