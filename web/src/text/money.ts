/** Money on the page: whole minor units in a bigint, text on the wire, never a float. */

export type Minor = bigint;

/** Parses `12.50`, `-3`, `1 000`; null for anything else. */
export function parseMoney(text: string | null | undefined): Minor | null {
  const match = /^\s*(-?)(\d+)(?:\.(\d{1,2}))?\s*$/.exec((text ?? '').replaceAll(/[\s,'’]/g, ''));
  if (!match) return null;
  const [, sign, whole = '0', cents = ''] = match;
  const value = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

/** An amount that the server sent; zero where it sent none. */
export function fromWire(text: string | null | undefined): Minor {
  return parseMoney(text) ?? 0n;
}

/** An amount for the server: `12.50`, or `12` without cents. */
export function toWire(value: Minor): string {
  const absolute = value < 0n ? -value : value;
  const cents = absolute % 100n;
  const text = cents === 0n ? `${absolute / 100n}` : `${absolute / 100n}.${String(cents).padStart(2, '0')}`;
  return value < 0n ? `-${text}` : text;
}

/** An amount for people: digits in groups of three, cents only where needed or always. */
export function formatMoney(value: Minor | string | null | undefined, cents: 'needed' | 'always' = 'needed'): string {
  const money = typeof value === 'bigint' ? value : fromWire(value);
  const absolute = money < 0n ? -money : money;
  const whole = String(absolute / 100n).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  const rest = absolute % 100n;
  const tail = rest === 0n && cents === 'needed' ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${money < 0n ? '\u2212' : ''}${whole}${tail}`;
}

/** The same with its sign, for a profit or loss. */
export function formatSigned(value: Minor | string | null | undefined): string {
  const money = typeof value === 'bigint' ? value : fromWire(value);
  return money > 0n ? `+${formatMoney(money)}` : formatMoney(money);
}

/** The fewest chips that make an amount, largest first; a remainder that no chip makes is left out. */
export function splitIntoChips(value: Minor, chips: Minor[]): { chip: Minor; count: number }[] {
  const stacks: { chip: Minor; count: number }[] = [];
  let rest = value;
  for (const chip of [...chips].sort((a, b) => (a < b ? 1 : -1))) {
    const count = Number(rest / chip);
    if (count > 0) stacks.push({ chip, count });
    rest %= chip;
  }
  return stacks;
}
