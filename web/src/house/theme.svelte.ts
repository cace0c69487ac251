/** Dark or light: the system's, until somebody chooses. */

export type Theme = 'dark' | 'light';

const KEY = 'croupier.theme';

class Look {
  theme = $state<Theme>(current());

  /** The other one, and remembers it. */
  turn(): void {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.theme;
    try {
      localStorage.setItem(KEY, this.theme);
    } catch {
      // Where nothing may be stored the choice lasts as long as the page.
    }
  }
}

function current(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

export const look = new Look();

/** Whether things should move. */
export function moves(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
