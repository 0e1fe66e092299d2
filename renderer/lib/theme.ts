export type ThemeChoice = 'system' | 'light' | 'dark';

/** Also read by `public/first-paint.js`, before anything else of ours runs. */
const KEPT_AS = 'switchboard.theme';

interface ThemeSurroundings {
  readonly root: HTMLElement;
  readonly storage: Storage;
  readonly prefersDark: MediaQueryList;
}

/**
 * Shows the chosen theme now and whenever the system changes, and keeps the choice for the next first paint.
 * Returns its own undo.
 */
export function applyTheme(choice: ThemeChoice, { root, storage, prefersDark }: ThemeSurroundings): () => void {
  storage.setItem(KEPT_AS, choice);
  const show = () => {
    const isDark = choice === 'dark' || (choice === 'system' && prefersDark.matches);
    root.dataset['theme'] = isDark ? 'dark' : 'light';
  };
  show();
  prefersDark.addEventListener('change', show);
  return () => prefersDark.removeEventListener('change', show);
}
