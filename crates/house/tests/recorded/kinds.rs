//! Every kind of thing that a journal can hold, by name. A new variant does not compile here until it is listed, and
//! once it is listed the test wants a recording that has it.

use std::collections::BTreeSet;

use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};

use croupier_house::event::{ActReason, DeviceRecord, Event};
use croupier_house::ids::Actor;
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, TransactionKind, Unit};
use croupier_house::office::{ChipRequestKind, Exchange, LimitKind, OfficeAction, Role, TablePost};
use croupier_house::paper::{ProposedAction, SlipKind, SlipStep};
use croupier_house::table::Mode;

/// Every kind that has been listed, and those that have been found.
#[derive(Default)]
pub(crate) struct Kinds {
    found: BTreeSet<String>,
}

macro_rules! kinds {
    ($($function:ident $type:ident: $($variant:ident),+;)+) => {
        $(fn $function(of: &$type) -> String {
            let name = match of {
                $($type::$variant { .. } => stringify!($variant),)+
            };
            format!("{} {name}", stringify!($type))
        })+

        /// All kinds that can stand in an entry.
        fn in_entries() -> Vec<String> {
            vec![$($(format!("{} {}", stringify!($type), stringify!($variant)),)+)+]
        }
    };
}

kinds! {
    event Event: HouseFileAdopted, Enrolled, Approved, Assigned, ServiceRefused, ServiceResumed, Excluded, LimitSet,
        CapitalMoved, Issued, ExchangeRequested, Exchanged, ExchangeWithdrawn, DisputeOpened, DisputeAnswered, DisputeEscalated, Opened,
        Closed, Sat, Left, RoundBegan, Acted, InsuranceClosed, Declined, BankGivenUp, Entered, EntryDropped, Declared,
        Breached, Proposed, Authorised, Withdrawn, RoundVoided, Corrected, SlipRequested, SlipStepped, DropCounted,
        CashPlayed, Revealed, ChainOpened, Committed, SeedGiven, SeedsClosed, SeedRevealed, Readied, FormatRaised,
        OfficeProposed, OfficeAuthorised, OfficeWithdrawn, FoundingEnded, DocumentNoted, PasswordReset, ManagerRecovered, DayBegan,
        KeyNoted, Restored, LossAccepted, RoundInterrupted, ChainRetired, EditionStored, EditionAdopted, ChipsRequested,
        ChipsLaidOut, ChipsConfirmed, ChipsCancelled, WentAway, CameBack, DisputePaid, ReaderAdded, ReaderRevoked,
        OutcomeRead, InspectorCalled, CallAnswered, RosterAdopted, CommandRefused, OwnerNoted;
    reason ActReason: Ordinary, TimedOut, HousePolicy;
    dealt_from DeviceRecord: Wheel, Dice, Shoe;
    actor Actor: House, Person;
    role Role: Player, Dealer, Inspector, Cashier, Manager, Regulator;
    post TablePost: Dealer, PalettePerson, BaseDealer, Inspector;
    limit LimitKind: Stake, Loss, BuyIn;
    mode Mode: Automatic, Attended;
    chip_request ChipRequestKind: BuyIn, CashOut;
    exchange Exchange: BuyIn, CashOut, BuyPlaques, CashPlaques, ToWheel, FromWheel, ToPlaques;
    action ProposedAction: Open, Close, Drop, Void, Correct, OpenNoted, CloseNoted, DropNoted;
    matter OfficeAction: AdoptHouseFile, Enrol, Approve, Assign, Capital, Issue, ResetPassword, AdoptEdition, Ruling, Roster, AdoptText;
    slip_kind SlipKind: Fill, Credit;
    slip_step SlipStep: Send, Deliver, Confirm, Void;
    unit Unit: Cash, Chips, Wheel, Plaques;
    place Location: Issued, Bank, Wallet, Cage, Player, Wheel, Float, Drop, Layout, PlayersBank, Transit;
    kind TransactionKind: Capital, Issue, BuyIn, CashOut, Plaques, ChipChange, CashIn, Stake, Settle, Return, BankTaken,
        BankReturned, Fill, Credit, Drop, Correct, Ruling;
}

/// What shows in a journal that a command was given: an event, or words of a line.
macro_rules! traces {
    ($($function:ident $type:ident: $($variant:ident => $trace:literal),+;)+) => {
        $(
            /// What each of them leaves in a journal.
            #[allow(dead_code, reason = "it makes the list complete")]
            fn $function(of: &$type) -> &'static str {
                match of {
                    $($type::$variant { .. } => $trace,)+
                }
            }
        )+

        fn of_commands() -> Vec<&'static str> {
            vec![$($($trace,)+)+]
        }
    };
}

