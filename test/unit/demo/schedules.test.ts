import { describe, expect, it } from 'vitest';
import type { Outbound } from '#main/demo/state/model.ts';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoBench, NOW_AT, STRANGER } from './support.ts';

type Fields = Readonly<Record<string, unknown>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 9:54 in London, winter. */
const TOMORROW = '2026-11-21 09:00:30';
const TOMORROW_AT = Date.UTC(2026, 10, 21, 9, 0, 30);

function toUnix(at: number): number {
  return Math.floor(at / 1_000);
}

async function plan(bench: DemoBench, fields: Fields): Promise<number> {
  const { status, body } = await bench.post('/messages', { text: 'Later', phones: DEBORAH, ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return Number((body as Fields)['id']);
}

function listSent(bench: DemoBench, text = 'Later'): readonly Outbound[] {
  return bench.service.world.outbound.rows.filter((message) => message.text === text);
}

function jobsOf(bench: DemoBench): number {
  return bench.service.world.data.jobs.filter(({ kind }) => kind === 'schedule').length;
}

async function refusedFields(bench: DemoBench, fields: Fields): Promise<Fields> {
  const { status, body } = await bench.post('/messages', { text: 'Later', phones: DEBORAH, ...fields });
  expect(status).toBe(400);
  return (body as { errors: { fields: Fields } }).errors.fields;
}

describe('a send for later', () => {
  it('is answered with a schedule, and nothing is sent before its time', async () => {
    const bench = new DemoBench();
    const { status, body } = await bench.post('/messages', {
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
    bench.timers.advance(TOMORROW_AT - NOW_AT - 1);
    expect(listSent(bench)).toEqual([]);
    bench.timers.advance(1);
    expect(listSent(bench)).toMatchObject([{ receiver: DEBORAH, status: 'q', at: TOMORROW_AT }]);
  });

  it('has a session from the beginning, to which its messages belong', async () => {
    const bench = new DemoBench();
    const id = await plan(bench, { sendingDateTime: TOMORROW, referenceId: 'r-1' });
    const session = (await bench.one(`/schedules/${id}`))['session'] as Fields;
    expect(session).toMatchObject({ referenceId: 'r-1', startTime: '2026-11-21T09:00:30+0000', numbersCount: 1 });
    bench.timers.advance(DAY_MS);
    expect(listSent(bench).map(({ sessionId }) => sessionId)).toEqual([session['id']]);
    expect(await bench.list(`/sessions/${String(session['id'])}/messages`)).toHaveLength(1);
  });

  it('once sent is completed: no next time, and the last one said', async () => {
    const bench = new DemoBench();
    const id = await plan(bench, { sendingTime: toUnix(NOW_AT + HOUR_MS) });
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({ type: 'Once', rrule: null, completed: false });
    bench.timers.advance(HOUR_MS);
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({
      ...{ nextSend: null, completed: true, lastSent: '2026-11-20T10:54:00+0000' },
      summary: 'Once on 20 November 2026 at 10:54',
    });
    expect(jobsOf(bench)).toBe(0);
  });

  it('is meant on the clock of the zone given, by name or number, else on the account’s', async () => {
    const bench = new DemoBench();
    const nextSend = async (fields: Fields): Promise<unknown> =>
      (await bench.one(`/schedules/${await plan(bench, { sendingDateTime: '2026-11-21 09:00:30', ...fields })}`))[
        'nextSend'
      ];
    expect(await nextSend({})).toBe('2026-11-21T09:00:30+0000');
    expect(await nextSend({ sendingTimezone: 'America/New_York' })).toBe('2026-11-21T14:00:30+0000');
    expect(await nextSend({ sendingTimezone: '21' })).toBe('2026-11-21T14:00:30+0000');
    expect(await nextSend({ sendingTimezone: 47 })).toBe('2026-11-21T09:00:30+0000');
    bench.service.world.data.settings.timeZone = 'Asia/Tokyo';
    expect(await nextSend({})).toBe('2026-11-21T00:00:30+0000');
  });

  it('with a start that is now is sent now', async () => {
    const bench = new DemoBench();
    const { body } = await bench.post('/messages', { text: 'x', phones: DEBORAH, sendingTime: toUnix(NOW_AT) });
    expect(body).toMatchObject({ type: 'message', scheduleId: null });
  });

  it('reaches whom it names when it fires: lists as they are then, nobody who is blocked by then', async () => {
    const bench = new DemoBench();
    const { world } = bench.service;
    const deborah = world.findContactByPhone(DEBORAH);
    const callum = world.findContactByPhone(CALLUM);
    await plan(bench, {
      phones: STRANGER,
      contacts: `${deborah?.id ?? 0},${callum?.id ?? 0}`,
      sendingDateTime: TOMORROW,
    });
    await bench.post('/contacts/block', { phone: DEBORAH });
    bench.timers.advance(DAY_MS);
    expect(listSent(bench).map(({ receiver }) => receiver)).toEqual([STRANGER, CALLUM]);
  });

  it('to more than 1,000 becomes a bulk at its time, whose session is the one it had', async () => {
    const bench = new DemoBench();
    const phones = Array.from({ length: 1_005 }, (_, at) => `44770090${2_000 + at}`).join(',');
    const { world } = bench.service;
    const before = world.data.balance;
    const id = await plan(bench, { phones, sendingDateTime: TOMORROW });
    const session = (await bench.one(`/schedules/${id}`))['session'] as Fields;
    const price = before - world.data.balance;
    bench.timers.advance(DAY_MS);
    expect(world.bulks.rows).toMatchObject([{ status: 'c', sessionId: session['id'] }]);
    expect(listSent(bench).filter(({ sessionId }) => sessionId === session['id'])).toHaveLength(1_005);
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
    const bench = new DemoBench();
    expect(Object.keys(await refusedFields(bench, fields))).toEqual([field]);
    expect(jobsOf(bench)).toBe(0);
  });

  it('is refused by every field that is wrong at once', async () => {
    const fields = await refusedFields(new DemoBench(), {
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
    const bench = new DemoBench();
    const rrule = 'FREQ=DAILY;INTERVAL=2;COUNT=5;';
    const id = await plan(bench, { sendingTime: toUnix(TOMORROW_AT), rrule });
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({
      ...{ type: 'Daily', rrule, summary: 'Every 2 days at 09:00, 5 times', timezone: 'Europe/London' },
      ...{ firstOccurrence: '2026-11-21T09:00:30+0000', lastOccurrence: '2026-11-29T09:00:30+0000' },
    });
    bench.timers.advance(3 * DAY_MS);
    expect(listSent(bench)).toHaveLength(2);
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({
      ...{ nextSend: '2026-11-25T09:00:30+0000', lastSent: '2026-11-23T09:00:30+0000', completed: false },
    });
    bench.timers.advance(30 * DAY_MS);
    expect(listSent(bench).map(({ at }) => (at - TOMORROW_AT) / DAY_MS)).toEqual([0, 2, 4, 6, 8]);
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({ nextSend: null, completed: true });
    expect(new Set(listSent(bench).map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it('stays at 9:00 over the end of winter time', async () => {
    const bench = new DemoBench({}, Date.UTC(2026, 2, 27, 12));
    const id = await plan(bench, { sendingDateTime: '2026-03-28 09:00:30', rrule: 'RRULE:FREQ=DAILY' });
    bench.timers.advance(2 * DAY_MS);
    expect(listSent(bench).map(({ at }) => new Date(at).toISOString().slice(5, 16))).toEqual([
      '03-28T09:00',
      '03-29T08:00',
    ]);
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({ lastOccurrence: null, rrule: 'FREQ=DAILY' });
  });

  it('whose clock is advanced fires for each of the times gone by', async () => {
    const bench = new DemoBench();
    await plan(bench, { sendingTime: toUnix(TOMORROW_AT), rrule: 'FREQ=DAILY' });
    bench.service.advance(10 * DAY_MS);
    expect(listSent(bench)).toHaveLength(10);
    expect(jobsOf(bench)).toBe(1);
  });

  it('starts at the first time of its rule, not at a start that is none of them', async () => {
    const bench = new DemoBench();
    const id = await plan(bench, { sendingDateTime: TOMORROW, rrule: 'FREQ=WEEKLY;BYDAY=MO' });
    expect(await bench.one(`/schedules/${id}`)).toMatchObject({
      ...{ firstOccurrence: '2026-11-23T09:00:30+0000', type: 'Weekly', summary: 'Every week on Monday at 09:00' },
    });
  });
});

describe('the money of a schedule', () => {
  it('is charged when it is made, not when it fires, and given back when it is deleted before', async () => {
    const bench = new DemoBench();
    const { data } = bench.service.world;
    const before = data.balance;
    const id = await plan(bench, { sendingDateTime: TOMORROW });
    const price = before - data.balance;
    expect(price).toBeGreaterThan(0);
    expect((await bench.one(`/schedules/${id}`))['textParameters']).toMatchObject({
      cost: expect.closeTo(price) as unknown,
    });
    const other = await plan(bench, { sendingDateTime: TOMORROW });
    await bench.call('DELETE', `/schedules/${other}`);
    expect(before - data.balance).toBeCloseTo(price);
    bench.timers.advance(DAY_MS);
    expect(before - data.balance).toBeCloseTo(price);
    await bench.call('DELETE', `/schedules/${id}`);
    expect(before - data.balance).toBeCloseTo(price);
  });

  it('of one that recurs is charged one time ahead', async () => {
    const bench = new DemoBench();
    const { data } = bench.service.world;
    const before = data.balance;
    const id = await plan(bench, { sendingDateTime: TOMORROW, rrule: 'FREQ=DAILY;COUNT=3' });
    const price = before - data.balance;
    const paid = (): number => Math.round((before - data.balance) / price);
    bench.timers.advance(DAY_MS);
    expect({ sent: listSent(bench).length, paid: paid() }).toEqual({ sent: 1, paid: 2 });
    bench.timers.advance(3 * DAY_MS);
    expect({ sent: listSent(bench).length, paid: paid() }).toEqual({ sent: 3, paid: 3 });
    await bench.call('DELETE', `/schedules/${id}`);
    expect(paid()).toBe(3);
  });

  it('must be there: too little is a 400, and a time without it is left out', async () => {
    const bench = new DemoBench();
    const { data } = bench.service.world;
    await plan(bench, { sendingDateTime: TOMORROW, rrule: 'FREQ=DAILY' });
    data.balance = 0;
    expect((await bench.post('/messages', { text: 'x', phones: DEBORAH, sendingDateTime: TOMORROW })).status).toBe(400);
    bench.timers.advance(3 * DAY_MS);
    expect(listSent(bench)).toHaveLength(1);
    data.balance = 10;
    bench.timers.advance(DAY_MS);
    expect(listSent(bench)).toHaveLength(2);
  });
});

describe('the list of schedules', () => {
  async function fill(): Promise<{ bench: DemoBench; ids: readonly number[] }> {
    const bench = new DemoBench();
    const over = await plan(bench, { text: 'One', sendingTime: toUnix(NOW_AT + HOUR_MS) });
    const far = await plan(bench, { text: 'Two', sendingTime: toUnix(NOW_AT + 9 * DAY_MS), phones: CALLUM });
    const near = await plan(bench, { text: 'Three', sendingTime: toUnix(NOW_AT + 2 * HOUR_MS), rrule: 'FREQ=DAILY' });
    bench.timers.advance(5 * HOUR_MS);
    return { bench, ids: [over, far, near] };
  }

  async function toIds(bench: DemoBench, path: string): Promise<unknown[]> {
    return (await bench.list(path)).map(({ id }) => id);
  }

  it('is sorted by id, next or last time either way, those without one last', async () => {
    const { bench, ids } = await fill();
    const [over, far, near] = ids;
    expect(await toIds(bench, '/schedules')).toEqual([near, far, over]);
    expect(await toIds(bench, '/schedules?orderBy=nextSend&direction=asc')).toEqual([near, far, over]);
    expect(await toIds(bench, '/schedules?orderBy=nextSend')).toEqual([far, near, over]);
    expect(await toIds(bench, '/schedules?orderBy=lastSend&direction=asc')).toEqual([over, near, far]);
    expect((await bench.get('/schedules?orderBy=text')).status).toBe(400);
  });

  it('has those to come, those that are over, or both, page by page', async () => {
    const { bench, ids } = await fill();
    const [over, far, near] = ids;
    expect(await toIds(bench, '/schedules?status=a')).toEqual([near, far]);
    expect(await toIds(bench, '/schedules?status=c')).toEqual([over]);
    expect(await toIds(bench, '/schedules?status=x&limit=2&page=2')).toEqual([over]);
    expect(await bench.one('/schedules?limit=2')).toMatchObject({ page: 1, limit: 2, pageCount: 2 });
  });

  it('is searched by text, by name and by ids', async () => {
    const { bench, ids } = await fill();
    const [over, far] = ids;
    expect(await toIds(bench, '/schedules/search?query=tWO')).toEqual([far]);
    expect(await toIds(bench, '/schedules/search?query=deborah&status=c')).toEqual([over]);
    expect(await toIds(bench, `/schedules/search?ids=${String(far)},1`)).toEqual([far]);
    expect((await bench.get('/schedules/search?ids=x')).status).toBe(400);
    expect((await bench.get('/schedules/search?status=q')).status).toBe(400);
  });

  it('names one recipient, and counts several', async () => {
    const bench = new DemoBench();
    const name = async (phones: string): Promise<unknown> =>
      (await bench.one(`/schedules/${await plan(bench, { phones, sendingDateTime: TOMORROW })}`))['contactName'];
    expect(await name(DEBORAH)).toBe('Deborah Okonkwo');
    expect(await name(STRANGER)).toBe(STRANGER);
    expect(await name(`${DEBORAH},${STRANGER},${BARRY_BLOCKED}`)).toBe('2 recipients');
  });

  it('loses what is deleted, with its jobs: one, those of ids, of a status, all', async () => {
    const { bench, ids } = await fill();
    const [over, far, near] = ids;
    expect((await bench.call('DELETE', `/schedules/${String(near)}`)).status).toBe(204);
    expect((await bench.call('DELETE', `/schedules/${String(near)}`)).status).toBe(404);
    expect(jobsOf(bench)).toBe(1);
    expect((await bench.post('/schedules/delete', { ids: `${String(near)},77`, all: 0 })).status).toBe(404);
    expect((await bench.post('/schedules/delete', { status: 'c' })).status).toBe(204);
    expect((await bench.get(`/schedules/${String(over)}`)).status).toBe(404);
    expect((await bench.post('/schedules/delete', { ids: `${String(far)},77` })).status).toBe(204);
    expect(jobsOf(bench)).toBe(0);
    await plan(bench, { sendingDateTime: TOMORROW });
    expect((await bench.post('/schedules/delete', { all: 1 })).status).toBe(204);
    expect(await bench.list('/schedules')).toEqual([]);
    bench.timers.advance(30 * DAY_MS);
    expect(listSent(bench)).toEqual([]);
  });

  it('takes the session of one that never fired with it, and leaves what was sent', async () => {
    const { bench, ids } = await fill();
    const [, far, near] = ids;
    const { sessions } = bench.service.world;
    const sessionOf = async (id: number | undefined): Promise<number> =>
      Number(((await bench.one(`/schedules/${String(id)}`))['session'] as Fields)['id']);
    const [unsent, sent] = [await sessionOf(far), await sessionOf(near)];
    await bench.post('/schedules/delete', { all: 1 });
    expect(sessions.find(unsent)).toBeUndefined();
    expect(sessions.find(sent)).toBeDefined();
    expect(listSent(bench, 'Three')).toHaveLength(1);
  });
});
