import { describe, expect, it } from 'vitest';
import type { Outbound } from '#main/demo/state/model.ts';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoOnFakeTimers, NOW_AT, STRANGER } from './demo-on-fake-timers.ts';

type Fields = Readonly<Record<string, unknown>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 9:54 in London, winter. */
const TOMORROW = '2026-11-21 09:00:30';
const TOMORROW_AT = Date.UTC(2026, 10, 21, 9, 0, 30);

function toUnix(at: number): number {
  return Math.floor(at / 1_000);
}

async function plan(demo: DemoOnFakeTimers, fields: Fields): Promise<number> {
  const { status, body } = await demo.post('/messages', { text: 'Later', phones: DEBORAH, ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return Number((body as Fields)['id']);
}

function listSent(demo: DemoOnFakeTimers, text = 'Later'): readonly Outbound[] {
  return demo.service.world.outbound.rows.filter((message) => message.text === text);
}

function jobsOf(demo: DemoOnFakeTimers): number {
  return demo.service.world.data.jobs.filter(({ kind }) => kind === 'schedule').length;
}

async function refusedFields(demo: DemoOnFakeTimers, fields: Fields): Promise<Fields> {
  const { status, body } = await demo.post('/messages', { text: 'Later', phones: DEBORAH, ...fields });
  expect(status).toBe(400);
  return (body as { errors: { fields: Fields } }).errors.fields;
}

describe('a send for later', () => {
  it('is answered with a schedule, and nothing is sent before its time', async () => {
    const demo = new DemoOnFakeTimers();
    const { status, body } = await demo.post('/messages', {
      ...{ text: 'Later', phones: DEBORAH, sendingDateTime: TOMORROW, referenceId: 'r-1' },
    });
    const { id } = body as { id: number };
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id, href: `/api/v2/schedules/${id}`, type: 'schedule', scheduleId: id },
        ...{ sessionId: null, bulkId: null, messageId: null, chatId: null },
      },
    });
    demo.timers.advance(TOMORROW_AT - NOW_AT - 1);
    expect(listSent(demo)).toEqual([]);
    demo.timers.advance(1);
    expect(listSent(demo)).toMatchObject([{ receiver: DEBORAH, status: 'q', at: TOMORROW_AT }]);
  });

  it('has a session from the beginning, to which its messages belong', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await plan(demo, { sendingDateTime: TOMORROW, referenceId: 'r-1' });
    const session = (await demo.one(`/schedules/${id}`))['session'] as Fields;
    expect(session).toMatchObject({ referenceId: 'r-1', startTime: '2026-11-21T09:00:30+0000', numbersCount: 1 });
    demo.timers.advance(DAY_MS);
    expect(listSent(demo).map(({ sessionId }) => sessionId)).toEqual([session['id']]);
    expect(await demo.list(`/sessions/${String(session['id'])}/messages`)).toHaveLength(1);
  });

  it('once sent is completed: no next time, and the last one said', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await plan(demo, { sendingTime: toUnix(NOW_AT + HOUR_MS) });
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({ type: 'Once', rrule: null, completed: false });
    demo.timers.advance(HOUR_MS);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({
      ...{ nextSend: null, completed: true, lastSent: '2026-11-20T10:54:00+0000' },
      summary: 'Once on 20 November 2026 at 10:54',
    });
    expect(jobsOf(demo)).toBe(0);
  });

  it('is meant on the clock of the zone given, by name or number, else on the account’s', async () => {
    const demo = new DemoOnFakeTimers();
    const nextSend = async (fields: Fields): Promise<unknown> =>
      (await demo.one(`/schedules/${await plan(demo, { sendingDateTime: '2026-11-21 09:00:30', ...fields })}`))[
        'nextSend'
      ];
    expect(await nextSend({})).toBe('2026-11-21T09:00:30+0000');
    expect(await nextSend({ sendingTimezone: 'America/New_York' })).toBe('2026-11-21T14:00:30+0000');
    expect(await nextSend({ sendingTimezone: '21' })).toBe('2026-11-21T14:00:30+0000');
    expect(await nextSend({ sendingTimezone: 47 })).toBe('2026-11-21T09:00:30+0000');
    demo.service.world.data.settings.timeZone = 'Asia/Tokyo';
    expect(await nextSend({})).toBe('2026-11-21T00:00:30+0000');
  });

  it('with a start that is now is sent now', async () => {
    const demo = new DemoOnFakeTimers();
    const { body } = await demo.post('/messages', { text: 'x', phones: DEBORAH, sendingTime: toUnix(NOW_AT) });
    expect(body).toMatchObject({ type: 'message', scheduleId: null });
  });

  it('reaches whom it names when it fires: lists as they are then, nobody who is blocked by then', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const deborah = world.findContactByPhone(DEBORAH);
    const callum = world.findContactByPhone(CALLUM);
    await plan(demo, {
      phones: STRANGER,
      contacts: `${deborah?.id ?? 0},${callum?.id ?? 0}`,
      sendingDateTime: TOMORROW,
    });
    await demo.post('/contacts/block', { phone: DEBORAH });
    demo.timers.advance(DAY_MS);
    expect(listSent(demo).map(({ receiver }) => receiver)).toEqual([STRANGER, CALLUM]);
  });

  it('to more than 1,000 becomes a bulk at its time, whose session is the one it had', async () => {
    const demo = new DemoOnFakeTimers();
    const phones = Array.from({ length: 1_005 }, (_, at) => `44770090${2_000 + at}`).join(',');
    const { world } = demo.service;
    const before = world.data.balance;
    const id = await plan(demo, { phones, sendingDateTime: TOMORROW });
    const session = (await demo.one(`/schedules/${id}`))['session'] as Fields;
    const price = before - world.data.balance;
    demo.timers.advance(DAY_MS);
    expect(world.bulks.rows).toMatchObject([{ status: 'c', sessionId: session['id'] }]);
    expect(listSent(demo).filter(({ sessionId }) => sessionId === session['id'])).toHaveLength(1_005);
    expect(before - world.data.balance).toBeCloseTo(price);
  });

  it.each([
    ['an hour that has passed', { sendingDateTime: '2026-11-20 09:00:30' }, 'sendingDateTime'],
    ['a Unix time that has passed', { sendingTime: toUnix(NOW_AT - HOUR_MS) }, 'sendingTime'],
    ['seconds below 10', { sendingDateTime: '2026-11-21 09:00:09' }, 'sendingDateTime'],
    ['no seconds', { sendingDateTime: '2026-11-21 09:00' }, 'sendingDateTime'],
    ['a day that no calendar has', { sendingDateTime: '2026-02-30 09:00:30' }, 'sendingDateTime'],
    ['a Unix time that is none', { sendingTime: 'soon' }, 'sendingTime'],
    ['milliseconds', { sendingTime: NOW_AT + HOUR_MS }, 'sendingTime'],
    ['a zone that is none', { sendingDateTime: TOMORROW, sendingTimezone: 'Mars/Olympus' }, 'sendingTimezone'],
    ['a number that no zone has', { sendingDateTime: TOMORROW, sendingTimezone: 9_999 }, 'sendingTimezone'],
    ['a rule without a start', { rrule: 'FREQ=DAILY' }, 'sendingTime'],
    ['a part that is not known', { sendingDateTime: TOMORROW, rrule: 'FREQ=DAILY;BYSETPOS=1' }, 'rrule'],
    ['a rule that never comes', { sendingDateTime: TOMORROW, rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule'],
  ])('is refused with %s', async (_what, fields, field) => {
    const demo = new DemoOnFakeTimers();
    expect(Object.keys(await refusedFields(demo, fields))).toEqual([field]);
    expect(jobsOf(demo)).toBe(0);
  });

  it('is refused by every field that is wrong at once', async () => {
    const fields = await refusedFields(new DemoOnFakeTimers(), {
      sendingDateTime: 'x',
      sendingTimezone: 'y',
      rrule: 'z',
      phones: '1',
    });
    expect(Object.keys(fields).sort()).toEqual(['phones', 'rrule', 'sendingDateTime', 'sendingTimezone']);
  });
});

