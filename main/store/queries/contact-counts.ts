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
/** What the lists show beside the service's count: members who wait to be added or taken off, and contacts to be deleted. */
const DIFFERENCES = `
  SELECT list_id AS id, sum(difference) AS n FROM (
    SELECT list_id, is_shown - is_member AS difference FROM service_members
    WHERE contact_id NOT IN (SELECT contact_id FROM service_contacts WHERE is_hidden = 1)
    UNION ALL SELECT members.list_id, -1 AS difference
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
  const differences = listDifferences(db);
  const userId = findUserId(db);
  const lists = db.all<ListRowColumns>('SELECT * FROM lists').map((row) => ({
    id: row.id,
    name: row.name,
    membersCount: Math.max(0, row.members_count + (differences.get(row.id) ?? 0)),
    isFavorite: row.is_favorite === 1,
    isShared: row.is_shared === 1,
    isDefault: row.is_default === 1,
    // A list of one's own that is shared with sub-accounts says so too: only its user tells whose it is.
    isReadOnly: isReadOnly({ user_id: row.user_id, is_shared: 0 }, userId),
    avatarId: row.avatar_href === null ? null : toMediaId(row.avatar_href),
  }));
  return lists.sort(byName);
}

/** How many members more, or fewer, a list shows than the service counts. */
function listDifferences(db: ReadDb): ReadonlyMap<number, number> {
  return new Map(db.all<{ id: number; n: number }>(DIFFERENCES).map(({ id, n }) => [id, n]));
}
