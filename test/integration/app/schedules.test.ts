/** Texts that go out at a time to come, through the whole app over the demo service. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { ChatView, RequestInput, ScheduleView } from '#shared/contract/index.ts';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { toRequestId } from './app-on-demo.ts';
import { SyncedApp } from './synced-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Its clocks never change. */
const ZONE = 'Africa/Johannesburg';

type Choices = Omit<RequestInput<'schedules.create'>, 'requestId' | 'phone' | 'account'>;
type Time = Choices['time'];

const toTimeAt = (at: number, rule: string | null = null): Time => ({
  ...{ wall: toWall(at, ZONE), timeZone: ZONE, rule, overlap: 'first' },
});
/** In that many days, at ten. */
function toTime(days: number, rule: string | null = null): Time {
  return {
    ...toTimeAt(Date.now() + days * DAY_MS, rule),
    wall: `${toTimeAt(Date.now() + days * DAY_MS).wall.slice(0, 10)}T10:00`,
  };
}

const BY_SERVICE: Choices = {
  ...{ text: 'See you at ten', from: null, keeper: 'service', time: toTime(3), endsOnReply: false },
  quietReason: 'The person asked for it',
};
const BY_COMPUTER: Choices = { ...BY_SERVICE, keeper: 'computer', text: 'From this computer' };
const DAILY = 'FREQ=DAILY;COUNT=5';

let at: SyncedApp;
let chat: ChatView;

async function open(
  prepare: (service: SyncedApp['service']) => void,
  shapes: 'spec' | 'sdk',
  options: DemoOptions = {},
): Promise<void> {
  at = await SyncedApp.open(prepare, { ...options, shapes });
  const [picked] = await at.pick(1, {}, ({ isUnsubscribed, isBlocked, phone }) => {
    return !isUnsubscribed && !isBlocked && /^\d{10,}$/.test(phone);
  });
  chat = picked as ChatView;
}
afterEach(() => at.dispose());

const ask: SyncedApp['window']['ask'] = (name, input) => at.window.ask(name, input);
const create = async (choices: Partial<Choices> & { readonly text: string }): Promise<string> =>
  (await ask('schedules.create', { requestId: toRequestId(), phone: chat.phone, ...BY_SERVICE, ...choices })).key;
const get = async (key: string): Promise<ScheduleView> => (await ask('schedules.get', { key })).schedule;
const listEvents = async (key: string) => (await ask('schedules.get', { key })).events.map(({ kind }) => kind);
const atService = (text: string) => at.service.world.schedules.rows.filter(({ order }) => order.text === text);
const listSent = (text: string) => at.service.world.outbound.rows.filter((message) => message.text === text);
const waitFor = (key: string, state: ScheduleView['state']) =>
  until(async () => {
    const view = await get(key);
    expect(view).toMatchObject({ state });
    return view;
  });

/** The computer's clock is later by that much, as after sleep; it goes on from there. */
function sleepFor(ms: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(Date.now() + ms);
}
/** What can be taken back leaves now. */
async function endHolds(): Promise<void> {
  sleepFor(6_000);
  await ask('schedules.refresh', {});
}

