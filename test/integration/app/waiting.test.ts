import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, OutboxView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

describe('what waits on this computer', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let chats: ChatView[];

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    // Once all is read: the messages of each chat are here, and no answer on its way says later that the service is there.
    await until(async () => {
      expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
    const { rows } = await window.listChats();
    expect(rows.length).toBeGreaterThan(10);
    chats = rows.filter(({ isUnsubscribed, isBlocked, name }) => !isUnsubscribed && !isBlocked && name !== '');
  });
  afterEach(() => app.dispose());

  const getOutbox = (): Promise<OutboxView> => window.ask('outbox.get', {});
  const getChat = (index: number): ChatView => chats[index] as ChatView;
  const write = (index: number, text: string) =>
    window.ask('sends.create', { requestId: toRequestId(), phone: getChat(index).phone, text, from: null });

  /** The service is closed, and the app knows: nothing is on its way any more. */
  const goAway = async (): Promise<void> => {
    running.service.faults.set([{ kind: 'maintenance' }]);
    await until(async () => {
      await window.ask('sync.tryNow', {});
      expect((await window.ask('sync.getStatus', {})).link).not.toBe('online');
    });
  };

  /** As soon as it is not being tried. */
  const discard = (sendId: string) => until(() => window.ask('sends.discard', { requestId: toRequestId(), sendId }));

  it('is told while the service is away, in order and by name, and is nothing once all has left', async () => {
    running.service.faults.set([{ kind: 'maintenance' }]);
    await write(0, 'First');
    await write(1, 'Second');
    const action = { kind: 'pin', isPinned: !getChat(2).isPinned } as const;
    await window.act(getChat(2).id, action);
    await window.ask('drafts.save', { phone: getChat(3).phone, text: 'Half a word' });

    const waiting = await getOutbox();
    expect(waiting.counts).toEqual({ waiting: 2, checking: 0, stopped: 0, actions: 1, drafts: 1 });
    expect(waiting.sends).toMatchObject([
      { text: 'First', name: getChat(0).name, chatId: getChat(0).id },
      { text: 'Second', name: getChat(1).name, chatId: getChat(1).id },
    ]);
    expect(waiting.actions).toMatchObject([
      { chatId: getChat(2).id, name: getChat(2).name, kind: action.isPinned ? 'pin' : 'unpin' },
    ]);

    // Events are told in batches, a moment after what they are about.
    const countTold = (): number => window.heard('outbox.changed').length;
    await until(() => expect(countTold()).toBeGreaterThan(0));
    const told = countTold();
    running.service.faults.set([]);
    await until(async () => {
      await window.ask('sync.tryNow', {});
      expect((await getOutbox()).counts).toEqual({ waiting: 0, checking: 0, stopped: 0, actions: 0, drafts: 1 });
    });
    await until(() => expect(countTold()).toBeGreaterThan(told));
    const texts = running.service.world.outbound.rows.map(({ text }) => text);
    expect(texts.filter((text) => text === 'First' || text === 'Second')).toHaveLength(2);
  });

  it('is cancelled one by one, until nothing waits and every chat is as it was', async () => {
    await goAway();
    const before = getChat(2);
    await write(0, 'First');
    const actions = [
      { kind: 'pin', isPinned: !before.isPinned },
      { kind: 'mute', isMuted: !before.isMuted, hours: null },
      { kind: 'status', status: 'closed' },
    ] as const;
    for (const action of actions) await window.act(before.id, action);
    const { items } = await window.ask('messages.list', { chatId: getChat(3).id, before: null, limit: 20 });
    const message = items.find(({ kind, send }) => kind === 'text' && send === null);
    await window.ask('messages.delete', {
      requestId: toRequestId(),
      chatId: getChat(3).id,
      keys: [message?.key ?? ''],
    });

    const waiting = await getOutbox();
    expect(waiting.counts).toMatchObject({ waiting: 1, actions: 4 });
    expect(new Set(waiting.actions.map(({ kind }) => kind))).toContain('delete-messages');
    for (const { waitingId } of waiting.actions) {
      const cancelled = await window.ask('outbox.cancel', { requestId: toRequestId(), waitingId });
      expect(cancelled).toEqual({ isCancelled: true });
    }
    await discard(waiting.sends[0]?.sendId ?? '');
    expect((await getOutbox()).counts).toMatchObject({ waiting: 0, actions: 0 });
    const { isPinned, isMuted, status } = before;
    expect(await window.ask('chats.find', { chatId: before.id, phone: null })).toMatchObject({
      ...{ isPinned, isMuted, status },
    });
    const after = await window.ask('messages.list', { chatId: getChat(3).id, before: null, limit: 20 });
    expect(after.items.map(({ key }) => key)).toContain(message?.key);
    expect(await window.askForError('outbox.cancel', { requestId: toRequestId(), waitingId: 'x' })).toMatchObject({
      code: 'not-found',
    });
  });

  it('does not have what was done to a chat that has only a draft', async () => {
    await goAway();
    const { chatId } = await window.ask('sends.create', {
      ...{ requestId: toRequestId(), phone: '+447700900999', text: 'Hello', from: null },
    });
    const [held] = (await getOutbox()).sends;
    await discard(held?.sendId ?? '');
    await window.ask('drafts.save', { phone: '447700900999', text: 'Hello' });
    const { undoId } = await window.ask('chats.applyAction', {
      requestId: toRequestId(),
      target: { kind: 'chats', chatIds: [chatId] },
      action: { kind: 'status', status: 'closed' },
    });
    expect((await getOutbox()).counts.actions).toBe(0);
    await window.ask('chats.undo', { requestId: toRequestId(), undoId: undoId ?? '' });
    expect((await getOutbox()).counts).toMatchObject({ waiting: 0, actions: 0 });
    expect(await window.ask('chats.find', { chatId, phone: null })).toMatchObject({ status: 'active' });
  });

  it('is one text where a page asks again under the same id after a restart', async () => {
    running.service.faults.set([{ kind: 'maintenance' }]);
    const send = { requestId: toRequestId(), phone: getChat(0).phone, text: 'Kept by the page', from: null };
    const first = await window.ask('sends.create', send);
    await app.closeApps();
    running.service.faults.set([]);
    window = await app.openWindow();
    await window.signIn(running.credentials);
    expect(await window.ask('sends.create', send)).toEqual(first);
    const listTaken = (): readonly string[] =>
      running.service.world.outbound.rows.map(({ text }) => text).filter((text) => text === send.text);
    await until(async () => {
      await window.ask('sync.tryNow', {});
      expect((await getOutbox()).counts.waiting).toBe(0);
    });
    expect(await window.ask('sends.create', send)).toEqual(first);
    expect(listTaken()).toHaveLength(1);
  });

  it('is still known after a restart without a service', async () => {
    running.service.faults.set([{ kind: 'maintenance' }]);
    await write(0, 'First');
    const before = await getOutbox();
    await app.closeApps();
    await running.listening.dispose();
    window = await app.openWindow();
    await until(async () => {
      const reply = await window.app.handle('outbox.get', {});
      expect(reply).toMatchObject({ ok: true, value: { counts: before.counts } });
    });
  });
});
