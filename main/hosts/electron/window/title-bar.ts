/**
 * The title bar is the page's; the system draws its buttons over it, and the page keeps their place free
 * (`env(titlebar-area-x)` and `-width`, which Electron sets with `titleBarOverlay`).
 */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { ElectronApi } from '../electron-api.ts';
import { toBackground } from './theme.ts';

type Theme = ElectronApi['nativeTheme'];
type Window = Pick<BrowserWindow, 'isDestroyed' | 'once' | 'setTitleBarOverlay'>;

/** `--titlebar-h` of the design's tokens, in CSS pixels. */
const HEIGHT = 40;
/** `--text-2` of the design's tokens. */
const SIGNS = { light: '#444f53', dark: '#afb7ba' };

/** For a new window, whose page is not zoomed yet. */
export function toTitleBar(
  platform: NodeJS.Platform,
  theme: Pick<Theme, 'shouldUseDarkColors'>,
): Pick<BrowserWindowConstructorOptions, 'titleBarOverlay' | 'titleBarStyle' | 'trafficLightPosition'> {
  if (platform === 'darwin')
    return { titleBarStyle: 'hidden', titleBarOverlay: { height: HEIGHT }, trafficLightPosition: { x: 14, y: 14 } };
  return { titleBarStyle: 'hidden', titleBarOverlay: { ...toColours(theme), height: HEIGHT } };
}

/** Windows and Linux: keeps the buttons in the colours of the theme, and as high as the bar of a zoomed page. */
export class TitleBarButtons {
  readonly #window: Window;
  readonly #platform: NodeJS.Platform;

  constructor(window: Window, platform: NodeJS.Platform, theme: Pick<Theme, 'off' | 'on' | 'shouldUseDarkColors'>) {
    this.#window = window;
    this.#platform = platform;
    const paint = (): void => this.#set(toColours(theme));
    theme.on('updated', paint);
    window.once('closed', () => theme.off('updated', paint));
  }

  zoomed(factor: number): void {
    this.#set({ height: Math.round(HEIGHT * factor) });
  }

  /** macOS draws its own. */
  #set(changes: Parameters<Window['setTitleBarOverlay']>[0]): void {
    if (this.#platform !== 'darwin' && !this.#window.isDestroyed()) this.#window.setTitleBarOverlay(changes);
  }
}

function toColours(theme: Pick<Theme, 'shouldUseDarkColors'>): {
  readonly color: string;
  readonly symbolColor: string;
} {
  return { color: toBackground(theme), symbolColor: theme.shouldUseDarkColors ? SIGNS.dark : SIGNS.light };
}
