/** A verdict on a record, as `croupier adjudicate --json` prints it. Amounts are texts such as `10.00`. */
export interface Verdict {
  /** The rules, as `RULEBOOK/GAME`. */
  rules: string;
  bets: StakeVerdict[];
  /** What each player won or lost. */
  net: Record<string, string>;
  /** What the bank won or lost. */
  bank: string;
}

/** What became of one stake. Keys that do not apply are absent. */
export interface StakeVerdict {
  /** Its number in the record. */
  bet: number;
  player: string;
  /** The wager, in the notation. */
  wager: string;
  /** The hand that it is on, such as `1.2`. */
  hand?: string;
  /** The number of the stake that it belongs to. */
  of?: number;
  stake: string;
  commission?: string;
  bonus?: string;
  /** What became of it, such as `won` or `refused`. */
  outcome: string;
  odds?: string;
  /** Why it was refused. */
  reason?: string;
  /** What it won; negative where it lost. */
  profit: string;
  returned: string;
  /** The provisions that decided it, the deciding one first. */
  cites: string[];
}

/** A record that cannot be judged: where it breaks which provisions. */
export interface Inadmissible {
  error: { line: number; message: string; cites: string[] };
}

/** A verdict with its explanation, as `croupier adjudicate --why --json` prints it. */
export type Explained = (Verdict | Inadmissible) & { why: Step[] };

/** One act of a record, and what follows from it. */
export interface Step {
  /** The line of the record. */
  line: number;
  act: string;
  /** What lies on the table after it. */
  lies: string;
  follows: Consequence[];
}

/** Something that follows from an act, with the provisions that it rests on. */
export interface Consequence {
  /** The number of the stake that it is about. */
  bet: number | null;
  says: string;
  because: { id: string; gist: string | null; reading: string | null }[];
}

/** The prices of a table, as `croupier odds --json` prints them. */
export interface Prices {
  /** The rules, as `RULEBOOK/GAME`. */
  rules: string;
  /** The settings in force. */
  house: Record<string, string>;
  wagers: Price[];
  /** Wagers that are made together. */
  combined?: Price[];
}

/** The price of one wager. Probabilities are fractions, or decimals where no fraction is known. */
export interface Price {
  wager: string;
  /** The odds, if there is one kind. */
  odds?: string;
  /** The odds, if there are several kinds. */
  pays?: { odds: string; probability: string }[];
  commission?: string;
  win: string;
  lose: string;
  void: string;
  /** The probability that half of the bet is lost. */
  halved?: string;
  /** The edge of the house per bet made, as a fraction; absent where only a decimal is known. */
  edge?: string;
  edge_decimal: number;
  /** `player` where the player has the edge. */
  favours?: string;
  variance_decimal: number;
  /** The error bounds of figures that are estimated. */
  estimated?: Record<string, number>;
  edge_decided?: string;
  element_of_risk?: string;
  /** What is staked on average. */
  staked?: string;
  /** How it was computed, and how far it can be off. */
  method?: string;
  cites: string[];
}

/** The settings of a house, such as `{ decks: '6', min: '5' }`. */
export type Settings = Record<string, string>;

/** A fault of the text of a rulebook. */
export interface Fault {
  /** The line, from 1. */
  line: number;
  /** The column, from 1. */
  column: number;
  message: string;
  /** What would be right; null where nothing is near. */
  help: string | null;
}

/** A rulebook, as `croupier rules --json` prints it. */
export interface Rulebook {
  rulebook: string;
  title: string;
  in_force: string | null;
  digest: string;
  amendments: { from: string; note: string | null }[];
  /** The names of its games. */
  games: string[];
  /** What a house may choose, by game. */
  settings: Record<string, Setting[]>;
  provisions: Provision[];
}

/** What a house may choose at a table. */
export interface Setting {
  key: string;
  bounds: string;
  default: string | null;
  cites: string[];
}

/** A provision of a rulebook. */
export interface Provision {
  id: string;
  gist: string;
  kind: string;
  games?: string[];
  reading?: string;
  enforced_by?: string[];
  mutation?: string;
  recorded_by?: string;
  because?: string;
  awaits?: string;
}
