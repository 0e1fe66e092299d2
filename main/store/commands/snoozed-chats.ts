/** Chats of the cache as snoozes say: what stands in `owned.db` is shown, whenever it came to stand there. */
import { toChatId } from '#shared/domain/ids.ts';
import { listSnoozes } from '../queries/snoozes.ts';
import { SHELF_OPEN, toChat, toShelf } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { writeChat } from './chats.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { findLastSaidAt, refreshLast } from './last.ts';
import { toReadAct } from './unread.ts';

/** One that came back and of which nothing was said for so long is like any other chat. */
const KEPT_MS = 30 * 86_400_000;

/** Brings the chats of these numbers in line with their snoozes: for the step that follows `setSnooze` and `endSnooze`. */
export function showSnoozes(context: WriteContext, phones: Iterable<string>): void {
  const wanted = [...new Set(phones)];
  for (const phone of wanted) {
    for (const row of context.cache.all<ChatRow>('SELECT * FROM chats WHERE phone = ?', [phone])) {
      if (writeChat(context, toChat(row), toReadAct(row))) context.changes.addChat(row.id);
    }
  }
  refreshLast(context, wanted);
}

/** For the query-plan test too. */
export const SHOWN_SNOOZED = `
  SELECT DISTINCT phone FROM chats INDEXED BY chats_snoozed WHERE snoozed_until IS NOT NULL`;

/** Numbers with chats that the cache shows as snoozed. */
export function listShownSnoozed({ cache }: WriteContext): string[] {
  return cache.all<{ phone: string }>(SHOWN_SNOOZED).map(({ phone }) => phone);
}

/** Of these numbers, the chats come back whose snooze was ended by what is being written now. */
export function returnAnswered(context: WriteContext, phones: ReadonlySet<string>): void {
  const answered = listShownSnoozed(context).filter((phone) => phones.has(phone));
  if (answered.length > 0) showSnoozes(context, answered);
}

const FORGET = 'DELETE FROM snoozes WHERE returned_at IS NOT NULL AND returned_at <= ?';
const RETURN = 'UPDATE snoozes SET returned_at = ?, up_to_at = ? WHERE phone = ?';

export const returnSnoozed: OwnedCommand<'returnSnoozed'> = {
  file: 'owned',
  own: (context, { now }) => {
    const { owned, cache } = context;
    owned.run(FORGET, [now - KEPT_MS]);
    const due = listSnoozes(owned).filter((one) => one.returned_at === null && one.until_at <= now);
    const returned = due.flatMap(({ phone }) => {
      owned.run(RETURN, [now, findLastSaidAt(context, phone), phone]);
      return cache.all<Pick<ChatRow, 'id' | 'status'>>('SELECT id, status FROM chats WHERE phone = ?', [phone]);
    });
    const open = returned.filter(({ status }) => toShelf(status) === SHELF_OPEN);
    return {
      output: { returnedIds: open.map(({ id }) => toChatId(id)) },
      follow: () =>
        showSnoozes(
          context,
          due.map(({ phone }) => phone),
        ),
    };
  },
};
