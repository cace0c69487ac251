import { describe, expect, it } from 'vitest';
import { placeOf } from './route.svelte';

describe('addresses', () => {
  it('name a place', () => {
    expect(placeOf('/')).toEqual({ page: 'lobby' });
    expect(placeOf('/house/2/table/3')).toEqual({ page: 'table', house: 2, table: 3 });
    expect(placeOf('/house/2/table/3/rules')).toEqual({ page: 'rules', house: 2, table: 3 });
    expect(placeOf('/house/2/table/3/rounds/17')).toEqual({ page: 'round', house: 2, table: 3, round: 17 });
    expect(placeOf('/me/limits')).toEqual({ page: 'me', part: 'limits' });
    expect(placeOf('/first', '?house=1&token=abc')).toEqual({ page: 'first', token: 'abc', house: 1 });
  });

  it('that name nothing are unknown', () => {
    for (const path of ['/house/x/table/1', '/house/1/table/1/else', '/table/1', '/house/1']) expect(placeOf(path)).toEqual({ page: 'unknown' });
  });
});
