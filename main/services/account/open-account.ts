/** Opens one account, with everything that runs for it. */
import path from 'node:path';
import type { AuthForm } from '#main/api/credentials.ts';
import { findDiskTrouble } from '#main/platform/disk-room.ts';
import type { Log } from '#main/platform/log.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store, StoreNotice } from '#main/store/api.ts';
import { findDiskKind } from '#main/store/errors.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { ChangeSet, DiskTrouble, SyncStatus } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { Snoozes } from '#main/services/chats/snoozes.ts';
import type { PeopleService } from '#main/services/contacts/ports.ts';
import { MediaCache } from '#main/services/files/media-cache.ts';
import { DiskWatch } from '#main/services/health/disk-watch.ts';
import { readHistoryChoice } from '#main/services/health/history-choice.ts';
import { ConnectionStatus } from '#main/services/health/connection-status.ts';
import { waitFor } from '#main/services/importing/run/wait.ts';
import { ImportRuns } from '#main/services/importing/runs.ts';
import { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import type { LookupService } from '#main/services/lookups/ports.ts';
import { Schedules } from '#main/services/schedules/schedules.ts';
import type { TemplateService } from '#main/services/templates/ports.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type {
  AccountClient,
  AccountCredentials,
  AccountParts,
  DemoService,
  ProfileService,
  ServiceNoticeService,
} from './ports.ts';
import { KeptFiles } from '#main/services/sending/kept-files.ts';
import { toProblemView } from '#main/services/views.ts';
import { ServiceFile, toAccountFolder, toAccountId } from './account-files.ts';
import { checkCredentials } from './sign-in.ts';

/** One open account. */
export interface OpenAccount {
  /** Null: the demo. */
  readonly id: string | null;
  /** Where its files are. */
  readonly folder: string;
  readonly isDemo: boolean;
  readonly credentials: AccountCredentials;
  /** The form in which the service takes the credentials. */
  readonly authForm: AuthForm;
  readonly store: Store;
  readonly sync: Sync;
  readonly outbox: Outbox;
  /** Files that the user added to texts. */
  readonly files: KeptFiles;
  readonly media: MediaCache;
  readonly liveUpdates: LiveUpdates;
  readonly snoozes: Snoozes;
  /** Imports and undos that are under way. */
  readonly imports: ImportRuns;
  /** Texts that go out at a time to come. */
  readonly schedules: Schedules;
  /** What the user waits for and sync does not carry. */
  readonly service: ProfileService & PeopleService & LookupService & ServiceNoticeService & TemplateService;
  /** What its service is known not to have, and the app does not offer. */
  listAbsentFeatures(): readonly Feature[];
  /** The connection as the user sees it. */
  getStatus(): SyncStatus;
  /** Asks the service now, whatever wait was planned; what waits in the outbox goes with it. */
  tryNow(): void;
  /** Stops everything in reverse; what was written stays. */
  dispose(): Promise<void>;
}

/** While the link is one of these, a text would not leave now. */
const CLOSED_LINKS: ReadonlySet<SyncStatus['link']> = new Set(['starting', 'offline', 'unauthorized', 'maintenance']);

/** A problem of the store that only opening the account again solves. */
export type StoreFailure = 'damaged' | 'ended';

export interface AccountNeeds {
  readonly parts: AccountParts;
  readonly events: EventBus;
  readonly log: Log;
  readonly now: () => number;
  readonly dataFolder: string;
}

/** The account to open. */
export interface AccountOpening {
  /** Without a key the account is opened on what is kept here; `knownForm` is not null then. */
  readonly credentials: AccountCredentials;
  /** Null: the service is asked first. Otherwise the form in which it took the credentials when it was asked. */
  readonly knownForm: AuthForm | null;
  /** The demo service that this account lives on; ends with the account. */
  readonly demo: DemoService | null;
}

/** What happens around the opening, and who hears of the account while it is open. */
export interface OpeningSteps {
  /** Ends the waiting for the service. */
  readonly ending: AbortSignal;
  /** The service accepted the key: the account that was open before is closed. */
  readonly makeRoom: () => Promise<void>;
  /** What the store did about damage. */
  readonly onStoreNotice: (notice: StoreNotice) => void;
  /** Something in the store has changed, while the account opens or later. */
  readonly onStoreChange: (changes: ChangeSet) => void;
  /** A file is damaged or a thread of the store has ended: the account has to be opened again. */
  readonly onStoreFailed: (folder: string, why: StoreFailure) => void;
  /** The app learned something about the service. */
  readonly onLearned: () => void;
}

