import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { PAGE_URL } from './page-origin.ts';

/** Options of the one window: the sizes of the design (§2), the sandbox, and no Node in the page. */
export function toWindowOptions(preloadPath: string): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    // Shown at `ready-to-show`, so that nobody sees an empty white frame.
    show: false,
    title: 'Switchboard',
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: true,
    },
  };
}

/** Loads the page into a window and shows it once it has something to show. */
export async function loadWindow(window: BrowserWindow): Promise<void> {
  window.once('ready-to-show', () => {
    window.show();
  });
  await window.loadURL(PAGE_URL);
}

/** Brings a window to the front, whatever hid it. */
export function revealWindow(window: BrowserWindow | null): boolean {
  if (window === null || window.isDestroyed()) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}
