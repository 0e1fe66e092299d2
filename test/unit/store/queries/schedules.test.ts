/** Schedules of both files as one list: what a page says is worked out one by one from all of them. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreQueries } from '#main/store/api.ts';
import type { ScheduleCursor, ScheduleRecord } from '#main/store/api/schedules.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { toScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON,
  buildChat,
  buildContact,
  buildList,
  buildMessage,
  buildSchedule,
  buildSend,
  phoneOf,
} from '../builders.ts';
import { MADE, buildOwnSchedule, ownIdOf } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

type CalendarPage = StoreQueries['listCalendarSchedules']['output'];
type Scope = 'upcoming' | 'recurring' | 'attention' | 'done';

const SCOPES: readonly Scope[] = ['upcoming', 'recurring', 'attention', 'done'];

function toKey({ own, service }: ScheduleRecord): string {
  if (own !== null) return toScheduleKey({ own: own.id });
  return toScheduleKey({ serviceId: service?.id ?? 0 });
}

describe('schedules of the service and of this computer', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const commit = (...rows: Schedule[]): void => store.run('commitRows', { name: 'schedules', rows });
  const create = (number: number, said: Parameters<typeof buildOwnSchedule>[1] = {}): OwnSchedule => {
    const schedule = buildOwnSchedule(number, said);
    store.run('createOwnSchedule', { schedule, event: MADE });
    return schedule;
  };
  const page = (scope: Scope, said: { query?: string; limit?: number; cursor?: ScheduleCursor | null } = {}) =>
    store.ask('listScheduleRecords', { scope, query: '', limit: 200, cursor: null, ...said });
  const keys = (scope: Scope, query = ''): string[] => page(scope, { query }).items.map(toKey);
  const own = (number: number): string => toScheduleKey({ own: ownIdOf(number) });
  const listAll = (scope: Scope, limit: number): ScheduleRecord[] => {
    const all: ScheduleRecord[] = [];
    for (let cursor: ScheduleCursor | null = null; ;) {
      const { items, cursor: next } = page(scope, { limit, cursor });
      all.push(...items);
      if (next === null) return all;
      cursor = next;
    }
  };

  const listCalendar = (period: { scope: Scope; from: number; to: number }, limit: number): ScheduleRecord[] => {
    const all: ScheduleRecord[] = [];
    for (let after: string | null = null; ;) {
      const answer: CalendarPage = store.ask('listCalendarSchedules', { ...period, after, limit });
      all.push(...answer.items);
      if (answer.after === null) return all;
      ({ after } = answer);
    }
  };

  it('stand in the order of their next times, those that ask by the time that was missed', () => {
    commit(
      buildSchedule(1, { nextAt: NOON + 4 * MINUTE_MS }),
      buildSchedule(2, { nextAt: null }),
      buildSchedule(3, { nextAt: null, lastAt: NOON - DAY_MS, isCompleted: true }),
    );
    create(1, { nextAt: NOON + 3 * MINUTE_MS });
    create(2, { state: 'asking', question: 'missed', missedAt: NOON - 1, nextAt: NOON + DAY_MS });
    create(3, { state: 'refused', nextAt: NOON + 5 * MINUTE_MS });
    create(4, { state: 'leaving', step: 'create', nextAt: NOON + 4 * MINUTE_MS });
    create(5, { state: 'done', nextAt: null, lastAt: NOON - MINUTE_MS });
    create(6, { state: 'stopped', nextAt: null });
    expect(keys('upcoming')).toEqual([own(2), own(1), own(4), 'service:1', own(3), 'service:2']);
    expect(keys('attention')).toEqual([own(2), own(3)]);
    expect(keys('done')).toEqual([own(6), own(5), 'service:3']);
    const [stoppedAt, ...others] = page('done').items.map(({ overAt }) => overAt);
    expect(stoppedAt).toBeGreaterThanOrEqual(NOON);
    expect(others).toEqual([NOON - MINUTE_MS, NOON - DAY_MS]);
    expect(page('upcoming').items.every(({ overAt }) => overAt === null)).toBe(true);
    expect(store.ask('countScheduleRecords', {})).toEqual({ upcoming: 6, recurring: 0, attention: 2, done: 3 });
  });

  it('are one where this computer made what the service has, by its id or its reference', () => {
    commit(
      buildSchedule(5, { nextAt: NOON + 9, rule: 'FREQ=DAILY' }),
      buildSchedule(6, { referenceId: 'x.1', nextAt: NOON + 8 }),
      buildSchedule(7, { referenceId: 'y.1', isCompleted: true, nextAt: null, lastAt: NOON - 5 }),
    );
    const rule = { ...buildOwnSchedule(1).time, rule: 'FREQ=DAILY' };
    create(1, { keeper: 'service', serviceId: 5, nextAt: NOON + 1, time: rule });
    create(2, { keeper: 'service', state: 'leaving', step: 'creating', referenceId: 'x.1', nextAt: NOON + 8 });
    create(3, { keeper: 'service', referenceId: 'y.1', nextAt: NOON - 5 });
    // Its id is not there any more, the reference of another attempt is.
    create(4, { keeper: 'service', serviceId: 99, referenceId: 'z.2', nextAt: NOON + 20 });
    expect(page('upcoming').items.map(({ own: ours, service }) => [ours?.id, service?.id])).toEqual([
      [ownIdOf(2), 6],
      [ownIdOf(1), 5],
      [ownIdOf(4), undefined],
    ]);
    expect(keys('recurring')).toEqual([own(1)]);
    expect(page('done').items.map(({ own: ours, service }) => [ours?.id, service?.id])).toEqual([[ownIdOf(3), 7]]);
    commit(buildSchedule(8, { referenceId: 'z.2', nextAt: NOON + 21 }), buildSchedule(9, { referenceId: 'x.1' }));
    // A second one with the same reference would go out as well, and is seen.
    expect(keys('upcoming')).toEqual(['service:9', own(2), own(1), own(4)]);
    expect(store.ask('findSchedule', { name: { serviceId: 8 } })).toMatchObject({ own: { id: ownIdOf(4) } });
    expect(store.ask('findSchedule', { name: { serviceId: 9 } })).toMatchObject({ own: null, service: { id: 9 } });
    expect(store.ask('findSchedule', { name: { own: ownIdOf(1) } })).toMatchObject({ service: { id: 5 } });
    expect(store.ask('findSchedule', { name: { own: ownIdOf(77) } })).toBeNull();
    expect(store.ask('findSchedule', { name: { serviceId: 77 } })).toBeNull();
  });

  it('are one with what they replace while that work goes on, and not after', () => {
    commit(buildSchedule(5, { phones: [phoneOf(1)] }));
    create(1, { keeper: 'service', state: 'leaving', step: 'deleting', replacesId: 5, serviceId: 5 });
    expect(page('upcoming').items).toMatchObject([{ own: { id: ownIdOf(1) }, service: null }]);
    expect(store.ask('findSchedule', { name: { serviceId: 5 } })).toMatchObject({ own: { id: ownIdOf(1) } });
    expect(store.ask('listSchedulesOfPhone', { phone: phoneOf(1) })).toHaveLength(1);
    store.run('updateOwnSchedule', { id: ownIdOf(1), patch: { state: 'cancelled' } });
    expect(keys('upcoming')).toEqual(['service:5']);
    expect(keys('done')).toEqual([own(1)]);
  });

  it('are no longer that of the service once they were moved to this computer', () => {
    commit(buildSchedule(5, { referenceId: 'x.1', isCompleted: true, nextAt: null }));
    create(1, { serviceId: 5, referenceId: 'x.1' });
    expect(page('upcoming').items).toMatchObject([{ own: { id: ownIdOf(1) }, service: null }]);
    expect(keys('done')).toEqual(['service:5']);
  });

  it('are paused where the service has stopped their texts', () => {
    commit(buildSchedule(5, { sendId: 50 }), buildSchedule(6, { sendId: 60 }), buildSchedule(7, { sendId: 70 }));
    create(1, { keeper: 'service', serviceId: 7 });
    const messages = [
      buildMessage('out:1', { sessionId: 50, letter: 'p' }),
      buildMessage('out:2', { sessionId: 60, letter: 's' }),
      buildMessage('out:3', { sessionId: 70, letter: 'p' }),
      buildMessage('out:4', { sessionId: 70, letter: 's' }),
    ];
    store.run('commitMessages', { messages, source: 'page' });
    expect(store.changes).toMatchObject({ schedules: true });
    expect(keys('attention').toSorted()).toEqual([own(1), 'service:5']);
    expect(page('upcoming').items.map((record) => [toKey(record), record.isPaused])).toEqual([
      [own(1), true],
      ['service:5', true],
      ['service:6', false],
    ]);
  });

  it('name whom they go to: the person, the lists, or no single one of several', () => {
    store.run('commitChats', { chats: [buildChat(3, { phone: phoneOf(30) })] });
    store.run('commitContacts', {
      contacts: [buildContact(30, { firstName: 'Ann', lastName: 'Hill' }), buildContact(31, { firstName: 'Bo' })],
    });
    store.run('commitLists', { lists: [buildList(8, { name: 'Regulars' })] });
    const named = { phone: phoneOf(30), name: 'Ann Hill', chatId: 3, contactId: 30 };
    commit(
      buildSchedule(1, { phones: [phoneOf(30)] }),
      buildSchedule(2, { contactIds: [toContactId(30)] }),
      buildSchedule(3, { contactIds: [toContactId(30)], filteredViewIds: [1] }),
      buildSchedule(4, { contactIds: [toContactId(30), toContactId(31)] }),
      buildSchedule(5, { listIds: [toListId(8), toListId(9)] }),
      buildSchedule(6, { contactIds: [toContactId(99)] }),
      buildSchedule(7, { phones: [phoneOf(77)] }),
    );
    create(8, { phones: [phoneOf(30)], nextAt: NOON });
    create(9, { contactIds: [31], nextAt: NOON });
    const persons = new Map(page('upcoming').items.map((record) => [toKey(record), record.person]));
    expect(Object.fromEntries(persons)).toEqual({
      ...{ 'service:1': named, 'service:2': named, 'service:3': null, 'service:4': null, 'service:5': null },
      'service:6': null,
      'service:7': { phone: phoneOf(77), name: '', chatId: null, contactId: null },
      [own(8)]: named,
      [own(9)]: { phone: phoneOf(31), name: 'Bo Number 31', chatId: null, contactId: 31 },
    });
    expect(store.ask('findSchedule', { name: { serviceId: 5 } })?.listNames).toEqual(['Regulars', '']);
    store.run('commitLists', { lists: [buildList(8, { name: 'Old friends' })] });
    expect(store.changes).toMatchObject({ schedules: true });
    store.run('commitContacts', { contacts: [buildContact(31, { firstName: 'Beau' })] });
    expect(store.changes).toMatchObject({ schedules: true });
    store.run('commitContacts', { contacts: [buildContact(45)] });
    expect(store.changes).toMatchObject({ contactIds: [45], schedules: false });
    store.run('removeRows', { name: 'lists', ids: [8] });
    expect(store.changes).toMatchObject({ schedules: true });
    expect(store.ask('findSchedule', { name: { serviceId: 5 } })?.listNames).toEqual(['', '']);
    store.run('removeRows', { name: 'contacts', ids: [30] });
    expect(store.changes).toMatchObject({ schedules: true });
    expect(store.ask('findSchedule', { name: { serviceId: 2 } })?.person).toBeNull();
    expect(store.ask('findSchedule', { name: { own: ownIdOf(9) } })?.person?.name).toBe('Beau Number 31');
  });

  it('are found by words of the text, by names and by digits, in any writing', () => {
    store.run('commitContacts', {
      contacts: [buildContact(30, { firstName: 'Zoë', lastName: 'Müller' }), buildContact(31, { firstName: 'Ana' })],
    });
    store.run('commitLists', { lists: [buildList(8, { name: 'Café guests' })] });
    commit(
      buildSchedule(1, { text: 'Your CAT is ready', phones: [phoneOf(30)] }),
      buildSchedule(2, { text: 'Come at nine', contactIds: [toContactId(30), toContactId(31)] }),
      buildSchedule(3, { text: 'Closed on Monday', listIds: [toListId(8)] }),
    );
    create(1, { text: 'The cat again', contactIds: [31], nextAt: NOON });
    expect(keys('upcoming', 'cat')).toEqual([own(1), 'service:1']);
    expect(keys('upcoming', 'zoe muller')).toEqual(['service:1', 'service:2']);
    expect(keys('upcoming', 'ana CAT')).toEqual([own(1)]);
    expect(keys('upcoming', 'cafe')).toEqual(['service:3']);
    expect(keys('upcoming', '0 7700 900031')).toEqual([own(1), 'service:2']);
    expect(page('upcoming', { query: 'muller', limit: 1 })).toMatchObject({ total: 2, cursor: { key: 'service:1' } });
    expect(page('upcoming', { query: 'nothing like it' })).toEqual({ items: [], cursor: null, total: 0 });
    expect(keys('done', 'cat')).toEqual([]);
  });

  it('are listed of one number by its number and its contacts, also where their time is not known', () => {
    store.run('commitContacts', { contacts: [buildContact(30), buildContact(31, { phone: phoneOf(30) })] });
    commit(
      buildSchedule(1, { phones: [phoneOf(30)], nextAt: NOON + 3 }),
      buildSchedule(2, { contactIds: [toContactId(31)], nextAt: NOON + 1 }),
      buildSchedule(3, { phones: [phoneOf(30)], nextAt: null }),
      buildSchedule(4, { contactIds: [toContactId(30)], nextAt: null }),
      buildSchedule(5, { phones: [phoneOf(30)], isCompleted: true }),
      buildSchedule(6, { phones: [phoneOf(31)] }),
    );
    create(1, { phones: [phoneOf(30)], nextAt: NOON + 2 });
    create(2, { contactIds: [30], state: 'asking', question: 'missed', missedAt: NOON });
    create(3, { phones: [phoneOf(30)], state: 'dropped' });
    expect(store.ask('listSchedulesOfPhone', { phone: phoneOf(30) }).map(toKey)).toEqual([
      ...[own(2), 'service:2', own(1), 'service:1', 'service:3', 'service:4'],
    ]);
  });

  it('are followed by texts of the person, not by calls, nor by what we wrote', () => {
    const reply = (after: number): number | null => store.ask('findReplyAfter', { phone: phoneOf(1), after });
    store.run('commitChats', { chats: [buildChat(1)] });
    const messages = [
      buildMessage('in:1', { at: NOON }),
      buildMessage('in:2', { at: NOON + 5 }),
      buildMessage('out:3', { at: NOON + 9 }),
      buildMessage('in:4', { at: NOON + 9, phone: phoneOf(2) }),
    ];
    store.run('commitMessages', { messages, source: 'page' });
    expect([reply(NOON - 1), reply(NOON), reply(NOON + 5)]).toEqual([NOON + 5, NOON + 5, null]);
    store.run('deleteMessages', {
      chatId: toChatId(1),
      keys: [messages[1]?.key].filter((key) => key !== undefined),
      at: NOON,
      dueAt: NOON,
    });
    expect(reply(NOON)).toBe(NOON + 5);
  });

  it('say which delivery statuses their texts have', () => {
    store.run('commitContacts', { contacts: [buildContact(31, { lists: [{ id: toListId(8), name: 'L' }] })] });
    commit(buildSchedule(1, { sendId: 50, phones: [phoneOf(30)], listIds: [toListId(8)] }));
    const messages = [
      buildMessage('out:1', { sessionId: 50, letter: 'd', phone: phoneOf(30) }),
      buildMessage('out:2', { sessionId: 50, letter: 'd', phone: phoneOf(31) }),
      buildMessage('out:3', { sessionId: 50, letter: 'f', phone: phoneOf(31) }),
      buildMessage('out:4', { sessionId: 51, letter: 'e', phone: phoneOf(31) }),
    ];
    store.run('commitMessages', { messages, source: 'page' });
    expect(store.ask('countLettersOfSend', { serviceSendId: 50, sendId: null })).toEqual({ d: 2, f: 1 });
    store.run('createSend', { send: buildSend('s', { messageId: 2, state: 'accepted' }) });
    store.run('updateSend', { sendId: buildSend('s').id, patch: { messageId: 3 } });
    expect(store.ask('countLettersOfSend', { serviceSendId: null, sendId: 's' })).toEqual({ f: 1 });
    expect(store.ask('countLettersOfSend', { serviceSendId: null, sendId: null })).toEqual({});
  });

  it('are in the calendar of what is over only where they were over in its days', () => {
    commit(buildSchedule(3, { nextAt: null, lastAt: NOON - DAY_MS, isCompleted: true }), buildSchedule(4));
    create(1, { state: 'done', nextAt: null, lastAt: NOON - MINUTE_MS });
    create(2, { nextAt: NOON });
    const list = (from: number, to: number): string[] => listCalendar({ scope: 'done', from, to }, 5).map(toKey);
    expect(list(NOON - DAY_MS, NOON)).toEqual([own(1), 'service:3']);
    expect(list(NOON - DAY_MS, NOON - MINUTE_MS)).toEqual(['service:3']);
    expect(list(NOON - DAY_MS + 1, NOON)).toEqual([own(1)]);
  });

  const anyOwn = fc.record({
    keeper: fc.constantFrom('service' as const, 'computer' as const),
    state: fc.constantFrom(
      ...(['leaving', 'coming', 'asking', 'refused', 'done', 'stopped', 'cancelled', 'dropped'] as const),
    ),
    serviceId: fc.option(fc.integer({ min: 1, max: 30 })),
    replacesId: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }),
    referenceId: fc.option(fc.constantFrom('r1', 'r2', 'r3')),
    nextAt: fc.option(fc.constantFrom(NOON, NOON + 1, NOON + 2)),
    missedAt: fc.option(fc.constantFrom(NOON - 1, NOON)),
    isRecurring: fc.boolean(),
  });
  const anyService = fc.record({
    nextAt: fc.option(fc.constantFrom(NOON, NOON + 1, NOON + 2)),
    referenceId: fc.option(fc.constantFrom('r1', 'r2', 'r3', 'r4')),
    rule: fc.option(fc.constant('FREQ=DAILY')),
    isCompleted: fc.boolean(),
  });

  it('are each once in the pages of their scope, whatever the size of these, and counted so', () => {
    const property = fc.property(
      fc.array(anyOwn, { maxLength: 20 }),
      fc.array(anyService, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      (owns, services, limit) => {
        store.close();
        store = new StoreInOneThread();
        const made = services.map((said, index) => buildSchedule(index + 1, said));
        commit(...made);
        const ours = owns.map(({ isRecurring, ...said }, index) =>
          create(index + 1, {
            ...said,
            time: { ...buildOwnSchedule(0).time, rule: isRecurring ? 'FREQ=DAILY' : null },
          }),
        );
        const expected = toExpected(ours, made);
        for (const scope of SCOPES) {
          const wanted = expected.filter(({ scopes }) => scopes.includes(scope)).map(({ key }) => key);
          const whole = page(scope);
          expect(whole.items.map(toKey).toSorted()).toEqual(wanted.toSorted());
          expect([whole.total, whole.cursor]).toEqual([wanted.length, null]);
          expect(listAll(scope, limit)).toEqual(whole.items);
          expect(store.ask('countScheduleRecords', {})[scope]).toBe(wanted.length);
        }
        for (const scope of SCOPES) {
          const inCalendar = listCalendar({ scope, from: 0, to: NOON * 2 }, limit).map(toKey);
          expect(inCalendar).toEqual(keys(scope).toSorted());
        }
      },
    );
    fc.assert(property, { numRuns: 25 });
  });
});

interface Expected {
  readonly key: string;
  readonly scopes: readonly Scope[];
}

/** As the words of the contract say it, from all rows. */
function toExpected(ours: readonly OwnSchedule[], made: readonly Schedule[]): Expected[] {
  const open = new Set(['leaving', 'coming', 'asking', 'refused']);
  const taken = new Set<number>();
  const all = ours.map((own): Expected => {
    const fits = own.keeper === 'service' ? made.filter(({ id }) => id !== own.replacesId) : [];
    const joined =
      fits.find(({ id }) => id === own.serviceId) ??
      fits.find(({ referenceId }) => referenceId !== null && referenceId === own.referenceId);
    if (joined !== undefined) taken.add(joined.id);
    if (own.replacesId !== null && open.has(own.state)) taken.add(own.replacesId);
    const isDone = !open.has(own.state) || (own.state === 'coming' && joined?.isCompleted === true);
    const isAsking = own.state === 'asking' || own.state === 'refused';
    const key = toScheduleKey({ own: own.id });
    return { key, scopes: toScopes(isDone, own.time.rule !== null, isAsking) };
  });
  const others = made.filter(({ id }) => !taken.has(id));
  return [
    ...all,
    ...others.map(({ id, rule, isCompleted }) => ({
      key: toScheduleKey({ serviceId: id }),
      scopes: toScopes(isCompleted, rule !== null, false),
    })),
  ];
}

function toScopes(isDone: boolean, isRecurring: boolean, isAsking: boolean): Scope[] {
  if (isDone) return ['done'];
  return ['upcoming', ...(isRecurring ? (['recurring'] as const) : []), ...(isAsking ? (['attention'] as const) : [])];
}
