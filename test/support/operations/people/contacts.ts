/** Cases of reading contacts: lists of them, one, searches, suggestions, favourites. */
import { toValueKey } from '#main/demo/state/contact-values.ts';
import { expect } from 'vitest';
import type { Contact as DemoContact } from '#main/demo/state/model.ts';
import { toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  contactDetailsSchema,
  contactSchema,
  favoriteSchema,
  listSchema,
  pageOf,
  suggestionsSchema,
} from '#test/unit/api/support/entity-schemas.ts';
import { FREE_PHONE, getContactOf, getSharedContact, idOf, NOWHERE } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const DEBORAH = '447700900318';
const STRANGER = '447700900461';

const contactPageSchema = pageOf(contactSchema);
const favoritePageSchema = pageOf(favoriteSchema);
const listPageSchema = pageOf(listSchema);

const isOwn = ({ userId }: DemoContact): boolean => userId === undefined;

function listOwnIds({ world }: ClientOnDemo, fits: (contact: DemoContact) => boolean = () => true): number[] {
  return world.contacts.rows.filter((contact) => isOwn(contact) && fits(contact)).map(({ id }) => id);
}

const ids = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

export const contactCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /contacts',
    fixture: 'contacts',
    request: () => ({ path: '/contacts?limit=100&shared=1' }),
    call: (client) => client.listContacts({ ...page, direction: 'asc' }, user),
    result: contactPageSchema,
    works: async (setup, { items }) => {
      expect(ids(items)).toEqual(listOwnIds(setup));
      const shared = await setup.client.listContacts({ ...page, includesShared: true }, user);
      expect(new Set(ids(shared.items))).toEqual(new Set(setup.world.contacts.rows.map(({ id }) => id)));
      const byName = await setup.client.listContacts({ ...page, orderBy: 'lastName', direction: 'asc' }, user);
      const names = byName.items.map(({ lastName }) => lastName);
      expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
    },
  }),
  toCase({
    row: 'GET /contacts/{id}',
    fixture: 'contact',
    request: (setup) => ({ path: `/contacts/${getContactOf(setup, DEBORAH).id}` }),
    call: (client, setup) => client.getContact({ contactId: idOf(getContactOf(setup, DEBORAH)) }, user),
    result: contactDetailsSchema,
    works: async (setup, contact) => {
      const kept = getContactOf(setup, DEBORAH);
      const { account } = setup.world;
      expect(contact).toMatchObject({ firstName: kept.firstName, phone: DEBORAH, userId: account.id });
      expect(contact.notes.length).toBeGreaterThan(0);
      expect(ids(contact.notes)).toEqual(ids(setup.world.contactIndex.notesOf(kept.id)));
      // The specification names the fields only, and knows neither tags nor owners.
      const isSdk = setup.shape === 'sdk';
      const [pet] = contact.fields;
      expect(pet).toMatchObject({ name: 'Pet', value: isSdk ? kept.values[toValueKey(pet?.id ?? 0)] : null });
      expect(contact.tags?.map(({ title }) => title)).toEqual(isSdk ? ['VIP', 'Nervous patient'] : undefined);
      const shared = await setup.client.getContact({ contactId: idOf(getSharedContact(setup)) }, user);
      expect(shared.userId).toBe(getSharedContact(setup).userId);
    },
    refusals: { 404: (client) => client.getContact({ contactId: NOWHERE }, user) },
  }),
  toCase({
    row: 'GET /contacts/phone/{phone}',
    fixture: 'contact-by-phone',
    request: () => ({ path: `/contacts/phone/${DEBORAH}` }),
    call: async (client) => {
      const found = await client.findContactByPhone({ phone: toPhoneKey(DEBORAH) }, user);
      if (found === undefined) throw new Error('Deborah is not found');
      return found;
    },
    result: contactDetailsSchema,
    works: (setup, contact) => expect(contact.id).toBe(getContactOf(setup, DEBORAH).id),
    refusals: { 404: (client) => client.findContactByPhone({ phone: toPhoneKey(FREE_PHONE) }, user) },
  }),
  toCase({
    row: 'GET /contacts/{id}/lists',
    fixture: 'contact-lists',
    request: (setup) => ({ path: `/contacts/${getContactOf(setup, DEBORAH).id}/lists` }),
    call: (client, setup) =>
      client.listListsOfContact({ ...page, contactId: idOf(getContactOf(setup, DEBORAH)) }, user),
    result: listPageSchema,
    works: (setup, { items }) => expect(ids(items)).toEqual(getContactOf(setup, DEBORAH).listIds),
  }),
  toCase({
    row: 'GET /contacts/search',
    fixture: 'contacts-search',
    request: () => ({ path: '/contacts/search?query=o&limit=100&includeBlocked=1&shared=1' }),
    call: (client) => client.searchContacts({ ...page, text: 'OKONKWO' }, user),
    result: contactPageSchema,
    works: async (setup, { items }) => {
      const deborah = getContactOf(setup, DEBORAH);
      expect(ids(items)).toContain(deborah.id);
      expect(items.every(({ lastName, email }) => /okonkwo/i.test(lastName + email))).toBe(true);
      await expectFilters(setup, deborah);
    },
  }),
  toCase({
    row: 'GET /contacts/autocomplete',
    fixture: 'contacts-autocomplete',
    request: () => ({ path: '/contacts/autocomplete?query=44&lists=1&limit=100' }),
    call: (client) => client.suggestRecipients({ text: 'de', limit: 100, includesLists: true }, user),
    result: suggestionsSchema,
    works: async (setup, suggestions) => {
      const deborah = getContactOf(setup, DEBORAH);
      expect(suggestions).toContainEqual(expect.objectContaining({ kind: 'contact', contactId: deborah.id }));
      expect(suggestions).toContainEqual(expect.objectContaining({ kind: 'list', label: 'Dental clients' }));
      const isShared = { isShared: true, sharedBy: 'Hollis Brandt' };
      expect(suggestions).toContainEqual(expect.objectContaining({ label: 'Ansel Debrow', ...isShared }));
      const ask = { text: STRANGER.slice(-6), limit: 100, includesLists: false };
      const replies = await setup.client.suggestRecipients(ask, user);
      expect(replies).toContainEqual(expect.objectContaining({ kind: 'reply', phone: STRANGER }));
      expect(await setup.client.suggestRecipients({ text: 'e', limit: 3, includesLists: true }, user)).toHaveLength(3);
    },
  }),
  toCase({
    row: 'GET /contacts/favorite',
    fixture: 'contacts-favorite',
    request: () => ({ path: '/contacts/favorite?limit=100' }),
    call: (client) => client.listFavorites(page, user),
    result: favoritePageSchema,
    works: async (setup, { items }) => {
      const lists = setup.world.lists.rows.filter(({ favorited }) => favorited);
      const people = setup.world.contacts.rows.filter(({ favorited }) => favorited);
      expect(ids(items.filter(({ kind }) => kind === 'list'))).toEqual(ids(lists));
      expect(ids(items.filter(({ kind }) => kind === 'contact'))).toEqual(ids(people));
      for (const { kind, id, membersCount } of items) {
        expect(membersCount).toBe(kind === 'list' ? setup.world.membersCount(id) : null);
      }
      const dental = await setup.client.listFavorites({ ...page, text: 'dental' }, user);
      expect(dental.items.map(({ name }) => name)).toEqual(['Dental clients']);
    },
  }),
];

