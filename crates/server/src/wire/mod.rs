//! The JSON of the API: requests and responses with their schemas. Nothing here decides anything.

mod amount;
mod bet_leaf;
mod checkpoint;
mod command;
mod decision;
mod edition;
mod event;
mod fair;
mod figures;
mod game;
mod house;
mod kinds;
mod nodes;
mod office;
mod paper;
mod paperwork;
mod player;
mod problem;
mod reader;
mod report;
mod roster;
mod round;
mod session;
mod setup;
mod setup_plan;
mod shared_json;
mod socket;
mod strategy;
mod table;
mod transparency;
mod wager;

pub use amount::{Amount, Signed, TotalAmount};
pub use bet_leaf::{BetLeaf, TableResult};
pub use checkpoint::CheckpointView;
pub use command::{CommandResult, HouseCommand, HouseResult, TableCommand};
pub use decision::Decision;
pub use edition::{EditionCheck, EditionQuestion};
pub use event::{EventKind, TableEvent};
pub use fair::{FairnessView, OwnSeed, PlayerSeed, Proof, ProofSeed};
pub use figures::{
    FigureBy, FigureRow, FiguresView, InexactReason, PatternKind, PatternPerson, PatternView, VarianceMethod,
};
pub(crate) use game::betting_chips;
pub use game::{AdviceOption, AdviceView, GameInfo, ShoeValue, Teaching};
pub use house::{
    AccountView, DisputeView, Enrolment, HouseView, JournalEntry, LedgerView, PaperworkView, PersonView,
    Posting, ProposalView, ShiftView, SlipView, UnitSum,
};
pub use kinds::{
    Announcement, ApprovalKind, BoardMethod, DisputeState, Family, LimitKind, Mode, MoveKind, NoticeKind,
    PayWith, Phase, Place, Placement, Post, ProposalKind, ProvisionKind, Role, SlipKind, SlipState,
    SpotShape, StaffPost, StakeOutcome, Unit,
};
pub use nodes::{NodeView, NodesView};
pub use office::{
    ApprovalView, BreachView, CharterCheck, CharterView, EdgeChange, EditionsView, FileFault, OfficeMatter,
    OfficeMatterKind, OfficeProposalView, OfficeView, PostView, RecoveryView, StaffView, StoredEdition,
    TypedFile,
};
pub use paper::{
    EventPerson, PaperKind, PaperState, PaperStepView, PaperView, SignificantEvent, SignificantKind,
};
pub use paperwork::{ChipCount, Exchange, Proposal, SlipStep};
pub use player::{
    ChipRequestView, ExchangeView, Me, NextLimit, OwnLimit, OwnLimits, OwnRound, PendingExchange, Statement,
    StatementRow,
};
pub use problem::{DutyAt, Problem, ProblemCode};
pub use reader::{ReaderState, ReaderView, Reading, ReadingResult};
pub use report::{
    ClauseChange, ComparedPrices, ComparisonPart, ComparisonPrices, ComparisonRow, ComparisonView, PaidOdds,
    ParReportView, PricedWager, ReportBook, ReportProgram, ReportProvision, ReportStageView, ReportStrategy,
    RiskChance, RuinChance, SettingChange, WagerChange, WagerRisk,
};
pub use roster::{DutyDraft, DutyView, RosterView};
pub use round::{BoardResult, HistoryBoard, OwnResult, RoundView, VerdictRow, VerdictView};
pub use session::{
    FactorCode, FactorPassword, FactorRemoval, FirstManager, LinkedPassword, Login, NewFactor, NewPlayer,
    OneTimeLink, OwnSession, PasswordChange, RecoveryCodes, SessionView, Visit,
};
pub use setup::{
    FieldBreach, FieldFault, OpeningStep, OpeningStepKind, OpeningView, SetupBook, SetupDone, SetupDraft,
    SetupGame, SetupLink, SetupReview, SetupSetting, SetupView,
};
pub use setup_plan::{
    PlanView, PlannedApproval, PlannedBank, PlannedLicence, PlannedPerson, PlannedSetting, PlannedTable,
};
pub use shared_json::SharedJson;
pub use socket::{ClientMessage, ServerMessage};
pub use strategy::StrategyView;
pub use table::{
    Balances, BankView, BehindOffer, CallView, CardView, DecisionView, HandView, MoveView, Outcome,
    PlayerView, RoundResult, StakeView, TableSummary, TableView, WheelChips,
};
pub use transparency::{ConsistencyView, InclusionView};
pub use wager::WagerKindName;
