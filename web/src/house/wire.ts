/**
 * What the house sends and takes, generated from its OpenAPI document (`npm run types`). Money is text: `12.50`.
 * The house sends every field, with null where there is nothing; words it has a closed list of are narrowed here.
 */
import type { components } from './openapi';

type Schemas = components['schemas'];
type Known<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Narrow<T, N> = Omit<Known<T>, keyof N> & N;

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

export type HouseRow = Known<Schemas['HouseSeen']>;
export type Session = Schemas['LoggedIn'];
export type Balances = Known<Schemas['Balances']>;
export type Me = Known<Schemas['Me']>;
export type Done = Schemas['Done'];
export type TableEvent = Known<Schemas['Told']>;
export type LobbyRow = Narrow<Schemas['Lobby'], { family: Family; phase: Phase }>;

export type Hand = Known<Schemas['SeenHand']>;
export type Stake = Known<Schemas['SeenStake']>;
export type Due = Known<Schemas['SeenDue']>;
export type Fell = Known<Schemas['Fell']>;
/** A move as the house offers it, or as the page makes one up: to decline. */
export type Move = Pick<Schemas['SeenMove'], 'decision' | 'amount' | 'on'> & { words?: string };
export type Seen = Narrow<
  Schemas['Seen'],
  { phase: Phase; hands: Hand[]; stakes: Stake[]; due: Due | null; fell: Fell | null; moves: Move[] }
>;

export type Pay = Known<Schemas['PaySheet']>;
export type Wager = Known<Schemas['WagerSheet']>;
export type Spot = Narrow<Schemas['SpotSheet'], { at: [number, number]; size: [number, number] }>;
export type ClothDoc = Narrow<Schemas['ClothSheet'], { spots: Spot[] }>;
export type WheelDoc = Known<Schemas['WheelSheet']>;
export type Provision = Known<Schemas['ProvisionSheet']>;
export type GameDoc = Narrow<
  Schemas['GameSheet'],
  { family: Family; wagers: Wager[]; cloth: ClothDoc; race: ClothDoc | null; wheel: WheelDoc | null; provisions: Provision[] }
>;
export type BoardDoc = Known<Schemas['BoardSeen']>;
export type AdviceDoc = Narrow<Schemas['AdviceSheet'], { options: Known<Schemas['OptionSheet']>[] }>;
export type FairDoc = Known<Schemas['Fair']>;
export type RoundRow = Known<Schemas['SeenOutcome']>;
export type RoundDoc = Known<Schemas['RoundSeen']>;
export type OwnRound = Known<Schemas['OwnRound']>;
export type StatementDoc = Known<Schemas['Statement']>;
export type DisputeRow = Known<Schemas['DisputeSeen']>;

/** What was refused; the page adds `network` where the house did not answer at all. */
export type Problem = Omit<Schemas['Problem'], 'code'> & { code: Schemas['Problem']['code'] | 'network' };

export type Command = { do: string } & Record<string, unknown>;

export type FromHouse =
  | { type: 'seen'; version: number; now: number; seen: Seen; events: TableEvent[] }
  | ({ type: 'balance' } & Balances)
  | { type: 'bye'; reason: string }
  | ({ type: 'done'; id: number } & Done)
  | ({ type: 'refused'; id: number } & Problem)
  | { type: 'pong'; id: number };
