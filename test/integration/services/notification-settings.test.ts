/** What the user chose about notifications, on a real store. */
import { describe, expect, it } from 'vitest';
import type { Store } from '#main/store/api.ts';
import { MINUTE_MS, NOON, buildContact, phoneOf } from '#test/unit/store/builders.ts';
import { until } from '#test/support/until.ts';
import { arrive, createNotificationsHarness, idOf, sayChat } from './notifications-on-store.ts';

describe('notifications as the user wants them', () => {
  const harness = createNotificationsHarness();
  const enterWithChats = async (): Promise<Store> => {
    const store = await harness.enter();
    await store.commitContacts({ contacts: [buildContact(1)] });
    for (const chat of [1, 2]) await sayChat(store, chat);
    return store;
  };
  const arrives = async (store: Store, id: number, chat = 1): Promise<void> => {
    await arrive(store, id, chat);
    await until(() => expect(harness.app.arrived()).toHaveLength(id));
  };

  it('shows nothing that comes while they are paused, also not later, and counts it (ATTENTION-4)', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    app.choose({ notificationsPausedUntil: NOON + 60 * MINUTE_MS });
    await arrives(store, 1);
    await until(() => expect(app.desktop.counts.at(-1)).toBe(1));
    app.at = NOON + 60 * MINUTE_MS;
    app.nudge();
    await arrives(store, 2, 2);
    await until(() => expect([...app.desktop.shown.keys()]).toEqual([idOf(2)]));
    await until(() => expect(app.desktop.counts.at(-1)).toBe(2));
    app.choose({ showsNotifications: false });
    await arrives(store, 3, 1);
    await until(() => expect(app.arrived()).toHaveLength(3));
    expect(app.desktop.history).toHaveLength(1);
  });

  it('shows nothing in quiet hours over midnight', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    const at = (hours: number, minutes: number): number => new Date(2026, 2, 4, hours, minutes).getTime();
    app.choose({ notificationQuietHours: { startsAt: 22 * 60, endsAt: 7 * 60, wholeDays: [] } });
    app.at = at(23, 30);
    await arrives(store, 1);
    app.at = at(6, 59);
    await arrives(store, 2);
    expect(app.desktop.history).toEqual([]);
    app.at = at(7, 0);
    await arrives(store, 3);
    await until(() => expect(app.desktop.history).toHaveLength(1));
  });

  it('says as much as the user wants said, and makes a sound only where that is wanted', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    await arrives(store, 1);
    app.choose({ notificationPreview: 'sender', notificationSound: false });
    await arrives(store, 2);
    app.choose({ notificationPreview: 'nothing' });
    await arrives(store, 3);
    await until(() => expect(app.desktop.history).toHaveLength(3));
    expect(app.desktop.history.map(({ title, body, isSilent }) => [title, body, isSilent])).toEqual([
      ['Zoë Number 1', 'Text of in:1', false],
      ['Zoë Number 1', '2 new texts', true],
      ['Switchboard', '3 new texts', true],
    ]);
    expect(app.desktop.history.map(({ reply }) => reply !== null)).toEqual([true, true, false]);
  });

  it('begins to count anew once the user took it off the screen', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    app.choose({ notificationPreview: 'sender' });
    await arrives(store, 1);
    await until(() => expect(app.desktop.history).toHaveLength(1));
    app.notifications.closed(idOf(1));
    await arrives(store, 2);
    await until(() => expect(app.desktop.history.map(({ body }) => body)).toEqual(['New text', 'New text']));
  });

  it('counts chats, texts or nothing on the icon, and counts again when that is chosen', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    for (const id of [1, 2, 3]) await arrives(store, id, id === 3 ? 2 : 1);
    await until(() => expect(app.desktop.badges.at(-1)).toMatchObject({ count: 2, description: '2 unread chats' }));
    app.choose({ iconCount: 'messages' });
    await until(() => expect(app.desktop.badges.at(-1)).toMatchObject({ text: '3', description: '3 unread texts' }));
    app.choose({ iconCount: 'none' });
    await until(() => expect(app.desktop.badges.at(-1)).toEqual({ count: 0, text: '', description: '' }));
  });

  it('gives a page those that stand, with a number that rises, and tells it of each change', async () => {
    const { app } = harness;
    app.desktop.isHere = false;
    app.desktop.facts = { ...app.desktop.facts, notifications: 'page', hasReply: false };
    const store = await enterWithChats();
    const changes = (): number => app.events.filter(({ name }) => name === 'notifications.changed').length;
    await arrives(store, 1);
    await until(() => expect(changes()).toBe(1));
    const [first] = await app.notifications.list();
    expect(first).toEqual({
      ...{ id: idOf(1), chatId: 1, phone: phoneOf(1), title: 'Zoë Number 1', body: 'Text of in:1' },
      ...{ isSilent: false, revision: 1 },
    });
    await arrives(store, 2);
    await until(async () =>
      expect(await app.notifications.list()).toMatchObject([{ body: 'Text of in:2', revision: 2 }]),
    );
    await sayChat(store, 1, { updatedAt: NOON + 3 * MINUTE_MS });
    await until(async () => expect(await app.notifications.list()).toEqual([]));
    await until(() => expect(changes()).toBe(3));
  });

  it('shows one on request, whatever is paused, and takes it from the page after a while', async () => {
    const { app } = harness;
    await harness.enter();
    app.choose({ showsNotifications: false });
    expect(await app.notifications.test()).toBe(true);
    expect(app.desktop.history).toMatchObject([{ id: 'test', title: 'Switchboard' }]);
    expect(await app.notifications.list()).toEqual([]);
    app.desktop.isHere = false;
    expect(await app.notifications.test()).toBe(false);
  });

  it('takes over what an earlier run left on the screen, and withdraws it once it was read', async () => {
    const { app } = harness;
    const store = await enterWithChats();
    for (const id of [1, 2]) await arrives(store, id, id);
    await until(() => expect(app.desktop.shown.size).toBe(2));
    app.desktop.earlier = [idOf(1), idOf(2), idOf(2, 'another'), 'unknown'];
    app.desktop.withdrawn.length = 0;
    await app.restart();
    app.nudge();
    await until(() => expect(app.desktop.withdrawn).toEqual([idOf(2, 'another'), 'unknown']));
    await sayChat(store, 2, { updatedAt: NOON + 3 * MINUTE_MS });
    await until(() => expect(app.desktop.withdrawn.at(-1)).toBe(idOf(2)));
    expect(app.desktop.withdrawn).not.toContain(idOf(1));
  });
});
