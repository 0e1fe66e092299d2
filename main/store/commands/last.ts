/** Works out the last item of chats and their place in the list: from messages, the service's summary and own sends. */
import type { Chat } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { findNewestSend } from '../queries/newest-send.ts';
import type { ChatRow, LastColumns } from '../rows/chat-row.ts';
import { isSame, toUpdate } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';

interface NewestRow {
  readonly direction: 'in' | 'out';
  readonly id: number;
  readonly at: number;
  readonly text: string;
  readonly kind: 'text' | 'call';
  readonly letter: string | null;
}

const LAST_COLUMNS = ['last_at', 'last_text', 'last_direction', 'last_letter', 'last_key', 'sort_at'] as const;
const UPDATE_LAST = toUpdate('chats', LAST_COLUMNS, 'id = @id');
const NEWEST_MESSAGE = `
  SELECT direction, id, at, text, kind, letter FROM messages
  WHERE phone = ? AND kind IN ('text', 'call') ORDER BY at DESC, direction DESC, id DESC LIMIT 1`;

/** Brings `last_…` and `sort_at` of every chat of these numbers up to date; says which rows changed. */
export function refreshLast(context: WriteContext, phones: Iterable<string>): void {
  for (const phone of new Set(phones)) {
    const chats = context.cache.all<ChatRow>('SELECT * FROM chats WHERE phone = ?', [phone]);
    if (chats.length === 0) continue;
    const newest = context.cache.get<NewestRow>(NEWEST_MESSAGE, [phone]);
    const placedAt = findNewestSend(context, phone)?.placed_at ?? 0;
    for (const chat of chats) {
      const last = toLast(chat, newest, placedAt);
      if (isSame(chat, last)) continue;
      context.cache.run(UPDATE_LAST, { ...last, id: chat.id });
      context.changes.addChat(chat.id);
    }
  }
}

/** The newest message, unless the service's summary speaks of a later one that the cache does not have yet. */
function toLast(chat: ChatRow, newest: NewestRow | undefined, placedAt: number): LastColumns {
  // The time of a provisional chat is this computer's own: no summary of the service is behind it.
  const hasLaterSummary = chat.id > 0 && chat.updated_at !== null && chat.updated_at > (newest?.at ?? 0);
  if (newest === undefined || hasLaterSummary) {
    return {
      last_at: chat.updated_at,
      last_text: chat.service_text,
      last_direction: chat.service_direction,
      last_letter: null,
      last_key: null,
      sort_at: Math.max(chat.updated_at ?? 0, newest?.at ?? 0, placedAt),
    };
  }
  return {
    last_at: newest.at,
    last_text: newest.text,
    last_direction: toDirection(newest),
    last_letter: newest.letter,
    last_key: toMessageKey(newest.direction, newest.id),
    sort_at: Math.max(newest.at, placedAt),
  };
}

function toDirection({ direction, kind }: { direction: 'in' | 'out'; kind: 'text' | 'call' }): Chat['lastDirection'] {
  if (kind !== 'call') return direction;
  return direction === 'in' ? 'call-in' : 'call-out';
}

/** Says that messages or sends of these numbers changed. */
export function announceMessages(context: WriteContext, phones: Iterable<string>): void {
  for (const phone of new Set(phones)) {
    for (const { id } of context.cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) {
      context.changes.addMessagesOf(id);
    }
  }
}
