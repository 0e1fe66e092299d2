/**
 * Ids of provisional chats: the number itself, negative. So the id is the same whenever it is made, also after the
 * cache was rebuilt, and a window that still holds it finds the real chat once there is one.
 */
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';

/** Undefined for senders with letters and other keys that nobody can write to. */
export function toProvisionalChatId(phone: PhoneKey): ChatId | undefined {
  return /^[1-9]\d{0,14}$/.test(phone) ? toChatId(-Number(phone)) : undefined;
}

/** The number behind a provisional id; undefined for an id of the service. */
export function toProvisionalPhone(chatId: number): PhoneKey | undefined {
  return chatId < 0 ? (String(-chatId) as PhoneKey) : undefined;
}
