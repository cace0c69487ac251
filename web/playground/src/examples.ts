/** The golden records as examples, by game. */
import records from 'virtual:records';

/** The one that the page begins with. */
export const EXAMPLE = records.find(([, text]) => text.split('\n').length > 8)?.[0] ?? records[0]?.[0] ?? '';

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));
const titleOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replaceAll('-', ' ');

/** The folders of the records: a game, or what is no record of any game. */
export const FOLDERS = [...new Set(records.map(([name]) => folderOf(name)))];

/** The records of a folder. */
export function examplesOf(folder: string): { name: string; title: string }[] {
  return records.filter(([name]) => folderOf(name) === folder).map(([name]) => ({ name, title: titleOf(name) }));
}

export function exampleText(name: string): string {
  return records.find(([known]) => known === name)?.[1] ?? '';
}
