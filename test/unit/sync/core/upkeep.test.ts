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
    expect(order).toEqual(['chats.active', 'chats.closed', 'chats.deleted', 'contacts', 'lists', 'account']);
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
