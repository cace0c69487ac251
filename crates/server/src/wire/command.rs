//! Commands on the wire: one object with `do`, the same over HTTP and over a WebSocket.

use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{ApprovalDraft, LimitKind, Role, TablePost};
use croupier_house::paper::SlipKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::exchange::count;
use super::{Amount, ChipCount, ExchangeOf, MatterOf, Problem, Signed, StepOf};

/// The words of the decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the decisions are their own names")]
pub enum Word {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
    Raise,
    Check,
    Follow,
    /// With an amount.
    Insure,
    EvenMoney,
    Call,
    /// With an amount.
    TakeBank,
}

/// A decision: its word, how much where it needs it, and for which box or hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// What.
    pub decision: Word,
    /// For so much: insurance, a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Amount>,
    /// For which box or hand, as in `3` or `3.2`.
    pub on: Option<String>,
}

impl Word {
    fn choice(self, amount: Option<Amount>) -> Result<PlayerAction, Problem> {
        let some = || amount.ok_or_else(|| Problem::malformed("no amount", "this decision names an amount"));
        Ok(match self {
            Self::Draw => PlayerAction::Draw,
            Self::Stand => PlayerAction::Stand,
            Self::Double => PlayerAction::Double,
            Self::Split => PlayerAction::Split,
            Self::Surrender => PlayerAction::Surrender,
            Self::Raise => PlayerAction::Raise,
            Self::Check => PlayerAction::Check,
            Self::Follow => PlayerAction::Follow,
            Self::Insure => PlayerAction::Insure(some()?.0),
            Self::EvenMoney => PlayerAction::EvenMoney,
            Self::Call => PlayerAction::Call,
            Self::TakeBank => PlayerAction::TakeBank(some()?.0),
        })
    }

    /// As people say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Stand => "stand",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
            Self::Raise => "raise",
            Self::Check => "check",
            Self::Follow => "follow",
            Self::Insure => "insure",
            Self::EvenMoney => "even money",
            Self::Call => "call",
            Self::TakeBank => "take the bank",
        }
    }

    /// The word of a choice, and its amount.
    pub fn of(choice: PlayerAction) -> (Self, Option<Amount>) {
        match choice {
            PlayerAction::Draw => (Self::Draw, None),
            PlayerAction::Stand => (Self::Stand, None),
            PlayerAction::Double => (Self::Double, None),
            PlayerAction::Split => (Self::Split, None),
            PlayerAction::Surrender => (Self::Surrender, None),
            PlayerAction::Raise => (Self::Raise, None),
            PlayerAction::Check => (Self::Check, None),
            PlayerAction::Follow => (Self::Follow, None),
            PlayerAction::Insure(amount) => (Self::Insure, Some(amount.into())),
            PlayerAction::EvenMoney => (Self::EvenMoney, None),
            PlayerAction::Call => (Self::Call, None),
            PlayerAction::TakeBank(amount) => (Self::TakeBank, Some(amount.into())),
        }
    }
}

/// Something at a table. `person` is whoever is logged in, unless somebody of the house names another.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the house's commands")]
pub enum TableDo {
    /// Take a seat.
    Sit { person: Option<u32> },
    /// Leave the table.
    Leave { person: Option<u32> },
    /// Put a stake down.
    Bet {
        person: Option<u32>,
        amount: Amount,
        /// In the words of the notation: `red`, `split 17 20`, `box 1`.
        #[schema(max_length = 200, example = "red")]
        wager: String,
        /// A numbered area, or `standing`.
        area: Option<String>,
        #[serde(default)]
        #[schema(value_type = Option<String>, example = "chips")]
        with: PaidWith,
    },
    /// Take a stake back before no more bets.
    TakeBack { person: Option<u32>, stake: u32 },
    /// Cancel a standing stake: its player asks, and somebody of the table agrees.
    Cancel { stake: u32 },
    /// Decide.
    Decide { person: Option<u32>, decision: Word, amount: Option<Amount>, on: Option<String> },
    /// Do without insurance and even money.
    Decline { person: Option<u32> },
    /// Give up a bank that passes.
    GiveUpBank,
    /// Announce, as the dealer does.
    Announce {
        #[schema(value_type = String, example = "no-more-bets")]
        what: Announcement,
    },
    /// Enter what fell; it is read back.
    Enter {
        #[schema(max_length = 4000, example = "ball 17")]
        lines: String,
    },
    /// What was entered is right.
    ConfirmEntry,
    /// What was entered is wrong.
    DropEntry,
    /// Note a decision about cards that the dealer does not see.
    Declare { person: Option<u32>, decision: Word, amount: Option<Amount>, on: Option<String> },
    /// Turn the cards: all that was dealt and declared in this round.
    Reveal { lines: String },
    /// Propose what needs a second person.
    Propose { matter: MatterOf },
    /// Agree to a proposal of somebody else.
    Authorise { proposal: u32 },
    /// Withdraw a proposal.
    Withdraw { proposal: u32 },
    /// Ask chips of the cage, or offer them to it.
    RequestSlip {
        #[schema(value_type = String, example = "fill")]
        kind: SlipKind,
        chips: Vec<ChipCount>,
    },
    /// The next step of a slip.
    StepSlip { number: u32, step: StepOf, reason: Option<String> },
    /// Lay money or chips out at the table to be exchanged.
    LayOut { person: Option<u32>, exchange: ExchangeOf },
    /// Confirm what was laid out: it is exchanged.
    Confirm { number: u32 },
    /// Take up what was laid out.
    TakeUp { number: u32 },
    /// Give a seed of one's own; an empty one takes it back.
    GiveSeed {
        #[schema(max_length = 64)]
        seed: String,
    },
    /// My bets are made: when all who sit here say so, nobody is waited for.
    Ready { person: Option<u32> },
}

