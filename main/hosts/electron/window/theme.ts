/** The theme of what Electron draws itself: the window before its first paint, the frame, the menus. */
import type { BrowserWindow } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ElectronApi } from '../electron-api.ts';

type Theme = ElectronApi['nativeTheme'];

/** `--chrome` of the design's tokens, which Electron cannot read in oklch. */
const CHROME = { light: '#ebf0f2', dark: '#0d1214' };

/** The colour of an empty window. */
export function toBackground(theme: Pick<Theme, 'shouldUseDarkColors'>): string {
  return theme.shouldUseDarkColors ? CHROME.dark : CHROME.light;
}

/**
 * Applies the theme that the user chose, now and after each change. Resolves once it is known, so that the first window has
 * it. Returns its own undo.
 */
export async function followTheme(
  theme: Pick<Theme, 'themeSource'>,
  bridge: Pick<Bridge, 'findSettings' | 'subscribe'>,
): Promise<() => void> {
  const apply = async (): Promise<void> => {
    const settings = await bridge.findSettings();
    if (settings !== null) theme.themeSource = settings.theme;
  };
  const undo = bridge.subscribe(({ name }) => {
    // Each account has its own setting.
    if (name === 'settings.changed' || name === 'session.changed') void apply();
  });
  await apply();
  return undo;
}

/** Keeps the colour behind the page in step, which shows while the window is resized. */
export function followBackground(
  window: Pick<BrowserWindow, 'once' | 'setBackgroundColor'>,
  theme: Pick<Theme, 'off' | 'on' | 'shouldUseDarkColors'>,
): void {
  const paint = (): void => window.setBackgroundColor(toBackground(theme));
  theme.on('updated', paint);
  window.once('closed', () => theme.off('updated', paint));
}
