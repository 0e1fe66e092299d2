/** After an import and its undo the service has what it had before; what was changed since stays. */
import { afterEach, describe, expect, it } from 'vitest';
import { addToList } from '#main/demo/state/memberships.ts';
import { toValueKey, withValues } from '#main/demo/state/contact-values.ts';
import type { Contact } from '#main/demo/state/model.ts';
import { explainUndo } from '#main/services/importing/undo.ts';
import { listRunRows } from '#main/services/importing/run-rows.ts';
import { toRunView } from '#main/services/importing/run-view.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { UndoRowState } from '#shared/domain/imports.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { ImportOnDemo, makePeople } from '#test/support/importing/import-on-demo.ts';
import type { FileRow } from '#test/support/importing/import-on-demo.ts';
import { throwDice } from '#test/support/random.ts';
import { until } from '#test/support/until.ts';

/** A list of the demo on which hardly a contact is. */
const FARM_CALLS = 71_005;
const NEW_LIST = { kind: 'new-list', name: 'November clients' } as const;

let opened: ImportOnDemo | null = null;
afterEach(async () => {
  const imports = opened;
  opened = null;
  await imports?.dispose();
  expect(imports?.errors ?? []).toEqual([]);
});

async function open(...how: Parameters<typeof ImportOnDemo.open>): Promise<ImportOnDemo> {
  opened = await ImportOnDemo.open(...how);
  return opened;
}

/** Contacts of the account's own that are on a list, and not blocked. */
function pickContacts({ world }: ImportOnDemo, count: number): readonly Contact[] {
  const fits = ({ userId, blocked, listIds }: Contact): boolean =>
    userId === undefined && !blocked && listIds.length > 0 && !listIds.every(isOthers);
  const isOthers = (id: number): boolean => world.lists.find(id)?.userId !== world.account.id;
  return world.contacts.rows.filter(fits).slice(0, count);
}

/** New people, people of whom values will change, and people of whom none does. */
function makeFile(imports: ImportOnDemo, newCount = 12): readonly FileRow[] {
  const fieldId = imports.world.fields.rows[0]?.id ?? 0;
  const changed = pickContacts(imports, 6).map((contact, index): FileRow => {
    const values = {
      firstName: `Changed ${index}`,
      email: contact.email,
      'new:Groomer': index % 2 === 0 ? 'Ms Hall' : '',
    };
    return { phone: contact.phone, values: values['new:Groomer'] === '' ? { firstName: values.firstName } : values };
  });
  const same = pickContacts(imports, 10).slice(6);
  return [
    ...makePeople(newCount, { [`field:${fieldId}`]: 'Rex, “the dog”', 'new:Groomer': 'Mr Lee' }),
    ...changed,
    ...same.map(({ phone, firstName, lastName }) => ({ phone, values: { firstName, lastName } })),
  ];
}

async function countUndo(imports: ImportOnDemo, importId: number): Promise<Partial<Record<UndoRowState, number>>> {
  const rows = await imports.listRows(importId);
  return Object.fromEntries([...Map.groupBy(rows, ({ undo }) => undo)].map(([undo, { length }]) => [undo, length]));
}

