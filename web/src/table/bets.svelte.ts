/** Placing and taking back one's own bets at a table. */
import { newKey } from '../api/keys';
import type { CommandResult, GameInfo, Stake, TableCommand } from '../api/types';
import { formatMoney, fromWire, toWire, type Minor } from '../text/money';
import { wagerLabel } from '../text/names';
import type { PendingBet } from './chips';
import type { LastBets } from './last-bets.svelte';
import { sound } from './sound.svelte';

/** What bets need of their table. */
export interface BetContext {
  readonly game: GameInfo | null;
  /** Own stakes without a result that can be changed, oldest first. */
  readonly movable: Stake[];
  /** Makes sure that the player has a seat; false if that is not possible. */
  ensureSeat(): Promise<boolean>;
  /** The round that the table is in; undefined before the first view. */
  readonly round: number | undefined;
  /** Sends a command, meant for a round; the text is logged when it is accepted. */
  send(command: TableCommand, text?: string, round?: number): Promise<CommandResult | null>;
  cleared(): void;
}

/** The least amount from a chip up that is a multiple of a step, in whole units if the chip is. */
function payable(chip: Minor, step: Minor): Minor {
  const whole = (amount: Minor): boolean => amount % 100n === 0n;
  let amount = ((chip + step - 1n) / step) * step;
  while (whole(chip) && !whole(amount)) amount += step;
  return amount;
}

export class Bets {
  /** The chip that is picked in the rack. */
  chip = $state<Minor>(0n);
  /** Bets without a response yet. */
  pending = $state.raw<PendingBet[]>([]);

  constructor(
    private readonly table: BetContext,
    private readonly lastBets: LastBets,
  ) {}

  /** The bets that Rebet would place. */
  get last() {
    return this.lastBets.bets;
  }

  /** Picks the smallest chip that the limits of the table allow. */
  pickFirstChip(game: GameInfo): void {
    const min = fromWire(game.limits.min);
    const chips = game.chips.map(fromWire).sort((a, b) => (a < b ? -1 : 1));
    this.chip = chips.find((chip) => chip >= min && chip > 0n) ?? chips.at(-1) ?? 100n;
  }

  /**
   * Places a bet. Its chip is shown as pending until the server has accepted it. It is meant for the round in which it was pressed, however long a seat or
   * the connection takes.
   */
  async place(wager: string, amount: Minor = this.chip, area?: string, round = this.table.round): Promise<CommandResult | null> {
    const key = newKey();
    this.pending = [...this.pending, { key, wager, amount }];
    try {
      if (!(await this.table.ensureSeat())) return null;
      const command: TableCommand = { do: 'bet', amount: toWire(amount), wager, ...(area ? { area } : {}) };
      const placed = await this.table.send(command, `${formatMoney(amount)} on ${wagerLabel(wager)}`, round);
      if (placed) sound.play('chip');
      return placed;
    } finally {
      this.pending = this.pending.filter((bet) => bet.key !== key);
    }
  }

  /**
   * The amount of a bet with one chip of this value: a call bet takes several equal chips, and a wager whose odds cannot pay the chip exactly takes the next
   * amount that they can.
   */
  amountFor(wager: string, chip: Minor = this.chip): Minor {
    const { game } = this.table;
    const step = this.stepOf(wager);
    if (step <= 0n) return chip;
    return game?.race?.spots.some((spot) => spot.wager === wager) ? chip * step : payable(chip, step);
  }

  private stepOf(wager: string): Minor {
    return fromWire(this.table.game?.wagers.find((row) => row.words.includes(wager))?.step);
  }

  /** The bet behind a stake that is nearest to one chip: one that can be paid and fits. Null where none does. */
  amountBehind(stake: Stake, chip: Minor = this.chip): Minor | null {
    if (!stake.behind) return null;
    const [step, most] = [fromWire(stake.behind.step), fromWire(stake.behind.most)];
    const amount = payable(chip, step);
    return amount < most ? amount : most;
  }

  /** Takes back the last bet; the last one on a wager, if it is given. */
  async undo(wager?: string): Promise<void> {
    const last = this.table.movable.findLast((stake) => wager === undefined || stake.wager === wager);
    if (!last) return;
    await this.table.send({ do: 'take-back', stake: last.stake }, `${formatMoney(last.amount)} on ${wagerLabel(last.wager)} taken back`);
  }

  /** Takes back all bets. */
  async clear(): Promise<void> {
    const stakes = this.table.movable.map((stake) => stake.stake).reverse();
    await Promise.all(stakes.map((stake) => this.table.send({ do: 'take-back', stake })));
    if (this.table.movable.length === 0) this.table.cleared();
  }

  /** Places every bet on the table once more. */
  async double(): Promise<void> {
    const { round } = this.table;
    for (const stake of this.table.movable) await this.place(stake.wager, fromWire(stake.amount), undefined, round);
  }

  /** Places the bets of the last round again. */
  async rebet(): Promise<void> {
    const { round } = this.table;
    for (const { wager, amount } of this.last) await this.place(wager, fromWire(amount), undefined, round);
  }
}
