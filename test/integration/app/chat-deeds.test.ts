/** What people do with chats beyond single operations: take back, snooze, keep lists, export, jump, have texted again. */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { unsubscribe } from '#main/demo/behaviour/subscriptions.ts';
import type { DemoService } from '#main/demo/service.ts';
import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { SyncedApp, type ChatOperation } from './synced-app.ts';
import { toRequestId } from './app-on-demo.ts';

let synced: SyncedApp;

afterEach(() => synced.dispose());

const open = async (prepare?: ChatOperation['prepare']): Promise<SyncedApp> => (synced = await SyncedApp.open(prepare));
const undo = (undoId: string | null) =>
  synced.window.ask('chats.undo', { requestId: toRequestId(), undoId: undoId ?? '' });
const find = async (chat: ChatView) => (await synced.show([chat]))[0];
const countActions = async () => (await synced.window.ask('outbox.get', {})).counts.actions;
const open1 = async (fits?: (chat: ChatView) => boolean): Promise<ChatView> => {
  const [chat] = await synced.pick(1, {}, fits);
  if (chat === undefined) throw new Error('There is no such chat');
  return chat;
};
const countPosts = (path: RegExp): number =>
  synced.service.seen.filter((one) => one.method === 'POST' && path.test(one.path)).length;

