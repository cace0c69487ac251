import { describe, expect, it } from 'vitest';
import { changedLines, compareLines } from './diff';
import { setTableKey, tableSection } from './house-file';
import { approvedText, canAgree, commandFor, matterTitle, proposalText } from './matters';

const FILE = `licence_holder = "Ann Ltd" # the "holder" # of it

[[staff]]
name = "Mia"
post = "manager"
employer = "Ann Ltd"

[[table]]
name = "Wheel 1"
min = 5
max = 500 # at most

# The dice.
[[table]]
name = "Dice 1"
min = 1
`;

describe('the text of a house file', () => {
  it('has sections, and keys on lines of their own', () => {
    expect(tableSection(FILE, 'Wheel 1')?.keys.get('max')).toEqual({ line: 10, value: '500' });
    expect(tableSection(FILE, 'Wheel 9')).toBeUndefined();
  });

  it('changes one line and leaves the rest', () => {
    const changed = setTableKey(FILE, 'Wheel 1', 'min', '10');
    expect(changed).toBe(FILE.replace('min = 5', 'min = 10'));
    expect(setTableKey(FILE, 'Dice 1', 'hours', '"10:00-04:00"')).toBe(FILE.replace('min = 1\n', 'min = 1\nhours = "10:00-04:00"\n'));
    expect(setTableKey(FILE, 'Dice 1', 'min', '')).toBe(FILE.replace('min = 1\n', ''));
    expect(setTableKey(FILE, 'Wheel 1', 'hours', '"10:00-04:00"')).toContain('max = 500 # at most\nhours = "10:00-04:00"\n\n# The dice.');
  });
});

describe('what changes', () => {
  it('is the removed and added lines with a little around them', () => {
    const changes = changedLines(FILE, setTableKey(FILE, 'Wheel 1', 'min', '10'));
    expect(changes.filter(({ change }) => change !== 'same')).toEqual([
      { line: 10, change: 'removed', text: 'min = 5' },
      { line: 10, change: 'added', text: 'min = 10' },
    ]);
    expect(changes).toHaveLength(6);
    expect(changedLines(FILE, FILE)).toEqual([]);
  });

  it('has both texts whole', () => {
    const [one, other] = ['a\nb\nc\nd', 'b\nx\nc\ne\nd\na'];
    const changes = compareLines(one, other);
    const text = (without: string): string => changes.filter(({ change }) => change !== without).map((line) => line.text).join('\n');
    expect(text('added')).toBe(one);
    expect(text('removed')).toBe(other);
  });
});

describe('matters', () => {
  it('are decided at once while the house is being founded, and proposed after', () => {
    expect(commandFor({ kind: 'capital', cash: '5' }, false)).toEqual({ do: 'capital', cash: '5' });
    expect(commandFor({ kind: 'capital', cash: '5' }, true)).toEqual({ do: 'propose', matter: { kind: 'capital', cash: '5' } });
  });

  it('need people of two posts, one of them a manager', () => {
    expect(canAgree('inspector', 'manager', 'issue')).toBe(true);
    expect(canAgree('manager', 'cashier', 'issue')).toBe(true);
    expect(canAgree('manager', 'manager', 'issue')).toBe(false);
    expect(canAgree('cashier', 'inspector', 'issue')).toBe(false);
    expect(canAgree('regulator', 'manager', 'issue')).toBe(false);
  });

  it('a ruling needs two posts, and no manager', () => {
    expect(canAgree('cashier', 'inspector', 'ruling')).toBe(true);
    expect(canAgree('cashier', 'cashier', 'ruling')).toBe(false);
    expect(canAgree('regulator', 'inspector', 'ruling')).toBe(false);
  });

  it('are named, amounts with their currency', () => {
    const proposal = { proposal: 1, by: 'mia', at: 0, expires: 0, dispute: null, amount: null };
    expect(matterTitle('reset-password')).toBe('Password reset');
    expect(proposalText({ ...proposal, matter: 'capital', text: '-500.00' }, 'GBP')).toBe('GBP 500 of the licence holder’s cash out of the cage');
    expect(proposalText({ ...proposal, matter: 'issue', text: '1000.00 in plaques' }, 'GBP')).toBe('GBP 1\u202f000 in plaques');
    expect(proposalText({ ...proposal, matter: 'ruling', text: 'The chip lay on 20.', dispute: 3, amount: '350.00' }, 'GBP')).toBe('Dispute 3: the cage pays GBP 350.00 in chips. The chip lay on 20.');
  });

  it('say what an approval allows', () => {
    expect(approvedText({ hours: '14:00-04:00', packs: [] })).toBe('14:00-04:00');
    expect(approvedText({ hours: '00:00-00:00', packs: [] })).toBe('00:00-24:00');
    expect(approvedText({ hours: null, packs: [4, 6] })).toBe('4, 6');
    expect(approvedText({ hours: null, packs: [] })).toBe('');
    expect(proposalText({ proposal: 1, by: 'mia', at: 0, expires: 0, dispute: null, amount: null, matter: 'approve', text: 'H9 of 2001-04-20: hours 00:00-00:00, covers all tables' }, 'GBP')).toBe('H9 of 2001-04-20: hours 00:00-24:00, covers all tables');
  });
});
