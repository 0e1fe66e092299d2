import type { Reply } from '../../http.ts';
import { refuseWhole } from '../../refusal.ts';
import { deleteLists, isOthers } from '../../state/memberships.ts';
import type { ContactList } from '../../state/model.ts';
import { toList } from '../../wire/contact.ts';
import { getChosen } from '../bulk.ts';
import { done, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getOwnList } from './own.ts';

const LONGEST_NAME = 255;
const FORM_LIST = 'This list is used by a sign-up form and cannot be deleted.';

interface ListValues {
  readonly name: string;
  /** Undefined where nothing was said. */
  readonly shared: boolean | undefined;
  readonly favorited: boolean;
  readonly isDefault: boolean;
}

function parseValues({ body }: Call): ListValues {
  const name = body.required('name').trim();
  if (name.length > LONGEST_NAME) {
    body.reject('name', `This value is too long. It should have ${LONGEST_NAME} characters or less.`);
  }
  const isShared = body.flag('shared', false);
  const values = { name, favorited: body.flag('favorited', false), isDefault: body.flag('isDefault', false) };
  body.check();
  return { ...values, shared: body.has('shared') ? isShared : undefined };
}

/** There is one list at most that new contacts come to by themselves. */
function keepOneDefault({ world }: Call, list: ContactList): void {
  if (list.isDefault) for (const other of world.lists.rows) other.isDefault = other === list;
  world.lists.touch();
  world.changed();
}

function createList(call: Call): Reply {
  const { world } = call;
  const { shared = false, ...values } = parseValues(call);
  const id = world.lists.nextId();
  const list = world.lists.append({
    ...values,
    ...{ id, shared, description: '', userId: world.account.id, avatar: null },
  });
  keepOneDefault(call, list);
  return toLink(id, 'lists');
}

function updateList(call: Call): Reply {
  const list = getOwnList(call);
  const { shared = list.shared, ...values } = parseValues(call);
  Object.assign(list, values, { shared });
  keepOneDefault(call, list);
  return call.shape === 'spec' ? { status: 201, body: toList(list, call.view) } : toLink(list.id, 'lists');
}

function deleteList(call: Call): Reply {
  const list = getOwnList(call);
  if (list.service === true) throw refuseWhole(FORM_LIST);
  deleteLists(call.world, [list]);
  return done();
}

/** Those of a form, and others' lists, stay where all are meant; named, they are a 400. Nothing but unknown ids: 404. */
function deleteChosen(call: Call): Reply {
  const { world, body } = call;
  const mayGo = (list: ContactList): boolean => list.service !== true && !isOthers(world, list);
  const lists = getChosen(call, world.lists, () => world.lists.rows.filter(mayGo));
  for (const { id } of lists.filter((list) => !mayGo(list))) body.reject('ids', `List ${id} cannot be deleted.`);
  body.check();
  deleteLists(world, lists);
  return done();
}

export const listChangeRows: readonly Row[] = [
  { method: 'POST', path: '/lists', group: 'lists', handle: createList },
  { method: 'POST', path: '/lists/delete', group: 'lists', handle: deleteChosen },
  { method: 'PUT', path: '/lists/{id}', group: 'lists', handle: updateList },
  { method: 'DELETE', path: '/lists/{id}', group: 'lists', handle: deleteList },
];
