import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, MessageView } from '#shared/contract/index.ts';
import { isFull } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

describe('the inbox over a service', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open();
  });
  afterEach(async () => {
    await app.dispose();
  });

  async function open(options: Parameters<AppOnDemo['startService']>[0] = {}): Promise<ChatView> {
    running = await app.startService(options);
    window = await app.openWindow();
    await window.signIn(running.credentials);
    return await until(async () => {
      const { rows } = await window.listChats();
      expect(rows.length).toBeGreaterThan(10);
      const row = rows.find((chat) => chat.phone === '447700900318');
      expect(row).toBeDefined();
      return row as ChatView;
    });
  }

  const listMessages = async (chatId: number): Promise<MessageView[]> =>
    (await window.ask('messages.list', { chatId, before: null, limit: 100 })).items;
  const listSent = (text: string) => running.service.world.outbound.rows.filter((row) => row.text === text);

  it('shows chats with names, unread counts and the newest text first', async () => {
    await open();
    const { total, rows } = await window.listChats();
    const counts = await window.ask('chats.count', {});
    expect(total).toBe(counts.open);
    expect(counts.unread).toBe(rows.filter((row) => row.unreadCount > 0).length);
    const unpinned = rows.filter((row) => !row.isPinned).map((row) => row.lastAt ?? 0);
    expect(unpinned).toEqual([...unpinned].sort((a, b) => b - a));
    expect(rows.some((row) => row.name !== '')).toBe(true);
  });

  it('carries a reply to the service once: at once in the thread, accepted, then delivered', async () => {
    const chat = await open();
    const text = 'Yes, breakfast is fine.';
    running.service.setOutcome(chat.phone, 'd');
    const input = { requestId: toRequestId(), phone: chat.phone, text, from: null };
    const { sendId, chatId } = await window.ask('sends.create', input);
    expect(chatId).toBe(chat.id);
    expect((await listMessages(chat.id)).at(-1)).toMatchObject({ key: `send:${sendId}`, text });
    // The page lost the answer and asks again: not a second act.
    expect(await window.ask('sends.create', input)).toEqual({ sendId, chatId });

    await until(async () => {
      const mine = (await listMessages(chat.id)).filter((message) => message.text === text);
      expect(mine).toMatchObject([
        { key: `send:${sendId}`, mark: 'delivered', send: { state: 'accepted', attempts: 1 } },
      ]);
    });
    expect(listSent(text)).toHaveLength(1);
    const told = window.heard('messages.changed') as { readonly chatIds: readonly number[] }[];
    expect(told.some(({ chatIds }) => chatIds.includes(chat.id))).toBe(true);
  });

  it('is not a second send when the app was restarted before the page asked again', async () => {
    const chat = await open();
    const input = { requestId: toRequestId(), phone: chat.phone, text: 'Only once.', from: null };
    const first = await window.ask('sends.create', input);
    await until(() => expect(listSent('Only once.')).toHaveLength(1));
    await app.closeApps();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    expect(await window.ask('sends.create', input)).toEqual(first);
    await until(async () => {
      const mine = (await listMessages(chat.id)).filter((message) => message.text === 'Only once.');
      expect(mine).toMatchObject([{ send: { state: 'accepted' } }]);
    });
    expect(listSent('Only once.')).toHaveLength(1);
  });

  it('keeps a reply written while the service is away, and sends it once when it is back', async () => {
    const chat = await open();
    running.service.faults.set([{ kind: 'maintenance', retryAfterSeconds: 1 }]);
    const input = { requestId: toRequestId(), phone: chat.phone, text: 'When you can.', from: null };
    await window.ask('sends.create', input);
    await until(async () => {
      const mine = (await listMessages(chat.id)).at(-1);
      expect(mine).toMatchObject({ text: 'When you can.', mark: 'waiting', send: { state: 'queued' } });
      expect(mine?.send?.problem?.code).toBe('maintenance');
    });
    running.service.faults.set([]);
    await window.ask('sync.tryNow', {});
    await until(() => expect(listSent('When you can.')).toHaveLength(1));
    await until(async () => expect((await listMessages(chat.id)).at(-1)?.send?.state).toBe('accepted'));
    expect(listSent('When you can.')).toHaveLength(1);
  });

  it('says that it was asked to slow down, and until when, while everything waits for it', async () => {
    await open();
    await until(async () => {
      expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
    running.service.faults.set([{ kind: 'status', status: 429, retryAfterSeconds: 3, times: 1 }]);
    const askedAt = Date.now();
    await window.ask('sync.tryNow', {});
    await until(async () => {
      const status = await window.ask('sync.getStatus', {});
      expect(status.link).toBe('slowed');
      expect(status.nextAttemptAt).toBeGreaterThan(askedAt + 2_000);
    });
    await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online' }));
    // Events are gathered for a moment: the last one may come after the answer above.
    await until(() => {
      const told = window.heard('sync.statusChanged') as { readonly status: { readonly link: string } }[];
      expect(told.map(({ status }) => status.link)).toContain('slowed');
      expect(told.at(-1)?.status.link).toBe('online');
    });
  });

  it('keeps everything while the key is refused, and goes on with a new one', async () => {
    const chat = await open();
    running.service.faults.set([{ kind: 'status', status: 401 }]);
    await window.ask('sync.tryNow', {});
    await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'unauthorized' }));
    const input = { requestId: toRequestId(), phone: chat.phone, text: 'Kept here.', from: null };
    await window.ask('sends.create', input);
    expect((await window.listChats()).total).toBeGreaterThan(10);
    expect(await window.ask('session.get', {})).toMatchObject({ state: 'signed-in' });
    running.service.faults.set([]);
    await window.signIn(running.credentials);
    await until(() => expect(listSent('Kept here.')).toHaveLength(1));
    await until(async () => expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online' }));
  });

  it('shows an inbound text by itself: unread goes up, the chat moves to the top', async () => {
    await open();
    const { rows } = await window.listChats();
    const chat = rows.findLast((row) => !row.isPinned && row.contactId !== null) as ChatView;
    const before = await window.ask('chats.count', {});
    running.service.receive({ sender: chat.phone, text: 'Are you open?' });
    await window.ask('sync.tryNow', {});
    await until(async () => {
      const unpinned = (await window.listChats()).rows.filter((row) => !row.isPinned);
      expect(unpinned[0]).toMatchObject({
        id: chat.id,
        lastText: 'Are you open?',
        lastDirection: 'in',
        unreadCount: chat.unreadCount + 1,
      });
    });
    const after = await window.ask('chats.count', {});
    expect(after.unread).toBe(before.unread + (chat.unreadCount === 0 ? 1 : 0));
    await until(async () => {
      expect((await listMessages(chat.id)).at(-1)).toMatchObject({ text: 'Are you open?', direction: 'in' });
    });
  });

  it('opens a chat for a number that never had one, and keeps it one chat', async () => {
    await open();
    const phone = '447700900555';
    const { chatId } = await window.ask('sends.create', {
      requestId: toRequestId(),
      phone: '+44 7700 900555',
      text: 'Hello there',
      from: null,
    });
    expect(chatId).toBeLessThan(0);
    expect(await listMessages(chatId)).toMatchObject([{ text: 'Hello there' }]);
    await until(async () => {
      const found = await window.ask('chats.find', { chatId: null, phone });
      expect(found?.id).toBeGreaterThan(0);
      expect(found?.lastText).toBe('Hello there');
    });
    const rows = (await window.listChats()).rows.filter((row) => row.phone === phone);
    expect(rows).toHaveLength(1);
    expect(listSent('Hello there')).toHaveLength(1);
  });

  it('refuses a number that cannot be one, with a word for the field', async () => {
    await open();
    const error = await window.askForError('sends.create', {
      requestId: toRequestId(),
      phone: '12',
      text: 'Hello',
      from: null,
    });
    expect(error).toMatchObject({ code: 'validation', fields: { phone: ['too-short'] } });
  });

  it.each([
    [{ kind: 'pin', isPinned: true }, { pinned: true }],
    [{ kind: 'mute', isMuted: true, hours: null }, { muted: true }],
    [{ kind: 'status', status: 'closed' }, { status: 'c' }],
    [{ kind: 'read', isRead: false }, { unread: 1 }],
  ] as const)('shows %o at once and tells the service', async (action, atService) => {
    await open();
    const { rows } = await window.listChats();
    const chat = rows.find((row) => !row.isPinned && !row.isMuted && row.unreadCount === 0) as ChatView;
    await window.act(chat.id, action);
    await until(() => expect(running.service.world.findChatByPhone(chat.phone)).toMatchObject(atService));
  });

  it('says that there is no such chat', async () => {
    await open();
    const action = { kind: 'pin', isPinned: true } as const;
    const target = { kind: 'chats' as const, chatIds: [5] };
    const input = { requestId: toRequestId(), target, action };
    expect(await window.askForError('chats.applyAction', input)).toMatchObject({ code: 'not-found' });
    const page = { chatId: 5, before: null, limit: 10 };
    expect(await window.askForError('messages.list', page)).toMatchObject({ code: 'not-found' });
  });

  it('fetches what lies above the cache of a chat', async () => {
    const chat = await open();
    const { isCompleteBefore } = await window.ask('messages.fetchOlder', { chatId: chat.id });
    expect(typeof isCompleteBefore).toBe('boolean');
  });

  it('finds people by name and by digits', async () => {
    await open();
    await until(async () => {
      const byName = await window.ask('people.suggest', { query: 'Deborah' });
      expect(byName).toContainEqual(expect.objectContaining({ phone: '447700900318' }));
    });
    const byDigits = await window.ask('people.suggest', { query: '900318' });
    expect(byDigits).toContainEqual(expect.objectContaining({ phone: '447700900318' }));
    await until(async () => {
      const contact = await window.ask('contacts.find', { contactId: null, phone: '447700900318' });
      expect(contact).toMatchObject({ phone: '447700900318', name: 'Deborah Okonkwo' });
    });
  });

  it('shows a picture that somebody sent', async () => {
    const chat = await open();
    const files = [{ id: 70_001, name: 'cat.png', originalName: 'cat.png', size: 9_400, width: 64, height: 48 }];
    running.service.receive({ sender: chat.phone, text: '', files });
    await window.ask('sync.tryNow', {});
    await window.ask('chats.open', { chatId: chat.id });
    const mediaId = await until(async () => {
      const found = (await listMessages(chat.id)).flatMap((message) => message.files).find((file) => file.mediaId);
      expect(found?.mediaId).toEqual(expect.any(String));
      return found?.mediaId ?? '';
    });
    const picture = await window.app.getMedia(mediaId);
    expect(picture).toMatchObject({ ok: true, value: { mimeType: 'image/png' } });
    // Kept: it needs no service the second time.
    await running.listening.dispose();
    expect(await window.app.getMedia(mediaId)).toMatchObject({ ok: true });
  });

  const answers = [
    ['spec', false],
    ['spec', true],
    ['sdk', true],
  ] as const;
  it.each(answers.filter(([shapes, quirks]) => isFull || (shapes === 'sdk') === quirks))(
    'understands answers of shape %s, odd ones too: %s',
    async (shapes, quirks) => {
      const chat = await open({ shapes, quirks });
      await window.ask('chats.open', { chatId: chat.id });
      for (const row of (await window.listChats()).rows) await listMessages(row.id);
      await until(async () => {
        expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
      });
      expect((await window.listChats('closed')).total).toBeGreaterThan(0);
    },
  );

  it('keeps settings with the account', async () => {
    await open();
    await window.ask('settings.set', { theme: 'dark' });
    await until(() => expect(window.heard('settings.changed')).toHaveLength(1));
    await app.closeApps();
    window = await app.openWindow();
    expect(await window.ask('settings.get', {})).toMatchObject({ theme: 'dark', enterSends: true });
  });

  it('numbers its events without a gap', async () => {
    const chat = await open();
    await window.ask('drafts.save', { phone: chat.phone, text: 'x' });
    await until(() => expect(window.events.length).toBeGreaterThan(5));
    const numbers = window.events.map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(window.app.sequence).toBe(numbers.at(-1));
  });
});
