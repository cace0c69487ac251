/** A reader at a wheel: a simulated device on a serial port, the example driver, and the dealer who confirms or overrules what it read, in Chromium. */
import { describe, expect, it } from 'vitest';
import { step, tap } from './console';
import { browser, expectAccessible, LAPTOP, openPage, screenshot } from './page';
import { Program } from './program';
import { openHouse, type Person, signedIn } from './real-house';

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };

const chromium = await browser();
const house = await openHouse();
const table = house.table('Wheel 1');
const readings = `${house.address}/api/v1/houses/1/tables/${table}/readings`;

async function post(key: string, body: object, address = readings): Promise<{ status: number; answer: Record<string, unknown> }> {
  const answer = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

async function lastBall(by: Person): Promise<string> {
  const [last] = (await by.read(`/tables/${table}`))['last'] as { result: string }[];
  return last?.result ?? '';
}

describe('a reader on a serial port', () => {
  it('is added by a manager only, posts what the wheel says, and the dealer confirms or overrules it', async () => {
    await expect(house.dee.order({ do: 'add-reader', table, name: 'wheel camera' })).rejects.toThrow('only');
    const added = await house.mia.order({ do: 'add-reader', table, name: 'wheel camera' });
    const key = added['reader_key'] as string;
    const wheel = new Program(['../examples/simulated_wheel.py']);
    const port = await wheel.says('/dev/');
    const reader = new Program(['../examples/wheel_reader.py', '--port', port, '--table', readings.replace('/readings', '')], { CROUPIER_READER_KEY: key });
    await reader.says('the last reading was 0');

    const dealer = await openPage(await signedIn(chromium, house.address, 'dee', TABLET), `/house/1/table/${table}/deal`, house.address);
    await tap(dealer, 'Place your bets');
    wheel.say('WHEEL 2.1 READY');
    await reader.says('not an outcome');
    await dealer.getByRole('button', { name: 'Final bets' }).waitFor();
    await tap(dealer, 'No more bets');
    await tap(dealer, 'Spin left');
    wheel.say('17');
    await step(dealer).getByRole('heading', { name: 'From the reader' }).waitFor();
    await step(dealer).getByText('wheel camera').waitFor();
    await screenshot(dealer, 'deal-from-reader');
    await expectAccessible(dealer, 'from the reader');
    await reader.says('17 sent as reading 1');
    await tap(dealer, 'Confirm');
    await dealer.getByRole('button', { name: 'Place your bets' }).waitFor();
    expect(await lastBall(house.dee)).toBe('17');

    await tap(dealer, 'Place your bets');
    await tap(dealer, 'No more bets');
    await tap(dealer, 'Spin right');
    wheel.say('20');
    await step(dealer).getByRole('heading', { name: 'From the reader' }).waitFor();
    wheel.say('21');
    await reader.says('21 refused: `ball 20` from wheel camera waits to be confirmed');
    await dealer.getByRole('button', { name: /^Drop/ }).tap();
    await tap(dealer, '22 black');
    await step(dealer).getByRole('heading', { name: 'Read back' }).waitFor();
    wheel.say('20');
    await reader.says('20 refused: `ball 22` from the dealer waits');
    await tap(dealer, 'Confirm');
    await dealer.getByRole('button', { name: 'Place your bets' }).waitFor();
    expect(await lastBall(house.dee)).toBe('22');

    wheel.say('30');
    await reader.says(/^30 refused: /);
    await house.mia.order({ do: 'revoke-reader', table, reader: added.number });
    wheel.say('31');
    await reader.says('the house does not know this reader');
    await dealer.context().close();
  });

  it('is answered plainly when it sends twice, out of order, with another key, or for another table', async () => {
    const key = (await house.mia.order({ do: 'add-reader', table, name: 'second camera' }))['reader_key'] as string;
    await house.dee.at(table, { do: 'announce', what: 'place-your-bets' });
    expect(await post(key, { sequence: 5, lines: '17' })).toMatchObject({ status: 409, answer: { code: 'order', found: 'betting is open' } });
    await house.dee.at(table, { do: 'announce', what: 'no-more-bets' });
    expect(await post(key, { sequence: 5, lines: '38' })).toMatchObject({ status: 422, answer: { code: 'rules' } });
    expect(await post(key, { sequence: 5, lines: '17' })).toMatchObject({ status: 200, answer: { sequence: 5, again: false } });
    // Twice at once: the same reading, whichever comes first.
    const twice = await Promise.all([1, 2].map(() => post(key, { sequence: 5, lines: '17' })));
    expect(twice.map(({ answer }) => answer['again'])).toEqual([true, true]);
    await house.dee.at(table, { do: 'confirm-entry' });
    expect(await post(key, { sequence: 5, lines: '17' })).toMatchObject({ status: 200, answer: { again: true } });
    expect(await post(key, { sequence: 5, lines: '18' })).toMatchObject({ status: 409, answer: { code: 'key', found: 'reading 5 was sent before with other lines' } });
    expect(await post(key, { sequence: 3, lines: '18' })).toMatchObject({ status: 409, answer: { code: 'order', found: 'reading 3 is out of order' } });
    expect(await lastBall(house.dee)).toBe('17');
    expect(await post('not a key', { sequence: 6, lines: '17' })).toMatchObject({ status: 401 });
    expect(await post(key, { sequence: 6, lines: '17' }, readings.replace(`/tables/${table}/`, '/tables/2/'))).toMatchObject({ status: 403 });
    const state = await fetch(readings, { headers: { authorization: `Bearer ${key}` } });
    expect(await state.json()).toMatchObject({ name: 'second camera', last: 5, entry_waits: false });
    const listed = (await house.ida.read(`/tables/${table}/readers`)) as unknown as { name: string; last: number }[];
    expect(listed.map(({ name, last }) => [name, last])).toEqual([['second camera', 5]]);
  });
});

describe('a call for the inspector', () => {
  it('goes from the console to the inspector, who answers it', async () => {
    const dealer = await openPage(await signedIn(chromium, house.address, 'dee', TABLET), `/house/1/table/${table}/deal`, house.address);
    const inspector = await openPage(await signedIn(chromium, house.address, 'ida', { ...LAPTOP, colorScheme: 'dark' }), `/house/1/table/${table}/deal`, house.address);
    await tap(dealer, 'Call the inspector…');
    await dealer.getByRole('button', { name: 'A late bet' }).tap();
    await expectAccessible(dealer, 'the call');
    await dealer.getByRole('button', { name: 'Call', exact: true }).tap();
    const call = dealer.getByRole('region', { name: 'Inspector called' });
    await call.getByText('A late bet').waitFor();
    expect(await call.getByRole('button').count()).toBe(0);
    expect(await dealer.getByRole('button', { name: 'Call the inspector…' }).count()).toBe(0);
    await screenshot(dealer, 'deal-called');
    await expectAccessible(inspector, 'called');
    await inspector.getByRole('button', { name: 'I am at the table' }).click();
    await call.waitFor({ state: 'hidden' });
    for (const page of [dealer, inspector]) await page.context().close();
  });
});
