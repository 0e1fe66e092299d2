/** What the user does with a notification, on a real store. */
import { describe, expect, it } from 'vitest';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { buildContact, phoneOf } from '#test/unit/store/builders.ts';
import { until } from '#test/support/until.ts';
import { arrive, createNotificationsHarness, idOf, sayChat } from './notifications-on-store.ts';

const PHONE = phoneOf(1);

describe('actions on notifications', () => {
  const harness = createNotificationsHarness();
  /** One text of one chat, which the desktop shows. */
  const enterWithText = async (): Promise<Store> => {
    const store = await harness.enter();
    await store.commitContacts({ contacts: [buildContact(1)] });
    await sayChat(store, 1);
    await arrive(store, 1);
    await until(() => expect(harness.app.desktop.shown.size).toBe(1));
    return store;
  };
  const draftOf = async (store: Store): Promise<string> => (await store.getDraft({ phone: PHONE })).text;
  const unread = async (store: Store) => (await store.findChat({ chatId: null, phone: PHONE }))?.unreadCount;
  const unsent = () => harness.app.desktop.shown.get(`${idOf(1)}/unsent`);

  it('sends a reply at once, and the chat is read', async () => {
    const { app } = harness;
    const store = await enterWithText();
    app.settings = { ...app.settings, ownReference: 'desk' };
    await app.notifications.reply(idOf(1), 'On my way');
    expect(app.sends).toMatchObject([
      { phone: PHONE, text: 'On my way', state: 'queued', dueAt: app.at, ownReference: 'desk' },
    ]);
    expect(await unread(store)).toBe(0);
    await until(() => expect(app.desktop.shown.size).toBe(0));
  });

  it('sends one reply however often it is told: twice, at once, late, and after a restart (REPLY-1)', async () => {
    const { app } = harness;
    await enterWithText();
    const reply = (): Promise<void> => app.notifications.reply(idOf(1), 'On my way');
    await Promise.all([reply(), reply()]);
    await until(() => expect(app.desktop.shown.size).toBe(0));
    await reply();
    await app.restart();
    await reply();
    expect(app.sends).toHaveLength(1);
    expect(app.desktop.shown.size).toBe(0);
  });

  it('sends the same words again in reply to a newer text', async () => {
    const { app } = harness;
    const store = await enterWithText();
    await app.notifications.reply(idOf(1), 'OK');
    await app.restart();
    await arrive(store, 2);
    await until(() => expect(app.desktop.shown.size).toBe(1));
    await app.notifications.reply(idOf(1), 'OK');
    expect(app.sends.map(({ text }) => text)).toEqual(['OK', 'OK']);
  });

  it('keeps a reply that cannot leave in the draft, once, after what stands there, and says so (REPLY-3)', async () => {
    const { app } = harness;
    const store = await enterWithText();
    await store.saveDraft({ phone: PHONE, text: 'Begun before', at: app.at });
    app.refusal = new AppError({ code: 'disk', message: 'no room' });
    await app.notifications.reply(idOf(1), 'On my way');
    expect(await draftOf(store)).toBe('Begun before\n\nOn my way');
    const body = 'Your reply to Zoë Number 1 wasn’t sent. We saved it as a draft.';
    expect(unsent()).toMatchObject({ title: 'Switchboard', body, reply: null });
    expect(await unread(store)).toBe(1);
    await app.notifications.reply(idOf(1), 'On my way');
    expect(await draftOf(store)).toBe('Begun before\n\nOn my way');
    expect(app.sends).toEqual([]);
  });

  it('keeps what is too long, and other words in reply to the same text, as a draft', async () => {
    const { app } = harness;
    const store = await enterWithText();
    await app.notifications.reply(idOf(1), 'x'.repeat(5_000));
    expect((await draftOf(store)).length).toBe(5_000);
    await store.saveDraft({ phone: PHONE, text: '', at: app.at });
    await arrive(store, 2);
    await until(() => expect(app.desktop.history.at(-1)?.body).toBe('Text of in:2'));
    await app.notifications.reply(idOf(1), 'Yes');
    await app.notifications.reply(idOf(1), 'No');
    expect(app.sends.map(({ text }) => text)).toEqual(['Yes']);
    expect(await draftOf(store)).toBe('No');
  });

  it('never replies from another account: the words stand in a notification (REPLY-2)', async () => {
    const { app } = harness;
    const store = await enterWithText();
    await app.notifications.reply(idOf(1, 'another'), 'On my way');
    expect(app.sends).toEqual([]);
    expect(await draftOf(store)).toBe('');
    expect(app.desktop.shown.get(`${idOf(1, 'another')}/unsent`)?.body).toContain('On my way');
    expect(await app.notifications.open(idOf(1, 'another'))).toBeNull();
    await app.notifications.markRead(idOf(1, 'another'));
    expect(await unread(store)).toBe(1);
  });

  it('marks a chat as read as the page does, and the notification goes', async () => {
    const { app } = harness;
    const store = await enterWithText();
    await app.notifications.markRead(idOf(1));
    expect(await unread(store)).toBe(0);
    await until(() => expect(app.desktop.shown.size).toBe(0));
    expect(await store.listPendingActions({})).toHaveLength(1);
  });

  it('leads to the chat, also of a number that has none yet, and waits for the account that opens', async () => {
    const { app } = harness;
    const opening = app.notifications.open(idOf(1));
    const store = await enterWithText();
    expect(await opening).toEqual({ kind: 'chat', chatId: expect.any(Number) as number });
    expect(await app.notifications.open(idOf(1))).toEqual({ kind: 'chat', chatId: 1 });
    const target = await app.notifications.open(idOf(7));
    expect(target).toEqual({ kind: 'chat', chatId: await store.ensureChat({ phone: phoneOf(7), at: app.at }) });
    expect(await app.notifications.open('test')).toBeNull();
  });

  it('does nothing for an empty reply, and logs what the desktop could not show', async () => {
    const { app } = harness;
    await enterWithText();
    await app.notifications.reply(idOf(1), '  ');
    expect(app.sends).toEqual([]);
    app.notifications.failed(idOf(1), 'not allowed');
    expect(app.warnings).toContain('notification.failed');
  });

  it('replies from the demo', async () => {
    const { app } = harness;
    const store = await harness.enter(null);
    await sayChat(store, 1);
    await arrive(store, 1);
    await until(() => expect([...app.desktop.shown.keys()]).toEqual([idOf(1, 'demo')]));
    await app.notifications.reply(idOf(1, 'demo'), 'Hello');
    expect(app.sends).toHaveLength(1);
  });
});
