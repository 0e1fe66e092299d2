/**
 * Brings the cache up to what `owned.db` says: after a crash between the two commits of a command, and after the cache
 * was rebuilt from nothing. Runs at every opening; costs nothing when nothing is open.
 */
import type { PhoneKey } from '#shared/domain/ids.ts';
import { overlayAction, createProvisional } from './commands/actions.ts';
import type { WriteContext } from './commands/command.ts';
import { refreshLast } from './commands/last.ts';
import { toProvisionalChatId } from './core/provisional.ts';
import { listActions } from './queries/actions.ts';

const OPEN_SENDS = `
  SELECT phone, max(placed_at) AS at FROM sends WHERE state <> 'accepted' GROUP BY phone`;

export function reconcile(context: WriteContext): void {
  context.cache.transaction(() => {
    for (const action of listActions(context.owned)) overlayAction(context, action);
    for (const { phone, at } of context.owned.all<{ phone: PhoneKey; at: number }>(OPEN_SENDS)) {
      const known = context.cache.get('SELECT 1 AS found FROM chats WHERE phone = ?', [phone]);
      if (known !== undefined) refreshLast(context, [phone]);
      else if (toProvisionalChatId(phone) !== undefined) createProvisional(context, phone, at);
    }
  });
}
