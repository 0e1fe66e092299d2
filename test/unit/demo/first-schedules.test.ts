import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DemoOnFakeTimers, FakeTimers, NOW_AT } from './demo-on-fake-timers.ts';

const DAY_MS = 86_400_000;

describe('the scheduled texts that a demo begins with', () => {
  it('are one-off and recurring, to people and to lists, and all to come and paid for', () => {
    const { world } = new DemoOnFakeTimers({ schedules: true }).service;
    const { rows } = world.schedules;
    expect(rows.filter(({ rule }) => rule === null)).toHaveLength(3);
    expect(rows.filter(({ rule }) => rule !== null)).toHaveLength(3);
    expect(rows.filter(({ order }) => order.listIds.length === 1)).toHaveLength(2);
    for (const { nextAt, facts, paid } of rows) {
      expect(nextAt).toBeGreaterThan(NOW_AT);
      expect(nextAt).toBeLessThan(NOW_AT + 40 * DAY_MS);
      expect(facts.recipientsCount).toBeGreaterThan(0);
      expect(paid).toBe(facts.cost);
    }
    expect(world.data.jobs.filter(({ kind }) => kind === 'schedule')).toHaveLength(rows.length);
  });

  it('are the same for the same seed and moment, and none unless asked for', () => {
    const list = (options = {}) => new DemoOnFakeTimers(options).service.world.schedules.rows;
    expect(list({ schedules: true })).toEqual(list({ schedules: true }));
    expect(list()).toEqual([]);
  });

  it('come as far as there are people and lists for them', () => {
    const { world } = new DemoOnFakeTimers({ schedules: true, contacts: 0, chats: 0, messages: 0 }).service;
    expect(world.schedules.rows.map(({ order }) => order.phones)).toEqual([[], []]);
  });

  it('leave at their times', () => {
    const demo = new DemoOnFakeTimers({ schedules: true });
    const before = demo.service.world.outbound.rows.length;
    demo.timers.advance(2 * DAY_MS);
    const sent = demo.service.world.outbound.rows.slice(before);
    expect(sent.map(({ text }) => text)).toContainEqual(expect.stringContaining('Hi Deborah, how is Biscuit eating'));
  });

  it('are not made again where a state is kept', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'first-schedules-'));
    try {
      const first = new DemoOnFakeTimers({ schedules: true, dataDir });
      const [schedule] = first.service.world.schedules.rows;
      await first.call('DELETE', `/schedules/${String(schedule?.id)}`);
      await first.service.dispose();
      const timers = new FakeTimers(NOW_AT + 60_000);
      const again = new DemoOnFakeTimers({ schedules: true, dataDir, timers });
      expect(again.service.world.schedules.rows).toHaveLength(5);
      await again.service.dispose();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
