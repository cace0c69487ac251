/**
 * The text of a house file, line by line: which sections it has and where their simple keys stand, so that a form can change one line of it. Everything else
 * is left as it is; the server reads and checks the whole.
 */

export interface FileSection {
  /** `table` of `[[table]]`; empty for the head of the file. */
  name: string;
  /** The lines from its header to the one before the next header, from 0. */
  from: number;
  to: number;
  /** The keys that stand on one line each, with their line and the text of their value. */
  keys: Map<string, { line: number; value: string }>;
}

const HEADER = /^\s*\[\[?\s*([a-z_.-]+)\s*\]?\]\s*(?:#.*)?$/i;
const KEY = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.+?)\s*$/;

/** A value without the comment after it. A `#` inside quotes is no comment. */
function withoutComment(text: string): string {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"' && text[at - 1] !== '\\') quoted = !quoted;
    if (text[at] === '#' && !quoted) return text.slice(0, at).trimEnd();
  }
  return text;
}

/** The sections of a file, the head first. */
export function sectionsOf(file: string): FileSection[] {
  const lines = file.split('\n');
  const sections: FileSection[] = [{ name: '', from: 0, to: 0, keys: new Map() }];
  lines.forEach((line, index) => {
    const header = HEADER.exec(line);
    if (header) sections.push({ name: header[1] ?? '', from: index, to: index, keys: new Map() });
    const section = sections.at(-1);
    const key = header ? null : KEY.exec(line);
    if (!section) return;
    section.to = index;
    if (key) section.keys.set(key[1] ?? '', { line: index, value: withoutComment(key[2] ?? '') });
  });
  return sections;
}

/** A value of a key that is text: without its quotes; null where it is none. */
export const textOf = (section: FileSection | undefined, key: string): string | null => /^"((?:[^"\\]|\\.)*)"$/.exec(section?.keys.get(key)?.value ?? '')?.[1] ?? null;

/** The section of a table. */
export const tableSection = (file: string, table: string): FileSection | undefined => sectionsOf(file).find((section) => section.name === 'table' && textOf(section, 'name') === table);

/** The file with a key of a table set to a value, on its line or on a new one at the end of the table; an empty value removes the key. */
export function setTableKey(file: string, table: string, key: string, value: string): string {
  const section = tableSection(file, table);
  if (!section) return file;
  const lines = file.split('\n');
  const known = section.keys.get(key);
  if (known) lines.splice(known.line, 1, ...(value === '' ? [] : [`${key} = ${value}`]));
  else if (value !== '') lines.splice(lastKeyLine(section) + 1, 0, `${key} = ${value}`);
  return lines.join('\n');
}

const lastKeyLine = (section: FileSection): number => Math.max(section.from, ...[...section.keys.values()].map(({ line }) => line));
