/** The ledger as the cage needs it: its own accounts, and what lies at the tables outside their floats. */
import { api, unwrap } from '../../api/client';
import type { LedgerAccount } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { fromWire, type Minor } from '../../text/money';

const ACCOUNTS_PER_PAGE = 1000;

/** What lies at a table outside its float. */
export interface AtTable {
  /** Cash and plaques in the drop box that are not counted. */
  dropBox: Minor;
  /** Stakes on the layout that are not decided. */
  layout: Minor;
}

export interface HouseLedger {
  accounts: LedgerAccount[];
  /** Units of which the sum over all accounts is not zero; there are none. */
  unbalanced: string[];
}

/** Reads the whole ledger, page by page. */
export async function loadLedger(): Promise<HouseLedger> {
  const all: LedgerAccount[] = [];
  for (let after: number | undefined; ; ) {
    const query = { limit: ACCOUNTS_PER_PAGE, ...(after === undefined ? {} : { after }) };
    const { accounts, sums } = await unwrap(api.GET('/houses/{h}/ledger', { params: { ...session.houseParams, query } }));
    all.push(...accounts);
    const last = accounts.at(-1);
    if (!last || accounts.length < ACCOUNTS_PER_PAGE) return { accounts: all, unbalanced: sums.filter(({ sum }) => sum !== '0').map(({ unit }) => unit) };
    after = Number(last.account);
  }
}

const sumOf = (accounts: LedgerAccount[]): Minor => accounts.reduce((sum, { balance }) => sum + fromWire(balance), 0n);

/** What lies at a table, by its name. */
export function atTable({ accounts }: HouseLedger, name: string): AtTable {
  const at = (place: string, units: string[]): Minor => sumOf(accounts.filter((account) => account.place === place && units.includes(account.unit)));
  return { dropBox: at(`drop ${name}`, ['cash', 'plaques']), layout: at(`layout ${name}`, ['chips']) };
}

/** What the cage has of a unit. */
export const inCage = ({ accounts }: HouseLedger, unit: string): Minor => sumOf(accounts.filter((account) => account.place === 'cage' && account.unit === unit));

/** What a person holds of a unit. */
export const heldBy = ({ accounts }: HouseLedger, handle: string, unit: string): Minor => sumOf(accounts.filter((account) => account.place === `held ${handle}` && account.unit === unit));

/** Chips on their way between the cage and tables: the table, and how much. */
export const onTheWay = ({ accounts }: HouseLedger): { table: string; amount: Minor }[] =>
  accounts.filter(({ place }) => place.startsWith('transit ')).map(({ place, balance }) => ({ table: place.replace(/^transit /, ''), amount: fromWire(balance) })).filter(({ amount }) => amount !== 0n);
