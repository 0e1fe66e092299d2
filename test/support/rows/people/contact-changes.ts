/** Cases of making, changing and deleting contacts, at both paths. */
import { expect } from 'vitest';
import type { Contact as DemoContact } from '#main/demo/state/model.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactDraft } from '#shared/domain/people.ts';
import { linkSchema } from '#test/unit/api/support/entity-schemas.ts';
import { FREE_PHONE, getSharedContact, idOf, makeDraft, NOWHERE } from '../../people.ts';
import { toCase } from '../row-case.ts';
import type { Endpoints, RowCase } from '../row-case.ts';
import { COUNTS } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { toValueKey } from '#main/demo/state/contact-values.ts';

const user = { priority: 'user' } as const;
const PET = 501;
const FIELDS = [{ id: PET, value: ' Ünzüm, lop rabbit; {First name} ' }];
const full = ({ world }: Scene): Partial<ContactDraft> => ({
  fields: FIELDS,
  tagIds: [world.tags.rows[0]?.id ?? 0],
  ownerId: world.data.users[1]?.id ?? 0,
});

/** A body as either path takes it. */
function toBody(scene: Scene, customFieldValues: unknown): Record<string, unknown> {
  const { listIds, company, isFavorite, isBlocked, ...same } = makeDraft(scene);
  const flags = { favorited: isFavorite, blocked: isBlocked };
  return { ...same, ...flags, companyName: company, lists: listIds.join(','), customFieldValues };
}

