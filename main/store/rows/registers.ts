/** Whether a chat (`chats` in the statement) is blocked or unsubscribed: by itself, or by the register of its number. */
export const IS_BLOCKED =
  'max(chats.is_blocked, EXISTS (SELECT 1 FROM blocked_contacts WHERE blocked_contacts.phone = chats.phone))';
export const IS_UNSUBSCRIBED =
  'max(chats.is_unsubscribed, EXISTS (SELECT 1 FROM unsubscribers WHERE unsubscribers.phone = chats.phone))';
/** Since when, as far as the register says; a number may stand in it more than once. */
export const UNSUBSCRIBED_AT =
  '(SELECT max(unsubscribed_at) FROM unsubscribers WHERE unsubscribers.phone = chats.phone)';
