import type { DeliveryMark } from '#shared/domain/delivery.ts';
import { delivery } from '#renderer/lib/words/delivery.ts';
import type { Message } from './messages.ts';

/** For components, which may not look into `shared`. */
export type DeliveryMarkName = DeliveryMark;

/** The word beside a mark, and the sentence that explains it. */
export const deliveryWords: Readonly<Record<DeliveryMarkName, { readonly word: Message; readonly why: Message }>> = {
  waiting: { word: delivery.waiting, why: delivery.waitingWhy },
  queued: { word: delivery.queued, why: delivery.queuedWhy },
  scheduled: { word: delivery.scheduled, why: delivery.scheduledWhy },
  sent: { word: delivery.sent, why: delivery.sentWhy },
  delivered: { word: delivery.delivered, why: delivery.deliveredWhy },
  failed: { word: delivery.failed, why: delivery.failedWhy },
  rejected: { word: delivery.rejected, why: delivery.rejectedWhy },
  unsubscribed: { word: delivery.unsubscribed, why: delivery.unsubscribedWhy },
  unknown: { word: delivery.unknown, why: delivery.unknownWhy },
};
