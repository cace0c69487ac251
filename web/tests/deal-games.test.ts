/** Every game of the three built-in books is dealt from the console: bets, decisions, what fell, a correction by two people and a void, all by touch in Chromium. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cardName } from '../src/text/cards';
import { capitalize } from '../src/text/names';
import { keyIn, nextCards, payment, step, tap } from './console';
import { browser, expectAccessible, LAPTOP, openPage, screenshot, TWELVE } from './page';
import { enrolPlayer, openHouse, type Person, signedIn } from './real-house';

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };

/** A round of a game. */
interface Script {
  table: string;
  /** Who takes the bank, and with how much. */
  bank?: [string, string];
  /** The bets: who, how much, on what. The dealer places them all, as players ask aloud. */
  bets: [string, string, string][];
  /** What falls at a wheel or with dice. */
  falls?: string;
  /** What the dealer keys in, place by place in the order in which the cards fall there. */
  cards?: Record<string, string[]>;
  /** What is decided, in this order; none in games in which the rules leave nothing to decide. */
  decisions?: string[];
  /** Hands that the dealer does not see: who declares what, and the lines when they are turned. */
  unseen?: { declared: [string, string][]; lines: string };
  /** A line of the record that was wrong, and the right one. */
  correct: [string, string];
}

const SCRIPTS: Record<string, Script> = {
  'scotland-1970/roulette': { table: 'Roulette', bets: [['ann', '20', 'red']], falls: '18', correct: ['ball 18', 'ball 17'] },
  'scotland-1970/dice': { table: 'Dice', bets: [['ann', '20', 'field']], falls: '5 6', correct: ['dice 5 6', 'dice 3 4'] },
  'scotland-1970/baccarat-banque': {
    table: 'Banque',
    bets: [
      ['ann', '20', 'right'],
      ['ben', '20', 'left'],
    ],
    cards: { right: ['2S', '3S', '9C'], left: ['4D', 'AD', '6C'], banker: ['KH', '5H', '2H'] },
    decisions: ['Draw', 'Stand', 'Stand'],
    correct: ['cards 9C', 'cards 3C'],
  },
  'scotland-1970/chemin-de-fer': {
    table: 'Chemin',
    bank: ['ann', '300'],
    bets: [['ben', '50', 'player']],
    cards: { player: ['2S', '3S', '4C'], banker: ['KH', '3H', '9D'] },
    decisions: ['Draw', 'Draw'],
    correct: ['cards 4C', 'cards KC'],
  },
  'scotland-1970/punto-banco': { table: 'Punto', bets: [['ann', '40', 'banco']], cards: { player: ['2H', 'KC'], banker: ['9S', 'KD'] }, correct: ['cards 2H 9S KC KD', 'cards 9H 2S KC KD'] },
  'scotland-1970/blackjack': {
    table: 'Twenty-one',
    bets: [
      ['ann', '20', 'box 1'],
      ['ben', '20', 'box 2'],
    ],
    cards: { 'box 1': ['TH', '8C'], 'box 2': ['9S', '4H', '6C'], dealer: ['6D', 'KD', '8H'] },
    decisions: ['Stand', 'Draw', 'Stand'],
    correct: ['cards 8H', 'cards 3H'],
  },
  'western-australia-1990/in-between': {
    table: 'Between',
    bets: [
      ['ann', '20', 'hand'],
      ['ben', '20', 'hand'],
    ],
    cards: { ann: ['3H', '9S', '5D'], ben: ['4S', 'KD', '2C'] },
    correct: ['cards 3H 4S 9S KD 5D 2C', 'cards 3H 4S 9S KD KC 2C'],
  },
  'mpumalanga/american-roulette': { table: 'American', bets: [['ann', '20', 'split 17 20']], falls: '18', correct: ['ball 18', 'ball 17'] },
  'mpumalanga/blackjack': {
    table: 'Jack',
    bets: [['ann', '20', 'box 1']],
    cards: { 'box 1': ['5H', '6C', 'TD'], dealer: ['6S', 'TH', '9D'] },
    decisions: ['Double'],
    correct: ['cards TD TH 9D', 'cards TD TH 5D'],
  },
  'mpumalanga/punto-banco': { table: 'Punto Banco', bets: [['ann', '40', 'banco']], cards: { player: ['2H', 'KC'], banker: ['9S', 'KD'] }, correct: ['cards 2H 9S KC KD', 'cards 9H 2S KC KD'] },
  'mpumalanga/arizona-hold-em': {
    table: 'Hold-Em',
    bets: [
      ['ann', '10', 'ante'],
      ['ben', '10', 'ante'],
    ],
    unseen: {
      declared: [
        ['ann', 'Raise'],
        ['ben', 'Check'],
        ['ann', 'Check'],
        ['ben', 'Check'],
      ],
      lines: 'cards TH 2C TD 3C 4D 5S 9C 7S\nann raises\nben checks\nann checks\nben checks',
    },
    correct: ['cards TH 2C TD 3C 4D 5S 9C 7S', 'cards TH 2C TD 3C 4D 5S 9C TS'],
  },
  'mpumalanga/touch-21': {
    table: 'Touch',
    bets: [['ann', '20', 'box 1']],
    cards: { 'box 1': ['5H', '6C', '9D'], dealer: ['6S', 'TH', '9S'] },
    decisions: ['Draw', 'Stand'],
    correct: ['cards TH 9S', 'cards TH 5S'],
  },
};