describe('taking back', () => {
  it('a deletion before its time means that nobody heard of it', async () => {
    await open();
    const chats = await synced.pick(2);
    const ids = chats.map(({ id }) => id);
    const { undoId, count } = await synced.window.act(ids, { kind: 'status', status: 'deleted' });
    expect(count).toBe(2);
    expect((await synced.window.listChats('deleted')).rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(await undo(undoId)).toEqual({ count: 2 });
    expect(await synced.show(chats)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    await until(async () => expect(await countActions()).toBe(0));
    expect(countPosts(/\/chats\/delete$/)).toBe(0);
    expect(synced.listAtService(chats)).toMatchObject([{ status: 'a' }, { status: 'a' }]);
    const again = { requestId: toRequestId(), undoId: undoId ?? '' };
    expect(await synced.window.askForError('chats.undo', again)).toMatchObject({ code: 'not-found' });
  });

  it('what the service did already makes it do the other way round', async () => {
    await open();
    const chats = await synced.pick(3, {}, ({ isPinned }) => !isPinned);
    const { undoId } = await synced.window.act(
      chats.map(({ id }) => id),
      { kind: 'status', status: 'closed' },
    );
    const expectStatus = (status: string) => () =>
      expect(synced.listAtService(chats).map((chat) => chat.status)).toEqual([status, status, status]);
    await until(expectStatus('c'));
    expect(await undo(undoId)).toEqual({ count: 3 });
    expect(await synced.show(chats)).toMatchObject(chats.map(() => ({ status: 'active' })));
    await until(expectStatus('a'));
  });

  it('restores the unread count of each chat, also after the service has counted one', async () => {
    await open(({ world }) => {
      for (const [index, chat] of world.chats.rows
        .filter(({ status }) => status === 'a')
        .slice(0, 2)
        .entries())
        chat.unread = index === 0 ? 9 : 2;
    });
    const before = (await synced.window.listChats('open', ['unread'])).rows as ChatView[];
    expect(before.map(({ unreadCount }) => unreadCount)).toEqual(expect.arrayContaining([9, 2]));
    const { undoId } = await synced.window.act(
      before.map(({ id }) => id),
      { kind: 'read', isRead: true },
    );
    const expectAtService = (unread: number) => () =>
      expect(synced.listAtService(before)).toMatchObject(before.map(() => ({ unread })));
    const numbers = before.map(({ id, unreadCount }) => ({ id, unreadCount }));
    await until(expectAtService(0));
    await until(async () => expect(await countActions()).toBe(0));
    expect(await undo(undoId)).toEqual({ count: before.length });
    expect(await synced.show(before)).toMatchObject(numbers);
    await until(expectAtService(1));
    await until(async () => expect(await countActions()).toBe(0));
    const [first] = before as [ChatView];
    await synced.window.ask('chats.open', { chatId: first.id });
    expect(await synced.show(before)).toMatchObject(numbers);
  });

  it('leaves alone what happened to a chat since', async () => {
    await open();
    const [first, second] = (await synced.pick(2)) as [ChatView, ChatView];
    const { undoId } = await synced.window.act([first.id, second.id], { kind: 'status', status: 'closed' });
    await synced.window.act(second.id, { kind: 'status', status: 'deleted' });
    expect(await undo(undoId)).toEqual({ count: 1 });
    expect(await synced.show([first, second])).toMatchObject([{ status: 'active' }, { status: 'deleted' }]);
  });

  it('shows deleted messages again, and the service never deletes them', async () => {
    await open();
    const chat = await open1(({ lastDirection }) => lastDirection === 'in');
    const list = async () =>
      (await synced.window.ask('messages.list', { chatId: chat.id, before: null, limit: 50 })).items.map(
        ({ key }) => key,
      );
    const before = await list();
    const keys = before.slice(-1);
    const input = { requestId: toRequestId(), chatId: chat.id, keys };
    const { undoId } = await synced.window.ask('messages.delete', input);
    expect(await list()).toEqual(before.slice(0, -1));
    expect((await find(chat))?.lastText).not.toBe(chat.lastText);
    expect(await undo(undoId)).toEqual({ count: 1 });
    expect(await list()).toEqual(before);
    expect((await find(chat))?.lastText).toBe(chat.lastText);
    await until(async () => expect(await countActions()).toBe(0));
    expect(countPosts(/\/messages\/delete$/)).toBe(0);
  });
});

describe('everything of a list', () => {
  it('but for what was unchecked is acted on', async () => {
    await open();
    const scope: ChatScope = { shelf: 'open', marks: ['unread'], listId: null };
    const { rows, total } = await synced.window.listChats('open', ['unread']);
    const [kept] = rows as [ChatView];
    const target = { kind: 'scope' as const, scope, except: [kept.id] };
    const action = { kind: 'read', isRead: true } as const;
    const done = await synced.window.ask('chats.applyAction', { requestId: toRequestId(), target, action });
    expect(done.count).toBe(total - 1);
    expect(await synced.window.listChats('open', ['unread'])).toMatchObject({ total: 1, rows: [{ id: kept.id }] });
    await until(() => {
      const unread = synced.service.world.chats.rows.filter((chat) => chat.status === 'a' && chat.unread > 0);
      expect(unread.map(({ id }) => id)).toEqual([kept.id]);
    });
  });
});

describe('blocking', () => {
  it('goes to the service, and back', async () => {
    await open();
    const chat = await open1(({ contactId, isBlocked }) => contactId !== null && !isBlocked);
    const isBlocked = (): boolean | undefined => synced.service.world.findContactByPhone(chat.phone)?.blocked;
    await synced.window.act(chat.id, { kind: 'block', isBlocked: true });
    expect(await find(chat)).toMatchObject({ isBlocked: true });
    await until(() => expect(isBlocked()).toBe(true));
    await synced.window.act(chat.id, { kind: 'block', isBlocked: false });
    expect(await find(chat)).toMatchObject({ isBlocked: false });
    await until(() => expect(isBlocked()).toBe(false));
  });
});

describe('a snoozed chat', () => {
  it('is in a list of its own until its time, also over a restart, and the service knows nothing of it', async () => {
    await open();
    const { rows } = await synced.window.listChats();
    const chat = rows.findLast(({ isPinned }) => !isPinned) as ChatView;
    const posts = countPosts(/./);
    const before = await synced.window.ask('chats.count', {});
    const endsAt = Date.now() + 3_600_000;
    await synced.window.act(chat.id, { kind: 'snooze', until: endsAt });
    expect(await synced.window.listChats('snoozed')).toMatchObject({ total: 1, rows: [{ id: chat.id }] });
    expect(await synced.window.ask('chats.count', {})).toMatchObject({ open: before.open - 1, snoozed: 1 });
    await synced.restart();
    expect(await find(chat)).toMatchObject({ snoozedUntil: endsAt });
    // An hour later: how it comes back while the app is open is tested by the fake clock of unit/services/snoozes.
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: endsAt });
    await synced.restart();
    await until(async () => expect(await find(chat)).toMatchObject({ snoozedUntil: null }));
    expect((await find(chat))?.returnedAt).toEqual(expect.any(Number));
    expect(await synced.window.listChats('snoozed')).toMatchObject({ total: 0 });
    expect((await synced.window.listChats()).rows.find(({ isPinned }) => !isPinned)?.id).toBe(chat.id);
    expect(countPosts(/./)).toBe(posts);
  });

  it('comes back when they write', async () => {
    await open();
    const chat = await open1();
    await synced.window.act(chat.id, { kind: 'snooze', until: Date.now() + 3_600_000 });
    expect((await find(chat))?.snoozedUntil).not.toBeNull();
    synced.service.receive({ sender: chat.phone, text: 'One more thing' });
    await until(async () => {
      await synced.window.ask('sync.tryNow', {});
      expect(await find(chat)).toMatchObject({ snoozedUntil: null, lastText: 'One more thing' });
    });
  });

  it('comes back when the snooze is taken back, as if it had never been', async () => {
    await open();
    const chat = await open1();
    const { undoId } = await synced.window.act(chat.id, { kind: 'snooze', until: Date.now() + 3_600_000 });
    expect(await undo(undoId)).toEqual({ count: 1 });
    expect(await find(chat)).toMatchObject({ snoozedUntil: null, returnedAt: chat.returnedAt });
  });
});

