import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NotificationView } from '#shared/contract/index.ts';
import { PageNotifications } from '#renderer/app/page-notifications.svelte.ts';
import { Router } from '#renderer/app/router.svelte.ts';
import { Session } from '#renderer/app/session.svelte.ts';
import { DesktopFacts } from '#renderer/app/desktop-facts.svelte.ts';
import { FakeBridge, buildChat } from '#test/support/fake-bridge.ts';
import { PageStorage } from '#test/support/page-storage.ts';
import { runEffect } from '#test/support/run-effect.svelte.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

/** The notifications of a browser. */
class StandingNotification extends EventTarget {
  static all: StandingNotification[] = [];
  static get standing(): string[] {
    return StandingNotification.all.filter(({ isClosed }) => !isClosed).map(({ text }) => text);
  }
  isClosed = false;
  readonly text: string;
  readonly options: NotificationOptions & { readonly renotify?: boolean };

  constructor(title: string, options: NotificationOptions) {
    super();
    this.text = `${title}: ${options.body ?? ''}`;
    this.options = options;
    for (const one of StandingNotification.all) if (one.options.tag === options.tag) one.isClosed = true;
    StandingNotification.all.push(this);
  }

  close(): void {
    this.isClosed = true;
    this.dispatchEvent(new Event('close'));
  }
}

/** Gives a lock to one tab after the other. */
class Locks {
  #last: Promise<unknown> = Promise.resolve();

  request(_name: string, _options: unknown, turn: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(turn);
    this.#last = mine;
    return mine;
  }
}

const ADA: NotificationView = {
  ...{ id: 'a/1', chatId: 7, phone: '447700900319', title: 'Ada', body: 'Hello' },
  ...{ isSilent: false, revision: 1 },
};
const BEN: NotificationView = { ...ADA, id: 'a/2', chatId: null, phone: '447700900320', title: 'Ben' };

let bridge: FakeBridge;
let session: Session;
let router: Router;
let storage: PageStorage;
let isFocused: boolean;
const permission: { permission: 'allowed' | 'denied' } = { permission: 'allowed' };
const ends: (() => void)[] = [];

const settle = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    flushSync();
    await untilAnswered();
  }
  flushSync();
};
/** A tab of the page; returns what closes it. */
async function openTab(): Promise<() => void> {
  const desktop = new DesktopFacts(bridge);
  await desktop.refresh();
  const notifications = new PageNotifications(bridge, {
    desktop,
    permission,
    session,
    router,
    targets: { leadTo: (target) => target.kind === 'chat' && router.openChat(target.chatId, null) },
    openStorage: () => storage,
    hasFocus: () => isFocused,
  });
  const stopEffect = runEffect(() => notifications.follow());
  const close = (): void => {
    stopEffect();
    notifications.dispose();
    desktop.dispose();
  };
  ends.push(close);
  await settle();
  return close;
}
const notify = async (...items: NotificationView[]): Promise<void> => {
  bridge.desktop.notify(items);
  await settle();
};
const enter = async (view = signedIn): Promise<void> => {
  bridge.settings.session = view;
  bridge.emit('session.changed', { session: view });
  await settle();
};

beforeEach(async () => {
  StandingNotification.all = [];
  storage = new PageStorage();
  isFocused = false;
  permission.permission = 'allowed';
  vi.stubGlobal('Notification', StandingNotification);
  vi.stubGlobal('focus', vi.fn());
  vi.stubGlobal('navigator', { locks: new Locks() });
  bridge = new FakeBridge();
  bridge.desktop.change({ notifications: 'page' });
  session = new Session(bridge);
  router = new Router({ addressBar: null, readAccount: () => session.identity });
  await enter();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  session.dispose();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('notifications of the page', () => {
  it('shows each text once, in the place of the earlier one of its chat, and closes what was read', async () => {
    await openTab();
    await notify(ADA);
    await notify(ADA, BEN);
    await notify({ ...ADA, body: 'Are you there?', revision: 2, isSilent: true }, BEN);
    expect(StandingNotification.all.map(({ text }) => text)).toEqual([
      'Ada: Hello',
      'Ben: Hello',
      'Ada: Are you there?',
    ]);
    expect(StandingNotification.all.at(-1)?.options).toMatchObject({ tag: 'a/1', silent: true, renotify: true });
    await notify(BEN);
    expect(StandingNotification.standing).toEqual(['Ben: Hello']);
  });

  it('opens the chat of the one that is clicked, also where it was not known by then', async () => {
    await openTab();
    bridge.data.chats = [buildChat({ id: 9, phone: BEN.phone })];
    await notify(ADA, BEN);
    StandingNotification.all[0]?.dispatchEvent(new Event('click'));
    await settle();
    expect(router.route).toMatchObject({ kind: 'chat', chatId: 7 });
    expect(StandingNotification.standing).toEqual(['Ben: Hello']);
    StandingNotification.all[1]?.dispatchEvent(new Event('click'));
    await settle();
    expect(router.route).toMatchObject({ kind: 'chat', chatId: 9 });
    expect(focus).toHaveBeenCalledTimes(2);
  });

  it('shows none of a chat that is open in a focused window, and shows it in a window that is not', async () => {
    await openTab();
    router.openChat(7, null);
    isFocused = true;
    await notify(ADA);
    expect(StandingNotification.all).toEqual([]);
    isFocused = false;
    await notify({ ...ADA, revision: 2 });
    expect(StandingNotification.standing).toEqual(['Ada: Hello']);
  });

  it('tells of nothing again after a reload, also not of what the user closed, but of what is new', async () => {
    const close = await openTab();
    await notify(ADA, BEN);
    StandingNotification.all[1]?.close();
    close();
    expect(StandingNotification.standing).toEqual([]);
    await openTab();
    expect(StandingNotification.all).toHaveLength(2);
    await notify(ADA, { ...BEN, revision: 2 });
    expect(StandingNotification.standing).toEqual(['Ben: Hello']);
  });

  it('tells in one tab of two, and in the other once the first is closed', async () => {
    const close = await openTab();
    await openTab();
    await notify(ADA);
    expect(StandingNotification.all).toHaveLength(1);
    close();
    await settle();
    await notify(ADA, BEN);
    expect(StandingNotification.standing).toEqual(['Ben: Hello']);
  });

  it('closes them with the account, and with the page', async () => {
    await openTab();
    await notify(ADA);
    await enter(signedOut);
    expect(StandingNotification.standing).toEqual([]);
    await enter();
    await notify({ ...ADA, revision: 2 });
    expect(StandingNotification.standing).toEqual(['Ada: Hello']);
    for (const end of ends.splice(0)) end();
    expect(StandingNotification.standing).toEqual([]);
  });

  it.each([
    ['the desktop shows them', () => bridge.desktop.change({ notifications: 'allowed' })],
    ['the browser does not allow them', () => (permission.permission = 'denied')],
    [
      'the browser of a phone shows none this way',
      () =>
        vi.stubGlobal('Notification', () => {
          throw new TypeError('Illegal constructor');
        }),
    ],
  ])('shows none where %s', async (_, arrange) => {
    arrange();
    await openTab();
    await notify(ADA);
    expect(StandingNotification.all).toEqual([]);
  });

  it('shows them also where the browser keeps nothing', async () => {
    vi.spyOn(storage, 'getItem').mockImplementation(() => {
      throw new Error('closed');
    });
    await openTab();
    await notify(ADA);
    await notify(ADA);
    expect(StandingNotification.all).toHaveLength(1);
  });
});
