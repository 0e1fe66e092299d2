import { toProvisionalPhone } from '../core/provisional.ts';
import type { ReadDb } from '../open.ts';

/** A number can have several chats at the service: the open one counts, then the real one, then the latest. */
const BY_PHONE = 'SELECT id FROM chats WHERE phone = ? ORDER BY shelf, id < 0, sort_at DESC, id LIMIT 1';

/**
 * The id of the chat that is meant, by id or by number. The id of a provisional chat still leads to its number's real
 * chat after that has taken its place.
 */
export function findChatId(
  cache: ReadDb,
  { chatId, phone }: { readonly chatId: number | null; readonly phone: string | null },
): number | undefined {
  if (chatId !== null) {
    const known = cache.get<{ id: number }>('SELECT id FROM chats WHERE id = ?', [chatId]);
    if (known !== undefined) return known.id;
  }
  const number = chatId === null ? phone : (toProvisionalPhone(chatId) ?? null);
  return number === null ? undefined : cache.get<{ id: number }>(BY_PHONE, [number])?.id;
}

/** The number of a chat, by an id as `findChatId` takes it. */
export function findPhoneOfChat(cache: ReadDb, chatId: number): string | undefined {
  const id = findChatId(cache, { chatId, phone: null });
  if (id === undefined) return undefined;
  return cache.get<{ phone: string }>('SELECT phone FROM chats WHERE id = ?', [id])?.phone;
}
