import type { Form } from '../../form.ts';
import { findCountry } from '../../rules/countries.ts';
import { isPossible, toDigits, toInternational } from '../../rules/phones.ts';
import type { SendOrder } from '../../state/sending-model.ts';
import type { World } from '../../state/world.ts';

const ACCOUNT_COUNTRY = 'GB';

/** Which country local numbers belong to; null when numbers are international. */
function parseLocalCountry(form: Form): string | null {
  if (!form.flag('local', false)) return null;
  const country = form.text('localCountry').trim() || ACCOUNT_COUNTRY;
  if (findCountry(country) === undefined) form.reject('localCountry', 'This value is not a valid country.');
  return country;
}

/** Numbers in full. They are refused on their shape alone, never because nobody has been given them. */
function parsePhones(form: Form): string[] {
  const country = parseLocalCountry(form);
  return form.list('phones').map((text) => {
    const phone = country === null ? toDigits(text) : toInternational(text, country);
    if (!isPossible(phone)) form.reject('phones', `${text} is not a valid phone number.`);
    return phone;
  });
}

/** Ids that must exist. */
function parseKnown(form: Form, field: 'contacts' | 'lists', find: (id: number) => unknown): number[] {
  const ids = form.ids(field);
  const name = field === 'contacts' ? 'Contact' : 'List';
  for (const id of ids) if (find(id) === undefined) form.reject(field, `${name} ${id} not found.`);
  return ids;
}

/** The three sources of recipients, which may come together. */
export function parseRecipients(world: World, form: Form): Pick<SendOrder, 'phones' | 'contactIds' | 'listIds'> {
  return {
    phones: parsePhones(form),
    contactIds: parseKnown(form, 'contacts', (id) => world.contacts.find(id)),
    listIds: parseKnown(form, 'lists', (id) => world.lists.find(id)),
  };
}
