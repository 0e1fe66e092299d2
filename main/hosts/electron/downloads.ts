import { isPageUrl } from './page-origin.ts';
import type { SessionPart } from './parts.ts';

/** Files are saved from our own page's addresses only; any other download would come from outside. */
export function refuseDownloads(session: Pick<SessionPart, 'on'>): void {
  session.on('will-download', (event, item) => {
    if (!isPageUrl(item.getURL())) event.preventDefault();
  });
}