describe.each(listShapes(['spec', 'sdk'], 'spec'))('scheduled texts at a service of the shape %s', (shape) => {
  it('are made, shown, changed, cancelled and sent at once, each of them once', async () => {
    await open(() => undefined, shape);
    const [first, daily, cancelled, soon] = [
      await create({ text: 'The first' }),
      await create({ text: 'Every day', time: toTime(1, DAILY) }),
      await create({ text: 'Not after all' }),
      await create({ text: 'Sooner' }),
    ];
    expect(await get(first)).toMatchObject({
      state: 'leaving',
      work: 'create',
      undoableUntil: expect.any(Number) as number,
    });
    expect(atService('The first')).toEqual([]);
    await endHolds();
    for (const key of [first, daily, cancelled, soon]) await waitFor(key, 'coming');
    await until(async () => expect((await get(first)).nextAt).toBe(atService('The first')[0]?.nextAt));

    expect(await ask('schedules.counts', {})).toMatchObject({
      upcoming: expect.any(Number) as number,
      recurring: 1,
      attention: 0,
    });
    const { items } = await ask('schedules.ofChat', { phone: chat.phone });
    expect(items.map(({ key }) => key)).toEqual(expect.arrayContaining([first, daily, cancelled, soon]));
    const query = { scope: 'upcoming', query: 'every day', limit: 10, cursor: null } as const;
    expect(await ask('schedules.list', query)).toMatchObject({
      total: 1,
      items: [{ key: daily, time: { rule: DAILY } }],
    });
    const period = { scope: 'upcoming', from: Date.now(), to: Date.now() + 30 * DAY_MS } as const;
    const times = (await ask('schedules.calendar', period)).items;
    expect(times.filter(({ key }) => key === daily)).toHaveLength(5);
    const repeating = (await ask('schedules.calendar', { ...period, scope: 'recurring' })).items;
    expect(repeating).toEqual(times.filter(({ key }) => key === daily));
    expect(times.map((time) => time.at)).toEqual(times.map((time) => time.at).toSorted((one, other) => one - other));

    const later = { ...BY_SERVICE, text: 'The first, later', time: toTime(4) };
    const change = await ask('schedules.change', { requestId: toRequestId(), key: first, ...later });
    expect(change.key).toBe(first);
    const request = { requestId: toRequestId(), keys: [cancelled, daily] };
    const { undoId, count } = await ask('schedules.cancel', request);
    expect(count).toBe(2);
    expect(await get(cancelled)).toMatchObject({ state: 'leaving', work: 'cancel' });
    expect(await ask('schedules.undo', { requestId: toRequestId(), undoId: undoId ?? '' })).toEqual({ isUndone: true });
    expect(await get(daily)).toMatchObject({ state: 'coming', work: null });
    await ask('schedules.cancel', { requestId: toRequestId(), keys: [cancelled] });
    await ask('schedules.sendNow', { requestId: toRequestId(), key: soon });
    await ask('schedules.sendNow', { requestId: toRequestId(), key: daily });
    await endHolds();

    expect(await waitFor(first, 'coming')).toMatchObject({ text: later.text, time: later.time });
    const over = await waitFor(cancelled, 'cancelled');
    expect(over.overAt).toBeGreaterThan(over.createdAt ?? Infinity);
    await waitFor(soon, 'done');
    expect([...atService('The first'), ...atService('Not after all'), ...atService('Sooner')]).toEqual([]);
    expect([atService('The first, later').length, atService('Every day').length]).toEqual([1, 1]);
    await until(() => expect([listSent('Sooner').length, listSent('Every day').length]).toEqual([1, 1]));
    const tooLate = { requestId: toRequestId(), undoId: change.undoId ?? '' };
    expect(await ask('schedules.undo', tooLate)).toEqual({ isUndone: false });
    expect(await get(first)).toMatchObject({ state: 'coming', text: later.text });
    expect(await listEvents(first)).toEqual(expect.arrayContaining(['made', 'at-service', 'changed']));
    expect(await get(daily)).toMatchObject({ state: 'coming' });
  });

  it('of another client are changed and cancelled as own ones', async () => {
    await open(() => undefined, shape, { schedules: true });
    const { items } = await ask('schedules.list', { scope: 'upcoming', query: '', limit: 50, cursor: null });
    const single = items.find(
      ({ time, recipients }) => time?.rule === null && recipients.phone !== null,
    ) as ScheduleView;
    const recurring = items.find(({ time }) => time !== null && time.rule !== null) as ScheduleView;
    expect([single.key, recurring.key]).toEqual([
      expect.stringMatching(/^service:/),
      expect.stringMatching(/^service:/),
    ]);
    const change = { ...BY_SERVICE, text: single.text, time: toTime(6) };
    const { key } = await ask('schedules.change', { requestId: toRequestId(), key: single.key, ...change });
    expect(key).toMatch(/^own:/);
    expect(await ask('schedules.cancel', { requestId: toRequestId(), keys: [recurring.key] })).toMatchObject({
      count: 1,
    });
    expect(await ask('schedules.list', { scope: 'upcoming', query: '', limit: 50, cursor: null })).toMatchObject({
      total: items.length,
    });
    await endHolds();
    expect((await waitFor(key, 'coming')).time).toEqual(change.time);
    await until(async () => {
      const left = await ask('schedules.list', { scope: 'upcoming', query: '', limit: 50, cursor: null });
      expect(left.items.map(({ text }) => text)).not.toContain(recurring.text);
      expect(left.total).toBe(items.length - 1);
    });
    expect(atService(single.text).map(({ firstAt, timeZone }) => toWall(firstAt, timeZone))).toEqual([
      change.time.wall,
    ]);
    expect(atService(recurring.text)).toEqual([]);
  });

  it('move to this computer and back', async () => {
    await open(() => undefined, shape);
    const key = await create({ text: 'To and fro' });
    await endHolds();
    await waitFor(key, 'coming');
    const here = { ...BY_SERVICE, keeper: 'computer', text: 'To and fro', endsOnReply: true } as const;
    await ask('schedules.change', { requestId: toRequestId(), key, ...here });
    await endHolds();
    expect(await waitFor(key, 'coming')).toMatchObject({ keeper: 'computer', endsOnReply: true });
    expect(atService('To and fro')).toEqual([]);
    await ask('schedules.change', { requestId: toRequestId(), key, ...here, keeper: 'service' });
    await endHolds();
    expect(await waitFor(key, 'coming')).toMatchObject({ keeper: 'service', endsOnReply: false });
    expect(atService('To and fro')).toHaveLength(1);
  });
});

