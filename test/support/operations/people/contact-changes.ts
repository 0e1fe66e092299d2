/** Cases of making, changing and deleting contacts, at both paths. */
import { expect } from 'vitest';
import type { Contact as DemoContact } from '#main/demo/state/model.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactDraft } from '#shared/domain/people.ts';
import { linkSchema } from '#test/unit/api/support/entity-schemas.ts';
import { FREE_PHONE, getSharedContact, idOf, makeDraft, NOWHERE } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { Endpoints, OperationCase } from '../operation-case.ts';
import { COUNTS } from '../client-on-demo.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';
import { toValueKey } from '#main/demo/state/contact-values.ts';

const user = { priority: 'user' } as const;
const PET = 501;
const FIELDS = [{ id: PET, value: ' Ünzüm, lop rabbit; {First name} ' }];
const full = ({ world }: ClientOnDemo): Partial<ContactDraft> => ({
  fields: FIELDS,
  tagIds: [world.tags.rows[0]?.id ?? 0],
  ownerId: world.data.users[1]?.id ?? 0,
});

/** A body as either path takes it. */
function toBody(setup: ClientOnDemo, customFieldValues: unknown): Record<string, unknown> {
  const { listIds, company, isFavorite, isBlocked, ...same } = makeDraft(setup);
  const flags = { favorited: isFavorite, blocked: isBlocked };
  return { ...same, ...flags, companyName: company, lists: listIds.join(','), customFieldValues };
}

function expectKept(setup: ClientOnDemo, contact: DemoContact | undefined): void {
  const { world, list } = setup;
  expect(contact).toMatchObject({ phone: FREE_PHONE, firstName: 'Zoë', lastName: 'O’Hara', favorited: true });
  expect(contact).toMatchObject({ company: 'Quayside Rabbits', email: 'zoe+vet@mail.example', listIds: [list.id] });
  expect(contact).toMatchObject({ tagIds: [world.tags.rows[0]?.id], ownerId: world.data.users[1]?.id, phoneType: 1 });
  expect(contact?.values[toValueKey(PET)]).toBe(FIELDS[0]?.value);
  expect(world.findContactByPhone(FREE_PHONE)).toBe(contact);
}

async function expectRefused(call: Promise<unknown>, field: string): Promise<void> {
  await expect(call).rejects.toMatchObject({ code: 'validation', fields: { [field]: [expect.any(String)] } });
}

const BAD_PHONES = ['', 'nobody', '07700900990', '4477', '4477009009901234', '0'];

/** Whatever makes a contact impossible is said at the field that has it, at both paths. */
async function expectRules(setup: ClientOnDemo, write: (draft: ContactDraft) => Promise<unknown>): Promise<void> {
  const { contact, world } = setup;
  const sharedList = world.lists.rows.find(({ userId }) => userId !== world.account.id);
  for (const phone of BAD_PHONES) await expectRefused(write(makeDraft(setup, { phone })), 'phone');
  const other = world.contacts.rows.find(({ id, userId }) => id !== contact.id && userId === undefined);
  await expectRefused(write(makeDraft(setup, { phone: other?.phone ?? '' })), 'phone');
  await expectRefused(write(makeDraft(setup, { listIds: [] })), 'lists');
  await expectRefused(write(makeDraft(setup, { listIds: [toListId(1)] })), 'lists');
  await expectRefused(write(makeDraft(setup, { listIds: [toListId(sharedList?.id ?? 0)] })), 'lists');
  await expectRefused(write(makeDraft(setup, { email: 'nobody' })), 'email');
  await expectRefused(write(makeDraft(setup, { fields: [{ id: 999, value: 'x' }] })), 'customFieldValues');
  await expectRefused(write(makeDraft(setup, { tagIds: [999] })), 'tags');
  await expectRefused(write(makeDraft(setup, { ownerId: 999 })), 'owner');
  await expectRefused(write(makeDraft(setup, { localCountry: 'ZZ' })), 'country');
}

async function expectCreated(setup: ClientOnDemo, { id }: { readonly id: number | null }): Promise<void> {
  const { client, world } = setup;
  const contact = world.contacts.find(id ?? 0);
  expectKept(setup, contact);
  await expectRules(setup, (draft) => client.createContact(draft, user));
  await client.createContact(makeDraft(setup, { phone: '07700 900991', localCountry: 'GB' }), user);
  expect(world.findContactByPhone('447700900991')?.firstName).toBe('Zoë');
  // A number is refused for its shape, never because nobody has it.
  await client.createContact(makeDraft(setup, { phone: '447000000001' }), user);
}

async function expectUpdated(setup: ClientOnDemo): Promise<void> {
  const { client, world, contact } = setup;
  expectKept(setup, contact);
  const contactId = idOf(contact);
  const bare = { firstName: '', lastName: '', company: '', email: '', isFavorite: false, isBlocked: true };
  await client.updateContact({ contactId, draft: makeDraft(setup, bare) }, user);
  const gone = { firstName: '', lastName: '', company: '', email: '', favorited: false, blocked: true };
  expect(contact).toMatchObject({
    ...gone,
    values: { [toValueKey(PET)]: FIELDS[0]?.value },
    tagIds: [world.tags.rows[0]?.id],
  });
  await client.updateContact({ contactId, draft: makeDraft(setup, { fields: [{ id: PET, value: '' }] }) }, user);
  expect(contact.values[toValueKey(PET)]).toBeUndefined();
  await expectOwnerTakenOff(setup, contact, makeDraft(setup, { ownerId: null }));
}

