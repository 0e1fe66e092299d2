import { isPageUrl } from './page-protocol.ts';
import type { ElectronSession } from '../electron-api.ts';

/** What our own page may have: writing to the clipboard (copy a number) and nothing else. */
const ALLOWED = new Set(['clipboard-sanitized-write']);

/**
 * Denies every permission that the window does not need, and grants the others to the top frame of our page alone (Electron
 * security checklist 5). Without handlers Electron grants them all. With checks and devices
 * denied no `select-…-device` event comes up, and without a handler for displays no screen is shared.
 */
export function denyPermissions(
  session: Pick<
    ElectronSession,
    'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((...[, permission, callback, details]) => {
    callback(ALLOWED.has(permission) && details.isMainFrame && isPageUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (...[, permission, origin, details]) => ALLOWED.has(permission) && details.isMainFrame && isPageUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
}
