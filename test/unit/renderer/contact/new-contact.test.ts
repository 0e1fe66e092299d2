import { describe, expect, it } from 'vitest';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { NewContact } from '#renderer/features/contact/new-contact.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildContactList, buildContactRow } from '#test/support/fake-contacts.ts';

async function begin({
  lists = [buildContactList({ isDefault: true })],
  phone = '',
  listId = null as number | null,
} = {}) {
  const bridge = new FakeBridge();
  bridge.contacts.lists = lists;
  bridge.contacts.rows = [buildContactRow({ id: 12, phone: '447700900012', name: 'Ines Carvalho' })];
  const form = new NewContact(bridge, {
    ids: new RequestIds(() => 'account'),
    ...{ phone, listId, homeCountry: 'GB', firstListName: 'Contacts' },
  });
  await form.start();
  return { bridge, form };
}

describe('the form of a new contact', () => {
  it('begins on the given list, else on the default one', async () => {
    const lists = [buildContactList({ id: 1, isDefault: true }), buildContactList({ id: 2 })];
    const [usual, given] = [await begin({ lists }), await begin({ lists, listId: 2 })];
    expect([1, 2].map((id) => usual.form.isOnList(id))).toEqual([true, false]);
    expect([1, 2].map((id) => given.form.isOnList(id))).toEqual([false, true]);
  });

  it('says who has the number, and creates nobody twice', async () => {
    const { bridge, form } = await begin({ phone: '07700 900012' });
    expect(form.known).toMatchObject({ contactId: 12, name: 'Ines Carvalho' });
    expect(await form.create()).toBeNull();
    expect(bridge.inputsOf('contacts.create')).toEqual([]);
  });

  it('creates with the digits of a local number, and leaves empty fields out', async () => {
    const { bridge, form } = await begin({ phone: '07700 900555' });
    bridge.contacts.fields = [{ id: 1, name: 'Pet' }];
    await form.start();
    form.firstName = ' Ada ';
    form.values[1] = ' ';
    expect(await form.create()).not.toBeNull();
    expect(bridge.inputsOf('contacts.create')[0]?.draft).toEqual({
      ...{ phone: '447700900555', localCountry: null, listIds: [1], firstName: 'Ada', lastName: '' },
      ...{ company: '', email: '', fields: [] },
    });
  });

  it('says what is missing once the user tried', async () => {
    const { form } = await begin();
    form.setOnList(1, false);
    expect(form.problems).toEqual({ phone: null, isListMissing: false, isNoEmail: false });
    expect(await form.create()).toBeNull();
    expect(form.problems).toEqual({ phone: 'missing', isListMissing: true, isNoEmail: false });
  });

  it('is not sent with an address that cannot be one', async () => {
    const { bridge, form } = await begin({ phone: '07700 900555' });
    form.email = 'notanemail';
    expect(await form.create()).toBeNull();
    expect(form.problems.isNoEmail).toBe(true);
    expect(bridge.inputsOf('contacts.create')).toEqual([]);
    form.email = 'ann@mail.example ';
    expect(await form.create()).not.toBeNull();
    expect(bridge.inputsOf('contacts.create')[0]?.draft.email).toBe('ann@mail.example');
  });

  it('makes the first list of an account, and only once', async () => {
    const { bridge, form } = await begin({ lists: [], phone: '07700 900555' });
    expect(form.needsFirstList).toBe(true);
    bridge.fail('contacts.create', toProblem('offline'));
    expect(await form.create()).toBeNull();
    expect(form.refused?.code).toBe('offline');
    bridge.fail('contacts.create', null);
    expect(await form.create()).not.toBeNull();
    expect(bridge.inputsOf('lists.create').map(({ name }) => name)).toEqual(['Contacts']);
    expect(bridge.inputsOf('contacts.create').at(-1)?.draft.listIds).toHaveLength(1);
  });
});
