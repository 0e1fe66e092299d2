import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreCommands } from '#main/store/api.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { DAY_MS, MINUTE_MS, NOON, buildChat, buildContact, buildSchedule, buildSend, phoneOf } from '../builders.ts';
import { MADE, buildOwnSchedule, ownIdOf } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

type Fire = StoreCommands['fireOwnSchedule']['input'];

describe('schedules of this computer', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const create = (number: number, said: Parameters<typeof buildOwnSchedule>[1] = {}): OwnSchedule => {
    const schedule = buildOwnSchedule(number, said);
    store.run('createOwnSchedule', { schedule, event: MADE });
    return schedule;
  };
  const find = (number: number): OwnSchedule => {
    const found = store.ask('findOwnSchedule', { id: ownIdOf(number) });
    if (found === null) throw new Error('There is no such schedule');
    return found;
  };

  it('come back as they were written, with their first event, and are made once', () => {
    const schedule = buildOwnSchedule(1, {
      ...{ keeper: 'service', contactIds: [7], listIds: [8], phones: [phoneOf(3)], from: '447700900001' },
      time: { wall: '2025-11-04T12:00', timeZone: 'Africa/Cairo', rule: 'FREQ=DAILY;COUNT=3', overlap: 'second' },
      ...{ endsOnReply: true, quietReason: 'Asked for it', state: 'leaving', step: 'creating', work: 'change' },
      ...{ serviceId: 5, replacesId: 4, replacesSendId: 40, referenceId: 'x.1', attempts: 1, dueAt: NOON + 1 },
      problem: { code: 'offline', detail: null, fields: {}, at: NOON },
      ...{ missedAt: NOON + 2, lastAt: NOON + 3, firedCount: 2, lastSendId: toSendId('s'), parts: 2, price: 0.08 },
    });
    store.run('createOwnSchedule', { schedule, event: MADE });
    store.run('createOwnSchedule', { schedule: { ...schedule, text: 'Another' }, event: MADE });
    expect(find(1)).toEqual(schedule);
    expect(store.changes).toBeNull();
    expect(store.ask('listOwnScheduleEvents', { id: schedule.id })).toEqual([MADE]);
    expect(store.ask('listOwnSchedules', { states: ['leaving'] })).toEqual([schedule]);
    expect(store.ask('listOwnSchedules', { states: ['coming', 'done'] })).toEqual([]);
  });

  it('take the draft that they were written from, and no other words', () => {
    store.run('saveDraft', { phone: phoneOf(1), text: ' Own 1', at: NOON });
    store.run('saveDraft', { phone: phoneOf(2), text: 'Something else', at: NOON });
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(1), event: MADE, draftOf: phoneOf(1) });
    expect(store.changes).toMatchObject({ schedules: true, outbox: true });
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(2), event: MADE, draftOf: phoneOf(2) });
    expect(store.ask('getDraft', { phone: phoneOf(1) }).text).toBe('');
    expect(store.ask('getDraft', { phone: phoneOf(2) }).text).toBe('Something else');
  });

  it('change in what is said, and only while they are as the caller knows them', () => {
    create(1);
    const id = ownIdOf(1);
    const event = { at: NOON + 1, kind: 'changed', detail: 'Own 1' } as const;
    expect(store.run('updateOwnSchedule', { id, patch: { text: 'New' }, event, ifState: 'coming' })).toBe(true);
    expect(store.changes).toMatchObject({ schedules: true });
    expect(find(1)).toEqual({ ...buildOwnSchedule(1), text: 'New' });
    for (const unlike of [{ ifState: 'leaving' }, { ifStep: 'held' }, { ifChangedAt: NOON - 1 }] as const) {
      expect(store.run('updateOwnSchedule', { id, patch: { text: 'No' }, event, ...unlike })).toBe(false);
      expect(store.changes).toBeNull();
    }
    expect(store.run('updateOwnSchedule', { id, patch: { attempts: 3 }, ifStep: null, ifChangedAt: NOON })).toBe(true);
    expect(find(1)).toMatchObject({ text: 'New', attempts: 3 });
    expect(store.ask('listOwnScheduleEvents', { id })).toEqual([MADE, event]);
    expect(() => store.run('updateOwnSchedule', { id: ownIdOf(2), patch: {} })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
  });

  it('are decided about later than before, also within one millisecond, and not by work on them', () => {
    create(1);
    const update = (patch: Partial<OwnSchedule>): number => {
      store.run('updateOwnSchedule', { id: ownIdOf(1), patch });
      return find(1).changedAt;
    };
    expect(update({ attempts: 1 })).toBe(NOON);
    expect(update({ changedAt: NOON })).toBe(NOON + 1);
    expect(update({ changedAt: NOON - 5 })).toBe(NOON + 2);
    expect(update({ changedAt: NOON + 9 })).toBe(NOON + 9);
  });

  it('become a send in its place and with its entry, once, and leave the words of the draft', () => {
    create(1);
    store.run('commitChats', { chats: [buildChat(1)] });
    store.run('saveDraft', { phone: phoneOf(1), text: 'Own 1', at: NOON });
    const send = buildSend('s1', { text: 'Own 1' });
    const later = NOON + DAY_MS;
    const fire: Fire = {
      ...{ id: ownIdOf(1), changedAt: NOON, send, event: { at: later, kind: 'fired', detail: '' } },
      patch: { state: 'done', nextAt: null, lastAt: later, firedCount: 1, lastSendId: send.id, changedAt: later },
    };
    expect(store.run('fireOwnSchedule', { ...fire, changedAt: NOON + 1 })).toBe(false);
    expect([find(1).state, store.ask('findSend', { sendId: send.id })]).toEqual(['coming', null]);
    expect(store.run('fireOwnSchedule', fire)).toBe(true);
    expect(store.changes).toMatchObject({ schedules: true, outbox: true, sendIds: [send.id], chatIds: [1] });
    expect(store.run('fireOwnSchedule', fire)).toBe(false);
    expect(find(1)).toMatchObject({ state: 'done', firedCount: 1, lastSendId: send.id, nextAt: null });
    expect(store.ask('findSend', { sendId: send.id })).toEqual(send);
    expect(store.ask('getLedgerEntry', { sendId: send.id })).toMatchObject({ row: { text: 'Own 1' } });
    expect(store.ask('getDraft', { phone: phoneOf(1) }).text).toBe('Own 1');
    expect(store.ask('listOwnScheduleEvents', { id: ownIdOf(1) })).toHaveLength(2);
    store.run('updateSend', { sendId: send.id, patch: { state: 'sending' } });
    expect(store.changes).toMatchObject({ schedules: true });
    store.run('createSend', { send: buildSend('other') });
    expect(store.changes).toMatchObject({ schedules: false });
  });

  it('send nothing twice where the send is there, or was there, and the row of the schedule is from before', () => {
    const send = buildSend('s1');
    store.run('createSend', { send });
    create(1);
    const fire: Fire = {
      ...{ id: ownIdOf(1), changedAt: NOON, send, patch: { state: 'done' } },
      event: { at: NOON, kind: 'fired', detail: '' },
    } as const;
    expect(store.run('fireOwnSchedule', fire)).toBe(true);
    expect(store.ask('listSends', { states: ['queued'] })).toHaveLength(1);
    expect(store.run('fireOwnSchedule', fire)).toBe(false);
    store.run('deleteSend', { sendId: send.id });
    store.run('updateOwnSchedule', { id: ownIdOf(1), patch: { state: 'coming' } });
    expect(store.run('fireOwnSchedule', fire)).toBe(true);
    expect(store.ask('listSends', { states: ['queued'] })).toEqual([]);
    expect(store.ask('listOwnScheduleEvents', { id: ownIdOf(1) })).toEqual([MADE, fire.event]);
  });

  it('go with their events where they are taken back, and once they were over long enough', () => {
    create(1);
    create(2);
    create(3, { state: 'cancelled' });
    store.run('dropOwnSchedule', { id: ownIdOf(1) });
    expect(store.changes).toMatchObject({ schedules: true });
    expect(store.ask('findOwnSchedule', { id: ownIdOf(1) })).toBeNull();
    expect(store.ask('listOwnScheduleEvents', { id: ownIdOf(1) })).toEqual([]);
    store.run('dropOwnSchedule', { id: ownIdOf(1) });
    expect(store.changes).toBeNull();
    store.now = NOON + 5 * DAY_MS;
    store.run('updateOwnSchedule', { id: ownIdOf(2), patch: { state: 'done' } });
    store.run('expireOwnSchedules', { before: NOON + DAY_MS });
    expect(store.ask('listOwnSchedules', { states: ['done', 'cancelled'] })).toMatchObject([{ id: ownIdOf(2) }]);
    store.run('expireOwnSchedules', { before: NOON + 5 * DAY_MS });
    expect(find(2).state).toBe('done');
    store.run('expireOwnSchedules', { before: NOON + 5 * DAY_MS + 1 });
    expect(store.ask('listOwnSchedules', { states: ['done', 'cancelled'] })).toEqual([]);
    expect(store.owned.all('SELECT * FROM own_schedule_events')).toEqual([]);
  });

  it('tell the chats of their numbers and contacts what is scheduled, and only where that changes', () => {
    store.run('commitChats', { chats: [buildChat(1), buildChat(2), buildChat(3)] });
    store.run('commitContacts', { contacts: [buildContact(70, { phone: phoneOf(2) })] });
    create(1, { phones: [phoneOf(1)], contactIds: [70] });
    expect(store.changes).toMatchObject({ chatIds: [1, 2], schedules: true });
    const update = (patch: Partial<OwnSchedule>): readonly number[] => {
      store.run('updateOwnSchedule', { id: ownIdOf(1), patch });
      return store.changes?.chatIds ?? [];
    };
    expect(update({ price: 0.5 })).toEqual([]);
    expect(update({ text: 'Other words' })).toEqual([1, 2]);
    expect(update({ nextAt: NOON + MINUTE_MS })).toEqual([1, 2]);
    store.run('commitRows', { name: 'schedules', rows: [buildSchedule(5, { phones: [phoneOf(3)] })] });
    expect(store.changes).toMatchObject({ chatIds: [3], schedules: true });
    expect(update({ replacesId: 5 })).toEqual([3]);
    expect(update({ state: 'cancelled' })).toEqual([1, 2, 3]);
    store.run('commitRows', { name: 'schedules', rows: [buildSchedule(5, { phones: [phoneOf(3)] })] });
    expect(store.changes).toBeNull();
    store.run('removeRows', { name: 'schedules', ids: [5] });
    expect(store.changes).toMatchObject({ chatIds: [3], schedules: true });
  });
});
