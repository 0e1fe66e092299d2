import path from 'node:path';
import type { Log } from '#main/platform/log.ts';
import { toStableId } from '#main/platform/ids.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { MediaCache } from './media-cache.ts';
import type { Notices } from './notices.ts';
import type { AccountClient, AccountParts, Credentials } from './ports.ts';
import { toProblemView } from './views.ts';

const ACCOUNT_ID_LENGTH = 20;

/** One signed-in account with everything that runs for it. */
export interface OpenAccount {
  readonly credentials: Credentials;
  readonly store: Store;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly media: MediaCache;
  /** Stops everything in reverse; what was written stays. */
  dispose(): Promise<void>;
}

export interface AccountNeeds {
  readonly parts: AccountParts;
  readonly notices: Notices;
  readonly log: Log;
  readonly now: () => number;
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
export async function openAccount(
  needs: AccountNeeds,
  account: { readonly folder: string; readonly credentials: Credentials; readonly client: AccountClient },
): Promise<OpenAccount> {
  const stack = new DisposeStack();
  stack.add(() => account.client.dispose());
  try {
    return await openParts(needs, account, stack);
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

async function openParts(
  { parts, notices, log, now }: AccountNeeds,
  account: { readonly folder: string; readonly credentials: Credentials; readonly client: AccountClient },
  stack: DisposeStack,
): Promise<OpenAccount> {
  const { client, credentials, folder } = account;
  const store = await parts.openStore({
    folder,
    now,
    onNotice: ({ kind, ...details }) => log.warn('store.repaired', { kind, ...details }),
  });
  stack.add(() => store.dispose());
  stack.add(store.onChange((changes) => notices.storeChanged(changes)));
  const media = new MediaCache({ folder: path.join(folder, 'media'), store, client, log });
  stack.add(() => media.dispose());
  // Each needs a word with the other: the outbox is made first and speaks to sync only once both run.
  const outbox = parts.createOutbox({ service: client, store, onAccepted: (phone) => sync.messageSent(phone) });
  stack.add(() => outbox.dispose());
  const sync = parts.createSync({ source: client, store, sink: createSink({ notices, log, outbox, now }) });
  stack.add(() => sync.dispose());
  outbox.start();
  sync.start();
  return { credentials, store, sync, outbox, media, dispose: () => stack.dispose() };
}

/** Where sync tells what it found out. */
function createSink(needs: {
  readonly notices: Notices;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly now: () => number;
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
      needs.notices.statusChanged(status);
    },
    broken: (error) => needs.log.error('sync.broken', error),
    actionRefused(chatId, action, error) {
      needs.log.warn('chats.actionRefused', { action: action.kind, code: error.code });
      needs.notices.actionRefused({ chatId, action: action.kind, problem: toProblemView(error, needs.now()) });
    },
  };
}
