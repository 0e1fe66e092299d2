/**
 * Parts of the service's interface that some services do not have (supplement 3.2, and whole groups that older services
 * lack). A service has all of a feature or none of it; where it has none, the app does not offer it.
 */
export const FEATURES = [
  'pinning',
  'resubscribing',
  'schedules',
  'templates',
  'replies',
  'sends',
  'history',
  'tags',
  'senders',
  'sender-ids',
  'callback-settings',
  'notification-settings',
  'statistics',
  'subaccounts',
] as const;

export type Feature = (typeof FEATURES)[number];
