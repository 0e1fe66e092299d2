/** What a person does with templates, at services in both shapes and at one that has none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toValueKey } from '#main/demo/state/contact-values.ts';
import type { RequestInput, TemplateView } from '#shared/contract/index.ts';
import { toFilledText } from '#shared/domain/merge-fields.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { toRequestId } from './app-on-demo.ts';
import { SyncedPeople } from './synced-people.ts';
import { SyncedApp } from './synced-app.ts';

const WORDS = { name: 'Parking', content: 'Hi {First name}, park behind the building.', shortcut: '', fallbacks: {} };
const DEBORAH = '447700900318';

let at: SyncedApp;

async function list(): Promise<readonly TemplateView[]> {
  return (await at.window.ask('templates.list', {})).items;
}

async function create(changes: Partial<RequestInput<'templates.create'>> = {}): Promise<TemplateView> {
  return await at.window.ask('templates.create', toCreation(changes));
}

function toCreation(changes: Partial<RequestInput<'templates.create'>>): RequestInput<'templates.create'> {
  return { requestId: toRequestId(), keeper: 'service', ...WORDS, ...changes };
}

function toUpdate(view: TemplateView, changes: Partial<RequestInput<'templates.update'>>) {
  const { key, keeper, name, content, shortcut, fallbacks } = view;
  const base = { name, content };
  return { requestId: toRequestId(), ...{ key, keeper, name, content, shortcut, fallbacks, base }, ...changes };
}

async function update(view: TemplateView, changes: Partial<RequestInput<'templates.update'>>): Promise<TemplateView> {
  return await at.window.ask('templates.update', toUpdate(view, changes));
}

async function remove(...views: readonly TemplateView[]) {
  const keys = views.map(({ key }) => key);
  return await at.window.ask('templates.delete', { requestId: toRequestId(), keys });
}

function atService({ key }: TemplateView) {
  return at.service.world.templates.find(Number(key.replace('service:', '')));
}

function listAtService(name: string) {
  return at.service.world.templates.rows.filter((template) => template.name === name);
}

describe.each(listShapes(['sdk', 'spec'], 'sdk'))('templates at a service in the shape %s', (shapes) => {
  beforeAll(async () => {
    at = await SyncedPeople.openApp({ shapes });
  });
  afterAll(() => at.dispose());

  it('are listed as the service has them', async () => {
    const { items, canServiceKeep } = await at.window.ask('templates.list', {});
    expect(canServiceKeep).toBe(true);
    const told = items.map(({ key, name, content }) => ({ key, name, content }));
    const there = at.service.world.templates.rows.map(({ id, name, content }) => ({
      key: `service:${String(id)}`,
      name,
      content,
    }));
    expect(told.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual(there);
  });

  it('are made, changed and counted', async () => {
    const made = await create({ shortcut: '/park', fallbacks: { 'First name': 'there' } });
    expect(atService(made)).toMatchObject({ name: 'Parking', content: WORDS.content });
    expect(made.modifiedAt).toBeGreaterThan(0);
    const changed = await update(made, { name: 'Where to park', shortcut: 'where' });
    expect(changed).toMatchObject({ key: made.key, shortcut: 'where', fallbacks: { 'First name': 'there' } });
    expect(atService(made)).toMatchObject({ name: 'Where to park' });
    await at.window.ask('templates.used', { requestId: toRequestId(), key: made.key });
    expect(await list()).toContainEqual(expect.objectContaining({ key: made.key, shortcut: 'where', usedCount: 1 }));
    await until(() => expect(at.window.heard('templates.changed').length).toBeGreaterThan(0));
    const taken = await at.window.askForError('templates.create', toCreation({ shortcut: 'WHERE' }));
    expect(taken).toMatchObject({ code: 'validation', fields: { shortcut: ['taken'] } });
    const blank = await at.window.askForError('templates.create', toCreation({ name: ' ' }));
    expect(blank).toMatchObject({ code: 'validation', fields: { name: ['empty'] } });
  });

  it('are not overwritten where another client changed them', async () => {
    const made = await create({ name: 'Shared' });
    const row = atService(made);
    if (row === undefined) throw new Error('It was not made');
    Object.assign(row, { content: 'Theirs', lastModified: row.lastModified + 1_000 });
    const refused = await at.window.askForError('templates.update', toUpdate(made, { content: 'Mine' }));
    expect(refused).toMatchObject({ code: 'validation', fields: { content: ['changed'] } });
    expect(row.content).toBe('Theirs');
    const shown = (await list()).find(({ key }) => key === made.key);
    expect(shown).toMatchObject({ content: 'Theirs' });
    if (shown !== undefined) expect(await update(shown, { content: 'Both' })).toMatchObject({ content: 'Both' });
  });

  it('move to this computer and back with all that is kept of them', async () => {
    const made = await create({ name: 'Moving', shortcut: 'moving', fallbacks: { Pet: 'your pet' } });
    await at.window.ask('templates.used', { requestId: toRequestId(), key: made.key });
    const here = await update(made, { keeper: 'computer' });
    expect(listAtService('Moving')).toEqual([]);
    expect(here).toMatchObject({
      keeper: 'computer',
      shortcut: 'moving',
      fallbacks: { Pet: 'your pet' },
      usedCount: 1,
    });
    const back = await update(here, { keeper: 'service', content: 'Moved' });
    expect(listAtService('Moving')).toMatchObject([{ content: 'Moved' }]);
    expect(back).toMatchObject({ keeper: 'service', shortcut: 'moving', usedCount: 1 });
    expect((await list()).filter(({ name }) => name === 'Moving')).toEqual([back]);
  });

  it('are deleted, one and several, and made again', async () => {
    const here = await create({ name: 'Here', keeper: 'computer', shortcut: 'here' });
    const there = [await create({ name: 'One', shortcut: 'one' }), await create({ name: 'Two' })];
    const deletion = await remove(here, ...there);
    expect(deletion.count).toBe(3);
    expect([...listAtService('One'), ...listAtService('Two')]).toEqual([]);
    const undo = { requestId: toRequestId(), undoId: deletion.undoId };
    const { keys } = await at.window.ask('templates.undo', undo);
    expect(keys).toHaveLength(3);
    const again = (await list()).filter(({ key }) => keys.includes(key));
    expect(again.map(({ name, shortcut }) => [name, shortcut])).toEqual([
      ['One', 'one'],
      ['Two', ''],
      ['Here', 'here'],
    ]);
    expect(listAtService('One')).toHaveLength(1);
    const [one] = again;
    if (one !== undefined) expect(await remove(one)).toMatchObject({ count: 1 });
    expect(listAtService('One')).toEqual([]);
  });

  it('are made once where the answer is lost', async () => {
    at.service.faults.set([{ kind: 'reset-after', method: 'POST', path: '/templates' }]);
    const made = await create({ name: 'Lost' });
    expect(atService(made)).toMatchObject({ name: 'Lost' });

    at.service.faults.set([
      { kind: 'reset-after', method: 'POST', path: '/templates' },
      { kind: 'status', status: 500, method: 'GET', path: '/templates' },
    ]);
    const given = toCreation({ name: 'Lost too' });
    const unknown = await at.window.askForError('templates.create', given);
    expect(unknown.fields).toMatchObject({ outcome: ['unknown'] });
    at.service.faults.set([]);
    const found = await at.window.ask('templates.create', given);
    expect(atService(found)).toMatchObject({ name: 'Lost too' });
    expect(listAtService('Lost too')).toHaveLength(1);
  });

  it('are shown in the words of people who have the fields', async () => {
    const { world } = at.service;
    const { fields, contactsCount } = await at.window.ask('templates.fields', { phone: DEBORAH });
    const key = toValueKey(world.data.fields.find(({ name }) => name === 'Pet')?.id ?? 0);
    const withPet = world.contacts.rows.filter(({ values }) => (values[key] ?? '').trim() !== '');
    // Contacts of the specification say which custom fields there are, and not their values.
    const petsCount = shapes === 'sdk' ? withPet.length : 0;
    expect(fields.find(({ name }) => name === 'Pet')).toMatchObject({ isCustom: true, peopleCount: petsCount });
    expect(fields.find(({ name }) => name === 'First name')).toMatchObject({ isCustom: false, value: 'Deborah' });

    const text = { content: 'Hi {first name}, {Pet} is ready. {Oops}', fallbacks: { Pet: 'your pet' } };
    const filled = await at.window.ask('templates.fill', { ...text, phone: DEBORAH });
    const pet = shapes === 'sdk' ? world.findContactByPhone(DEBORAH)?.values[key] : 'your pet';
    expect(toFilledText(filled.pieces)).toBe(`Hi Deborah, ${pet ?? ''} is ready. {Oops}`);

    const [measured, { people }] = await Promise.all([
      at.window.ask('templates.measure', text),
      at.window.ask('templates.preview', { ...text, contactIds: null }),
    ]);
    expect(measured.contactsCount).toBe(contactsCount);
    expect(measured.partsCounts.reduce((sum, { peopleCount }) => sum + peopleCount, 0)).toBe(contactsCount);
    expect(measured.empty).toContainEqual({ field: 'Oops', peopleCount: contactsCount, isKnown: false });
    const emptyPets = measured.empty.find(({ field }) => field === 'Pet')?.peopleCount;
    expect(emptyPets).toBe(contactsCount - petsCount);
    expect(people.filter(({ isLongest }) => isLongest)).toMatchObject([{ length: measured.longest }]);
    expect(people.length).toBeGreaterThan(1);

    const [one] = people;
    const chosen = await at.window.ask('templates.preview', { ...text, contactIds: [one?.contactId ?? 0] });
    expect(chosen.people).toMatchObject([{ contactId: one?.contactId, pieces: one?.pieces }]);
  });

  it('stay on this computer over a restart without a key', async () => {
    const before = await list();
    await at.restart();
    await until(async () => expect(await list()).toEqual(before));
  });
});

describe('templates at a service that has none', () => {
  beforeAll(async () => {
    at = await SyncedApp.open((service) => {
      service.settings.absent = ['templates'];
    });
  });
  afterAll(() => at.dispose());

  it('are kept on this computer alone', async () => {
    expect(await at.window.ask('templates.list', {})).toEqual({ items: [], canServiceKeep: false });
    const absent = { code: 'validation', fields: { keeper: ['absent'] } };
    expect(await at.window.askForError('templates.create', toCreation({}))).toMatchObject(absent);
    const here = await create({ keeper: 'computer', shortcut: 'park' });
    expect(await at.window.askForError('templates.update', toUpdate(here, { keeper: 'service' }))).toMatchObject(
      absent,
    );
    expect(await update(here, { content: 'Bye' })).toMatchObject({ keeper: 'computer', content: 'Bye' });
    const { undoId } = await remove(here);
    expect(await at.window.ask('templates.undo', { requestId: toRequestId(), undoId })).toEqual({ keys: [here.key] });
    expect(await list()).toContainEqual(expect.objectContaining({ key: here.key, shortcut: 'park', content: 'Bye' }));
  });
});
