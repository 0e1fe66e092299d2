/**
 * Turns changes into events of the contract: the store, sync, session and settings report what changed, and numbered
 * events go out in batches.
 *
 * NOTICE-1 numbers rise by one without a gap within a run.
 * NOTICE-2 many changes within a tenth of a second are one event per kind; of a state only the newest is sent.
 * NOTICE-3 one import is told of at most four times a second; its last change is always told.
 */
import type {
  DesktopView,
  EventName,
  EventPayload,
  LiveView,
  SessionView,
  SettingsView,
  UpdatesView,
} from '#shared/contract/index.ts';
import type { ChangeSet, SyncStatus } from '#shared/domain/sync.ts';

export interface NumberedEvent {
  readonly sequence: number;
  readonly name: EventName;
  readonly payload: unknown;
}

export type RefusedAction = EventPayload<'chats.actionRefused'>;
type ArrivedMessage = EventPayload<'messages.arrived'>['items'][number];
type Uploading = EventPayload<'sends.uploading'>;

/** The first change after a pause waits this long for others, … */
const GATHER_MS = 15;
/** … and events of one kind are at least this far apart. */
const BETWEEN_MS = 100;
/** NOTICE-3. */
const BETWEEN_IMPORTS_MS = 250;
/** With more ids than this the event says `everything`. */
const MOST_IDS = 500;

class TouchedIds {
  readonly #ids = new Set<number>();
  #everything = false;
  #isOrderTouched = false;

  add(ids: readonly number[], everything: boolean): void {
    for (const id of ids) this.#ids.add(id);
    this.#everything ||= everything || this.#ids.size > MOST_IDS;
  }

  /** None of them changed, but counts, or which lists they are in, may have. */
  touchOrder(): void {
    this.#isOrderTouched = true;
  }

