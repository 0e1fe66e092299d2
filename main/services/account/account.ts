import path from 'node:path';
import { findDiskTrouble } from '#main/platform/disk-room.ts';
import type { Log } from '#main/platform/log.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store, StoreNotice } from '#main/store/api.ts';
import { findDiskKind } from '#main/store/errors.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { DiskTrouble, SyncStatus } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { DiskWatch } from '#main/services/health/disk-watch.ts';
import { readHistoryChoice } from '#main/services/health/history-choice.ts';
import type { ConnectionStatus } from '#main/services/health/connection-status.ts';
import { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import { MediaCache } from '#main/services/files/media-cache.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { AccountClient, AccountCredentials, AccountParts } from './ports.ts';
import { KeptFiles } from '#main/services/sending/kept-files.ts';
import { Snoozes } from '#main/services/chats/snoozes.ts';
import { toProblemView } from '#main/services/views.ts';

/** What of a store only another opening gets over. */
export type StoreFailure = 'damaged' | 'ended';

/** One signed-in account with everything that runs for it. */
export interface OpenAccount {
  readonly credentials: AccountCredentials;
  readonly store: Store;
  readonly sync: Sync;
  readonly outbox: Outbox;
  /** Bytes of files that were added to texts. */
  readonly files: KeptFiles;
  readonly media: MediaCache;
  readonly liveUpdates: LiveUpdates;
  readonly snoozes: Snoozes;
  /** What a person waits for that sync does not carry. */
  readonly service: Pick<AccountClient, 'resubscribePhone'>;
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
  readonly notices: EventBus;
  readonly log: Log;
  readonly now: () => number;
}

/** The account to open, and who wants to hear of it. */
export interface AccountOpening {
  readonly folder: string;
  readonly credentials: AccountCredentials;
  readonly client: AccountClient;
  readonly live: ConnectionStatus;
  readonly isDemo: boolean;
  /** What the store did about damage. */
  readonly onStoreNotice: (notice: StoreNotice) => void;
  /** A file turned out to be damaged, or a thread of the store has ended: opening it again gets over that. */
  readonly onStoreFailed: (why: StoreFailure) => void;
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
    await stack.dispose().catch((problem: unknown) => needs.log.error('session.notClosed', problem));
    throw error;
  }
}

async function openParts(needs: AccountNeeds, opening: AccountOpening, stack: DisposeStack): Promise<OpenAccount> {
  const { parts, notices, log, now } = needs;
  const { client, live } = opening;
  const { disk, store, media, files } = await openKept(needs, opening, stack);
  // Each needs a word with the other: the outbox is made first and speaks to sync only once both run.
  const outbox = parts.createOutbox({
    ...{ service: client, store, files, webUrl: opening.credentials.webUrl },
    onUploading: (progress) => notices.uploading(progress),
    onAccepted: (phone) => {
      sync.messageSent(phone);
      void files.tidy();
    },
    // A person hears of it from the link: it looks now rather than with its next round.
    onKeyRefused: () => sync.tryNow(),
  });
  stack.add(() => outbox.dispose());
  // Whatever the service kept from being done is tried again.
  const onAnswering = (): void => {
    outbox.wake();
    liveUpdates.cameOnline();
  };
  const sink = createSink({ notices, log, onAnswering, live, now, client });
  const sync = parts.createSync({ source: client, store, sink });
  stack.add(() => sync.dispose());
  disk.onWritable = () => {
    sync.tryNow();
    outbox.wake();
  };
  const liveUpdates = createLiveUpdates(needs, opening, { store, sync });
  stack.add(() => liveUpdates.dispose());
  const snoozes = new Snoozes({ store, log, now });
  stack.add(() => snoozes.dispose());
  sync.setHistory(await readHistoryChoice(store));
  await liveUpdates.open();
  void files.tidy();
  outbox.start();
  sync.start();
  liveUpdates.start();
  snoozes.look();
  const running = { store, sync, outbox, files, media, liveUpdates, snoozes };
  return toOpenAccount(opening, running, () => stack.dispose());
}

