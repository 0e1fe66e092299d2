import type { WebContents } from 'electron';
import { isPageUrl } from './page-origin.ts';

/**
 * Keeps a window on our own page (Electron security checklist 13 and 14): it cannot be navigated elsewhere, redirected,
 * opened into a second window or given a `<webview>`; a link that a person clicked goes to the system's browser instead.
 */
export function guardNavigation(contents: WebContents, openLink: (url: string) => void): void {
  contents.on('will-navigate', (details) => {
    if (isPageUrl(details.url)) return;
    details.preventDefault();
    openLink(details.url);
  });
  contents.on('will-frame-navigate', (details) => {
    if (!isPageUrl(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!isPageUrl(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler((details) => {
    openLink(details.url);
    return { action: 'deny' };
  });
}
