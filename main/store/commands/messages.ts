/** Messages of the service: upserts by sequence and id, each batch with all that follows from it. */
import type { Message } from '#shared/domain/entities.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Coverage, ReadVia } from '#shared/domain/sync.ts';
import { mergeMessage } from '../core/merge-message.ts';
import type { MessageSource } from '../core/merge-message.ts';
import type { WriteDb } from '../open.ts';
import { findPhoneOfChat } from '../queries/find-chat-id.ts';
import { toMessage, toMessageColumns } from '../rows/message-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import { isSame } from '../rows/sql.ts';
import { noteArrivals } from './arrivals.ts';
import { clearMarks } from './chat-marks.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { believeSingle, listNews, withoutDeleted } from './hidden-messages.ts';
import { announceMessages, refreshLast } from './last.ts';
import { followSends } from './link-sends.ts';
import { rememberMedia } from './media.ts';
import { MessageRows } from './message-rows.ts';
import { rememberOwnNumber } from './notice-rules.ts';
import { decideNotices } from './notices.ts';
import { dropOvertaken } from './overtaken.ts';
import { announceSchedulesOfSends } from './scheduled-chats.ts';
import { indexMessages } from './search.ts';
import type { TextChange } from './search.ts';
import { returnAnswered } from './snoozed-chats.ts';
import { endBySaid } from './snoozes.ts';
import { addChatSpan, moveFeed, toWholeSpan } from './spans.ts';
import { isContested, listMissing } from './suspects.ts';
import { refreshUnread } from './unread.ts';

const LETTER_CHANGE = `
  INSERT INTO message_letters (message_id, at, before_letter, after_letter, source) VALUES (?, ?, ?, ?, ?)`;

export const commitMessages: CacheCommand<'commitMessages'> = {
  file: 'cache',
  prepare: (context, input) => {
    followSends(context, input);
    if (input.source === 'single') believeSingle(context, input.messages);
    const news = listNews(context, input.messages);
    endBySaid(context, news);
    return dropOvertaken(context, news);
  },
  run: (context, input) => {
    const { messages, source, feed, completeChatId, via = 'poll', covers, readMarks, keys } = input;
    const written = writeMessages(context, messages, { source, via });
    if (feed !== undefined) moveFeed(context, feed.name, feed.cursor);
    if (completeChatId !== undefined) markComplete(context, completeChatId);
    const answered = keys ?? messages.map(({ key }) => key);
    const missingKeys = covers === undefined ? [] : noteCovered(context, covers, answered);
    if (readMarks !== undefined) clearMarks(context, readMarks, covers);
    return {
      ...written,
      missingKeys,
      phonesWithoutChat: listPhonesWithoutChat(context.cache, messages),
    };
  },
};

/** How the messages came; `via` null: they are our own sends, put there before the service lists them. */
interface Origin {
  readonly source: MessageSource;
  readonly via: ReadVia | null;
}

interface Written {
  readonly newKeys: readonly MessageKey[];
  readonly isChanged: boolean;
  readonly contestedKeys: readonly MessageKey[];
}

/** What a batch did, collected message by message. */
class Batch {
  /** In the cache for the first time, oldest first. */
  readonly inserted: Message[] = [];
  /** With the letter that they have now and had not before. */
  readonly lettered: Message[] = [];
  readonly contestedKeys: MessageKey[] = [];
  /** By number, the time of the newest message that is new or otherwise. */
  readonly touched = new Map<string, number>();
  /** The same of incoming ones. */
  readonly received = new Map<string, number>();
  /** Numbers with outgoing ones. */
  readonly ours = new Set<string>();
  readonly texts = new Map<MessageKey, TextChange>();

  touch({ direction, phone, at }: Message | MessageRow): void {
    if (direction === 'out') this.ours.add(phone);
    for (const times of direction === 'in' ? [this.touched, this.received] : [this.touched]) {
      times.set(phone, Math.max(at, times.get(phone) ?? at));
    }
  }
}

