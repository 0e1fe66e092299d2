/** What the user decides about a scheduled text: send it now, or answer its question. */
import { toStableId } from '#main/platform/ids.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { ScheduleRecord } from '#main/store/api/schedules.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toOwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { OwnSchedule, OwnScheduleEvent, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import { findNextOccurrence } from '#shared/domain/scheduling/recurrence.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { decideOwn, getRecord, toDecidedAt, toReplaced, toTakenOver } from './own-schedules.ts';
import { createScheduleSend, findOnlyPhone, toOnePhone, toScheduleSendId } from './schedule-send.ts';

type Account = Pick<OpenAccount, 'store' | 'outbox' | 'schedules'>;

/** Throws as the contract says; `schedule`: `over`, `several` (it goes to several people, which only the service can). */
export async function sendScheduleNow(
  { session, now }: Services,
  { requestId, key }: RequestInput<'schedules.sendNow'>,
): Promise<RequestOutput<'schedules.sendNow'>> {
  const account = session.getAccount();
  const at = now();
  const { own, service, person } = await getRecord(account.store, key);
  const phone = (own === null ? null : findOnlyPhone(own)) ?? person?.phone ?? null;
  if (own !== null) await sendOwnNow(account, own, { service, phone, requestId, at });
  else await sendForeignNow(account, { service, phone, requestId, at });
  account.schedules.look();
  return {};
}

interface Now {
  readonly service: Schedule | null;
  /** Of its one person; null: it goes to several. */
  readonly phone: PhoneKey | null;
  readonly requestId: string;
  readonly at: number;
}

async function sendOwnNow(account: Account, { id }: OwnSchedule, given: Now): Promise<void> {
  const { service, phone, requestId, at } = given;
  const { store } = account;
  const own = await store.findOwnSchedule({ id });
  if (own === null || !canSendNow(own)) throw toRefusal('schedule', 'over');
  if (phone === null) throw toRefusal('schedule', 'several');
  // A recurring one goes on as it is, at the service as well.
  if (own.time.rule !== null || (own.state !== 'leaving' && !mayBeThere(toReplaced(own, service), own))) {
    await fire(account, own, { phone, which: `now\n${requestId}`, at, kind: 'sent-now' });
    return;
  }
  await decideOwn(store, id, (current) => {
    if (!canSendNow(current)) throw toRefusal('schedule', 'over');
    const patch = { ...toSendWork(current, service, at), recipients: toOnePhone(phone) };
    return { patch, event: { at, kind: 'sent-now', detail: '' } };
  });
}

/** Of another client. A single one is deleted first, by a row of this computer; a recurring one goes on at the service. */
async function sendForeignNow({ store, outbox }: Account, { service, phone, requestId, at }: Now): Promise<void> {
  if (service === null || service.isCompleted) throw toRefusal('schedule', 'over');
  const isWhole = service.filteredViewIds.length + service.listIds.length === 0;
  if (phone === null || !isWhole) throw toRefusal('schedule', 'several');
  const id = toOwnScheduleId(toStableId(`schedule\n${requestId}\n${String(service.id)}`, 20));
  const taken = { ...toTakenOver(id, service, at), recipients: toOnePhone(phone) };
  if (service.rule === null) {
    const schedule = { ...taken, ...toSendWork(taken, service, at) };
    await store.createOwnSchedule({ schedule, event: { at, kind: 'sent-now', detail: '' } });
    return;
  }
  const sendId = toScheduleSendId(id, 'now');
  if ((await store.findSend({ sendId })) !== null) return;
  if ((await store.getLedgerEntry({ sendId })) !== null) return;
  await outbox.create(await createScheduleSend(store, { id: sendId, phone, contents: taken, at }));
}

