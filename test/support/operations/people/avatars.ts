/** Cases of the pictures of contacts, lists and the account. */
import { expect } from 'vitest';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { getSharedContact, idOf, NOWHERE } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and whatever a picture holds, \r\n--and a line', 'latin1');
const JPG = Buffer.from('\xff\xd8\xff\xe0 a photograph', 'latin1');

/** A file whose bytes are those; read again, they may be others. */
function makeImage(bytes: Buffer, again: Buffer = bytes): UploadSource {
  let times = 0;
  return {
    name: 'Größe “1”.PNG',
    sizeBytes: bytes.length,
    async *open() {
      times += 1;
      yield await Promise.resolve(times === 1 ? bytes : again);
    },
  };
}

const png = (): UploadSource => makeImage(PNG);
/** What looks like a picture when it is checked, and is none when it leaves: only the service can see it then. */
const exchanged = (): UploadSource => makeImage(PNG, Buffer.alloc(PNG.length, 'x'));

function makeForm(): FormData {
  const form = new FormData();
  form.set('image', new Blob([JPG]), 'a.jpg');
  return form;
}

/** The picture that was uploaded comes back byte for byte, from an address that ends with it. */
async function expectServed({ client }: ClientOnDemo, name: string | null): Promise<void> {
  const { bytes, mimeType } = await client.fetchMedia(`avatars/${name ?? ''}`);
  expect(Buffer.from(bytes).toString('latin1')).toBe(PNG.toString('latin1'));
  expect(mimeType).toBe('image/png');
}

async function expectGone({ client }: ClientOnDemo, name: string | null): Promise<void> {
  await expect(client.fetchMedia(`avatars/${name ?? ''}`)).rejects.toMatchObject({ code: 'not-found' });
}

const contactOf = ({ contact }: ClientOnDemo) => ({ contactId: idOf(contact) });
const listOf = ({ list }: ClientOnDemo) => ({ listId: toListId(list.id) });

function sharedListOf({ world }: ClientOnDemo) {
  const list = world.lists.rows.find(({ userId }) => userId !== world.account.id);
  return { listId: toListId(list?.id ?? 0) };
}

const nobody = { contactId: toContactId(NOWHERE) };
const nothing = { listId: toListId(NOWHERE) };

export const avatarCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /contacts/{id}/avatar',
    fixture: 'contact-avatar-upload',
    request: ({ contact }) => ({ path: `/contacts/${contact.id}/avatar`, form: makeForm() }),
    call: (client, setup) => client.uploadContactAvatar({ ...contactOf(setup), image: png() }, user),
    result: null,
    works: async (setup) => {
      const { client, contact } = setup;
      await expectServed(setup, contact.avatar);
      const first = contact.avatar;
      const read = await client.getContact(contactOf(setup), user);
      expect(read.avatarHref).toBe(`avatars/${first ?? ''}`);
      await client.uploadContactAvatar({ ...contactOf(setup), image: makeImage(JPG) }, user);
      expect(await client.fetchMedia(`avatars/${contact.avatar ?? ''}`)).toMatchObject({ mimeType: 'image/jpeg' });
      await expectGone(setup, first);
    },
    refusals: {
      400: (client, setup) => client.uploadContactAvatar({ ...contactOf(setup), image: exchanged() }, user),
      403: (client, setup) =>
        client.uploadContactAvatar({ contactId: idOf(getSharedContact(setup)), image: png() }, user),
      404: (client) => client.uploadContactAvatar({ ...nobody, image: png() }, user),
    },
  }),
  toCase({
    row: 'DELETE /contacts/{id}/avatar',
    fixture: 'contact-avatar-delete',
    request: ({ contact }) => ({ path: `/contacts/${contact.id}/avatar` }),
    call: (client, setup) => client.deleteContactAvatar(contactOf(setup), user),
    result: null,
    works: async (setup) => {
      const { client, contact } = setup;
      await client.uploadContactAvatar({ ...contactOf(setup), image: png() }, user);
      const name = contact.avatar;
      await client.deleteContactAvatar(contactOf(setup), user);
      expect(contact.avatar).toBeNull();
      await expectGone(setup, name);
    },
    refusals: {
      403: (client, setup) => client.deleteContactAvatar({ contactId: idOf(getSharedContact(setup)) }, user),
      404: (client) => client.deleteContactAvatar(nobody, user),
    },
  }),
  toCase({
    row: 'POST /lists/{id}/avatar',
    fixture: 'list-avatar-upload',
    request: ({ list }) => ({ path: `/lists/${list.id}/avatar`, form: makeForm() }),
    call: (client, setup) => client.uploadListAvatar({ ...listOf(setup), image: png() }, user),
    result: null,
    works: async (setup) => {
      await expectServed(setup, setup.list.avatar);
      const read = await setup.client.getList(listOf(setup), user);
      expect(read.avatarHref).toBe(`avatars/${setup.list.avatar ?? ''}`);
    },
    refusals: {
      400: (client, setup) => client.uploadListAvatar({ ...listOf(setup), image: exchanged() }, user),
      403: (client, setup) => client.uploadListAvatar({ ...sharedListOf(setup), image: png() }, user),
      404: (client) => client.uploadListAvatar({ ...nothing, image: png() }, user),
    },
  }),
  toCase({
    row: 'DELETE /lists/{id}/avatar',
    fixture: 'list-avatar-delete',
    prepare: (setup) => setup.client.uploadListAvatar({ ...listOf(setup), image: png() }, user),
    request: ({ list }) => ({ path: `/lists/${list.id}/avatar` }),
    call: (client, setup) => client.deleteListAvatar(listOf(setup), user),
    result: null,
    works: ({ list }) => expect(list.avatar).toBeNull(),
    refusals: {
      403: (client, setup) => client.deleteListAvatar(sharedListOf(setup), user),
      404: (client) => client.deleteListAvatar(nothing, user),
    },
  }),
  toCase({
    row: 'POST /user/avatar',
    fixture: 'user-avatar-upload',
    request: () => ({ path: '/user/avatar', form: makeForm() }),
    call: (client) => client.uploadUserAvatar({ image: png() }, user),
    result: null,
    works: async (setup) => {
      await expectServed(setup, setup.world.account.avatar);
      const account = await setup.client.getUser(user);
      expect(account.avatarHref).toBe(`avatars/${setup.world.account.avatar ?? ''}`);
    },
    refusals: { 400: (client) => client.uploadUserAvatar({ image: exchanged() }, user) },
  }),
  toCase({
    row: 'DELETE /user/avatar',
    fixture: 'user-avatar-delete',
    request: () => ({ path: '/user/avatar' }),
    call: (client) => client.deleteUserAvatar(user),
    result: null,
    works: async ({ world, client }) => {
      expect(world.account.avatar).toBeNull();
      expect((await client.getUser(user)).avatarHref).toBeNull();
    },
  }),
];
