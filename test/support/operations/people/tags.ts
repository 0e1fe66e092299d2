/** The case of making a tag: there is no other row about them. */
import { expect } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { linkSchema } from '#test/unit/api/support/entity-schemas.ts';
import { idOf, makeDraft } from '../../demo-people.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';

const user = { priority: 'user' } as const;

export const tagCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /tags',
    fixture: 'tag-create',
    request: () => ({ path: '/tags', body: { title: 'Bites' } }),
    call: (client) => client.createTag({ title: 'Bites' }, user),
    result: linkSchema,
    works: async (setup, { id }) => {
      const { client, world, chat, shape } = setup;
      expect(world.tags.find(id ?? 0)?.title).toBe('Bites');
      const contact = world.findContactByPhone(chat.phone);
      if (contact === undefined) throw new Error('The chat has no contact');
      const draft = makeDraft(setup, { phone: contact.phone, tagIds: [id ?? 0] });
      await client.updateContact({ contactId: idOf(contact), draft }, user);
      const found = await client.searchContacts({ page: 1, limit: 10, tagIds: [id ?? 0] }, user);
      expect(found.items.map((one) => one.id)).toEqual([contact.id]);
      const tagged = await client.findContactByPhone({ phone: toPhoneKey(contact.phone) }, user);
      expect(tagged?.tags).toEqual(shape === 'sdk' ? [{ id, title: 'Bites' }] : null);
      for (const title of ['bites', '', ' ', 'x'.repeat(51)]) {
        const refused = client.createTag({ title }, user);
        await expect(refused).rejects.toMatchObject({ code: 'validation', fields: { title: [expect.any(String)] } });
      }
      expect(await client.createTag({ title: '🐇'.repeat(50) }, user)).toEqual({ id: (id ?? 0) + 1 });
    },
    refusals: { 400: (client) => client.createTag({ title: 'VIP' }, user) },
  }),
];
