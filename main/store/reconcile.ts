/**
 * Brings the cache up to what `owned.db` says: after a crash between the two commits of a command, and after the cache
 * was rebuilt from nothing. And the ledger up to what the cache knows, where it was never told. Runs at every opening;
 * costs nothing when nothing is open.
 */
import type { PhoneKey } from '#shared/domain/ids.ts';
import { createProvisional } from './commands/actions.ts';
import type { WriteContext } from './commands/command.ts';
import { reconcileDeletions } from './commands/deletions.ts';
import { noteCachedMessage } from './commands/ledger.ts';
import { refreshLast } from './commands/last.ts';
import { reconcilePeople } from './commands/reconcile-people.ts';
import { listMarksNotShown } from './commands/reply-marks.ts';
import { showActions } from './commands/show-actions.ts';
import { listShownSnoozed, showSnoozes } from './commands/snoozed-chats.ts';
import { toProvisionalChatId } from './core/provisional.ts';
import { LEDGER_BEHIND } from './fill-ledger.ts';
import { listActions } from './queries/actions.ts';
import { listSnoozes } from './queries/snoozes.ts';

/** Every state but `accepted`, so that nobody walks over all that was ever sent. For the query-plan test too. */
export const OPEN_SENDS = `
  SELECT phone, max(placed_at) AS at FROM sends
  WHERE state IN ('held', 'queued', 'sending', 'refused', 'checking', 'not-sent', 'unknown') GROUP BY phone`;
/** Numbers that the user scheduled a text for, which is not over. */
export const SCHEDULED_PHONES = `
  SELECT ours.phone, min(own.created_at) AS at
  FROM own_schedule_targets AS ours CROSS JOIN own_schedules AS own ON own.seq = ours.schedule_seq
  WHERE ours.phone IS NOT NULL
    AND EXISTS (SELECT 1 FROM own_schedule_events WHERE schedule_id = own.id AND kind = 'made')
  GROUP BY ours.phone`;
const NAMED_ENTRIES = 'SELECT message_id FROM ledger WHERE message_id IS NOT NULL';

/**
 * Chats that say something of a send: they stand elsewhere than their last message, are answered by it, or show a failure
 * that is not that message's. The send may be gone. For the query-plan test too.
 */
export const BESIDE_SENDS = `
  SELECT phone FROM chats INDEXED BY chats_beside_last WHERE sort_at <> last_at OR is_answered_by_send = 1
  UNION SELECT phone FROM chats INDEXED BY chats_failed
    WHERE has_failed = 1 AND (last_direction IS NOT 'out' OR last_letter IS NULL OR last_letter NOT IN ('e', 'f', 'j', 'g'))`;

interface PhoneRow {
  readonly phone: PhoneKey;
}
const toPhones = (rows: readonly PhoneRow[]): PhoneKey[] => rows.map(({ phone }) => phone);

export function reconcile(context: WriteContext): void {
  context.cache.transaction(() => {
    reconcileDeletions(context);
    reconcilePeople(context);
    showActions(context, listActions(context.owned));
    // Also those of which `owned.db` says nothing any more.
    showSnoozes(context, [...listSnoozes(context.owned).map(({ phone }) => phone), ...listShownSnoozed(context)]);
    refreshLast(context, [...toPhones(context.cache.all<PhoneRow>(BESIDE_SENDS)), ...listMarksNotShown(context)]);
    for (const { phone, at } of context.owned.all<{ phone: PhoneKey; at: number }>(OPEN_SENDS)) {
      if (!createMissing(context, phone, at)) refreshLast(context, [phone]);
    }
    const scheduled = context.owned.all<{ phone: PhoneKey; at: number }>(SCHEDULED_PHONES);
    for (const { phone, at } of scheduled) createMissing(context, phone, at);
  });
  catchUpLedger(context);
}

/** A cache that was rebuilt has no chat of a number that the service knows none of; whether there was none. */
function createMissing(context: WriteContext, phone: PhoneKey, at: number): boolean {
  if (context.cache.get('SELECT 1 AS found FROM chats WHERE phone = ?', [phone]) !== undefined) return false;
  if (toProvisionalChatId(phone) !== undefined) createProvisional(context, phone, at);
  return true;
}

/** What the cache knows of messages of ours and the ledger was never told: once after an older version, or after a rescue. */
function catchUpLedger(context: WriteContext): void {
  const { owned } = context;
  if (owned.get('SELECT 1 AS found FROM meta WHERE key = ?', [LEDGER_BEHIND]) === undefined) return;
  owned.transaction(() => {
    for (const { message_id: id } of owned.all<{ message_id: number }>(NAMED_ENTRIES)) noteCachedMessage(context, id);
    owned.run('DELETE FROM meta WHERE key = ?', [LEDGER_BEHIND]);
  });
}
