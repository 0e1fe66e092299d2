import { block, unblock } from '../../behaviour/subscriptions.ts';
import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { toListReply } from '../../paging.ts';
import { refuseMissing } from '../../refusal.ts';
import { isPossible, toDigits } from '../../rules/phones.ts';
import { toContact } from '../../wire/contact.ts';
import { listChosen } from '../bulk.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { sliceContacts } from './contacts.ts';

/** The number that a form gives, as digits; a 400 when it gives none or an impossible one. */
export function parsePhone(form: Form): string {
  const text = form.required('phone');
  const phone = toDigits(text);
  if (text.trim() !== '' && !isPossible(phone)) form.reject('phone', `${text} is not a valid phone number.`);
  form.check();
  return phone;
}

function blockPhone({ world, body }: Call): Reply {
  return toLink(block(world, parsePhone(body)).id, 'contacts');
}

/** A number that is not blocked stays so: asking again is no mistake. */
function unblockPhone({ world, body, shape }: Call): Reply {
  const contact = world.findContactByPhone(parsePhone(body));
  if (contact !== undefined) unblock(world, [contact]);
  return shape === 'spec' ? { status: 201 } : done();
}

function unblockChosen(call: Call): Reply {
  const { world } = call;
  unblock(
    world,
    listChosen(call, world.contacts, () => world.contacts.rows.filter(({ blocked }) => blocked)),
  );
  return done();
}

function listBlocked({ world, query, shape, view }: Call): Reply {
  const text = query.text('query').trim().toLocaleLowerCase('en');
  const blocked = world.contacts.rows.filter(
    ({ blocked: isBlocked, firstName, lastName, phone }) =>
      isBlocked && `${firstName} ${lastName}\n${phone}`.toLocaleLowerCase('en').includes(text),
  );
  const { paging, rows, total } = sliceContacts(blocked, query);
  return toListReply(shape, { paging, total, resources: rows.map((contact) => toContact(contact, view)) });
}

function findBlocked({ world, query, view }: Call): Reply {
  const contact = world.findContactByPhone(parsePhone(query));
  if (contact?.blocked !== true) throw refuseMissing();
  return ok(toContact(contact, view));
}

const BLOCKING = { group: 'blocking' } as const;

export const blockingRows: readonly Row[] = [
  { ...BLOCKING, method: 'POST', path: '/contacts/block', handle: blockPhone },
  { ...BLOCKING, method: 'POST', path: '/contacts/unblock', handle: unblockPhone },
  { ...BLOCKING, method: 'POST', path: '/contacts/unblock/bulk', handle: unblockChosen },
  { ...BLOCKING, method: 'GET', path: '/contacts/block/list', handle: listBlocked },
  { ...BLOCKING, method: 'GET', path: '/contacts/block/phone', handle: findBlocked },
];
