/** Where one is: the lobby, a table, its rules, its fairness, one's own record. */

export type Place =
  | { page: 'lobby' }
  | { page: 'table'; table: number }
  | { page: 'rules'; table: number }
  | { page: 'fair'; table: number }
  | { page: 'drill'; table: number }
  | { page: 'me'; part: string }
  | { page: 'round'; table: number; round: number }
  | { page: 'sign-in' }
  | { page: 'first'; token: string }
  | { page: 'unknown' };

/** Reads a path. */
export function placeOf(path: string, search = ''): Place {
  const [first = '', second = '', third = '', fourth = ''] = path.split('/').filter(Boolean);
  const table = Number(second);
  if (first === '') return { page: 'lobby' };
  if (first === 'table' && Number.isInteger(table) && second !== '') {
    if (third === '') return { page: 'table', table };
    if (third === 'rules' || third === 'fair' || third === 'drill') return { page: third, table };
    if (third === 'rounds' && /^\d+$/.test(fourth)) return { page: 'round', table, round: Number(fourth) };
  }
  if (first === 'me') return { page: 'me', part: second || 'rounds' };
  if (first === 'sign-in') return { page: 'sign-in' };
  if (first === 'first') return { page: 'first', token: /[?&]token=([^&]+)/.exec(search)?.[1] ?? second };
  return { page: 'unknown' };
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
