import type { Json, Reply } from '../../http.ts';
import { parsePaging, slicePage, toPageReply } from '../../paging.ts';
import { refuseMissing, refuseShared } from '../../refusal.ts';
import { toValueKey, withValues } from '../../state/contact-values.ts';
import { isOthers } from '../../state/memberships.ts';
import type { CustomField } from '../../state/model.ts';
import { toDateTime } from '../../wire/view.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

function toField({ id, name, createdAt }: CustomField): Json {
  return { id, name, createdAt: toDateTime(createdAt) };
}

function listFields({ world, query }: Call): Reply {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = slicePage(world.fields.rows, paging);
  return toPageReply({ paging, total, resources: rows.map(toField) });
}

function parseName({ body }: Call): string {
  const name = body.required('name');
  body.check();
  return name;
}

function createField(call: Call): Reply {
  const { world, nowAt } = call;
  const field = world.fields.append({ id: world.fields.nextId(), name: parseName(call), createdAt: nowAt });
  world.changed();
  return toLink(field.id, 'customfields');
}

function renameField(call: Call): Reply {
  const field = getRow(call.world.fields, call);
  field.name = parseName(call);
  call.world.changed();
  return toLink(field.id, 'customfields');
}

/** Takes a field out, and with it the value that anybody has in it. */
function deleteField(call: Call): Reply {
  const { world } = call;
  const { id } = getRow(world.fields, call);
  const key = toValueKey(id);
  world.fields.remove(id);
  for (const contact of world.contacts.rows) {
    if (key in contact.values) contact.values = withValues(contact.values, { [key]: '' });
  }
  world.contacts.touch();
  world.changed();
  return done();
}

/** Sets one contact's value exactly as it came; an empty one is none. */
function setValue(call: Call): Reply {
  const { world, body } = call;
  const field = getRow(world.fields, call);
  body.required('contactId');
  const contactId = body.int('contactId', 0);
  const value = body.text('value');
  if (body.raw('value') === undefined) body.reject('value', 'This value should not be null.');
  body.check();
  const contact = world.contacts.find(contactId);
  if (contact === undefined) throw refuseMissing();
  if (isOthers(world, contact)) throw refuseShared();
  contact.values = withValues(contact.values, { [toValueKey(field.id)]: value });
  world.contacts.touch();
  world.changed();
  return toLink(contact.id, 'contacts');
}

const ROW = { group: 'custom-fields' } as const;

export const customFieldRows: readonly Row[] = [
  { ...ROW, method: 'GET', path: '/customfields', handle: listFields },
  { ...ROW, method: 'POST', path: '/customfields', handle: createField },
  {
    ...ROW,
    method: 'GET',
    path: '/customfields/{id}',
    handle: (call) => ok(toField(getRow(call.world.fields, call))),
  },
  { ...ROW, method: 'PUT', path: '/customfields/{id}', handle: renameField },
  { ...ROW, method: 'DELETE', path: '/customfields/{id}', handle: deleteField },
  { ...ROW, method: 'PUT', path: '/customfields/{id}/update', handle: setValue },
];