/** Every condition that a search can have, against what the demo holds. */
async function expectFilters(setup: ClientOnDemo, deborah: DemoContact): Promise<void> {
  const { client, list, world } = setup;
  const search = async (query: Parameters<typeof client.searchContacts>[0] | object): Promise<number[]> =>
    ids((await client.searchContacts({ ...page, direction: 'asc', ...query }, user)).items);
  const mayShow = ({ blocked }: DemoContact): boolean => !blocked;
  expect(await search({})).toEqual(listOwnIds(setup, mayShow));
  expect(await search({ includesBlocked: true })).toEqual(listOwnIds(setup));
  expect(await search({ listId: toListId(list.id) })).toEqual(
    listOwnIds(setup, (one) => mayShow(one) && one.listIds.includes(list.id)),
  );
  expect(await search({ contactIds: [idOf(deborah), NOWHERE] })).toEqual([deborah.id]);
  const vip = world.tags.rows.find(({ title }) => title === 'VIP');
  expect(await search({ tagIds: [vip?.id ?? 0] })).toContain(deborah.id);
  expect(await search({ tagIds: [999] })).toEqual([]);
  expect(await search({ text: '+44 7700 900318' })).toEqual([deborah.id]);
  expect(await search({ text: '07700 900318', localCountry: 'GB', isExact: true })).toEqual([deborah.id]);
  expect(await search({ text: 'Debora', isExact: true })).toEqual([]);
  expect(await search({ text: 'deborah okonkwo', isExact: true })).toEqual([deborah.id]);
  const shared = getSharedContact(setup);
  expect(await search({ text: shared.lastName })).toEqual([]);
  expect(await search({ text: shared.lastName, includesShared: true })).toEqual([shared.id]);
}
