import { describe, expect, it } from 'vitest';
import type { Dispute, LobbyTable, OfficeProposal, PaperProposal, Paperwork, SignificantEvent, Slip, TableEvent } from '../../api/types';
import { decidedBetween } from '../shared/decided';
import { nextSlipStep, proposalLine, proposalRows } from '../shared/papers';
import { firstChoice } from './chosen';
import { sittingOf } from './sittings.svelte';
import { Arrivals, isForLooker, openDisputes, openRulings, waitingAt, type Looker } from './waiting';

const proposal = (change: Partial<PaperProposal>): PaperProposal => ({ proposal: 7, by: 'dee', matter: 'correct', count: [], text: 'round 3: `ball 17` instead of `ball 18`: misread: twice', ...change });
const slip = (change: Partial<Slip>): Slip => ({ number: 2, kind: 'fill', state: 'delivered', amount: '500.00', chips: [{ value: '100', count: 5 }], people: [], ...change });
const papers = (proposals: PaperProposal[], slips: Slip[] = []): Paperwork => ({ currency: 'GBP', float: '3500.00', wheel_chips: '0.00', proposals, slips }) as unknown as Paperwork;
const event = (what: TableEvent['what'], by: string): TableEvent => ({ version: 9, at: 1, by, what, text: '' });
const ida: Looker = { handle: 'ida', role: 'inspector' };
const at = (of: Paperwork, looker = ida) => waitingAt({ id: 1, name: 'Wheel 1', view: null, papers: of }, looker);

describe('what is read back', () => {
  it('is before, after and reason of a correction', () => {
    expect(proposalRows(proposal({}), papers([])).map(({ label, value }) => `${label} ${value}`)).toEqual(['Round 3', 'Before ball 18', 'After ball 17', 'Reason misread: twice']);
  });

  it('is the text as it is where it has another form', () => {
    expect(proposalRows(proposal({ text: 'something else' }), papers([]))).toEqual([{ label: 'Reason', value: 'something else' }]);
    expect(proposalRows(proposal({ matter: 'void', text: 'round 3: the ball left the wheel' }), papers([]))[1]?.value).toBe('the ball left the wheel');
  });

  it('is the count with its total, and the float it is held against', () => {
    const rows = proposalRows(proposal({ matter: 'close', text: '', count: [{ value: '100', count: 20 }, { value: '25', count: 1 }] }), papers([]));
    expect(rows.map(({ value }) => value.replaceAll('\u202f', ' '))).toEqual(['20 × 100, 1 × 25', 'GBP 2 025', 'GBP 3 500']);
    const noted = proposal({ matter: 'drop', text: 'two notes were wet', count: [{ value: '20', count: 2 }] });
    expect(proposalRows(noted, papers([])).at(-1)).toEqual({ label: 'Note', value: 'two notes were wet' });
    expect(proposalLine(noted)).toBe('2 × 20 = 40. two notes were wet');
    const closed = proposalRows(proposal({ matter: 'close', text: '', count: [{ value: '100', count: 35 }] }), { ...papers([]), wheel_chips: '20.00' });
    expect(closed.at(-1)).toEqual({ label: 'Float by the ledger without the wheel chips of players', value: 'GBP 3\u202f480' });
  });
});

