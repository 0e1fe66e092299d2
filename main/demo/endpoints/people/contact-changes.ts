import type { Reply } from '../../http.ts';
import { refuseMissing } from '../../refusal.ts';
import { withValues } from '../../state/contact-values.ts';
import { isOthers } from '../../state/memberships.ts';
import type { Contact } from '../../state/model.ts';
import { listChosen } from '../bulk.ts';
import { done, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { parseContact } from './contact-form.ts';
import type { ContactForm, ValuesForm } from './contact-form.ts';
import { getOwnContact } from './own.ts';

/** Gives a contact what a body says. Everything that it does not say is lost, but for values, tags and owner. */
function apply(contact: Contact, form: ContactForm, { world }: Call): void {
  Object.assign(contact, form.set);
  contact.phoneType = form.phoneType;
  contact.values = withValues(contact.values, form.values);
  if (form.tagIds !== undefined) contact.tagIds = form.tagIds;
  if (form.ownerId !== undefined) contact.ownerId = form.ownerId;
  if (contact.phone !== form.phone) world.renumberContact(contact, form.phone);
  world.contacts.touch();
  world.changed();
}

function create(form: ValuesForm) {
  return (call: Call): Reply => {
    const { world } = call;
    const said = parseContact(call, form);
    const { phone, set, phoneType } = said;
    const id = world.contacts.nextId();
    const contact = world.addContact({ id, phone, phoneType, ...set, values: {}, tagIds: [], avatar: null });
    apply(contact, said, call);
    return toLink(id, 'contacts');
  };
}

function update(form: ValuesForm) {
  return (call: Call): Reply => {
    const contact = getOwnContact(call);
    apply(contact, parseContact(call, form, contact), call);
    return toLink(contact.id, 'contacts');
  };
}

/** Takes contacts out: off their lists, with their notes and pictures. Their chats and messages stay. */
function remove({ world }: Call, contacts: readonly Contact[]): Reply {
  world.removeContacts(contacts);
  world.changed();
  return done();
}

/** Those of the ids that the account may delete, or all; the 404 says that it was none. */
function deleteMany(call: Call): Reply {
  const { world, body } = call;
  const chosen = listChosen(call, world.contacts, () => world.contacts.rows);
  const own = chosen.filter((contact) => !isOthers(world, contact));
  if (own.length === 0 && !body.flag('all', false)) throw refuseMissing();
  return remove(call, own);
}

const RAW = { group: 'contacts-raw' } as const;
const NORMALIZED = { group: 'contacts-normalized' } as const;

export const contactChangeRows: readonly Row[] = [
  { ...RAW, method: 'POST', path: '/contacts', handle: create('raw') },
  { ...RAW, method: 'PUT', path: '/contacts/{id}', isStrict: true, handle: update('raw') },
  { ...NORMALIZED, method: 'POST', path: '/contacts/normalized', handle: create('normalized') },
  { ...NORMALIZED, method: 'PUT', path: '/contacts/{id}/normalized', isStrict: true, handle: update('normalized') },
  {
    method: 'DELETE',
    path: '/contacts/{id}',
    group: 'contacts',
    handle: (call) => remove(call, [getOwnContact(call)]),
  },
  { method: 'POST', path: '/contacts/delete', group: 'contacts', handle: deleteMany },
];
