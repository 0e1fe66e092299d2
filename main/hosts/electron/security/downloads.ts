import { isPageUrl } from './page-protocol.ts';
import type { ElectronSession } from '../electron-api.ts';

/**
 * Only files of our own page's addresses are saved; any other download would come from outside. Electron asks for the place
 * with the system's dialog, because no path is set.
 */
export function guardDownloads(session: Pick<ElectronSession, 'on'>): void {
  session.on('will-download', (event, item) => {
    if (isPageUrl(item.getURL())) item.setSaveDialogOptions({ title: 'Save file', defaultPath: item.getFilename() });
    else event.preventDefault();
  });
}