/**
 * Asks the service where its answer is not known, makes room, then opens the store and starts sync and outbox on it. Rejects
 * with what keeps the account from being opened, everything closed again, the demo service too.
 */
export async function openAccount(
  needs: AccountNeeds,
  opening: AccountOpening,
  steps: OpeningSteps,
): Promise<OpenAccount> {
  const stack = new DisposeStack();
  try {
    return await openParts({ ...needs, ...steps, opening, stack });
  } catch (error) {
    // The caller is told why the account was not opened.
    await stack.dispose().catch((problem: unknown) => needs.log.error('session.notClosed', problem));
    throw error;
  }
}

type Opening = AccountNeeds & OpeningSteps & { readonly opening: AccountOpening; readonly stack: DisposeStack };

/** Everything of the account, in the order in which each part needs the one before. */
async function openParts(given: Opening): Promise<OpenAccount> {
  const { parts, events, log, now, dataFolder, opening, stack } = given;
  const { credentials, knownForm, demo } = opening;
  const { baseUrl, webUrl, apiKey } = credentials;
  const isDemo = demo !== null;
  const id = isDemo ? null : toAccountId(credentials);
  const folder = toAccountFolder(dataFolder, id);
  stack.add(async () => demo?.dispose());
  if (apiKey !== null) stack.add(log.hide(apiKey));
  const live = new ConnectionStatus({ now, tell: (status) => events.statusChanged(status) });
  stack.add(() => live.dispose());
  const client = await createClient(given, { folder, live });
  const checked = knownForm === null ? await checkCredentials(client, given.ending) : null;
  await given.makeRoom();

  const disk = new DiskWatch({
    now,
    look: () => findDiskTrouble(folder),
    tell(trouble: DiskTrouble | null) {
      log.info('disk.told', { trouble });
      live.diskChanged(trouble);
    },
  });
  stack.add(() => disk.dispose());
  const store = await openStore(given, { folder, live, disk });
  const media = new MediaCache({ folder: path.join(folder, 'media'), store, client, log });
  stack.add(() => media.dispose());
  const files = new KeptFiles({ folder: path.join(folder, 'files'), store, log, onFailing: () => disk.failed() });
  stack.add(() => files.dispose());

  // Outbox and sync call each other: the outbox is made first and calls sync only once both run.
  const outbox = parts.createOutbox({
    ...{ service: client, store, files, webUrl },
    onUploading: (progress) => events.uploading(progress),
    onAccepted: (phone) => {
      sync.messageSent(phone);
      void files.tidy();
    },
    // The user is told by the status of the connection: sync asks now rather than with its next round.
    onKeyRefused: () => sync.tryNow(),
  });
  stack.add(() => outbox.dispose());
  // What the service kept from being done is tried again.
  const onAnswering = (): void => {
    outbox.wake();
    liveUpdates.cameOnline();
    imports.cameOnline();
    schedules.cameOnline();
  };
  const sync = parts.createSync({
    source: client,
    store,
    sink: createSink({ events, log, onAnswering, live, now, client }),
  });
  stack.add(() => sync.dispose());
  const imports = new ImportRuns({
    ...{ store, service: client, sync, log, now, wait: waitFor },
    tell: (importId) => events.importChanged(importId),
  });
  stack.add(() => imports.dispose());
  const schedules = new Schedules({
    ...{ store, service: client, log, now, wait: waitFor, startTimer },
    onFired: () => outbox.wake(),
    onSent: (phone) => sync.messageSent(phone),
    readReplies: (phone) => sync.readReplies(phone),
    getClockSkewMs: () => client.clockSkewMs,
    isConnected: () => apiKey !== null && !CLOSED_LINKS.has(sync.getStatus().link),
    takeBack: (sendId) => outbox.discard(sendId),
    readSoon: () => sync.readSchedulesSoon(),
  });
  stack.add(() => schedules.dispose());
  stack.add(
    store.onChange(({ schedules: areSchedules, messageChatIds, everything }) => {
      if (areSchedules || everything) schedules.changed();
      if (messageChatIds.length > 0 || everything) schedules.messagesChanged();
    }),
  );
  disk.onWritable = () => {
    sync.tryNow();
    outbox.wake();
    imports.becameWritable();
    schedules.becameWritable();
  };
  const liveUpdates = new LiveUpdates({
    ...{ parts, log, now, store, sync, client, baseUrl, hasKey: apiKey !== null, isDemo },
    tell: (view) => events.liveChanged(view),
  });
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
  await imports.open();
  schedules.open();
  if (checked !== null) await store.saveAccount({ account: checked.account });

  return {
    ...{ id, folder, isDemo, credentials, authForm: checked?.authForm ?? knownForm ?? 'headers' },
    ...{ store, sync, outbox, files, media, liveUpdates, snoozes, imports, schedules, service: client },
    listAbsentFeatures: () => client.absentFeatures,
    getStatus: () => live.toShown(sync.getStatus()),
    tryNow() {
      client.endMaintenance();
      // First: what was written while the computer slept gets no callback.
      liveUpdates.lookNow();
      sync.tryNow();
      outbox.wake();
      imports.cameOnline();
      schedules.cameOnline();
      snoozes.look();
    },
    dispose: () => stack.dispose(),
  };
}

