/** The desks of a house: which pages there are, and for whom. The server decides what each person may do there. */
import type { Role } from '../api/types';

export const DESK_PAGES = ['floor', 'cage', 'manager', 'regulator', 'surveillance', 'office'] as const;
export type DeskPage = (typeof DESK_PAGES)[number];

export interface Desk {
  page: DeskPage;
  label: string;
  /** Whose desk it is; the first desk of a role is where its people begin. */
  roles: Role[];
}

export const DESKS: Desk[] = [
  { page: 'manager', label: 'Manager', roles: ['manager'] },
  { page: 'regulator', label: 'Regulator', roles: ['regulator'] },
  { page: 'floor', label: 'Floor', roles: ['inspector', 'manager', 'regulator'] },
  { page: 'cage', label: 'Cage', roles: ['cashier', 'manager', 'regulator'] },
  // What the office decides needs a person of another post than the manager's.
  { page: 'office', label: 'Office', roles: ['inspector', 'cashier'] },
  { page: 'surveillance', label: 'Surveillance', roles: ['inspector', 'manager', 'regulator'] },
];

/** The desks of a role, its own first. */
export function desksOf(role: Role | undefined): Desk[] {
  return role ? DESKS.filter(({ roles }) => roles.includes(role)) : [];
}

/** The address of a desk. */
export const deskUrl = (house: number, page: DeskPage, section = ''): string => `/house/${house}/${page}${section ? `/${section}` : ''}`;
