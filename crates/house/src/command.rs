//! Commands to a house. Amounts are whole minor units.

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use crate::ids::{Actor, IdempotencyKey, PersonId, TableId};
use crate::ledger::Unit;
use crate::office::{ApprovalDraft, Exchange, LimitKind, Role, TablePost};
use crate::paper::{Count, ProposedAction, SlipKind, SlipStep};

/// A command with who gives it and its idempotency key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The same key means the same command: it is carried out once, however often it is sent.
    pub key: Option<IdempotencyKey>,
    /// Who gives it.
    pub by: Actor,
    /// The command.
    pub command: Command,
}

/// A command to a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Adopt a house file: licence, banks, staff, tables, approvals.
    AdoptHouseFile {
        /// The file, in TOML, as `croupier check` reads it.
        file: String,
    },
    /// Enrol a person.
    Enrol {
        /// The name in records.
        handle: String,
        /// The role.
        role: Role,
        /// The name in the house file, for staff.
        staff: Option<String>,
    },
    /// Enter an approval of the authority into the register.
    Approve(ApprovalDraft),
    /// Assign a post at a table, or leave it vacant.
    Assign {
        /// The table.
        table: TableId,
        /// The post.
        post: TablePost,
        /// Who.
        person: Option<PersonId>,
    },
    /// Refuse service to a person from now on.
    RefuseService {
        /// Who.
        person: PersonId,
        /// Why.
        reason: String,
    },
    /// Serve the person again.
    ResumeService {
        /// Who.
        person: PersonId,
        /// Why.
        reason: String,
    },
    /// Exclude a person, at once.
    Exclude {
        /// Who.
        person: PersonId,
        /// For this many days; permanently without.
        days: Option<u32>,
        /// Why.
        reason: String,
    },
    /// Set one of your own limits. A lower limit applies at once, a higher one after a day.
    SetLimit {
        /// Which limit.
        limit: LimitKind,
        /// The limit; none to remove it.
        amount: Option<Money>,
    },
    /// The licence holder puts cash into the cage, or takes it out when the amount is negative.
    Capital {
        /// How much.
        cash: Money,
    },
    /// Chips or plaques come into the cage from their maker, or go back when the amount is negative.
    Issue {
        /// Which.
        unit: Unit,
        /// How much.
        amount: Money,
    },
    /// Request an exchange of money or chips: the first of two steps (2.1(2)).
    RequestExchange {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// Whose they are.
        person: PersonId,
        /// What for what.
        exchange: Exchange,
    },
    /// Confirm a requested exchange: the second step.
    ConfirmExchange {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// The number of the request.
        number: u32,
    },
    /// Withdraw a requested exchange.
    WithdrawExchange {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// The number of the request.
        number: u32,
    },
    /// Dispute a round.
    OpenDispute {
        /// The table.
        table: TableId,
        /// The round.
        round: u64,
        /// What is disputed.
        about: String,
    },
    /// Answer a dispute.
    AnswerDispute {
        /// Its number.
        dispute: u32,
        /// The ruling.
        ruling: String,
    },
    /// Escalate a dispute to whom the house file names, because the answer was not accepted.
    EscalateDispute {
        /// Its number.
        dispute: u32,
    },
    /// A command at a table.
    Table(TableId, TableCommand),
}

/// What a bet is paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaidWith {
    /// Value chips.
    #[default]
    Chips,
    /// Wheel chips.
    Wheel,
    /// Cash, which is exchanged for chips (2.1(3)).
    Cash,
}

/// A command at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableCommand {
    /// Take a seat.
    Sit {
        /// Who.
        person: PersonId,
    },
    /// Leave the table.
    Leave {
        /// Who.
        person: PersonId,
    },
    /// Place a bet.
    Bet {
        /// Whose.
        person: PersonId,
        /// How much.
        amount: Money,
        /// The wager in the notation: `red`, `box 1`, `behind 3`.
        wager: String,
        /// The numbered area, or `standing`.
        #[serde(default)]
        area: Option<String>,
        /// What it is paid with.
        #[serde(default)]
        with: PaidWith,
    },
    /// Take a stake back before no more bets.
    TakeBack {
        /// Whose.
        person: PersonId,
        /// Its number.
        stake: u32,
    },
    /// Cancel a standing stake: its player asks, and the dealer or inspector agrees.
    Cancel {
        /// Its number.
        stake: u32,
    },
    /// Take a decision.
    Decide {
        /// Whose.
        person: PersonId,
        /// What.
        decision: PlayerAction,
        /// For which box or hand, as in `3` or `3.2`.
        #[serde(default)]
        on: Option<String>,
    },
    /// Decline insurance and even money.
    Decline {
        /// Who declines.
        person: PersonId,
    },
    /// Give up a bank that passes.
    GiveUpBank,
    /// Announce a phase.
    Announce(Announcement),
    /// Enter an outcome in the notation. It is read back.
    Enter {
        /// `ball 17`, `dice 3 4`, `cards 8S TH`, several lines if need be.
        lines: String,
    },
    /// Confirm the entry.
    ConfirmEntry,
    /// Drop the entry: it is wrong.
    DropEntry,
    /// Declare a decision about cards that the dealer does not see.
    Declare {
        /// Whose.
        person: PersonId,
        /// What.
        decision: PlayerAction,
        /// For which box or hand.
        #[serde(default)]
        on: Option<String>,
    },
    /// Reveal the cards: all that was dealt and declared in this round, in order, in the notation.
    Reveal {
        /// The lines.
        lines: String,
    },
    /// The time of the phase has run out: the house continues, and takes the default for a decision that is due.
    Tick,
    /// Propose something that needs a second person: open, close, count, void, correct.
    Propose(ProposedAction),
    /// Authorise a proposal as the second person.
    Authorise {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Withdraw a proposal.
    Withdraw {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Request a fill from the cage, or a credit to it.
    RequestSlip {
        /// A fill or a credit.
        kind: SlipKind,
        /// Which chips.
        chips: Count,
    },
    /// Take the next step of a slip.
    StepSlip {
        /// Its number.
        number: u32,
        /// Which step.
        step: SlipStep,
    },
    /// Give a seed for the rounds to come; an empty one withdraws it.
    GiveSeed {
        /// Whose.
        person: PersonId,
        /// Up to 64 bytes, as text.
        seed: String,
    },
    /// Report that you have finished betting.
    Ready {
        /// Who.
        person: PersonId,
    },
}

/// What a player can decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the decisions are their own names")]
pub enum PlayerAction {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
    Raise,
    Check,
    /// A player behind stays on the hand that `on` names.
    Follow,
    /// For this amount, on the box that `on` names.
    Insure(Money),
    /// On the box that `on` names.
    EvenMoney,
    /// Call the box that `on` names; its players agree.
    Call,
    /// Take a bank that passes, with this amount.
    TakeBank(Money),
}

/// What a dealer announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the words are their own names")]
pub enum Announcement {
    PlaceYourBets,
    FinalBets,
    NoMoreBets,
    SpinLeft,
    SpinRight,
    VoidSpin,
    Shuffle,
    Misdeal,
}
