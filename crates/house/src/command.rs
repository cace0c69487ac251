//! Commands to a house. Amounts are whole minor units.

use croupier_kit::Money;
use croupier_rules::notation::Verb;
use serde::{Deserialize, Serialize};

use crate::ids::{Actor, IdempotencyKey, PersonId, TableId};
use crate::ledger::Unit;
use crate::office::{
    ApprovalDraft, ChipRequestKind, DocumentHash, Exchange, LimitKind, NewIncarnation, NotedKey,
    OfficeAction, Role, TablePost,
};
use crate::paper::{Count, ProposedAction, SlipKind, SlipStep};

/// A command, with the person who gives it and its idempotency key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The idempotency key: a command that is sent several times with the same key is executed once.
    pub key: Option<IdempotencyKey>,
    /// The person who gives the command.
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
        /// The person who gets the post; `None` leaves it vacant.
        person: Option<PersonId>,
    },
    /// Refuse service to a person from now on.
    RefuseService {
        /// The person.
        person: PersonId,
        /// The reason.
        reason: String,
    },
    /// Serve the person again.
    ResumeService {
        /// The person.
        person: PersonId,
        /// The reason.
        reason: String,
    },
    /// Exclude a person, at once.
    Exclude {
        /// The person.
        person: PersonId,
        /// The number of days; `None` means permanently.
        days: Option<u32>,
        /// The reason.
        reason: String,
    },
    /// Set one of your own limits. A lower limit applies at once, a higher one after a day.
    SetLimit {
        /// Which limit.
        limit: LimitKind,
        /// The new limit; `None` removes it.
        amount: Option<Money>,
    },
    /// The licence holder puts cash into the cage, or takes it out if the amount is negative.
    Capital {
        /// The amount.
        cash: Money,
    },
    /// Chips or plaques arrive in the cage from their maker, or are returned if the amount is negative.
    Issue {
        /// Chips or plaques.
        unit: Unit,
        /// The amount.
        amount: Money,
    },
    /// Request an exchange of money or chips: the first of two steps (2.1(2)).
    RequestExchange {
        /// The table; `None` for the cage.
        at: Option<TableId>,
        /// The person who owns the money or chips.
        person: PersonId,
        /// What is exchanged for what.
        exchange: Exchange,
    },
    /// Confirm a requested exchange: the second step.
    ConfirmExchange {
        /// The table; `None` for the cage.
        at: Option<TableId>,
        /// The number of the request.
        number: u32,
    },
    /// Withdraw a requested exchange.
    WithdrawExchange {
        /// The table; `None` for the cage.
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
        /// The number of the dispute.
        dispute: u32,
        /// The ruling.
        ruling: String,
    },
    /// Escalate a dispute, because its answer was not accepted, to the party that the house file names.
    EscalateDispute {
        /// The number of the dispute.
        dispute: u32,
    },
    /// A command at a table.
    Table(TableId, TableCommand),
    /// Propose a matter of the office that needs a second person from another post.
    ProposeOffice(OfficeAction),
    /// Authorise a proposal to the office as the second person.
    AuthoriseOffice {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Withdraw a proposal to the office.
    WithdrawOffice {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Enrol a player whose identity document the house has seen.
    EnrolPlayer {
        /// The name in records.
        handle: String,
        /// The keyed hash of the document's number.
        document: DocumentHash,
    },
    /// Note the identity document of a player.
    NoteDocument {
        /// The person.
        person: PersonId,
        /// The keyed hash of the document's number.
        document: DocumentHash,
    },
    /// Give the post of a manager access again, from the shell: accounts were lost, or no manager is left.
    RecoverManager {
        /// The name in the house file.
        staff: String,
        /// The reason.
        reason: String,
    },
    /// Note the key that the house deals with. Only the house itself does this.
    NoteKey(NotedKey),
    /// Note that another node has the house, because its owner failed. Only the house itself does this.
    NoteOwner {
        /// The name of the node.
        node: Box<str>,
    },
    /// Begin a new incarnation, after a restore or an accepted loss. Only the house itself does this.
    BeginIncarnation(NewIncarnation),
    /// Store the texts of the rulebooks that the house plays by, as far as the journal does not have them. Only the house
    /// itself does this.
    StoreEditions,
    /// Ask for chips or cash. Staff lay it out, and the person who asked confirms it.
    RequestChips {
        /// Chips for cash, or cash for chips.
        kind: ChipRequestKind,
        /// The amount.
        amount: Money,
    },
    /// Lay the chips or the cash of a request out.
    LayOutChips {
        /// The number of the request.
        number: u32,
        /// The table whose float the chips come from; `None` for the cage.
        table: Option<TableId>,
    },
    /// Confirm what is laid out for your request: it is exchanged.
    ConfirmChips {
        /// The number of the request.
        number: u32,
    },
    /// Cancel your request, or decline that of a player.
    CancelChips {
        /// The number of the request.
        number: u32,
        /// The reason, where staff decline it.
        reason: String,
    },
    /// Found the house in one step: all of it, or nothing. Only the house itself does this.
    Found(Box<Founding>),
    /// Take over a post at a table, as the person whom the roster names for it now.
    TakeOver {
        /// The table.
        table: TableId,
        /// The post.
        post: TablePost,
    },
}

/// What a house is founded with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Founding {
    /// The house file, in TOML, as `croupier check` reads it.
    pub file: String,
    /// The first manager.
    pub manager: Founder,
    /// The others who are enrolled. An inspector or a cashier must be among them.
    pub staff: Vec<Founder>,
    /// The cash that the licence holder puts into the cage.
    pub cash: Money,
    /// The chips that arrive in the cage from their maker.
    pub chips: Money,
    /// The plaques that arrive in the cage from their maker.
    pub plaques: Money,
}

