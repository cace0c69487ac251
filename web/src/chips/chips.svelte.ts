/** Getting chips: play money in a demo house, requests to the cage in any other. */
import { api, unwrap } from '../api/client';
import { sendHouseCommand } from '../api/commands';
import type { ChipRequest } from '../api/types';
import { session } from '../stores/session.svelte';
import { toWire, type Minor } from '../text/money';

class ChipStore {
  /** The house in which the last bet was refused because the chips did not suffice; 0 if none was. */
  private shortIn = $state(0);

  /** Whether the last bet in this house was refused because the chips did not suffice. */
  get short(): boolean {
    return this.shortIn !== 0 && this.shortIn === session.houseId;
  }

  set short(short: boolean) {
    this.shortIn = short ? session.houseId : 0;
  }

  /** The visitor's open requests in this house. */
  get open(): ChipRequest[] {
    return session.account?.chip_requests ?? [];
  }

  /** Fills the chips up with play money, in a demo house. */
  async topUp(): Promise<void> {
    session.updateBalances(await unwrap(api.POST('/houses/{h}/top-up', { params: session.houseParams })));
    await this.changed();
  }

  /** Asks for chips or cash. Nothing moves until the visitor has confirmed what staff lay out. */
  async ask(kind: ChipRequest['kind'], amount: Minor): Promise<void> {
    await sendHouseCommand(session.houseId, { do: 'request-chips', kind, amount: toWire(amount) });
    await this.changed();
  }

  async confirm(number: number): Promise<void> {
    await sendHouseCommand(session.houseId, { do: 'confirm-chips', number });
    await this.changed();
  }

  async cancel(number: number): Promise<void> {
    await sendHouseCommand(session.houseId, { do: 'cancel-chips', number });
    await this.changed();
  }

  private async changed(): Promise<void> {
    await session.refreshAccount();
    if (this.open.every(({ kind }) => kind !== 'buy-in')) this.short = false;
  }
}

export const chips = new ChipStore();
