//! The events of a house.

use croupier_fair::{Device, ShoeSpec};
use croupier_kit::{Money, Pocket, Wheel};
use serde::{Deserialize, Serialize};

use crate::ids::{PersonId, TableId};
use crate::ledger::Unit;
use crate::office::{
    ApprovalDraft, ChipRequestKind, DocumentHash, Duty, Exchange, LimitKind, NotedKey, OfficeAction, Role,
    TablePost,
};
use crate::paper::{Count, ProposedAction, SlipKind, SlipStep};
use crate::rejection::Rejection;
use crate::table::Mode;

/// The reason for an act at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActReason {
    /// A person gave a command, or the act followed from the rules.
    Ordinary,
    /// Nobody decided in time, so the house applied the stated default.
    TimedOut,
    /// The house decided by its declared policy.
    HousePolicy,
}

/// An event. New variants go at the end: their index is in the bytes of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are those of the commands")]
pub enum Event {
    /// A house file was adopted.
    HouseFileAdopted {
        version: u32,
        file: Box<str>,
    },
    Enrolled {
        person: PersonId,
        handle: Box<str>,
        role: Role,
        staff: Option<Box<str>>,
    },
    Approved(ApprovalDraft),
    Assigned {
        table: TableId,
        post: TablePost,
        person: Option<PersonId>,
    },
    ServiceRefused {
        person: PersonId,
        reason: Box<str>,
    },
    ServiceResumed {
        person: PersonId,
        reason: Box<str>,
    },
    Excluded {
        person: PersonId,
        until: Option<i64>,
        reason: Box<str>,
    },
    /// A personal limit was set; `from` is the time from which it applies.
    LimitSet {
        person: PersonId,
        limit: LimitKind,
        amount: Option<Money>,
        from: i64,
    },
    CapitalMoved,
    Issued,
    ExchangeRequested {
        number: u32,
        person: PersonId,
        exchange: Exchange,
    },
    Exchanged {
        number: u32,
    },
    ExchangeWithdrawn {
        number: u32,
    },
    DisputeOpened {
        dispute: u32,
        table: TableId,
        round: u64,
        person: PersonId,
        about: Box<str>,
    },
    DisputeAnswered {
        dispute: u32,
        ruling: Box<str>,
    },
    DisputeEscalated {
        dispute: u32,
        to: Box<str>,
    },

