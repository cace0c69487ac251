/** The addresses of printed matter: PDF files that the server makes. */
import { session } from '../../stores/session.svelte';

const house = (): string => `/api/v1/houses/${session.houseId}`;
const table = (id: number): string => `${house()}/tables/${id}`;

export const slipPdf = (at: number, slip: number): string => `${table(at)}/slips/${slip}/pdf`;
/** A sitting is named by the sequence of its opening; without one, the last is meant. */
const ofSitting = (sitting?: number): string => (sitting === undefined ? '' : `?sitting=${sitting}`);
/** The opener and the closer of a sitting. */
export const inventoryPdf = (at: number, sitting?: number): string => `${table(at)}/inventory.pdf${ofSitting(sitting)}`;
/** The report of a sitting, open or closed. */
export const shiftPdf = (at: number, sitting?: number): string => `${table(at)}/shift.pdf${ofSitting(sitting)}`;
export const signPdf = (at: number): string => `${table(at)}/sign.pdf`;
/** The game mathematics of a table. */
export const parPdf = (at: number): string => `${table(at)}/par.pdf`;
export const disputePdf = (dispute: number): string => `${house()}/disputes/${dispute}/pdf`;
