/** What the house sends and takes, as its OpenAPI document has it. Money is text: `12.50`. */

export interface HouseRow {
  id: number | string;
  name: string;
  currency: string;
  time_zone: string;
  demo: boolean;
}

export interface Session {
  csrf: string;
  house: number | string;
  person: number;
  handle: string;
  role: string;
  currency: string;
}

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

export interface LobbyRow {
  id: number;
  name: string;
  game: string;
  title: string;
  family: Family;
  jurisdiction: string;
  mode: string | null;
  phase: Phase;
  min: string | null;
  max: string | null;
  seated: number;
  seats_max: number | null;
  round: number;
  learning: boolean;
  deadline: number | null;
}

export interface Hand {
  at: string;
  hand: string | null;
  cards: (string | null)[];
  score: string | null;
  due: boolean;
}

export interface Stake {
  stake: number;
  player: string;
  wager: string;
  hand: string | null;
  amount: string;
  outcome: string;
  returned: string;
  cites: string[];
  odds?: string | null;
  profit?: string | null;
  mine?: boolean;
  of?: number | null;
  why?: string | null;
  life?: string | null;
  reason?: string | null;
}

export interface Due {
  who: string;
  speaker: string | null;
  on: string | null;
  by_default: string | null;
  mine?: boolean;
}

export interface Move {
  decision: string;
  amount?: string | null;
  on: string | null;
  words?: string;
}

export interface Fell {
  ball?: string;
  direction?: string | null;
  dice?: [number, number];
}

export interface Seated {
  handle: string;
  robot: boolean;
  me: boolean;
}

export interface Seen {
  table: number;
  name: string;
  game: string;
  mode: string | null;
  phase: Phase;
  round: number;
  lasts: number;
  since: number;
  seated: Seated[];
  hands: Hand[];
  stakes: Stake[];
  due: Due | null;
  moves: Move[];
  bank: { holder: string; amount: string } | null;
  entry: string | null;
  tells: string;
  version: number;
  deadline: number | null;
  fell: Fell | null;
  lines: string[];
  last: { round: number; result: string }[];
  learning: boolean;
  defaults?: Record<string, string>;
  currency?: string;
}

export interface Pay {
  when: string | null;
  odds: string;
  cites: string[];
}

export interface Wager {
  words: string[];
  forms: string[];
  name: string;
  covers: string;
  laid: 'bet' | 'behind' | 'insurance' | 'raise';
  pays: Pay[];
  step: string;
  edge?: { fraction: string | null; percent: string } | null;
}

export interface Spot {
  wager: string;
  area?: string | null;
  label: string;
  odds: string | null;
  at: [number, number];
  size: [number, number];
  shape: 'rect' | 'circle';
  covers: string[];
}

export interface ClothDoc {
  width: number;
  height: number;
  title: string;
  desc: string;
  svg: string;
  spots: Spot[];
  places: { what: string; seat: number | null; at: [number, number]; card: [number, number] }[];
}

export interface WheelDoc {
  order: string[];
  colours: Record<string, string>;
}

export interface Provision {
  id: string;
  gist: string;
  kind: string;
  reading?: string | null;
}

export interface GameDoc {
  game: string;
  title: string;
  family: Family;
  authority: string;
  limits: { min: string | null; max: string | null; currency: string };
  chips: string[];
  wagers: Wager[];
  any_set: { sizes: number[] } | null;
  cloth: ClothDoc;
  race: ClothDoc | null;
  wheel: WheelDoc | null;
  notes: { topic: string; text: string; cites: string[] }[];
  provisions: Provision[];
  settings: Record<string, string>;
}

export interface Problem {
  status: number;
  code: string;
  found: string;
  allowed: string;
  cites: string[];
  message: string;
}

export interface Balances {
  cash: string;
  chips: string;
  plaques: string;
  wheel?: unknown[];
}

export interface Me {
  handle: string;
  role: string;
  balances: Balances;
  seated: number[];
  net_today: string;
  net_total: string;
  limits: Record<string, unknown>;
  excluded: unknown;
  laid_out: unknown[];
}

export interface Done {
  from: number;
  to: number;
  again: boolean;
  number?: number | null;
}

export type Command = { do: string } & Record<string, unknown>;

export interface TableEvent {
  version: number;
  at: number;
  by: string;
  what: string;
  text: string;
}

export type FromHouse =
  | { type: 'seen'; version: number; now: number; seen: Seen; events?: TableEvent[] }
  | ({ type: 'balance' } & Balances)
  | { type: 'bye'; reason: string }
  | ({ type: 'done'; id: number } & Done)
  | ({ type: 'refused'; id: number } & Problem)
  | { type: 'pong'; id: number };
