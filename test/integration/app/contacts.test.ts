/** What the user does to contacts, notes, lists, fields and registers, compared with what the service has then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { toRequestId } from './app-on-demo.ts';
import { SyncedPeople } from './synced-people.ts';

class People extends SyncedPeople {
  static async open(shapes: 'spec' | 'sdk'): Promise<People> {
    return new People(await SyncedPeople.openApp({ shapes }));
  }

  listNotesAtService(contactId: number): readonly string[] {
    return this.world.contactNotes.rows.filter((note) => note.contactId === contactId).map(({ note }) => note);
  }

  async createList(name: string): Promise<number> {
    const flags = { isShared: false, isFavorite: false, isDefault: false };
    return (await this.ask('lists.create', { requestId: toRequestId(), name, ...flags })).listId;
  }

  async changeMembers(listId: number, contactIds: number[], isAdded: boolean) {
    const input = { requestId: toRequestId(), listId, contactIds, isAdded, agreedCount: 0 };
    return await this.ask('lists.changeMembers', input);
  }
}

describe.each(listShapes(['spec', 'sdk'], 'spec'))('people of a service of the shape %s', (shape) => {
  let people: People;
  beforeAll(async () => {
    people = await People.open(shape);
  });
  afterAll(() => people.at.dispose());

  // Each has contacts of its own, and mostly waits for the time to undo.
  describe.concurrent('that the user changes', () => {
    it('are edited at once for the eye, then at the service, which keeps all else', async () => {
      const { id } = await people.take();
      const before = structuredClone(people.atService(id));
      await people.edit(id, 'email', 'new@mail.example');
      await people.edit(id, 'isFavorite', String(!before.favorited));
      expect(await people.show(id)).toMatchObject({ email: 'new@mail.example', isFavorite: !before.favorited });
      const expected = { ...before, email: 'new@mail.example', favorited: !before.favorited };
      // A contact without an owner is answered with its user as owner, and put back so.
      await until(() => expect(people.atService(id)).toMatchObject(expected));
      await until(async () => expect(await people.listChangesOf(id)).toEqual([]));
      expect(await people.show(id)).toMatchObject({ email: 'new@mail.example' });
    });

    it('are left as they were where an edit is taken back', async () => {
      const { id, company } = await people.take();
      const { undoId } = await people.edit(id, 'company', 'Taken back');
      expect(await people.ask('contacts.undo', { requestId: toRequestId(), undoId: undoId ?? '' })).toEqual({
        count: 1,
      });
      expect((await people.show(id)).company).toBe(company);
      expect(await people.listChangesOf(id)).toEqual([]);
    });

    it('ask the user where another client changed the same value meanwhile', async () => {
      const { id } = await people.take();
      await people.edit(id, 'company', 'Mine');
      const contact = people.atService(id);
      contact.company = 'Theirs';
      people.world.contacts.touch();
      const [change] = await until(async () => {
        const changes = await people.listChangesOf(id);
        expect(changes).toMatchObject([{ state: 'conflict', field: 'company', value: 'Mine', theirs: 'Theirs' }]);
        return changes;
      });
      await until(async () => expect((await people.show(id)).company).toBe('Theirs'));
      const answer = { requestId: toRequestId(), changeId: change?.id ?? 0, choice: 'mine' } as const;
      await people.ask('contacts.resolveChange', answer);
      await until(() => expect(people.atService(id).company).toBe('Mine'));
    });

    it('keep what the service refuses, with its sentence, until the user drops it', async () => {
      const { id, email } = await people.take();
      await people.edit(id, 'email', 'ann@mail..example');
      await people.edit(id, 'company', 'Beside it');
      const [change] = await until(async () => {
        const changes = await people.listChangesOf(id);
        expect(changes).toMatchObject([{ state: 'refused', field: 'email', value: 'ann@mail..example' }]);
        return changes;
      });
      expect(change?.problem).toEqual({ code: 'validation', detail: 'This value is not a valid email address.' });
      expect(people.atService(id).company).toBe('Beside it');
      expect((await people.show(id)).email).toBe(email);
      const answer = { requestId: toRequestId(), changeId: change?.id ?? 0, choice: 'theirs' } as const;
      await people.ask('contacts.resolveChange', answer);
      expect(await people.listChangesOf(id)).toEqual([]);
    });

    it('refuse numbers and addresses that cannot be, and numbers that are taken', async () => {
      const [{ id }, other] = [await people.take(), await people.take()];
      const input = { requestId: toRequestId(), contactId: id, field: 'phone' } as const;
      const impossible = await people.at.window.askForError('contacts.edit', { ...input, value: '12' });
      expect(impossible).toMatchObject({ code: 'validation', fields: { phone: ['not-a-number'] } });
      const noAddress = { ...input, requestId: toRequestId(), field: 'email', value: 'notanemail' } as const;
      expect(await people.at.window.askForError('contacts.edit', noAddress)).toMatchObject({
        ...{ code: 'validation', fields: { email: ['not-an-address'] } },
      });
      const taken = { ...input, requestId: toRequestId(), value: `+${other.phone}` };
      expect(await people.at.window.askForError('contacts.edit', taken)).toMatchObject({
        ...{ code: 'validation', fields: { phone: ['taken'] } },
      });
    });

    it('have notes that are added, edited and deleted', async () => {
      const { id: contactId } = await people.take();
      const before = people.listNotesAtService(contactId);
      await people.ask('notes.add', { requestId: toRequestId(), contactId, text: 'Called' });
      expect((await people.show(contactId)).notes[0]).toMatchObject({ text: 'Called', isWaiting: true });
      await until(() => expect(people.listNotesAtService(contactId)).toEqual([...before, 'Called']));
      const note = await until(async () => {
        const [newest] = (await people.show(contactId)).notes;
        expect(newest).toMatchObject({ text: 'Called', isWaiting: false, isOwn: true });
        return newest;
      });
      const noteId = note?.id ?? 0;
      await people.ask('notes.edit', { requestId: toRequestId(), contactId, noteId, text: 'Called back' });
      await until(() => expect(people.listNotesAtService(contactId)).toEqual([...before, 'Called back']));
      await until(async () => expect(await people.listChangesOf(contactId)).toEqual([]));
      await people.ask('notes.delete', { requestId: toRequestId(), contactId, noteIds: [noteId] });
      await until(() => expect(people.listNotesAtService(contactId)).toEqual(before));
    });

    it('are created with a look at the service first, so that none is there twice', async () => {
      const { lists } = await people.take();
      const phone = '07700 900871';
      const draft = { localCountry: 'GB', listIds: [lists[0]?.id ?? 0], firstName: 'Zoë', lastName: '', company: '' };
      const input = { draft: { ...draft, phone, email: '', fields: [] } };
      const asked = { phone, localCountry: 'GB' };
      expect(await people.ask('contacts.findByNumber', asked)).toEqual({
        ...{ phone: '447700900871', contactId: null, name: '', isChecked: true },
      });
      const { contactId } = await people.ask('contacts.create', { requestId: toRequestId(), ...input });
      expect(people.atService(contactId)).toMatchObject({ phone: '447700900871', firstName: 'Zoë' });
      expect(await people.show(contactId)).toMatchObject({ name: 'Zoë', lists: [{ id: lists[0]?.id }] });
      expect(await people.ask('contacts.findByNumber', asked)).toMatchObject({ contactId, name: 'Zoë' });
      const again = await people.at.window.askForError('contacts.create', { requestId: toRequestId(), ...input });
      expect(again).toMatchObject({ code: 'validation', fields: { phone: ['taken'] } });
    });

    it('are deleted when their undo is over, and not where the deletion is taken back', async () => {
      const [kept, gone] = [await people.take(), await people.take()];
      const remove = (id: number) => people.ask('contacts.delete', { requestId: toRequestId(), contactIds: [id] });
      const { undoId } = await remove(kept.id);
      expect(await people.ask('contacts.get', { contactId: kept.id })).toBeNull();
      await people.ask('contacts.undo', { requestId: toRequestId(), undoId: undoId ?? '' });
      expect(await people.show(kept.id)).toMatchObject({ phone: kept.phone });
      await remove(gone.id);
      await until(() => expect(people.world.contacts.find(gone.id)).toBeUndefined());
      expect(people.atService(kept.id).phone).toBe(kept.phone);
      expect(await people.ask('contacts.get', { contactId: gone.id })).toBeNull();
    });
  });

  describe.concurrent('on lists', () => {
    it('are added and taken off, and the list is renamed', async () => {
      const [one, other] = [await people.take(), await people.take()];
      const listId = await people.createList('Members');
      await people.changeMembers(listId, [one.id, other.id], true);
      expect((await people.show(one.id)).lists.map(({ id }) => id)).toContain(listId);
      const edit = { requestId: toRequestId(), listId, field: 'name', value: 'Renamed' } as const;
      await people.ask('lists.edit', edit);
      await until(() => expect(people.world.membersCount(listId)).toBe(2));
      await until(() => expect(people.world.lists.find(listId)?.name).toBe('Renamed'));
      await until(async () => {
        const waiting = (await people.ask('contacts.listChanges', {})).filter((change) => change.listId === listId);
        expect(waiting).toEqual([]);
      });
      await people.changeMembers(listId, [one.id], false);
      await until(() => expect(people.atService(one.id).listIds).not.toContain(listId));
      expect(people.atService(other.id).listIds).toContain(listId);
    });

    it('cannot be told apart by a name that another list has', async () => {
      const listId = await people.createList('Told apart');
      const fields = { name: ['taken-by-list'] };
      const draft = { name: 'told APART', isShared: false, isFavorite: false, isDefault: false };
      const again = people.at.window.askForError('lists.create', { requestId: toRequestId(), ...draft });
      expect(await again).toMatchObject({ code: 'validation', fields });
      const otherId = await people.createList('Another');
      const edit = { requestId: toRequestId(), listId: otherId, field: 'name', value: 'Told apart ' } as const;
      expect(await people.at.window.askForError('lists.edit', edit)).toMatchObject({ code: 'validation', fields });
      await people.ask('lists.edit', { ...edit, requestId: toRequestId(), listId, value: 'Told Apart' });
    });

    it('are moved before their only list is deleted', async () => {
      const [from, to] = [await people.createList('From'), await people.createList('To')];
      const draft = { localCountry: null, listIds: [from], firstName: 'Only', lastName: 'Here', company: '' };
      const input = { draft: { ...draft, phone: '+447700900872', email: '', fields: [] } };
      const { contactId } = await people.ask('contacts.create', { requestId: toRequestId(), ...input });
      const explained = await people.ask('lists.explainRemoval', { listId: from, contactIds: null, limit: 10 });
      expect(explained).toMatchObject({ membersCount: 1, onlyHereCount: 1, onlyHere: [{ contactId }] });
      const deletion = { requestId: toRequestId(), listId: from, moveTo: to, agreedCount: 0 };
      const { movedCount } = await people.ask('lists.delete', deletion);
      expect(movedCount).toBe(1);
      expect(people.world.lists.find(from)).toBeUndefined();
      expect(people.atService(contactId).listIds).toEqual([to]);
      const { lists } = await people.ask('contacts.count', {});
      expect(lists.map(({ id }) => id)).not.toContain(from);
      expect((await people.show(contactId)).lists).toMatchObject([{ id: to }]);
    });

    it('are found by numbers as they were pasted', async () => {
      const { id, phone } = await people.take();
      const text = `+${phone}\n+44 7700 900899; no number`;
      expect(await people.ask('lists.findByNumbers', { text, country: 'GB' })).toEqual({
        ...{ contactIds: [id], unknown: ['+44 7700 900899'], invalid: ['no number'] },
      });
    });
  });

  describe.concurrent('with fields and registers', () => {
    it('have values in fields that are created, renamed and deleted', async () => {
      const { id } = await people.take();
      const { fieldId } = await people.ask('fields.create', { requestId: toRequestId(), name: 'Vet before us' });
      await people.edit(id, `field:${fieldId}`, 'Dr Okonkwo');
      await until(() => expect(Object.values(people.atService(id).values)).toContain('Dr Okonkwo'));
      await until(async () => expect(await people.listChangesOf(id)).toEqual([]));
      await people.ask('fields.rename', { requestId: toRequestId(), fieldId, name: 'Surgery' });
      expect(people.world.fields.find(fieldId)?.name).toBe('Surgery');
      const again = people.ask('fields.create', { requestId: toRequestId(), name: ' surgery' });
      await expect(again).rejects.toThrow('"name":["taken"]');
      const value = shape === 'sdk' ? 'Dr Okonkwo' : null;
      expect((await people.show(id)).fields).toContainEqual({ id: fieldId, name: 'Surgery', value });
      await people.ask('fields.delete', { requestId: toRequestId(), fieldId });
      expect(people.world.fields.find(fieldId)).toBeUndefined();
      expect((await people.show(id)).fields.map((field) => field.id)).not.toContain(fieldId);
    });

    it('are blocked, unblocked and unsubscribed, and the registers are read back', async () => {
      const { id, phone } = await people.take();
      const block = async (isBlocked: boolean) =>
        await people.ask('people.setBlocked', { requestId: toRequestId(), phones: [phone], isBlocked });
      expect(await block(true)).toEqual({ count: 1 });
      expect(people.atService(id).blocked).toBe(true);
      expect(await people.ask('people.findBlocked', { phone })).toEqual({ isBlocked: true });
      await until(async () => expect(await people.show(id)).toMatchObject({ isBlocked: true }));
      await block(false);
      await until(async () => expect(await people.show(id)).toMatchObject({ isBlocked: false }));
      await people.ask('people.unsubscribe', { requestId: toRequestId(), phone });
      await until(async () => expect(await people.show(id)).toMatchObject({ isUnsubscribed: true }));
      await people.ask('people.resubscribe', { requestId: toRequestId(), phone });
      await until(async () => expect(await people.show(id)).toMatchObject({ isUnsubscribed: false }));
    });

    it('are found by the service, which also knows the countries', async () => {
      const { name, id } = await people.take();
      expect((await people.ask('contacts.searchService', { text: name, listId: null })).count).toBeGreaterThan(0);
      const countries = await people.ask('contacts.listCountries', {});
      expect(countries).toContainEqual({ id: 'GB', name: 'United Kingdom' });
      people.atService(id).company = 'Changed elsewhere';
      people.world.contacts.touch();
      await people.ask('contacts.open', { contactId: id });
      await until(async () => expect((await people.show(id)).company).toBe('Changed elsewhere'));
    });
  });

  it('have a note back that was deleted before it left, once', async () => {
    const { id } = await people.take();
    await people.at.goOffline();
    await people.ask('notes.add', { requestId: toRequestId(), contactId: id, text: 'Written once' });
    const [note] = (await people.show(id)).notes;
    const { undoId } = await people.ask('notes.delete', {
      ...{ requestId: toRequestId(), contactId: id, noteIds: [note?.id ?? 0] },
    });
    expect((await people.show(id)).notes.map(({ text }) => text)).not.toContain('Written once');
    await people.ask('contacts.undo', { requestId: toRequestId(), undoId: undoId ?? '' });
    expect((await people.show(id)).notes.map(({ text }) => text)).toContain('Written once');
    await people.at.comeBack();
    await until(() => expect(people.listNotesAtService(id)).toContain('Written once'));
    expect(people.listNotesAtService(id).filter((text) => text === 'Written once')).toHaveLength(1);
  });

  it('wait while the service is away, and arrive when it is back', async () => {
    const { id } = await people.take();
    const { notes } = await people.show(id);
    await people.at.goOffline();
    await people.edit(id, 'lastName', 'Away');
    await people.ask('notes.add', { requestId: toRequestId(), contactId: id, text: 'Written away' });
    expect(await people.show(id)).toMatchObject({ lastName: 'Away', notes: [{ text: 'Written away' }, ...notes] });
    expect(await people.ask('contacts.findByNumber', { phone: '+447700900873', localCountry: null })).toMatchObject({
      ...{ contactId: null, isChecked: false },
    });
    expect(people.atService(id).lastName).not.toBe('Away');
    await people.at.comeBack();
    await until(() => expect(people.atService(id).lastName).toBe('Away'));
    await until(() => expect(people.listNotesAtService(id)).toContain('Written away'));
  });
});
