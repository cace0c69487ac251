//! What people ask of a house. Amounts are whole minor units.

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

use crate::ids::{Actor, Key, PersonId, TableId};
use crate::ledger::Unit;
use crate::office::{Approval, Limit, Post, Role};
use crate::paper::{Count, Matter, SlipKind, SlipStep};

/// A command with who gives it, and the key that makes it one command however often it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The same key is the same command.
    pub key: Option<Key>,
    /// Who gives it.
    pub by: Actor,
    /// What is to be done.
    pub command: Command,
}

/// A command to a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// A new house file is in force: licence, banks, staff, tables, approvals.
    Charter {
        /// The file, in TOML, as `croupier check` reads it.
        file: String,
    },
    /// A person becomes known to the house.
    Enrol {
        /// The name that records call the person by.
        handle: String,
        /// What the person is here.
        role: Role,
        /// The name in the house file, for those who work here.
        staff: Option<String>,
    },
    /// An authority has approved something (kept in the register of approvals).
    Approve(Approval),
    /// Somebody takes a post at a table, or nobody does any more.
    Assign {
        /// The table.
        table: TableId,
        /// The post.
        post: Post,
        /// Who.
        person: Option<PersonId>,
    },
    /// Service is refused to a person from now on.
    RefuseService {
        /// Who.
        person: PersonId,
        /// Why.
        reason: String,
    },
    /// Service is no longer refused.
    ResumeService {
        /// Who.
        person: PersonId,
        /// Why.
        reason: String,
    },
    /// A person is excluded, at once.
    Exclude {
        /// Who.
        person: PersonId,
        /// For so many days; without, for good.
        days: Option<u32>,
        /// Why.
        reason: String,
    },
    /// A person limits himself: tighter at once, looser after a day.
    SetLimit {
        /// Which limit.
        limit: Limit,
        /// How much; without, no limit.
        amount: Option<Money>,
    },
    /// The licence holder puts cash into the cage (or, below nought, takes it out).
    Capital {
        /// How much.
        cash: Money,
    },
    /// Chips or plaques come into the cage from their maker (or, below nought, go back).
    Issue {
        /// Which.
        unit: Unit,
        /// How much.
        amount: Money,
    },
    /// Money or chips are laid out to be exchanged: the first of two steps (2.1(2)).
    LayOut {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// Whose they are.
        person: PersonId,
        /// What for what.
        exchange: Exchange,
    },
    /// What was laid out has been checked and is exchanged: the second step.
    Confirm {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// The number under which it was laid out.
        number: u32,
    },
    /// What was laid out is taken up again.
    TakeUp {
        /// At this table, or at the cage.
        at: Option<TableId>,
        /// The number under which it was laid out.
        number: u32,
    },
    /// Somebody disputes what happened in a round.
    OpenDispute {
        /// The table.
        table: TableId,
        /// The round.
        round: u64,
        /// What is disputed.
        about: String,
    },
    /// The house answers a dispute.
    AnswerDispute {
        /// Its number.
        dispute: u32,
        /// The ruling.
        ruling: String,
    },
    /// The player is not content, and the dispute goes to whom the house file names.
    EscalateDispute {
        /// Its number.
        dispute: u32,
    },
    /// Something at a table.
    At(TableId, AtTable),
}

/// What changes hands against what. The amount is the same on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exchange {
    /// Cash or plaques for value chips.
    BuyIn {
        /// Cash or plaques.
        with: Unit,
        /// How much.
        amount: Money,
    },
    /// Value chips for cash, at the cage.
    CashOut {
        /// How much.
        amount: Money,
    },
    /// Cash for plaques, at the cage.
    BuyPlaques {
        /// How much.
        amount: Money,
    },
    /// Plaques for cash, at the cage.
    CashPlaques {
        /// How much.
        amount: Money,
    },
    /// Cash, value chips or plaques for wheel chips of a colour, at a table with a wheel (3.5(3)).
    ToWheel {
        /// What is given.
        with: Unit,
        /// How much.
        amount: Money,
        /// The colour.
        colour: u8,
        /// What one chip is worth.
        value: Money,
    },
    /// Wheel chips for value chips, while no ball runs (3.5(2)).
    FromWheel {
        /// How much.
        amount: Money,
    },
}

