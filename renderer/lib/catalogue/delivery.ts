import { defineMessages } from '../messages.ts';

/** What became of a text: the word beside its mark, and what it means. */
export const delivery = defineMessages({
  waiting: 'Waiting for connection',
  waitingWhy: 'Kept here, goes out by itself',
  queued: 'Queued',
  queuedWhy: 'Queued with the service',
  scheduled: 'Scheduled',
  scheduledWhy: 'Goes out later',
  sent: 'Sent',
  sentWhy: 'With the operator',
  delivered: 'Delivered',
  deliveredWhy: 'Delivered to the phone',
  failed: 'Not delivered',
  failedWhy: 'It did not arrive',
  rejected: 'Rejected',
  rejectedWhy: 'The operator refused it',
  unsubscribed: 'Not sent',
  unsubscribedWhy: 'This person has unsubscribed',
  unknown: 'Unknown',
  unknownWhy: 'The operator gave no answer',
});
