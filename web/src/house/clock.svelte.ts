/** The house's time: the page's clock, set by what the house says. */

class Clock {
  now = $state(Date.now());
  private ahead = 0;

  constructor() {
    setInterval(() => this.tick(), 250);
  }

  /** Sets the clock by a time the house sent. */
  set(house: number): void {
    this.ahead = house - Date.now();
    this.tick();
  }

  private tick(): void {
    this.now = Date.now() + this.ahead;
  }
}

export const clock = new Clock();

/** Hours and minutes in a time zone; in the visitor's own where the zone is unknown. */
export function hours(at: number, timeZone: string | undefined): string {
  const form: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false };
  try {
    return new Intl.DateTimeFormat('en-GB', { ...form, ...(timeZone ? { timeZone } : {}) }).format(at);
  } catch {
    return new Intl.DateTimeFormat('en-GB', form).format(at);
  }
}

/** Day and time, for a record. */
export function moment(at: number, timeZone: string | undefined): string {
  const form: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium', hour12: false };
  try {
    return new Intl.DateTimeFormat('en-GB', { ...form, ...(timeZone ? { timeZone } : {}) }).format(at);
  } catch {
    return new Intl.DateTimeFormat('en-GB', form).format(at);
  }
}
