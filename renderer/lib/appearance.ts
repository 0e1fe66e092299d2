import type { SettingsView } from '#shared/contract/index.ts';

export type Appearance = Pick<SettingsView, 'density' | 'textSize' | 'motion'>;

/** Also read by `public/first-paint.js`, before anything else of ours runs. */
const KEPT_AS = 'switchboard.look';

/** Text so large that a row of one line has no room for a name and a text. */
export const hasLargeText = ({ textSize }: Pick<Appearance, 'textSize'>): boolean => textSize >= 130;

/** Shows how dense, how large and how lively a person wants the window, and keeps it for the next first paint. */
export function applyAppearance(
  { density, textSize, motion }: Appearance,
  { root, storage }: { readonly root: HTMLElement; readonly storage: Storage },
): void {
  storage.setItem(KEPT_AS, JSON.stringify({ density, textSize, motion }));
  // Compact rows have two lines then.
  root.dataset['density'] = density === 'compact' && hasLargeText({ textSize }) ? 'compact-large' : density;
  // Text sizes are in rem: everything that is written follows the root.
  root.style.fontSize = textSize === 100 ? '' : `${String(textSize)}%`;
  if (motion === 'reduced') root.dataset['motion'] = 'reduce';
  else delete root.dataset['motion'];
}
