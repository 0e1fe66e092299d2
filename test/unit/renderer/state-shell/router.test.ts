import { beforeEach, describe, expect, it } from 'vitest';
import { Router, type AddressBar } from '#renderer/app/router.svelte.ts';
import { OPEN_LIST, STARTS, type Route } from '#renderer/app/routes.ts';

const toChat = (chatId: number): Route => ({ kind: 'chat', list: OPEN_LIST, chatId });
const DATA: Route = { kind: 'settings', page: 'data' };

/** A history in memory, as a browser has it. */
class MemoryBar implements AddressBar {
  entries: { state: unknown; hash: string }[] = [{ state: null, hash: '' }];
  at = 0;
  #listener: () => void = () => undefined;
  readonly location: { readonly hash: string };
  readonly history: AddressBar['history'];

  constructor() {
    const here = (): { state: unknown; hash: string } => this.entries[this.at] ?? { state: null, hash: '' };
    this.location = {
      get hash() {
        return here().hash;
      },
    };
    this.history = {
      get state(): unknown {
        return here().state;
      },
      pushState: (state: unknown, _: string, hash?: string | URL | null) => {
        this.entries = [...this.entries.slice(0, this.at + 1), { state, hash: String(hash ?? here().hash) }];
        this.at += 1;
      },
      replaceState: (state: unknown, _: string, hash?: string | URL | null) => {
        this.entries[this.at] = { state, hash: String(hash ?? here().hash) };
      },
      go: (step = 0) => {
        this.at = Math.max(0, Math.min(this.at + step, this.entries.length - 1));
        this.#listener();
      },
    };
  }
  /** As the user types an address. */
  type(hash: string): void {
    this.entries = [...this.entries.slice(0, this.at + 1), { state: null, hash }];
    this.history.go(1);
  }
  addEventListener(_: 'popstate', listener: () => void): void {
    this.#listener = listener;
  }
  removeEventListener(): void {
    this.#listener = () => undefined;
  }
}

let bar: MemoryBar;
let account: string;
const open = (): Router => {
  const router = new Router({ addressBar: bar, readAccount: () => account });
  router.claim();
  return router;
};

beforeEach(() => {
  bar = new MemoryBar();
  account = 'a';
});

