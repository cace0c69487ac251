/** The schemas of the OpenAPI document under the names that the pages use. Amounts of money are text: `12.50`. */
import type { components, paths } from './openapi';

type Schemas = components['schemas'];

export type House = Schemas['HouseView'];
export type Session = Schemas['SessionView'];
export type Role = Schemas['Role'];
export type ChipRequest = Schemas['ChipRequestView'];
/** An exchange of money and chips, and one that waits for a second person. */
export type Exchange = Schemas['Exchange'];
export type ExchangeRequest = Schemas['ExchangeView'];
/** Handle, drop and win of tables, games or wagers over an interval, beside their theory. */
export type Figures = Schemas['FiguresView'];
export type FigureRow = Schemas['FigureRow'];
/** Something that an exact model finds unlikely. It accuses nobody. */
export type Pattern = Schemas['PatternView'];
export type Person = Schemas['PersonView'];
/** What money takes the form of, and where it is. */
export type MoneyUnit = Schemas['Unit'];
export type LedgerPlace = NonNullable<NonNullable<paths['/houses/{h}/ledger']['get']['parameters']['query']>['place']>;
export type LedgerAccount = Schemas['AccountView'];
export type OwnSession = Schemas['OwnSession'];
export type NewFactor = Schemas['NewFactor'];
export type Balances = Schemas['Balances'];
export type Account = Schemas['Me'];
export type OwnLimit = Schemas['OwnLimit'];
export type LobbyTable = Schemas['TableSummary'];

export type TableCommand = Schemas['TableCommand'];
export type HouseCommand = Schemas['HouseCommand'];
export type Decision = Schemas['Decision'];
/** The result of a command at a table: with the leaf of the transparency log that a bet has become. */
export type CommandResult = Schemas['TableResult'];
export type BetLeaf = Schemas['BetLeaf'];
/** The result of a command to the house: with a link that works once, where the command made one. */
export type HouseResult = Schemas['HouseResult'];
export type OneTimeLink = Schemas['OneTimeLink'];
/** A refusal. The page adds the code `network` for a request without a response. */
export type Problem = Omit<Schemas['Problem'], 'code'> & { code: Schemas['Problem']['code'] | 'network' };

/** Game mathematics of a table, a comparison of rulebooks, and how far such a report is. */
export type ParReport = Schemas['ParReportView'];
export type Comparison = Schemas['ComparisonView'];
export type ComparisonPart = Schemas['ComparisonPart'];
export type ReportStage = Schemas['ReportStageView'];

export type Phase = Schemas['Phase'];
export type Family = Schemas['Family'];
export type TableView = Schemas['TableView'];
export type Hand = Schemas['HandView'];
export type Stake = Schemas['StakeView'];
/** Something that happened at a table, in one line. */
export type TableEvent = Schemas['TableEvent'];
export type DueDecision = Schemas['DecisionView'];
/** What the ball or the dice showed. */
export type DrawResult = Schemas['Outcome'];
export type Move = Schemas['MoveView'];

export type GameInfo = Schemas['GameInfo'];
export type Wager = Schemas['WagerInfo'];
export type Layout = Schemas['Layout'];
export type Spot = Schemas['BetSpot'];
export type WheelInfo = Schemas['WheelInfo'];
export type Provision = Schemas['ProvisionInfo'];
export type Board = Schemas['HistoryBoard'];
export type Advice = Schemas['AdviceView'];
export type Strategy = Schemas['StrategyView'];
export type ChartCell = Schemas['ChartCell'];
export type ShoeValue = Schemas['ShoeValue'];

export type Fairness = Schemas['FairnessView'];
/** The proof of a round; the document leaves device and outcome open. */
export type Proof = Omit<Schemas['Proof'], 'device' | 'outcome'> & {
  device: { wheel?: { order: string }; dice?: object; shoe?: { packs: number; cut?: { low: number; high: number } } };
  outcome: { pocket?: string; throw?: [number, number]; shoe?: { cards: string; cut?: number } };
};
export type RoundResult = Schemas['RoundResult'];
export type RoundDetails = Schemas['RoundView'];
export type OwnRound = Schemas['OwnRound'];
export type AccountStatement = Schemas['Statement'];
export type Dispute = Schemas['DisputeView'];
export type DisputeState = Schemas['DisputeState'];
/** Something that the house, its staff or the regulator look back at: an opening, a correction, a large payout. */
export type SignificantEvent = Schemas['SignificantEvent'];
export type JournalEntry = Schemas['JournalEntry'];
export type EventKind = Schemas['EventKind'];

export type Approval = Schemas['ApprovalView'];
export type OfficeMatter = Schemas['OfficeMatter'];
export type OfficeMatterKind = Schemas['OfficeMatterKind'];
export type OfficeProposal = Schemas['OfficeProposalView'];
export type OfficeState = Schemas['OfficeView'];
export type Editions = Schemas['EditionsView'];
export type EditionQuestion = Schemas['EditionQuestion'];
export type EditionCheck = Schemas['EditionCheck'];
/** A post at a table. */
export type TablePost = Schemas['Post'];
/** Who has a post at a table now. */
export type Post = Schemas['PostView'];
/** A post at a table for some time. */
export type Duty = Schemas['DutyView'];
export type ApprovalKind = Schemas['ApprovalKind'];
/** The open proposals, slips and money of a table, for its staff. */
export type Paperwork = Schemas['PaperworkView'];
export type PaperProposal = Schemas['ProposalView'];
/** A slip or a proposal of any time, with who took each step and when. */
export type Paper = Schemas['PaperView'];
export type PaperKind = Schemas['PaperKind'];
export type PaperState = Schemas['PaperState'];
/** A device that posts outcomes at a table. */
export type Reader = Schemas['ReaderView'];
/** An exchange that was laid out and waits for a second person. */
export type LaidOutExchange = Schemas['ExchangeView'];
export type Slip = Schemas['SlipView'];
export type SlipStep = Schemas['SlipStep'];
export type ChipCount = Schemas['ChipCount'];
/** The house file in force, with posts and breaches. */
export type Charter = Schemas['CharterView'];
export type Breach = Schemas['BreachView'];
/** What is wrong with a house file that is being typed, and what it changes. */
export type FileFault = Schemas['FileFault'];
export type PricedWager = Schemas['PricedWager'];
export type EdgeChange = Schemas['EdgeChange'];
export type CharterCheck = Schemas['CharterCheck'];

/** A message of the table socket, from the server. */
export type ServerMessage = Schemas['ServerMessage'];
/** A message of the table socket, to the server. */
export type ClientMessage = Schemas['ClientMessage'];

/** A house that is being set up, field by field. */
export type HousePlan = Schemas['PlanView'];
export type SetupBook = Schemas['SetupBook'];
export type SetupGame = Schemas['SetupGame'];
export type SetupReview = Schemas['SetupReview'];
export type SetupFault = Schemas['FieldFault'];
export type SetupBreach = Schemas['FieldBreach'];
export type SetupDone = Schemas['SetupDone'];
export type StaffPost = Schemas['StaffPost'];
/** What remains before the tables are open. */
export type OpeningView = Schemas['OpeningView'];
export type OpeningStep = Schemas['OpeningStep'];
