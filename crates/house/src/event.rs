//! What has happened in a house.

use croupier_fair::{Device, Packs};
use croupier_kit::{Money, Pocket, Wheel};
use serde::{Deserialize, Serialize};

use crate::command::{Exchange, Mode};
use crate::ids::{PersonId, TableId};
use crate::ledger::Unit;
use crate::office::{Approval, Limit, Post, Role};
use crate::paper::{Count, Matter, SlipKind, SlipStep};

/// Why something was done at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Somebody said so.
    Told,
    /// Nobody decided in time, and the house took the stated default.
    ByDefault,
    /// The house plays by its declared policy.
    ByPolicy,
}

/// One event. New ones are added at the end only: their place is in the bytes of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are those of the commands, told there")]
pub enum Event {
    /// A house file is in force, as the version so many.
    Chartered {
        version: u32,
        file: Box<str>,
    },
    Enrolled {
        person: PersonId,
        handle: Box<str>,
        role: Role,
        staff: Option<Box<str>>,
    },
    Approved(Approval),
    Assigned {
        table: TableId,
        post: Post,
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
    /// Holds from this time on.
    LimitSet {
        person: PersonId,
        limit: Limit,
        amount: Option<Money>,
        from: i64,
    },
    CapitalMoved,
    Issued,
    LaidOut {
        number: u32,
        person: PersonId,
        exchange: Exchange,
    },
    Exchanged {
        number: u32,
    },
    TakenUp {
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
    /// A round begins; with a new number of the record where stakes are numbered from one again.
    RoundBegan {
        round: u64,
        record: u64,
        book: [u8; 32],
        settings: u32,
        build: Box<str>,
    },
    /// Acts in the words of the notation, with what new stakes are made of.
    Acted {
        lines: Box<str>,
        with: Unit,
        why: Why,
    },
    /// Nobody insures any more in this round.
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
    /// What was declared and turned up does not hold by the rules: it goes to the inspector.
    Breached {
        lines: Box<str>,
        message: Box<str>,
        cites: Vec<Box<str>>,
    },
    Proposed {
        proposal: u32,
        by: PersonId,
        matter: Matter,
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
    /// The line that was wrong, the line that is right, and why.
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
    /// Cash that plays was changed into the chips of the stake that follows (2.1(3)).
    CashPlayed {
        person: PersonId,
        amount: Money,
    },
    /// Hidden cards were turned and the round played by the rules.
    Revealed {
        lines: Box<str>,
    },
    /// A chain of seeds is opened; its last seed is sealed.
    ChainOpened {
        table: Box<str>,
        links: u32,
        anchor: [u8; 32],
        sealed: Box<[u8]>,
    },
    /// The house binds a round or shoe to the next link, before betting; the seed is sealed.
    Committed {
        link: u32,
        round: Box<str>,
        device: DealtFrom,
        commitment: [u8; 32],
        sealed: Box<[u8]>,
    },
    /// A player gives a seed of his own, for every round from now on; an empty one takes it back.
    SeedGiven {
        person: PersonId,
        seed: Box<[u8]>,
    },
    /// The players' seeds are closed, seat 1 the first: what falls is settled.
    SeedsClosed {
        players: Vec<(PersonId, Box<[u8]>)>,
        receipt: [u8; 32],
    },
    /// The round or shoe is over, and its seed is shown.
    SeedRevealed {
        link: u32,
        seed: [u8; 32],
    },
    /// A player has made his bets and waits for nobody.
    Readied {
        person: PersonId,
    },
}

/// What decides a round, as the journal has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealtFrom {
    /// A wheel with its pockets in this order, 37 for 00.
    Wheel(Vec<u8>),
    /// Two dice.
    Dice,
    /// A shoe.
    Shoe {
        /// Of so many packs.
        packs: u8,
        /// Where its cutting card may go.
        cut: Option<(u16, u16)>,
    },
}

impl DealtFrom {
    /// How the journal has a device.
    pub fn of(device: &Device) -> Self {
        match device {
            Device::Wheel(wheel) => {
                let place = |pocket: &Pocket| u8::try_from(pocket.index()).unwrap_or(u8::MAX);
                Self::Wheel(wheel.order().iter().map(place).collect())
            }
            Device::Dice => Self::Dice,
            Device::Shoe(packs) => {
                Self::Shoe { packs: packs.count(), cut: packs.cut().map(|cut| (cut.low(), cut.high())) }
            }
        }
    }

    /// The device; `None` where there is no such one.
    pub fn device(&self) -> Option<Device> {
        match self {
            Self::Wheel(order) => {
                let pockets: Option<Vec<Pocket>> =
                    order.iter().map(|place| Pocket::at(usize::from(*place))).collect();
                Wheel::new(pockets?).ok().map(Device::Wheel)
            }
            Self::Dice => Some(Device::Dice),
            Self::Shoe { packs, cut } => Packs::new(*packs, *cut).ok().map(Device::Shoe),
        }
    }
}
