import type { DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';

/**
 * How each mark is drawn on a field of 24 × 24: Lucide's icons (ISC), each as the `d` of one path. A thread and a list have
 * one per row, and as a component of the set each took longer to make than the row's text.
 */
export const deliveryStrokes: Readonly<Record<DeliveryMarkName, string>> = {
  // upload
  waiting: 'M12 3v12M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4',
  // circle-dashed
  queued:
    'M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7',
  // calendar-clock
  scheduled:
    'M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 1 0 12 0 6 6 0 1 0-12 0',
  // check
  sent: 'M20 6 9 17l-5-5',
  // check-check
  delivered: 'M18 6 7 17l-5-5M22 10l-7.5 7.5L13 16',
  // circle-alert
  failed: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8v4M12 16h.01',
  // ban
  rejected: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M4.929 4.929 19.07 19.071',
  // mail-x
  unsubscribed:
    'M22 12.532V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8.792M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M16.5 16.5l5 5M21.5 16.5l-5 5',
  // circle-question-mark
  unknown: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01',
};
