import type { DeliveryMark } from '#shared/domain/delivery.ts';
import type { SendState } from '#shared/domain/sends.ts';

const MARKS: Readonly<Record<SendState, DeliveryMark>> = {
  held: 'waiting',
  queued: 'waiting',
  sending: 'waiting',
  checking: 'waiting',
  accepted: 'queued',
  refused: 'failed',
  'not-sent': 'failed',
  unknown: 'unknown',
};

/** The mark of a send that no message of the service stands for yet. */
export function toSendMark(state: SendState): DeliveryMark {
  return MARKS[state];
}