async function createClient(
  { parts, log, opening, onLearned, stack }: Opening,
  { folder, live }: { readonly folder: string; readonly live: ConnectionStatus },
): Promise<AccountClient> {
  const file = new ServiceFile(folder, log);
  stack.add(() => file.dispose());
  const client = parts.createClient({
    credentials: opening.credentials,
    authForm: opening.knownForm ?? undefined,
    // The demo begins where it was left, also in the features that it was told not to have.
    knowledge: await file.read(),
    onLearned(data) {
      void file.save(data);
      onLearned();
    },
    onPaused: live.paused.bind(live),
  });
  stack.add(() => client.dispose());
  return client;
}

async function openStore(
  { parts, log, now, stack, ...steps }: Opening,
  { folder, live, disk }: { readonly folder: string; readonly live: ConnectionStatus; readonly disk: DiskWatch },
): Promise<Store> {
  let hasEnded = false;
  const store = await parts.openStore({
    folder,
    now,
    onNotice(notice) {
      const { kind, ...details } = notice;
      log.warn('store.repaired', { kind, ...details });
      steps.onStoreNotice(notice);
    },
    onFailing(kind) {
      if (kind === 'full') disk.failed();
      else if (kind === 'corrupt') steps.onStoreFailed(folder, 'damaged');
    },
    onThreadEnded({ role, exitCode, error }) {
      log.error('store.threadEnded', error, { role, exitCode });
      if (hasEnded) return;
      hasEnded = true;
      live.reopens();
      steps.onStoreFailed(folder, 'ended');
    },
  });
  stack.add(() => store.dispose());
  stack.add(
    store.onChange((changes) => {
      steps.onStoreChange(changes);
      for (const { chatId, kind } of changes.overtaken) log.info('chats.actionOvertaken', { chatId, action: kind });
    }),
  );
  return store;
}

/** A timer that keeps no process alive. */
function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** What sync reports. */
function createSink(needs: {
  readonly events: EventBus;
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
      // A store that has ended has its own line in the log.
      if (findDiskKind(error) !== 'ended') needs.log.error('sync.broken', error);
    },
    actionRefused(chatId, action, error) {
      needs.log.warn('chats.actionRefused', { action: action.kind, code: error.code });
      const problem = toProblemView(error, needs.now());
      const isAbsent = action.kind === 'pin' && needs.client.absentFeatures.includes('pinning');
      const told = isAbsent ? { ...problem, code: 'absent', detail: null } : problem;
      needs.events.actionRefused({ chatId, action: action.kind, problem: told });
    },
    muteTooLate(chatId) {
      needs.log.info('chats.muteTooLate', { chatId });
      const problem = { code: 'mute-too-late', detail: null, fields: {}, at: needs.now() };
      needs.events.actionRefused({ chatId, action: 'mute', problem });
    },
  };
}
