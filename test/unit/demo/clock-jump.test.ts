import { describe, expect, it } from 'vitest';
import { CALLUM, DEBORAH, DemoOnFakeTimers, NOW_AT } from './demo-on-fake-timers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function plan(demo: DemoOnFakeTimers, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await demo.post('/messages', { text: 'Planned', phones: DEBORAH, ...fields });
  expect(status).toBe(201);
  return String((body as Record<string, unknown>)['scheduleId']);
}

function timesOf(demo: DemoOnFakeTimers, text = 'Planned'): number[] {
  return demo.service.world.outbound.rows.filter((message) => message.text === text).map(({ at }) => at);
}

describe('a clock that jumps', () => {
  it('lets each time of a schedule happen at its own time', async () => {
    const demo = new DemoOnFakeTimers();
    const firstAt = NOW_AT + HOUR_MS;
    const id = await plan(demo, { sendingTime: firstAt / 1_000, rrule: 'FREQ=DAILY;COUNT=3' });
    demo.service.advance(10 * DAY_MS);
    expect(timesOf(demo)).toEqual([firstAt, firstAt + DAY_MS, firstAt + 2 * DAY_MS]);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({ lastSent: '2026-11-22T10:54:00+0000' });
    expect(demo.service.clock.nowAt()).toBe(NOW_AT + 10 * DAY_MS);
  });

  it('keeps the wall-clock hour of a schedule over the end of summer time', async () => {
    const demo = new DemoOnFakeTimers({}, Date.UTC(2026, 9, 23, 12));
    await plan(demo, { sendingDateTime: '2026-10-24 09:00:30', rrule: 'FREQ=DAILY;COUNT=3' });
    demo.service.advance(10 * DAY_MS);
    expect(timesOf(demo).map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
      '10-24T08:00',
      '10-25T09:00',
      '10-26T09:00',
    ]);
  });

  it('lets what a schedule brings about happen in its turn: the letters and the answer before the next time', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    const firstAt = NOW_AT + HOUR_MS;
    await plan(demo, {
      sendingTime: firstAt / 1_000,
      rrule: 'FREQ=DAILY;COUNT=2',
      text: 'Can you come?',
      phones: CALLUM,
    });
    demo.service.advance(10 * DAY_MS);
    const { inbound, outbound } = demo.service.world;
    const answersAt = inbound.rows.filter(({ sender, at }) => sender === CALLUM && at > firstAt).map(({ at }) => at);
    expect(answersAt[0]).toBeLessThan(firstAt + 60_000);
    expect(answersAt.some((at) => at > firstAt + DAY_MS && at < firstAt + DAY_MS + 60_000)).toBe(true);
    expect(outbound.rows.filter(({ text }) => text === 'Can you come?').map(({ status }) => status)).toEqual([
      'd',
      'd',
    ]);
  });

  it('does not let the people of the demo talk for days: they go on at its end', () => {
    const demo = new DemoOnFakeTimers({ live: true });
    const before = demo.service.world.inbound.rows.length;
    demo.service.advance(10 * DAY_MS);
    const talked = demo.service.world.inbound.rows.slice(before);
    expect(talked.map(({ at }) => at)).toEqual([NOW_AT + 10 * DAY_MS]);
    demo.timers.advance(60_000);
    expect(demo.service.world.inbound.rows.length).toBeGreaterThan(before + 1);
  });

  it('ends also with an hourly rule without end over ten years: the rest fires once in all', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.world.data.balance = 1_000_000;
    await plan(demo, { sendingTime: (NOW_AT + HOUR_MS) / 1_000, rrule: 'FREQ=HOURLY' });
    demo.service.advance(3_650 * DAY_MS);
    const at = timesOf(demo);
    const untilAt = NOW_AT + 3_650 * DAY_MS;
    expect(demo.service.clock.nowAt()).toBe(untilAt);
    expect(at.length).toBeGreaterThan(1_000);
    expect(at.length).toBeLessThan(10_000);
    expect(at.slice(0, 3)).toEqual([1, 2, 3].map((hours) => NOW_AT + hours * HOUR_MS));
    expect(at.at(-1)).toBe(untilAt);
    demo.timers.advance(3 * HOUR_MS);
    expect(timesOf(demo).length).toBe(at.length + 3);
  }, 60_000);
});
