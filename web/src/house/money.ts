/** Money on the page: whole minor units in a bigint, text on the wire; never a float. */

export type Minor = bigint;

/** Reads `12.50`, `-3`, `1 000`; nothing when it is no amount. */
export function minor(text: string | null | undefined): Minor | null {
  const found = /^\s*(-?)(\d+)(?:\.(\d{1,2}))?\s*$/.exec((text ?? '').replaceAll(/[\s,'’]/g, ''));
  if (!found) return null;
  const [, sign, whole = '0', part = ''] = found;
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

/** Reads an amount that the house sent; nought where it sent none. */
export function amount(text: string | null | undefined): Minor {
  return minor(text) ?? 0n;
}

/** As the house reads it: `12.50`, and `12` where there are no cents. */
export function wire(value: Minor): string {
  const absolute = value < 0n ? -value : value;
  const cents = absolute % 100n;
  const text = cents === 0n ? `${absolute / 100n}` : `${absolute / 100n}.${String(cents).padStart(2, '0')}`;
  return value < 0n ? `-${text}` : text;
}

/** For people: groups of three, two places only where they are needed. */
export function shown(value: Minor | string | null | undefined, places: 'needed' | 'always' = 'needed'): string {
  const money = typeof value === 'bigint' ? value : amount(value);
  const absolute = money < 0n ? -money : money;
  const whole = String(absolute / 100n).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  const cents = absolute % 100n;
  const tail = cents === 0n && places === 'needed' ? '' : `.${String(cents).padStart(2, '0')}`;
  return `${money < 0n ? '\u2212' : ''}${whole}${tail}`;
}

/** With its sign, for a net position. */
export function signed(value: Minor | string | null | undefined): string {
  const money = typeof value === 'bigint' ? value : amount(value);
  return money > 0n ? `+${shown(money)}` : shown(money);
}

/** The fewest chips that make an amount, largest first; what no chip makes is left over. */
export function inChips(value: Minor, chips: Minor[]): { chip: Minor; count: number }[] {
  const stacks: { chip: Minor; count: number }[] = [];
  let rest = value;
  for (const chip of [...chips].sort((a, b) => (a < b ? 1 : -1))) {
    const count = Number(rest / chip);
    if (count > 0) stacks.push({ chip, count });
    rest %= chip;
  }
  return stacks;
}
