import type { Contact } from '#shared/domain/entities.ts';
import { decodeContact } from './contact.ts';
import { mapRow } from '../schema.ts';
import type { RowResult } from '../schema.ts';

/** A contact from where only blocked ones are: the specification's contact does not say so itself. */
export function decodeBlockedContact(value: unknown): RowResult<Contact> {
  return mapRow(decodeContact(value), (contact) => ({ ...contact, isBlocked: true }));
}
