/** The route of the current address: lobby, table, dealer console, desks of the staff, rules, fairness, own record. */
import { DESK_PAGES, type DeskPage } from '../desks/desks';

export type Route =
  | { page: 'lobby' }
  | { page: 'table' | 'rules' | 'fair' | 'drill' | 'deal'; house: number; table: number }
  | { page: 'round'; house: number; table: number; round: number }
  | { page: DeskPage; house: number; section: string }
  | { page: 'me'; section: string; house?: number }
  | { page: 'sign-in' | 'second-factor'; house?: number }
  | { page: 'first' | 'password' | 'join' | 'setup'; token: string; house?: number }
  | { page: 'progress' }
  | { page: 'unknown' };

const TABLE_PATH = /^\/house\/(\d+)\/table\/(\d+)(?:\/(rules|fair|drill|deal|rounds\/(\d+)))?\/?$/;

const DESK_PATH = new RegExp(`^/house/(\\d+)/(${DESK_PAGES.join('|')})(?:/([a-z-]+))?/?$`);

function deskRoute(path: string): Route | null {
  const match = DESK_PATH.exec(path);
  return match ? { page: match[2] as DeskPage, house: Number(match[1]), section: match[3] ?? '' } : null;
}

function tableRoute(path: string): Route | null {
  const match = TABLE_PATH.exec(path);
  if (!match) return null;
  const [house, table] = [Number(match[1]), Number(match[2])];
  if (match[4]) return { page: 'round', house, table, round: Number(match[4]) };
  return { page: (match[3] as 'rules' | undefined) ?? 'table', house, table };
}

/** Parses a path and a query string. */
export function parseRoute(path: string, search = ''): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const query = (name: string): string => new RegExp(`[?&]${name}=([^&]+)`).exec(search)?.[1] ?? '';
  const house = query('house') ? { house: Number(query('house')) } : {};
  if (first === '') return { page: 'lobby' };
  if (first === 'me') return { page: 'me', section: second || 'rounds', ...house };
  if (first === 'sign-in' || first === 'second-factor') return { page: first, ...house };
  if (first === 'progress') return { page: 'progress' };
  // Links that work once: the first manager of a house, a new password, an invitation, the set-up of a house.
  if (first === 'first' || first === 'password' || first === 'join' || first === 'setup') return { page: first, token: query('token'), ...house };
  return tableRoute(path) ?? deskRoute(path) ?? { page: 'unknown' };
}

class Router {
  route = $state.raw<Route>(parseRoute(location.pathname, location.search));
  /** The last page that is not about signing in: where to go after it. */
  origin = '/';

  constructor() {
    addEventListener('popstate', () => this.update());
  }

  private update(): void {
    this.route = parseRoute(location.pathname, location.search);
  }

  /** Navigates to a path of this site. */
  go(path: string): void {
    if (['lobby', 'table', 'rules', 'fair', 'drill', 'deal', 'round', 'me', ...DESK_PAGES].includes(this.route.page)) this.origin = location.pathname + location.search;
    history.pushState(null, '', path);
    this.update();
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Handles clicks on links of this site without loading the page again. */
export function handleLinkClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented) return;
  const path = link.getAttribute('href') ?? '/';
  if (link.hasAttribute('download') || link.getAttribute('target') || path.startsWith('/api/')) return;
  event.preventDefault();
  router.go(path);
}