describe('a send that recurs', () => {
  it('fires at each of its times until it has been so many', async () => {
    const demo = new DemoOnFakeTimers();
    const rrule = 'FREQ=DAILY;INTERVAL=2;COUNT=5;';
    const id = await plan(demo, { sendingTime: toUnix(TOMORROW_AT), rrule });
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({
      ...{ type: 'Daily', rrule, summary: 'Every 2 days at 09:00, 5 times', timezone: 'Europe/London' },
      ...{ firstOccurrence: '2026-11-21T09:00:30+0000', lastOccurrence: '2026-11-29T09:00:30+0000' },
    });
    demo.timers.advance(3 * DAY_MS);
    expect(listSent(demo)).toHaveLength(2);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({
      ...{ nextSend: '2026-11-25T09:00:30+0000', lastSent: '2026-11-23T09:00:30+0000', completed: false },
    });
    demo.timers.advance(30 * DAY_MS);
    expect(listSent(demo).map(({ at }) => (at - TOMORROW_AT) / DAY_MS)).toEqual([0, 2, 4, 6, 8]);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({ nextSend: null, completed: true });
    expect(new Set(listSent(demo).map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it('stays at 9:00 over the end of winter time', async () => {
    const demo = new DemoOnFakeTimers({}, Date.UTC(2026, 2, 27, 12));
    const id = await plan(demo, { sendingDateTime: '2026-03-28 09:00:30', rrule: 'RRULE:FREQ=DAILY' });
    demo.timers.advance(2 * DAY_MS);
    expect(listSent(demo).map(({ at }) => new Date(at).toISOString().slice(5, 16))).toEqual([
      '03-28T09:00',
      '03-29T08:00',
    ]);
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({ lastOccurrence: null, rrule: 'FREQ=DAILY' });
  });

  it('whose clock is advanced fires for each of the times gone by', async () => {
    const demo = new DemoOnFakeTimers();
    await plan(demo, { sendingTime: toUnix(TOMORROW_AT), rrule: 'FREQ=DAILY' });
    demo.service.advance(10 * DAY_MS);
    expect(listSent(demo)).toHaveLength(10);
    expect(jobsOf(demo)).toBe(1);
  });

  it('starts at the first time of its rule, not at a start that is none of them', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await plan(demo, { sendingDateTime: TOMORROW, rrule: 'FREQ=WEEKLY;BYDAY=MO' });
    expect(await demo.one(`/schedules/${id}`)).toMatchObject({
      ...{ firstOccurrence: '2026-11-23T09:00:30+0000', type: 'Weekly', summary: 'Every week on Monday at 09:00' },
    });
  });
});

describe('the money of a schedule', () => {
  it('is charged when it is made, not when it fires, and given back when it is deleted before', async () => {
    const demo = new DemoOnFakeTimers();
    const { data } = demo.service.world;
    const before = data.balance;
    const id = await plan(demo, { sendingDateTime: TOMORROW });
    const price = before - data.balance;
    expect(price).toBeGreaterThan(0);
    expect((await demo.one(`/schedules/${id}`))['textParameters']).toMatchObject({
      cost: expect.closeTo(price) as unknown,
    });
    const other = await plan(demo, { sendingDateTime: TOMORROW });
    await demo.call('DELETE', `/schedules/${other}`);
    expect(before - data.balance).toBeCloseTo(price);
    demo.timers.advance(DAY_MS);
    expect(before - data.balance).toBeCloseTo(price);
    await demo.call('DELETE', `/schedules/${id}`);
    expect(before - data.balance).toBeCloseTo(price);
  });

  it('of one that recurs is charged one time ahead', async () => {
    const demo = new DemoOnFakeTimers();
    const { data } = demo.service.world;
    const before = data.balance;
    const id = await plan(demo, { sendingDateTime: TOMORROW, rrule: 'FREQ=DAILY;COUNT=3' });
    const price = before - data.balance;
    const paid = (): number => Math.round((before - data.balance) / price);
    demo.timers.advance(DAY_MS);
    expect({ sent: listSent(demo).length, paid: paid() }).toEqual({ sent: 1, paid: 2 });
    demo.timers.advance(3 * DAY_MS);
    expect({ sent: listSent(demo).length, paid: paid() }).toEqual({ sent: 3, paid: 3 });
    await demo.call('DELETE', `/schedules/${id}`);
    expect(paid()).toBe(3);
  });

  it('must be there: too little is a 400, and a time without it is left out', async () => {
    const demo = new DemoOnFakeTimers();
    const { data } = demo.service.world;
    await plan(demo, { sendingDateTime: TOMORROW, rrule: 'FREQ=DAILY' });
    data.balance = 0;
    expect((await demo.post('/messages', { text: 'x', phones: DEBORAH, sendingDateTime: TOMORROW })).status).toBe(400);
    demo.timers.advance(3 * DAY_MS);
    expect(listSent(demo)).toHaveLength(1);
    data.balance = 10;
    demo.timers.advance(DAY_MS);
    expect(listSent(demo)).toHaveLength(2);
  });
});

describe('the list of schedules', () => {
  async function fill(): Promise<{ demo: DemoOnFakeTimers; ids: readonly number[] }> {
    const demo = new DemoOnFakeTimers();
    const over = await plan(demo, { text: 'One', sendingTime: toUnix(NOW_AT + HOUR_MS) });
    const far = await plan(demo, { text: 'Two', sendingTime: toUnix(NOW_AT + 9 * DAY_MS), phones: CALLUM });
    const near = await plan(demo, { text: 'Three', sendingTime: toUnix(NOW_AT + 2 * HOUR_MS), rrule: 'FREQ=DAILY' });
    demo.timers.advance(5 * HOUR_MS);
    return { demo, ids: [over, far, near] };
  }

  async function toIds(demo: DemoOnFakeTimers, path: string): Promise<unknown[]> {
    return (await demo.list(path)).map(({ id }) => id);
  }

  it('is sorted by id, next or last time either way, those without one last', async () => {
    const { demo, ids } = await fill();
    const [over, far, near] = ids;
    expect(await toIds(demo, '/schedules')).toEqual([near, far, over]);
    expect(await toIds(demo, '/schedules?orderBy=nextSend&direction=asc')).toEqual([near, far, over]);
    expect(await toIds(demo, '/schedules?orderBy=nextSend')).toEqual([far, near, over]);
    expect(await toIds(demo, '/schedules?orderBy=lastSend&direction=asc')).toEqual([over, near, far]);
    expect((await demo.get('/schedules?orderBy=text')).status).toBe(400);
  });

  it('has those to come, those that are over, or both, page by page', async () => {
    const { demo, ids } = await fill();
    const [over, far, near] = ids;
    expect(await toIds(demo, '/schedules?status=a')).toEqual([near, far]);
    expect(await toIds(demo, '/schedules?status=c')).toEqual([over]);
    expect(await toIds(demo, '/schedules?status=x&limit=2&page=2')).toEqual([over]);
    expect(await demo.one('/schedules?limit=2')).toMatchObject({ page: 1, limit: 2, pageCount: 2 });
  });

  it('is searched by text, by name and by ids', async () => {
    const { demo, ids } = await fill();
    const [over, far] = ids;
    expect(await toIds(demo, '/schedules/search?query=tWO')).toEqual([far]);
    expect(await toIds(demo, '/schedules/search?query=deborah&status=c')).toEqual([over]);
    expect(await toIds(demo, `/schedules/search?ids=${String(far)},1`)).toEqual([far]);
    expect((await demo.get('/schedules/search?ids=x')).status).toBe(400);
    expect((await demo.get('/schedules/search?status=q')).status).toBe(400);
  });

  it('names one recipient, and counts several', async () => {
    const demo = new DemoOnFakeTimers();
    const name = async (phones: string): Promise<unknown> =>
      (await demo.one(`/schedules/${await plan(demo, { phones, sendingDateTime: TOMORROW })}`))['contactName'];
    expect(await name(DEBORAH)).toBe('Deborah Okonkwo');
    expect(await name(STRANGER)).toBe(STRANGER);
    expect(await name(`${DEBORAH},${STRANGER},${BARRY_BLOCKED}`)).toBe('2 recipients');
  });

  it('loses what is deleted, with its jobs: one, those of ids, of a status, all', async () => {
    const { demo, ids } = await fill();
    const [over, far, near] = ids;
    expect((await demo.call('DELETE', `/schedules/${String(near)}`)).status).toBe(204);
    expect((await demo.call('DELETE', `/schedules/${String(near)}`)).status).toBe(404);
    expect(jobsOf(demo)).toBe(1);
    expect((await demo.post('/schedules/delete', { ids: `${String(near)},77`, all: 0 })).status).toBe(404);
    expect((await demo.post('/schedules/delete', { status: 'c' })).status).toBe(204);
    expect((await demo.get(`/schedules/${String(over)}`)).status).toBe(404);
    expect((await demo.post('/schedules/delete', { ids: `${String(far)},77` })).status).toBe(204);
    expect(jobsOf(demo)).toBe(0);
    await plan(demo, { sendingDateTime: TOMORROW });
    expect((await demo.post('/schedules/delete', { all: 1 })).status).toBe(204);
    expect(await demo.list('/schedules')).toEqual([]);
    demo.timers.advance(30 * DAY_MS);
    expect(listSent(demo)).toEqual([]);
  });

  it('takes the session of one that never fired with it, and leaves what was sent', async () => {
    const { demo, ids } = await fill();
    const [, far, near] = ids;
    const { sessions } = demo.service.world;
    const sessionOf = async (id: number | undefined): Promise<number> =>
      Number(((await demo.one(`/schedules/${String(id)}`))['session'] as Fields)['id']);
    const [unsent, sent] = [await sessionOf(far), await sessionOf(near)];
    await demo.post('/schedules/delete', { all: 1 });
    expect(sessions.find(unsent)).toBeUndefined();
    expect(sessions.find(sent)).toBeDefined();
    expect(listSent(demo, 'Three')).toHaveLength(1);
  });
});
