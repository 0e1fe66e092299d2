/** Notifications on a real store: from the commit of a message to what window and desktop are told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Notifications } from '#main/services/notifications/notifications.ts';
import { EventBus } from '#main/services/event-bus.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { EventPayload } from '#shared/contract/index.ts';
import type { BadgeView, NotificationContent } from '#shared/domain/desktop.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Store } from '#main/store/api.ts';
import { MINUTE_MS, NOON, buildChat, buildContact, buildMessage, phoneOf } from '#test/unit/store/builders.ts';
import { until } from '#test/support/until.ts';
import { createStoreHarness } from '../store/store-harness.ts';

/** A desktop that can do all of it, and remembers what it shows. */
class FakeDesktop {
  readonly shown = new Map<string, NotificationContent>();
  readonly counts: number[] = [];
  revealed = 0;
  isHere = true;

  setBadge = ({ count }: BadgeView): boolean => {
    this.counts.push(count);
    return this.isHere;
  };
  showNotification = (notification: NotificationContent): boolean => {
    if (this.isHere) this.shown.set(notification.id, notification);
    return this.isHere;
  };
  withdrawNotification = (id: string): boolean => this.shown.delete(id);
  revealWindow = (): boolean => {
    this.revealed += 1;
    return true;
  };
}

describe('notifications', () => {
  const harness = createStoreHarness();
  let desktop: FakeDesktop;
  let notices: EventBus;
  let notifications: Notifications;
  let account: OpenAccount | undefined;
  let events: NumberedEvent[];
  let errors: string[];

  beforeEach(() => {
    desktop = new FakeDesktop();
    events = [];
    errors = [];
    account = undefined;
    notices = new EventBus({ runId: 'run', now: () => Date.now(), onBug: (error) => errors.push(String(error)) });
    notices.subscribe((event) => events.push(event));
    const log = {
      ...{ info: () => undefined, warn: () => undefined, error: (event: string) => void errors.push(event) },
      ...{ hide: () => () => undefined, dispose: () => Promise.resolve() },
    };
    const session = { findAccount: () => account };
    notifications = new Notifications({ session, events: notices, host: desktop, log });
  });
  afterEach(async () => {
    await notifications.dispose();
    notices.dispose();
    expect(errors).toEqual([]);
  });

  const arrived = () =>
    events
      .filter(({ name }) => name === 'messages.arrived')
      .flatMap(({ payload }) => (payload as EventPayload<'messages.arrived'>).items);

  /** Signs in with an empty store whose first reading is over. */
  const enter = async (): Promise<Store> => {
    const { store } = await harness.open();
    store.onChange((changes) => notices.storeChanged(changes));
    account = { store } as unknown as OpenAccount;
    await store.openNotices({});
    return store;
  };
  const arrive = (store: Store, id: number, chat = 1) => {
    const message = buildMessage(`in:${id}`, { phone: phoneOf(chat), at: NOON + id * MINUTE_MS });
    return store.commitMessages({ messages: [message], source: 'page' });
  };
  const say = (store: Store, chat: number, more: object = {}) =>
    store.commitChats({ chats: [buildChat(chat, { updatedAt: NOON, ...more })] });

  it('tells the window and the desktop of a text once, and how many chats wait (ATTENTION-2, ATTENTION-3)', async () => {
    const store = await enter();
    await store.commitContacts({ contacts: [buildContact(1)] });
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(arrived()).toHaveLength(1));
    await arrive(store, 2);
    await until(() => expect(arrived()).toHaveLength(2));
    await store.commitMessages({ messages: [buildMessage('out:9')], source: 'page' });
    await until(() => expect(desktop.counts).toEqual([1]));
    const who = { chatId: 1, phone: phoneOf(1), name: 'Zoë Number 1' };
    expect(arrived()).toEqual([
      { key: 'in:1', ...who, at: NOON + MINUTE_MS },
      { key: 'in:2', ...who, at: NOON + 2 * MINUTE_MS },
    ]);
    expect([...desktop.shown.values()]).toMatchObject([{ title: 'Zoë Number 1', body: 'Text of in:2' }]);
    expect((await store.countUnread({})).chats).toBe((await store.countChats({})).lamp);
  });

  it('takes the notification back when the chat was read, here or elsewhere, and no other (ATTENTION-2)', async () => {
    const store = await enter();
    for (const chat of [1, 2, 3]) {
      await say(store, chat);
      await arrive(store, chat, chat);
    }
    await until(() => expect(desktop.shown.size).toBe(3));
    const action = { kind: 'read', isRead: true } as const;
    await store.applyActions({ chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON });
    await until(() => expect(desktop.shown.size).toBe(2));
    await say(store, 2, { updatedAt: NOON + 2 * MINUTE_MS });
    await until(() => expect([...desktop.shown.keys()]).toEqual([`chat:${phoneOf(3)}`]));
    await until(() => expect(desktop.counts.at(-1)).toBe(1));
  });

  it('starts anew with another account, and shows nothing while nobody is signed in (ATTENTION-1)', async () => {
    const first = await enter();
    await say(first, 1);
    await arrive(first, 1);
    await until(() => expect(desktop.counts).toEqual([1]));
    account = undefined;
    notices.statusChanged({} as Parameters<EventBus['statusChanged']>[0]);
    await until(() => expect(desktop.counts).toEqual([1, 0]));
    expect(desktop.shown.size).toBe(0);
    await arrive(first, 2);
    const second = await enter();
    await say(second, 5);
    await arrive(second, 1, 5);
    await until(() => expect(desktop.counts).toEqual([1, 0, 1]));
    expect([...desktop.shown.keys()]).toEqual([`chat:${phoneOf(5)}`]);
    await until(() => expect(arrived().map(({ chatId }) => chatId)).toEqual([1, 5]));
  });

  it('shows also what the store gave out in the instant in which its account left (ATTENTION-1, ATTENTION-2)', async () => {
    const store = await enter();
    const told: string[] = [];
    desktop.showNotification = ({ id, body }) => told.push(body) > 0 && desktop.shown.set(id, {} as never).size > 0;
    const takeNotices: Store['takeNotices'] = async (input) => {
      const taken = await store.takeNotices(input);
      if (taken.length > 0) account = undefined;
      return taken;
    };
    account = { ...account, store: { ...store, takeNotices } } as OpenAccount;
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(told).toEqual(['Text of in:1']));
    expect(await store.takeNotices({ limit: 10 })).toEqual([]);
    notices.statusChanged({} as Parameters<EventBus['statusChanged']>[0]);
    await until(() => expect(desktop.shown.size).toBe(0));
    expect(arrived()).toEqual([]);
  });

  it('shows also what the store gave out while the app was closing (ATTENTION-2)', async () => {
    const store = await enter();
    const closing: Promise<void>[] = [];
    const takeNotices: Store['takeNotices'] = async (input) => {
      const taken = await store.takeNotices(input);
      if (taken.length > 0) closing.push(notifications.dispose());
      return taken;
    };
    account = { ...account, store: { ...store, takeNotices } } as OpenAccount;
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(closing).toHaveLength(1));
    await Promise.all(closing);
    expect([...desktop.shown.values()]).toMatchObject([{ body: 'Text of in:1' }]);
  });

  it('goes on without a desktop that shows anything', async () => {
    desktop.isHere = false;
    const store = await enter();
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(arrived()).toHaveLength(1));
    expect(desktop.shown.size).toBe(0);
  });

  it('names who has no name by the number, and tells many in the order in which they came', async () => {
    const store = await enter();
    await say(store, 1);
    const many = Array.from({ length: 120 }, (_, index) => buildMessage(`in:${index + 1}`, { at: NOON + 1 + index }));
    await store.commitMessages({ messages: many, source: 'page' });
    await until(() => expect(arrived()).toHaveLength(120));
    expect(arrived().map(({ key }) => key)).toEqual(many.map(({ key }) => key));
    expect(desktop.shown.get(`chat:${phoneOf(1)}`)?.title).toBe(`+${phoneOf(1)}`);
  });
});