describe.each(listShapes(['sdk', 'spec'], 'spec'))('an import that is undone (%s)', (shape) => {
  it('leaves contacts, values, lists and fields as they were, of a new list', async () => {
    const imports = await open(shape);
    const before = imports.read();
    const importId = await imports.import(NEW_LIST, makeFile(imports, 130));
    const { listId } = (await imports.find(importId)).memory;
    expect(imports.world.membersCount(listId ?? 0)).toBe(140);
    expect(imports.read()).not.toEqual(before);
    expect(await explainUndo(imports.account, importId)).toMatchObject({
      ...{ deletedCount: 130, restoredCount: 6, restoredValuesCount: 9, removedCount: 4 },
      ...{ editedCount: 0, textedCount: 0, deletesList: true },
    });

    await imports.undo(importId);

    expect(imports.read()).toEqual(before);
    expect(await countUndo(imports, importId)).toEqual({ undone: 140 });
    const view = toRunView(await imports.find(importId), Date.now());
    expect(view).toMatchObject({ state: 'undone', totalCount: 140, doneCount: 140, list: { id: null } });
    expect(view.undo).toMatchObject({ deletedCount: 130, restoredCount: 6, keptCount: 0, possibleUntil: null });
    // What is shown here is the same.
    const { store } = imports.account;
    expect(await store.listRowIds({ name: 'lists' })).toEqual(before.lists.map(({ id }) => id));
    expect(await store.listRowIds({ name: 'fields' })).toEqual(before.fields.map(({ id }) => id));
    const shown = await store.listImportContacts({ afterId: 0, limit: 1_000 });
    const own = before.contacts.filter(({ userId }) => userId === undefined);
    expect(shown.filter(({ isReadOnly }) => !isReadOnly).map(toComparable)).toEqual(own.map(toComparable));
  });

  it('leaves them as they were, of a list that exists, from a service that tells no import', async () => {
    const imports = await open(shape, { isRaw: true });
    const list = imports.world.lists.rows.find(({ name }) => name === 'Puppy club');
    const before = imports.read();
    const importId = await imports.import({ kind: 'list', listId: list?.id ?? 0 }, makeFile(imports));
    expect(imports.read()).not.toEqual(before);

    await imports.undo(importId);

    expect(imports.read()).toEqual(before);
    expect(await countUndo(imports, importId)).toEqual({ undone: 22 });
  });

  it('keeps whatever was changed since, and says of which rows', async () => {
    const imports = await open(shape);
    const { world } = imports;
    const file = makeFile(imports);
    const before = imports.read();
    const importId = await imports.import(NEW_LIST, file);
    const phones = file.map(({ phone }) => phone);
    const created = phones.slice(0, 12).map((phone) => imports.findContact(phone));
    const changed = phones.slice(12, 18).map((phone) => imports.findContact(phone));
    const { listId } = (await imports.find(importId)).memory;
    const [edited, noted, listed, pictured, favourite, gone] = created;
    const [firstNamed, lastNamed] = changed;
    if (!edited || !noted || !listed || !pictured || !favourite || !gone || !firstNamed || !lastNamed)
      throw new Error('Too few');
    imports.change(edited, { lastName: 'Edited' });
    imports.change(pictured, { avatar: 'one.png' });
    imports.change(favourite, { favorited: true });
    imports.change(firstNamed, { firstName: 'Edited' });
    imports.change(lastNamed, { lastName: 'Edited' });
    addToList(world, FARM_CALLS, [listed]);
    await addNote(imports, noted);
    world.removeContacts([gone]);
    world.changed();
    imports.service.demo.receive({ sender: created[6]?.phone ?? '', text: 'Is it Friday?' });
    await imports.account.sync.checkEverything();
    // Those whose names, values or lists were changed are known here; so is who has texted.
    expect(await explainUndo(imports.account, importId)).toMatchObject({
      ...{ deletedCount: 12, restoredCount: 6, editedCount: 3, textedCount: 1, deletesList: false },
    });

    await imports.undo(importId);

    const rows = await imports.listRows(importId);
    const kept = rows.filter(({ undo }) => undo === 'kept').map(({ phone }) => phone);
    const staying = [edited, noted, listed, pictured, favourite];
    expect(kept).toEqual([edited, noted, listed, pictured, favourite, firstNamed].map(({ phone }) => phone));
    const after = imports.read();
    for (const contact of staying) expect(after.contacts).toContainEqual(imports.toState(contact));
    const others = after.contacts.filter(({ id }) => !staying.some((contact) => contact.id === id));
    const expected = before.contacts.map((contact) => ({
      ...contact,
      ...(contact.id === firstNamed.id ? { firstName: 'Edited' } : {}),
      ...(contact.id === lastNamed.id ? { lastName: 'Edited' } : {}),
    }));
    expect(others).toEqual(expected);
    // The list stays with those who are on no other one, and the field with those who have a value in it.
    expect(after.lists.map(({ id }) => id)).toEqual([...before.lists.map(({ id }) => id), listId]);
    expect(after.fields.map(({ name }) => name)).toContain('Groomer');
    const view = toRunView(await imports.find(importId), Date.now());
    expect(view.undo).toMatchObject({ deletedCount: 7, restoredCount: 5, keptCount: 6 });
  });
});