describe('what waits', () => {
  it('is a step for an inspector, never for who proposed it, and never for a regulator', () => {
    const found = papers([proposal({})]);
    expect(at(found).map(isForLooker)).toEqual([true]);
    expect(at(found, { handle: 'dee', role: 'inspector' }).map((one) => [one.step, isForLooker(one)])).toEqual([[null, false]]);
    expect(at(found, { handle: 'rex', role: 'regulator' }).map(({ step }) => step)).toEqual([null]);
  });

  it('is a fill to count and a credit to send; what the cage does is shown and not waited for', () => {
    const all = [slip({}), slip({ state: 'requested' }), slip({ kind: 'credit', state: 'requested' }), slip({ kind: 'credit' }), slip({ state: 'confirmed' })];
    expect(at(papers([], all)).map((one) => `${one.title}: ${one.step?.label ?? 'no step'}, ${isForLooker(one)}`)).toEqual(['Fill 2 delivered: Confirm, true', 'Fill 2 requested: no step, false', 'Credit 2 requested: Send, true', 'Credit 2 delivered: no step, false']);
    expect(nextSlipStep(slip({ state: 'void' }))).toBeNull();
  });

  it('is a ruling for a second person, and not the dispute that it is about', () => {
    const dispute = (change: Partial<Dispute>): Dispute => ({ dispute: 3, table: 1, round: 8, by: 'ben', about: 'It was 20.', state: 'opened', ...change }) as Dispute;
    const ruling = { proposal: 5, by: 'mia', matter: 'ruling', text: 'The chip lay on 20.', dispute: 3, amount: '350.00' } as OfficeProposal;
    const [found] = openRulings([ruling], [dispute({})], 'GBP', ida);
    expect([found?.title, found?.table, found?.detail, found && isForLooker(found)]).toEqual(['Ruling in dispute 3', 1, 'pays GBP 350.00: The chip lay on 20.', true]);
    expect(found?.step?.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual(['Proposed by: mia', 'Dispute: 3, round 8, by ben', 'Claim: It was 20.', 'Ruling: The chip lay on 20.', 'Pays: GBP 350.00 to ben']);
    expect(openDisputes([dispute({}), dispute({ dispute: 4 })], [3], String, ida).map(isForLooker)).toEqual([false, true]);
    const barred = [openRulings([ruling], [dispute({})], 'GBP', { handle: 'mia', role: 'manager' }), openRulings([ruling], [dispute({ state: 'answered' })], 'GBP', ida)].flat();
    expect(barred.map((one) => [one.step, isForLooker(one)])).toEqual([[null, false], [null, false]]);
  });

  it('stands in the order in which it came', () => {
    const arrivals = new Arrivals();
    const keys = (...of: string[]): string => arrivals.sort(of.map((key) => ({ key }))).map(({ key }) => key).join('');
    expect([keys('b'), keys('a', 'b'), keys('a'), keys('a', 'b')]).toEqual(['b', 'ba', 'a', 'ab']);
  });
});

describe('what was decided meanwhile', () => {
  it('names who did it, where it can be nobody else', () => {
    const before = papers([proposal({})], [slip({})]);
    const after = papers([], [slip({ state: 'confirmed' })]);
    expect(decidedBetween(before, after, [event('authorised', 'ira'), event('slip-stepped', 'ira')]).map(({ text }) => text)).toEqual(['Correction: authorised by ira', 'Fill 2: confirmed by ira']);
    expect(decidedBetween(before, papers([], [slip({})]), [event('authorised', 'ira'), event('withdrawn', 'dee')]).map(({ text, by }) => [text, by])).toEqual([['Correction: decided by somebody else', '']]);
    expect(decidedBetween(before, papers([], [slip({})]), []).map(({ text }) => text)).toEqual(['Correction: no longer open']);
    expect(decidedBetween(before, before, [event('acted', 'ann')])).toEqual([]);
  });
});

describe('the six tables', () => {
  it('begin with those of the own post, then open ones', () => {
    const tables = Array.from({ length: 8 }, (_, place) => ({ id: place + 1, name: `T${place + 1}`, open: place > 0, learning: place === 1 })) as unknown as LobbyTable[];
    expect(firstChoice(tables, [{ table: 'T8', post: 'inspector', staff: 'Ida' }], 'Ida')).toEqual([3, 4, 5, 6, 7, 8]);
    expect(firstChoice(tables.slice(0, 3), [], null)).toEqual([1, 3]);
  });
});

describe('a sitting', () => {
  const at = (time: number, kind: SignificantEvent['kind'], text = ''): SignificantEvent => ({ sequence: time, at: time, kind, table: 1, name: 'T', people: [], text });
  it('begins with the opening, and for a dealer with the assignment after it', () => {
    expect(sittingOf([at(9, 'post', 'Don as dealer'), at(8, 'post', 'Ira as inspector'), at(5, 'opening'), at(2, 'post', 'Dee as dealer')], 1)).toEqual({ openedAt: 5, dealerSince: 9 });
    expect(sittingOf([at(7, 'correction'), at(5, 'opening')], 1)).toEqual({ openedAt: 5, dealerSince: 5 });
    expect(sittingOf([at(9, 'closing'), at(5, 'opening')], 1).openedAt).toBeNull();
    expect(sittingOf([], 1).openedAt).toBeNull();
  });
});
