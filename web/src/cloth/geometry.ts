/** Arranges the spots of a layout, and turns it upright for phones: first numbers on top, text horizontal. */
import type { Layout, Spot } from '../api/types';

export type Aspect = 'landscape' | 'portrait';

export interface PlacedSpot extends Spot {
  /** Whether it is a visible field; otherwise it is on the lines between fields. */
  field: boolean;
}

export interface Arrangement {
  width: number;
  height: number;
  spots: PlacedSpot[];
}

/** An upright layout is shortened to this part of its length; more if its numbers are wide, so that they do not become tall. */
const PORTRAIT_SCALE = { most: 0.74, least: 0.42 };
/** How tall a number of an upright layout is at most, compared with its width. */
const TALL = 1.5;
const PADDING = 8;

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

const narrowSide = ({ size }: Spot): number => Math.min(...size);

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Fields are about as high as the single numbers; smaller spots are on lines and corners. */
function markFields(spots: Spot[]): PlacedSpot[] {
  const singles = spots.filter((spot) => spot.covers.length === 1).map(narrowSide);
  const least = singles.length > 0 ? median(singles) * 0.55 : 0;
  const placed = spots.map((spot) => ({ ...spot, field: narrowSide(spot) >= least }));
  return placed.sort((a, b) => Number(b.field) - Number(a.field));
}

/** The gaps between the numbers, horizontally and vertically. Zeros are of another size and lie across the rows. */
function gaps(spots: PlacedSpot[]): [number, number] {
  const numbers = spots.filter((spot) => spot.field && spot.covers.length === 1);
  const usual = [0, 1].map((axis) => median(numbers.map((spot) => spot.size[axis as 0 | 1])));
  const singles = numbers.filter(({ size }) => size[0] === usual[0] && size[1] === usual[1]);
  const gap = (axis: 0 | 1): number => {
    const places = [...new Set(singles.map((spot) => Math.round(spot.at[axis])))].sort((a, b) => a - b);
    const pitch = Math.min(...places.slice(1).map((place, index) => place - (places[index] ?? 0)).filter((step) => step > 20));
    const size = median(singles.map((spot) => spot.size[axis]));
    return Number.isFinite(pitch) ? Math.max(0, pitch - size) : 0;
  };
  return [gap(0), gap(1)];
}

/** Enlarges the fields so that they touch; the server leaves gaps for the spots on the lines. */
function closeGaps(spots: PlacedSpot[]): PlacedSpot[] {
  const [wide, high] = gaps(spots);
  const grow = (spot: PlacedSpot): PlacedSpot => ({ ...spot, size: [spot.size[0] + wide, spot.size[1] + high] });
  return spots.map((spot) => (spot.field && spot.shape === 'rect' ? grow(spot) : spot));
}

/** The part of its length that an upright layout is shortened to. */
function portraitScale(spots: PlacedSpot[]): number {
  const singles = spots.filter((spot) => spot.field && spot.covers.length === 1);
  const [wide, high] = [median(singles.map((spot) => spot.size[0])), median(singles.map((spot) => spot.size[1]))];
  return wide > 0 ? Math.max(PORTRAIT_SCALE.least, Math.min(PORTRAIT_SCALE.most, (TALL * high) / wide)) : PORTRAIT_SCALE.most;
}

/** Positions of all spots, cropped to what is drawn. */
export function arrange(cloth: Layout, aspect: Aspect): Arrangement {
  if (cloth.spots.length === 0) return { width: cloth.width, height: cloth.height, spots: [] };
  const placed = closeGaps(markFields(cloth.spots));
  const box = bounds(placed);
  const scale = portraitScale(placed);
  const turn = (spot: PlacedSpot): PlacedSpot => {
    const [x, y] = [spot.at[0] - box.left + PADDING, spot.at[1] - box.top + PADDING];
    if (aspect === 'landscape') return { ...spot, at: [x, y] };
    const across = box.bottom - box.top + 2 * PADDING - y;
    return { ...spot, at: [across, x * scale], size: [spot.size[1], spot.size[0] * scale] };
  };
  const [wide, high] = [box.right - box.left + 2 * PADDING, box.bottom - box.top + 2 * PADDING];
  const spots = placed.map(turn);
  if (aspect === 'portrait') return { width: high, height: wide * scale, spots };
  return { width: wide, height: high, spots };
}

/** Where chips are drawn: in the middle of a spot, beside its text if it has any. */
export function chipPositions({ at: [x, y], size: [w, h], field, covers }: PlacedSpot): { mine: [number, number]; others: [number, number] } {
  if (!field || covers.length === 1) return { mine: [x, y], others: [x + 9, y + 6] };
  const wide = w / 2 - 16;
  const tall = h / 2 - 13;
  return w >= 85 ? { mine: [x + wide, y], others: [x - wide, y] } : { mine: [x, y + tall], others: [x, y - tall] };
}
