/** An event of a journal in a line: its fields, without what is long. */

const LONGEST = 160;

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length > 8 ? `(${value.length})` : value.map(valueText).join(' ');
  if (typeof value === 'object' && value !== null) return fieldsText(value);
  const text = String(value).split('\n')[0] ?? '';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const fieldsText = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${valueText(value)}`)
    .join(', ');

/** The journal has events as `{"kind": fields}`, or as the kind alone. */
export function summaryOf(event: unknown): string {
  if (typeof event !== 'object' || event === null) return '';
  const [fields] = Object.values(event) as unknown[];
  const text = valueText(fields);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
