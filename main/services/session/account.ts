import path from 'node:path';
import type { Log } from '#main/platform/log.ts';
import { toStableId } from '#main/platform/ids.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store, StoreNotice } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import type { LiveStatus } from '../live-status.ts';
import { MediaCache } from '../media-cache.ts';
import type { Notices } from '../notices.ts';
import type { AccountClient, AccountCredentials, AccountParts, Credentials } from '../ports.ts';
import { toProblemView } from '../views.ts';

const ACCOUNT_ID_LENGTH = 20;

/** One signed-in account with everything that runs for it. */
export interface OpenAccount {
  readonly credentials: AccountCredentials;
  readonly store: Store;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly media: MediaCache;
  /** What its service is known not to have, and is not offered. */
  listAbsentFeatures(): readonly Feature[];
  /** How the link stands, as a person is shown it. */
  getStatus(): SyncStatus;
  /** Asks the service now, whatever wait was planned; what waits in the outbox goes with it. */
  tryNow(): void;
  /** Stops everything in reverse; what was written stays. */
  dispose(): Promise<void>;
}

export interface AccountNeeds {
  readonly parts: AccountParts;
  readonly notices: Notices;
  readonly log: Log;
  readonly now: () => number;
}

/** The account to open, and who wants to hear of it. */
export interface AccountOpening {
  readonly folder: string;
  readonly credentials: AccountCredentials;
  readonly client: AccountClient;
  readonly live: LiveStatus;
  /** What the store did about damage. */
  readonly onStoreNotice: (notice: StoreNotice) => void;
}

/**
 * The folder of an account: one per service and user, whatever the name's capitals. Null is the demo, whose address
 * is another one each time.
 */
export function toAccountFolder(dataFolder: string, account: Pick<Credentials, 'baseUrl' | 'username'> | null): string {
  const name =
    account === null ? 'demo' : toStableId(`${account.baseUrl}\n${account.username.toLowerCase()}`, ACCOUNT_ID_LENGTH);
  return path.join(dataFolder, 'accounts', name);
}

/**
 * Opens the store, then starts sync and outbox on it. Takes over `client`, also when it fails: then everything that
 * was opened is closed again and the failure comes out.
 */
export async function openAccount(needs: AccountNeeds, opening: AccountOpening): Promise<OpenAccount> {
  const stack = new DisposeStack();
  stack.add(() => opening.client.dispose());
  try {
    return await openParts(needs, opening, stack);
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

async function openParts(
  { parts, notices, log, now }: AccountNeeds,
  { client, credentials, folder, live, onStoreNotice }: AccountOpening,
  stack: DisposeStack,
): Promise<OpenAccount> {
  const onNotice = (notice: StoreNotice): void => {
    const { kind, ...details } = notice;
    log.warn('store.repaired', { kind, ...details });
    onStoreNotice(notice);
  };
  const store = await parts.openStore({ folder, now, onNotice });
  stack.add(() => store.dispose());
  stack.add(store.onChange((changes) => notices.storeChanged(changes)));
  const media = new MediaCache({ folder: path.join(folder, 'media'), store, client, log });
  stack.add(() => media.dispose());
  // Each needs a word with the other: the outbox is made first and speaks to sync only once both run.
  const outbox = parts.createOutbox({
    service: client,
    store,
    onAccepted: (phone) => sync.messageSent(phone),
    // A person hears of it from the link: it looks now rather than with its next round.
    onKeyRefused: () => sync.tryNow(),
  });
  stack.add(() => outbox.dispose());
  const sync = parts.createSync({
    source: client,
    store,
    sink: createSink({ notices, log, outbox, live, now, client }),
  });
  stack.add(() => sync.dispose());
  outbox.start();
  sync.start();
  const getStatus = (): SyncStatus => live.toShown(sync.getStatus());
  const tryNow = (): void => {
    client.endMaintenance();
    sync.tryNow();
    outbox.wake();
  };
  const listAbsentFeatures = (): readonly Feature[] => client.absentFeatures;
  const dispose = (): Promise<void> => stack.dispose();
  return { credentials, store, sync, outbox, media, listAbsentFeatures, getStatus, tryNow, dispose };
}

/** Where sync tells what it found out. */
function createSink(needs: {
  readonly notices: Notices;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly live: LiveStatus;
  readonly now: () => number;
  readonly client: Pick<AccountClient, 'absentFeatures'>;
}): SyncSink {
  let lastLink: string | null = null;
  return {
    statusChanged(status) {
      if (status.link !== lastLink) {
        needs.log.info('sync.link', { link: status.link });
        // Whatever kept messages here is over as soon as the service answers.
        if (status.link === 'online' && lastLink !== null) needs.outbox.wake();
        lastLink = status.link;
      }
      needs.live.statusChanged(status);
    },
    broken: (error) => needs.log.error('sync.broken', error),
    actionRefused(chatId, action, error) {
      needs.log.warn('chats.actionRefused', { action: action.kind, code: error.code });
      const problem = toProblemView(error, needs.now());
      const isAbsent = action.kind === 'pin' && needs.client.absentFeatures.includes('pinning');
      const told = isAbsent ? { ...problem, code: 'absent', detail: null } : problem;
      needs.notices.actionRefused({ chatId, action: action.kind, problem: told });
    },
  };
}
