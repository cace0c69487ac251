//! Commands: one JSON object with `do`, the same over HTTP and over a WebSocket.

use croupier_house::command::{Command, TableCommand as HouseTableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::office::DocumentHash;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::{Amount, Signed};
use super::decision::Decision;
use super::kinds::{
    Announcement, ApprovalKind, ChipRequestKind, LimitKind, PayWith, Post, Role, SlipKind, Unit,
};
use super::office::{OfficeMatter, approval};
use super::paperwork::{ChipCount, Exchange, Proposal, SlipStep, count};
use super::problem::Problem;
use super::session::OneTimeLink;
use super::wager::bet_wager;

/// A command at a table, selected by `do`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableCommand {
    /// Take a seat.
    Sit {
        /// The player; the person who is logged in by default. Staff may name another.
        person: Option<u32>,
    },
    /// Leave the table.
    Leave {
        /// The player; the person who is logged in by default. Staff may name another.
        person: Option<u32>,
    },
    /// Place a bet.
    Bet {
        /// The player; the person who is logged in by default. The dealer of an attended table may name another.
        person: Option<u32>,
        /// The stake.
        amount: Amount,
        /// The wager in the notation: `red`, `split 17 20`, `box 1`.
        #[schema(schema_with = bet_wager)]
        wager: String,
        /// A numbered area, or `standing`.
        area: Option<String>,
        /// What the bet is paid with; value chips by default.
        with: Option<PayWith>,
    },
    /// Take a bet back before no more bets.
    TakeBack {
        /// The player; the person who is logged in by default.
        person: Option<u32>,
        /// The number of the stake.
        stake: u32,
    },
    /// Take half of a bet that is held for the next spin, until no more bets. `half` of the stake says what that is.
    TakeHalf {
        /// The player; the person who is logged in by default.
        person: Option<u32>,
        /// The number of the stake.
        stake: u32,
    },
    /// Cancel a standing stake: the player asks, and staff of the table agree.
    Cancel {
        /// The number of the stake.
        stake: u32,
    },
    /// Make a decision. `moves` of the table lists those that are possible.
    Decide {
        /// The player; the person who is logged in by default. The dealer of an attended table may name another.
        person: Option<u32>,
        /// The decision.
        decision: Decision,
        /// The amount, where the decision needs one.
        amount: Option<Amount>,
        /// The box or hand, such as `3` or `3.2`, where more than one waits. To call a stake at dice, its number and `on` or `off`: `3 off`.
        on: Option<String>,
    },
    /// Decline insurance and even money.
    Decline {
        /// The player; the person who is logged in by default.
        person: Option<u32>,
    },
    /// Give up the bank that one holds.
    GiveUpBank,
    /// Announce a phase at an attended table.
    Announce {
        /// The announcement.
        what: Announcement,
    },
    /// Enter what the ball, dice or cards gave at an attended table. It counts when it is confirmed.
    Enter {
        /// Lines in the notation.
        #[schema(max_length = 4000, example = "ball 17")]
        lines: String,
    },
    /// Confirm what was entered.
    ConfirmEntry,
    /// Drop what was entered.
    DropEntry,
    /// Record a decision about cards that the dealer does not see.
    Declare {
        /// The player; the person who is logged in by default.
        person: Option<u32>,
        /// The decision.
        decision: Decision,
        /// The amount, where the decision needs one.
        amount: Option<Amount>,
        /// The box or hand, such as `3` or `3.2`.
        on: Option<String>,
    },
    /// Turn the cards at the end of a round of which the dealer saw nothing.
    Reveal {
        /// All that was dealt and declared in this round, in the notation.
        lines: String,
    },
    /// Propose something that needs a second person.
    Propose {
        /// What is proposed.
        matter: Proposal,
    },
    /// Authorise the proposal of somebody else.
    Authorise {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Withdraw a proposal.
    Withdraw {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Request a fill or a credit.
    RequestSlip {
        /// Fill or credit.
        kind: SlipKind,
        /// The chips, by denomination.
        chips: Vec<ChipCount>,
    },
    /// Take a slip one step further.
    StepSlip {
        /// The number of the slip.
        number: u32,
        /// The step.
        step: SlipStep,
        /// The reason, where the slip is declared void.
        reason: Option<String>,
    },
    /// Request an exchange of money and chips at the table. It happens when it is confirmed.
    RequestExchange {
        /// The player; the person who is logged in by default. Staff may name another.
        person: Option<u32>,
        /// What is exchanged for what.
        exchange: Exchange,
    },
    /// Confirm an exchange that somebody else requested.
    ConfirmExchange {
        /// The number of the exchange.
        number: u32,
    },
    /// Withdraw an exchange that is not confirmed.
    WithdrawExchange {
        /// The number of the exchange.
        number: u32,
    },
    /// Give a seed of one's own for the next closing of seeds; an empty one takes it back.
    GiveSeed {
        /// Up to 64 bytes.
        #[schema(max_length = 64)]
        seed: String,
    },
    /// Call an inspector to the table. Its staff may; the floor sees the call until it is answered.
    CallInspector {
        /// The reason, in at most 200 characters.
        #[schema(max_length = 200)]
        reason: String,
    },
    /// Answer the call: an inspector or a manager is at the table.
    AnswerCall,
    /// Say that one's bets are made. When all players at the table have said so, betting closes early.
    Ready {
        /// The player; the person who is logged in by default.
        person: Option<u32>,
    },
}

impl TableCommand {
    /// The command of the house, for a table and the person who is logged in.
    ///
    /// # Errors
    /// When a decision lacks its amount.
    pub fn command(self, table: TableId, me: PersonId) -> Result<Command, Problem> {
        let who = |person: Option<u32>| person.map_or(me, PersonId);
        let at = match self {
            Self::Sit { person } => HouseTableCommand::Sit { person: who(person) },
            Self::Leave { person } => HouseTableCommand::Leave { person: who(person) },
            Self::Bet { person, amount, wager, area, with } => {
                let with = with.map(Into::into).unwrap_or_default();
                HouseTableCommand::Bet { person: who(person), amount: amount.0, wager, area, with }
            }
            Self::TakeBack { person, stake } => HouseTableCommand::TakeBack { person: who(person), stake },
            Self::TakeHalf { person, stake } => HouseTableCommand::TakeHalf { person: who(person), stake },
            Self::Cancel { stake } => HouseTableCommand::Cancel { stake },
            Self::Decide { person, decision, amount, on } => {
                HouseTableCommand::Decide { person: who(person), decision: decision.choice(amount)?, on }
            }
            Self::Decline { person } => HouseTableCommand::Decline { person: who(person) },
            Self::GiveUpBank => HouseTableCommand::GiveUpBank,
            Self::Announce { what } => HouseTableCommand::Announce(what.into()),
            Self::Enter { lines } => HouseTableCommand::Enter { lines },
            Self::ConfirmEntry => HouseTableCommand::ConfirmEntry,
            Self::DropEntry => HouseTableCommand::DropEntry,
            Self::Declare { person, decision, amount, on } => {
                HouseTableCommand::Declare { person: who(person), decision: decision.choice(amount)?, on }
            }
            Self::Reveal { lines } => HouseTableCommand::Reveal { lines },
            Self::Propose { matter } => HouseTableCommand::Propose(matter.into()),
            Self::Authorise { proposal } => HouseTableCommand::Authorise { proposal },
            Self::Withdraw { proposal } => HouseTableCommand::Withdraw { proposal },
            Self::GiveSeed { seed } => HouseTableCommand::GiveSeed { person: me, seed },
            Self::CallInspector { reason } => HouseTableCommand::CallInspector { reason },
            Self::AnswerCall => HouseTableCommand::AnswerCall,
            Self::Ready { person } => HouseTableCommand::Ready { person: who(person) },
            Self::RequestSlip { kind, chips } => {
                HouseTableCommand::RequestSlip { kind: kind.into(), chips: count(&chips) }
            }
            Self::StepSlip { number, step, reason } => {
                HouseTableCommand::StepSlip { number, step: step.with(reason) }
            }
            Self::RequestExchange { person, exchange } => {
                return Ok(Command::RequestExchange {
                    at: Some(table),
                    person: who(person),
                    exchange: exchange.into(),
                });
            }
            Self::ConfirmExchange { number } => {
                return Ok(Command::ConfirmExchange { at: Some(table), number });
            }
            Self::WithdrawExchange { number } => {
                return Ok(Command::WithdrawExchange { at: Some(table), number });
            }
        };
        Ok(Command::Table(table, at))
    }
}

/// A command to the house, selected by `do`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseCommand {
    /// Put a house file into force. Two people decide it once the house is founded: use `propose`.
    Charter {
        /// The house file in TOML, as `croupier check` reads it.
        file: String,
    },
    /// Enrol a player. Two people enrol staff once the house is founded: use `propose`.
    Enrol {
        /// The name by which records call the person.
        handle: String,
        /// The role.
        role: Role,
        /// The person's name in the house file; required for staff.
        staff: Option<String>,
        /// The number of an identity document of a player. Only a keyed hash is stored.
        document: Option<String>,
    },
    /// Note the identity document of a player whose document the house does not know.
    NoteDocument {
        /// The person.
        person: u32,
        /// The number of the document. Only a keyed hash is stored.
        document: String,
    },
    /// Propose a matter of the office that needs a second person from another post.
    Propose {
        /// The matter.
        matter: OfficeMatter,
    },
    /// Authorise the proposal of somebody else.
    Authorise {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Withdraw a proposal.
    Withdraw {
        /// The number of the proposal.
        proposal: u32,
    },
    /// Enter an approval of an authority. Two people decide it once the house is founded: use `propose`.
    Approve {
        /// The authority's reference.
        reference: String,
        /// The date, such as 2001-02-05.
        date: String,
        /// What is approved.
        of: ApprovalKind,
        /// The tables it covers, by name; all if none is named.
        #[serde(default)]
        covers: Vec<String>,
        /// The approved hours, such as 14:00-04:00.
        hours: Option<String>,
        /// The approved numbers of packs.
        #[serde(default)]
        packs: Vec<u32>,
    },
    /// Put somebody at a post of a table, or nobody. Two people decide it once the house is founded: use `propose`.
    Assign {
        /// The number of the table.
        table: u16,
        /// The post.
        post: Post,
        /// The person; null leaves the post empty.
        person: Option<u32>,
    },
    /// Take over a post at a table, as the person whom the roster names for it now: from 10 minutes before the duty until its
    /// end, and between rounds for those who deal.
    TakeOver {
        /// The number of the table.
        table: u16,
        /// The post.
        post: Post,
    },
    /// Refuse service to a person.
    RefuseService {
        /// The person.
        person: u32,
        /// The reason.
        reason: String,
    },
    /// Resume service to a person.
    ResumeService {
        /// The person.
        person: u32,
        /// The reason.
        reason: String,
    },
    /// Exclude a person, at once.
    Exclude {
        /// The person; the person who is logged in by default.
        person: Option<u32>,
        /// For how many days; for good by default.
        days: Option<u32>,
        /// The reason.
        reason: String,
    },
    /// Set one's own limit. A lower limit applies at once, a higher one after 24 hours.
    SetLimit {
        /// Which limit.
        limit: LimitKind,
        /// The amount; null removes the limit.
        amount: Option<Amount>,
    },
    /// Put the licence holder's cash into the cage, or take it out. Two people decide it once the house is founded: use `propose`.
    Capital {
        /// The amount; negative takes it out.
        cash: Signed,
    },
    /// Bring chips or plaques in from their maker, or send them back. Two people decide it once the house is founded: use `propose`.
    Issue {
        /// Chips or plaques.
        unit: Unit,
        /// The amount; negative sends them back.
        amount: Signed,
    },
    /// Request an exchange of money and chips at the cage. It happens when it is confirmed.
    RequestExchange {
        /// The player; the person who is logged in by default. Staff may name another.
        person: Option<u32>,
        /// What is exchanged for what.
        exchange: Exchange,
    },
    /// Confirm an exchange that somebody else requested.
    ConfirmExchange {
        /// The number of the exchange.
        number: u32,
    },
    /// Withdraw an exchange that is not confirmed.
    WithdrawExchange {
        /// The number of the exchange.
        number: u32,
    },
    /// Ask for chips or cash. Staff lay it out, and the player who asked confirms it. Chips to be cashed are held meanwhile.
    /// A player has at most one open request of each kind.
    RequestChips {
        /// Chips for cash, or cash for chips.
        kind: ChipRequestKind,
        /// The amount.
        amount: Amount,
    },
    /// Lay the chips or the cash of a request out. Cashiers do it at the cage; the staff of a table sell chips to players who sit there.
    LayOutChips {
        /// The number of the request.
        number: u32,
        /// The number of the table whose float the chips come from; the cage by default.
        table: Option<u16>,
    },
    /// Confirm what is laid out for one's own request: it is exchanged.
    ConfirmChips {
        /// The number of the request.
        number: u32,
    },
    /// Cancel one's own request, or decline that of a player.
    CancelChips {
        /// The number of the request.
        number: u32,
        /// The reason, in at most 200 characters; staff give one.
        reason: Option<String>,
    },
    /// Let a reader, a device that reads outcomes, post them at a table. The response has its key. A manager does this.
    AddReader {
        /// The number of the table.
        table: u16,
        /// What it is called, in 2 to 40 characters, such as `wheel camera`.
        #[schema(min_length = 2, max_length = 40)]
        name: String,
    },
    /// Let a reader post nothing more: its key no longer works. A manager does this.
    RevokeReader {
        /// The number of the table.
        table: u16,
        /// The number of the reader.
        reader: u32,
    },
    /// Dispute a round that one played.
    OpenDispute {
        /// The number of the table.
        table: u16,
        /// The number of the round.
        round: u64,
        /// What is disputed, in at most 2,000 characters.
        about: String,
    },
    /// Rule on a dispute.
    AnswerDispute {
        /// The number of the dispute.
        dispute: u32,
        /// The ruling.
        ruling: String,
    },
    /// Take a dispute to the authority that the house file names.
    EscalateDispute {
        /// The number of the dispute.
        dispute: u32,
    },
}

impl HouseCommand {
    /// The command of the house, for the person who is logged in. `hash` makes the hash of a document's number.
    ///
    /// # Errors
    /// When a document has no number.
    pub fn command(
        self,
        me: PersonId,
        hash: impl Fn(&str) -> Result<DocumentHash, Problem>,
    ) -> Result<Command, Problem> {
        let who = |person: Option<u32>| person.map_or(me, PersonId);
        Ok(match self {
            Self::Charter { file } => Command::AdoptHouseFile { file },
            Self::Enrol { handle, role: Role::Player, staff: None, document: Some(document) } => {
                Command::EnrolPlayer { handle, document: hash(&document)? }
            }
            Self::Enrol { handle, role, staff, .. } => Command::Enrol { handle, role: role.into(), staff },
            Self::NoteDocument { person, document } => {
                Command::NoteDocument { person: PersonId(person), document: hash(&document)? }
            }
            Self::Propose { matter } => Command::ProposeOffice(matter.into()),
            Self::Authorise { proposal } => Command::AuthoriseOffice { proposal },
            Self::Withdraw { proposal } => Command::WithdrawOffice { proposal },
            Self::Approve { reference, date, of, covers, hours, packs } => {
                Command::Approve(approval(reference, date, of, covers, hours, packs))
            }
            Self::Assign { table, post, person } => {
                Command::Assign { table: TableId(table), post: post.into(), person: person.map(PersonId) }
            }
            Self::TakeOver { table, post } => Command::TakeOver { table: TableId(table), post: post.into() },
            Self::RefuseService { person, reason } => {
                Command::RefuseService { person: PersonId(person), reason }
            }
            Self::ResumeService { person, reason } => {
                Command::ResumeService { person: PersonId(person), reason }
            }
            Self::Exclude { person, days, reason } => Command::Exclude { person: who(person), days, reason },
            Self::SetLimit { limit, amount } => {
                Command::SetLimit { limit: limit.into(), amount: amount.map(|amount| amount.0) }
            }
            Self::Capital { cash } => Command::Capital { cash: cash.0 },
            Self::Issue { unit, amount } => Command::Issue { unit: unit.into(), amount: amount.0 },
            Self::RequestExchange { person, exchange } => {
                Command::RequestExchange { at: None, person: who(person), exchange: exchange.into() }
            }
            Self::ConfirmExchange { number } => Command::ConfirmExchange { at: None, number },
            Self::WithdrawExchange { number } => Command::WithdrawExchange { at: None, number },
            Self::RequestChips { kind, amount } => {
                Command::RequestChips { kind: kind.into(), amount: amount.0 }
            }
            Self::LayOutChips { number, table } => Command::LayOutChips { number, table: table.map(TableId) },
            Self::ConfirmChips { number } => Command::ConfirmChips { number },
            Self::CancelChips { number, reason } => {
                Command::CancelChips { number, reason: reason.unwrap_or_default() }
            }
            Self::AddReader { table, name } => {
                Command::Table(TableId(table), HouseTableCommand::AddReader { name })
            }
            Self::RevokeReader { table, reader } => {
                Command::Table(TableId(table), HouseTableCommand::RevokeReader { reader })
            }
            Self::OpenDispute { table, round, about } => {
                Command::OpenDispute { table: TableId(table), round, about }
            }
            Self::AnswerDispute { dispute, ruling } => Command::AnswerDispute { dispute, ruling },
            Self::EscalateDispute { dispute } => Command::EscalateDispute { dispute },
        })
    }
}

/// The result of a command that was carried out and is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CommandResult {
    /// The version of its first event in the journal.
    pub from: u64,
    /// The version of its last event.
    pub to: u64,
    /// Whether it had been carried out before, under the same key.
    pub again: bool,
    /// The number of the stake, slip, proposal, exchange, chip request, dispute, reader or person that it created.
    pub number: Option<u32>,
    /// Whether the cards that were turned up break the rules: nothing is paid, and the inspector decides.
    pub breached: bool,
    /// The sequence of its last event among all events of the house. Sent with later requests, every server of the house
    /// answers with what it has led to.
    pub sequence: u64,
}

/// The result of a command to the house that was carried out and is on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HouseResult {
    /// The result, as of every command.
    #[serde(flatten)]
    pub done: CommandResult,
    /// The link with which the person who was enrolled, or whose password was reset, sets a password; otherwise null. It
    /// is shown once: hand it over to that person.
    pub link: Option<OneTimeLink>,
    /// The key of the reader that was added; otherwise null. It is shown once: put it into the reader's configuration.
    pub reader_key: Option<String>,
}
