import { describe, expect, it } from 'vitest';
import type { Json } from '#main/demo/http.ts';
import { toSkewed } from '#main/demo/wire/skew.ts';
import { DEBORAH, DemoOnFakeTimers, NOW_AT } from './demo-on-fake-timers.ts';

const HOUR_MS = 3_600_000;

describe('a service whose clock is wrong', () => {
  it('says so in the Date header of every answer, refusals included', async () => {
    const demo = new DemoOnFakeTimers();
    const dateOf = async (path: string): Promise<unknown> => (await demo.get(path)).response.headers['date'];
    expect(await dateOf('/ping')).toBe(new Date(NOW_AT).toUTCString());
    demo.service.settings.skewMs = -HOUR_MS;
    expect(await dateOf('/ping')).toBe(new Date(NOW_AT - HOUR_MS).toUTCString());
    expect(await dateOf('/chats/1')).toBe(new Date(NOW_AT - HOUR_MS).toUTCString());
    demo.service.advance(60_000);
    expect(await dateOf('/ping')).toBe(new Date(NOW_AT - HOUR_MS + 60_000).toUTCString());
  });

  it('moves every time in its answers by as much, and nothing else', async () => {
    const demo = new DemoOnFakeTimers();
    const right = JSON.stringify(await demo.one('/chats?limit=20'));
    demo.service.settings.skewMs = HOUR_MS;
    const wrong = JSON.stringify(await demo.one('/chats?limit=20'));
    expect(wrong).not.toBe(right);
    const back = JSON.stringify(toSkewed(JSON.parse(wrong) as Json, -HOUR_MS));
    expect(back).toBe(right);
  });

  it('keeps the form of a time, and leaves what only looks like one', () => {
    const value = {
      at: '2026-11-20T09:54:00+0000',
      z: '2026-11-20T09:54:00.500Z',
      text: 'at 2026-11-20T09:54:00Z',
      n: 7,
    };
    expect(toSkewed([value, null, true], 90_000)).toEqual([
      { at: '2026-11-20T09:55:30+0000', z: '2026-11-20T09:55:30.500Z', text: 'at 2026-11-20T09:54:00Z', n: 7 },
      ...[null, true],
    ]);
  });

  it('takes the times of its callers on its own clock', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.settings.skewMs = HOUR_MS;
    const send = (sendingTime: number) => demo.post('/messages', { text: 'Later', phones: DEBORAH, sendingTime });
    expect((await send(NOW_AT / 1_000 + 1_800)).status).toBe(400);
    const { body } = await send(NOW_AT / 1_000 + 5_400);
    const id = String((body as { id: number }).id);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({ nextSend: '2026-11-20T11:24:00+0000' });
    const sent = (): number => demo.service.world.outbound.rows.filter(({ text }) => text === 'Later').length;
    demo.timers.advance(HOUR_MS / 2 - 1);
    expect(sent()).toBe(0);
    demo.timers.advance(1);
    expect(sent()).toBe(1);
  });

  it('may be wrong in some answers only', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.faults.set([{ kind: 'skew', skewMs: HOUR_MS, path: '/ping', times: 1 }]);
    const wrong = { utcDateTime: new Date(NOW_AT + HOUR_MS).toISOString() };
    expect(await demo.one('/ping')).toMatchObject(wrong);
    expect(await demo.one('/ping')).not.toMatchObject(wrong);
  });
});
