/** Scheduled texts that this computer keeps: each becomes a send of the outbox at its time. */
import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { OwnSchedule, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import { findNextOccurrence, listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import { LATE_MS } from '#shared/domain/scheduling/schedule-time.ts';
import type { Occurrence } from '#shared/domain/scheduling/schedule-time.ts';
import type { Send } from '#shared/domain/sends.ts';
import { readOwned } from '#main/services/settings/account-settings.ts';
import { isQuietFor } from './recipient-quiet-hours.ts';
import { createScheduleSend, findOnlyPhone, toScheduleSendId } from './schedule-send.ts';

type RunnerStore = Pick<
  Store,
  | 'findChat'
  | 'findReplyAfter'
  | 'fireOwnSchedule'
  | 'getSettings'
  | 'listOwnScheduleEvents'
  | 'listOwnSchedules'
  | 'listSends'
  | 'updateOwnSchedule'
>;

export interface ComputerSchedulesParts {
  readonly store: RunnerStore;
  /** A send was written: the outbox looks. */
  readonly onFired: () => void;
  /** Reads that number's newest texts from the service into the store. Rejects with `AppError` where it cannot be asked. */
  readonly readReplies: (phone: PhoneKey) => Promise<void>;
  /** How far the service's clock is ahead of this computer's; null: not known. */
  readonly getClockSkewMs?: () => number | null;
  /** Whether a text could leave now, as far as is known; it could unless told. */
  readonly isConnected?: () => boolean;
  /** Takes a send back out of the outbox, where that can be done. Rejects with `not-found` where it is on its way. */
  readonly takeBack?: (sendId: SendId) => Promise<unknown>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly now: () => number;
  /** Calls back once; the answer ends it. Does not keep the process alive. */
  readonly startTimer: (run: () => void, ms: number) => () => void;
}

/** No timer goes on while a computer sleeps, nor hears of a clock that is set: it is looked again after this at the latest. */
const LOOK_EVERY_MS = 60_000;
const LEAST_WAIT_MS = 50;
/** There was no way to the service when one was due: it is looked again so much later. */
const CONNECT_AGAIN_MS = 5_000;
/** The service could not be asked whether the person wrote: it is asked again so much later. */
const ASK_AGAIN_MS = 30_000;
/** Messages are gathered for so long, and for longer where it takes long to look who wrote. */
const HEAR_AFTER_MS = 250;
const HEAR_SHARE = 10;
const LONGEST_HEAR_MS = 20_000;
/** So many numbers are asked about at a time. */
const ASKED_AT_ONCE = 5;
/** Missed times are counted as far as this. */
const MOST_MISSED = 10_000;

/**
 * SCHEDULES-1 what is more than 15 minutes late, or so late that quiet hours have begun, is not sent before the user was asked;
 *             of several missed times only the last.
 * SCHEDULES-2 a time is one send, however often it is tried: its id follows from schedule and instant.
 * SCHEDULES-3 one that stops when the person writes is not sent before the service was asked for that person's texts.
 */
export class ComputerSchedules {
  readonly #parts: ComputerSchedulesParts;
  #stopTimer: (() => void) | null = null;
  #looking: Promise<void> | null = null;
  #stopHearing: (() => void) | null = null;
  #isWanted = false;
  #isDisposed = false;
  /** Whether one stops when its person writes, as far as it was looked last. */
  #hasAnswerable = false;
  #hearAfterMs = HEAR_AFTER_MS;

  constructor(parts: ComputerSchedulesParts) {
    this.#parts = parts;
  }

  /** Now, and then again when the next one is due. Also after one was made or changed, and when messages came. */
  look(): void {
    if (this.#isDisposed) return;
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
  }

  /** Messages came. While many come, as at the first reading, it is looked once in a while. */
  messagesChanged(): void {
    if (!this.#hasAnswerable || this.#stopHearing !== null || this.#isDisposed) return;
    this.#stopHearing = this.#parts.startTimer(() => {
      this.#stopHearing = null;
      this.look();
    }, this.#hearAfterMs);
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    while (this.#looking !== null) await this.#looking;
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#stopTimer?.();
    this.#stopHearing?.();
    await this.settled();
  }

  async #lookWhileWanted(): Promise<void> {
    // Ends in a later turn than it began, so that its end is the last word about `#looking`.
    await Promise.resolve();
    this.#stopTimer?.();
    this.#stopTimer = null;
    let nextAt = Infinity;
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      nextAt = await this.#lookOnce();
    }
    this.#looking = null;
    if (nextAt === Infinity || this.#isDisposed) return;
    const waitMs = Math.max(LEAST_WAIT_MS, Math.min(nextAt - this.#parts.now(), LOOK_EVERY_MS));
    this.#stopTimer = this.#parts.startTimer(() => this.look(), waitMs);
  }

  /** When there is something to do next. */
  async #lookOnce(): Promise<number> {
    const { now, log } = this.#parts;
    try {
      return await this.#work();
    } catch (error) {
      // A full disk, for instance: nothing is lost, and it is tried again.
      log.error('schedules.notLooked', error);
      return now() + LOOK_EVERY_MS;
    }
  }

  async #work(): Promise<number> {
    const { now } = this.#parts;
    const isDue = ({ nextAt }: OwnSchedule): boolean => nextAt !== null && nextAt <= now();
    await this.#stopAnswered();
    const due = (await this.#listWaiting()).filter(isDue);
    for (const own of due) if (!own.endsOnReply) await this.#settle(own);
    const asked = due.filter(({ endsOnReply }) => endsOnReply);
    for (let start = 0; start < asked.length; start += ASKED_AT_ONCE) {
      await Promise.all(asked.slice(start, start + ASKED_AT_ONCE).map((own) => this.#askAndSettle(own)));
    }
    const againMs = this.#isConnected() ? ASK_AGAIN_MS : CONNECT_AGAIN_MS;
    const times = (await this.#listWaiting()).map((own) => (isDue(own) ? now() + againMs : own.nextAt));
    const lateAt = await this.#takeBackLate();
    return times.reduce<number>((least, at) => Math.min(least, at ?? Infinity), lateAt);
  }

  #isConnected(): boolean {
    return this.#parts.isConnected?.() ?? true;
  }

  /**
   * What was due in time and could not leave, because the network was gone, is asked about as well rather than sent whenever
   * it is back. When the next one in the outbox is late.
   */
  async #takeBackLate(): Promise<number> {
    const { store, now, takeBack } = this.#parts;
    if (takeBack === undefined) return Infinity;
    const queued = await store.listSends({ states: ['queued'] });
    const late = queued.filter(({ createdAt }) => now() - createdAt > LATE_MS);
    if (late.length > 0) {
      const rows = await store.listOwnSchedules({ states: ['coming', 'asking', 'done'] });
      const byId = new Map(rows.flatMap((own) => (own.lastSendId === null ? [] : [[own.lastSendId, own]])));
      for (const send of late) {
        const own = byId.get(send.id);
        const at = own === undefined ? null : findTimeOf(own, send);
        if (own !== undefined && at !== null) await this.#askBack(own, at, takeBack);
      }
    }
    const times = queued.map(({ createdAt }) => createdAt + LATE_MS + 1).filter((at) => at > now());
    return Math.min(Infinity, ...times);
  }

  /** Asked first: if the app ends in between, the answer finds the send and makes no second one. */
  async #askBack(
    own: OwnSchedule,
    at: number,
    takeBack: NonNullable<ComputerSchedulesParts['takeBack']>,
  ): Promise<void> {
    const { store, now } = this.#parts;
    const { id, state, changedAt: ifChangedAt, lastSendId, firedCount, question, missedAt, lastAt } = own;
    if (lastSendId === null) return;
    const asked = { question: 'missed', missedAt: Math.max(at, missedAt ?? at), firedCount: firedCount - 1 } as const;
    const event = { at: now(), kind: 'missed', detail: '' } as const;
    const patch = { ...asked, state: 'asking', lastAt: firedCount > 1 ? lastAt : null } as const;
    if (!(await store.updateOwnSchedule({ id, patch, event, ifState: state, ifChangedAt }))) return;
    try {
      await takeBack(lastSendId);
    } catch (error) {
      if (!isAppError(error, 'not-found')) throw error;
      // It is on its way after all.
      const before = { state, question, missedAt, firedCount, lastAt };
      await store.updateOwnSchedule({ id, patch: before, ifState: 'asking', ifChangedAt });
    }
  }

  /** Also those that ask: the later times of a recurring one go out all the same. */
  async #listWaiting(): Promise<readonly OwnSchedule[]> {
    const rows = await this.#parts.store.listOwnSchedules({ states: ['coming', 'asking'] });
    const waiting = rows.filter(({ keeper, state, question }) => {
      return keeper === 'computer' && (state === 'coming' || question === 'missed');
    });
    this.#hasAnswerable = waiting.some(({ endsOnReply }) => endsOnReply);
    return waiting;
  }

  /** The person wrote: nothing more goes out, also of those that ask. */
  async #stopAnswered(): Promise<void> {
    const { now } = this.#parts;
    const startedAt = now();
    for (const own of await this.#listWaiting()) if (own.endsOnReply) await this.#stopIfAnswered(own);
    const tookMs = HEAR_SHARE * (now() - startedAt);
    this.#hearAfterMs = Math.min(Math.max(HEAR_AFTER_MS, tookMs), LONGEST_HEAR_MS);
  }

  async #stopIfAnswered(own: OwnSchedule): Promise<boolean> {
    const { store, now } = this.#parts;
    const phone = findOnlyPhone(own);
    if (phone === null) return false;
    const { id, state: ifState, changedAt: ifChangedAt } = own;
    if ((await store.findReplyAfter({ phone, after: this.#toServiceTime(own.createdAt) })) === null) return false;
    // Who wrote before the user changed it is known to the user.
    const decided = (await store.listOwnScheduleEvents({ id })).filter(({ kind }) => kind === 'changed');
    const after = this.#toServiceTime(Math.max(own.createdAt, ...decided.map(({ at }) => at)));
    if ((await store.findReplyAfter({ phone, after })) === null) return false;
    const patch = { state: 'stopped', question: null, missedAt: null, nextAt: null } as const;
    const event = { at: now(), kind: 'stopped', detail: '' } as const;
    await store.updateOwnSchedule({ id, patch, event, ifState, ifChangedAt });
    return true;
  }

  /** On the clock by which texts have their times, which counts in whole seconds: all of that second is meant. */
  #toServiceTime(at: number): number {
    return Math.floor((at + (this.#parts.getClockSkewMs?.() ?? 0)) / 1_000) * 1_000 - 1;
  }

  /** As long as the service cannot be asked it stays as it is, until it is late. */
  async #askAndSettle(own: OwnSchedule): Promise<void> {
    const { now, readReplies, log } = this.#parts;
    const phone = findOnlyPhone(own);
    let isAsked = phone !== null;
    try {
      if (phone !== null) await readReplies(phone);
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.info('schedules.repliesNotRead', { code: error.code });
      isAsked = false;
    }
    if (this.#isDisposed || (await this.#stopIfAnswered(own))) return;
    const newest = listDue(own, now()).at(-1);
    if (newest === undefined || (!isAsked && now() - newest.at <= LATE_MS)) return;
    await this.#settle(own);
  }

  /** Its time has come: it goes out, or is late and asks. */
  async #settle(own: OwnSchedule): Promise<void> {
    const { now } = this.#parts;
    const at = now();
    const times = listDue(own, at);
    const newest = times.at(-1);
    if (newest === undefined) return;
    const next = own.time.rule === null ? null : findNextOccurrence(own.time, at);
    const isTooLate = at - newest.at > LATE_MS || (await this.#hasBecomeQuiet(own, newest.at, at));
    if (isTooLate) await this.#ask(own, { times, newest, next });
    else if (this.#isConnected()) await this.#fire(own, { times, newest, next });
  }

  /** It is a little late, and the quiet hours of its person have begun since. */
  async #hasBecomeQuiet(own: OwnSchedule, dueAt: number, at: number): Promise<boolean> {
    const phone = findOnlyPhone(own);
    if (own.quietReason !== null || phone === null) return false;
    const { quietHours = DEFAULT_SETTINGS.quietHours } = await readOwned(this.#parts.store);
    return isQuietFor(phone, at, quietHours) && !isQuietFor(phone, dueAt, quietHours);
  }

  async #ask(own: OwnSchedule, { times, newest, next }: Due): Promise<void> {
    const { store, now } = this.#parts;
    const { id, state: ifState, changedAt: ifChangedAt } = own;
    const patch: OwnSchedulePatch = {
      ...{ state: 'asking', question: 'missed', missedAt: newest.at, nextAt: next?.at ?? null },
    };
    const event = { at: now(), kind: 'missed', detail: toDetail(newest, times.length - 1) } as const;
    await store.updateOwnSchedule({ id, patch, event, ifState, ifChangedAt });
  }

  async #fire(own: OwnSchedule, { times, newest, next }: Due): Promise<void> {
    const { store, now, onFired } = this.#parts;
    const { id, changedAt, firedCount } = own;
    const phone = findOnlyPhone(own);
    if (phone === null) return;
    const at = now();
    const sendId = toScheduleSendId(id, newest.at);
    const send = await createScheduleSend(store, { id: sendId, phone, contents: own, at });
    const isOver = next === null && own.state === 'coming';
    const patch: OwnSchedulePatch = {
      ...{ nextAt: next?.at ?? null, lastAt: at, firedCount: firedCount + 1, lastSendId: sendId },
      ...(isOver ? { state: 'done' } : {}),
      // A decision of the user that was made on the row of before comes too late.
      changedAt: Math.max(at, changedAt + 1),
    };
    const event = { at, kind: 'fired', detail: toDetail(newest, times.length - 1) } as const;
    if (await store.fireOwnSchedule({ id, changedAt, send, patch, event })) onFired();
  }
}

interface Due {
  /** All that came due since it was looked at last, oldest first. */
  readonly times: readonly Occurrence[];
  readonly newest: Occurrence;
  readonly next: Occurrence | null;
}

function listDue({ time, nextAt }: OwnSchedule, at: number): readonly Occurrence[] {
  if (nextAt === null || nextAt > at) return [];
  if (time.rule === null) return listOccurrences(time, { after: nextAt - 1, limit: 1 });
  return listOccurrences(time, { after: nextAt - 1, before: at + 1, limit: MOST_MISSED });
}

/** The time of the schedule that became this send; null: the user sent it. */
function findTimeOf({ id, time }: OwnSchedule, send: Send): number | null {
  const query = { after: send.createdAt - LATE_MS - 1, before: send.createdAt + 1, limit: MOST_MISSED };
  return listOccurrences(time, query).find(({ at }) => toScheduleSendId(id, at) === send.id)?.at ?? null;
}

/** The wall time, and how many times before it were missed: `2026-11-30T10:00 +2`. */
function toDetail({ wall }: Occurrence, missed: number): string {
  return missed > 0 ? `${wall} +${String(missed)}` : wall;
}
