/** Counts of the side list: each is read from an index, or from a small table. */
import type { StoredContactCounts } from '../api/people.ts';
import { toMediaId } from '../core/media-id.ts';
import type { ReadDb } from '../open.ts';
import type { ListRowColumns } from '../rows/contact-row.ts';
import { byName, findUserId, isReadOnly } from './contact-parts.ts';
import type { NamedId } from './contact-parts.ts';
import { BLOCKED } from './contact-registers.ts';
import type { Query } from './query.ts';

/** For the query-plan test too. */
export const CONTACT_COUNTS = `
  SELECT (SELECT count(*) FROM contacts) AS contacts,
    (SELECT count(*) FROM contacts INDEXED BY contacts_favorites WHERE is_favorite = 1) AS favorites,
    (SELECT count(*) FROM (${BLOCKED})) AS blocked,
    (SELECT count(*) FROM unsubscribers) AS unsubscribed`;
/** Who is kept of each list, with the changes that wait: the rows that the list shows. For the query-plan test too. */
export const LIST_MEMBERS = `
  SELECT list_id AS id, sum(n) AS n FROM (
    SELECT list_id, count(*) AS n FROM contact_lists INDEXED BY contact_lists_by_list GROUP BY list_id
    UNION ALL SELECT members.list_id, -1 AS n
      FROM service_contacts INDEXED BY service_contacts_hidden
      CROSS JOIN contact_lists AS members ON members.contact_id = service_contacts.contact_id
      WHERE service_contacts.is_hidden = 1)
  GROUP BY list_id`;

type Counts = Pick<StoredContactCounts, 'favorites' | 'blocked' | 'unsubscribed'> & { readonly contacts: number };
const NONE: Counts = { contacts: 0, favorites: 0, blocked: 0, unsubscribed: 0 };

export const countContacts: Query<'countContacts'> = (db) => {
  const { contacts, ...counts } = db.get<Counts>(CONTACT_COUNTS) ?? NONE;
  const fields = db.all<NamedId>('SELECT id, name FROM custom_fields');
  return { all: contacts, ...counts, lists: listLists(db), fields: fields.sort(byName) };
};

function listLists(db: ReadDb): StoredContactCounts['lists'] {
  const members = countMembers(db);
  const userId = findUserId(db);
  const lists = db.all<ListRowColumns>('SELECT * FROM lists').map((row) => ({
    id: row.id,
    name: row.name,
    membersCount: members.get(row.id) ?? 0,
    isFavorite: row.is_favorite === 1,
    isShared: row.is_shared === 1,
    isDefault: row.is_default === 1,
    // A list of one's own that is shared with sub-accounts says so too: only its user tells whose it is.
    isReadOnly: isReadOnly({ user_id: row.user_id, is_shared: 0 }, userId),
    avatarId: row.avatar_href === null ? null : toMediaId(row.avatar_href),
  }));
  return lists.sort(byName);
}

function countMembers(db: ReadDb): ReadonlyMap<number, number> {
  return new Map(db.all<{ id: number; n: number }>(LIST_MEMBERS).map(({ id, n }) => [id, n]));
}
