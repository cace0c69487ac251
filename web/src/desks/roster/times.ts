/** Dates and times of day in the time zone of the house, as they are typed. */

const MINUTE_MS = 60_000;

function formatter(zone: string | undefined): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...options, ...(zone ? { timeZone: zone } : {}) });
  } catch {
    // Pages show times in the visitor's own zone where the browser does not know that of the house.
    return new Intl.DateTimeFormat('en-CA', options);
  }
}

function partsOf(at: number, zone: string | undefined): Record<string, string> {
  return Object.fromEntries(formatter(zone).formatToParts(at).map(({ type, value }) => [type, value]));
}

/** The date, as `2026-11-17`. */
export function dateAt(at: number, zone: string | undefined): string {
  const { year, month, day } = partsOf(at, zone);
  return `${year}-${month}-${day}`;
}

/** The time of day, as `21:05`. */
export function timeAt(at: number, zone: string | undefined): string {
  const { hour, minute } = partsOf(at, zone);
  return `${hour}:${minute}`;
}

/** The day after a date. */
export function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The moment of a date and a time of day; null for what is none, also where the clocks are put forward over it. */
export function momentOf(date: string, time: string, zone: string | undefined): number | null {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wanted)) return null;
  let found = wanted;
  // The difference from UTC is that of the moment which is sought: the second step uses the one of a moment near it.
  for (let step = 0; step < 2; step += 1) {
    const there = Date.parse(`${dateAt(found, zone)}T${timeAt(found, zone)}:00Z`);
    found += wanted - there;
  }
  return dateAt(found, zone) === date && timeAt(found, zone) === time ? found : null;
}

/** The beginning and end of a shift: an end that is not after the beginning is on the next day. */
export function shiftOf(date: string, start: string, end: string, zone: string | undefined): { from: number; to: number } | null {
  const [from, to] = [momentOf(date, start, zone), momentOf(end <= start ? dayAfter(date) : date, end, zone)];
  return from === null || to === null ? null : { from, to };
}

/** The moment of a time of day within a shift, by the day on which it falls; null if it is none. */
export function momentIn(time: string, shift: { from: number; to: number }, zone: string | undefined): number | null {
  const date = dateAt(shift.from, zone);
  const days = [date, dayAfter(date)].map((day) => momentOf(day, time, zone));
  return days.find((at) => at !== null && at >= shift.from && at <= shift.to) ?? days[0] ?? null;
}

/** The whole hours of a shift, for the scale of a grid. */
export function hoursIn({ from, to }: { from: number; to: number }, zone: string | undefined): number[] {
  const minutes = Number(timeAt(from, zone).slice(3));
  const first = minutes === 0 ? from : from + (60 - minutes) * MINUTE_MS;
  const hours: number[] = [];
  for (let at = first; at < to; at += 60 * MINUTE_MS) hours.push(at);
  return hours;
}

export { MINUTE_MS };
