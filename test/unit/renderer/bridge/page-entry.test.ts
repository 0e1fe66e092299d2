import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageEntry } from '#renderer/bridge/page-entry.ts';
import type { PageKey } from '#shared/contract/index.ts';

const KEY: PageKey = { pageId: 'page', secret: 'secret' };

/** A tab whose storage and channel a test looks into; main knows every key. */
class Tab {
  readonly said: unknown[] = [];
  readonly stored = new Map<string, string>();
  readonly entry: PageEntry;
  #hear: (event: MessageEvent) => void = () => undefined;

  constructor() {
    this.entry = new PageEntry({
      origin: 'http://127.0.0.1:1',
      storage: {
        getItem: (name) => this.stored.get(name) ?? null,
        setItem: (name, value) => void this.stored.set(name, value),
        removeItem: (name) => void this.stored.delete(name),
      },
      channel: {
        postMessage: (message) => this.said.push(message),
        addEventListener: (_type: string, listener: unknown) => {
          this.#hear = listener as (event: MessageEvent) => void;
        },
        close: () => undefined,
      },
    });
  }

  hear(data: unknown): void {
    this.#hear({ data } as MessageEvent);
  }
}

describe('how a page was let in', () => {
  let tab: Tab;

  beforeEach(async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(KEY)));
    tab = new Tab();
    await tab.entry.enter('token');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('tells other tabs nothing while main has not proved itself to this one', () => {
    tab.hear({ type: 'ask' });
    expect(tab.said).toEqual([]);
  });

  it('tells tabs that wait, and those that ask, while main is proved', () => {
    tab.entry.setProven(true);
    tab.hear({ type: 'ask' });
    expect(tab.said).toEqual([
      { type: 'key', key: KEY },
      { type: 'key', key: KEY },
    ]);
  });

  it('tells nothing any more once the line is lost: another program may have the port', () => {
    tab.entry.setProven(true);
    tab.said.length = 0;
    tab.entry.setProven(false);
    tab.hear({ type: 'ask' });
    expect(tab.said).toEqual([]);
  });

  it('finds its own key again where main knows it after all, and no other tab answers', async () => {
    await tab.entry.renew();
    expect(tab.entry.key).toEqual(KEY);
  });

  it('asks once more at the door: an open tab may have answered too late', async () => {
    const late = new Tab();
    const opened = late.entry.waitForTab();
    expect(late.said).toEqual([{ type: 'ask' }]);
    late.hear({ type: 'key', key: KEY });
    await opened;
    expect(late.entry.key).toEqual(KEY);
  });
});