describe('the way through the app', () => {
  it('leads back to where each screen was left, also after a reload, and to no import that has begun', () => {
    const rows: Route = { kind: 'import', importId: null, step: 'rows' };
    const dogs: Route = { kind: 'contacts', scope: { kind: 'list', listId: 6 }, contactId: null };
    open().go(rows);
    const router = open();
    router.go(dogs);
    router.show('import');
    expect(router.route).toEqual(rows);
    router.go({ kind: 'import', importId: 12 });
    router.show('contacts');
    expect(router.route).toEqual(dogs);
    router.show('import');
    expect(router.route).toEqual(rows);
    account = 'b';
    const other = open();
    other.show('import');
    expect(other.route).toEqual(STARTS.import);
  });

  it('begins in the inbox, and writes no address before the user goes anywhere', () => {
    const router = open();
    expect([router.route, router.screen, router.canGoBack]).toEqual([STARTS.inbox, 'inbox', false]);
    expect(bar.location.hash).toBe('');
  });

  it('goes back and forward', () => {
    const router = open();
    router.go(toChat(1));
    router.go(DATA);
    expect([bar.location.hash, router.screen, router.canGoForward]).toEqual(['#/settings/data', 'settings', false]);
    router.back();
    expect([router.route, router.canGoForward]).toEqual([toChat(1), true]);
    router.back();
    expect([router.route, router.canGoBack]).toEqual([STARTS.inbox, false]);
    router.forward();
    expect(router.route).toEqual(toChat(1));
  });

  it('asks the screens to follow a jump and a step back, and not what the user did in them', () => {
    const router = open();
    router.go(toChat(1));
    expect([router.visits, router.isReturn]).toEqual([1, false]);
    router.record(toChat(2), 'push');
    expect(router.visits).toBe(1);
    router.back();
    expect([router.visits, router.isReturn]).toEqual([2, true]);
  });

  it('leads back to where a walk began', () => {
    const router = open();
    router.go(DATA);
    router.go(toChat(1));
    router.record(toChat(2), 'replace');
    router.record(toChat(3), 'replace');
    router.back();
    expect(router.route).toEqual(DATA);
  });

  it('returns to the place on another screen that led here, in place of this one', () => {
    const router = open();
    router.go(DATA);
    router.openNewMessage();
    const { visits } = router;
    expect(router.returnToScreen()).toBe(true);
    expect(router.route).toEqual(DATA);
    expect(router.visits).toBe(visits + 1);
    expect(bar.entries.length).toBe(3);
    expect(router.returnToScreen()).toBe(false);
  });

  it('returns to no other screen once the user walked on', () => {
    const router = open();
    router.go(DATA);
    router.openNewMessage();
    router.record(toChat(1), 'replace');
    expect(router.returnToScreen()).toBe(false);
    router.show('settings');
    router.show('inbox');
    expect(router.returnToScreen()).toBe(false);
  });

  it('makes no entry of going where the user is', () => {
    const router = open();
    router.go(toChat(1));
    router.go(toChat(1));
    expect(bar.entries).toHaveLength(2);
    expect(router.visits).toBe(2);
  });

  it('passes over an entry that says the same as the one before it', () => {
    const router = open();
    router.go(DATA);
    router.go(toChat(1));
    router.go(toChat(2));
    router.record(toChat(1), 'replace');
    router.back();
    expect(router.route).toEqual(DATA);
  });

  it('shows the inbox as the user left it, and the settings from their beginning', () => {
    const router = open();
    router.go(toChat(4));
    router.show('settings');
    expect(router.route).toEqual(STARTS.settings);
    router.show('inbox');
    expect(router.route).toEqual(toChat(4));
  });

  it('shows the scheduled texts as they were laid out, with none of them open', () => {
    const week = { kind: 'scheduled', scope: 'done', layout: 'week', day: '2026-11-30' } as const;
    const router = open();
    router.go({ ...week, scheduleKey: 'own:7' });
    router.show('inbox');
    router.show('scheduled');
    expect(router.route).toEqual({ ...week, scheduleKey: null });
  });

  it('says which screen was left for the one on screen, so that the settings lead back there', () => {
    const router = open();
    router.show('contacts');
    router.show('settings');
    router.go({ kind: 'settings', page: 'data' });
    expect(router.screenBefore).toBe('contacts');
  });

  it('keeps in mind where the inbox is while it is behind another screen', () => {
    const router = open();
    router.go(DATA);
    router.record(toChat(5), 'replace');
    expect(router.route).toEqual(DATA);
    router.show('inbox');
    expect(router.route).toEqual(toChat(5));
  });

  it('keeps the place over a reload', () => {
    open().go(toChat(1));
    const router = open();
    expect([router.route, router.canGoBack]).toEqual([toChat(1), true]);
    router.back();
    expect(router.route).toEqual(STARTS.inbox);
  });

  it('follows an address that the user types, to the inbox for one that is unknown', () => {
    const router = open();
    bar.type('#/settings/data');
    expect(router.route).toEqual(DATA);
    bar.type('#/attic');
    expect(router.route).toEqual(STARTS.inbox);
    router.back();
    expect(router.route).toEqual(DATA);
  });

  it('begins with the inbox for every account, also on the way back into the one before', () => {
    const router = open();
    router.go(toChat(1));
    router.go(DATA);
    account = 'b';
    expect([router.route, router.screen]).toEqual([STARTS.inbox, 'inbox']);
    router.claim();
    expect(bar.location.hash).toBe('#/inbox');
    router.back();
    expect(router.route).toEqual(STARTS.inbox);
    expect(bar.entries.map(({ hash }) => hash)).not.toContain('#/inbox/chat/1');
  });

  it('keeps the screen while the account stays', () => {
    const router = open();
    router.show('settings');
    account = 'b';
    expect(router.screen).toBe('inbox');
    account = 'a';
    expect(router.screen).toBe('settings');
  });

  it('leads to a chat beside the list that the inbox shows', () => {
    const router = open();
    const unread = { kind: 'usual', name: 'unread' } as const;
    router.record({ kind: 'inbox', list: unread }, 'push');
    router.go(DATA);
    router.openChat(7, null);
    expect(router.route).toEqual({ kind: 'chat', list: unread, chatId: 7 });
    router.openChat(7, 'in:1');
    expect(router.route).toEqual({ kind: 'message', list: unread, chatId: 7, key: 'in:1' });
  });
});
