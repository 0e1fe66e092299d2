import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatScope } from '#shared/contract/index.ts';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { NOON, buildChat, buildContact, buildSchedule, phoneOf } from '../builders.ts';
import { MADE, buildOwnSchedule, ownIdOf } from '../schedule-builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const SCHEDULED: ChatScope = { shelf: 'any', marks: ['scheduled'], listId: null };

describe('what chats and contacts show of schedules of this computer', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('commitContacts', { contacts: [buildContact(2)] });
    store.run('commitChats', { chats: [buildChat(1), buildChat(2), buildChat(3)] });
  });
  afterEach(() => store.close());

  const create = (number: number, said: Parameters<typeof buildOwnSchedule>[1] = {}): void =>
    store.run('createOwnSchedule', { schedule: buildOwnSchedule(number, said), event: MADE });
  const update = (number: number, patch: Partial<OwnSchedule>): void => {
    store.run('updateOwnSchedule', { id: ownIdOf(number), patch });
  };
  /** By chat the time that its mark says; the list and the count must agree with it. */
  const marks = (): Record<number, number> => {
    const views = [1, 2, 3].map((id) => store.ask('findChat', { chatId: toChatId(id), phone: null }));
    const shown = views.flatMap((view) => (view?.scheduledAt == null ? [] : [[view.id, view.scheduledAt] as const]));
    const listed = store.ask('listChatIds', { scope: SCHEDULED, now: NOON });
    expect([...listed].sort()).toEqual(shown.map(([id]) => id));
    expect(store.ask('countChats', {}).scheduled).toBe(shown.length);
    return Object.fromEntries(shown);
  };
  const texts = (contactId: number): (number | null)[] =>
    store.ask('getContactDetails', { contactId: toContactId(contactId) })?.scheduledTexts.map(({ at }) => at) ?? [];
  const lost = (contactId: number): number =>
    store.ask('countLostWith', { contactIds: [toContactId(contactId)] }).scheduledCount;

  it('is what is to come, by number and by contact, and nothing else', () => {
    create(1, { nextAt: NOON + 5 });
    create(2, { contactIds: [2], nextAt: NOON + 6 });
    create(3, { phones: [phoneOf(2)], nextAt: NOON + 4, state: 'leaving', step: 'held' });
    create(4, { phones: [phoneOf(3)], state: 'asking', question: 'missed' });
    create(5, { phones: [phoneOf(3)], state: 'leaving', goal: 'nothing', work: 'cancel' });
    create(6, { phones: [phoneOf(3)], state: 'done' });
    expect(marks()).toEqual({ 1: NOON + 5, 2: NOON + 4 });
    const text = store.ask('findOwnSchedule', { id: ownIdOf(3) })?.text;
    expect(store.ask('findChat', { chatId: toChatId(2), phone: null })?.scheduledText).toBe(text);
    expect([texts(2), lost(2)]).toEqual([[NOON + 4, NOON + 6], 2]);
    update(3, { state: 'stopped' });
    update(2, { nextAt: NOON + 7 });
    update(1, { state: 'done' });
    expect(marks()).toEqual({ 2: NOON + 7 });
    expect([texts(2), lost(2)]).toEqual([[NOON + 7], 1]);
  });

  it('is filled in for the person, in the list, with the contact and among schedules', () => {
    const known = ['Pet', 'Vet'].map((name, id) => ({ id, name, createdAt: null }));
    store.run('commitRows', { name: 'fields', rows: known });
    const fields = [{ id: 0, name: 'Pet', value: 'Biscuit {Last name}' }];
    store.run('commitContacts', { contacts: [buildContact(2, { fields })] });
    create(1, { contactIds: [2], text: 'Hi { first name }, {Pet} sees {Vet} {today}', nextAt: NOON + 5 });
    create(3, { text: 'Hi {First name}', nextAt: NOON + 6 });
    create(4, { contactIds: [2, 3], text: 'Hi {First name}', nextAt: NOON + 7 });
    const filled = 'Hi Zoë, Biscuit {Last name} sees {Vet} {today}';
    const shown = [2, 3].map((id) => store.ask('findChat', { chatId: toChatId(id), phone: null })?.scheduledText);
    expect(shown).toEqual([filled, 'Hi {First name}']);
    const details = store.ask('getContactDetails', { contactId: toContactId(2) });
    expect(details?.scheduledTexts.map(({ text }) => text)).toEqual([filled, 'Hi Zoë']);
    const page = store.ask('listScheduleRecords', { scope: 'upcoming', query: '', limit: 9, cursor: null });
    expect(page.items.map(({ filledText }) => filledText)).toEqual([filled, 'Hi {First name}', 'Hi {First name}']);
    expect(page.items[0]?.own?.text).toContain('{ first name }');
  });

  it('is told by the service once that has it, and never twice', () => {
    create(2, { keeper: 'service', state: 'leaving', step: 'creating', referenceId: 'x.1', nextAt: NOON + 5 });
    expect([marks(), texts(2), lost(2)]).toEqual([{ 2: NOON + 5 }, [NOON + 5], 1]);
    const made = buildSchedule(7, { phones: [phoneOf(2)], referenceId: 'x.1', nextAt: NOON + 5 });
    store.run('commitRows', { name: 'schedules', rows: [made] });
    update(2, { state: 'coming', step: null, serviceId: 7 });
    expect([marks(), texts(2), lost(2)]).toEqual([{ 2: NOON + 5 }, [NOON + 5], 1]);
    // It recurs: the service knows its next time.
    store.run('commitRows', { name: 'schedules', rows: [{ ...made, nextAt: NOON + 50 }] });
    expect([marks(), texts(2)]).toEqual([{ 2: NOON + 50 }, [NOON + 50]]);
  });

  it('is the new time as soon as one at the service is to be changed, and nothing where it is to go', () => {
    const theirs = buildSchedule(7, { phones: [phoneOf(2)], nextAt: NOON + 5 });
    store.run('commitRows', { name: 'schedules', rows: [theirs, { ...theirs, id: 8, contactIds: [toContactId(2)] }] });
    create(2, { keeper: 'service', state: 'leaving', step: 'held', replacesId: 7, serviceId: 7, nextAt: NOON + 9 });
    expect(texts(2)).toEqual([NOON + 5, NOON + 9]);
    create(3, {
      keeper: 'service',
      phones: [phoneOf(2)],
      state: 'leaving',
      goal: 'nothing',
      step: 'held',
      replacesId: 8,
    });
    expect([marks(), texts(2), lost(2)]).toEqual([{ 2: NOON + 9 }, [NOON + 9], 1]);
    // The service has not told yet that it is gone.
    update(3, { state: 'cancelled', replacesId: null, serviceId: 8 });
    expect([marks(), texts(2), lost(2)]).toEqual([{ 2: NOON + 9 }, [NOON + 9], 1]);
    store.run('dropOwnSchedule', { id: ownIdOf(2) });
    expect([marks(), texts(2), lost(2)]).toEqual([{ 2: NOON + 5 }, [NOON + 5], 1]);
  });
});
