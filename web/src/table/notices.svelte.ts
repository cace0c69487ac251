/** The bet log of a table, and the text of its live region for screen readers. */

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

export class NoticeLog {
  /** The latest notices, newest first. */
  entries = $state.raw<Notice[]>([]);
  announcement = $state('');
  private lastId = 0;

  add(tone: Tone, title: string, text: string, cites: string[] = []): void {
    this.lastId += 1;
    this.entries = [{ id: this.lastId, tone, title, text, cites }, ...this.entries].slice(0, MAX_NOTICES);
    this.announce(`${title}: ${text}`);
  }

  /** Has screen readers read a text. */
  announce(text: string): void {
    this.announcement = text;
  }
}
