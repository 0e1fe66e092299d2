import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import type { ScheduleService } from '../ports.ts';

/** What the work on schedules at the service is made of. */
export interface ScheduleWorkParts {
  readonly store: WorkStore;
  readonly service: ScheduleService;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly now: () => number;
  /** How far the service's clock is ahead of this computer's; null: not known. */
  readonly getClockSkewMs?: () => number | null;
  /** Resolves after that time or as soon as the signal aborts; may reject then. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 up to 1; chance unless told. */
  readonly random?: () => number;
  /**
   * Hands the text to the outbox as a send whose id follows from the schedule's, and closes the row in the same transaction
   * (`fireOwnSchedule`). Throws `disk`; `validation` where it cannot be a send.
   */
  readonly sendNow: (own: OwnSchedule) => Promise<void>;
  /** A schedule waits for its time on this computer from now on: what it replaces at the service is gone. */
  readonly onKeptHere?: () => void;
  /** Told of a text that the service sent. */
  readonly sync?: { messageSent(phone: OwnSchedule['recipients']['phones'][number]): void };
}

export type WorkStore = Pick<
  Store,
  'commitRows' | 'findOwnSchedule' | 'listOwnSchedules' | 'listSchedules' | 'removeRows' | 'updateOwnSchedule'
>;