    Opened {
        mode: Mode,
        version: u32,
        date: Box<str>,
        opener: Count,
        signed: [PersonId; 2],
    },
    Closed {
        closer: Count,
        signed: [PersonId; 2],
    },
    Sat {
        person: PersonId,
    },
    Left {
        person: PersonId,
    },
    /// A round begins. The number of the record increases when stakes are numbered from 1 again.
    RoundBegan {
        round: u64,
        record: u64,
        book: [u8; 32],
        settings: u32,
        build: Box<str>,
    },
    /// Acts in the notation were performed, with the unit of new stakes.
    Acted {
        lines: Box<str>,
        with: Unit,
        why: ActReason,
    },
    /// Insurance is closed for this round.
    InsuranceClosed,
    Declined {
        person: PersonId,
    },
    BankGivenUp {
        person: PersonId,
    },
    Entered {
        lines: Box<str>,
    },
    EntryDropped,
    Declared {
        line: Box<str>,
        person: PersonId,
        extra: Money,
    },
    /// The declared and revealed cards break the rules: the case goes to the inspector.
    Breached {
        lines: Box<str>,
        message: Box<str>,
        cites: Vec<Box<str>>,
    },
    Proposed {
        proposal: u32,
        by: PersonId,
        action: ProposedAction,
    },
    Authorised {
        proposal: u32,
    },
    Withdrawn {
        proposal: u32,
    },
    RoundVoided {
        round: u64,
        reason: Box<str>,
        signed: [PersonId; 2],
    },
    /// A line of the record was corrected: the wrong line, the right line, and the reason.
    Corrected {
        round: u64,
        from: Box<str>,
        to: Box<str>,
        reason: Box<str>,
        signed: [PersonId; 2],
    },
    SlipRequested {
        number: u32,
        kind: SlipKind,
        chips: Count,
    },
    SlipStepped {
        number: u32,
        step: SlipStep,
    },
    DropCounted {
        cash: Count,
        signed: [PersonId; 2],
    },
    /// Cash was exchanged for the chips of the stake that follows (2.1(3)).
    CashPlayed {
        person: PersonId,
        amount: Money,
    },
    /// Hidden cards were revealed, and the round was played by the rules.
    Revealed {
        lines: Box<str>,
    },
    /// A seed chain is opened; its last seed is sealed.
    ChainOpened {
        table: Box<str>,
        links: u32,
        anchor: [u8; 32],
        sealed: Box<[u8]>,
    },
    /// The house commits a round or shoe to the next link, before betting; the seed is sealed.
    Committed {
        link: u32,
        round: Box<str>,
        device: DeviceRecord,
        commitment: [u8; 32],
        sealed: Box<[u8]>,
    },
    /// A player gives a seed for all future rounds; an empty one withdraws it.
    SeedGiven {
        person: PersonId,
        seed: Box<[u8]>,
    },
    /// The players' seeds are closed, seat 1 first. This settles the outcome.
    SeedsClosed {
        players: Vec<(PersonId, Box<[u8]>)>,
        receipt: [u8; 32],
    },
    /// The round or shoe is over, and its seed is revealed.
    SeedRevealed {
        link: u32,
        seed: [u8; 32],
    },
    /// A player has finished betting.
    Readied {
        person: PersonId,
    },
    /// From here on there is one hash chain for the whole house. The heads of all journals so far are bound to it:
    /// the table, the version and the hash.
    FormatRaised {
        heads: Vec<(Option<TableId>, u64, [u8; 32])>,
    },
    /// A matter of the office was proposed.
    OfficeProposed {
        proposal: u32,
        by: PersonId,
        action: OfficeAction,
    },
    /// A second person authorised it; the events that follow carry it out.
    OfficeAuthorised {
        proposal: u32,
        signed: [PersonId; 2],
    },
    OfficeWithdrawn {
        proposal: u32,
    },
    /// The second post was filled: from now on matters of the office need two people.
    FoundingEnded {
        people: [PersonId; 2],
    },
    /// The house knows the identity document of a person, as a keyed hash of its number.
    DocumentNoted {
        person: PersonId,
        document: DocumentHash,
    },
    /// The password of a member of the staff was reset.
    PasswordReset {
        person: PersonId,
    },
    /// The post of a manager was given access again from the shell; `None` if it has no account yet.
    ManagerRecovered {
        staff: Box<str>,
        person: Option<PersonId>,
        reason: Box<str>,
    },
    /// A local day of the house begins, in days since 1970. Limits of a day count from here.
    DayBegan {
        day: i64,
    },
    /// The house deals with this key from now on.
    KeyNoted(NotedKey),
    /// The house was restored from a copy whose last entry has this sequence number and hash. `checkpoint` is the last
    /// one that is known of the house before.
    Restored {
        incarnation: u32,
        sequence: u64,
        hash: [u8; 32],
        original_gone: bool,
        checkpoint: Option<Box<str>>,
    },
    /// Two people accept that acknowledged entries are lost: the last acknowledged and the last found, with hashes.
    LossAccepted {
        acknowledged: (u64, [u8; 32]),
        found: (u64, [u8; 32]),
        by: [PersonId; 2],
    },
    /// The house was restored, or the shoe is empty in the middle of a round: standing stakes are returned and the table is cleared. If the round is `undone`, what it
    /// has already decided is reversed too.
    RoundInterrupted {
        round: u64,
        undone: bool,
    },
    /// The chain of the table is given up. A link that it has committed to is never revealed.
    ChainRetired {
        reason: Box<str>,
    },
    /// The house stores the text of an edition of a rulebook, so that what is played by it can be judged and replayed.
    EditionStored {
        rulebook: Box<str>,
        digest: [u8; 32],
        text: Box<str>,
    },
    /// The house plays by this edition of a rulebook, each table from its next opening on.
    EditionAdopted {
        rulebook: Box<str>,
        digest: [u8; 32],
    },
    /// A player asks for chips or cash. Chips to be cashed are held from now on.
    ChipsRequested {
        number: u32,
        person: PersonId,
        kind: ChipRequestKind,
        amount: Money,
    },
    /// Staff laid the chips or the cash of a request out, at a table or at the cage.
    ChipsLaidOut {
        number: u32,
        table: Option<TableId>,
    },
    /// The player confirmed what was laid out: it is exchanged.
    ChipsConfirmed {
        number: u32,
    },
    /// The player cancelled a request, or staff declined it.
    ChipsCancelled {
        number: u32,
        reason: Box<str>,
    },
    /// A seated player is gone.
    WentAway {
        person: PersonId,
    },
    /// A player who was gone is back.
    CameBack {
        person: PersonId,
    },
    /// The cage pays a player what the ruling in a dispute awards. It follows the ruling at once.
    DisputePaid {
        dispute: u32,
        person: PersonId,
        amount: Money,
    },
    /// A reader may post outcomes at the table from now on.
    ReaderAdded {
        reader: u32,
        name: Box<str>,
    },
    ReaderRevoked {
        reader: u32,
    },
    /// A reader has read an outcome, which waits to be confirmed by the dealer.
    OutcomeRead {
        reader: u32,
        sequence: u64,
        lines: Box<str>,
    },
    InspectorCalled {
        by: PersonId,
        reason: Box<str>,
    },
    /// An inspector or a manager came to the table.
    CallAnswered {
        by: PersonId,
    },
    /// A roster was adopted. It replaces every duty that begins in its time.
    RosterAdopted {
        from: i64,
        to: i64,
        duties: Vec<Duty>,
    },
    /// A command that may have been sent before is refused under its key: an earlier copy that arrives later is refused
    /// too.
    CommandRefused(Box<Rejection>),
    /// Another node has the house since its owner failed. The phases of automatic tables last their full time again.
    OwnerNoted {
        node: Box<str>,
    },
}

