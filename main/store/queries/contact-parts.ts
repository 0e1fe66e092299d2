/** What the table shows of contacts beside their own columns, for many at once. */
import type { ReadDb } from '../open.ts';

const LISTS_OF = `
  SELECT members.contact_id AS contactId, members.list_id AS id, coalesce(lists.name, list_names.name, '') AS name
  FROM json_each(?) AS wanted CROSS JOIN contact_lists AS members ON members.contact_id = wanted.value
  LEFT JOIN lists ON lists.id = members.list_id LEFT JOIN list_names ON list_names.list_id = members.list_id`;
const CHATS_OF = `
  SELECT chats.phone, chats.last_at, chats.has_failed, chats.is_unsubscribed
  FROM json_each(?) AS wanted CROSS JOIN chats ON chats.phone = wanted.value`;
const UNSUBSCRIBED_OF = `
  SELECT phone, max(unsubscribed_at) AS at
  FROM json_each(?) AS wanted CROSS JOIN unsubscribers ON unsubscribers.phone = wanted.value GROUP BY phone`;
const BLOCKED_OF = `
  SELECT phone FROM json_each(?) AS wanted CROSS JOIN blocked_contacts ON blocked_contacts.phone = wanted.value`;

export interface NamedId {
  readonly id: number;
  readonly name: string;
}

/** As people read names: SQLite knows no alphabet but that of English. */
export const byName = (one: NamedId, other: NamedId): number => one.name.localeCompare(other.name) || one.id - other.id;

/** Lists of each of these contacts, by name. */
export function listListsOf(db: ReadDb, contactIds: readonly number[]): ReadonlyMap<number, readonly NamedId[]> {
  const rows = db.all<NamedId & { contactId: number }>(LISTS_OF, [JSON.stringify(contactIds)]);
  const groups = Map.groupBy(rows, ({ contactId }) => contactId);
  return new Map(
    [...groups].map(([contactId, lists]) => [contactId, lists.map(({ id, name }) => ({ id, name })).sort(byName)]),
  );
}

/** What is known of a number. */
export interface PhoneFacts {
  readonly lastTextAt: number | null;
  readonly hasLastTextFailed: boolean;
  readonly isUnsubscribed: boolean;
  readonly unsubscribedAt: number | null;
  /** A line of the register says so. */
  readonly isInBlockedRegister: boolean;
}

const NOTHING: PhoneFacts = {
  ...{ lastTextAt: null, hasLastTextFailed: false, isUnsubscribed: false, unsubscribedAt: null },
  isInBlockedRegister: false,
};

/** Total: what it does not know it says nothing of. */
export type FindFacts = (phone: string) => PhoneFacts;

export function findPhoneFacts(db: ReadDb, phones: Iterable<string>): FindFacts {
  const wanted = [JSON.stringify([...new Set(phones)])];
  const facts = new Map<string, PhoneFacts>();
  const note = (phone: string, said: Partial<PhoneFacts>): unknown =>
    facts.set(phone, { ...(facts.get(phone) ?? NOTHING), ...said });
  type Chat = { phone: string; last_at: number | null; has_failed: number; is_unsubscribed: number };
  for (const { phone, last_at: at, has_failed: failed, is_unsubscribed: out } of db.all<Chat>(CHATS_OF, wanted)) {
    if (out === 1) note(phone, { isUnsubscribed: true });
    const known = facts.get(phone)?.lastTextAt ?? null;
    if (at !== null && at > (known ?? -1)) note(phone, { lastTextAt: at, hasLastTextFailed: failed === 1 });
  }
  for (const { phone, at } of db.all<{ phone: string; at: number | null }>(UNSUBSCRIBED_OF, wanted)) {
    note(phone, { isUnsubscribed: true, unsubscribedAt: at });
  }
  for (const { phone } of db.all<{ phone: string }>(BLOCKED_OF, wanted)) note(phone, { isInBlockedRegister: true });
  return (phone) => facts.get(phone) ?? NOTHING;
}

/** The account's user; null before it was read. */
export function findUserId(db: ReadDb): number | null {
  return db.get<{ user_id: number }>('SELECT user_id FROM account WHERE id = 1')?.user_id ?? null;
}

/** Another user's, who shares it: it cannot be changed here. */
export function isReadOnly(
  row: { readonly user_id: number | null; readonly is_shared: number },
  userId: number | null,
): boolean {
  if (row.user_id !== null && userId !== null) return row.user_id !== userId;
  return row.is_shared === 1;
}