/** Upserts messages and refreshes what hangs on them: search, media, the last items of their chats. */
export function writeMessages(context: WriteContext, said: readonly Message[], origin: Origin): Written {
  const messages = withoutDeleted(context, said, origin.source);
  const batch = new Batch();
  const rows = new MessageRows(context.cache, messages);
  for (const message of messages.toSorted((a, b) => a.at - b.at)) {
    const known = rows.find(message);
    if (known === undefined) insertMessage(context, message, { rows, batch });
    else updateMessage(context, known, { message, source: origin.source, rows, batch });
  }
  const { inserted, lettered, touched, received, ours, texts, contestedKeys } = batch;
  indexMessages(context.cache, [...texts.values()]);
  returnAnswered(context, new Set(messages.map(({ phone }) => phone)));
  tellNews(context, batch, origin.via);
  refreshLast(context, touched.keys(), { at: touched, ours });
  refreshUnread(context, received.keys(), received);
  announceMessages(context, touched.keys());
  announceSchedulesOfSends(
    context,
    [...inserted, ...lettered].map(({ sessionId }) => sessionId),
  );
  return { newKeys: inserted.map(({ key }) => key), isChanged: touched.size > 0, contestedKeys };
}

/** Before what is unread is worked out, which takes back what was read already. */
function tellNews(context: WriteContext, { inserted, lettered }: Batch, via: ReadVia | null): void {
  for (const number of new Set(inserted.map(({ ownNumber }) => ownNumber))) rememberOwnNumber(context.cache, number);
  decideNotices(context, inserted);
  if (via !== null) noteArrivals(context, { via, inserted, lettered });
}

interface Writing {
  readonly rows: MessageRows;
  readonly batch: Batch;
}

function insertMessage({ cache }: WriteContext, message: Message, { rows, batch }: Writing): void {
  const seq = rows.insert(message);
  rememberFiles(cache, message);
  batch.inserted.push(message);
  batch.touch(message);
  batch.texts.set(message.key, { before: null, after: seq, text: message.text, phone: message.phone });
}

/** Nothing where nothing differs. */
function updateMessage(
  { cache, now }: WriteContext,
  known: MessageRow,
  { message, source, rows, batch }: Writing & { readonly message: Message; readonly source: MessageSource },
): void {
  const merged = mergeMessage(toMessage(known), message, source);
  if (isContested(message, merged)) batch.contestedKeys.push(message.key);
  const columns = toMessageColumns(merged);
  if (isSame(known, columns)) return;
  const seq = rows.update(known, merged.key, columns);
  if (merged.letter !== known.letter) {
    cache.run(LETTER_CHANGE, [known.id, now, known.letter, merged.letter, source]);
    batch.lettered.push(merged);
  }
  rememberFiles(cache, merged);
  batch.touch(known);
  batch.touch(merged);
  noteText(batch.texts, known, { ...merged, seq });
}

/** A page may bring one message twice: the index must hear of its first and its last state only. */
function noteText(texts: Map<MessageKey, TextChange>, known: MessageRow, now: Message & { seq: number }): void {
  const { key, seq, text, phone } = now;
  if (seq === known.seq && text === known.text && phone === known.phone) return;
  const earlier = texts.get(key);
  const before = earlier === undefined ? (known.text === '' ? null : known.seq) : earlier.before;
  texts.set(key, { before, after: seq, text, phone });
}

function rememberFiles(cache: WriteDb, message: Message): void {
  for (const file of message.files) rememberMedia(cache, file.url ?? file.previewUrl, file.mimeType);
}

/** What the answer covered is known from now on. Names the messages that it should have had. */
function noteCovered(context: WriteContext, covers: Coverage, keys: readonly MessageKey[]): MessageKey[] {
  if (covers.kind === 'feed') return listMissing(context, covers, { keys, phone: null });
  const phone = findPhoneOfChat(context.cache, covers.chatId);
  if (phone === undefined) return [];
  addChatSpan(context, phone, covers);
  return listMissing(context, covers, { keys, phone });
}

function markComplete(context: WriteContext, chatId: number): void {
  const phone = findPhoneOfChat(context.cache, chatId);
  if (phone !== undefined) addChatSpan(context, phone, toWholeSpan(context.cache, phone));
}

const WITHOUT_CHAT = `
  SELECT value AS phone FROM json_each(?)
  WHERE NOT EXISTS (SELECT 1 FROM chats WHERE phone = value AND id > 0)`;

/** A provisional chat does not count: the service may have the real one by now. */
function listPhonesWithoutChat(cache: WriteDb, messages: readonly Message[]): PhoneKey[] {
  const phones = [...new Set(messages.map((message) => message.phone))];
  return cache.all<{ phone: PhoneKey }>(WITHOUT_CHAT, [JSON.stringify(phones)]).map(({ phone }) => phone);
}