impl TableDo {
    /// The command, for a table and whoever is logged in.
    ///
    /// # Errors
    /// When a decision lacks its amount.
    pub fn command(self, table: TableId, me: PersonId) -> Result<Command, Problem> {
        let who = |person: Option<u32>| person.map_or(me, PersonId);
        let at = match self {
            Self::Sit { person } => TableCommand::Sit { person: who(person) },
            Self::Leave { person } => TableCommand::Leave { person: who(person) },
            Self::Bet { person, amount, wager, area, with } => {
                TableCommand::Bet { person: who(person), amount: amount.0, wager, area, with }
            }
            Self::TakeBack { person, stake } => TableCommand::TakeBack { person: who(person), stake },
            Self::Cancel { stake } => TableCommand::Cancel { stake },
            Self::Decide { person, decision, amount, on } => {
                TableCommand::Decide { person: who(person), decision: decision.choice(amount)?, on }
            }
            Self::Decline { person } => TableCommand::Decline { person: who(person) },
            Self::GiveUpBank => TableCommand::GiveUpBank,
            Self::Announce { what } => TableCommand::Announce(what),
            Self::Enter { lines } => TableCommand::Enter { lines },
            Self::ConfirmEntry => TableCommand::ConfirmEntry,
            Self::DropEntry => TableCommand::DropEntry,
            Self::Declare { person, decision, amount, on } => {
                TableCommand::Declare { person: who(person), decision: decision.choice(amount)?, on }
            }
            Self::Reveal { lines } => TableCommand::Reveal { lines },
            Self::Propose { matter } => TableCommand::Propose(matter.into()),
            Self::Authorise { proposal } => TableCommand::Authorise { proposal },
            Self::Withdraw { proposal } => TableCommand::Withdraw { proposal },
            Self::GiveSeed { seed } => TableCommand::GiveSeed { person: me, seed },
            Self::Ready { person } => TableCommand::Ready { person: who(person) },
            Self::RequestSlip { kind, chips } => TableCommand::RequestSlip { kind, chips: count(&chips) },
            Self::StepSlip { number, step, reason } => {
                TableCommand::StepSlip { number, step: step.with(reason) }
            }
            Self::LayOut { person, exchange } => {
                return Ok(Command::RequestExchange {
                    at: Some(table),
                    person: who(person),
                    exchange: exchange.into(),
                });
            }
            Self::Confirm { number } => return Ok(Command::ConfirmExchange { at: Some(table), number }),
            Self::TakeUp { number } => return Ok(Command::WithdrawExchange { at: Some(table), number }),
        };
        Ok(Command::Table(table, at))
    }
}