  /** What was touched since the last call; undefined when nothing. */
  take(): { readonly ids: number[]; readonly everything: boolean } | undefined {
    if (this.#ids.size === 0 && !this.#everything && !this.#isOrderTouched) return undefined;
    const taken = { ids: this.#everything ? [] : [...this.#ids], everything: this.#everything };
    this.#ids.clear();
    this.#everything = this.#isOrderTouched = false;
    return taken;
  }
}

/** Imports that changed, each told at most once in a while; null is the draft. */
class TouchedImports {
  readonly #ids = new Set<number | null>();
  readonly #toldAt = new Map<number | null, number>();

  add(importId: number | null): void {
    this.#ids.add(importId);
  }

  /** Those that may be told now; the others stay for later. */
  take(now: number): readonly (number | null)[] {
    for (const [id, at] of this.#toldAt) {
      const isRecent = now >= at && now - at < BETWEEN_IMPORTS_MS;
      if (!isRecent) this.#toldAt.delete(id);
    }
    const due = [...this.#ids].filter((id) => !this.#toldAt.has(id));
    for (const id of due) {
      this.#ids.delete(id);
      this.#toldAt.set(id, now);
    }
    return due;
  }

  get isWaiting(): boolean {
    return this.#ids.size > 0;
  }

  clear(): void {
    this.#ids.clear();
    this.#toldAt.clear();
  }
}

/** Collects changes and sends them as events. One per run of the app. */
export class EventBus {
  readonly runId: string;
  readonly #now: () => number;
  readonly #onBug: (error: unknown) => void;
  readonly #listeners = new Set<(event: NumberedEvent) => void>();
  readonly #chats = new TouchedIds();
  readonly #messages = new TouchedIds();
  readonly #contacts = new TouchedIds();
  readonly #imports = new TouchedImports();
  #refused: RefusedAction[] = [];
  #isWatched = false;
  #arrived: ArrivedMessage[] = [];
  #session: SessionView | null = null;
  #settings: SettingsView | null = null;
  #isOutboxTouched = false;
  #areViewsTouched = false;
  #areSchedulesTouched = false;
  #areTemplatesTouched = false;
  #isAway: boolean | null = null;
  #desktop: DesktopView | null = null;
  #isTargetTouched = false;
  #areNotificationsTouched = false;
  #chosen: EventPayload<'desktop.commandChosen'>['command'][] = [];
  readonly #uploading = new Map<string, Uploading>();
  #updates: UpdatesView | null = null;
  #status: SyncStatus | null = null;
  #live: LiveView | null = null;
  #sequence = 0;
  #lastFlushAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(options: {
    readonly runId: string;
    readonly now: () => number;
    /** Called when a listener throws; the other listeners still get the event. */
    readonly onBug: (error: unknown) => void;
  }) {
    this.runId = options.runId;
    this.#now = options.now;
    this.#onBug = options.onBug;
  }

  /** Number of the last event. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Returns its own undo. */
  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  storeChanged(changes: ChangeSet): void {
    this.#chats.add(changes.chatIds, changes.everything);
    // The members of a contact list decide which chats a saved view has, and how many.
    if (changes.listIds.length > 0) this.#chats.touchOrder();
    this.#messages.add(changes.messageChatIds, changes.everything);
    // A new name of a list shows in every contact on it.
    this.#contacts.add(changes.contactIds, changes.everything || changes.listIds.length > 0);
    if (changes.people) this.#contacts.touchOrder();
    this.#isOutboxTouched ||= changes.outbox || changes.everything;
    this.#areSchedulesTouched ||= changes.schedules || changes.everything;
    this.#areTemplatesTouched ||= changes.templates || changes.everything;
    for (const { chatId, kind } of changes.overtaken) {
      const problem = { code: 'overtaken', detail: null, fields: {}, at: this.#now() };
      this.#refused.push({ chatId, action: kind, problem });
    }
    this.#schedule();
  }

  statusChanged(status: SyncStatus): void {
    this.#status = status;
    this.#schedule();
  }

  liveChanged(live: LiveView): void {
    this.#live = live;
    this.#schedule();
  }

  /** Lists of chats that the user keeps under a name. */
  viewsChanged(): void {
    this.#areViewsTouched = true;
    this.#schedule();
  }

  /** The draft of an import (null), or a run. */
  importChanged(importId: number | null): void {
    this.#imports.add(importId);
    this.#schedule();
  }

  presenceChanged(isAway: boolean): void {
    this.#isAway = isAway;
    this.#schedule();
  }

  desktopChanged(desktop: DesktopView): void {
    this.#desktop = desktop;
    this.#schedule();
  }

  /** Something outside the page leads somewhere. */
  targetChanged(): void {
    this.#isTargetTouched = true;
    this.#schedule();
  }

  updatesChanged(updates: UpdatesView): void {
    this.#updates = updates;
    this.#schedule();
  }

  /** In a menu of the desktop. */
  commandChosen(command: EventPayload<'desktop.commandChosen'>['command']): void {
    this.#chosen.push(command);
    this.#schedule();
  }

  /** Those that stand. */
  notificationsChanged(): void {
    this.#areNotificationsTouched = true;
    this.#schedule();
  }

  /** How much of the files of a text has left; only the newest report of each text is sent. */
  uploading(progress: Uploading): void {
    this.#uploading.set(progress.sendId, progress);
    this.#schedule();
  }

  actionRefused(refused: RefusedAction): void {
    this.#refused.push(refused);
    this.#schedule();
  }

  /** A page shows chats: from now on refused actions of an earlier run are sent too. */
  watched(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#schedule();
  }

  /** New messages that the user is notified of, oldest first, each once. */
  messagesArrived(items: readonly ArrivedMessage[]): void {
    this.#arrived.push(...items);
    this.#schedule();
  }

  sessionChanged(session: SessionView): void {
    this.#session = session;
    this.#schedule();
  }

  settingsChanged(settings: SettingsView): void {
    this.#settings = settings;
    this.#schedule();
  }

  /** Another account is on screen, or none: the page must ask for everything again. `status` is that account's. */
  accountChanged(session: SessionView, status: SyncStatus | null): void {
    this.#status = status;
    this.#refused = [];
    this.#arrived = [];
    this.#uploading.clear();
    this.#imports.clear();
    this.#imports.add(null);
    for (const touched of [this.#chats, this.#messages, this.#contacts]) touched.add([], true);
    this.#isOutboxTouched = true;
    this.#areViewsTouched = true;
    this.#areSchedulesTouched = this.#areTemplatesTouched = true;
    this.sessionChanged(session);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isDisposed) return;
    const waitMs = Math.max(GATHER_MS, this.#lastFlushAt + BETWEEN_MS - this.#now());
    this.#timer = setTimeout(() => this.#flush(), Math.min(waitMs, BETWEEN_MS));
  }

  /** What is asked for whole. */
  #sendTouched(): void {
    if (this.#isOutboxTouched) this.#send('outbox.changed', {});
    if (this.#areViewsTouched) this.#send('views.changed', {});
    if (this.#areSchedulesTouched) this.#send('schedules.changed', {});
    if (this.#areTemplatesTouched) this.#send('templates.changed', {});
    this.#isOutboxTouched = this.#areViewsTouched = false;
    this.#areSchedulesTouched = this.#areTemplatesTouched = false;
  }

  #flush(): void {
    this.#timer = null;
    this.#lastFlushAt = this.#now();
    const session = this.#session;
    const settings = this.#settings;
    const status = this.#status;
    const live = this.#live;
    const isAway = this.#isAway;
    this.#session = this.#settings = this.#status = this.#live = this.#isAway = null;
    if (session !== null) this.#send('session.changed', { session });
    if (settings !== null) this.#send('settings.changed', { settings });
    this.#sendChats();
    this.#sendMessages();
    this.#sendTouched();
    for (const progress of this.#uploading.values()) this.#send('sends.uploading', progress);
    this.#uploading.clear();
    this.#sendContacts();
    for (const importId of this.#imports.take(this.#lastFlushAt)) this.#send('imports.changed', { importId });
    // After the rows that it is about.
    const items = this.#arrived.splice(0);
    if (items.length > 0) this.#send('messages.arrived', { items });
    // Refusals of actions of an earlier run wait until a page shows chats.
    const refusals = this.#isWatched ? this.#refused.splice(0) : [];
    for (const refused of refusals) this.#send('chats.actionRefused', refused);
    if (status !== null) this.#send('sync.statusChanged', { status });
    if (live !== null) this.#send('live.changed', { live });
    if (isAway !== null) this.#send('host.presenceChanged', { isAway });
    this.#sendDesktop();
    if (this.#imports.isWaiting) this.#schedule();
  }

  #sendDesktop(): void {
    const desktop = this.#desktop;
    this.#desktop = null;
    if (desktop !== null) this.#send('desktop.changed', { desktop });
    if (this.#updates !== null) this.#send('updates.changed', { updates: this.#updates });
    this.#updates = null;
    if (this.#areNotificationsTouched) this.#send('notifications.changed', {});
    if (this.#isTargetTouched) this.#send('desktop.targetChanged', {});
    this.#areNotificationsTouched = this.#isTargetTouched = false;
    for (const command of this.#chosen.splice(0)) this.#send('desktop.commandChosen', { command });
  }

  #sendChats(): void {
    const chats = this.#chats.take();
    if (chats !== undefined) this.#send('chats.changed', { chatIds: chats.ids, everything: chats.everything });
  }

  #sendMessages(): void {
    const messages = this.#messages.take();
    if (messages === undefined) return;
    this.#send('messages.changed', { chatIds: messages.ids, everything: messages.everything });
  }

  #sendContacts(): void {
    const contacts = this.#contacts.take();
    if (contacts === undefined) return;
    this.#send('contacts.changed', { contactIds: contacts.ids, everything: contacts.everything });
  }

  #send<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    this.#sequence += 1;
    const event: NumberedEvent = { sequence: this.#sequence, name, payload };
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#onBug(error);
      }
    }
  }
}
