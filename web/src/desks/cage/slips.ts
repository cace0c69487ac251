/** Fills and credits: the next step of a slip, who takes it, and what it is called. The server decides who may. */
import type { Role, Slip, SlipStep } from '../../api/types';
import { nextSlipStep } from '../shared/papers';

export interface NextStep {
  step: SlipStep;
  /** What the button says. */
  label: string;
  /** What was done, once it is. */
  done: string;
  /** For whom it waits, where it is somebody else. */
  waits: string;
  /** Whether this person may take it, as far as roles tell. */
  mine: boolean;
}

/** The four steps that a slip shows, and how many of them are done. */
export const SLIP_STEPS = ['Requested', 'Sent', 'Delivered', 'Confirmed'] as const;
const STATES: Record<Slip['state'], number> = { requested: 1, sent: 2, delivered: 3, confirmed: 4, void: 0 };
export const stepsDone = (slip: Slip): number => STATES[slip.state];

const LABELS: Record<SlipStep, string> = { send: 'Send the chips', deliver: 'Chips have arrived', confirm: 'Confirm the count', void: 'Void' };
const DONE: Record<SlipStep, string> = { send: 'sent', deliver: 'delivered', confirm: 'confirmed', void: 'void' };
const APART = 'but not who requested or delivered it';
const WAITS = {
  cage: { send: 'The cage sends the chips.', confirm: `A cashier counts and confirms, ${APART}.` },
  table: { send: 'The table sends the chips: its dealer, its inspector or a manager.', confirm: `The table counts and confirms: its dealer, its inspector or a manager, ${APART}.` },
};

/** Who takes a step at the cage, and who at a table as far as this desk is theirs. */
const TAKES: Record<'cage' | 'table' | 'either', Role[]> = { cage: ['cashier'], table: ['inspector', 'manager'], either: ['cashier', 'inspector', 'dealer', 'manager'] };

function waitsFor(step: SlipStep, at: 'cage' | 'table' | 'either', kind: Slip['kind']): string {
  if (at === 'either') return `Whoever brings the chips says that they have arrived at the ${kind === 'fill' ? 'table' : 'cage'}.`;
  return WAITS[at][step === 'confirm' ? 'confirm' : 'send'];
}

/** The next step of a slip for a person; null once it is over. */
export function nextStepOf(slip: Slip, role: Role | undefined): NextStep | null {
  const next = nextSlipStep(slip);
  if (!next) return null;
  const { step, at } = next;
  const mine = role !== undefined && TAKES[at].includes(role);
  return { step, label: LABELS[step], done: DONE[step], waits: waitsFor(step, at, slip.kind), mine };
}

/** Whether a person may declare a slip void. */
export const mayVoid = (role: Role | undefined): boolean => role === 'cashier' || role === 'inspector' || role === 'manager';
