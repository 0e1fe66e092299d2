/** Notifications on a real store: from the commit of a message to what window and desktop are told. */
import { describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Store } from '#main/store/api.ts';
import { MINUTE_MS, NOON, buildContact, buildMessage, phoneOf } from '#test/unit/store/builders.ts';
import { until } from '#test/support/until.ts';
import { arrive, createNotificationsHarness, idOf, sayChat as say } from './notifications-on-store.ts';

describe('notifications', () => {
  const harness = createNotificationsHarness();
  const { enter } = harness;
  /** Without the 0 of an account that had nothing when it was first looked at. */
  const listCounts = (): readonly number[] => {
    const { counts } = harness.app.desktop;
    return counts[0] === 0 ? counts.slice(1) : counts;
  };

  it('tells the window and the desktop of a text once, and how many chats wait (ATTENTION-2, ATTENTION-3)', async () => {
    const { app } = harness;
    const store = await enter();
    await store.commitContacts({ contacts: [buildContact(1)] });
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(app.arrived()).toHaveLength(1));
    await arrive(store, 2);
    await until(() => expect(app.arrived()).toHaveLength(2));
    await store.commitMessages({ messages: [buildMessage('out:9')], source: 'page' });
    await until(() => expect(listCounts()).toEqual([1]));
    const who = { chatId: 1, phone: phoneOf(1), name: 'Zoë Number 1' };
    expect(app.arrived()).toEqual([
      { key: 'in:1', ...who, at: NOON + MINUTE_MS },
      { key: 'in:2', ...who, at: NOON + 2 * MINUTE_MS },
    ]);
    expect([...app.desktop.shown.values()]).toMatchObject([{ title: 'Zoë Number 1', body: 'Text of in:2' }]);
    expect((await store.countUnread({})).chats).toBe((await store.countChats({})).lamp);
  });

  it('takes the notification back when the chat was read, here or elsewhere, and no other (ATTENTION-2)', async () => {
    const { app } = harness;
    const store = await enter();
    for (const chat of [1, 2, 3]) {
      await say(store, chat);
      await arrive(store, chat, chat);
    }
    await until(() => expect(app.desktop.shown.size).toBe(3));
    const action = { kind: 'read', isRead: true } as const;
    await store.applyActions({ chatIds: [toChatId(1)], action, at: NOON, dueAt: NOON });
    await until(() => expect(app.desktop.shown.size).toBe(2));
    await say(store, 2, { updatedAt: NOON + 2 * MINUTE_MS });
    await until(() => expect([...app.desktop.shown.keys()]).toEqual([idOf(3)]));
    await until(() => expect(app.desktop.counts.at(-1)).toBe(1));
  });

  it('starts anew with another account, and shows nothing while nobody is signed in (ATTENTION-1)', async () => {
    const { app } = harness;
    const first = await enter();
    await say(first, 1);
    await arrive(first, 1);
    await until(() => expect(listCounts()).toEqual([1]));
    await until(() => expect(app.arrived()).toHaveLength(1));
    app.account = undefined;
    app.nudge();
    await until(() => expect(listCounts()).toEqual([1, 0]));
    expect(app.desktop.shown.size).toBe(0);
    await arrive(first, 2);
    const second = await enter();
    await say(second, 5);
    await arrive(second, 1, 5);
    await until(() => expect(listCounts()).toEqual([1, 0, 1]));
    expect([...app.desktop.shown.keys()]).toEqual([idOf(5)]);
    await until(() => expect(app.arrived().map(({ chatId }) => chatId)).toEqual([1, 5]));
  });

  it('shows also what the store gave out in the instant in which its account left (ATTENTION-1, ATTENTION-2)', async () => {
    const { app } = harness;
    const store = await enter();
    const told: string[] = [];
    app.desktop.showNotification = ({ id, body }) =>
      told.push(body) > 0 && app.desktop.shown.set(id, {} as never).size > 0;
    const takeNotices: Store['takeNotices'] = async (input) => {
      const taken = await store.takeNotices(input);
      if (taken.length > 0) app.account = undefined;
      return taken;
    };
    app.account = { ...app.account, store: { ...store, takeNotices } } as OpenAccount;
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(told).toEqual(['Text of in:1']));
    expect(await store.takeNotices({ limit: 10 })).toEqual([]);
    app.nudge();
    await until(() => expect(app.desktop.shown.size).toBe(0));
    expect(app.arrived()).toEqual([]);
  });

  it('shows also what the store gave out while the app was closing (ATTENTION-2)', async () => {
    const { app } = harness;
    const store = await enter();
    const closing: Promise<void>[] = [];
    const takeNotices: Store['takeNotices'] = async (input) => {
      const taken = await store.takeNotices(input);
      if (taken.length > 0) closing.push(app.notifications.dispose());
      return taken;
    };
    app.account = { ...app.account, store: { ...store, takeNotices } } as OpenAccount;
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(closing).toHaveLength(1));
    await Promise.all(closing);
    expect([...app.desktop.shown.values()]).toMatchObject([{ body: 'Text of in:1' }]);
  });

  it('goes on without a desktop that shows anything', async () => {
    const { app } = harness;
    app.desktop.isHere = false;
    const store = await enter();
    await say(store, 1);
    await arrive(store, 1);
    await until(() => expect(app.arrived()).toHaveLength(1));
    expect(app.desktop.shown.size).toBe(0);
  });

  it('names who has no name by the number, and tells many in the order in which they came', async () => {
    const { app } = harness;
    const store = await enter();
    await say(store, 1);
    const many = Array.from({ length: 120 }, (_, index) => buildMessage(`in:${index + 1}`, { at: NOON + 1 + index }));
    await store.commitMessages({ messages: many, source: 'page' });
    await until(() => expect(app.arrived()).toHaveLength(120));
    expect(app.arrived().map(({ key }) => key)).toEqual(many.map(({ key }) => key));
    expect(app.desktop.shown.get(idOf(1))?.title).toBe('+44 7700 900001');
  });
});
