/** Takes back what is due of chats that the service, or a person here, says are read up to it. */
import type { ChatColumns, UnreadColumns } from '../rows/chat-row.ts';
import type { WriteContext } from './command.ts';
import { NEWS_FIRST } from './notice-rules.ts';

/** For the query-plan test too. */
export const PHONES_WITH_DUE = `
  SELECT value AS phone FROM json_each(?) AS wanted
  WHERE EXISTS (SELECT 1 FROM notices INDEXED BY notices_due WHERE state = 'due' AND notices.phone = wanted.value)`;
const CHAT_OF = `
  SELECT id, phone, updated_at, service_unread, act_is_read, act_up_to
  FROM chats WHERE phone = ? ORDER BY ${NEWS_FIRST} LIMIT 1`;
const WITHDRAW_UP_TO = `
  UPDATE notices SET state = 'withdrawn', decided_at = @now
  WHERE state = 'due' AND phone = @phone AND (at, inbound_id) <= (@at, @id)`;
const NEWEST_READ = `
  SELECT at, id FROM messages WHERE phone = ? AND at <= ? AND sequence = 'in' AND kind = 'text'
  ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?`;

type ReadChat = Pick<ChatColumns, 'id' | 'phone' | 'updated_at' | 'service_unread'> &
  Pick<UnreadColumns, 'act_is_read' | 'act_up_to'>;

/** Of each of these numbers the chat counts that new messages belong to. */
export function withdrawRead(context: WriteContext, phones: Iterable<string>): void {
  const wanted = JSON.stringify([...phones]);
  for (const { phone } of context.cache.all<{ phone: string }>(PHONES_WITH_DUE, [wanted])) {
    const chat = context.cache.get<ReadChat>(CHAT_OF, [phone]);
    if (chat !== undefined) withdrawReadOf(context, chat);
  }
}

function withdrawReadOf({ cache, now }: WriteContext, chat: ReadChat): void {
  const withdraw = (at: number, id: number): unknown => cache.run(WITHDRAW_UP_TO, { now, phone: chat.phone, at, id });
  if (chat.act_is_read === 1 && chat.act_up_to !== null) withdraw(chat.act_up_to, Number.MAX_SAFE_INTEGER);
  if (chat.id < 0 || chat.updated_at === null) return;
  // The newest ones are those that are not read; where some of them are not here yet, fewer are taken back.
  const read = cache.get<{ at: number; id: number }>(NEWEST_READ, [chat.phone, chat.updated_at, chat.service_unread]);
  if (read !== undefined) withdraw(read.at, read.id);
}
