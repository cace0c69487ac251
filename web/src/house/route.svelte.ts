/** Where one is: the lobby, a table, its rules, its fairness, one's own record. */

export type Place =
  | { page: 'lobby' }
  | { page: 'table' | 'rules' | 'fair' | 'drill'; house: number; table: number }
  | { page: 'round'; house: number; table: number; round: number }
  | { page: 'me'; part: string }
  | { page: 'sign-in' }
  | { page: 'first'; token: string; house?: number }
  | { page: 'unknown' };

const TABLE = /^\/house\/(\d+)\/table\/(\d+)(?:\/(rules|fair|drill|rounds\/(\d+)))?\/?$/;

function tablePlace(path: string): Place | null {
  const found = TABLE.exec(path);
  if (!found) return null;
  const [house, table] = [Number(found[1]), Number(found[2])];
  if (found[4]) return { page: 'round', house, table, round: Number(found[4]) };
  return { page: (found[3] as 'rules' | undefined) ?? 'table', house, table };
}

/** Reads a path. */
export function placeOf(path: string, search = ''): Place {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const asked = (name: string): string => new RegExp(`[?&]${name}=([^&]+)`).exec(search)?.[1] ?? '';
  if (first === '') return { page: 'lobby' };
  if (first === 'me') return { page: 'me', part: second || 'rounds' };
  if (first === 'sign-in') return { page: 'sign-in' };
  if (first === 'first') return { page: 'first', token: asked('token'), ...(asked('house') ? { house: Number(asked('house')) } : {}) };
  return tablePlace(path) ?? { page: 'unknown' };
}

class Route {
  place = $state.raw<Place>(placeOf(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  private read(): void {
    this.place = placeOf(location.pathname, location.search);
  }

  /** Goes to a path of this site. */
  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** Takes clicks on links of this site, so that the page is not loaded again. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented) return;
  const path = link.getAttribute('href') ?? '/';
  if (link.hasAttribute('download') || link.getAttribute('target') || path.startsWith('/api/')) return;
  event.preventDefault();
  route.go(path);
}
