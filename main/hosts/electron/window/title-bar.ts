/**
 * The title bar is the page's; the system draws its buttons over it, and the page keeps their place free
 * (`env(titlebar-area-x)` and `-width`, which Electron sets with `titleBarOverlay`).
 */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { ElectronApi } from '../electron-api.ts';
import { toBackground } from './theme.ts';

type Theme = ElectronApi['nativeTheme'];
type Window = Pick<BrowserWindow, 'isDestroyed' | 'on' | 'once' | 'setTitleBarOverlay'>;

/** `--titlebar-h` of the design's tokens, in CSS pixels. */
const HEIGHT = 40;
/** `--text-2` of the design's tokens, and `--text-3` while another window is used. */
const SIGNS = { light: '#444f53', dark: '#afb7ba' };
const INACTIVE_SIGNS = { light: '#5b676b', dark: '#929c9f' };

/** On Linux the user may want the bar that all windows of the desktop have. A window keeps what it was made with. */
export async function usesSystemBar(platform: NodeJS.Platform, bridge: Pick<Bridge, 'findSettings'>): Promise<boolean> {
  return platform === 'linux' && (await bridge.findSettings())?.titleBar === 'system';
}

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
    let isActive = true;
    const paint = (): void => this.#set(toColours(theme, isActive));
    const activate = (isNow: boolean) => (): void => {
      isActive = isNow;
      paint();
    };
    window.on('focus', activate(true));
    window.on('blur', activate(false));
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

function toColours(
  theme: Pick<Theme, 'shouldUseDarkColors'>,
  isActive = true,
): { readonly color: string; readonly symbolColor: string } {
  const { light, dark } = isActive ? SIGNS : INACTIVE_SIGNS;
  return { color: toBackground(theme), symbolColor: theme.shouldUseDarkColors ? dark : light };
}
