import { describe, expect, it } from 'vitest';
import { toScheduleColumns } from '#main/store/rows/schedule-row.ts';
import { buildSchedule, phoneOf } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0020 of cache.db', () => {
  const cache = useCacheAtStep();

  it('gives schedules a reference, which those that are here do not know yet', () => {
    const { reference_id: none, ...row } = toScheduleColumns(buildSchedule(1, { phones: [phoneOf(1)] }));
    cache.goTo(19);
    cache.insert('schedules', row);
    cache.goTo(20);
    expect(cache.db.all('SELECT * FROM schedules')).toEqual([{ ...row, reference_id: none }]);
    cache.insert('schedules', toScheduleColumns(buildSchedule(2, { referenceId: 'x.1' })));
    expect(cache.db.all(`SELECT id FROM schedules WHERE reference_id = 'x.1'`)).toEqual([{ id: 2 }]);
    expect(cache.db.all('SELECT schedule_id FROM schedule_targets')).toEqual([{ schedule_id: 1 }]);
  });
});
