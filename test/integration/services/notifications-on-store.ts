/** Notifications on a real store, with a desktop that remembers what it shows, and an account that can leave. */
import { afterEach, beforeEach, expect } from 'vitest';
import { toTopicAccount } from '#main/services/notifications/notification-id.ts';
import { Notifications } from '#main/services/notifications/notifications.ts';
import { ChatActions } from '#main/services/chats/chat-actions.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { EventBus } from '#main/services/event-bus.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import type { Store } from '#main/store/api.ts';
import { DEFAULT_SETTINGS, type EventPayload, type SettingsView } from '#shared/contract/index.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { BadgeView, DesktopFacts, NotificationContent } from '#shared/domain/desktop.ts';
import type { Send } from '#shared/domain/sends.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage, phoneOf } from '#test/unit/store/builders.ts';
import { CREDENTIALS } from '#test/unit/services/fakes.ts';
import { createStoreHarness } from '../store/store-harness.ts';

/** A desktop that can do all of it. */
export class FakeDesktop {
  readonly shown = new Map<string, NotificationContent>();
  /** Every content that was shown, in order. */
  readonly history: NotificationContent[] = [];
  readonly badges: BadgeView[] = [];
  readonly withdrawn: string[] = [];
  earlier: readonly string[] = [];
  isHere = true;
  facts: DesktopFacts = {
    ...{ notifications: 'allowed', hasReply: true, hasTray: true, hasBadge: true },
    ...{ startsAtLogin: null, opensLinks: null },
  };

  get counts(): readonly number[] {
    return this.badges.map(({ count }) => count);
  }

  setBadge = (badge: BadgeView): boolean => {
    this.badges.push(badge);
    return this.isHere;
  };
  showNotification = (notification: NotificationContent): boolean => {
    this.history.push(notification);
    if (this.isHere) this.shown.set(notification.id, notification);
    return this.isHere;
  };
  withdrawNotification = (id: string): boolean => {
    this.withdrawn.push(id);
    return this.shown.delete(id);
  };
  findEarlierNotifications = (): Promise<readonly string[]> => Promise.resolve(this.earlier);
  getDesktop = (): Promise<DesktopFacts> => Promise.resolve(this.facts);
  watchDesktop = (): (() => void) => () => undefined;
}

export const ACCOUNT_ID = 'account-one';
/** Id of the notification of a chat's texts. */
export const idOf = (chat: number, accountId = ACCOUNT_ID): string => `${accountId}/${phoneOf(chat)}`;

export class NotificationsOnStore {
  readonly desktop = new FakeDesktop();
  readonly events: NumberedEvent[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly sends: Send[] = [];
  readonly bus = new EventBus({
    ...{ runId: 'run', now: () => Date.now() },
    onBug: (error) => this.errors.push(String(error)),
  });
  settings: SettingsView = DEFAULT_SETTINGS;
  account: OpenAccount | undefined;
  at = NOON;
  platform = 'linux';
  /** Thrown when the outbox takes a text. */
  refusal: Error | null = null;
  notifications = this.#start();

  constructor() {
    this.bus.subscribe((event) => this.events.push(event));
  }

  /** The app ends and starts; the account is open again. */
  async restart(): Promise<void> {
    await this.notifications.dispose();
    this.desktop.shown.clear();
    this.notifications = this.#start();
  }

  async dispose(): Promise<void> {
    await this.notifications.dispose();
    this.bus.dispose();
  }

  arrived(): EventPayload<'messages.arrived'>['items'] {
    return this.events
      .filter(({ name }) => name === 'messages.arrived')
      .flatMap(({ payload }) => (payload as EventPayload<'messages.arrived'>).items);
  }

  /** Something that is no change of the store: a round of sync is over. */
  nudge(): void {
    this.bus.statusChanged({} as Parameters<EventBus['statusChanged']>[0]);
  }

  choose(changes: Partial<SettingsView>): void {
    this.settings = { ...this.settings, ...changes };
    this.bus.settingsChanged(this.settings);
  }

  async enter(store: Store, id: string | null = ACCOUNT_ID): Promise<void> {
    store.onChange((changes) => this.bus.storeChanged(changes));
    this.account = this.#open(store, id);
    await store.openNotices({});
    this.nudge();
  }

  #open(store: Store, id: string | null): OpenAccount {
    const create = async (send: Send): Promise<void> => {
      if (this.refusal !== null) throw this.refusal;
      this.sends.push(send);
      await store.createSend({ send });
    };
    return {
      ...{ id, folder: toTopicAccount(id), isDemo: id === null, store },
      credentials: { ...CREDENTIALS, username: toTopicAccount(id) },
      outbox: { create },
      sync: { actionsChanged: () => undefined, getStatus: () => ({ clockSkewMs: null }) },
    } as unknown as OpenAccount;
  }

  #getAccount(): OpenAccount {
    if (this.account === undefined) throw new AppError({ code: 'unauthorized', message: 'nobody is signed in' });
    return this.account;
  }

  #start(): Notifications {
    const findAccount = (): OpenAccount | undefined => this.account;
    const getAccount = (): OpenAccount => this.#getAccount();
    const getAccountNamed = (name: string | undefined): OpenAccount => {
      const account = getAccount();
      if (name === toAccountName({ ...account.credentials, isDemo: account.isDemo })) return account;
      throw new AppError({ code: 'unauthorized', message: 'another account is open' });
    };
    const session = { findAccount, getAccount, getAccountNamed } as unknown as Session;
    const now = (): number => this.at;
    return new Notifications({
      ...{ session, events: this.bus, host: this.desktop, platform: this.platform, now },
      settings: { get: () => Promise.resolve(this.settings) },
      chatActions: new ChatActions({ session, undo: new UndoMemory({ createId: () => 'undo' }), now }),
      log: {
        ...{ info: () => undefined, warn: (event) => void this.warnings.push(event) },
        ...{ error: (event) => void this.errors.push(event), hide: () => () => undefined },
        dispose: () => Promise.resolve(),
      },
    });
  }
}

export interface NotificationsHarness {
  readonly app: NotificationsOnStore;
  /** Signs in with an empty store whose first reading is over. */
  readonly enter: (id?: string | null) => Promise<Store>;
}

/** To be called once in a `describe`. */
export function createNotificationsHarness(): NotificationsHarness {
  const stores = createStoreHarness();
  let app = new NotificationsOnStore();
  beforeEach(() => {
    app = new NotificationsOnStore();
  });
  afterEach(async () => {
    await app.dispose();
    expect(app.errors).toEqual([]);
  });
  return {
    get app() {
      return app;
    },
    enter: async (id = ACCOUNT_ID) => {
      const { store } = await stores.open();
      await app.enter(store, id);
      return store;
    },
  };
}

/** A text of that chat; its number orders them. */
export async function arrive(store: Store, id: number, chat = 1, said: object = {}): Promise<void> {
  const message = buildMessage(`in:${id}`, { phone: phoneOf(chat), at: NOON + id * MINUTE_MS, ...said });
  await store.commitMessages({ messages: [message], source: 'page' });
}

/** What the service says of a chat. */
export async function sayChat(store: Store, chat: number, more: object = {}): Promise<void> {
  await store.commitChats({ chats: [buildChat(chat, { updatedAt: NOON, ...more })] });
}