/** What is at the service goes first; the text leaves once that is proven. */
function toSendWork(own: OwnSchedule, service: Schedule | null, at: number): OwnSchedulePatch {
  const replaced = toReplaced(own, service);
  const step = mayBeThere(replaced, own) ? 'delete' : 'send';
  const work = { ...replaced, state: 'leaving', step, goal: 'send', work: 'send-now', dueAt: 0 } as const;
  return { ...work, question: null, problem: null, changedAt: toDecidedAt(own, at) };
}

function mayBeThere({ replacesId }: Pick<OwnSchedule, 'replacesId'>, { referenceId }: OwnSchedule): boolean {
  return replacesId !== null || referenceId !== null;
}

/** What may be at the service is looked for by the work before the text leaves. */
function canSendNow({ state, goal }: OwnSchedule): boolean {
  if (state === 'leaving') return goal === 'schedule';
  return state === 'coming' || state === 'refused' || state === 'asking';
}

/** One time of it becomes a send at once; a single one is over by that. */
async function fire(
  { store, outbox }: Account,
  own: OwnSchedule,
  {
    phone,
    which,
    at,
    kind,
  }: {
    readonly phone: PhoneKey;
    readonly which: number | string;
    readonly at: number;
    readonly kind: 'sent-now' | 'sent-late';
  },
): Promise<void> {
  const { id, changedAt } = own;
  const sendId = toScheduleSendId(id, which);
  const send = await createScheduleSend(store, { id: sendId, phone, contents: own, at });
  const patch = { ...toFired(own, { at, kind }), lastAt: at, firedCount: own.firedCount + 1, lastSendId: sendId };
  const isFired = await store.fireOwnSchedule({ id, changedAt, send, patch, event: { at, kind, detail: '' } });
  // What the user or the work did to it in between counts; the page shows it.
  if (!isFired) throw toRefusal('schedule', 'over');
  outbox.wake();
}

function toFired(own: OwnSchedule, { at, kind }: { readonly at: number; readonly kind: string }): OwnSchedulePatch {
  const changedAt = toDecidedAt(own, at);
  if (own.time.rule === null) return { ...toOver('done', own, at), nextAt: null };
  // An answer to its question lets a recurring one go on; a text sent beside it changes nothing.
  return kind === 'sent-late' ? toGoingOn(own, at) : { changedAt };
}

function toOver(state: OwnSchedule['state'], own: OwnSchedule, at: number): OwnSchedulePatch {
  const over = { state, step: null, question: null, problem: null, missedAt: null, dueAt: 0, nextAt: null } as const;
  return { ...over, changedAt: toDecidedAt(own, at) };
}

/** A recurring one after the time that was asked about: its next times, or nothing more. */
function toGoingOn(own: OwnSchedule, at: number): OwnSchedulePatch {
  const next = findNextOccurrence(own.time, at);
  if (next === null) return toOver('done', own, at);
  const open = { question: null, problem: null, missedAt: null, nextAt: next.at, changedAt: toDecidedAt(own, at) };
  if (own.keeper === 'computer') return { ...open, state: 'coming', step: null };
  return { ...open, ...toAgain(own) };
}

/** The work at the service begins anew; what was made for it before is known not to be there. */
function toAgain(own: OwnSchedule): Pick<OwnSchedule, 'state' | 'step' | 'goal' | 'dueAt' | 'referenceId'> {
  const again = { state: 'leaving', goal: own.goal, dueAt: 0 } as const;
  if (own.goal !== 'schedule' || own.replacesId !== null)
    return { ...again, step: 'delete', referenceId: own.referenceId };
  return { ...again, step: 'create', referenceId: null };
}

/** Throws as the contract says; `schedule`: `over` where its question is answered or was another one. */
export async function decideSchedule(
  { session, now }: Services,
  { key, decision }: RequestInput<'schedules.decide'>,
): Promise<RequestOutput<'schedules.decide'>> {
  const account = session.getAccount();
  const at = now();
  const { own, person } = await getRecord(account.store, key);
  if (own === null) throw toRefusal('schedule', 'over');
  if (decision === 'send') await sendMissed(account, { id: own.id, person, at });
  else {
    await decideOwn(account.store, own.id, (current) =>
      decision === 'drop' ? toDropped(current, at) : toMadeAgain(current, at),
    );
  }
  account.schedules.look();
  return {};
}

