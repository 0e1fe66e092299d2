import { describe, expect, it } from 'vitest';
import { createSnapshot } from '#main/demo/seed/snapshot.ts';
import { DemoBench, NOW_AT } from '#test/unit/demo/support.ts';

describe('a large demo', () => {
  it('of 20,000 chats and 300,000 messages is made within ten seconds of processor time', { timeout: 60_000 }, () => {
    const before = process.cpuUsage();
    const counts = { chats: 20_000, messages: 300_000, contacts: 20_000 };
    const state = createSnapshot({ ...counts, seed: 1, nowAt: NOW_AT, role: 'P' });
    const spent = process.cpuUsage(before);
    expect(state.chats).toHaveLength(20_000);
    expect(state.inbound.length + state.outbound.length).toBe(300_000);
    expect((spent.user + spent.system) / 1_000).toBeLessThan(10_000);
  });

  it('is read page by page to its end', { timeout: 60_000 }, async () => {
    const bench = new DemoBench({ chats: 2_000, messages: 20_000, contacts: 1_500 });
    const read = async (path: string): Promise<number> => {
      const ids = new Set<unknown>();
      for (let page = 1; ; page += 1) {
        const rows = await bench.list(`${path}limit=100&page=${page}`);
        if (rows.length === 0) return ids.size;
        for (const row of rows) ids.add(row['id']);
      }
    };
    expect((await read('/chats?')) + (await read('/chats?status=c&')) + (await read('/chats?status=d&'))).toBe(2_000);
    expect((await read('/messages?')) + (await read('/replies?'))).toBe(20_000);
    expect(await read('/contacts?')).toBe(1_500);
  });
});