describe('scheduled texts', () => {
  it('are as they were before, or nowhere, once what was done is taken back', async () => {
    await open(() => undefined, 'spec');
    const takeBack = async (undoId: string | null) => {
      return (await ask('schedules.undo', { requestId: toRequestId(), undoId: undoId ?? '' })).isUndone;
    };
    for (const choices of [BY_SERVICE, BY_COMPUTER]) {
      const made = await ask('schedules.create', { requestId: toRequestId(), phone: chat.phone, ...choices });
      expect(await takeBack(made.undoId)).toBe(true);
      expect(await at.window.askForError('schedules.get', { key: made.key })).toMatchObject({ code: 'not-found' });
      const key = await create(choices);
      const changed = { ...choices, text: 'Changed', time: toTime(9) };
      const { undoId } = await ask('schedules.change', { requestId: toRequestId(), key, ...changed });
      expect(await get(key)).toMatchObject({ text: 'Changed' });
      expect(await takeBack(undoId)).toBe(true);
      expect(await get(key)).toMatchObject({ text: choices.text, time: choices.time, keeper: choices.keeper });
      const cancelled = await ask('schedules.cancel', { requestId: toRequestId(), keys: [key] });
      expect(await takeBack(cancelled.undoId)).toBe(true);
      expect(await get(key)).toMatchObject({ text: choices.text, time: choices.time });
    }
    await endHolds();
    await until(() => expect(atService(BY_SERVICE.text)).toHaveLength(1));
    expect(atService('Changed')).toEqual([]);
  });

  it('leave in the order in which they were made, changed and cancelled offline', async () => {
    await open(() => undefined, 'spec');
    const [kept, gone] = [await create({ text: 'Kept' }), await create({ text: 'Gone' })];
    await endHolds();
    for (const key of [kept, gone]) await waitFor(key, 'coming');
    await at.goOffline();
    const made = await create({ text: 'Made offline' });
    const forgotten = await create({ text: 'Made and cancelled offline' });
    await ask('schedules.change', { requestId: toRequestId(), key: kept, ...BY_SERVICE, text: 'Kept otherwise' });
    await ask('schedules.cancel', { requestId: toRequestId(), keys: [gone] });
    await ask('schedules.change', {
      requestId: toRequestId(),
      key: made,
      ...BY_SERVICE,
      text: 'Made and changed offline',
    });
    await ask('schedules.cancel', { requestId: toRequestId(), keys: [forgotten] });
    sleepFor(6_000);
    await ask('sync.tryNow', {});
    expect([await get(kept), await get(gone), await get(made)]).toMatchObject([
      ...[
        { state: 'leaving', work: 'change' },
        { state: 'leaving', work: 'cancel' },
        { state: 'leaving', work: 'create' },
      ],
    ]);
    const texts = (): readonly string[] => at.service.world.schedules.rows.map(({ order }) => order.text);
    expect(texts()).toEqual(expect.arrayContaining(['Kept', 'Gone']));
    await at.comeBack();
    for (const key of [kept, made]) await waitFor(key, 'coming');
    await waitFor(gone, 'cancelled');
    expect(texts().filter((text) => /Kept|Gone|offline/.test(text))).toEqual([
      'Kept otherwise',
      'Made and changed offline',
    ]);
  });

  it('that the service sent are over, or have their next time', async () => {
    await open(() => undefined, 'sdk');
    const time = toTimeAt(Date.now() + 20 * MINUTE_MS);
    const single = await create({ text: 'Sent by the service', time });
    const daily = await create({ text: 'Sent every day', time: { ...time, rule: DAILY } });
    await endHolds();
    for (const key of [single, daily]) await waitFor(key, 'coming');
    const before = (await get(daily)).nextAt ?? 0;
    at.service.advance(30 * MINUTE_MS);
    sleepFor(30 * MINUTE_MS);
    await ask('schedules.refresh', {});
    await waitFor(single, 'done');
    await until(async () => {
      await ask('schedules.refresh', {});
      expect(await get(daily)).toMatchObject({ state: 'coming', lastAt: expect.any(Number) as number });
      expect(Math.abs(((await get(daily)).nextAt ?? 0) - before - DAY_MS)).toBeLessThan(MINUTE_MS);
    });
    expect([listSent('Sent by the service').length, listSent('Sent every day').length]).toEqual([1, 1]);
    await until(async () => {
      await ask('sync.tryNow', {});
      const { lastTime } = await ask('schedules.get', { key: single });
      expect(Object.values(lastTime?.letters ?? {})).toEqual([1]);
    });
  });

  it('whose time passes offline ask, and go out once when the user says so', async () => {
    await open(() => undefined, 'spec');
    await at.goOffline();
    const time = toTimeAt(Date.now() + 5 * MINUTE_MS);
    const [sent, dropped] = [await create({ text: 'Send it late', time }), await create({ text: 'Let it go', time })];
    sleepFor(10 * MINUTE_MS);
    await at.comeBack();
    for (const key of [sent, dropped]) expect(await waitFor(key, 'asking')).toMatchObject({ question: 'passed' });
    expect(await ask('schedules.counts', {})).toMatchObject({ attention: 2 });
    await ask('schedules.decide', { requestId: toRequestId(), key: sent, decision: 'send' });
    await ask('schedules.decide', { requestId: toRequestId(), key: dropped, decision: 'drop' });
    await waitFor(sent, 'done');
    await waitFor(dropped, 'dropped');
    await until(() => expect(listSent('Send it late')).toHaveLength(1));
    expect(listSent('Let it go')).toEqual([]);
  });

  it('of this computer go out at their time, stop when the person writes, and ask when they are late', async () => {
    await open((service) => (service.settings.absent = ['schedules']), 'spec');
    const options = await ask('schedules.options', { phone: chat.phone });
    expect(options).toMatchObject({ hasServiceSchedules: false, recipient: { country: expect.any(String) as string } });
    const request = { requestId: toRequestId(), phone: chat.phone, ...BY_SERVICE };
    expect(await at.window.askForError('schedules.create', request)).toMatchObject({
      fields: { keeper: ['not-here'] },
    });
    const here = { ...BY_COMPUTER, time: toTimeAt(Date.now() + 5 * MINUTE_MS) };
    const punctual = await create({ ...here, text: 'On time' });
    const daily = await create({ ...here, text: 'Each day', time: { ...here.time, rule: DAILY } });
    const answered = await create({ ...here, text: 'If you do not write', endsOnReply: true, time: toTime(2) });
    const late = await create({ ...here, text: 'Too late', time: toTimeAt(Date.now() + 60 * MINUTE_MS) });
    expect(await get(punctual)).toMatchObject({ state: 'coming', keeper: 'computer', undoableUntil: null });

    at.service.receive({ sender: chat.phone, text: 'I do write' });
    await until(async () => {
      await ask('sync.tryNow', {});
      expect(await get(answered)).toMatchObject({ state: 'stopped' });
    });
    sleepFor(6 * MINUTE_MS);
    await ask('sync.tryNow', {});
    await waitFor(punctual, 'done');
    await until(() => expect([listSent('On time').length, listSent('Each day').length]).toEqual([1, 1]));
    expect(await get(daily)).toMatchObject({ state: 'coming', lastAt: expect.any(Number) as number });
    sleepFor(DAY_MS);
    await ask('sync.tryNow', {});
    expect(await waitFor(late, 'asking')).toMatchObject({ question: 'missed' });
    await until(() => expect(listSent('Each day')).toHaveLength(2));
    await ask('schedules.decide', { requestId: toRequestId(), key: late, decision: 'send' });
    await waitFor(late, 'done');
    await until(() => expect(listSent('Too late')).toHaveLength(1));
    expect(listSent('If you do not write')).toEqual([]);
  });

  it('are checked, and made once for a request that is repeated', async () => {
    await open(() => undefined, 'sdk');
    const refuse = async (choices: Partial<Choices> & { readonly phone?: string }) => {
      const input = { requestId: toRequestId(), phone: chat.phone, ...BY_SERVICE, ...choices };
      return (await at.window.askForError('schedules.create', input)).fields;
    };
    expect(await refuse({ text: ' ' })).toEqual({ text: ['empty'] });
    expect(await refuse({ phone: '12' })).toHaveProperty('phone');
    expect(await refuse({ time: toTimeAt(Date.now()) })).toEqual({ time: ['past'] });
    expect(await refuse({ time: { ...toTime(2), timeZone: 'Europe/Nowhere' } })).toEqual({ time: ['unknown-zone'] });
    expect(await refuse({ time: toTime(2, 'FREQ=SOMETIMES') })).toEqual({ time: ['bad-rule'] });
    const night = { ...toTime(2), wall: `${toTime(2).wall.slice(0, 10)}T03:00`, timeZone: 'Europe/London' };
    expect(await refuse({ time: night, quietReason: null })).toEqual({ time: ['quiet'] });
    const request = { requestId: toRequestId(), phone: chat.phone, ...BY_COMPUTER, time: night };
    await ask('drafts.save', { phone: chat.phone, text: BY_COMPUTER.text });
    const { key, undoId } = await ask('schedules.create', request);
    expect(await get(key)).toMatchObject({ quietReason: BY_SERVICE.quietReason });
    expect(await ask('drafts.get', { phone: chat.phone })).toMatchObject({ text: '' });
    await at.restart();
    expect((await ask('schedules.create', request)).key).toBe(key);
    expect(await at.window.askForError('schedules.create', { ...request, text: 'Another' })).toMatchObject({
      fields: { requestId: ['used'] },
    });
    expect(undoId).toEqual(expect.any(String));
    expect((await ask('schedules.options', { phone: null })).lastTime).toEqual(night);
  });
});
