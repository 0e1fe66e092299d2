/**
 * Who a person blocked here, in the register at once. A chat itself is not made to say so: the service's chat may never
 * do, and would then look as if it took it back (`registers.ts`). A number without a contact has a line of its own until
 * the service's register names the contact that it made of it.
 */
import type { ChatAction } from '#shared/domain/sync.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import { parseAction } from '../json.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { WriteContext } from './command.ts';
import { upsertRow } from './upsert.ts';

const CONTACTS = `
  SELECT id FROM contacts WHERE phone = @phone
  UNION SELECT contact_id FROM chats WHERE phone = @phone AND contact_id IS NOT NULL`;
const WAITING = `SELECT action FROM pending_actions WHERE phone = ? AND kind = 'block' ORDER BY id DESC LIMIT 1`;
const ANY_WAITING = `SELECT 1 AS found FROM pending_actions WHERE kind = 'block' LIMIT 1`;

/** Register, contacts and chats of the number say the same at once; nothing where they say it already. */
export function showBlock(context: WriteContext, phone: PhoneKey, isBlocked: boolean): void {
  const { cache, changes } = context;
  const ids = cache.all<{ id: number }>(CONTACTS, { phone }).map(({ id }) => id);
  const isNew = isBlocked ? enter(context, phone, ids) : strike(context, phone);
  if (!isNew) return;
  for (const id of ids) changes.addContact(id);
  for (const { id } of cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone])) changes.addChat(id);
}

function enter({ cache }: WriteContext, phone: PhoneKey, contactIds: readonly number[]): boolean {
  const provisionalId = toProvisionalChatId(phone);
  // A sender with letters is no number; whether the service blocks one is for it to say.
  if (contactIds.length === 0 && provisionalId === undefined) {
    return cache.run('UPDATE chats SET is_blocked = 1 WHERE phone = ? AND is_blocked = 0', [phone]).changes > 0;
  }
  const ids = contactIds.length === 0 && provisionalId !== undefined ? [provisionalId] : contactIds;
  const entered = ids.filter((id) => upsertRow(cache, 'blocked_contacts', { id, phone }));
  const said = cache.run('UPDATE contacts SET is_blocked = 1 WHERE phone = ? AND is_blocked = 0', [phone]);
  return entered.length > 0 || said.changes > 0;
}

function strike({ cache }: WriteContext, phone: PhoneKey): boolean {
  const statements = [
    'UPDATE chats SET is_blocked = 0 WHERE phone = ? AND is_blocked = 1',
    'UPDATE contacts SET is_blocked = 0 WHERE phone = ? AND is_blocked = 1',
    'DELETE FROM blocked_contacts WHERE phone = ?',
  ];
  return statements.map((sql) => cache.run(sql, [phone]).changes).some((count) => count > 0);
}

/** Shows again what waits of these numbers, after the service said of them what it knew before (STORE-7). */
export function replayBlocks(context: WriteContext, phones: Iterable<string>): void {
  if (context.owned.get(ANY_WAITING) === undefined) return;
  for (const phone of new Set(phones)) {
    const action = findWaiting(context, phone);
    if (action?.kind === 'block') showBlock(context, phone as PhoneKey, action.isBlocked);
  }
}

function findWaiting({ owned }: WriteContext, phone: string): ChatAction | null {
  const row = owned.get<{ action: string }>(WAITING, [phone]);
  return row === undefined ? null : parseAction(row.action);
}
