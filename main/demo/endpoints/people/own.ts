import { refuseShared } from '../../refusal.ts';
import { isOthers } from '../../state/memberships.ts';
import type { Contact, ContactList } from '../../state/model.ts';
import type { Call } from '../call.ts';
import { getRow } from '../find.ts';

/** The contact that the path names, where the account may change it. Throws the 404, or the 403 where it is shared. */
export function getOwnContact(call: Call): Contact {
  const contact = getRow(call.world.contacts, call);
  if (isOthers(call.world, contact)) throw refuseShared();
  return contact;
}

/** Same, for a list. */
export function getOwnList(call: Call): ContactList {
  const list = getRow(call.world.lists, call);
  if (isOthers(call.world, list)) throw refuseShared();
  return list;
}
