import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { DemoService } from '#main/demo/service.ts';
import { openForReading } from '#main/store/open.ts';
import { isFull } from '#test/support/full-counts.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
/** Chats that change at once, each of which is asked for its texts. */
const WRITERS = isFull ? 250 : 120;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

async function waitUntilIdle({ sync }: RealAccount): Promise<void> {
  await vi.waitFor(() => expect(sync.getStatus()).toMatchObject({ phase: 'idle', link: 'online' }), {
    timeout: 60 * SECONDS,
    interval: 50,
  });
}

/** One text to each of that many chats; their ids. */
function writeToMany(demo: DemoService, most: number): readonly number[] {
  const open = demo.world.chats.rows.filter(({ status }) => status === 'a').slice(0, most);
  return open.flatMap(({ phone }) => demo.receive({ sender: phone, text: `To all, ${phone}` })?.id ?? []);
}

it(
  'without an inbound feed the texts of many chats that change at once are all here, also after an end in the middle',
  async () => {
    const service = await startRealService({ chats: WRITERS + 10, messages: 900, contacts: 20 });
    undo.push(service);
    service.demo.settings.absent = ['replies'];
    const account = await openRealAccount(service);
    account.sync.start();
    await waitUntilIdle(account);
    const ids = writeToMany(service.demo, WRITERS);
    expect(ids.length).toBeGreaterThan(WRITERS / 2);
    const count = (): number => {
      const cache = openForReading(path.join(service.folder, 'account', 'cache.db'));
      try {
        const known = new Set(
          cache.all<{ id: number }>(`SELECT id FROM messages WHERE sequence = 'in'`).map((row) => row.id),
        );
        return ids.filter((id) => !known.has(id)).length;
      } finally {
        cache.close();
      }
    };
    account.sync.tryNow();
    await vi.waitFor(() => expect(count()).toBeLessThan(ids.length), { timeout: 60 * SECONDS, interval: 5 });
    await account.dispose();
    const again = await openRealAccount(service);
    undo.push(again);
    again.sync.start();
    await vi.waitFor(() => expect(count()).toBe(0), { timeout: 90 * SECONDS, interval: 200 });
    expect([...account.bugs, ...again.bugs]).toEqual([]);
  },
  240 * SECONDS,
);
