/** What a person is told of, from the service to the window. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BadgeView } from '#shared/domain/desktop.ts';
import type { ChatView, EventPayload } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { BARE_HOST, AppOnDemo, type RunningService, type AppWindow } from './app-on-demo.ts';

describe('texts that deserve a word', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let counts: number[];

  const host = { ...BARE_HOST, setBadge: ({ count }: BadgeView) => counts.push(count) > 0 };

  beforeEach(async () => {
    counts = [];
    app = await AppOnDemo.open();
    running = await app.startService({ live: false });
    window = await app.openWindow(app.toConfig(), host);
    await window.signIn(running.credentials);
    await until(() => {
      const told = window.heard('sync.statusChanged') as EventPayload<'sync.statusChanged'>[];
      expect(told.some(({ status }) => status.lastSyncedAt !== null)).toBe(true);
    });
  });
  afterEach(() => app.dispose());

  const findChat = async (fits: (chat: ChatView) => boolean): Promise<ChatView> =>
    await until(async () => {
      const chat = (await window.listChats()).rows.find(fits);
      expect(chat).toBeDefined();
      return chat as ChatView;
    });
  const told = () =>
    (window.heard('messages.arrived') as EventPayload<'messages.arrived'>[]).flatMap(({ items }) => items);
  const isQuiet = (chat: ChatView): boolean => !chat.isMuted && !chat.isBlocked && chat.unreadCount === 0;

  it('are told once, with the number on the icon as the list counts it; muted chats and the past are not', async () => {
    const chat = await findChat((row) => isQuiet(row) && row.name !== '');
    const muted = await findChat((row) => isQuiet(row) && row.id !== chat.id);
    const action = { kind: 'mute', isMuted: true, hours: null } as const;
    await window.act(muted.id, action);
    expect(told()).toEqual([]);
    running.service.receive({ sender: muted.phone, text: 'Nothing to see' });
    running.service.receive({ sender: chat.phone, text: 'Are you open?' });
    await window.ask('sync.tryNow', {});
    await until(() => expect(told()).toMatchObject([{ chatId: chat.id, name: chat.name, phone: chat.phone }]));
    await window.ask('sync.tryNow', {});
    await until(async () => expect(counts.at(-1)).toBe((await window.ask('chats.count', {})).lamp));
    expect(told()).toHaveLength(1);
  });

  it('are told after a restart where they came while the app was away, and only those', async () => {
    const chat = await findChat(isQuiet);
    running.service.receive({ sender: chat.phone, text: 'The first' });
    await window.ask('sync.tryNow', {});
    await until(() => expect(told()).toHaveLength(1));
    await app.closeApps();
    running.service.receive({ sender: chat.phone, text: 'The second' });
    window = await app.openWindow(app.toConfig(), host);
    await window.signIn(running.credentials);
    await until(() => expect(told()).toMatchObject([{ chatId: chat.id }]));
    await until(async () => {
      const { items } = await window.ask('messages.list', { chatId: chat.id, before: null, limit: 5 });
      expect(items.at(-1)?.key).toBe(told()[0]?.key);
    });
  });
});
