import { describe, expect, it } from 'vitest';
import { parseRoute } from './router.svelte';

describe('routes', () => {
  it('are parsed from the path and the query', () => {
    expect(parseRoute('/')).toEqual({ page: 'lobby' });
    expect(parseRoute('/house/2/table/3')).toEqual({ page: 'table', house: 2, table: 3 });
    expect(parseRoute('/house/2/table/3/rules')).toEqual({ page: 'rules', house: 2, table: 3 });
    expect(parseRoute('/house/2/table/3/rounds/17')).toEqual({ page: 'round', house: 2, table: 3, round: 17 });
    expect(parseRoute('/me/limits')).toEqual({ page: 'me', section: 'limits' });
    expect(parseRoute('/first', '?house=1&token=abc')).toEqual({ page: 'first', token: 'abc', house: 1 });
    expect(parseRoute('/password', '?house=2&token=abc')).toEqual({ page: 'password', token: 'abc', house: 2 });
    expect(parseRoute('/join', '?house=2&token=abc')).toEqual({ page: 'join', token: 'abc', house: 2 });
    expect(parseRoute('/me/statement', '?house=2')).toEqual({ page: 'me', section: 'statement', house: 2 });
    expect(parseRoute('/sign-in', '?house=2')).toEqual({ page: 'sign-in', house: 2 });
    expect(parseRoute('/second-factor')).toEqual({ page: 'second-factor' });
  });

  it('of a dealer console are those of its table', () => {
    expect(parseRoute('/house/2/table/3/deal')).toEqual({ page: 'deal', house: 2, table: 3 });
  });

  it('of a desk name its section', () => {
    expect(parseRoute('/house/2/floor')).toEqual({ page: 'floor', house: 2, section: '' });
    expect(parseRoute('/house/2/manager/people')).toEqual({ page: 'manager', house: 2, section: 'people' });
  });

  it('are unknown for any other path', () => {
    for (const path of ['/house/x/table/1', '/house/1/table/1/else', '/table/1', '/house/1', '/house/1/else']) expect(parseRoute(path)).toEqual({ page: 'unknown' });
  });
});
