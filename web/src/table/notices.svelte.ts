/** The bet log of a table, and the text of its live region for screen readers. */
import type { Connection } from '../api/socket';

export type Tone = 'good' | 'bad' | 'plain';

export const TONE_MARKS: Record<Tone, string> = { good: '✓', bad: '✕', plain: '·' };

export interface Notice {
  id: number;
  tone: Tone;
  title: string;
  text: string;
  /** Ids of the provisions that the notice rests on. */
  cites: string[];
}

const MAX_NOTICES = 6;
/** So many texts stay in the live region, for readers that are behind. */
const MAX_ANNOUNCEMENTS = 12;

export class NoticeLog {
  /** The latest notices, newest first. */
  entries = $state.raw<Notice[]>([]);
  /** What screen readers have been given to read, oldest first. */
  announcements = $state.raw<{ id: number; text: string }[]>([]);
  private lastId = 0;

  add(tone: Tone, title: string, text: string, cites: string[] = []): void {
    this.addQuietly(tone, title, text, cites);
    this.announce(`${title}: ${text}${/[.?!]$/.test(text) ? '' : '.'}`);
  }

  /** Adds a notice whose effect is announced by itself. */
  addQuietly(tone: Tone, title: string, text: string, cites: string[] = []): void {
    this.lastId += 1;
    this.entries = [{ id: this.lastId, tone, title, text, cites }, ...this.entries].slice(0, MAX_NOTICES);
  }

  /** Announces that the connection was lost, or is back. */
  announceConnection(previous: Connection, next: Connection): void {
    if (next === 'lost' && previous === 'open') this.announce('Connection lost. Reconnecting.');
    if (next === 'open' && previous === 'lost') this.announce('Connected again.');
  }

  /** Has screen readers read a text after those before it. Gaps between digits would be read as several numbers. */
  announce(text: string): void {
    if (!text) return;
    this.lastId += 1;
    const plain = text.replaceAll('\u202f', '').replaceAll('\u2212', 'minus ');
    this.announcements = [...this.announcements, { id: this.lastId, text: plain }].slice(-MAX_ANNOUNCEMENTS);
  }
}
