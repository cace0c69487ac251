//! Who may give which command. The house refuses by this declaration, and the table of docs/security.md is made from it.

use crate::command::{Command, TableCommand};
use crate::office::Role;

/// Who may give a command, whatever table, paper or person it is about. The rest follows from the state: whether somebody has a post at
/// this table, has proposed this himself, or is in service. The house itself is not asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenBy {
    /// Everybody except a regulator, who changes nothing.
    Anybody,
    /// Players for themselves, and the staff of an attended table for its players.
    AtPlay,
    /// Staff with a post at the table, and managers.
    TableStaff,
    /// People with one of these roles.
    Roles(&'static [Role]),
    /// Nobody alone: it is proposed and authorised. While a house is founded, its manager.
    TwoPeople,
    /// Only the house itself.
    House,
}

/// The staff.
pub const STAFF: &[Role] = &[Role::Dealer, Role::Inspector, Role::Cashier, Role::Manager];
/// The staff who can have a post at a table, or need none.
const AT_TABLES: &[Role] = &[Role::Dealer, Role::Inspector, Role::Manager];
/// Those who propose and authorise matters of the office. One of the two people must be a manager, except where they rule in a dispute.
pub(crate) const SIGNS: &[Role] = &[Role::Manager, Role::Inspector, Role::Cashier];
/// Those who hear disputes, unless the house file names one person.
pub(crate) const HEARS: &[Role] = &[Role::Inspector, Role::Manager];
/// Those who count what comes out of a drop box.
pub(crate) const COUNTS_DROP: &[Role] = &[Role::Cashier, Role::Manager];

impl GivenBy {
    /// Whether somebody with this role may give the command, if the state permits it.
    pub fn admits(self, role: Role) -> bool {
        role != Role::Regulator
            && match self {
                Self::Anybody => true,
                Self::AtPlay => role == Role::Player || AT_TABLES.contains(&role),
                Self::TableStaff => AT_TABLES.contains(&role),
                Self::Roles(roles) => roles.contains(&role),
                Self::TwoPeople | Self::House => false,
            }
    }

    /// Who may give a command.
    pub const fn of(command: &Command) -> Self {
        match command {
            Command::Table(_, at) => Self::at_table(at),
            Command::SetLimit { .. } | Command::Exclude { .. } | Command::CancelChips { .. } => Self::Anybody,
            Command::RequestExchange { .. } | Command::WithdrawExchange { .. } => Self::Anybody,
            Command::ConfirmExchange { at: Some(_), .. } | Command::LayOutChips { table: Some(_), .. } => {
                Self::TableStaff
            }
            Command::ConfirmExchange { at: None, .. } | Command::LayOutChips { table: None, .. } => {
                Self::Roles(&[Role::Cashier])
            }
            Command::RequestChips { .. } | Command::ConfirmChips { .. } | Command::OpenDispute { .. } => {
                Self::Roles(&[Role::Player])
            }
            Command::EscalateDispute { .. } => Self::Roles(&[Role::Player, Role::Manager]),
            Command::AnswerDispute { .. } => Self::Roles(HEARS),
            Command::RefuseService { .. } => Self::Roles(&[Role::Inspector, Role::Manager]),
            Command::ResumeService { .. } => Self::Roles(&[Role::Manager]),
            Command::Enrol { role: Role::Player, .. } | Command::EnrolPlayer { .. } => Self::Roles(STAFF),
            Command::NoteDocument { .. } => Self::Roles(&[Role::Inspector, Role::Manager, Role::Cashier]),
            Command::ProposeOffice(_) | Command::AuthoriseOffice { .. } | Command::WithdrawOffice { .. } => {
                Self::Roles(SIGNS)
            }
            Command::TakeOver { .. } => Self::Roles(STAFF),
            Command::AdoptHouseFile { .. }
            | Command::Enrol { .. }
            | Command::Approve(_)
            | Command::Assign { .. }
            | Command::Capital { .. }
            | Command::Issue { .. } => Self::TwoPeople,
            Command::RecoverManager { .. }
            | Command::NoteKey(_)
            | Command::NoteOwner { .. }
            | Command::BeginIncarnation(_)
            | Command::StoreEditions
            | Command::Found(_) => Self::House,
        }
    }

    /// Who may give a command at a table.
    const fn at_table(command: &TableCommand) -> Self {
        match command {
            TableCommand::Sit { .. }
            | TableCommand::Leave { .. }
            | TableCommand::Bet { .. }
            | TableCommand::TakeBack { .. }
            | TableCommand::TakeHalf { .. }
            | TableCommand::Decide { .. }
            | TableCommand::Decline { .. }
            | TableCommand::GiveUpBank
            | TableCommand::Ready { .. } => Self::AtPlay,
            TableCommand::GiveSeed { .. } | TableCommand::NoteBack { .. } => Self::Roles(&[Role::Player]),
            TableCommand::Cancel { .. }
            | TableCommand::Announce(_)
            | TableCommand::Enter { .. }
            | TableCommand::ConfirmEntry
            | TableCommand::DropEntry
            | TableCommand::Declare { .. }
            | TableCommand::Reveal { .. }
            | TableCommand::RequestSlip { .. }
            | TableCommand::CallInspector { .. } => Self::TableStaff,
            TableCommand::Propose(action) if action.is_drop() => Self::Roles(COUNTS_DROP),
            TableCommand::Propose(_) => Self::TableStaff,
            TableCommand::Authorise { .. } => Self::Roles(&[Role::Inspector, Role::Manager, Role::Cashier]),
            TableCommand::Withdraw { .. } | TableCommand::StepSlip { .. } => Self::Roles(STAFF),
            TableCommand::AnswerCall => Self::Roles(&[Role::Inspector, Role::Manager]),
            TableCommand::AddReader { .. } | TableCommand::RevokeReader { .. } => {
                Self::Roles(&[Role::Manager])
            }
            TableCommand::Tick
            | TableCommand::NoteAway { .. }
            | TableCommand::ClearSeats
            | TableCommand::Read { .. } => Self::House,
        }
    }
}
