import type { Reply } from '../../http.ts';
import { refuseMissing } from '../../refusal.ts';
import { addToList, isOthers, listMembers, removeFromLists, setMembers } from '../../state/memberships.ts';
import type { Contact } from '../../state/model.ts';
import { listChosen } from '../bulk.ts';
import { done, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getOwnList } from './own.ts';

const NO_CONTACTS = 'None of these contacts exists.';

/** The account's own contacts that `contacts` names: ids, or every one of them. None at all is a 400. */
function parseContacts({ world, body }: Call): readonly Contact[] {
  const isAll = body.required('contacts').trim().toLowerCase() === 'all';
  const ids = isAll ? [] : body.ids('contacts');
  body.check();
  const named = isAll ? world.contacts.rows : [...new Set(ids)].flatMap((id) => world.contacts.find(id) ?? []);
  const contacts = named.filter((contact) => !isOthers(world, contact));
  if (contacts.length === 0) body.reject('contacts', NO_CONTACTS);
  body.check();
  return contacts;
}

function resetMembers(call: Call): Reply {
  const { id } = getOwnList(call);
  setMembers(call.world, id, parseContacts(call));
  return toLink(id, 'lists');
}

function addMembers(call: Call): Reply {
  const { id } = getOwnList(call);
  addToList(call.world, id, parseContacts(call));
  return toLink(id, 'lists');
}

/** By the body, as the client libraries send it, or by the query: some send no body with a DELETE. */
function removeMembers(call: Call): Reply {
  const { world, shape } = call;
  const { id } = getOwnList(call);
  const form = call.body.has('contacts') ? call.body : call.query;
  form.required('contacts');
  const ids = form.ids('contacts');
  form.check();
  const contacts = [...new Set(ids)].flatMap((contactId) => world.contacts.find(contactId) ?? []);
  if (removeFromLists(world, new Set([id]), contacts) === 0) throw refuseMissing();
  return shape === 'spec' ? { status: 201 } : done();
}

/** Ids of contacts that are not on the list are passed over. */
function deleteMembers(call: Call): Reply {
  const { world } = call;
  const { id } = getOwnList(call);
  const contacts = listChosen(call, world.contacts, () => listMembers(world, id));
  removeFromLists(world, new Set([id]), contacts);
  return done();
}

const MEMBERS = { path: '/lists/{id}/contacts', group: 'lists' } as const;

export const listMemberRows: readonly Row[] = [
  { ...MEMBERS, method: 'POST', isStrict: true, handle: resetMembers },
  { ...MEMBERS, method: 'PUT', isStrict: true, handle: addMembers },
  { ...MEMBERS, method: 'DELETE', handle: removeMembers },
  { method: 'POST', path: '/lists/{id}/contacts/delete', group: 'lists', handle: deleteMembers },
];
