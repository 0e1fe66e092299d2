/** Texts that go out at a time to come: those that this computer made, and the service's beside them. */
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import type {
  OwnSchedule,
  OwnScheduleEvent,
  OwnScheduleId,
  OwnSchedulePatch,
  OwnScheduleState,
  ScheduleName,
  ScheduleStep,
} from '#shared/domain/scheduling/own-schedule.ts';
import type { Send } from '#shared/domain/sends.ts';
import type { Call, Nothing } from './call.ts';

/**
 * One schedule as the user sees it. At least one of the two is there; both where this computer made what the service keeps
 * (`own.serviceId` is `service.id`). The service's one that `own.replacesId` names is part of it, too, until it is gone: it is
 * not listed by itself, and not here as `service` either.
 */
export interface ScheduleRecord {
  readonly own: OwnSchedule | null;
  readonly service: Schedule | null;
  /** The service has stopped it before its time. */
  readonly isPaused: boolean;
  /** Of what is over, when it went out last or ended, such as by being cancelled; null: it is not over, or not known. */
  readonly overAt: number | null;
  /** The person or number that it goes to, where it is one. */
  readonly person: {
    readonly phone: PhoneKey;
    readonly name: string;
    readonly chatId: ChatId | null;
    readonly contactId: number | null;
  } | null;
  readonly listNames: readonly string[];
  /** Its text, for one person with what is known of them in place of fields. */
  readonly filledText: string;
}

export interface ScheduleCursor {
  readonly at: number;
  readonly key: string;
}

export interface ScheduleCommands {
  /**
   * Writes it with its first event. A schedule with this id: nothing happens. With `draftOf` the words of the draft of that
   * number are taken out in the same transaction, as long as they are `text`.
   */
  createOwnSchedule: Call<
    { readonly schedule: OwnSchedule; readonly event: OwnScheduleEvent; readonly draftOf?: PhoneKey },
    void
  >;
  /**
   * Fails with `not-found`. `ifState`, `ifStep`, `ifChangedAt`: only while it is there as well, else nothing is written and the
   * answer is false: what the user decided meanwhile stays. A `changedAt` in the patch becomes later than the one before.
   */
  updateOwnSchedule: Call<
    {
      readonly id: OwnScheduleId;
      readonly patch: OwnSchedulePatch;
      readonly event?: OwnScheduleEvent;
      readonly ifState?: OwnScheduleState;
      readonly ifStep?: ScheduleStep | null;
      readonly ifChangedAt?: number;
    },
    boolean
  >;
  /** Takes one back that never left (undo of its making). */
  dropOwnSchedule: Call<{ readonly id: OwnScheduleId }, void>;
  /**
   * One time of it becomes a send, in one transaction with the patch. A send with this id, or an entry of the ledger, is there:
   * only the patch is written. Nothing at all happens (false) unless it still has `changedAt`, and is not over.
   */
  fireOwnSchedule: Call<
    {
      readonly id: OwnScheduleId;
      readonly changedAt: number;
      readonly send: Send;
      readonly patch: OwnSchedulePatch;
      readonly event: OwnScheduleEvent;
    },
    boolean
  >;
  /** Takes out what is over for longer than this; the ledger keeps what was sent. */
  expireOwnSchedules: Call<{ readonly before: number }, void>;
}

export type StoredScheduleScope = 'upcoming' | 'recurring' | 'attention' | 'done';

export interface ScheduleQueries {
  findOwnSchedule: Call<{ readonly id: OwnScheduleId }, OwnSchedule | null>;
  /** In the order in which they were made. */
  listOwnSchedules: Call<{ readonly states: readonly OwnScheduleState[] }, readonly OwnSchedule[]>;
  listOwnScheduleEvents: Call<{ readonly id: OwnScheduleId }, readonly OwnScheduleEvent[]>;
  findSchedule: Call<{ readonly name: ScheduleName }, ScheduleRecord | null>;
  /** See `schedules.list` of the contract. `cursor` null: from the beginning. */
  listScheduleRecords: Call<
    {
      readonly scope: StoredScheduleScope;
      readonly query: string;
      readonly limit: number;
      readonly cursor: ScheduleCursor | null;
    },
    { readonly items: readonly ScheduleRecord[]; readonly cursor: ScheduleCursor | null; readonly total: number }
  >;
  countScheduleRecords: Call<
    Nothing,
    { readonly upcoming: number; readonly recurring: number; readonly attention: number; readonly done: number }
  >;
  /**
   * Those of a scope, for the calendar; `after` the last one's key of the answer before. Of `done` only those that were over
   * between `from` and `to` (exclusive); the times of others follow from their rules.
   */
  listCalendarSchedules: Call<
    {
      readonly scope: StoredScheduleScope;
      readonly from: number;
      readonly to: number;
      readonly after: string | null;
      readonly limit: number;
    },
    { readonly items: readonly ScheduleRecord[]; readonly after: string | null }
  >;
  /** Not over, to that number or its contacts, by their next time; at most 50. */
  listSchedulesOfPhone: Call<{ readonly phone: PhoneKey }, readonly ScheduleRecord[]>;
  /** When that number wrote last, after this instant; null: it did not. */
  findReplyAfter: Call<{ readonly phone: PhoneKey; readonly after: number }, number | null>;
  /** How many texts of a send of the service have which delivery status. */
  countLettersOfSend: Call<
    { readonly serviceSendId: number | null; readonly sendId: string | null },
    Readonly<Record<string, number>>
  >;
}