/** The missed or passed time leaves now; where the old one is still at the service, that goes first. */
async function sendMissed(
  account: Account,
  { id, person, at }: Pick<OwnSchedule, 'id'> & Pick<ScheduleRecord, 'person'> & { readonly at: number },
): Promise<void> {
  const own = await account.store.findOwnSchedule({ id });
  if (own === null || !isAboutItsTime(own)) throw toRefusal('schedule', 'over');
  const phone = findOnlyPhone(own) ?? person?.phone ?? null;
  if (phone === null) throw toRefusal('schedule', 'several');
  if (own.time.rule === null && mayBeThere(own, own)) {
    const event: OwnScheduleEvent = { at, kind: 'sent-late', detail: '' };
    await decideOwn(account.store, id, (current) => {
      if (!isAboutItsTime(current)) throw toRefusal('schedule', 'over');
      return { patch: { ...toSendWork(current, null, at), recipients: toOnePhone(phone) }, event };
    });
    return;
  }
  await fire(account, own, { phone, which: await findLateSend(account, own), at, kind: 'sent-late' });
}

/** Once for each missed time; where that time is a send already that was not taken back, or went out, it is that one. */
async function findLateSend({ store }: Account, { id, lastSendId, missedAt }: OwnSchedule): Promise<number | string> {
  const late = `late\n${String(missedAt)}`;
  if (missedAt === null || lastSendId !== toScheduleSendId(id, missedAt)) return late;
  const entry = await store.getLedgerEntry({ sendId: lastSendId });
  return entry === null || entry.row.state === 'discarded' ? late : missedAt;
}

function toDropped(
  own: OwnSchedule,
  at: number,
): { readonly patch: OwnSchedulePatch; readonly event: OwnScheduleEvent } {
  if (own.state !== 'asking') throw toRefusal('schedule', 'over');
  const event: OwnScheduleEvent = { at, kind: 'dropped', detail: '' };
  const isOfOneTime = isAbout(own, ['missed', 'passed']);
  if (isOfOneTime && own.time.rule !== null) return { patch: toGoingOn(own, at), event };
  if (own.replacesId === null && own.referenceId === null) return { patch: toOver('dropped', own, at), event };
  // The old one, or the one whose answer was lost, may still be at the service, and would go out.
  const patch = { state: 'leaving', step: 'delete', goal: 'nothing', work: 'cancel', dueAt: 0 } as const;
  return { patch: { ...patch, question: null, problem: null, changedAt: toDecidedAt(own, at) }, event };
}

/** A creation that is asked about leaves under another reference; a refused step is tried again. */
function toMadeAgain(
  own: OwnSchedule,
  at: number,
): { readonly patch: OwnSchedulePatch; readonly event: OwnScheduleEvent } {
  const mayBeAgain = own.state === 'refused' || isAbout(own, ['not-made', 'unclear']);
  if (!mayBeAgain) throw toRefusal('schedule', 'over');
  const patch = { ...toAgain(own), question: null, problem: null, changedAt: toDecidedAt(own, at) };
  return { patch, event: { at, kind: 'asked', detail: 'again' } };
}

/** Its time has passed without its text or, where that cannot be told (`unclear`), perhaps with it. */
function isAboutItsTime(own: OwnSchedule): boolean {
  return isAbout(own, ['missed', 'passed']) || (isAbout(own, ['unclear']) && own.missedAt !== null);
}

function isAbout({ state, question }: OwnSchedule, questions: readonly OwnSchedule['question'][]): boolean {
  return state === 'asking' && questions.includes(question);
}
