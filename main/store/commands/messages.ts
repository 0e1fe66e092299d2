/** Messages of the service: upserts by direction and id, each batch with all that follows from it. */
import type { Message } from '#shared/domain/entities.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import { mergeMessage } from '../core/merge-message.ts';
import type { MessageSource } from '../core/merge-message.ts';
import { SLOTS_PER_MS, toFirstSequence } from '../core/sequence.ts';
import type { WriteDb } from '../open.ts';
import { toMessage, toMessageColumns } from '../rows/message-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { announceMessages, refreshLast } from './last.ts';
import { linkSends } from './link-sends.ts';
import { rememberMedia } from './media.ts';
import { indexMessages } from './search.ts';
import type { TextChange } from './search.ts';
import { saveFeedCursor } from './sync-state.ts';

const FIND = 'SELECT * FROM messages WHERE direction = ? AND id = ?';
const LETTER_CHANGE = `
  INSERT INTO message_letters (message_id, at, before_letter, after_letter, source) VALUES (?, ?, ?, ?, ?)`;

export const commitMessages: CacheCommand<'commitMessages'> = {
  file: 'cache',
  prepare: (context, { messages }) => linkSends(context, messages),
  run: (context, { messages, source, feed, completeChatId }) => {
    const { newKeys, isChanged } = writeMessages(context, messages, source);
    if (feed !== undefined) saveFeedCursor(context.cache, feed.name, feed.cursor);
    if (completeChatId !== undefined) markComplete(context, completeChatId);
    return { newKeys, isChanged, phonesWithoutChat: listPhonesWithoutChat(context.cache, messages) };
  },
};

/** Upserts messages and refreshes what hangs on them: search, media, the last items of their chats. */
export function writeMessages(
  context: WriteContext,
  messages: readonly Message[],
  source: MessageSource,
): { readonly newKeys: readonly MessageKey[]; readonly isChanged: boolean } {
  const newKeys: MessageKey[] = [];
  const touched = new Set<string>();
  const texts = new Map<MessageKey, TextChange>();
  for (const message of messages.toSorted((a, b) => a.at - b.at)) {
    const known = context.cache.get<MessageRow>(FIND, [message.direction, message.id]);
    if (known === undefined) {
      texts.set(message.key, insertMessage(context.cache, message));
      newKeys.push(message.key);
      touched.add(message.phone);
      continue;
    }
    const change = updateMessage(context, known, { message, source });
    if (change === null) continue;
    // A page may bring one message twice: the index must hear of its first and its last state only.
    const before = texts.get(message.key)?.before;
    if (change !== 'same-text') texts.set(message.key, before === undefined ? change : { ...change, before });
    touched.add(known.phone).add(message.phone);
  }
  indexMessages(context.cache, [...texts.values()]);
  refreshLast(context, touched);
  announceMessages(context, touched);
  return { newKeys, isChanged: touched.size > 0 };
}

function insertMessage(cache: WriteDb, message: Message): TextChange {
  const seq = findFreeSequence(cache, message.at);
  const columns = toMessageColumns(message);
  cache.run(toInsert('messages', ['seq', ...Object.keys(columns)]), { seq, ...columns });
  rememberFiles(cache, message);
  return { before: null, after: seq, text: message.text, phone: message.phone };
}

/** Null when nothing differs. */
function updateMessage(
  { cache, now }: WriteContext,
  known: MessageRow,
  { message, source }: { message: Message; source: MessageSource },
): TextChange | 'same-text' | null {
  const merged = mergeMessage(toMessage(known), message, source);
  const columns = toMessageColumns(merged);
  if (isSame(known, columns)) return null;
  const seq = merged.at === known.at ? known.seq : findFreeSequence(cache, merged.at);
  const wanted = { seq, ...columns };
  cache.run(toUpdate('messages', Object.keys(wanted), 'direction = @direction AND id = @id'), wanted);
  if (merged.letter !== known.letter) cache.run(LETTER_CHANGE, [known.id, now, known.letter, merged.letter, source]);
  rememberFiles(cache, merged);
  const { text, phone } = merged;
  if (seq === known.seq && text === known.text && phone === known.phone) return 'same-text';
  return { before: known.text === '' ? null : known.seq, after: seq, text, phone };
}

/** The next row id of that instant; when a millisecond is full, the next one after it. */
function findFreeSequence(cache: WriteDb, at: number): number {
  const first = toFirstSequence(at);
  const sql = 'SELECT max(seq) AS last FROM messages WHERE seq >= ? AND seq < ?';
  for (let slots = SLOTS_PER_MS; ; slots *= SLOTS_PER_MS) {
    const last = cache.get<{ last: number | null }>(sql, [first, first + slots])?.last ?? null;
    const next = last === null ? first : last + 1;
    if (next < first + slots) return next;
  }
}

function rememberFiles(cache: WriteDb, message: Message): void {
  for (const file of message.files) rememberMedia(cache, file.url ?? file.previewUrl, file.mimeType);
}

function markComplete({ cache, changes }: WriteContext, chatId: number): void {
  const { changes: count } = cache.run('UPDATE chats SET is_complete = 1 WHERE id = ? AND is_complete = 0', [chatId]);
  if (count > 0) changes.addMessagesOf(chatId);
}

/** A provisional chat does not count: the service may have the real one by now. */
function listPhonesWithoutChat(cache: WriteDb, messages: readonly Message[]): PhoneKey[] {
  const phones = [...new Set(messages.map((message) => message.phone))];
  return phones.filter(
    (phone) => cache.get('SELECT 1 AS found FROM chats WHERE phone = ? AND id > 0', [phone]) === undefined,
  );
}
