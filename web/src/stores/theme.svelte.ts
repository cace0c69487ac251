/** The dark or light theme: the system's, until the visitor chooses. */

export type ThemeName = 'dark' | 'light';

const STORAGE_KEY = 'croupier.theme';

class Theme {
  current = $state<ThemeName>(initialTheme());

  /** Switches to the other theme and stores the choice. */
  toggle(): void {
    this.current = this.current === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.current;
    try {
      localStorage.setItem(STORAGE_KEY, this.current);
    } catch {
      // Storage is blocked: the choice lasts until the page is closed.
    }
  }
}

function initialTheme(): ThemeName {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

export const theme = new Theme();

/** Whether animations are wanted (no `prefers-reduced-motion`). */
export function animationsEnabled(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
