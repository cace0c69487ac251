import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey, noteServerTime } from './keys';

afterEach(() => {
  noteServerTime(Date.now());
  vi.useRealTimers();
});

describe('an idempotency key', () => {
  it('is a UUID of version 7 with the time of the server', () => {
    vi.useFakeTimers();
    vi.setSystemTime(0x0123_4567_89ab);
    noteServerTime(Date.now());
    expect(newKey()).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    noteServerTime(0x0123_4567_89ab + 0x1000);
    expect(newKey()).toMatch(/^01234567-99ab-7/);
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000);
  });
});
