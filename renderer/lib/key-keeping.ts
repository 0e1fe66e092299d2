import type { SessionView } from '#shared/contract/index.ts';
import { shell } from '#renderer/lib/words/shell.ts';
import type { Message } from './messages.ts';

const UNKEPT = {
  ready: shell.keyUntilClosed,
  locked: shell.keyUntilClosedLocked,
  silent: shell.keyUntilClosedSilent,
  failed: shell.keyUntilClosedFailed,
  absent: shell.keyUntilClosedAbsent,
} as const;

/** How long this computer keeps the key, and why no longer; null where there is none to keep. */
export function findKeyKeeping(session: SessionView): Message | null {
  if (session.isDemo || session.state !== 'signed-in') return null;
  if (session.isKeyMissing) return shell.keyNotHere;
  return session.isKeyKept ? shell.keyStays : UNKEPT[session.keyring];
}

/** Whether asking the keyring once more may change that. */
export function canAskKeyring(session: SessionView): boolean {
  const isWanting = session.isKeyMissing ? session.isKeyKept : !session.isKeyKept;
  return !session.isDemo && isWanting && !['ready', 'absent'].includes(session.keyring);
}
