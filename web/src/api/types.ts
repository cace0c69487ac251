/**
 * The types of the API under the names the pages use, generated from the OpenAPI document (`npm run types`).
 * Amounts of money are text: `12.50`. The server sends every field of a response, with null where there is no value.
 */
import type { components } from './openapi';

type Schemas = components['schemas'];
type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Narrow<T, N> = Omit<Complete<T>, keyof N> & N;

export type Phase = Schemas['Phase'];
export type Family = Schemas['Family'];

export type House = Complete<Schemas['HouseView']>;
export type Session = Schemas['SessionView'];
export type Balances = Complete<Schemas['Balances']>;
export type Account = Complete<Schemas['Me']>;
export type LobbyTable = Narrow<Schemas['TableSummary'], { family: Family; phase: Phase }>;

export type TableCommand = Schemas['TableCommand'];
export type HouseCommand = Schemas['HouseCommand'];
export type Decision = Schemas['Decision'];
export type CommandResult = Schemas['CommandResult'];
/** A refusal. The page adds the code `network` for a request without a response. */
export type Problem = Omit<Schemas['Problem'], 'code'> & { code: Schemas['Problem']['code'] | 'network' };

export type Hand = Complete<Schemas['HandView']>;
export type Stake = Complete<Schemas['StakeView']>;
export type DueDecision = Complete<Schemas['DecisionView']>;
/** What the ball or the dice showed. */
export type DrawResult = Complete<Schemas['Outcome']>;
export type Move = Complete<Schemas['MoveView']>;
export type TableView = Narrow<
  Schemas['TableView'],
  { phase: Phase; hands: Hand[]; stakes: Stake[]; due: DueDecision | null; fell: DrawResult | null; moves: Move[] }
>;

export type Wager = Complete<Schemas['WagerInfo']>;
export type Spot = Narrow<Schemas['BetSpot'], { at: [number, number]; size: [number, number] }>;
export type Layout = Narrow<Schemas['Layout'], { spots: Spot[] }>;
export type WheelInfo = Complete<Schemas['WheelInfo']>;
export type Provision = Complete<Schemas['ProvisionInfo']>;
export type GameInfo = Narrow<
  Schemas['GameInfo'],
  { family: Family; wagers: Wager[]; cloth: Layout; race: Layout | null; wheel: WheelInfo | null; provisions: Provision[] }
>;
export type Board = Complete<Schemas['HistoryBoard']>;
export type Advice = Narrow<Schemas['AdviceView'], { options: Complete<Schemas['AdviceOption']>[] }>;
export type Strategy = Schemas['StrategyView'];
export type Chart = Schemas['StrategyChart'];
export type ChartCell = Schemas['ChartCell'];

export type Fairness = Complete<Schemas['FairnessView']>;
export type RoundResult = Complete<Schemas['RoundResult']>;
export type RoundDetails = Complete<Schemas['RoundView']>;
export type OwnRound = Complete<Schemas['OwnRound']>;
export type AccountStatement = Complete<Schemas['Statement']>;
export type Dispute = Complete<Schemas['DisputeView']>;
export type OwnLimit = Schemas['OwnLimit'];

/** A message of the table socket, from the server. */
export type ServerMessage = Schemas['ServerMessage'];
/** A message of the table socket, to the server. */
export type ClientMessage = Schemas['ClientMessage'];