/// How a table is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The house deals, and its timers run the phases.
    Automatic,
    /// A dealer announces the phases and enters what falls.
    Attended,
}

/// What a stake is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum With {
    /// Value chips.
    #[default]
    Chips,
    /// Wheel chips.
    Wheel,
    /// Cash that plays and is then changed (2.1(3)).
    Cash,
}

/// Something at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtTable {
    /// A person takes a seat.
    Sit {
        /// Who.
        person: PersonId,
    },
    /// A person leaves.
    Leave {
        /// Who.
        person: PersonId,
    },
    /// A stake is put down.
    Bet {
        /// Whose.
        person: PersonId,
        /// How much.
        amount: Money,
        /// On what, in the words of the notation: `red`, `box 1`, `behind 3`.
        wager: String,
        /// On which numbered area, or `standing`.
        #[serde(default)]
        area: Option<String>,
        /// What it is made of.
        #[serde(default)]
        with: With,
    },
    /// A stake is taken back before no more bets.
    TakeBack {
        /// Whose.
        person: PersonId,
        /// Its number.
        stake: u32,
    },
    /// A standing stake is cancelled: its player asks, and the dealer or inspector agrees.
    Cancel {
        /// Its number.
        stake: u32,
    },
    /// A decision.
    Decide {
        /// Whose.
        person: PersonId,
        /// What.
        decision: Choice,
        /// For which box or hand, as in `3` or `3.2`.
        #[serde(default)]
        on: Option<String>,
    },
    /// Insurance and even money are not wanted.
    Decline {
        /// Who does not want them.
        person: PersonId,
    },
    /// A player gives up a bank that passes.
    GiveUpBank,
    /// The dealer announces.
    Announce(Announcement),
    /// The dealer enters what fell, in the words of the notation; it is read back.
    Enter {
        /// `ball 17`, `dice 3 4`, `cards 8S TH`, several lines if need be.
        lines: String,
    },
    /// What was entered is right.
    ConfirmEntry,
    /// What was entered is wrong, and is not taken.
    DropEntry,
    /// A decision about cards the dealer does not see is noted as declared.
    Declare {
        /// Whose.
        person: PersonId,
        /// What.
        decision: Choice,
        /// For which box or hand.
        #[serde(default)]
        on: Option<String>,
    },
    /// The cards are turned: all that was dealt and declared in this round, in order, in the words of the notation.
    Reveal {
        /// The lines.
        lines: String,
    },
    /// The time of the phase is up: the house goes on, and decides what nobody has decided.
    Tick,
    /// Something that needs a second person is proposed: open, close, count, void, correct.
    Propose(Matter),
    /// The second person agrees, and it is done.
    Authorise {
        /// The number of the proposal.
        proposal: u32,
    },
    /// A proposal is withdrawn.
    Withdraw {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Chips are asked of the cage, or offered to it.
    RequestSlip {
        /// A fill or a credit.
        kind: SlipKind,
        /// Which chips.
        chips: Count,
    },
    /// The next step of a slip.
    StepSlip {
        /// Its number.
        number: u32,
        /// Which step.
        step: SlipStep,
    },
    /// A player gives a seed of his own, for the rounds to come; an empty one takes it back.
    GiveSeed {
        /// Whose.
        person: PersonId,
        /// Up to 64 bytes, as text.
        seed: String,
    },
    /// A player has made his bets and waits for nobody.
    Ready {
        /// Who.
        person: PersonId,
    },
}

/// What can be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the decisions are their own names")]
pub enum Choice {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
    Raise,
    Check,
    /// A player behind stays on the hand that `on` names.
    Follow,
    /// For so much, on the box that `on` names.
    Insure(Money),
    /// On the box that `on` names.
    EvenMoney,
    /// The players of the box that `on` names agree that this one calls it.
    Call,
    /// A player takes a bank that passes, with so much in it.
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
