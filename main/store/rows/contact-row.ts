/** Contacts and lists as rows. */
import type { Contact, ContactList } from '#shared/domain/entities.ts';
import { toDisplayName, toSearchName } from '#shared/domain/names.ts';
import { toFolded } from '../core/fold.ts';
import { toHaystack } from '../core/index-text.ts';
import { parseFields } from '../json.ts';

/** What the service says, whichever of its shapes it came in. */
export type ContactColumns = {
  readonly id: number;
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly email: string;
  readonly country: string | null;
  /** Null: the service did not say; then the register of blocked contacts decides. */
  readonly is_blocked: number | null;
  readonly is_favorite: number;
  readonly is_shared: number;
  readonly phone_type: string | null;
  readonly avatar_href: string | null;
  readonly fields: string;
};

export function toContactColumns(contact: Contact): ContactColumns {
  return {
    id: contact.id,
    phone: contact.phone,
    first_name: contact.firstName,
    last_name: contact.lastName,
    company: contact.company,
    email: contact.email,
    country: contact.country,
    is_blocked: contact.isBlocked === null ? null : Number(contact.isBlocked),
    is_favorite: Number(contact.isFavorite),
    is_shared: Number(contact.isShared),
    phone_type: contact.phoneType,
    avatar_href: contact.avatarHref,
    // In this order: those who have a value are looked for by the beginning of such an entry.
    fields: JSON.stringify(contact.fields.map(({ id, name, value }) => ({ id, name, value }))),
  };
}

/** What is worked out from the others: see `toNameColumns`. */
export type NameColumns = { readonly sort_name: string; readonly search_text: string };

/** A row of `contacts`. */
export type ContactRowColumns = ContactColumns &
  NameColumns & {
    /** Null: not said, as in the two below. */
    readonly user_id: number | null;
    readonly owner_id: number | null;
    /** JSON. */
    readonly tags: string | null;
  };

/** What the table sorts by name and searches in; folded like `people`. */
export function toNameColumns(
  row: Pick<ContactColumns, 'phone' | 'first_name' | 'last_name' | 'company' | 'email' | 'fields'>,
): NameColumns {
  const parts = { firstName: row.first_name, lastName: row.last_name, company: row.company };
  const { phone, email } = row;
  const folded = toFolded(toSearchName(parts));
  return {
    sort_name: toFolded(toDisplayName(parts)),
    search_text: toHaystack({ folded, phone, email, fields: parseFields(row.fields) }),
  };
}

/** The whole row. `stored`: what is here of it, which stays where the service does not say otherwise. */
export function toContactRowColumns(
  contact: Contact,
  stored: Pick<ContactRowColumns, 'user_id' | 'owner_id' | 'tags'> | null,
  fix: Partial<ContactColumns> = {},
): ContactRowColumns {
  const columns = { ...toContactColumns(contact), ...fix };
  return {
    ...columns,
    ...toNameColumns(columns),
    user_id: contact.userId ?? stored?.user_id ?? null,
    // Services that know owners know tags: one that says the tags alone has no owner to tell of.
    owner_id: contact.ownerId ?? (contact.tags == null ? (stored?.owner_id ?? null) : null),
    tags: contact.tags == null ? (stored?.tags ?? null) : JSON.stringify(contact.tags),
  };
}

export type ListColumns = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members_count: number;
  readonly is_favorite: number;
  readonly is_shared: number;
  readonly is_default: number;
  readonly is_service: number;
  readonly avatar_href: string | null;
};

export function toListColumns(list: ContactList): ListColumns {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    members_count: list.membersCount,
    is_favorite: Number(list.isFavorite),
    is_shared: Number(list.isShared),
    is_default: Number(list.isDefault),
    is_service: Number(list.isService),
    avatar_href: list.avatarHref,
  };
}

/** A row of `lists`. `user_id`: whose list it is; null where the service did not say. */
export type ListRowColumns = ListColumns & { readonly user_id: number | null };

export function toListRowColumns(list: ContactList, stored: Pick<ListRowColumns, 'user_id'> | null): ListRowColumns {
  return { ...toListColumns(list), user_id: list.userId ?? stored?.user_id ?? null };
}