/** One shape in a usual run: above, both are compared field by field in every run. */
describe.each(listShapes(['sdk', 'spec'], 'sdk'))(
  'an import that is undone after other things happened (%s)',
  (shape) => {
    it('leaves a contact that the user changed here a moment ago, before the service has heard of it', async () => {
      const imports = await open(shape);
      const importId = await imports.import(NEW_LIST, makePeople(3));
      const { id } = imports.findContact('447700810001');
      const change = { kind: 'edit-contact', contactId: toContactId(id), field: 'firstName' } as const;
      await imports.account.store.applyPeopleChanges({
        ...{ changes: [{ ...change, value: 'Anna', base: 'Ann 1' }], at: Date.now(), dueAt: Date.now() + 3_600_000 },
      });
      expect(await explainUndo(imports.account, importId)).toMatchObject({ editedCount: 1, deletesList: false });

      await imports.undo(importId);

      expect(imports.findContact('447700810001')).toMatchObject({ id, firstName: 'Ann 1' });
      expect(await countUndo(imports, importId)).toEqual({ undone: 2, kept: 1 });
      const { count, rows } = await listRunRows(imports.account.store, { importId, kind: 'kept', start: 0, limit: 10 });
      expect({ count, rows }).toEqual({
        count: 1,
        rows: [
          {
            ...{ line: 3, name: 'Anna O’Neil', phone: '+447700810001', cells: [], contactId: id },
            ...{ reason: { code: 'edited' }, foundBy: 'app' },
          },
        ],
      });
    });

    it('leaves contacts on the list who are on no other one any more, and the list with them', async () => {
      const imports = await open(shape);
      const [contact] = pickContacts(imports, 1);
      if (contact === undefined) throw new Error('There is no contact');
      const { phone, firstName } = contact;
      const importId = await imports.import(NEW_LIST, [{ phone, values: { firstName } }, ...makePeople(2)]);
      const { listId } = (await imports.find(importId)).memory;
      imports.change(contact, { listIds: [listId ?? 0] });

      await imports.undo(importId);

      expect(imports.findContact(phone)).toMatchObject({ id: contact.id, listIds: [listId] });
      expect(imports.world.membersCount(listId ?? 0)).toBe(1);
      expect(await countUndo(imports, importId)).toEqual({ undone: 2, kept: 1 });
    });

    it('puts back the values of contacts that were on no list before, and leaves them on the one of the import', async () => {
      const imports = await open(shape);
      const [contact, same] = pickContacts(imports, 2);
      if (contact === undefined || same === undefined) throw new Error('There are too few contacts');
      for (const one of [contact, same]) imports.change(one, { listIds: [] });
      await imports.account.sync.checkEverything();
      const before = imports.toState(structuredClone(contact));
      const changed = { phone: contact.phone, values: { firstName: 'Changed', email: 'changed@mail.example' } };
      const importId = await imports.import(NEW_LIST, [changed, { phone: same.phone }, ...makePeople(2)]);
      const { listId } = (await imports.find(importId)).memory;
      expect(await explainUndo(imports.account, importId)).toMatchObject({
        ...{ editedCount: 0, onlyHereCount: 2, restoredCount: 1, restoredValuesCount: 2, removedCount: 0 },
        ...{ deletedCount: 2, deletesList: false },
      });

      await imports.undo(importId);

      expect(imports.toState(imports.findContact(contact.phone))).toEqual({ ...before, listIds: [listId] });
      expect(imports.findContact(same.phone)).toMatchObject({ id: same.id, listIds: [listId] });
      expect(imports.world.membersCount(listId ?? 0)).toBe(2);
      const { rows } = await listRunRows(imports.account.store, { importId, kind: 'kept', start: 0, limit: 10 });
      expect(rows.map(({ line, reason }) => [line, reason?.code])).toEqual([
        [2, 'only-list'],
        [3, 'only-list'],
      ]);
    });

    it('leaves a list on which a user has put someone since', async () => {
      const imports = await open(shape);
      const importId = await imports.import(NEW_LIST, makePeople(3));
      const { listId } = (await imports.find(importId)).memory;
      const [contact] = pickContacts(imports, 1);
      if (contact === undefined) throw new Error('There is no contact');
      expect(await explainUndo(imports.account, importId)).toMatchObject({ deletesList: true });
      addToList(imports.world, listId ?? 0, [contact]);

      await imports.undo(importId);

      expect(contact.listIds).toContain(listId);
      expect(imports.world.membersCount(listId ?? 0)).toBe(1);
      expect(await countUndo(imports, importId)).toEqual({ undone: 3 });
    });

    it.each(['first', 'last'] as const)(
      'takes back two imports of the same contacts, the %s one first',
      async (which) => {
        const imports = await open(shape);
        const [one, two] = pickContacts(imports, 2);
        if (one === undefined || two === undefined) throw new Error('There are too few contacts');
        const before = imports.read();
        const toFile = (name: string): readonly FileRow[] => [
          { phone: one.phone, values: { firstName: name, email: 'both@mail.example' } },
          { phone: two.phone, values: which === 'first' ? { firstName: name } : { lastName: name } },
        ];
        const ids = [
          await imports.import(NEW_LIST, toFile('First')),
          await imports.import({ kind: 'list', listId: FARM_CALLS }, toFile('Second')),
        ];
        expect(imports.findContact(one.phone)).toMatchObject({ firstName: 'Second', email: 'both@mail.example' });

        for (const importId of which === 'first' ? ids : ids.toReversed()) await imports.undo(importId);

        expect(imports.read()).toEqual(before);
      },
    );

    it('leaves contacts that a user has put on the default list since, all of them together', async () => {
      const imports = await open(shape);
      const importId = await imports.import(NEW_LIST, makePeople(3));
      const created = makePeople(3).map(({ phone }) => imports.findContact(phone));
      const list = imports.world.lists.find(FARM_CALLS);
      if (list === undefined) throw new Error('There is no list');
      for (const other of imports.world.lists.rows) other.isDefault = other === list;
      addToList(imports.world, list.id, created);
      await imports.account.sync.checkEverything();
      expect(await explainUndo(imports.account, importId)).toMatchObject({ deletedCount: 3, editedCount: 3 });

      await imports.undo(importId);

      for (const contact of created) expect(imports.findContact(contact.phone)).toBe(contact);
      expect(await countUndo(imports, importId)).toEqual({ kept: 3 });
    });

    it('leaves a field in which another user’s contact has a value', async () => {
      const imports = await open(shape);
      const importId = await imports.import(NEW_LIST, makePeople(2, { 'new:Groomer': 'Mr Lee' }));
      const field = imports.world.fields.rows.find(({ name }) => name === 'Groomer');
      const shared = imports.world.contacts.rows.find(({ userId }) => userId !== undefined);
      if (field === undefined || shared === undefined) throw new Error('There is no shared contact');
      imports.change(shared, { values: withValues(shared.values, { [toValueKey(field.id)]: 'Ms Hall' }) });

      await imports.undo(importId);

      expect(imports.world.fields.rows).toContainEqual(field);
      expect(shared.values[toValueKey(field.id)]).toBe('Ms Hall');
    });

    it('asks of many contacts that went with their list once, not one by one', async () => {
      const imports = await open(shape);
      const before = imports.read();
      const importId = await imports.import(NEW_LIST, makePeople(230));
      const { listId } = (await imports.find(importId)).memory;
      const list = imports.world.lists.find(listId ?? 0);
      if (list === undefined) throw new Error('There is no list');
      imports.world.removeContacts(imports.world.contacts.rows.filter(({ listIds }) => listIds.includes(list.id)));
      imports.world.removeLists([list]);
      imports.world.changed();

      await imports.undo(importId);

      expect(imports.read()).toEqual(before);
      const singles = imports.service.demo.seen.filter(({ path }) => /\/contacts\/\d+$/.test(path));
      expect(singles.length).toBeLessThan(10);
      expect(await countUndo(imports, importId)).toEqual({ undone: 230 });
    });

    it('goes on after the end of the app in its middle, and through lost answers', async () => {
      const imports = await open(shape);
      const before = imports.read();
      const importId = await imports.import(NEW_LIST, makeFile(imports, 120));
      imports.service.demo.faults.set([
        { kind: 'reset-after', method: 'POST', path: '/contacts/delete', times: 1 },
        { kind: 'reset-after', method: 'PUT', path: '/contacts', times: 2 },
        { kind: 'reset-after', method: 'DELETE', path: '/lists', times: 1 },
        { kind: 'reset-after', method: 'DELETE', path: '/customfields', times: 1 },
      ]);
      await imports.runs.undo(importId);
      await until(async () => expect((await countUndo(imports, importId)).undone ?? 0).toBeGreaterThan(50));
      await imports.restart();
      await until(async () => expect((await countUndo(imports, importId)).undone ?? 0).toBeGreaterThan(121));
      await imports.restart();
      await imports.untilState(importId, 'undone');

      expect(imports.read()).toEqual(before);
      expect(await countUndo(imports, importId)).toEqual({ undone: 130 });
      expect(imports.service.demo.faults.list()).toEqual([]);
    });

    it('loses nothing that another client did meanwhile, whatever it was', async () => {
      const imports = await open(shape);
      const random = throwDice();
      const file = makeFile(imports, 40);
      const before = imports.read();
      const importId = await imports.import(NEW_LIST, file);
      const created = file.slice(0, 40).map(({ phone }) => imports.findContact(phone));
      const changed = file.slice(40, 46).map(({ phone }) => imports.findContact(phone));
      const edits = listEdits(imports, shape);
      const edited = new Map<number, Partial<Contact>>();
      for (const contact of [...created, ...changed].filter(() => random.happens(50))) {
        const changes = random.pick(edits)(contact);
        imports.change(contact, changes);
        edited.set(contact.id, structuredClone(changes));
      }
      const after = new Map(imports.read().contacts.map((contact) => [contact.id, contact]));

      await imports.undo(importId);

      const { contacts } = imports.read();
      const createdIds = new Set(created.map(({ id }) => id));
      const expected = [...after.values()].flatMap((contact) => {
        if (createdIds.has(contact.id)) return edited.has(contact.id) ? [contact] : [];
        const was = before.contacts.find(({ id }) => id === contact.id);
        return was === undefined ? [] : [withEdit(was, edited.get(contact.id) ?? {})];
      });
      expect(contacts).toEqual(expected);
      const kept = (await imports.listRows(importId)).filter(({ undo }) => undo === 'kept');
      const keptIds = new Set(kept.map(({ contactId }) => contactId));
      for (const { id } of created) expect(keptIds.has(id)).toBe(edited.has(id));
    });

    it('takes back what an import had done when it was stopped', async () => {
      const imports = await open(shape);
      const before = imports.read();
      const importId = await imports.start(NEW_LIST, makeFile(imports, 20));
      await until(async () => expect((await imports.find(importId)).step).toBe('changed'));
      await imports.runs.control(importId, 'stop');
      await until(async () => expect(await imports.find(importId)).toMatchObject({ state: 'stopped', step: 'done' }));
      expect(imports.read()).not.toEqual(before);

      await imports.undo(importId);

      expect(imports.read()).toEqual(before);
    });
  },
);