/// The highest format of events that this program reads and writes. It is raised with every new kind of event, or another form of
/// their keys: nodes that run together write it only when all of them read it.
pub const EVENT_FORMAT: u16 = ORDERED_KEYS;

/// The format with the kinds of events that nodes write.
pub const NODE_EVENTS: u16 = 2;

/// The format in which keys are stored in the order in which they were made. A node of an earlier format would not find them.
pub const ORDERED_KEYS: u16 = 3;

impl Event {
    /// The format that has this kind of event.
    pub const fn format(&self) -> u16 {
        match self {
            Self::CommandRefused(_) | Self::OwnerNoted { .. } => NODE_EVENTS,
            _ => 1,
        }
    }
}

/// The device that determines a round, as written in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceRecord {
    /// A wheel with its pockets in this order, 37 for 00.
    Wheel(Vec<u8>),
    /// Two dice.
    Dice,
    /// A shoe.
    Shoe {
        /// The number of packs.
        packs: u8,
        /// The range of its cutting card.
        cut: Option<(u16, u16)>,
    },
}

impl DeviceRecord {
    /// The record of a device.
    pub fn of(device: &Device) -> Self {
        match device {
            Device::Wheel(wheel) => {
                let index = |pocket: &Pocket| u8::try_from(pocket.index()).expect("a wheel has few pockets");
                Self::Wheel(wheel.order().iter().map(index).collect())
            }
            Device::Dice => Self::Dice,
            Device::Shoe(packs) => {
                Self::Shoe { packs: packs.count(), cut: packs.cut().map(|cut| (cut.low(), cut.high())) }
            }
        }
    }

    /// The device; `None` when the record is invalid.
    pub fn device(&self) -> Option<Device> {
        match self {
            Self::Wheel(order) => {
                let pockets: Option<Vec<Pocket>> =
                    order.iter().map(|index| Pocket::at(usize::from(*index))).collect();
                Wheel::new(pockets?).ok().map(Device::Wheel)
            }
            Self::Dice => Some(Device::Dice),
            Self::Shoe { packs, cut } => ShoeSpec::new(*packs, *cut).ok().map(Device::Shoe),
        }
    }
}
