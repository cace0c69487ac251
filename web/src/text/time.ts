/** Times in the time zone of the house; in the visitor's own where the browser does not know it. */

function format(at: number, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone ? { timeZone } : {}) }).format(at);
  } catch {
    return new Intl.DateTimeFormat('en-GB', options).format(at);
  }
}

/** Hours and minutes: `21:05`. */
export function formatTime(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { hour: '2-digit', minute: '2-digit', hour12: false });
}

/** Date and time: `15 Nov 2026, 21:05:00`. */
export function formatDateTime(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { dateStyle: 'medium', timeStyle: 'medium', hour12: false });
}

/** The time to the second: `21:05:17`. */
export function formatClock(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { timeStyle: 'medium', hour12: false });
}
