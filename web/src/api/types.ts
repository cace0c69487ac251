/**
 * The types of the API under the names the pages use, generated from the OpenAPI document (`npm run types`).
 * Amounts of money are text: `12.50`. The server sends every field of a response, with null where there is no value.
 */
import type { components } from './openapi';

type Schemas = components['schemas'];
type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Narrow<T, N> = Omit<Complete<T>, keyof N> & N;

export type Phase =
  | 'closed'
  | 'waiting'
  | 'place-your-bets'
  | 'final-bets'
  | 'no-more-bets'
  | 'outcome'
  | 'insurance'
  | 'decision'
  | 'payment';
export type Family = 'roulette' | 'dice' | 'baccarat' | 'blackjack' | 'poker' | 'in-between';

export type House = Complete<Schemas['HouseSeen']>;
export type Session = Schemas['LoggedIn'];
export type Balances = Complete<Schemas['Balances']>;
export type Account = Complete<Schemas['Me']>;
export type LobbyTable = Narrow<Schemas['Lobby'], { family: Family; phase: Phase }>;

export type TableCommand = Schemas['TableDo'];
export type HouseCommand = Schemas['HouseDo'];
export type Decision = Schemas['Word'];
export type CommandResult = Schemas['Done'];
/** A refusal. The page adds the code `network` for a request without a response. */
export type Problem = Omit<Schemas['Problem'], 'code'> & { code: Schemas['Problem']['code'] | 'network' };

export type Hand = Complete<Schemas['SeenHand']>;
export type Stake = Complete<Schemas['SeenStake']>;
export type DueDecision = Complete<Schemas['SeenDue']>;
/** What the ball or the dice showed. */
export type DrawResult = Complete<Schemas['Fell']>;
export type Move = Complete<Schemas['SeenMove']>;
export type TableView = Narrow<
  Schemas['Seen'],
  { phase: Phase; hands: Hand[]; stakes: Stake[]; due: DueDecision | null; fell: DrawResult | null; moves: Move[] }
>;

export type Wager = Complete<Schemas['WagerSheet']>;
export type Spot = Narrow<Schemas['SpotSheet'], { at: [number, number]; size: [number, number] }>;
export type Layout = Narrow<Schemas['ClothSheet'], { spots: Spot[] }>;
export type WheelInfo = Complete<Schemas['WheelSheet']>;
export type Provision = Complete<Schemas['ProvisionSheet']>;
export type GameInfo = Narrow<
  Schemas['GameSheet'],
  { family: Family; wagers: Wager[]; cloth: Layout; race: Layout | null; wheel: WheelInfo | null; provisions: Provision[] }
>;
export type Board = Complete<Schemas['BoardSeen']>;
export type Advice = Narrow<Schemas['AdviceSheet'], { options: Complete<Schemas['OptionSheet']>[] }>;
export type Strategy = Schemas['StrategySheet'];
export type Chart = Schemas['ChartSeen'];
export type ChartCell = Schemas['CellSeen'];

export type Fairness = Complete<Schemas['Fair']>;
export type RoundResult = Complete<Schemas['SeenOutcome']>;
export type RoundDetails = Complete<Schemas['RoundSeen']>;
export type OwnRound = Complete<Schemas['OwnRound']>;
export type AccountStatement = Complete<Schemas['Statement']>;
export type Dispute = Complete<Schemas['DisputeSeen']>;
export type OwnLimit = Schemas['OwnLimit'];

/** A message of the table socket, from the server. */
export type ServerMessage = Schemas['ToPage'];
/** A message of the table socket, to the server. */
export type ClientMessage = Schemas['FromPage'];
