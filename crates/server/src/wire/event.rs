//! An event of a journal on the wire.

use croupier_house::event::Event;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened at a table, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TableEvent {
    /// Its version in the table's journal.
    pub version: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The name of the person who did it; `house` for the house itself.
    pub by: Box<str>,
    /// The kind of event.
    pub what: EventKind,
    /// The event in one line.
    pub text: String,
}

/// The kinds of events, and which event is of which kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $pattern:pat),+ $(,)?) => {
        /// The kind of an event.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum EventKind { $($(#[$doc])* $kind),+ }

        impl EventKind {
            /// The kind of an event.
            pub const fn of(event: &Event) -> Self {
                match event { $($pattern => Self::$kind),+ }
            }
        }
    };
}

kinds! {
    /// A house file came into force.
    HouseFileAdopted = Event::HouseFileAdopted { .. },
    /// A person was enrolled.
    Enrolled = Event::Enrolled { .. },
    /// An approval of an authority was entered.
    Approved = Event::Approved(_),
    /// Somebody was put at a post.
    Assigned = Event::Assigned { .. },
    /// Service was refused to a person.
    ServiceRefused = Event::ServiceRefused { .. },
    /// Service to a person was resumed.
    ServiceResumed = Event::ServiceResumed { .. },
    /// A person was excluded.
    Excluded = Event::Excluded { .. },
    /// A person set a limit.
    LimitSet = Event::LimitSet { .. },
    /// The licence holder's cash was moved.
    CapitalMoved = Event::CapitalMoved,
    /// Chips or plaques were issued.
    Issued = Event::Issued,
    /// An exchange was requested.
    ExchangeRequested = Event::ExchangeRequested { .. },
    /// An exchange was confirmed.
    Exchanged = Event::Exchanged { .. },
    /// An exchange was withdrawn.
    ExchangeWithdrawn = Event::ExchangeWithdrawn { .. },
    /// A dispute was opened.
    DisputeOpened = Event::DisputeOpened { .. },
    /// A dispute got a ruling.
    DisputeAnswered = Event::DisputeAnswered { .. },
    /// A dispute was escalated.
    DisputeEscalated = Event::DisputeEscalated { .. },
    /// The table was opened.
    Opened = Event::Opened { .. },
    /// The table was closed.
    Closed = Event::Closed { .. },
    /// A player sat down.
    Sat = Event::Sat { .. },
    /// A player left.
    Left = Event::Left { .. },
    /// A round began.
    RoundBegan = Event::RoundBegan { .. },
    /// Bets, decisions or results were recorded.
    Acted = Event::Acted { .. },
    /// Insurance was closed.
    InsuranceClosed = Event::InsuranceClosed,
    /// A player declined insurance.
    Declined = Event::Declined { .. },
    /// A player gave up the bank.
    BankGivenUp = Event::BankGivenUp { .. },
    /// The dealer entered a result.
    Entered = Event::Entered { .. },
    /// The dealer dropped an entry.
    EntryDropped = Event::EntryDropped,
    /// A decision was declared.
    Declared = Event::Declared { .. },
    /// What was turned up breaks the rules.
    Breached = Event::Breached { .. },
    /// Something that needs a second person was proposed.
    Proposed = Event::Proposed { .. },
    /// A proposal was authorised.
    Authorised = Event::Authorised { .. },
    /// A proposal was withdrawn.
    Withdrawn = Event::Withdrawn { .. },
    /// A round was declared void.
    RoundVoided = Event::RoundVoided { .. },
    /// The record of a round was corrected.
    Corrected = Event::Corrected { .. },
    /// A slip was requested.
    SlipRequested = Event::SlipRequested { .. },
    /// A slip went one step further.
    SlipStepped = Event::SlipStepped { .. },
    /// The drop was counted.
    DropCounted = Event::DropCounted { .. },
    /// Cash was played and changed.
    CashPlayed = Event::CashPlayed { .. },
    /// The cards were turned.
    Revealed = Event::Revealed { .. },
    /// A chain of seeds was opened.
    ChainOpened = Event::ChainOpened { .. },
    /// The house committed to a seed.
    Committed = Event::Committed { .. },
    /// A player gave a seed.
    SeedGiven = Event::SeedGiven { .. },
    /// The players' seeds were closed.
    SeedsClosed = Event::SeedsClosed { .. },
    /// The house revealed its seed.
    SeedRevealed = Event::SeedRevealed { .. },
    /// A player is ready.
    Readied = Event::Readied { .. },
    /// The format of the journal was raised.
    FormatRaised = Event::FormatRaised { .. },
    /// A matter of the office was proposed.
    OfficeProposed = Event::OfficeProposed { .. },
    /// A proposal to the office was authorised.
    OfficeAuthorised = Event::OfficeAuthorised { .. },
    /// A proposal to the office was withdrawn.
    OfficeWithdrawn = Event::OfficeWithdrawn { .. },
    /// The second post was filled: matters of the office need two people.
    FoundingEnded = Event::FoundingEnded { .. },
    /// The identity document of a person was noted, as a keyed hash.
    DocumentNoted = Event::DocumentNoted { .. },
    /// The password of a member of the staff was reset.
    PasswordReset = Event::PasswordReset { .. },
    /// A manager was given access again from the shell.
    ManagerRecovered = Event::ManagerRecovered { .. },
    /// A local day of the house began.
    DayBegan = Event::DayBegan { .. },
    /// The house noted the key that it deals with.
    KeyNoted = Event::KeyNoted(_),
    /// The house was restored from a copy.
    Restored = Event::Restored { .. },
    /// Two people accepted that acknowledged entries are lost.
    LossAccepted = Event::LossAccepted { .. },
    /// A round is void because the house was restored.
    RoundInterrupted = Event::RoundInterrupted { .. },
    /// The chain of seeds was given up.
    ChainRetired = Event::ChainRetired { .. },
    /// The text of an edition of a rulebook was stored.
    EditionStored = Event::EditionStored { .. },
    /// The house adopted an edition of a rulebook.
    EditionAdopted = Event::EditionAdopted { .. },
    /// A player asked for chips or cash.
    ChipsRequested = Event::ChipsRequested { .. },
    /// The chips or the cash of a request were laid out.
    ChipsLaidOut = Event::ChipsLaidOut { .. },
    /// A player confirmed what was laid out.
    ChipsConfirmed = Event::ChipsConfirmed { .. },
    /// A request for chips or cash was cancelled or declined.
    ChipsCancelled = Event::ChipsCancelled { .. },
    /// A player is gone.
    WentAway = Event::WentAway { .. },
    /// A player is back.
    CameBack = Event::CameBack { .. },
    /// The cage paid a player what a ruling awards.
    DisputePaid = Event::DisputePaid { .. },
    /// A reader may post outcomes at the table.
    ReaderAdded = Event::ReaderAdded { .. },
    /// A reader may post nothing more.
    ReaderRevoked = Event::ReaderRevoked { .. },
    /// A reader read an outcome, which waits to be confirmed.
    OutcomeRead = Event::OutcomeRead { .. },
    /// An inspector was called to the table.
    InspectorCalled = Event::InspectorCalled { .. },
    /// An inspector or a manager answered the call.
    CallAnswered = Event::CallAnswered { .. },
    /// A roster was adopted.
    RosterAdopted = Event::RosterAdopted { .. },
    /// A command that may have been sent before was refused under its key.
    CommandRefused = Event::CommandRefused(_),
    /// Another node has the house since its owner failed.
    OwnerNoted = Event::OwnerNoted { .. },
}

impl EventKind {
    /// The name of the kind, in words.
    pub fn words(self) -> String {
        // The name on the wire is the one list of names.
        let name = serde_json::to_value(self).expect("a kind of event is JSON");
        name.as_str().expect("a kind of event is a word").replace('-', " ")
    }
}
