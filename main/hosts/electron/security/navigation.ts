import type { WebContents } from 'electron';
import { isPageUrl } from './page-protocol.ts';
import type { ElectronApi } from '../electron-api.ts';

type Guarded = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/**
 * Keeps every page that Electron ever makes on our own page (Electron security checklist 12, 13 and 14): it cannot be
 * navigated elsewhere, redirected, opened into a second window or given a `<webview>`. A link that the user clicks goes
 * to `openLink`, which checks it. Must run before the first window is made.
 */
export function guardEveryPage(app: Pick<ElectronApi['app'], 'on'>, openLink: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, openLink);
  });
}

function guardNavigation(contents: Guarded, openLink: (url: string) => void): void {
  contents.on('will-navigate', (details) => {
    if (isPageUrl(details.url)) return;
    details.preventDefault();
    openLink(details.url);
  });
  // Frames too; the event above has already handled the top frame.
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isPageUrl(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!details.isMainFrame || !isPageUrl(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler((details) => {
    openLink(details.url);
    return { action: 'deny' };
  });
}
