/**
 * Records rounds for the transcripts: `node tests/rounds/record.mjs PROGRAM [GAME …]` plays some rounds of each game at a demo server, in Chromium, and writes
 * the messages of the one with the most to tell to `GAME.json`. A message has only what differs from the one before it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const PORT = 18_431;
const SERVER = `http://127.0.0.1:${PORT}`;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const BOOKS = ['france', 'atlantic-city', 'nevada', 'macau', 'three-card-poker'];
/** What is bet in each round, by game; at other tables the first spot. */
const BETS = {
  'scotland-1970/roulette': ['red', 'straight 17', 'split 8 11'],
  'scotland-1970/dice': ['win', 'field'],
  'scotland-1970/baccarat-banque': ['right'],
  'scotland-1970/chemin-de-fer': ['player'],
  'scotland-1970/punto-banco': ['punto'],
  'scotland-1970/blackjack': ['box 3'],
  'western-australia-1990/in-between': ['hand'],
  'mpumalanga/american-roulette': ['black', 'dozen 2'],
  'mpumalanga/blackjack': ['box 2'],
  'mpumalanga/punto-banco': ['banco'],
  'mpumalanga/arizona-hold-em': ['ante'],
  'mpumalanga/touch-21': ['box 3'],
  'france/boule': ['red', 'straight 5'],
  'atlantic-city/blackjack': ['box 3', 'perfect-pairs 3'],
  'nevada/craps': ['pass', 'field'],
  'macau/baccarat': ['player', 'either-pair'],
  'three-card-poker/three-card-poker': ['ante', 'pair-plus'],
};

/** Plays in the page: sits, bets, is ready, decides. Resolves with the messages of every round that it has played. */
function play({ house, table, wagers, rounds, amount }) {
  const LIKES = ['even-money', 'insure', 'split', 'double', 'raise', 'draw', 'check', 'stand', 'follow', 'fold', 'surrender'];
  return new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/houses/${house}/tables/${table}/live`);
    const played = [];
    let [messages, id, seen, bet, asked, draws] = [[], 0, 0, 0, '', 0];
    const key = () => {
      const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const time = Date.now().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    };
    const send = (command) => socket.send(JSON.stringify({ type: 'do', id: (id += 1), key: key(), command }));
    const decide = (view) => {
      const what = JSON.stringify([view.version, view.moves]);
      if (asked === what) return;
      asked = what;
      const best = [...view.moves].sort((a, b) => LIKES.indexOf(a.decision) - LIKES.indexOf(b.decision));
      const tired = best.find((move) => ['stand', 'check'].includes(move.decision));
      const move = draws > 1 && tired ? tired : best[0];
      draws += 1;
      setTimeout(() => send({ do: 'decide', decision: move.decision, ...(move.on ? { on: move.on } : {}), ...(move.amount ? { amount: move.amount } : {}) }), 400);
    };
    socket.onopen = () => send({ do: 'sit' });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'balance') messages.push(message);
      if (message.type !== 'table') return;
      const view = message.table;
      if (view.round !== seen && ['place-your-bets', 'waiting'].includes(view.phase)) {
        if (bet > 0) {
          played.push([...messages, message]);
          if (played.length >= rounds) {
            socket.close();
            return done(played);
          }
        }
        [messages, seen, bet, draws] = [[], view.round, 0, 0];
      }
      messages.push(message);
      const me = view.seated.some((seat) => seat.me);
      if (me && view.phase === 'place-your-bets' && bet === 0 && (view.bank || !view.game.includes('chemin'))) {
        bet = view.round;
        setTimeout(() => {
          for (const wager of wagers) send({ do: 'bet', amount, wager });
          setTimeout(() => send({ do: 'ready' }), 900);
        }, 300);
      }
      if (view.moves.length > 0) decide(view);
    };
  });
}

/** How much a round has to tell: own turns, cards, an own result. */
function worth(messages) {
  const views = messages.filter(({ type }) => type === 'table').map(({ table }) => table);
  const turns = new Set(views.filter(({ moves }) => moves.length > 0).map(({ moves, version }) => `${version}${moves.length}`)).size;
  const over = views.filter(({ phase }) => phase === 'payment');
  const own = over.at(-1)?.stakes.filter((stake) => stake.mine && stake.outcome !== 'standing') ?? [];
  const won = own.some(({ outcome }) => outcome === 'won');
  return (own.length > 0 ? 100 : 0) + Math.min(turns, 4) * 10 + (won ? 15 : 0) + Math.max(0, ...views.map(({ cards }) => cards.length));
}

/** Messages with only what differs from the one before. */
function shorten(messages) {
  let before = {};
  return messages.map((message) => {
    if (message.type !== 'table') {
      return { balances: { ...message, type: undefined } };
    }
    const table = Object.fromEntries(Object.entries(message.table).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)));
    before = message.table;
    return { now: message.now, table };
  });
}

async function record(browser, row, wagers) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(SERVER);
  await page.evaluate((house) => fetch('/api/v1/demo/visit', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ house }) }), row.house);
  const amount = String(Math.max(10, Number(row.min ?? 10)));
  const rounds = await page.evaluate(play, { house: row.house, table: row.id, wagers, rounds: ROUNDS, amount });
  await context.close();
  const [best] = rounds.sort((a, b) => worth(b) - worth(a));
  const name = row.game.replaceAll('/', '-');
  writeFileSync(`tests/rounds/${name}.json`, `[\n${shorten(best).map((message) => JSON.stringify(message)).join(',\n')}\n]\n`);
  console.log(`${name}: ${best.length} messages, worth ${worth(best)}`);
}

async function serve(program, houses) {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-rounds-'));
  const pace = ['--pace-bets', '15000', '--pace-finals', '1000', '--pace-closed', '500', '--pace-payment', '1500', '--pace-insurance', '4000'];
  const books = houses.flatMap((book) => ['--rulebook', `../examples/${book}.toml`]);
  const files = houses.flatMap((book) => ['--house', `../examples/${book}-house.toml`]);
  const server = spawn(program, [...books, 'serve', '--demo', '--data', folder, '--listen', `127.0.0.1:${PORT}`, '--requests-per-second', '0', ...pace, ...files], { stdio: 'ignore' });
  for (let tries = 0; tries < 200; tries += 1) {
    if (await fetch(`${SERVER}/readyz`).then((response) => response.ok, () => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const close = async () => {
    server.kill();
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  return close;
}

const [program, ...only] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const houses of [[], BOOKS]) {
  const close = await serve(program, houses);
  const found = await (await fetch(`${SERVER}/api/v1/houses`)).json();
  const rows = await Promise.all(found.map(async ({ id }) => (await (await fetch(`${SERVER}/api/v1/houses/${id}/tables`)).json()).map((row) => ({ ...row, house: id }))));
  const wanted = Object.entries(BETS).filter(([game]) => only.length === 0 || only.some((part) => game.includes(part)));
  await Promise.all(wanted.map(([game, wagers]) => {
    const row = rows.flat().find((candidate) => candidate.game === game && candidate.mode === 'automatic' && !candidate.learning);
    return row ? record(browser, row, wagers) : undefined;
  }));
  await close();
}
await browser.close();