describe('saved views', () => {
  it('are kept with their counts, in an order, and told', async () => {
    await open();
    const scope: ChatScope = { shelf: 'open', marks: ['unread'], listId: null };
    const save = (name: string) => {
      const view = { id: null, name, icon: 'star', scope, sort: 'waiting', keys: null } as const;
      return synced.window.ask('views.save', { requestId: toRequestId(), view });
    };
    const [first] = await save('To answer');
    const views = await save('Later');
    expect(views.map(({ name }) => name)).toEqual(['To answer', 'Later']);
    const counts = await synced.window.ask('chats.count', {});
    expect(counts.views).toContainEqual({ id: first?.id, count: counts.unread });
    const ids = views.map(({ id }) => id).toReversed();
    const ordered = await synced.window.ask('views.order', { requestId: toRequestId(), ids });
    expect(ordered.map(({ name }) => name)).toEqual(['Later', 'To answer']);
    await synced.window.ask('views.remove', { requestId: toRequestId(), id: first?.id ?? '' });
    expect(await synced.window.ask('views.list', {})).toMatchObject([{ name: 'Later' }]);
    await until(() => expect(synced.window.heard('views.changed').length).toBeGreaterThan(0));
  });

  it('can ask for the people of a list', async () => {
    await open();
    const lists = await synced.window.ask('lists.list', {});
    expect(lists.length).toBeGreaterThan(0);
    const names = synced.service.world.lists.rows.map(({ name }) => name);
    for (const { name } of lists) expect(names).toContain(name);
  });
});

describe('a conversation', () => {
  it.each(['text', 'csv'] as const)('is exported whole as %s', async (format) => {
    await open();
    const chat = await open1(({ lastText }) => lastText.length > 3);
    const input = { requestId: toRequestId(), chatId: chat.id, format };
    await until(async () => {
      await synced.window.ask('chats.open', { chatId: chat.id });
      const exported = await synced.window.ask('chats.export', { ...input, requestId: toRequestId() });
      expect(exported.isComplete).toBe(true);
      expect(exported.messagesCount).toBeGreaterThan(0);
      const reply = await synced.window.app.getFile(exported.handle);
      const file = reply.ok ? reply.value : null;
      expect(file?.name).toContain(chat.phone);
      const content = await readFile(file?.path ?? '', 'utf8');
      const texts = synced.service.world.threads
        .list(chat.phone)
        .flatMap((one) => (one.kind === 'in' ? [one.text] : []));
      for (const text of texts) expect(content).toContain(text.split('\n')[0]?.slice(0, 30).replaceAll('"', ''));
    });
  });

  it('is jumped into by a day, of which the service is asked for what is missing', async () => {
    await open();
    const chat = await open1();
    const items = synced.service.world.threads.list(chat.phone).filter(({ kind }) => kind === 'in' || kind === 'out');
    const [oldest] = items;
    const found = await synced.window.ask('messages.findAt', { chatId: chat.id, at: oldest?.at ?? 0 });
    expect(found).toEqual({ key: `${oldest?.kind ?? ''}:${String(oldest?.id)}`, isCertain: true });
    const future = await synced.window.ask('messages.findAt', { chatId: chat.id, at: Date.now() + 86_400_000 });
    expect(future.key).toBeNull();
    const details = await synced.window.ask('messages.getDetails', { chatId: chat.id, key: found.key ?? '' });
    expect(details).toMatchObject({ canDelete: true });
  });

  it('is searched at the service too', async () => {
    await open();
    const chat = await open1();
    const [oldest] = synced.service.world.threads
      .list(chat.phone)
      .filter((one) => one.kind === 'in' && one.text.length > 5);
    const query = oldest?.kind === 'in' ? oldest.text.slice(0, 20).trim() : '';
    const { key } = await synced.window.ask('search.findInChat', { chatId: chat.id, query });
    expect(key).toMatch(/^(?:in|out):\d+$/);
    const around = await synced.window.ask('messages.listAround', { chatId: chat.id, key: key ?? '', limit: 5 });
    expect(around.items.find((item) => item.key === key)?.text).toContain(query);
    const none = await synced.window.ask('search.findInChat', { chatId: chat.id, query: 'nobody ever said this' });
    expect(none).toEqual({ key: null });
  });
});

