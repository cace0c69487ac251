/** The numbers of people by the names that everybody at a table sees. */
import { numberOf } from '../shared/people';

export class People {
  private readonly numbers = new Map<string, number>();

  /** The number of a person; null where nobody has this name. */
  async numberOf(handle: string): Promise<number | null> {
    const number = this.numbers.get(handle) ?? (await numberOf(handle));
    if (number !== null) this.numbers.set(handle, number);
    return number;
  }
}