/// Somebody who is enrolled when a house is founded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Founder {
    /// The name in records.
    pub handle: String,
    /// The role.
    pub role: Role,
    /// The name in the house file.
    pub staff: String,
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
        /// The person.
        person: PersonId,
    },
    /// Leave the table.
    Leave {
        /// The person.
        person: PersonId,
    },
    /// Place a bet.
    Bet {
        /// The player.
        person: PersonId,
        /// The amount.
        amount: Money,
        /// The wager in the notation, such as `red`, `box 1` or `behind 3`.
        wager: String,
        /// The numbered area, or `standing`.
        #[serde(default)]
        area: Option<String>,
        /// What it is paid with.
        #[serde(default)]
        with: PaidWith,
    },
    /// Take a stake back. This is possible until no more bets is called.
    TakeBack {
        /// The player.
        person: PersonId,
        /// The number of the stake.
        stake: u32,
    },
    /// Cancel a standing stake, with the consent of its player. The dealer or inspector gives this command.
    Cancel {
        /// The number of the stake.
        stake: u32,
    },
    /// Make a decision.
    Decide {
        /// The player.
        person: PersonId,
        /// The decision.
        decision: PlayerAction,
        /// The box or hand that it is for, as in `3` or `3.2`.
        #[serde(default)]
        on: Option<String>,
    },
    /// Decline insurance and even money.
    Decline {
        /// The person who declines.
        person: PersonId,
    },
    /// Give up the player's bank.
    GiveUpBank,
    /// Announce a phase.
    Announce(Announcement),
    /// Enter an outcome in the notation. It is read back for confirmation.
    Enter {
        /// The outcome, such as `ball 17`, `dice 3 4` or `cards 8S TH`; on several lines if necessary.
        lines: String,
    },
    /// Confirm the entry.
    ConfirmEntry,
    /// Drop the entry, because it is wrong.
    DropEntry,
    /// Declare a decision about cards that the dealer does not see.
    Declare {
        /// The player.
        person: PersonId,
        /// The decision.
        decision: PlayerAction,
        /// The box or hand that it is for.
        #[serde(default)]
        on: Option<String>,
    },
    /// Reveal the cards: everything that was dealt and declared in this round, in order, in the notation.
    Reveal {
        /// The lines, in the notation.
        lines: String,
    },
    /// The time of the phase has run out: the house continues, and uses the default for a decision that is due.
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
        /// The number of the slip.
        number: u32,
        /// The step.
        step: SlipStep,
    },
    /// Give a seed for future rounds; an empty one withdraws it.
    GiveSeed {
        /// The player.
        person: PersonId,
        /// The seed: up to 64 bytes, as text.
        seed: String,
    },
    /// Report that you have finished betting.
    Ready {
        /// The player.
        person: PersonId,
    },
    /// Take half of a stake that is held for the next round. This is possible until no more bets is called for it.
    TakeHalf {
        /// The player.
        person: PersonId,
        /// The number of the stake.
        stake: u32,
    },
    /// Note that a seated player is gone: nobody waits for him. Only the house itself does this.
    NoteAway {
        /// The player.
        person: PersonId,
    },
    /// Note that a player is back. Everything that he does at the table notes it too.
    NoteBack {
        /// The player.
        person: PersonId,
    },
    /// Clear the seats of players who have been gone too long and have nothing at stake. Only the house itself does this.
    ClearSeats,
    /// Let a reader, a device that reads outcomes, post them at this table.
    AddReader {
        /// What it is called, such as `wheel camera`.
        name: String,
    },
    /// Let a reader post nothing more.
    RevokeReader {
        /// The number of the reader.
        reader: u32,
    },
    /// Note what a reader has read. It is read back, and the dealer confirms or drops it. The house gives this command when a reader has
    /// shown its key.
    Read {
        /// The number of the reader.
        reader: u32,
        /// The reader's own number of the reading, which grows.
        sequence: u64,
        /// The outcome, as for `Enter`.
        lines: String,
    },
    /// Call an inspector to the table.
    CallInspector {
        /// The reason.
        reason: String,
    },
    /// Answer the call: an inspector or a manager is at the table.
    AnswerCall,
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
    /// A player who has bet behind stays with the hand that `on` names.
    Follow,
    /// Insure the box that `on` names for this amount.
    Insure(Money),
    /// Take even money for the box that `on` names.
    EvenMoney,
    /// Call the box that `on` names; its players agree. At dice, call a stake on or off, as in `3 off`.
    Call,
    /// Take the bank, with this amount.
    TakeBank(Money),
    /// Give up the hand and its ante.
    Fold,
}

impl From<Verb> for PlayerAction {
    fn from(verb: Verb) -> Self {
        match verb {
            Verb::Draws => Self::Draw,
            Verb::Stands => Self::Stand,
            Verb::Doubles => Self::Double,
            Verb::Splits => Self::Split,
            Verb::Surrenders => Self::Surrender,
            Verb::Raises => Self::Raise,
            Verb::Checks => Self::Check,
            Verb::Folds => Self::Fold,
        }
    }
}

/// What a dealer can announce.
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
