/** What the office works with: proposals, the house file, tables, staff; and how a matter is decided or proposed. */
import { api, unwrap } from '../../api/client';
import type { HouseResult, OfficeMatter, OneTimeLink, Person } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { Orders } from '../shared/orders.svelte';
import { loadStaff } from '../shared/people';
import { Polled } from '../shared/polled.svelte';
import { commandFor } from './matters';

/** A link that works once, for whom it is, and what it does. */
export interface Handover {
  link: OneTimeLink;
  who: string;
  does: string;
}

const SLOW_MS = 10_000;

export class OfficeStore {
  readonly office = new Polled(() => unwrap(api.GET('/houses/{h}/office', { params: session.houseParams })));
  readonly charter = new Polled(() => unwrap(api.GET('/houses/{h}/charter', { params: session.houseParams })), SLOW_MS);
  readonly tables = new Polled(() => unwrap(api.GET('/houses/{h}/tables', { params: session.houseParams })));
  readonly staff = new Polled(() => loadStaff(), SLOW_MS);
  readonly orders = new Orders(() => this.refresh());
  /** The link that the last command made, until it is handed over. */
  handover = $state.raw<Handover | null>(null);
  /** Whether a form is open: it then shows what came of its command. */
  inForm = $state(false);
  /** The house file that is being written; null while nobody has changed it. */
  draft = $state<string | null>(null);
  readonly founded = $derived(this.office.value?.founded ?? true);
  /** What the button of a form says. */
  readonly action = $derived(this.founded ? 'Propose' : 'Do it');

  async refresh(): Promise<void> {
    await Promise.all([this.office.refresh(), this.charter.refresh(), this.tables.refresh(), this.staff.refresh()]);
  }

  stop(): void {
    for (const polled of [this.office, this.charter, this.tables, this.staff]) polled.stop();
  }

  /** Proposes a matter; decides it while the house is being founded. Returns whether it was accepted. */
  async decide(matter: OfficeMatter): Promise<boolean> {
    const done = this.founded ? 'Proposed. A person of another post authorises it.' : 'Done.';
    const who = matter.kind === 'enrol' ? matter.handle : '';
    return (await this.orders.house(commandFor(matter, this.founded), done, (result) => this.hand(result, who))) !== null;
  }

  /** Notes the link that a command made, for somebody to whom it is handed. */
  hand({ link }: HouseResult, who: string): void {
    if (link) this.handover = { link, who, does: 'sets a password' };
  }

  /** Somebody of the staff by the name in the house file. */
  byStaffName(name: string): Person | undefined {
    return this.staff.value?.find(({ staff }) => staff === name);
  }

  /** Somebody of the staff by handle. */
  byHandle(handle: string): Person | undefined {
    return this.staff.value?.find((person) => person.handle === handle);
  }
}
