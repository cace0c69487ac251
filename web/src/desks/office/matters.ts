/** Matters of the office: their names, the commands for them, and who may agree to them. The server decides all of it again. */
import type { Approval, HouseCommand, OfficeMatter, OfficeProposal, Role } from '../../api/types';
import { formatMoney } from '../../text/money';
import { capitalize } from '../../text/names';

const TITLES: Record<string, string> = {
  charter: 'House file',
  enrol: 'New account',
  approve: 'Approval of the authority',
  assign: 'Post at a table',
  capital: 'Capital',
  issue: 'Chips and plaques',
  'reset-password': 'Password reset',
  edition: 'Edition of a rulebook',
  ruling: 'Ruling that pays',
  roster: 'Roster',
};

export const matterTitle = (kind: string): string => TITLES[kind] ?? capitalize(kind.replaceAll('-', ' '));

/** Until the house is founded, one person decides; after that, a matter is proposed. */
export function commandFor(matter: OfficeMatter, founded: boolean): HouseCommand {
  if (founded) return { do: 'propose', matter };
  switch (matter.kind) {
    case 'charter':
      return { do: 'charter', file: matter.file };
    case 'enrol':
      return { do: 'enrol', handle: matter.handle, role: matter.role, staff: matter.staff ?? null };
    case 'assign':
      return { do: 'assign', table: matter.table, post: matter.post, person: matter.person ?? null };
    case 'capital':
      return { do: 'capital', cash: matter.cash };
    case 'issue':
      return { do: 'issue', unit: matter.unit, amount: matter.amount };
    case 'approve': {
      const { reference, date, of, covers = [], hours = null, packs = [] } = matter;
      return { do: 'approve', reference, date, of, covers, hours, packs };
    }
    default:
      return { do: 'propose', matter };
  }
}

/** Hours for people: the server writes a whole day as `00:00-00:00`. */
const dayHours = (text: string): string => text.replace('00:00-00:00', '00:00-24:00');

/** A proposal in words. The server names amounts of capital bare, and of a ruling only its words. */
export function proposalText({ matter, text, dispute, amount }: OfficeProposal, currency: string): string {
  if (matter === 'ruling') return `Dispute ${dispute}: the cage pays ${currency} ${formatMoney(amount ?? '0', 'always')} in chips. ${text}`;
  if (matter === 'approve') return dayHours(text);
  if (matter !== 'capital') return text.replaceAll(/-?\d+\.\d\d(?= in )/g, (amount) => `${currency} ${formatMoney(amount)}`);
  const out = text.startsWith('-');
  return `${currency} ${formatMoney(out ? text.slice(1) : text)} of the licence holder’s cash ${out ? 'out of' : 'into'} the cage`;
}

/** What an approval allows: hours or numbers of packs. */
export const approvedText = ({ hours, packs }: Pick<Approval, 'hours' | 'packs'>): string => (hours === null ? packs.join(', ') : dayHours(hours));

/** The roles that sign for the office. */
export const SIGNERS: Role[] = ['manager', 'inspector', 'cashier'];

/** Whether somebody of this role can be the second person: of another post, and one of the two a manager; in a ruling one hears disputes instead, which the server knows. */
export const canAgree = (mine: Role, proposer: Role, matter: string): boolean => SIGNERS.includes(mine) && mine !== proposer && (matter === 'ruling' || mine === 'manager' || proposer === 'manager');

/** Who can be the second person to what somebody of this role proposed. */
export const secondPeople = (proposer: Role, matter: string): string => (matter === 'ruling' ? 'Somebody of another post' : proposer === 'manager' ? 'An inspector or a cashier' : 'A manager');