async function expectOwnerTakenOff({ client }: ClientOnDemo, contact: DemoContact, draft: ContactDraft): Promise<void> {
  expect(contact.ownerId).toEqual(expect.any(Number));
  await client.updateContact({ contactId: idOf(contact), draft }, user);
  expect(contact.ownerId).toBeNull();
  expect(await client.getContact({ contactId: idOf(contact) }, user)).toMatchObject({ ownerId: null, ownerName: '' });
}

const changeOne = (client: Endpoints, setup: ClientOnDemo, draft = makeDraft(setup, full(setup))): Promise<void> =>
  client.updateContact({ contactId: idOf(setup.contact), draft }, user);

export const contactChangeCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /contacts',
    fixture: 'contact-create',
    request: (setup) => ({ path: '/contacts', body: toBody(setup, { [PET]: 'Ünzüm' }) }),
    call: (client, setup) => client.createContact(makeDraft(setup, full(setup)), user),
    result: linkSchema,
    works: expectCreated,
    refusals: { 400: (client, setup) => client.createContact(makeDraft(setup, { listIds: [] }), user) },
  }),
  toCase({
    row: 'POST /contacts/normalized',
    fixture: 'contact-create-normalized',
    prepare: (setup) => setup.withoutGroups('contacts-raw'),
    request: (setup) => ({ path: '/contacts/normalized', body: toBody(setup, [{ id: PET, value: 'Ünzüm' }]) }),
    call: (client, setup) => client.createContact(makeDraft(setup, full(setup)), user),
    result: linkSchema,
    works: expectCreated,
    refusals: { 400: (client, setup) => client.createContact(makeDraft(setup, { phone: '' }), user) },
  }),
  toCase({
    row: 'PUT /contacts/{id}',
    fixture: 'contact-update',
    request: (setup) => ({ path: `/contacts/${setup.contact.id}`, body: toBody(setup, ['Ünzüm', 'PetSure']) }),
    call: changeOne,
    result: null,
    works: expectUpdated,
    refusals: {
      400: (client, setup) => changeOne(client, setup, makeDraft(setup, { phone: '447' })),
      403: (client, setup) =>
        client.updateContact({ contactId: idOf(getSharedContact(setup)), draft: makeDraft(setup) }, user),
      404: (client, setup) => client.updateContact({ contactId: NOWHERE, draft: makeDraft(setup) }, user),
    },
  }),
  toCase({
    row: 'PUT /contacts/{id}/normalized',
    fixture: 'contact-update-normalized',
    prepare: (setup) => setup.withoutGroups('contacts-raw'),
    request: (setup) => ({
      path: `/contacts/${setup.contact.id}/normalized`,
      body: { ...toBody(setup, [{ id: PET, value: 'Ünzüm' }]), local: 0, type: -1, tags: [], owner: '305120' },
    }),
    call: changeOne,
    result: null,
    works: expectUpdated,
    refusals: {
      400: (client, setup) => changeOne(client, setup, makeDraft(setup, { listIds: [] })),
      404: (client, setup) => client.updateContact({ contactId: NOWHERE, draft: makeDraft(setup) }, user),
    },
  }),
  toCase({
    row: 'DELETE /contacts/{id}',
    fixture: 'contact-delete',
    request: (setup) => ({ path: `/contacts/${setup.contact.id}` }),
    call: (client, setup) => client.deleteContact({ contactId: idOf(setup.contact) }, user),
    result: null,
    works: async ({ client, world }) => {
      const chat = world.chats.rows.find(({ phone }) => world.findContactByPhone(phone) !== undefined);
      const contact = world.findContactByPhone(chat?.phone ?? '');
      if (chat === undefined || contact === undefined) throw new Error('No chat has a contact');
      const before = world.threads.list(chat.phone).length;
      await client.deleteContact({ contactId: idOf(contact) }, user);
      expect(world.contacts.find(contact.id)).toBeUndefined();
      expect(world.contactIndex.notesOf(contact.id)).toEqual([]);
      expect(world.threads.list(chat.phone).length).toBe(before);
      const kept = await client.getChat({ chatId: toChatId(chat.id) }, user);
      expect(kept).toMatchObject({ contactId: null, phone: chat.phone });
    },
    refusals: {
      403: (client, setup) => client.deleteContact({ contactId: idOf(getSharedContact(setup)) }, user),
      404: (client) => client.deleteContact({ contactId: NOWHERE }, user),
    },
  }),
  toCase({
    row: 'POST /contacts/delete',
    fixture: 'contacts-delete',
    request: (setup) => ({ path: '/contacts/delete', body: { ids: String(setup.contact.id), all: 0 } }),
    call: (client, setup) => {
      const own = setup.world.contacts.rows.filter(({ userId }) => userId === undefined).slice(0, 3);
      return client.deleteContacts({ contactIds: [...own.map(idOf), NOWHERE, idOf(getSharedContact(setup))] }, user);
    },
    result: null,
    works: async (setup) => {
      expect(setup.world.contactIndex.list('id', false)).toHaveLength(COUNTS.contacts - 3);
      expect(getSharedContact(setup)).toBeDefined();
      await setup.client.deleteContacts({ all: true }, user);
      expect(setup.world.contactIndex.list('id', false)).toEqual([]);
      expect(getSharedContact(setup)).toBeDefined();
    },
    refusals: {
      400: (client) => client.deleteContacts({ contactIds: [toContactId(-1)] }, user),
      404: (client) => client.deleteContacts({ contactIds: [NOWHERE] }, user),
    },
  }),
];
