/** A restart without a key, with the service running or not: SESSION-2 and SESSION-5 in the whole app. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

describe('after a restart without the key', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let chat: ChatView;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    chat = await until(async () => {
      const row = (await window.listChats()).rows.find(({ phone }) => phone === '447700900318');
      expect(row).toBeDefined();
      return row as ChatView;
    });
    await until(async () => expect((await listMessages()).length).toBeGreaterThan(0));
    await window.ask('drafts.save', { phone: chat.phone, text: 'Half a thought' });
    await app.closeApps();
  });
  afterEach(async () => {
    await app.dispose();
  });

  const listMessages = async () =>
    (await window.ask('messages.list', { chatId: chat.id, before: null, limit: 100 })).items;
  const countSent = (text: string) => running.service.world.outbound.rows.filter((row) => row.text === text).length;

  it('everything kept here is there, and nothing goes to the service', async () => {
    const before = running.service.seen.length;
    window = await app.openWindow();
    expect(await window.ask('session.get', {})).toMatchObject({
      state: 'signed-in',
      isKeyMissing: true,
      isKeyKept: false,
      keyring: 'absent',
    });
    expect((await window.listChats()).total).toBeGreaterThan(10);
    expect((await listMessages()).length).toBeGreaterThan(0);
    expect(await window.ask('chats.find', { chatId: chat.id, phone: null })).toMatchObject({ draft: 'Half a thought' });
    await until(async () =>
      expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'unauthorized', nextAttemptAt: null }),
    );
    await window.ask('sync.tryNow', {});
    expect(running.service.seen.length).toBe(before);
  });

  it('what is written and done waits, and goes on its way once with the key', async () => {
    window = await app.openWindow();
    const text = 'Written without a key';
    await window.ask('sends.create', { requestId: toRequestId(), phone: chat.phone, text, from: null });
    await window.act(chat.id, { kind: 'pin', isPinned: true });
    await window.ask('drafts.save', { phone: chat.phone, text: 'Another thought' });
    await until(async () => expect((await listMessages()).at(-1)).toMatchObject({ text, mark: 'waiting' }));
    expect(countSent(text)).toBe(0);

    await window.signIn(running.credentials);
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in', isKeyMissing: false });
    await until(() => expect(countSent(text)).toBe(1));
    await until(async () =>
      expect(await window.ask('chats.find', { chatId: chat.id, phone: null })).toMatchObject({
        draft: 'Another thought',
        isPinned: true,
      }),
    );
  });

  it('a wrong key changes nothing, and neither does a service that is away', async () => {
    window = await app.openWindow();
    const wrong = { requestId: toRequestId(), keepsKey: false, ...running.credentials, apiKey: 'wrong' };
    expect(await window.askForError('session.signIn', wrong)).toMatchObject({ code: 'unauthorized' });
    await running.listening.dispose();
    const away = { requestId: toRequestId(), keepsKey: false, ...running.credentials };
    expect(await window.askForError('session.signIn', away)).toMatchObject({ code: 'offline' });
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in', isKeyMissing: true });
    expect((await window.listChats()).total).toBeGreaterThan(10);
  });

  it('SESSION-2: somebody who signed out left nothing to read, also after another restart', async () => {
    window = await app.openWindow();
    expect(await window.ask('session.signOut', { requestId: toRequestId() })).toMatchObject({ state: 'key-needed' });
    await app.closeApps();
    window = await app.openWindow();
    expect(await window.ask('session.get', {})).toMatchObject({
      state: 'key-needed',
      username: running.credentials.username,
      account: null,
    });
    expect(await window.askForError('chats.count', {})).toMatchObject({ code: 'unauthorized' });
    await window.signIn(running.credentials);
    expect(await window.ask('chats.find', { chatId: chat.id, phone: null })).toMatchObject({ draft: 'Half a thought' });
  });
});
