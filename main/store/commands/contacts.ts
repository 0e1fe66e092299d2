/** Contacts and lists: only rows that differ are written and reported. */
import type { Contact } from '#shared/domain/entities.ts';
import type { WriteDb } from '../open.ts';
import { toContactRowColumns, toListRowColumns } from '../rows/contact-row.ts';
import type { ContactColumns, ContactRowColumns, ListRowColumns } from '../rows/contact-row.ts';
import { isSame, toInsert, toUpdate } from '../rows/sql.ts';
import { replayBlocks } from './blocks.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { rememberMedia, withKeptPicture } from './media.ts';
import { refreshPeople } from './people.ts';
import { announceSchedulesOfList } from './scheduled-chats.ts';
import { editServiceContact, findServiceContact, showContacts } from './service-contacts.ts';
import { keepServiceList, showLists } from './service-lists.ts';
import { rememberOwners, rememberTags } from './users-and-tags.ts';
import { listServiceMembersOf, toServiceIds, writeMembership } from './service-members.ts';

export const commitContacts: CacheCommand<'commitContacts'> = {
  file: 'cache',
  run: (context, { contacts }) => writeContacts(context, contacts),
};

/** Writes contacts and who stands behind their numbers. `toFix`: columns that somebody else knows better. */
export function writeContacts(
  context: WriteContext,
  contacts: readonly Contact[],
  toFix: (contact: Contact) => Partial<ContactColumns> = () => ({}),
): void {
  const { cache, changes } = context;
  const phones = new Set<string>();
  rememberOwners(cache, contacts);
  rememberTags(
    cache,
    contacts.flatMap(({ tags }) => tags ?? []),
  );
  for (const given of contacts) {
    const contact = withKeptPicture(cache, given);
    const touched = [...writeContact(context, contact, toFix(contact)), ...writeMemberships(context, contact)];
    if (touched.length === 0) continue;
    changes.addContact(contact.id);
    for (const phone of touched) phones.add(phone);
  }
  replayBlocks(context, phones);
  refreshPeople(context, phones);
}

/** The numbers that it touched: the one it had and the one it has; none when nothing differs. */
function writeContact(context: WriteContext, contact: Contact, fix: Partial<ContactColumns>): string[] {
  const { cache } = context;
  const waiting = findServiceContact(cache, contact.id);
  if (waiting !== undefined) return writeWaiting(context, { contact, fix, said: waiting.contact });
  const stored = cache.get<ContactRowColumns>('SELECT * FROM contacts WHERE id = ?', [contact.id]);
  const wanted = toContactRowColumns(contact, stored ?? null, fix);
  if (stored !== undefined && isSame(stored, wanted)) return [];
  const columns = Object.keys(wanted);
  cache.run(stored === undefined ? toInsert('contacts', columns) : toUpdate('contacts', columns, 'id = @id'), wanted);
  rememberMedia(cache, contact.avatarHref);
  return stored === undefined ? [contact.phone] : [stored.phone, contact.phone];
}

/** What waits for it is shown over what the service says now (STORE-7). */
function writeWaiting(
  context: WriteContext,
  word: {
    readonly contact: Contact;
    readonly fix: Partial<ContactColumns>;
    readonly said: ContactRowColumns | null;
  },
): string[] {
  const { contact, fix, said } = word;
  const { cache } = context;
  const wanted = toContactRowColumns(contact, said, fix);
  if (said !== null && isSame(said, wanted)) return [];
  editServiceContact(context, contact.id, () => ({ contact: wanted }));
  cache.run('UPDATE contacts SET is_blocked = ? WHERE id = ? AND is_blocked IS NOT ?', [
    ...[wanted.is_blocked, contact.id, wanted.is_blocked],
  ]);
  rememberMedia(cache, contact.avatarHref);
  showContacts(context, [contact.id]);
  return [contact.phone];
}

function writeMemberships({ cache, changes }: WriteContext, contact: Contact): string[] {
  // Not said is not the same as none.
  if (contact.lists === null) return [];
  for (const { id, name } of contact.lists) rememberListName(cache, id, name);
  const sql = 'SELECT list_id AS id FROM contact_lists WHERE contact_id = ?';
  const shown = cache.all<{ id: number }>(sql, [contact.id]).map(({ id }) => id);
  const stored = toServiceIds(shown, listServiceMembersOf(cache, { contact_id: contact.id }), 'list_id');
  const wanted = new Set<number>(contact.lists.map(({ id }) => id));
  const gone = [...stored].filter((id) => !wanted.has(id));
  const added = [...wanted].filter((id) => !stored.has(id));
  for (const id of gone) writeMembership(cache, { contact_id: contact.id, list_id: id }, false);
  for (const id of added) writeMembership(cache, { contact_id: contact.id, list_id: id }, true);
  for (const id of [...gone, ...added]) changes.addList(id);
  return gone.length + added.length === 0 ? [] : [contact.phone];
}

/** Contacts name lists that the account's own list of lists leaves out; of the others the list itself says its name. */
function rememberListName(cache: WriteDb, listId: number, name: string): void {
  const stored = cache.get<{ name: string }>('SELECT name FROM list_names WHERE list_id = ?', [listId]);
  if (stored?.name === name) return;
  const sql = `
    INSERT INTO list_names (list_id, name) SELECT @listId, @name
    WHERE NOT EXISTS (SELECT 1 FROM lists WHERE id = @listId)
    ON CONFLICT (list_id) DO UPDATE SET name = excluded.name`;
  cache.run(sql, { listId, name });
}

export const commitLists: CacheCommand<'commitLists'> = {
  file: 'cache',
  run: (context, { lists }) => {
    const { cache, changes } = context;
    for (const given of lists) {
      const list = withKeptPicture(cache, given);
      const stored = cache.get<ListRowColumns>('SELECT * FROM lists WHERE id = ?', [list.id]);
      const wanted = toListRowColumns(list, stored ?? null);
      if (keepServiceList(cache, list.id, wanted)) {
        writeCount(context, wanted);
        rememberMedia(cache, list.avatarHref);
        continue;
      }
      if (stored !== undefined && isSame(stored, wanted)) continue;
      const columns = Object.keys(wanted);
      cache.run(stored === undefined ? toInsert('lists', columns) : toUpdate('lists', columns, 'id = @id'), wanted);
      rememberMedia(cache, list.avatarHref);
      changes.addList(list.id);
      announceSchedulesOfList(context, stored, wanted);
    }
    showLists(context);
  },
};

function writeCount({ cache, changes }: WriteContext, { id, members_count: count }: ListRowColumns): void {
  const sql = 'UPDATE lists SET members_count = ? WHERE id = ? AND members_count <> ?';
  if (cache.run(sql, [count, id, count]).changes > 0) changes.addList(id);
}
