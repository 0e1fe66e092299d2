import type { ChatId } from '#shared/domain/ids.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';

/** What the service answered to an accepted send. Any of the ids may be missing. */
export interface SendReceipt {
  readonly type: 'message' | 'session' | 'bulk' | 'schedule' | 'unknown';
  readonly messageId: number | null;
  readonly sessionId: number | null;
  readonly bulkId: number | null;
  readonly scheduleId: number | null;
  readonly chatId: ChatId | null;
}

/** What changes of a stored send. */
export interface SendPatch {
  readonly state?: SendState;
  readonly attemptedAt?: number;
  readonly attempts?: number;
  readonly dueAt?: number;
  readonly sentText?: string | null;
  readonly partsPredicted?: number;
  readonly pricePredicted?: number | null;
  readonly acceptedAt?: number;
  readonly messageId?: number | null;
  readonly sessionId?: number | null;
  readonly chatId?: ChatId | null;
  readonly problem?: Send['problem'];
  readonly check?: Send['check'];
}
