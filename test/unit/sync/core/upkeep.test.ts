import { describe, expect, it } from 'vitest';
import { planUpkeep, UPKEEP } from '#main/sync/core/upkeep.ts';
import type { UpkeepTask, UpkeepTimes } from '#main/sync/core/upkeep.ts';

const NOW = 1_000_000_000;
const allAt = (at: number): UpkeepTimes => Object.fromEntries(UPKEEP.map(({ task }) => [task, at]));

describe('planUpkeep', () => {
  it('does everything once in the order of the first sync', () => {
    const order: UpkeepTask[] = [];
    let times: UpkeepTimes = {};
    for (let plan = planUpkeep(NOW, times); plan.task !== null; plan = planUpkeep(NOW, times)) {
      order.push(plan.task);
      times = { ...times, [plan.task]: NOW };
    }
    expect(order).toEqual(UPKEEP.map(({ task }) => task));
    expect(order.slice(0, 10)).toEqual([
      ...['chats.active', 'chats.closed', 'chats.deleted', 'contacts', 'lists', 'fields', 'templates'],
      ...['blocked', 'unsubscribers', 'schedules'],
    ]);
  });

  it('lets nothing get older than a day, and open chats not older than five minutes', () => {
    expect(UPKEEP.filter(({ everyMs }) => everyMs > 24 * 3_600_000 || everyMs < 300_000)).toEqual([]);
    expect(UPKEEP.find(({ task }) => task === 'chats.active')?.everyMs).toBe(300_000);
  });

  it('does what is wanted at once, but after what was never done', () => {
    const wanted = new Set<UpkeepTask>(['templates', 'lists']);
    expect(planUpkeep(NOW, allAt(NOW), { wanted })).toEqual({ task: 'lists', nextAt: NOW });
    expect(planUpkeep(NOW, { ...allAt(NOW), account: null }, { wanted }).task).toBe('account');
  });

  it('does not begin again what is under way', () => {
    const running = new Set<UpkeepTask>(['chats.active']);
    expect(planUpkeep(NOW + 300_000, allAt(NOW), { running }).task).toBeNull();
    expect(planUpkeep(NOW, {}, { running }).task).toBe('chats.closed');
  });

  it('does everything once after the clock leapt ahead', () => {
    const order: UpkeepTask[] = [];
    let times = allAt(NOW);
    const later = NOW + 40 * 24 * 3_600_000;
    for (let plan = planUpkeep(later, times); plan.task !== null; plan = planUpkeep(later, times)) {
      order.push(plan.task);
      times = { ...times, [plan.task]: later };
    }
    expect(order).toEqual(UPKEEP.map(({ task }) => task));
  });

  it('reads active chats again after five minutes and not before', () => {
    expect(planUpkeep(NOW + 299_999, allAt(NOW))).toEqual({ task: null, nextAt: NOW + 300_000 });
    expect(planUpkeep(NOW + 300_000, allAt(NOW)).task).toBe('chats.active');
  });

  it('does what was never done before what is overdue', () => {
    expect(planUpkeep(NOW, { ...allAt(0), lists: null }).task).toBe('lists');
  });

  it('does what was done in the future, because the clock was set back since', () => {
    expect(planUpkeep(NOW, { ...allAt(NOW), contacts: NOW + 1 }).task).toBe('contacts');
  });
});
