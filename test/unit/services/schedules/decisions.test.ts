/** What the user decides about scheduled texts, on a real store; the work at the service and the times are tested elsewhere. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { toScheduleSendId } from '#main/services/schedules/schedule-send.ts';
import { scheduleHandlers } from '#main/services/schedules/requests.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';
import { openStore } from '#test/support/sync/sync-on-fakes.ts';
import { buildSchedule, buildSend } from '../../store/builders.ts';
import { toServices } from '../fakes.ts';
import { buildOwnSchedule, DAY_MS, HOUR_MS, NOW, PHONE } from './build-own-schedule.ts';

const DAILY = { wall: '2026-11-18T10:00', timeZone: 'UTC', rule: 'FREQ=DAILY;COUNT=6', overlap: 'first' } as const;
const AT_SERVICE = { keeper: 'service', state: 'coming', serviceId: 5, referenceId: 'a.1', attempts: 1 } as const;

describe('what the user decides about a scheduled text', () => {
  let store: Store;
  let services: Services;
  let created: unknown[];
  let requests: number;

  beforeEach(() => {
    store = openStore(new FakeClock()) as unknown as Store;
    [created, requests] = [[], 0];
    const account: Partial<OpenAccount> = {
      store,
      outbox: { wake: () => undefined, create: (send: unknown) => Promise.resolve(void created.push(send)) } as never,
      schedules: { look: () => undefined } as never,
    };
    const session = { getAccount: () => account } as Session;
    services = toServices({ session, now: () => NOW, undo: new UndoMemory({ createId: () => 'undo' }) });
  });

  const toRequestId = (): string => `request-${String((requests += 1))}`;
  async function keep(said: Partial<OwnSchedule>, service?: Schedule): Promise<OwnSchedule> {
    const schedule = buildOwnSchedule(said);
    if (service !== undefined) await store.commitRows({ name: 'schedules', rows: [service] });
    await store.createOwnSchedule({ schedule, event: { at: NOW - DAY_MS, kind: 'made', detail: '' } });
    return schedule;
  }
  const find = ({ id }: OwnSchedule) => store.findOwnSchedule({ id });
  const listSent = async () =>
    (await store.listSends({ states: ['queued'] })).map(({ phone, text }) => ({ phone, text }));
  const decide = async ({ id }: OwnSchedule, decision: 'send' | 'drop' | 'again') =>
    await scheduleHandlers['schedules.decide'](services, { requestId: toRequestId(), key: `own:${id}`, decision });
  const sendNow = async (key: string) =>
    await scheduleHandlers['schedules.sendNow'](services, { requestId: toRequestId(), key });
  const sendOwnNow = ({ id }: OwnSchedule) => sendNow(`own:${id}`);
  /** The field that is refused, and why. */
  const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      await work;
    } catch (error) {
      if (isAppError(error)) return error.fields;
      throw error;
    }
    throw new Error('Nothing was refused');
  };

  const SENT = [{ phone: PHONE, text: 'See you at ten' }];

  it('sends a missed one late, after which a recurring one goes on', async () => {
    const single = await keep({ state: 'asking', question: 'missed', missedAt: NOW - HOUR_MS, nextAt: null });
    await decide(single, 'send');
    expect(await find(single)).toMatchObject({ state: 'done', question: null, missedAt: null, firedCount: 1 });
    expect(await listSent()).toEqual(SENT);
    expect(await refusalOf(decide(single, 'send'))).toEqual({ schedule: ['over'] });
    expect(await listSent()).toHaveLength(1);
  });

  it.each(['send', 'drop'] as const)(
    'answers %s for a missed time of a recurring one, which goes on',
    async (decision) => {
      const missedAt = Date.UTC(2026, 10, 19, 10);
      const own = await keep({
        state: 'asking',
        question: 'missed',
        time: DAILY,
        missedAt,
        nextAt: Date.UTC(2026, 10, 20, 10),
      });
      await decide(own, decision);
      expect(await find(own)).toMatchObject({
        state: 'coming',
        question: null,
        missedAt: null,
        nextAt: Date.UTC(2026, 10, 20, 10),
      });
      expect(await listSent()).toHaveLength(decision === 'send' ? 1 : 0);
    },
  );

  it('sends a missed time once, unless what it had become was taken back', async () => {
    const missedAt = NOW - HOUR_MS;
    const asked = { state: 'asking', question: 'missed', missedAt, nextAt: null } as const;
    const lastSendId = toScheduleSendId(buildOwnSchedule().id, missedAt);
    await store.createSend({ send: buildSend(lastSendId) });
    const own = await keep({ ...asked, lastSendId });
    await decide(own, 'send');
    expect(await find(own)).toMatchObject({ state: 'done', lastSendId });
    expect(await store.listSends({ states: ['queued'] })).toMatchObject([{ id: lastSendId }]);
    await store.deleteSend({ sendId: lastSendId });
    await store.updateOwnSchedule({ id: own.id, patch: asked });
    await decide(own, 'send');
    expect(await listSent()).toEqual(SENT);
  });

  it('lets go of what is asked about, and deletes at the service what would go out in its place', async () => {
    const bare = await keep({ keeper: 'service', state: 'asking', question: 'not-made', step: 'create' });
    await decide(bare, 'drop');
    expect(await find(bare)).toMatchObject({ state: 'dropped', nextAt: null });
  });

  it('deletes what a dropped change would have replaced', async () => {
    const own = await keep({ keeper: 'service', state: 'asking', question: 'passed', step: 'create', replacesId: 9 });
    await decide(own, 'drop');
    expect(await find(own)).toMatchObject({
      state: 'leaving',
      step: 'delete',
      goal: 'nothing',
      work: 'cancel',
      replacesId: 9,
    });
  });

  it.each([
    [
      { state: 'asking', question: 'not-made' },
      { step: 'create', referenceId: null },
    ],
    [
      { state: 'asking', question: 'unclear' },
      { step: 'create', referenceId: null },
    ],
    [{ state: 'refused' }, { step: 'create', referenceId: null }],
    [
      { state: 'refused', replacesId: 9 },
      { step: 'delete', replacesId: 9 },
    ],
    [
      { state: 'refused', goal: 'nothing', replacesId: 9 },
      { step: 'delete', goal: 'nothing' },
    ],
  ] as const)('makes one with %j again by %j', async (said, work) => {
    const own = await keep({ keeper: 'service', step: 'creating', referenceId: 'a.1', attempts: 1, ...said });
    await decide(own, 'again');
    expect(await find(own)).toMatchObject({ state: 'leaving', question: null, problem: null, ...work });
  });

  it('takes no answer to a question that is not asked', async () => {
    const own = await keep({});
    for (const decision of ['send', 'drop', 'again'] as const) {
      expect(await refusalOf(decide(own, decision))).toEqual({ schedule: ['over'] });
    }
    expect(await find(own)).toEqual(own);
  });

  it('sends one of this computer now, after which a single one is over', async () => {
    const own = await keep({});
    await sendOwnNow(own);
    expect(await find(own)).toMatchObject({ state: 'done', nextAt: null });
    expect(await listSent()).toEqual(SENT);
  });

  it('sends one time of a recurring one now, which goes on as it was', async () => {
    const own = await keep({ ...AT_SERVICE, time: DAILY }, buildSchedule(5, { rule: DAILY.rule }));
    await sendOwnNow(own);
    expect(await find(own)).toMatchObject({ state: 'coming', nextAt: own.nextAt, serviceId: 5, firedCount: 1 });
    expect(await listSent()).toEqual(SENT);
  });

  it('deletes a single one at the service before its text leaves', async () => {
    const own = await keep(AT_SERVICE, buildSchedule(5, { sendId: 70 }));
    await sendOwnNow(own);
    expect(await find(own)).toMatchObject({
      ...{ state: 'leaving', step: 'delete', goal: 'send', work: 'send-now', serviceId: null, replacesId: 5 },
      replacesSendId: 70,
    });
    expect(await listSent()).toEqual([]);
  });

  it('hands one that was never at the service to the work, which may be about to make it', async () => {
    const own = await keep({ keeper: 'service', state: 'leaving', step: 'held', dueAt: NOW + 1 });
    await sendOwnNow(own);
    expect(await find(own)).toMatchObject({ state: 'leaving', step: 'send', goal: 'send' });
    expect(await refusalOf(sendOwnNow(own))).toEqual({ schedule: ['over'] });
  });

  it('looks for a creation that is under way before its text leaves', async () => {
    const own = await keep({ keeper: 'service', state: 'leaving', step: 'creating', referenceId: 'a.1', attempts: 1 });
    await sendOwnNow(own);
    expect(await find(own)).toMatchObject({ state: 'leaving', step: 'delete', goal: 'send', referenceId: 'a.1' });
  });

  it('sends those of other clients: a single one is deleted first, a recurring one goes on, to several none', async () => {
    const one = { phones: [PHONE], contactIds: [], listIds: [], filteredViewIds: [], isCompleted: false } as const;
    const rows = [
      buildSchedule(1, { ...one, rule: null, text: 'Once' }),
      buildSchedule(2, { ...one, rule: 'FREQ=DAILY', text: 'Daily' }),
      buildSchedule(3, { ...one, phones: [], listIds: [toListId(4)], rule: null }),
    ];
    await store.commitRows({ name: 'schedules', rows });
    await sendNow('service:1');
    const [taken] = await store.listOwnSchedules({ states: ['leaving'] });
    expect(taken).toMatchObject({ text: 'Once', step: 'delete', goal: 'send', replacesId: 1 });
    await sendNow('service:2');
    expect(created).toMatchObject([{ phone: PHONE, text: 'Daily' }]);
    expect(await refusalOf(sendNow('service:3'))).toEqual({ schedule: ['several'] });
  });

  it('sends what perhaps went out only once the user says so', async () => {
    const unclear = { keeper: 'service', state: 'asking', question: 'unclear', step: null } as const;
    const own = await keep({ ...unclear, missedAt: NOW });
    await decide(own, 'send');
    expect(await listSent()).toEqual(SENT);
    expect(await find(own)).toMatchObject({ state: 'done', question: null, missedAt: null });
  });

  it('cancels what waits for an answer, and passes over what is over', async () => {
    const cancel = async ({ id }: OwnSchedule) =>
      await scheduleHandlers['schedules.cancel'](services, { requestId: toRequestId(), keys: [`own:${id}`] });
    const own = await keep({
      keeper: 'service',
      state: 'asking',
      question: 'unclear',
      step: 'creating',
      referenceId: 'a.1',
    });
    expect(await cancel(own)).toEqual({ count: 1, undoId: 'undo' });
    // It may be at the service: the work looks for it.
    expect(await find(own)).toMatchObject({ state: 'leaving', step: 'held', goal: 'nothing', referenceId: 'a.1' });
    expect(await cancel(own)).toEqual({ count: 0, undoId: null });
    await store.updateOwnSchedule({ id: own.id, patch: { state: 'leaving', goal: 'schedule', step: 'creating' } });
    expect(await cancel(own)).toEqual({ count: 1, undoId: 'undo' });
    expect(await find(own)).toMatchObject({ state: 'leaving', step: 'held', goal: 'nothing', referenceId: 'a.1' });
    await store.updateOwnSchedule({ id: own.id, patch: { state: 'done' } });
    expect(await cancel(own)).toEqual({ count: 0, undoId: null });
  });
});
