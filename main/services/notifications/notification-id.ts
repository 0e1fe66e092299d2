/** Ids of notifications: they tell of which account and number one is, also after a restart. */
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** The demo's, which has no id of its own. */
const DEMO = 'demo';
const UNSENT = 'unsent';
/** Shown on request: of no account. */
export const TEST_ID = 'test';

export interface NotificationTopic {
  readonly accountId: string;
  readonly phone: PhoneKey;
}

/** Null: the demo. */
export const toTopicAccount = (accountId: string | null): string => accountId ?? DEMO;

/** Of the new texts of one number. */
export const toNotificationId = ({ accountId, phone }: NotificationTopic): string =>
  `${accountId}/${encodeURIComponent(phone)}`;

/** Of a reply that did not leave: beside the one of new texts. */
export const toUnsentId = (topic: NotificationTopic): string => `${toNotificationId(topic)}/${UNSENT}`;

/** Null for an id that is of no chat. Total: never fails. */
export function parseNotificationId(id: string): NotificationTopic | null {
  const [accountId = '', encoded = '', kind, ...rest] = id.split('/');
  const phone = decode(encoded);
  const isKnownKind = kind === undefined || kind === UNSENT;
  if (accountId === '' || phone === '' || !isKnownKind || rest.length > 0) return null;
  const key = toPhoneKey(phone);
  return key === phone ? { accountId, phone: key } : null;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