/** What lies on the disk, and who watches whether that takes it. */
async function openKept({ parts, notices, log, now }: AccountNeeds, opening: AccountOpening, stack: DisposeStack) {
  const { client, folder, live } = opening;
  const tell = (trouble: DiskTrouble | null): void => {
    log.info('disk.told', { trouble });
    live.diskChanged(trouble);
  };
  const disk = new DiskWatch({ now, look: () => findDiskTrouble(folder), tell });
  stack.add(() => disk.dispose());
  let hasEnded = false;
  const store = await parts.openStore({
    ...{ folder, now, onNotice: (notice: StoreNotice) => noteStore(log, opening, notice) },
    onFailing: (kind) => {
      if (kind === 'full') disk.failed();
      else if (kind === 'corrupt') opening.onStoreFailed('damaged');
    },
    onThreadEnded: ({ role, exitCode, error }) => {
      log.error('store.threadEnded', error, { role, exitCode });
      if (hasEnded) return;
      hasEnded = true;
      live.reopens();
      opening.onStoreFailed('ended');
    },
  });
  stack.add(() => store.dispose());
  stack.add(
    store.onChange((changes) => {
      notices.storeChanged(changes);
      for (const { chatId, kind } of changes.overtaken) log.info('chats.actionOvertaken', { chatId, action: kind });
    }),
  );
  const media = new MediaCache({ folder: path.join(folder, 'media'), store, client, log });
  stack.add(() => media.dispose());
  const files = new KeptFiles({ folder: path.join(folder, 'files'), store, log, onFailing: () => disk.failed() });
  stack.add(() => files.dispose());
  return { disk, store, media, files };
}

function toOpenAccount(
  { client, credentials, live }: AccountOpening,
  running: Pick<OpenAccount, 'store' | 'sync' | 'outbox' | 'files' | 'media' | 'liveUpdates' | 'snoozes'>,
  dispose: () => Promise<void>,
): OpenAccount {
  const { sync, outbox, liveUpdates, snoozes } = running;
  const tryNow = (): void => {
    client.endMaintenance();
    // First: what was written while the computer slept is owed no callback.
    liveUpdates.lookNow();
    sync.tryNow();
    outbox.wake();
    snoozes.look();
  };
  const listAbsentFeatures = (): readonly Feature[] => client.absentFeatures;
  const getStatus = (): SyncStatus => live.toShown(sync.getStatus());
  return { ...running, service: client, credentials, listAbsentFeatures, getStatus, tryNow, dispose };
}

function createLiveUpdates(
  { notices, ...needs }: AccountNeeds,
  { client, credentials, isDemo }: AccountOpening,
  opened: { readonly store: Store; readonly sync: Sync },
): LiveUpdates {
  const { baseUrl, apiKey } = credentials;
  const tell = notices.liveChanged.bind(notices);
  return new LiveUpdates({ ...needs, ...opened, client, baseUrl, hasKey: apiKey !== null, isDemo, tell });
}

function noteStore(log: Log, { onStoreNotice }: AccountOpening, notice: StoreNotice): void {
  const { kind, ...details } = notice;
  log.warn('store.repaired', { kind, ...details });
  onStoreNotice(notice);
}

/** Where sync tells what it found out. */
function createSink(needs: {
  readonly notices: EventBus;
  readonly log: Log;
  /** The service answers again. */
  readonly onAnswering: () => void;
  readonly live: ConnectionStatus;
  readonly now: () => number;
  readonly client: Pick<AccountClient, 'absentFeatures'>;
}): SyncSink {
  let lastLink: string | null = null;
  return {
    statusChanged(status) {
      if (status.link !== lastLink) {
        needs.log.info('sync.link', { link: status.link });
        if (status.link === 'online' && lastLink !== null) needs.onAnswering();
        lastLink = status.link;
      }
      needs.live.statusChanged(status);
    },
    broken(error) {
      // A store that has ended has a line of its own.
      if (findDiskKind(error) !== 'ended') needs.log.error('sync.broken', error);
    },
    actionRefused(chatId, action, error) {
      needs.log.warn('chats.actionRefused', { action: action.kind, code: error.code });
      const problem = toProblemView(error, needs.now());
      const isAbsent = action.kind === 'pin' && needs.client.absentFeatures.includes('pinning');
      const told = isAbsent ? { ...problem, code: 'absent', detail: null } : problem;
      needs.notices.actionRefused({ chatId, action: action.kind, problem: told });
    },
    muteTooLate(chatId) {
      needs.log.info('chats.muteTooLate', { chatId });
      const problem = { code: 'mute-too-late', detail: null, fields: {}, at: needs.now() };
      needs.notices.actionRefused({ chatId, action: 'mute', problem });
    },
  };
}
