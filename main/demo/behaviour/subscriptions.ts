/** Who gets texts at all: unsubscribed people, and blocked numbers. */
import { toPhoneType } from '../rules/phone-types.ts';
import { leaveLists } from '../state/memberships.ts';
import type { Contact, Unsubscribed } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** Who wants it, and when. */
export interface Unsubscribing {
  readonly nowAt: number;
  readonly byAccount: boolean;
}

/**
 * Unsubscribes a number, once: it is taken off all lists to send to, and its contact stays (specification, "Contact
 * communication state"). What the account did becomes the person's own wish with their STOP.
 */
export function unsubscribe(world: World, phone: string, { nowAt, byAccount }: Unsubscribing): Unsubscribed {
  const before = world.findUnsubscribed(phone);
  if (before !== undefined) {
    if (!byAccount) before.byAccount = false;
    world.changed();
    return before;
  }
  const contact = world.findContactByPhone(phone);
  const row: Unsubscribed = {
    id: world.unsubscribed.nextId(),
    phone,
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    at: nowAt,
    byAccount,
  };
  world.addUnsubscribed(row);
  if (contact !== undefined) leaveLists(world, contact);
  world.changed();
  return row;
}

/** Blocks a number in both directions. One that nobody knows gets a contact without a name, on no list. */
export function block(world: World, phone: string): Contact {
  const contact = world.findContactByPhone(phone) ?? addUnknown(world, phone);
  contact.blocked = true;
  keep(world);
  return contact;
}

export function unblock(world: World, contacts: readonly Contact[]): void {
  for (const contact of contacts) contact.blocked = false;
  keep(world);
}

function keep(world: World): void {
  world.contacts.touch();
  world.changed();
}

function addUnknown(world: World, phone: string): Contact {
  return world.addContact({
    id: world.contacts.nextId(),
    firstName: '',
    lastName: '',
    email: '',
    phone,
    company: '',
    favorited: false,
    blocked: false,
    phoneType: toPhoneType(phone),
    listIds: [],
    values: {},
    tagIds: [],
    avatar: null,
  });
}
