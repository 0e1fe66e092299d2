/** What the user does outside the page, through the whole app over the demo service; the host plays the desktop. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatView, Target } from '#shared/contract/index.ts';
import { PlayedDesktop } from '#test/support/played-desktop.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, BARE_HOST, toRequestId, type AppWindow, type RunningService } from './app-on-demo.ts';

describe('the desktop around the app', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;
  let desktop: PlayedDesktop;
  let chat: ChatView;
  let other: ChatView;

  const open = async (): Promise<void> => {
    window = await app.openWindow(app.toConfig(), { ...BARE_HOST, kind: 'electron', ...desktop.host });
  };
  /** The app ends; what is done on the desktop afterwards starts it. */
  const end = async (): Promise<void> => {
    await app.closeApps();
    expect(desktop.listeners).toBe(0);
    desktop = new PlayedDesktop();
  };
  const signOut = () => window.ask('session.signOut', { requestId: toRequestId() });
  const take = async (): Promise<Target | null> => (await window.ask('desktop.takeTarget', {})).target;
  const reach = async (target: Target): Promise<void> => {
    await until(() => expect(window.heard('desktop.targetChanged').length).toBeGreaterThan(0));
    expect(await take()).toEqual(target);
    expect(await take()).toBeNull();
  };
  /** The id of the notification of a new text in the chat. */
  const receive = async (text: string, from = chat): Promise<string> => {
    running.service.receive({ sender: from.phone, text });
    await window.ask('sync.tryNow', {});
    return await until(() => {
      const shown = desktop.notifications.find(({ body }) => body === text);
      expect(shown).toBeDefined();
      return shown?.id ?? '';
    });
  };
  const listSent = (text: string) => running.service.world.outbound.rows.filter((row) => row.text === text);

  beforeEach(async () => {
    app = await AppOnDemo.open();
    desktop = new PlayedDesktop();
    running = await app.startService({ live: false });
    await open();
    await window.signIn(running.credentials);
    [chat, other] = await until(async () => {
      const fits = ({ isMuted, isBlocked, isUnsubscribed, unreadCount, phone }: ChatView): boolean =>
        !isMuted && !isBlocked && !isUnsubscribed && unreadCount === 0 && /^\d{8,}$/.test(phone);
      const found = (await window.listChats()).rows.filter(fits);
      expect(found.length).toBeGreaterThan(1);
      return found as [ChatView, ChatView];
    });
    await until(() => expect(desktop.trays.at(-1)?.status).toMatch(/^Live\./));
  });
  afterEach(() => app.dispose());

  it('leads from a click on a notification to its chat, also where the click starts the app', async () => {
    const id = await receive('Are you open?');
    desktop.do({ kind: 'notification-open', id });
    await reach({ kind: 'chat', chatId: chat.id });
    expect(desktop.revealed).toBe(1);

    await end();
    desktop.do({ kind: 'notification-open', id });
    await open();
    await reach({ kind: 'chat', chatId: chat.id });
  });

  it('leads from a link to what it names, also where the link starts the app, and sends nothing', async () => {
    const before = running.service.world.outbound.rows.length;
    desktop.do({ kind: 'link', url: `switchboard:chat/${chat.phone}` });
    await reach({ kind: 'chat', chatId: chat.id });

    await end();
    desktop.do({ kind: 'link', url: 'tel:+447700900318' });
    desktop.do({ kind: 'link', url: 'sms:+447700900319?body=On%20my%20way' });
    await open();
    await reach({ kind: 'new-message', phones: ['447700900319'], text: 'On my way' });
    expect(desktop.revealed).toBe(2);
    expect(running.service.world.outbound.rows).toHaveLength(before);
  });

  it('keeps a link until somebody has signed in', async () => {
    await signOut();
    desktop.do({ kind: 'link', url: 'sms:+447700900319' });
    expect(await take()).toBeNull();
    await window.signIn(running.credentials);
    await reach({ kind: 'new-message', phones: ['447700900319'], text: '' });
  });

  it('drops a target that nobody took when its account leaves', async () => {
    desktop.do({ kind: 'link', url: `switchboard:chat/${chat.phone}` });
    await until(() => expect(window.heard('desktop.targetChanged')).toHaveLength(1));
    await signOut();
    expect(await take()).toBeNull();
    await window.signIn(running.credentials);
    expect(await take()).toBeNull();
  });

  it('opens the window alone for a notification of an account that is not open', async () => {
    const id = await receive('Are you open?');
    await signOut();
    await window.ask('session.startDemo', { requestId: toRequestId() });
    desktop.do({ kind: 'notification-open', id });
    await until(() => expect(desktop.revealed).toBe(1));
    // A later act is done after it: nothing came of the first.
    desktop.do({ kind: 'new-message' });
    await reach({ kind: 'new-message', phones: [], text: '' });
    expect((await window.ask('session.get', {})).isDemo).toBe(true);
  });

  it('sends a reply from a notification once, however often the desktop tells of it', async () => {
    const id = await receive('Shall I come at ten?');
    const reply = { kind: 'notification-reply', id, text: 'Ten is fine' } as const;
    desktop.do(reply);
    desktop.do(reply);
    await until(() => expect(listSent('Ten is fine')).toHaveLength(1));
    await until(async () => {
      const { rows } = await window.listChats();
      expect(rows.find((row) => row.id === chat.id)?.unreadCount).toBe(0);
    });
    desktop.do(reply);
    // Replies leave one after the other: the next one says that nothing is left of this one.
    desktop.do({ kind: 'notification-reply', id: await receive('Bring the lead', other), text: 'With the lead' });
    await until(() => expect(listSent('With the lead')).toHaveLength(1));
    expect(listSent('Ten is fine')).toHaveLength(1);
  });

  it('marks a chat as read from its notification, and the tray tells of it', async () => {
    const before = desktop.trays.at(-1)?.tooltip;
    const id = await receive('Only so you know');
    await until(() => expect(desktop.trays.at(-1)?.tooltip).not.toBe(before));
    expect(desktop.trays.at(-1)?.shape).toBe('unread');
    desktop.do({ kind: 'notification-read', id });
    await until(() => expect(desktop.trays.at(-1)?.tooltip).toBe(before));
  });

  it('pauses notifications from the tray, and shows them again', async () => {
    const until60 = desktop.trays.at(-1)?.pause.choices[0]?.until ?? 0;
    desktop.do({ kind: 'pause', until: until60 });
    await until(() => expect(desktop.trays.at(-1)).toMatchObject({ shape: 'paused', pause: { choices: [] } }));
    expect((await window.ask('settings.get', {})).notificationsPausedUntil).toBe(until60);
    desktop.do({ kind: 'pause', until: null });
    await until(() => expect(desktop.trays.at(-1)?.pause.choices).toHaveLength(2));
    expect((await window.ask('settings.get', {})).notificationsPausedUntil).toBeNull();
    expect(desktop.revealed).toBe(0);
  });

  it('tells in the tray when nobody is signed in', async () => {
    await signOut();
    await until(() => expect(desktop.trays.at(-1)).toMatchObject({ shape: 'offline', status: 'Signed out' }));
  });
});