const chromium = await browser();
const house = await openHouse('twelve');
const players: Record<string, Person> = { ann: await enrolPlayer(house, 'ann', '2000'), ben: await enrolPlayer(house, 'ben', '2000') };

const chipsOf = async (player: string): Promise<string> => ((await players[player]?.read('/me'))?.['balances'] as { chips: string }).chips;

async function openConsole(handle: string, table: string, options: object): Promise<Page> {
  const context = await signedIn(chromium, house.address, handle, options);
  const page = await openPage(context, `/house/1/table/${house.table(table)}/deal`, house.address);
  await step(page).waitFor();
  return page;
}

async function seat(page: Page, player: string): Promise<void> {
  await tap(page, 'Seat a player…');
  await page.getByLabel('Name', { exact: true }).fill(player);
  await page.getByRole('button', { name: 'Seat', exact: true }).tap();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function bet(page: Page, [player, amount, wager]: [string, string, string]): Promise<void> {
  await tap(page, 'Bet for a player…');
  await page.getByLabel('Player', { exact: true }).selectOption(player);
  await page.getByLabel(/^Amount in/).fill(amount);
  await page.getByLabel('On', { exact: true }).fill(wager);
  await page.getByRole('button', { name: 'Place the bet' }).tap();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function takeBank(page: Page, [player, amount]: [string, string]): Promise<void> {
  await tap(page, 'Bank for a player…');
  await page.getByLabel('Player', { exact: true }).selectOption(player);
  await page.getByLabel(/^Amount in/).fill(amount);
  await page.getByRole('button', { name: 'Take the bank' }).tap();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

type Shown = 'paid' | 'decision' | 'insurance' | 'cards';

async function shown(page: Page): Promise<Shown> {
  const found = await page.waitForFunction(() => {
    const area = document.querySelector('[aria-label="Next step"]');
    const title = area?.querySelector('h2')?.textContent ?? '';
    if (document.querySelector('#payouts')?.textContent === 'Payment') return 'paid';
    if (/decides/.test(title)) return 'decision';
    if (/Insurance/.test(title)) return 'insurance';
    return title === 'Which cards fell?' ? 'cards' : null;
  });
  return (await found.jsonValue()) as Shown;
}

/** Presses what a player says, and waits until the table goes on. */
async function answer(page: Page, name: string | RegExp): Promise<void> {
  const before = await step(page).textContent();
  await tap(page, name);
  await page.waitForFunction((text) => {
    const area = document.querySelector('[aria-label="Next step"]');
    return area?.getAttribute('aria-busy') === 'false' && area.textContent !== text;
  }, before);
}

/** Deals cards and presses decisions until the round is paid. */
async function dealCards(page: Page, cards: Record<string, string[]>, decisions: string[]): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const now = await shown(page);
    if (now === 'paid') return;
    if (now === 'cards') await keyIn(page, await nextCards(page, cards));
    else if (now === 'insurance') await answer(page, 'No insurance');
    else await answer(page, new RegExp(`^${decisions.shift() ?? 'nothing more is decided'}`));
  }
  throw new Error('the round does not end');
}

async function declareAndTurn(page: Page, { declared, lines }: NonNullable<Script['unseen']>): Promise<void> {
  await tap(page, 'Unseen cards…');
  const form = page.getByRole('dialog');
  for (const [at, [player, decision]] of declared.entries()) {
    await form.getByLabel('Player', { exact: true }).selectOption(player);
    await form.getByRole('button', { name: decision, exact: true }).tap();
    await form.getByRole('list', { name: 'Declared' }).getByRole('listitem').nth(at).waitFor();
  }
  // What was declared is in the house: a console that was asleep shows it again.
  await page.reload();
  await tap(page, 'Unseen cards…');
  expect(await form.getByRole('list', { name: 'Declared' }).getByRole('listitem').count()).toBe(declared.length);
  await form.getByLabel(/^The cards are turned/).fill(lines);
  await form.getByRole('button', { name: 'Reveal the round' }).tap();
  await form.waitFor({ state: 'hidden' });
}

/** The cards of a line of the record as they are named on the page. */
const namesIn = (line: string): string[] => line.split(' ').slice(1).map((card) => capitalize(cardName(card)));

/** The cards on the table are those of the corrected line. */
async function expectLying(page: Page, from: string, to: string): Promise<void> {
  const [was, is] = [namesIn(from), namesIn(to)];
  const cards = page.getByRole('region', { name: 'Cards on the table' }).getByRole('img');
  const lying = await cards.evaluateAll((found) => found.map((card) => card.getAttribute('aria-label') ?? ''));
  expect(is.filter((card) => !lying.includes(card)), 'the right cards lie on the table').toEqual([]);
  expect(lying.filter((card) => was.includes(card) && !is.includes(card)), 'the wrong cards do not').toEqual([]);
}

/** The dealer proposes, and the manager authorises at another console. */
async function correct(dealer: Page, manager: Page, [from, to]: [string, string]): Promise<void> {
  const before = await payment(dealer).innerText();
  await tap(dealer, 'Correct the round…');
  await dealer.getByLabel('Entered').selectOption(from);
  await dealer.getByLabel(/What it should be/).fill(to);
  await dealer.getByLabel('Reason').fill('misread');
  await dealer.getByRole('button', { name: 'Propose' }).tap();
  await manager.getByRole('button', { name: 'Authorise' }).click();
  await dealer.getByText('Waiting for a second person').waitFor({ state: 'hidden' });
  await expect.poll(() => payment(dealer).innerText()).not.toBe(before);
  if (to.startsWith('cards ')) await expectLying(dealer, from, to);
}

async function makeVoid(dealer: Page, manager: Page): Promise<void> {
  await tap(dealer, 'Void the round…');
  await dealer.getByLabel('Reason').fill('a bag fell on the layout');
  await dealer.getByRole('button', { name: 'Propose' }).tap();
  await manager.getByRole('button', { name: 'Authorise' }).click();
  await payment(dealer).waitFor({ state: 'hidden' });
  await dealer.getByRole('button', { name: 'Place your bets' }).waitFor();
}

describe('a round of every game', () => {
  it('has a script for each of the twelve', () => {
    expect(Object.keys(SCRIPTS).sort()).toEqual([...TWELVE].sort());
  });

  for (const [game, script] of Object.entries(SCRIPTS)) {
    it(game, async () => {
      const dealer = await openConsole('dee', script.table, TABLET);
      const manager = await openConsole('mia', script.table, LAPTOP);
      const named = [...new Set([...(script.bank ? [script.bank[0]] : []), ...script.bets.map(([player]) => player)])];
      const chips = await Promise.all(named.map(chipsOf));
      for (const player of named) await seat(dealer, player);
      await tap(dealer, 'Place your bets');
      if (script.bank) await takeBank(dealer, script.bank);
      for (const one of script.bets) await bet(dealer, one);
      await tap(dealer, 'Final bets');
      await tap(dealer, 'No more bets');
      if (script.falls) {
        if (game.includes('roulette')) await tap(dealer, 'Spin left');
        await keyIn(dealer, script.falls);
      } else if (script.unseen) {
        await declareAndTurn(dealer, script.unseen);
      } else {
        const decisions = [...(script.decisions ?? [])];
        await dealCards(dealer, structuredClone(script.cards ?? {}), decisions);
        expect(decisions, 'every decision was asked for').toEqual([]);
      }
      await payment(dealer).waitFor();
      await step(dealer).locator('[data-next]:not([aria-disabled="true"])').waitFor();
      await screenshot(dealer, `deal-game-${script.table.toLowerCase()}`);
      await expectAccessible(dealer, `${game} paid`);
      await correct(dealer, manager, script.correct);
      await makeVoid(dealer, manager);
      expect(await Promise.all(named.map(chipsOf)), 'a void round changes nothing').toEqual(chips);
      for (const page of [dealer, manager]) await page.context().close();
      for (const player of named) await players[player]?.at(house.table(script.table), { do: 'leave' });
    }, 120_000);
  }
});