type Edit = (contact: Contact) => Partial<Contact>;

/** What another client may do to a contact. The specification's shape tells neither tags nor values. */
function listEdits({ world }: ImportOnDemo, shape: 'sdk' | 'spec'): readonly Edit[] {
  const groomer = world.fields.rows.find(({ name }) => name === 'Groomer')?.id ?? 0;
  const other = world.fields.rows.find(({ name }) => name === 'Client since')?.id ?? 0;
  const everywhere: readonly Edit[] = [
    () => ({ firstName: 'Edited' }),
    () => ({ lastName: 'Edited' }),
    () => ({ email: 'edited@mail.example' }),
    () => ({ company: 'Edited' }),
    ({ favorited }) => ({ favorited: !favorited }),
    () => ({ avatar: 'edited.png' }),
    ({ listIds }) => ({ listIds: [...new Set([...listIds, FARM_CALLS])] }),
    ({ values }) => ({ values: withValues(values, { [toValueKey(other)]: 'Edited' }) }),
  ];
  if (shape === 'spec') return everywhere;
  return [
    ...everywhere,
    ({ values }) => ({ values: withValues(values, { [toValueKey(groomer)]: 'Edited' }) }),
    ({ tagIds }) => ({ tagIds: [...new Set([...tagIds, world.tags.rows[0]?.id ?? 0])] }),
  ];
}

/** As the contact was, but for what was edited. */
function withEdit(was: Contact, edit: Partial<Contact>): Contact {
  const { values = {}, listIds, ...plain } = edit;
  const changed = Object.fromEntries(Object.entries(values).filter(([, value]) => value === 'Edited'));
  const added = listIds?.filter((id) => was.listIds.includes(id) || id === FARM_CALLS) ?? [];
  return {
    ...was,
    ...plain,
    values: { ...was.values, ...changed },
    listIds: [...new Set([...was.listIds, ...added])].toSorted((one, other) => one - other),
  };
}

function toComparable({
  id,
  phone,
  firstName,
  lastName,
  email,
  listIds,
}: Pick<Contact, 'id' | 'phone' | 'firstName' | 'lastName' | 'email' | 'listIds'>) {
  return { id, phone, firstName, lastName, email, listIds: listIds.toSorted((one, other) => one - other) };
}

async function addNote({ account }: ImportOnDemo, { id }: Contact): Promise<void> {
  await account.client.createNote({ contactId: toContactId(id), text: 'Prefers mornings' }, { priority: 'user' });
}
