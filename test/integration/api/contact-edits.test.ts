/** What an edit of a contact does to what the answers about it do not say. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ContactDetails, ContactDraft } from '#shared/domain/people.ts';
import { FREE_PHONE, idOf } from '#test/support/demo-people.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const user = { priority: 'user' } as const;

/** A draft that changes nothing, made of what the service said. */
function toDraft({ phone, firstName, lastName, company, email, ...more }: ContactDetails): ContactDraft {
  const { lists, isFavorite, isBlocked } = more;
  const listIds = (lists ?? []).map(({ id }) => id);
  return { phone, firstName, lastName, company, email, listIds, isFavorite, isBlocked };
}

describe.each(['spec', 'sdk'] as const)('an edit in the shape %s', (shape) => {
  let setup: ClientOnDemo;

  beforeEach(async () => {
    setup = await openClientOnDemo(shape);
  });

  afterEach(() => setup.dispose());

  async function edit(changes: Partial<ContactDraft>): Promise<void> {
    const { client, contact } = setup;
    const contactId = idOf(contact);
    const details = await client.getContact({ contactId }, user);
    await client.updateContact({ contactId, draft: { ...toDraft(details), ...changes } }, user);
  }

  const isBlocked = async (phone: string): Promise<boolean> =>
    (await setup.client.findBlockedContact({ phone: toPhoneKey(phone) }, user)) !== undefined;

  it('leaves a contact blocked who is blocked', async () => {
    const { contact } = setup;
    await setup.client.blockPhone({ phone: toPhoneKey(contact.phone) }, user);
    const contactId = idOf(contact);
    const details = await setup.client.getContact({ contactId }, user);
    expect(details.isBlocked).toBe(shape === 'spec' ? null : true);
    await setup.client.updateContact({ contactId, draft: { ...toDraft(details), firstName: 'Zoë' } }, user);
    expect(contact).toMatchObject({ firstName: 'Zoë', blocked: true });
    expect(await isBlocked(contact.phone)).toBe(true);
  });

  it('leaves a contact blocked whose number it changes', async () => {
    const { contact, client } = setup;
    await client.blockPhone({ phone: toPhoneKey(contact.phone) }, user);
    const details = await client.getContact({ contactId: idOf(contact) }, user);
    const draft = { ...toDraft(details), phone: FREE_PHONE, isBlocked: null };
    await client.updateContact({ contactId: idOf(contact), draft }, user);
    expect(contact).toMatchObject({ phone: FREE_PHONE, blocked: true });
  });

  it('blocks nobody who is not blocked', async () => {
    const { contact } = setup;
    await edit({ isBlocked: null, lastName: 'O’Hara' });
    expect(contact).toMatchObject({ lastName: 'O’Hara', blocked: false });
  });

  it('unblocks where that is what was meant, and asks nothing before', async () => {
    const { contact, client, demo } = setup;
    contact.blocked = true;
    const draft = { ...toDraft(await client.getContact({ contactId: idOf(contact) }, user)), isBlocked: false };
    const before = demo.seen.length;
    await client.updateContact({ contactId: idOf(contact), draft }, user);
    expect(contact.blocked).toBe(false);
    expect(demo.seen.slice(before).map(({ method }) => method)).toEqual(['PUT']);
  });

  it('is not made where it cannot be found out whether the contact is blocked', async () => {
    const { contact, demo } = setup;
    contact.blocked = true;
    demo.faults.set([{ kind: 'status', status: 500, method: 'GET', path: '/contacts', times: 20 }]);
    const draft: ContactDraft = {
      ...{ phone: contact.phone, listIds: contact.listIds.map(toListId), isFavorite: false, isBlocked: null },
      ...{ firstName: 'Zoë', lastName: '', company: '', email: '' },
    };
    const call = setup.client.updateContact({ contactId: idOf(contact), draft }, { ...user, repeats: false });
    await expect(call).rejects.toMatchObject({ code: 'server' });
    expect(demo.seen.map(({ method }) => method)).not.toContain('PUT');
    expect(contact.blocked).toBe(true);
  });

  it('mends a number that nobody can have', async () => {
    const { contact, world } = setup;
    world.renumberContact(contact, '12');
    await edit({ phone: FREE_PHONE, isBlocked: null });
    expect(contact).toMatchObject({ phone: FREE_PHONE, blocked: false });
  });
});
