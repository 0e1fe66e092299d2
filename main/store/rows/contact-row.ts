/** Contacts and lists as rows. */
import type { Contact, ContactList } from '#shared/domain/entities.ts';

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
    fields: JSON.stringify(contact.fields),
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
