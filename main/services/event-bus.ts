/**
 * The one place where what changed becomes an event of the contract: store commits, sync, session and settings come
 * in, numbered events go out in batches.
 *
 * NOTICE-1 numbers rise by one without a gap within a run.
 * NOTICE-2 many changes within a tenth of a second are one event per kind; of a state only the newest counts.
 */
import type { EventName, EventPayload, LiveView, SessionView, SettingsView } from '#shared/contract/index.ts';
import type { ChangeSet, SyncStatus } from '#shared/domain/sync.ts';

export interface NumberedEvent {
  readonly sequence: number;
  readonly name: EventName;
  readonly payload: unknown;
}

export type RefusedAction = EventPayload<'chats.actionRefused'>;
type ArrivedMessage = EventPayload<'messages.arrived'>['items'][number];
type Uploading = EventPayload<'sends.uploading'>;

/** The first change after a rest waits this long for its companions, … */
const GATHER_MS = 15;
/** … and events of one kind are at least this far apart. */
const BETWEEN_MS = 100;
/** More ids than this are not worth naming. */
const MOST_IDS = 500;

class TouchedIds {
  readonly #ids = new Set<number>();
  #everything = false;
  #isOrderTouched = false;

  add(ids: readonly number[], everything: boolean): void {
    for (const id of ids) this.#ids.add(id);
    this.#everything ||= everything || this.#ids.size > MOST_IDS;
  }

  /** Which of them are in what list may have changed, and none of them did. */
  touchOrder(): void {
    this.#isOrderTouched = true;
  }

  /** What was touched since the last taking; undefined when nothing. */
  take(): { readonly ids: number[]; readonly everything: boolean } | undefined {
    if (this.#ids.size === 0 && !this.#everything && !this.#isOrderTouched) return undefined;
    const taken = { ids: this.#everything ? [] : [...this.#ids], everything: this.#everything };
    this.#ids.clear();
    this.#everything = this.#isOrderTouched = false;
    return taken;
  }
}

/** Collects changes and tells them. One per run of the app. */
export class EventBus {
  readonly runId: string;
  readonly #now: () => number;
  readonly #onBug: (error: unknown) => void;
  readonly #listeners = new Set<(event: NumberedEvent) => void>();
  readonly #chats = new TouchedIds();
  readonly #messages = new TouchedIds();
  readonly #contacts = new TouchedIds();
  #refused: RefusedAction[] = [];
  #isWatched = false;
  #arrived: ArrivedMessage[] = [];
  #session: SessionView | null = null;
  #settings: SettingsView | null = null;
  #isOutboxTouched = false;
  #areViewsTouched = false;
  #isAway: boolean | null = null;
  readonly #uploading = new Map<string, Uploading>();
  #status: SyncStatus | null = null;
  #live: LiveView | null = null;
  #sequence = 0;
  #lastFlushAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(options: {
    readonly runId: string;
    readonly now: () => number;
    /** A listener that threw: the others are told all the same. */
    readonly onBug: (error: unknown) => void;
  }) {
    this.runId = options.runId;
    this.#now = options.now;
    this.#onBug = options.onBug;
  }

  /** Number of the last event told. */
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
    // Who is on a list says which chats a kept list of them has, and how many.
    if (changes.listIds.length > 0) this.#chats.touchOrder();
    this.#messages.add(changes.messageChatIds, changes.everything);
    // A list that changed its name shows in every contact on it.
    this.#contacts.add(changes.contactIds, changes.everything || changes.listIds.length > 0);
    this.#isOutboxTouched ||= changes.outbox || changes.everything;
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

  /** Lists that a person keeps under a name. */
  viewsChanged(): void {
    this.#areViewsTouched = true;
    this.#schedule();
  }

  presenceChanged(isAway: boolean): void {
    this.#isAway = isAway;
    this.#schedule();
  }

  /** How much of the files of a text has left; of each text only the newest word counts. */
  uploading(progress: Uploading): void {
    this.#uploading.set(progress.sendId, progress);
    this.#schedule();
  }

  actionRefused(refused: RefusedAction): void {
    this.#refused.push(refused);
    this.#schedule();
  }

  /** A window shows chats: from now on there is somebody to tell what became of what was done before. */
  watched(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#schedule();
  }

  /** Texts that deserve a word, oldest first, each once. */
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

  /** Another account is on screen, or none: everything must be asked again. `status` is the link of that account. */
  accountChanged(session: SessionView, status: SyncStatus | null): void {
    this.#status = status;
    this.#refused = [];
    this.#arrived = [];
    this.#uploading.clear();
    for (const touched of [this.#chats, this.#messages, this.#contacts]) touched.add([], true);
    this.#isOutboxTouched = true;
    this.#areViewsTouched = true;
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

  #flush(): void {
    this.#timer = null;
    this.#lastFlushAt = this.#now();
    const session = this.#session;
    const settings = this.#settings;
    const status = this.#status;
    const live = this.#live;
    const isAway = this.#isAway;
    this.#session = this.#settings = this.#status = this.#live = this.#isAway = null;
    if (session !== null) this.#tell('session.changed', { session });
    if (settings !== null) this.#tell('settings.changed', { settings });
    const chats = this.#chats.take();
    if (chats !== undefined) this.#tell('chats.changed', { chatIds: chats.ids, everything: chats.everything });
    const messages = this.#messages.take();
    if (messages !== undefined) {
      this.#tell('messages.changed', { chatIds: messages.ids, everything: messages.everything });
    }
    if (this.#isOutboxTouched) this.#tell('outbox.changed', {});
    this.#isOutboxTouched = false;
    if (this.#areViewsTouched) this.#tell('views.changed', {});
    this.#areViewsTouched = false;
    for (const progress of this.#uploading.values()) this.#tell('sends.uploading', progress);
    this.#uploading.clear();
    const contacts = this.#contacts.take();
    if (contacts !== undefined) {
      this.#tell('contacts.changed', { contactIds: contacts.ids, everything: contacts.everything });
    }
    // After the rows that it is about.
    const items = this.#arrived.splice(0);
    if (items.length > 0) this.#tell('messages.arrived', { items });
    // What became known at the start, of what was done in an earlier run, waits for a window.
    const refusals = this.#isWatched ? this.#refused.splice(0) : [];
    for (const refused of refusals) this.#tell('chats.actionRefused', refused);
    if (status !== null) this.#tell('sync.statusChanged', { status });
    if (live !== null) this.#tell('live.changed', { live });
    if (isAway !== null) this.#tell('host.presenceChanged', { isAway });
  }

  #tell<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
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
