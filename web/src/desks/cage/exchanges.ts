/** Exchanges of money and chips at the cage: what each side gives, in words, and the chips that go over the counter. */
import type { ChipCount, ChipRequest, Exchange } from '../../api/types';
import { formatMoney, fromWire, splitIntoChips, toWire, type Minor } from '../../text/money';

const UNITS: Record<'cash' | 'chips' | 'plaques' | 'wheel', string> = { cash: 'cash', chips: 'chips', plaques: 'plaques', wheel: 'wheel chips' };

/** What the player gives and gets. */
export interface Sides {
  title: string;
  gives: string;
  gets: string;
  /** Whether value chips go out: then they are listed by denomination. */
  chipsOut: boolean;
  /** Whether value chips come in. */
  chipsIn: boolean;
}

export function sidesOf(exchange: Exchange): Sides {
  switch (exchange.kind) {
    case 'buy-in':
      return { title: 'Buy-in', gives: UNITS[exchange.with], gets: 'chips', chipsOut: true, chipsIn: false };
    case 'cash-out':
      return { title: 'Cash-out', gives: 'chips', gets: 'cash', chipsOut: false, chipsIn: true };
    case 'buy-plaques':
      return { title: 'Plaques', gives: 'cash', gets: 'plaques', chipsOut: false, chipsIn: false };
    case 'cash-plaques':
      return { title: 'Cash for plaques', gives: 'plaques', gets: 'cash', chipsOut: false, chipsIn: false };
    case 'to-plaques':
      return { title: 'Plaques for chips', gives: 'chips', gets: 'plaques', chipsOut: false, chipsIn: true };
    case 'to-wheel':
      return { title: 'Wheel chips', gives: UNITS[exchange.with], gets: `wheel chips of colour ${exchange.colour}, ${formatMoney(exchange.value)} each`, chipsOut: false, chipsIn: exchange.with === 'chips' };
    case 'from-wheel':
      return { title: 'Wheel chips changed back', gives: 'wheel chips', gets: 'chips', chipsOut: true, chipsIn: false };
  }
}

/** A request for chips or cash as the exchange that it becomes. */
export const exchangeOf = ({ kind, amount }: ChipRequest): Exchange => (kind === 'buy-in' ? { kind, with: 'cash', amount } : { kind, amount });

/** The fewest chips of the house that make an amount. */
export const chipsFor = (amount: Minor, values: readonly string[]): ChipCount[] => splitIntoChips(amount, values.map(fromWire)).map(({ chip, count }) => ({ value: toWire(chip), count }));