describe('closing all read chats', () => {
  it('leaves pinned chats and chats with a draft or a failed text open, here and at the service', async () => {
    await open();
    const isHeld = ({ isPinned, draft, hasFailed }: ChatView): boolean => isPinned || draft !== null || hasFailed;
    const chats = await synced.pick(3, { marks: ['read'] }, (chat) => !isHeld(chat));
    const [pinned, written] = chats;
    await synced.window.act([pinned?.id ?? 0], { kind: 'pin', isPinned: true });
    await synced.window.ask('drafts.save', { phone: written?.phone ?? '', text: 'Half a thought' });
    const { count, keptCount } = await synced.window.ask('chats.applyAction', {
      ...{ requestId: toRequestId(), target: { kind: 'all-read' } },
      action: { kind: 'status', status: 'closed' },
    });
    const left = (await synced.window.listChats('open', ['read'])).rows as ChatView[];
    expect(left.every(isHeld)).toBe(true);
    expect(keptCount).toBe(left.length);
    expect(count).toBeGreaterThan(0);
    expect((await synced.show(chats)).map((chat) => chat?.status)).toEqual(['active', 'active', 'closed']);
    await until(async () => expect(await countActions()).toBe(0));
    expect(synced.listAtService(chats).map(({ status }) => status)).toEqual(['a', 'a', 'c']);
    expect(synced.listAtService(left).every(({ status }) => status === 'a')).toBe(true);
  });
});

describe('somebody who unsubscribed', () => {
  const prepare =
    (byAccount: boolean) =>
    ({ world, clock }: DemoService): void => {
      const chat = world.chats.rows.find(({ status, phone }) => status === 'a' && /^44/.test(phone));
      unsubscribe(world, chat?.phone ?? '', { nowAt: clock.nowAt(), byAccount });
    };

  it('is texted again when they ask for it', async () => {
    await open(prepare(true));
    const chat = await until(() => open1(({ isUnsubscribed }) => isUnsubscribed));
    const before = synced.markSeen();
    await synced.window.ask('people.resubscribe', { requestId: toRequestId(), phone: chat.phone });
    await until(async () => {
      expect(await find(chat)).toMatchObject({ isUnsubscribed: false });
      // Both places where it stands are read anew.
      expect(synced.hasAnswered('GET /chats/{id}', before)).toBe(true);
      expect(synced.hasAnswered('GET /unsubscribers', before)).toBe(true);
    });
    expect(synced.service.world.unsubscribed.rows.map(({ phone }) => phone)).not.toContain(chat.phone);
  });

  it('has to say so to the service themselves where they wrote STOP', async () => {
    await open(prepare(false));
    const chat = await until(() => open1(({ isUnsubscribed }) => isUnsubscribed));
    const input = { requestId: toRequestId(), phone: chat.phone };
    expect(await synced.window.askForError('people.resubscribe', input)).toMatchObject({ code: 'forbidden' });
    expect(await find(chat)).toMatchObject({ isUnsubscribed: true });
  });
});
