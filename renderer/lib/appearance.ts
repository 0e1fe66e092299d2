import type { SettingsView } from '#shared/contract/index.ts';

export type Appearance = Pick<SettingsView, 'density' | 'textSize' | 'motion'>;

/** Also read by `public/first-paint.js`, before anything else of ours runs. */
const KEPT_AS = 'switchboard.look';

/** How the rows of the chat list are laid out: compact ones have two lines where text so large leaves no room in one. */
export function findDensity({
  density,
  textSize,
}: Omit<Appearance, 'motion'>): Appearance['density'] | 'compact-large' {
  return density === 'compact' && textSize >= 130 ? 'compact-large' : density;
}

/** Shows how dense, how large and how lively a person wants the window, and keeps it for the next first paint. */
export function applyAppearance(
  { density, textSize, motion }: Appearance,
  { root, storage }: { readonly root: HTMLElement; readonly storage: Storage },
): void {
  storage.setItem(KEPT_AS, JSON.stringify({ density, textSize, motion }));
  root.dataset['density'] = findDensity({ density, textSize });
  // Text sizes are in rem: everything that is written follows the root.
  root.style.fontSize = textSize === 100 ? '' : `${String(textSize)}%`;
  if (motion === 'reduced') root.dataset['motion'] = 'reduce';
  else delete root.dataset['motion'];
}
