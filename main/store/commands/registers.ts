/**
 * Who is blocked and who unsubscribed. What a chat or a contact says of itself stands beside the register that says it
 * of everybody; the newer of the two wins:
 *
 *   a chat or contact says "not any more"  → its line goes from the register (triggers of the schema)
 *   a line goes from the register          → chat and contact say "not any more", until they are read again
 *   a line is there                        → shown, also where the chat does not know (specification: no `blocked`)
 *   a person here blocked or unblocked       → shown over all of them, until the service has confirmed it (`blocks.ts`)
 */
import type { Contact } from '#shared/domain/entities.ts';
import type { Unsubscriber } from '#shared/domain/unsubscribers.ts';
import { toUnsubscriberColumns } from '../rows/collection-rows.ts';
import type { UnsubscriberColumns } from '../rows/collection-rows.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import { replayBlocks } from './blocks.ts';
import type { WriteContext } from './command.ts';
import { writeContacts } from './contacts.ts';
import { deleteRow, upsertRow } from './upsert.ts';

/** Contacts that the register alone has are kept as contacts too: the service's list may leave out whoever is blocked. */
export function writeBlocked(context: WriteContext, contacts: readonly Contact[]): void {
  const { cache } = context;
  writeContacts(context, contacts, (contact) => ({ is_blocked: toBlockedColumn(context, contact) }));
  for (const { id, phone } of contacts) {
    const stored = cache.get<{ phone: string }>('SELECT phone FROM blocked_contacts WHERE id = ?', [id]);
    if (!upsertRow(cache, 'blocked_contacts', { id, phone })) continue;
    context.changes.addContact(id);
    context.changes.addPeople();
    announceChats(context, stored === undefined ? [phone] : [stored.phone, phone]);
  }
  replayBlocks(
    context,
    contacts.map(({ phone }) => phone),
  );
}

/** A contact that never says it keeps saying nothing; one that said no is outdated. */
function toBlockedColumn({ cache }: WriteContext, { id }: Contact): number | null {
  const stored = cache.get<Pick<ContactColumns, 'is_blocked'>>('SELECT is_blocked FROM contacts WHERE id = ?', [id]);
  return (stored?.is_blocked ?? null) === null ? null : 1;
}

export function removeBlocked(context: WriteContext, ids: readonly number[]): void {
  const { cache, changes } = context;
  const phones = new Set<string>();
  for (const id of ids) {
    const gone = deleteRow<{ phone: string }>(cache, 'blocked_contacts', id);
    if (gone === undefined) continue;
    // The line that a block made here was only standing in for the one that the service has by now.
    if (cache.get('SELECT 1 AS found FROM blocked_contacts WHERE phone = ?', [gone.phone]) !== undefined) continue;
    phones.add(gone.phone);
    cache.run('UPDATE contacts SET is_blocked = 0 WHERE id = ? AND is_blocked = 1', [id]);
    cache.run('UPDATE chats SET is_blocked = 0 WHERE phone = ? AND is_blocked = 1', [gone.phone]);
    changes.addContact(id);
    changes.addPeople();
    announceChats(context, [gone.phone]);
  }
  replayBlocks(context, phones);
}

export function writeUnsubscribers(context: WriteContext, rows: readonly Unsubscriber[]): void {
  for (const row of rows) {
    const sql = 'SELECT phone FROM unsubscribers WHERE id = ?';
    const stored = context.cache.get<{ phone: string }>(sql, [row.id]);
    if (!upsertRow(context.cache, 'unsubscribers', toUnsubscriberColumns(row))) continue;
    context.changes.addPeople();
    announceChats(context, stored === undefined ? [row.phone] : [stored.phone, row.phone]);
  }
}

export function removeUnsubscribers(context: WriteContext, ids: readonly number[]): void {
  for (const id of ids) {
    const gone = deleteRow<UnsubscriberColumns>(context.cache, 'unsubscribers', id);
    if (gone === undefined) continue;
    const sql = 'UPDATE chats SET is_unsubscribed = 0 WHERE phone = ? AND is_unsubscribed = 1';
    context.cache.run(sql, [gone.phone]);
    context.changes.addPeople();
    announceChats(context, [gone.phone]);
  }
}

function announceChats({ cache, changes }: WriteContext, phones: readonly string[]): void {
  for (const phone of new Set(phones)) {
    for (const { id } of cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone]))
      changes.addChat(id);
  }
}
