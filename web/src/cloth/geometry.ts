/** The cloth turned for a phone: the same spots, the first numbers on top, letters upright. */
import type { ClothDoc, Spot } from '../house/wire';

export type Aspect = 'landscape' | 'portrait';

export interface Laid extends Spot {
  /** Whether it is a field one sees; otherwise it lies on the lines between fields. */
  field: boolean;
}

export interface Plan {
  width: number;
  height: number;
  spots: Laid[];
}

/** How much a cloth is pressed together along its length when it stands upright. */
const PRESSED = 0.74;
const PAD = 8;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function bounds(spots: Spot[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { at, size } of spots) {
    box.left = Math.min(box.left, at[0] - size[0] / 2);
    box.right = Math.max(box.right, at[0] + size[0] / 2);
    box.top = Math.min(box.top, at[1] - size[1] / 2);
    box.bottom = Math.max(box.bottom, at[1] + size[1] / 2);
  }
  return box;
}

const area = ({ size }: Spot): number => size[0] * size[1];

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The fields are those as large as the single numbers; what is smaller lies on lines and corners. */
function marked(spots: Spot[]): Laid[] {
  const singles = spots.filter((spot) => spot.covers.length === 1).map(area);
  const least = singles.length > 0 ? median(singles) * 0.55 : 0;
  const laid = spots.map((spot) => ({ ...spot, field: area(spot) >= least }));
  return laid.sort((a, b) => Number(b.field) - Number(a.field));
}

/** How far fields stand apart, so that lines between them can be pressed; on the page they touch. */
function apart(spots: Laid[]): [number, number] {
  const singles = spots.filter((spot) => spot.field && spot.covers.length === 1);
  const gap = (way: 0 | 1): number => {
    const places = [...new Set(singles.map((spot) => Math.round(spot.at[way])))].sort((a, b) => a - b);
    const pitch = Math.min(...places.slice(1).map((place, index) => place - (places[index] ?? 0)).filter((step) => step > 20));
    const size = median(singles.map((spot) => spot.size[way]));
    return Number.isFinite(pitch) ? Math.max(0, pitch - size) : 0;
  };
  return [gap(0), gap(1)];
}

function touching(spots: Laid[]): Laid[] {
  const [wide, high] = apart(spots);
  const grow = (spot: Laid): Laid => ({ ...spot, size: [spot.size[0] + wide, spot.size[1] + high] });
  return spots.map((spot) => (spot.field && spot.shape === 'rect' ? grow(spot) : spot));
}

/** Where everything lies, cut to what there is. */
export function plan(cloth: ClothDoc, aspect: Aspect): Plan {
  if (cloth.spots.length === 0) return { width: cloth.width, height: cloth.height, spots: [] };
  const laid = touching(marked(cloth.spots));
  const box = bounds(laid);
  const turn = (spot: Laid): Laid => {
    const [x, y] = [spot.at[0] - box.left + PAD, spot.at[1] - box.top + PAD];
    if (aspect === 'landscape') return { ...spot, at: [x, y] };
    const across = box.bottom - box.top + 2 * PAD - y;
    return { ...spot, at: [across, x * PRESSED], size: [spot.size[1], spot.size[0] * PRESSED] };
  };
  const [wide, high] = [box.right - box.left + 2 * PAD, box.bottom - box.top + 2 * PAD];
  const spots = laid.map(turn);
  if (aspect === 'portrait') return { width: high, height: wide * PRESSED, spots };
  return { width: wide, height: high, spots };
}

/** Where chips rest on a spot: in its middle, and beside the words where it has words. */
export function rests({ at: [x, y], size: [w, h], field, covers }: Laid): { mine: [number, number]; others: [number, number] } {
  if (!field || covers.length === 1) return { mine: [x, y], others: [x + 9, y + 6] };
  const wide = w / 2 - 16;
  const tall = h / 2 - 13;
  return w >= 85 ? { mine: [x + wide, y], others: [x - wide, y] } : { mine: [x, y + tall], others: [x, y - tall] };
}