function expectKept(scene: Scene, contact: DemoContact | undefined): void {
  const { world, list } = scene;
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
async function expectRules(scene: Scene, write: (draft: ContactDraft) => Promise<unknown>): Promise<void> {
  const { contact, world } = scene;
  const sharedList = world.lists.rows.find(({ userId }) => userId !== world.account.id);
  for (const phone of BAD_PHONES) await expectRefused(write(makeDraft(scene, { phone })), 'phone');
  const other = world.contacts.rows.find(({ id, userId }) => id !== contact.id && userId === undefined);
  await expectRefused(write(makeDraft(scene, { phone: other?.phone ?? '' })), 'phone');
  await expectRefused(write(makeDraft(scene, { listIds: [] })), 'lists');
  await expectRefused(write(makeDraft(scene, { listIds: [toListId(1)] })), 'lists');
  await expectRefused(write(makeDraft(scene, { listIds: [toListId(sharedList?.id ?? 0)] })), 'lists');
  await expectRefused(write(makeDraft(scene, { email: 'nobody' })), 'email');
  await expectRefused(write(makeDraft(scene, { fields: [{ id: 999, value: 'x' }] })), 'customFieldValues');
  await expectRefused(write(makeDraft(scene, { tagIds: [999] })), 'tags');
  await expectRefused(write(makeDraft(scene, { ownerId: 999 })), 'owner');
  await expectRefused(write(makeDraft(scene, { localCountry: 'ZZ' })), 'country');
}

async function expectCreated(scene: Scene, { id }: { readonly id: number | null }): Promise<void> {
  const { client, world } = scene;
  const contact = world.contacts.find(id ?? 0);
  expectKept(scene, contact);
  await expectRules(scene, (draft) => client.createContact(draft, user));
  await client.createContact(makeDraft(scene, { phone: '07700 900991', localCountry: 'GB' }), user);
  expect(world.findContactByPhone('447700900991')?.firstName).toBe('Zoë');
  // A number is refused for its shape, never because nobody has it.
  await client.createContact(makeDraft(scene, { phone: '447000000001' }), user);
}

async function expectUpdated(scene: Scene): Promise<void> {
  const { client, world, contact } = scene;
  expectKept(scene, contact);
  const contactId = idOf(contact);
  const bare = { firstName: '', lastName: '', company: '', email: '', isFavorite: false, isBlocked: true };
  await client.updateContact({ contactId, draft: makeDraft(scene, bare) }, user);
  const gone = { firstName: '', lastName: '', company: '', email: '', favorited: false, blocked: true };
  expect(contact).toMatchObject({
    ...gone,
    values: { [toValueKey(PET)]: FIELDS[0]?.value },
    tagIds: [world.tags.rows[0]?.id],
  });
  await client.updateContact({ contactId, draft: makeDraft(scene, { fields: [{ id: PET, value: '' }] }) }, user);
  expect(contact.values[toValueKey(PET)]).toBeUndefined();
}

const changeOne = (client: Endpoints, scene: Scene, draft = makeDraft(scene, full(scene))): Promise<void> =>
  client.updateContact({ contactId: idOf(scene.contact), draft }, user);

export const contactChangeCases: readonly RowCase[] = [
  toCase({
    row: 'POST /contacts',
    fixture: 'contact-create',
    request: (scene) => ({ path: '/contacts', body: toBody(scene, { [PET]: 'Ünzüm' }) }),
    call: (client, scene) => client.createContact(makeDraft(scene, full(scene)), user),
    result: linkSchema,
    works: expectCreated,
    refusals: { 400: (client, scene) => client.createContact(makeDraft(scene, { listIds: [] }), user) },
  }),
  toCase({
    row: 'POST /contacts/normalized',
    fixture: 'contact-create-normalized',
    prepare: (scene) => scene.withoutGroups('contacts-raw'),
    request: (scene) => ({ path: '/contacts/normalized', body: toBody(scene, [{ id: PET, value: 'Ünzüm' }]) }),
    call: (client, scene) => client.createContact(makeDraft(scene, full(scene)), user),
    result: linkSchema,
    works: expectCreated,
    refusals: { 400: (client, scene) => client.createContact(makeDraft(scene, { phone: '' }), user) },
  }),
  toCase({
    row: 'PUT /contacts/{id}',
    fixture: 'contact-update',
    request: (scene) => ({ path: `/contacts/${scene.contact.id}`, body: toBody(scene, ['Ünzüm', 'PetSure']) }),
    call: changeOne,
    result: null,
    works: expectUpdated,
    refusals: {
      400: (client, scene) => changeOne(client, scene, makeDraft(scene, { phone: '447' })),
      403: (client, scene) =>
        client.updateContact({ contactId: idOf(getSharedContact(scene)), draft: makeDraft(scene) }, user),
      404: (client, scene) => client.updateContact({ contactId: NOWHERE, draft: makeDraft(scene) }, user),
    },
  }),
  toCase({
    row: 'PUT /contacts/{id}/normalized',
    fixture: 'contact-update-normalized',
    prepare: (scene) => scene.withoutGroups('contacts-raw'),
    request: (scene) => ({
      path: `/contacts/${scene.contact.id}/normalized`,
      body: { ...toBody(scene, [{ id: PET, value: 'Ünzüm' }]), local: 0, type: -1, tags: [], owner: '305120' },
    }),
    call: changeOne,
    result: null,
    works: expectUpdated,
    refusals: {
      400: (client, scene) => changeOne(client, scene, makeDraft(scene, { listIds: [] })),
      404: (client, scene) => client.updateContact({ contactId: NOWHERE, draft: makeDraft(scene) }, user),
    },
  }),
  toCase({
    row: 'DELETE /contacts/{id}',
    fixture: 'contact-delete',
    request: (scene) => ({ path: `/contacts/${scene.contact.id}` }),
    call: (client, scene) => client.deleteContact({ contactId: idOf(scene.contact) }, user),
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
      403: (client, scene) => client.deleteContact({ contactId: idOf(getSharedContact(scene)) }, user),
      404: (client) => client.deleteContact({ contactId: NOWHERE }, user),
    },
  }),
  toCase({
    row: 'POST /contacts/delete',
    fixture: 'contacts-delete',
    request: (scene) => ({ path: '/contacts/delete', body: { ids: String(scene.contact.id), all: 0 } }),
    call: (client, scene) => {
      const own = scene.world.contacts.rows.filter(({ userId }) => userId === undefined).slice(0, 3);
      return client.deleteContacts({ contactIds: [...own.map(idOf), NOWHERE, idOf(getSharedContact(scene))] }, user);
    },
    result: null,
    works: async (scene) => {
      expect(scene.world.contactIndex.list('id', false)).toHaveLength(COUNTS.contacts - 3);
      expect(getSharedContact(scene)).toBeDefined();
      await scene.client.deleteContacts({ all: true }, user);
      expect(scene.world.contactIndex.list('id', false)).toEqual([]);
      expect(getSharedContact(scene)).toBeDefined();
    },
    refusals: {
      400: (client) => client.deleteContacts({ contactIds: [toContactId(-1)] }, user),
      404: (client) => client.deleteContacts({ contactIds: [NOWHERE] }, user),
    },
  }),
];
