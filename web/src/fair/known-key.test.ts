import { beforeEach, expect, test } from 'vitest';
import { believe, changeOf } from './known-key';

const KEY = 'croupier/6f1d/house-1/incarnation-1/tree+1a2b3c4d+AX0=';
const OTHER = 'croupier/6f1d/house-1/incarnation-1/tree+55667788+AX1=';
const RESTORED = 'croupier/6f1d/house-1/incarnation-2/tree+99aabbcc+AX2=';

beforeEach(() => localStorage.clear());

test('the first key is believed, and the same one is no change', () => {
  expect(changeOf(1, KEY)).toBeNull();
  expect(changeOf(1, KEY)).toBeNull();
});

test('another key of the same log is a change each time it is seen', () => {
  changeOf(1, KEY);
  expect(changeOf(1, OTHER)).toBe('key');
  expect(changeOf(1, OTHER)).toBe('key');
  expect(changeOf(1, KEY)).toBeNull();
});

test('a restored house signs another log, until that is believed', () => {
  changeOf(1, KEY);
  expect(changeOf(1, RESTORED)).toBe('log');
  believe(1, RESTORED);
  expect(changeOf(1, RESTORED)).toBeNull();
  expect(changeOf(1, KEY)).toBe('log');
});

test('every house has a key of its own', () => {
  changeOf(1, KEY);
  expect(changeOf(2, OTHER)).toBeNull();
});

test('what is not a list of keys is not believed', () => {
  for (const stored of ['[]', 'null', '{"1": 7}', 'no json']) {
    localStorage.setItem('croupier.log-keys', stored);
    expect(changeOf(1, KEY)).toBeNull();
  }
});
