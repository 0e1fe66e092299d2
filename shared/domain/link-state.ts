/** How the app stands to the service, in one word: beside the light of the title bar and in the tray. */
import type { SyncStatus } from './sync.ts';

/** How the app stands to the service, in the order in which it matters to a person. */
export type LinkState =
  | 'lost'
  | 'disk-full'
  | 'disk-unwritable'
  | 'disk-reopening'
  | 'starting'
  | 'unauthorized'
  | 'keyless'
  | 'maintenance'
  | 'slowed'
  | 'troubled'
  | 'offline'
  | 'catching-up'
  | 'live';

/** A pass over what is new takes moments; only one that is behind by more than this is worth a word. */
const BEHIND_MS = 60_000;
const READING_PHASES = new Set<SyncStatus['phase']>(['account', 'chats', 'messages', 'contacts', 'lists', 'others']);

interface Surroundings {
  /** Whether main answers: if not, nothing that it said before counts. */
  readonly isConnected: boolean;
  /** Whether the session waits for a key. */
  readonly isKeyNeeded: boolean;
  /** Whether the account is open without its key: nothing goes to the service or comes from it. */
  readonly isKeyMissing: boolean;
  readonly now: number;
}

/** The one state that the title bar, the banner and the tray speak about. */
export function toLinkState(status: SyncStatus | null, surroundings: Surroundings): LinkState {
  const { isConnected, isKeyNeeded, isKeyMissing, now } = surroundings;
  if (!isConnected) return 'lost';
  if (status?.disk !== undefined) return `disk-${status.disk}`;
  if (isKeyNeeded) return 'unauthorized';
  if (isKeyMissing) return 'keyless';
  if (status === null) return 'starting';
  if (status.link !== 'online') return status.link;
  const isBehind = status.lastSyncedAt === null || now - status.lastSyncedAt > BEHIND_MS;
  return isBehind && READING_PHASES.has(status.phase) ? 'catching-up' : 'live';
}