traces! {
    command Command: AdoptHouseFile => "Event HouseFileAdopted", Found => "Event FoundingEnded", Enrol => "Event Enrolled", Approve => "Event Approved",
        Assign => "Event Assigned", RefuseService => "Event ServiceRefused", ResumeService => "Event ServiceResumed",
        Exclude => "Event Excluded", SetLimit => "Event LimitSet", Capital => "Event CapitalMoved",
        Issue => "Event Issued", RequestExchange => "Event ExchangeRequested", ConfirmExchange => "Event Exchanged", WithdrawExchange => "Event ExchangeWithdrawn",
        OpenDispute => "Event DisputeOpened", AnswerDispute => "Event DisputeAnswered",
        EscalateDispute => "Event DisputeEscalated", Table => "Event Sat", ProposeOffice => "Event OfficeProposed",
        AuthoriseOffice => "Event OfficeAuthorised", WithdrawOffice => "Event OfficeWithdrawn",
        EnrolPlayer => "Event DocumentNoted", NoteDocument => "Event DocumentNoted",
        RecoverManager => "Event ManagerRecovered",
        NoteKey => "Event KeyNoted", NoteOwner => "Event OwnerNoted",
        BeginIncarnation => "Event Restored", StoreEditions => "Event EditionStored",
        RequestChips => "Event ChipsRequested", LayOutChips => "Event ChipsLaidOut",
        ConfirmChips => "Event ChipsConfirmed", CancelChips => "Event ChipsCancelled",
        TakeOver => "Event Assigned";
    at_table TableCommand: Sit => "Event Sat", Leave => "Event Left", Bet => "bets", TakeBack => "takes back",
        Cancel => "cancel", Decide => "draws", Decline => "Event Declined", GiveUpBank => "Event BankGivenUp",
        Announce => "no more bets", Enter => "Event Entered", ConfirmEntry => "Event Acted",
        DropEntry => "Event EntryDropped", Declare => "Event Declared", Reveal => "Event Revealed",
        Tick => "Actor House", Propose => "Event Proposed", Authorise => "Event Authorised",
        Withdraw => "Event Withdrawn", RequestSlip => "Event SlipRequested", StepSlip => "Event SlipStepped",
        GiveSeed => "Event SeedGiven", Ready => "Event Readied", TakeHalf => "takes half", NoteAway => "Event WentAway",
        NoteBack => "Event CameBack", ClearSeats => "Event Left", AddReader => "Event ReaderAdded",
        RevokeReader => "Event ReaderRevoked", Read => "Event OutcomeRead", CallInspector => "Event InspectorCalled",
        AnswerCall => "Event CallAnswered";
    choice PlayerAction: Draw => "draws", Stand => "stands", Double => "doubles", Split => "splits",
        Surrender => "surrenders", Raise => "raises", Check => "checks", Follow => "follows", Insure => "insures",
        EvenMoney => "even money", Call => "calls", TakeBank => "bank ", Fold => "folds";
    announcement Announcement: PlaceYourBets => "place your bets", FinalBets => "final bets",
        NoMoreBets => "no more bets", SpinLeft => "spin left", SpinRight => "spin right", VoidSpin => "void spin",
        Shuffle => "shuffle", Misdeal => "misdeal";
    with PaidWith: Chips => "bets", Wheel => "Unit Wheel", Cash => "Event CashPlayed";
}

/// Other words of the notation that a journal can hold.
const WORDS: [&str; 9] =
    ["dealer bets", "behind", "ball ", "dice ", "cards ", "cutting card", "next hand", "bank ", "standing"];

impl Kinds {
    /// Notes what an entry holds.
    pub(crate) fn note(&mut self, entry: &Entry) {
        let Entry { body, .. } = entry;
        self.found.extend([event(&body.event), actor(&body.by)]);
        for transaction in &body.ledger {
            self.found.insert(kind(&transaction.kind));
            for leg in &transaction.legs {
                self.found.extend([unit(&leg.unit), place(&leg.from), place(&leg.to)]);
            }
        }
        match &body.event {
            Event::Enrolled { role: of, .. } => drop(self.found.insert(role(of))),
            Event::Assigned { post: of, .. } => drop(self.found.insert(post(of))),
            Event::LimitSet { limit: of, .. } => drop(self.found.insert(limit(of))),
            Event::ExchangeRequested { exchange: of, .. } => drop(self.found.insert(exchange(of))),
            Event::ChipsRequested { kind: of, .. } => drop(self.found.insert(chip_request(of))),
            Event::Opened { mode: of, .. } => drop(self.found.insert(mode(of))),
            Event::Proposed { action: of, .. } => drop(self.found.insert(action(of))),
            Event::OfficeProposed { action: of, .. } => drop(self.found.insert(matter(of))),
            Event::SlipRequested { kind: of, .. } => drop(self.found.insert(slip_kind(of))),
            Event::SlipStepped { step: of, .. } => drop(self.found.insert(slip_step(of))),
            Event::Committed { device: of, .. } => drop(self.found.insert(dealt_from(of))),
            Event::Acted { lines, with, why: of } => {
                self.found.extend([unit(with), reason(of)]);
                self.note_words(lines);
            }
            Event::Revealed { lines } => self.note_words(lines),
            _ => {}
        }
    }

    fn note_words(&mut self, lines: &str) {
        let all = of_commands().into_iter().chain(WORDS);
        self.found.extend(all.filter(|word| lines.contains(word)).map(ToOwned::to_owned));
    }

    /// What is listed and has not been found.
    pub(crate) fn missing(&self) -> Vec<String> {
        let all = in_entries().into_iter();
        let all = all.chain(of_commands().into_iter().chain(WORDS).map(ToOwned::to_owned));
        all.filter(|name| !self.found.contains(name)).collect()
    }
}
