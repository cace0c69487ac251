/** Names of people by number and numbers by name, looked up as they are needed. */
import { loadPeople, numberOf } from '../shared/people';

export class PersonNames {
  private names = $state.raw<Readonly<Record<number, string>>>({});
  private loading: Promise<void> | null = null;
  private readonly missing: Record<number, true> = {};

  /** The name of a person; the number until it is loaded. */
  of(person: number): string {
    const known = this.names[person];
    if (known === undefined && !this.missing[person]) {
      this.missing[person] = true;
      queueMicrotask(() => void this.load(person));
    }
    return known ?? `person ${person}`;
  }

  private async load(person: number): Promise<void> {
    await this.loading;
    if (this.names[person] !== undefined) return;
    this.loading = loadPeople({ name: '', role: '' }, person - 1, 200).then(
      ({ rows: page }) => void (this.names = { ...this.names, ...Object.fromEntries(page.map((row) => [row.person, row.handle])) }),
      () => undefined,
    );
    await this.loading;
  }

  /** The number of somebody with exactly this name; null where there is nobody. */
  numberOf(handle: string): Promise<number | null> {
    return numberOf(handle);
  }
}
