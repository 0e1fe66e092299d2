import { isPageUrl } from './page-origin.ts';
import type { SessionPart } from './parts.ts';

/** What our own page may have: writing to the clipboard (copy a number) and nothing else. */
const ALLOWED = new Set(['clipboard-sanitized-write']);

/**
 * Denies every permission that the window has no use for, to everybody, and those that it has to everybody but the top
 * frame of our page (Electron security checklist 5). Without handlers Electron grants them all. With checks and devices
 * denied no `select-…-device` event comes up, and without a handler for displays no screen is shared.
 */
export function denyPermissions(
  session: Pick<
    SessionPart,
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
