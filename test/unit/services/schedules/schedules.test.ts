import { beforeEach, describe, expect, it } from 'vitest';
import { Schedules } from '#main/services/schedules/schedules.ts';
import type { SchedulesParts } from '#main/services/schedules/schedules.ts';
import type { ScheduleService, TimeZoneService } from '#main/services/schedules/ports.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';
import { openStore } from '#test/support/sync/sync-on-fakes.ts';
import { buildSchedule } from '../../store/builders.ts';
import { fail } from '../fakes.ts';
import { HOUR_MS, MINUTE_MS, NOW, PHONE } from './build-own-schedule.ts';

const ZONE = { id: 1, name: 'Europe/London', label: 'London', offsetSeconds: 0 };

describe('the scheduled texts of an account', () => {
  let asks: number;
  let listTimeZones: TimeZoneService['listTimeZones'];
  let timers: (() => void)[];
  let now: number;
  let schedules: Schedules;
  let store: SchedulesParts['store'];

  beforeEach(() => {
    [asks, timers, now] = [0, [], NOW];
    listTimeZones = () => Promise.resolve([ZONE]);
    store = openStore(new FakeClock()) as unknown as SchedulesParts['store'];
    const service: Partial<ScheduleService & TimeZoneService> = {
      absentFeatures: [],
      listTimeZones: (options) => {
        asks += 1;
        return listTimeZones(options);
      },
    };
    schedules = new Schedules({
      ...{ store, service: service as ScheduleService & TimeZoneService, now: () => now },
      ...{ onFired: () => undefined, onSent: () => undefined, readSoon: () => undefined },
      ...{ readReplies: () => Promise.resolve(), wait: () => Promise.resolve() },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as SchedulesParts['log'],
      startTimer: (run) => {
        timers.push(run);
        return () => (timers = timers.filter((one) => one !== run));
      },
    });
  });

  it('ask once for the zones that the service takes', async () => {
    expect(await schedules.listServiceTimeZones()).toEqual(['Europe/London']);
    expect(await schedules.listServiceTimeZones()).toEqual(['Europe/London']);
    expect([asks, timers]).toEqual([1, []]);
  });

  it('do without the zones where the service cannot be asked, or does not answer soon', async () => {
    listTimeZones = () => Promise.reject(fail('offline'));
    expect(await schedules.listServiceTimeZones()).toBeNull();
    const answer = Promise.withResolvers<(typeof ZONE)[]>();
    listTimeZones = () => answer.promise;
    const [first, second] = [schedules.listServiceTimeZones(), schedules.listServiceTimeZones()];
    for (const run of timers) run();
    expect([await first, await second]).toEqual([null, null]);
    answer.resolve([ZONE]);
    await answer.promise;
    expect(await schedules.listServiceTimeZones()).toEqual(['Europe/London']);
    expect(asks).toBe(2);
  });

  it('count the texts of a week anew once schedules changed, or a while has passed', async () => {
    expect(await schedules.countWeek()).toEqual({ texts: 0, charged: null });
    const one = {
      phones: [PHONE],
      nextAt: NOW + HOUR_MS,
      rule: null,
      isCompleted: false,
      recipientsCount: 1,
      cost: 0.2,
    };
    await store.commitRows({ name: 'schedules', rows: [buildSchedule(1, one)] });
    expect(await schedules.countWeek()).toEqual({ texts: 0, charged: null });
    schedules.changed();
    expect(await schedules.countWeek()).toEqual({ texts: 1, charged: 0.2 });
    now = NOW + 2 * HOUR_MS + MINUTE_MS;
    expect(await schedules.countWeek()).toEqual({ texts: 0, charged: null });
    await schedules.dispose();
  });

  it('remember the time that was chosen last', async () => {
    expect(await schedules.findLastTime()).toBeNull();
    const time = { wall: '2026-11-30T10:00', timeZone: 'Europe/London', rule: null, overlap: 'first' } as const;
    await schedules.keepLastTime(time);
    // The text is scheduled by then.
    const { saveSetting } = store;
    store.saveSetting = () => Promise.reject(fail('disk'));
    await schedules.keepLastTime({ ...time, wall: '2026-12-24T09:00' });
    store.saveSetting = saveSetting;
    expect(await schedules.findLastTime()).toEqual(time);
  });
});
