import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { PAGE_URL } from './page-origin.ts';
import { hasOwnSpelling } from './quiet.ts';

export interface WindowLook {
  readonly preloadPath: string;
  readonly platform: NodeJS.Platform;
  readonly backgroundColor: string;
  readonly hasDeveloperTools: boolean;
}

/** On Wayland `ready-to-show` may never come for a hidden window (electron#48859): then it is shown after this. */
const LONGEST_HIDDEN_MS = 2_000;

/** Options of the one window: the sizes of the design (§2), the sandbox, and no Node in the page. */
export function toWindowOptions(look: WindowLook): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    // Shown at `ready-to-show`, in the colour of the theme, so that nobody sees an empty white frame.
    show: false,
    backgroundColor: look.backgroundColor,
    title: 'Switchboard',
    autoHideMenuBar: true,
    webPreferences: {
      preload: look.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: hasOwnSpelling(look.platform),
      devTools: look.hasDeveloperTools,
    },
  };
}

/**
 * Loads the page into a window and shows it once it has something to show. Rejects, with the window gone, when the page
 * cannot be loaded.
 */
export async function loadWindow(window: BrowserWindow): Promise<void> {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
  };
  window.once('ready-to-show', show);
  try {
    await window.loadURL(PAGE_URL);
  } catch (error) {
    if (!window.isDestroyed()) window.destroy();
    throw error;
  }
  const timer = setTimeout(show, LONGEST_HIDDEN_MS);
  window.once('closed', () => clearTimeout(timer));
}

/** Brings a window to the front, whatever hid it. */
export function revealWindow(window: BrowserWindow | null): boolean {
  if (window === null || window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}
