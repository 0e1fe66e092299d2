/** What is kept on this computer, in the whole app: its size, clearing the copy of the service, and how far back it goes. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, SessionView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

const PHONE = '447700900318';

describe('the data that is kept here', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    await untilThere();
  }, 60_000);
  afterEach(async () => {
    await app.dispose();
  });

  async function findChat(): Promise<ChatView> {
    const row = await window.ask('chats.find', { chatId: null, phone: PHONE });
    expect(row?.lastText ?? '').not.toBe('');
    return row as ChatView;
  }
  async function untilThere(): Promise<void> {
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    await until(findChat);
    await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ phase: 'idle' }));
  }
  const clear = (): Promise<SessionView> => window.ask('data.clearCopy', { requestId: toRequestId() });
  const send = (text: string) =>
    window.ask('sends.create', { requestId: toRequestId(), phone: PHONE, text, from: null });
  async function toFolder(): Promise<string> {
    const [account] = (await window.ask('session.get', {})).accounts;
    return path.join(app.folder, 'accounts', account?.accountId ?? 'none');
  }
  const countSent = (text: string): number =>
    running.service.world.outbound.rows.filter((row) => row.text === text).length;

  it('is told by kind, with the size of all files', async () => {
    await window.ask('drafts.save', { phone: PHONE, text: 'Half a thought' });
    const folder = await toFolder();
    await mkdir(path.join(folder, 'media'), { recursive: true });
    await writeFile(path.join(folder, 'media', 'one'), 'a picture');
    const copy = await window.ask('data.get', {});
    const kinds = Object.fromEntries(copy.kinds.map(({ kind, rows, bytes }) => [kind, { rows, bytes }]));
    expect(Object.keys(kinds).sort()).toEqual(
      ['chats', 'messages', 'others', 'own', 'people', 'pictures', 'search'].sort(),
    );
    expect(kinds['messages']?.rows).toBeGreaterThan(100);
    expect(kinds['chats']?.rows).toBeGreaterThan(10);
    expect(kinds['own']?.rows).toBeGreaterThan(0);
    expect(kinds['pictures']?.bytes).toBeGreaterThan(0);
    for (const kind of ['messages', 'search', 'chats', 'people', 'own']) expect(kinds[kind]?.bytes).toBeGreaterThan(0);
    expect(copy.bytes).toBeGreaterThan(kinds['messages']?.bytes ?? Infinity);
    expect(copy.history).toMatchObject({ days: null, isPaused: false });
    expect(copy.kinds.reduce((sum, kind) => sum + kind.bytes, 0)).toBeGreaterThanOrEqual(copy.bytes);
  });

  it('clears the copy and reads it again; what only this computer knows stays, and what waits leaves once', async () => {
    const chat = await findChat();
    running.service.faults.set([{ kind: 'maintenance' }]);
    await send('Not gone out yet');
    await window.ask('drafts.save', { phone: PHONE, text: 'Half a thought' });
    await window.act(chat.id, { kind: 'pin', isPinned: !chat.isPinned });
    await window.ask('settings.set', { theme: 'dark' });
    await until(async () => expect((await window.ask('outbox.get', {})).counts.actions).toBe(1));
    const folder = await toFolder();
    await mkdir(path.join(folder, 'media'), { recursive: true });
    await writeFile(path.join(folder, 'media', 'one'), 'a picture');
    await writeFile(path.join(folder, 'cache.db.damaged-once'), 'texts of the service');

    expect(await clear()).toMatchObject({ state: 'signed-in', isKeyMissing: false, account: { timeFormat: '24h' } });
    expect((await readdir(folder)).filter((name) => name.includes('damaged') || name === 'media')).toEqual([]);
    // The service is still away: nothing of it is here, and everything of one's own.
    expect((await window.listChats()).rows.map(({ phone }) => phone)).toEqual([PHONE]);
    expect((await window.ask('outbox.get', {})).counts).toMatchObject({ waiting: 1, actions: 1, drafts: 1 });
    expect(await window.ask('chats.find', { chatId: null, phone: PHONE })).toMatchObject({ draft: 'Half a thought' });
    expect(await window.ask('settings.get', {})).toMatchObject({ theme: 'dark' });

    running.service.faults.set([]);
    await window.ask('sync.tryNow', {});
    await untilThere();
    await until(() => expect(countSent('Not gone out yet')).toBe(1));
    await until(async () =>
      expect((await window.ask('outbox.get', {})).counts).toMatchObject({ waiting: 0, actions: 0, drafts: 1 }),
    );
    expect(await findChat()).toMatchObject({ id: chat.id, isPinned: !chat.isPinned, draft: 'Half a thought' });
    expect(running.service.world.findChatByPhone(PHONE)?.pinned).toBe(!chat.isPinned);
    expect(countSent('Not gone out yet')).toBe(1);
  });

  it('a text that is leaving while the copy is cleared is sent once and keeps its mark', async () => {
    running.service.faults.set([{ kind: 'delay-after', method: 'POST', path: '/messages', delayMs: 800 }]);
    const { sendId } = await send('In the middle');
    await until(() => expect(countSent('In the middle')).toBe(1));
    await clear();
    running.service.faults.set([]);
    await untilThere();
    await until(async () => {
      const { id: chatId } = await findChat();
      const { items } = await window.ask('messages.list', { chatId, before: null, limit: 100 });
      const mine = items.filter(({ text }) => text === 'In the middle');
      expect(mine).toMatchObject([{ key: `send:${sendId}`, send: { state: 'accepted' } }]);
    });
    expect(countSent('In the middle')).toBe(1);
  });

  it('clears the copy of the demo, too, and it goes on', async () => {
    await window.ask('session.startDemo', { requestId: toRequestId() });
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
    const { total } = await window.listChats();
    expect(await clear()).toMatchObject({ state: 'signed-in', isDemo: true });
    await until(async () => expect((await window.listChats()).total).toBeGreaterThanOrEqual(total));
  });

  it('tells no text anew that was told before the copy was cleared', async () => {
    const listTold = () =>
      (window.heard('messages.arrived') as { readonly items: readonly { readonly key: string }[] }[]).flatMap(
        ({ items }) => items.map(({ key }) => key),
      );
    const before = running.service.receive({ sender: PHONE, text: 'Told once' });
    await window.ask('sync.tryNow', {});
    await until(() => expect(listTold()).toEqual([`in:${String(before?.id)}`]));
    await clear();
    await untilThere();
    const after = running.service.receive({ sender: PHONE, text: 'Told later' });
    await window.ask('sync.tryNow', {});
    await until(() => expect(listTold()).toEqual([`in:${String(before?.id)}`, `in:${String(after?.id)}`]));
  });

  it('knows its health: everything is here once it was read, and nothing just after it was cleared', async () => {
    const read = await until(async () => {
      const health = await window.ask('health.get', {});
      expect(health.chats).toMatchObject({ isWhole: true, historyFromAt: null, withGaps: [] });
      return health;
    });
    expect(read.chats.count).toBeGreaterThan(10);
    expect(read.chats.completeCount).toBe(read.chats.count);
    expect(read.lastSyncedAt).not.toBeNull();
    expect(read.sweeps.find(({ task }) => task === 'chats.active')?.doneAt).not.toBeNull();
    running.service.faults.set([{ kind: 'maintenance' }]);
    await clear();
    const cleared = await window.ask('health.get', {});
    expect(cleared.chats).toMatchObject({ isWhole: false, completeCount: 0 });
    expect(cleared.sweeps.every(({ doneAt }) => doneAt === null)).toBe(true);
  });

  it('nothing is cleared when nobody is signed in', async () => {
    const folder = await toFolder();
    await window.ask('session.signOut', { requestId: toRequestId() });
    expect(await window.askForError('data.clearCopy', { requestId: toRequestId() })).toMatchObject({
      code: 'unauthorized',
    });
    expect(existsSync(path.join(folder, 'cache.db'))).toBe(true);
  });

  it('remembers how far back it is to go, and whether that is paused, over a restart', async () => {
    const choice = { days: 30, isPaused: true } as const;
    expect(await window.ask('data.setHistory', choice)).toMatchObject({ history: choice });
    await app.closeApps();
    window = await app.openWindow();
    expect(await window.ask('data.get', {})).toMatchObject({ history: choice });
  });

  it('is not read again from a copy that was cleared before the app was closed', async () => {
    await window.ask('drafts.save', { phone: PHONE, text: 'Half a thought' });
    running.service.faults.set([{ kind: 'maintenance' }]);
    await clear();
    await app.closeApps();
    window = await app.openWindow();
    expect((await window.listChats()).rows).toEqual([]);
    expect((await window.ask('outbox.get', {})).counts).toMatchObject({ drafts: 1 });
    await window.app.handle('session.dismissNotices', { requestId: toRequestId() });
    running.service.faults.set([]);
    await window.signIn(running.credentials);
    await untilThere();
  });
});
