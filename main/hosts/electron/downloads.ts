import { isPageUrl } from './page-origin.ts';
import type { SessionPart } from './parts.ts';

/**
 * Files are saved from our own page's addresses only; any other download would come from outside. Where to is asked by the
 * system's own dialog, which Electron shows unless a path is set.
 */
export function guardDownloads(session: Pick<SessionPart, 'on'>): void {
  session.on('will-download', (event, item) => {
    if (isPageUrl(item.getURL()))
      item.setSaveDialogOptions({ title: 'Save the file', defaultPath: item.getFilename() });
    else event.preventDefault();
  });
}
