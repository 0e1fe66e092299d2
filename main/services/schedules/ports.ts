/** What schedules ask of the service. Every method throws `AppError` and nothing else. */
import type { ListSchedulesQuery } from '#main/api/endpoints/messages/schedules.ts';
import type { FullSend } from '#main/api/sends/send-parameters.ts';
import type { SendReceipt } from '#main/api/wire/messages/receipt.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import type { TimeZone } from '#shared/domain/account.ts';
import type { Message, Page, ServiceSend } from '#shared/domain/entities.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { Schedule } from '#shared/domain/schedules.ts';

/** What the work at the service asks. */
export interface ScheduleService {
  /** What the service is known not to have. */
  readonly absentFeatures: readonly Feature[];
  /** A send with a time makes a schedule. */
  sendMessage(send: FullSend, options: CallOptions): Promise<SendReceipt>;
  /** Rejects with `not-found`. */
  getSchedule(query: { readonly scheduleId: number }, options: CallOptions): Promise<Schedule>;
  /** Rejects with `not-found`. */
  deleteSchedule(query: { readonly scheduleId: number }, options: CallOptions): Promise<void>;
  listSchedules(query: ListSchedulesQuery, options: CallOptions): Promise<Page<Schedule>>;
  /** Newest first. Rejects with `not-found` where the service has no such list. */
  listSends(query: { readonly page: number; readonly limit: number }, options: CallOptions): Promise<Page<ServiceSend>>;
  /** Rejects with `not-found` where there is no such send, or no such list. */
  listMessagesOfSend(
    query: {
      readonly sessionId: number;
      readonly page: number;
      readonly limit: number;
      readonly withDeleted?: boolean;
    },
    options: CallOptions,
  ): Promise<Page<Message>>;
}

/** What is asked at once, while the user chooses a time. */
export interface TimeZoneService {
  /** The zones that an account can be in. */
  listTimeZones(options: CallOptions): Promise<readonly TimeZone[]>;
}