/// Something of the house. `person` is whoever is logged in, unless somebody of the house names another.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the house's commands")]
pub enum HouseDo {
    /// Put a house file in force.
    Charter {
        /// In TOML, as `croupier check` reads it.
        file: String,
    },
    /// Make a person known to the house.
    Enrol {
        handle: String,
        #[schema(value_type = String, example = "dealer")]
        role: Role,
        /// The name in the house file, for those who work here.
        staff: Option<String>,
        /// To log in with.
        password: Option<String>,
    },
    /// Enter an approval of an authority.
    Approve {
        reference: String,
        /// As 2001-02-05.
        date: String,
        /// `hours`, `layout`, `packs` or `shuffler`.
        of: String,
        #[serde(default)]
        covers: Vec<String>,
        hours: Option<String>,
        #[serde(default)]
        packs: Vec<u32>,
    },
    /// Put somebody at a post of a table, or nobody.
    Assign {
        table: u16,
        #[schema(value_type = String, example = "inspector")]
        post: TablePost,
        person: Option<u32>,
    },
    /// Refuse service to a person.
    RefuseService { person: u32, reason: String },
    /// Resume service to a person.
    ResumeService { person: u32, reason: String },
    /// Exclude a person, at once; for good where no days are named.
    Exclude { person: Option<u32>, days: Option<u32>, reason: String },
    /// Limit oneself: tighter at once, looser after a day; no limit where no amount is named.
    SetLimit {
        #[schema(value_type = String, example = "loss")]
        limit: LimitKind,
        amount: Option<Amount>,
    },
    /// Put the licence holder's cash into the cage, or take it out.
    Capital { cash: Signed },
    /// Bring chips or plaques in from their maker, or send them back.
    Issue {
        #[schema(value_type = String, example = "chips")]
        unit: Unit,
        amount: Signed,
    },
    /// Lay money or chips out at the cage to be exchanged.
    LayOut { person: Option<u32>, exchange: ExchangeOf },
    /// Confirm what was laid out: it is exchanged.
    Confirm { number: u32 },
    /// Take up what was laid out.
    TakeUp { number: u32 },
    /// Dispute what happened in a round.
    OpenDispute { table: u16, round: u64, about: String },
    /// Answer a dispute.
    AnswerDispute { dispute: u32, ruling: String },
    /// Take a dispute to whom the house file names.
    EscalateDispute { dispute: u32 },
}

impl HouseDo {
    /// The command, for whoever is logged in.
    pub fn command(self, me: PersonId) -> Command {
        let who = |person: Option<u32>| person.map_or(me, PersonId);
        let boxed = |text: String| text.into_boxed_str();
        match self {
            Self::Charter { file } => Command::AdoptHouseFile { file },
            Self::Enrol { handle, role, staff, .. } => Command::Enrol { handle, role, staff },
            Self::Approve { reference, date, of, covers, hours, packs } => Command::Approve(ApprovalDraft {
                reference: reference.into(),
                date: date.into(),
                of: of.into(),
                covers: covers.into_iter().map(boxed).collect(),
                hours: hours.map(boxed),
                packs,
            }),
            Self::Assign { table, post, person } => {
                Command::Assign { table: TableId(table), post, person: person.map(PersonId) }
            }
            Self::RefuseService { person, reason } => {
                Command::RefuseService { person: PersonId(person), reason }
            }
            Self::ResumeService { person, reason } => {
                Command::ResumeService { person: PersonId(person), reason }
            }
            Self::Exclude { person, days, reason } => Command::Exclude { person: who(person), days, reason },
            Self::SetLimit { limit, amount } => Command::SetLimit { limit, amount: amount.map(|a| a.0) },
            Self::Capital { cash } => Command::Capital { cash: cash.0 },
            Self::Issue { unit, amount } => Command::Issue { unit, amount: amount.0 },
            Self::LayOut { person, exchange } => {
                Command::RequestExchange { at: None, person: who(person), exchange: exchange.into() }
            }
            Self::Confirm { number } => Command::ConfirmExchange { at: None, number },
            Self::TakeUp { number } => Command::WithdrawExchange { at: None, number },
            Self::OpenDispute { table, round, about } => {
                Command::OpenDispute { table: TableId(table), round, about }
            }
            Self::AnswerDispute { dispute, ruling } => Command::AnswerDispute { dispute, ruling },
            Self::EscalateDispute { dispute } => Command::EscalateDispute { dispute },
        }
    }
}

/// A command that was carried out and is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Done {
    /// The version of its first event in the journal.
    pub from: u64,
    /// The version of its last.
    pub to: u64,
    /// Whether it had been carried out before, under the same key.
    pub again: bool,
    /// The number of the stake, slip, proposal, exchange, dispute or person it made.
    pub number: Option<u32>,
    /// Whether what was turned up breaks the rules: nothing is paid, and the inspector decides.
    pub breached: bool,
}
