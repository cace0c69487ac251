/** Proposals about a table that wait for a second person: who may authorise them. The server decides. */
import type { PaperProposal, Role } from '../../api/types';

/** Who authorises a proposal, in words. */
export const authorisers = (matter: PaperProposal['matter']): string => (matter === 'drop' ? 'an inspector, a manager or another cashier' : 'an inspector or a manager');

/** Whether somebody may authorise a proposal of another person. */
export function mayAuthorise({ by, matter }: PaperProposal, role: Role | undefined, me: string): boolean {
  return by !== me && (role === 'inspector' || role === 'manager' || (role === 'cashier' && matter === 'drop'));
}

/** Whether somebody may withdraw a proposal. */
export const mayWithdraw = ({ by }: PaperProposal, role: Role | undefined, me: string): boolean => by === me || role === 'manager';
