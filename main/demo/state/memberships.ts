/**
 * Who is on which list, and what follows from leaving one: a contact that is on no list any more is deleted
 * (supplement 1.1). Contacts that were never on a list, such as a blocked number that nobody knows, are not.
 */
import type { Contact, ContactList } from './model.ts';
import type { World } from './world.ts';

/** Whether somebody else has it and shares it with the account, which cannot change it then. */
export function isOthers(world: World, { userId }: { readonly userId?: number }): boolean {
  return userId !== undefined && userId !== world.account.id;
}

/** Everyone on a list, oldest contact first. */
export function listMembers(world: World, listId: number): Contact[] {
  return world.contacts.rows.filter(({ listIds }) => listIds.includes(listId));
}

/** Puts contacts on a list; those who are on it already stay. */
export function addToList(world: World, listId: number, contacts: readonly Contact[]): void {
  for (const contact of contacts) {
    if (!contact.listIds.includes(listId)) contact.listIds = [...contact.listIds, listId];
  }
  changed(world);
}

/** Takes contacts off lists and deletes those whom that leaves on none. How many were on one of them. */
export function removeFromLists(world: World, listIds: ReadonlySet<number>, contacts: readonly Contact[]): number {
  const left = contacts.filter((contact) => contact.listIds.some((id) => listIds.has(id)));
  for (const contact of left) contact.listIds = contact.listIds.filter((id) => !listIds.has(id));
  world.removeContacts(left.filter((contact) => contact.listIds.length === 0 && !isOthers(world, contact)));
  changed(world);
  return left.length;
}

/** Resets a list to exactly these contacts. */
export function setMembers(world: World, listId: number, contacts: readonly Contact[]): void {
  const ids = new Set(contacts.map(({ id }) => id));
  const surplus = listMembers(world, listId).filter(({ id }) => !ids.has(id));
  addToList(world, listId, contacts);
  removeFromLists(world, new Set([listId]), surplus);
}

/** Deletes lists, and the contacts that are on no other. */
export function deleteLists(world: World, lists: readonly ContactList[]): void {
  const ids = new Set(lists.map(({ id }) => id));
  removeFromLists(world, ids, world.contacts.rows);
  world.removeLists(lists);
  world.changed();
}

/** Takes somebody off every list to send to, and keeps the contact: the name belongs to the chat and to the refusal. */
export function leaveLists(world: World, contact: Contact): void {
  contact.listIds = [];
  changed(world);
}

function changed(world: World): void {
  world.contacts.touch();
  world.changed();
}
