/** Since when tables are open and dealers at their post, and what theory says of the bets since then. */
import { api, unwrap } from '../../api/client';
import type { FigureRow, SignificantEvent } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { EVENTS_PER_PAGE, loadEvents } from '../shared/events';

const EVERY_MS = 10_000;

export interface Sitting {
  /** When the table was opened; null where the latest events do not say. */
  openedAt: number | null;
  /** Since when the dealer is at this post: the opening, or a later assignment. */
  dealerSince: number | null;
  /** The figures since the opening. */
  figures: FigureRow | null;
}

const UNKNOWN: Sitting = { openedAt: null, dealerSince: null, figures: null };

/** What the latest events say about a table; they are the latest first. */
export function sittingOf(events: SignificantEvent[], table: number): Omit<Sitting, 'figures'> {
  const own = events.filter((event) => event.table === table);
  const ends = own.findIndex(({ kind }) => kind === 'opening' || kind === 'closing');
  const opening = own[ends];
  if (opening?.kind !== 'opening') return { openedAt: null, dealerSince: null };
  const assigned = own.slice(0, ends).find(({ kind, text }) => kind === 'post' && /\bdealer\b/.test(text));
  return { openedAt: opening.at, dealerSince: assigned?.at ?? opening.at };
}

export class Sittings {
  private found = $state.raw<Readonly<Record<number, Sitting>>>({});
  private readonly timer: ReturnType<typeof setInterval>;
  private loading = false;

  constructor(private readonly tables: () => number[]) {
    this.timer = setInterval(() => document.hidden || void this.look(), EVERY_MS);
    setTimeout(() => void this.look(), 500);
  }

  of(id: number): Sitting {
    return this.found[id] ?? UNKNOWN;
  }

  /** Looks again; what cannot be loaded is left out of the cards, and looked for again. */
  private async look(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      const events = await loadEvents(null, EVENTS_PER_PAGE);
      const loaded = await Promise.all(this.tables().map(async (id) => [id, await this.lookAt(events, id)] as const));
      this.found = Object.fromEntries(loaded);
    } catch {
      this.found = {};
    } finally {
      this.loading = false;
    }
  }

  private async lookAt(events: SignificantEvent[], id: number): Promise<Sitting> {
    const sitting = sittingOf(events, id);
    if (sitting.openedAt === null) return { ...sitting, figures: null };
    const figures = await unwrap(api.GET('/houses/{h}/figures', { params: { ...session.houseParams, query: { from: sitting.openedAt } } })).catch(() => null);
    return { ...sitting, figures: figures?.rows.find(({ table }) => table === id) ?? null };
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
