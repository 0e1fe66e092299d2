import type { Session } from 'electron';

/** What our own page may have: writing to the clipboard (copy a number) and nothing else. */
const ALLOWED = new Set(['clipboard-sanitized-write']);

/** Denies every permission that the window has no use for (Electron security checklist 5). */
export function denyPermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(ALLOWED.has(permission));
  });
  session.setPermissionCheckHandler((_contents, permission) => ALLOWED.has(permission));
}
