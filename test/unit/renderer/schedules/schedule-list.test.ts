import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScheduleList } from '#renderer/features/schedules/schedule-list.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const toKey = (index: number): string => `service:${String(index)}`;

async function begin(count: number) {
  const bridge = new FakeBridge();
  bridge.schedules.items = Array.from({ length: count }, (_, index) =>
    buildSchedule({ key: toKey(index), nextAt: index * 1_000, text: index % 2 === 0 ? 'Even' : 'Odd' }),
  );
  const list = new ScheduleList(bridge);
  await list.refresh();
  return { bridge, list };
}

it('reads pages as far as the user has come, and all of these again after a change', async () => {
  const { bridge, list } = await begin(450);
  expect([list.items.length, list.total, list.isMore]).toEqual([200, 450, true]);
  await list.loadMore();
  expect(list.items).toHaveLength(400);
  bridge.schedules.change(toKey(399), { text: 'New words' });
  await vi.runAllTimersAsync();
  expect([list.items.length, list.items[399]?.text]).toEqual([400, 'New words']);
  await list.loadUntil(() => false);
  expect([list.items.length, list.isMore]).toEqual([450, false]);
  list.dispose();
  expect(bridge.listenerCount).toBe(0);
});

it('keeps the keys and checks on their texts, and goes on from the place of one that goes', async () => {
  const { bridge, list } = await begin(5);
  list.moveTo(2);
  list.toggle(toKey(1));
  list.extend(1);
  expect([...list.checked].sort()).toEqual([toKey(1), toKey(2), toKey(3)]);
  bridge.schedules.change(toKey(3), { state: 'cancelled' });
  await vi.runAllTimersAsync();
  expect([list.cursorView?.key, list.cursor]).toEqual([toKey(4), 3]);
  expect([...list.checked].sort()).toEqual([toKey(1), toKey(2)]);
  expect([list.uncheckAll(), list.uncheckAll()]).toEqual([true, false]);
  list.dispose();
});

it('drops answers to older words, and shows what was there while main does not answer', async () => {
  const { bridge, list } = await begin(4);
  list.ask({ query: 'odd' });
  list.ask({ query: 'even' });
  expect(list.isAsking).toBe(true);
  await vi.runAllTimersAsync();
  expect(list.items.map(({ key }) => key)).toEqual([toKey(0), toKey(2)]);
  bridge.fail('schedules.list', toProblem('disk'));
  await list.refresh();
  expect([list.status, list.problem?.code, list.items.length]).toEqual(['ready', 'disk', 2]);
  list.ask({ scope: 'done' });
  await vi.runAllTimersAsync();
  expect(list.status).toBe('failed');
  list.dispose();
});

it('asks nothing more for a question that waits while the screen is left', async () => {
  const { bridge, list } = await begin(5);
  const asked = bridge.inputsOf('schedules.list').length;
  const answers = Promise.all([list.refresh(), list.refresh()]);
  list.dispose();
  await vi.runAllTimersAsync();
  await answers;
  expect(bridge.inputsOf('schedules.list')).toHaveLength(asked + 1);
});
