import { describe, expect, it } from 'vitest';
import { planMember, planRestore, toFieldName } from '#main/services/importing/undo/plan.ts';
import type { PresentContact, UndoFacts } from '#main/services/importing/undo/plan.ts';
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const LIST = toListId(50);
const FARM = toListId(7);
const FACTS: UndoFacts = { listId: LIST, extraListIds: [51], lastContactIdBefore: 100, createdFields: { Vet: 9 } };

const CREATED: StoredImportRow = {
  ...{ line: 2, verdict: 'new', state: 'done', undo: 'none', reason: null, foundBy: 'app', phone: '447700900318' },
  ...{ contactId: 101, isOnList: false, before: null, cells: [], batch: 1 },
  values: { firstName: 'Ann', email: 'ann@mail.example', 'new:Vet': 'Mr Lee', lastName: '' },
};
const CHANGED: StoredImportRow = {
  ...CREATED,
  verdict: 'update',
  contactId: 12,
  values: { firstName: 'Ann', 'field:9': 'Mr Lee' },
  before: { values: { firstName: 'Anna', 'field:9': '' }, listIds: [FARM] },
};
const ADDED: StoredImportRow = {
  ...CHANGED,
  verdict: 'unchanged',
  values: {},
  before: { values: {}, listIds: [FARM] },
};

function present(changes: Partial<ContactDetails> = {}, more: Partial<PresentContact> = {}): PresentContact {
  const contact: ContactDetails = {
    ...{ id: toContactId(101), phone: toPhoneKey('447700900318'), firstName: 'Ann', lastName: '', company: '' },
    ...{ email: 'ann@mail.example', country: 'GB', isBlocked: false, isFavorite: false, isShared: false },
    ...{ phoneType: 'mobile', avatarHref: null, lists: null, userId: 1, ownerId: 1, tags: [], notes: [] },
    fields: [{ id: 9, name: 'Vet', value: 'Mr Lee' }],
    ...changes,
  };
  return { contact, listIds: [LIST], waiting: new Set(), isBlocked: false, ...more };
}

describe('a contact that an import created', () => {
  it('is deleted where it is as it was written', () => {
    expect(planMember(CREATED, present(), FACTS)).toBe('delete');
    expect(planMember(CREATED, present({}, { listIds: [LIST, toListId(51)] }), FACTS)).toBe('delete');
    expect(planMember(CREATED, present({}, { listIds: [] }), FACTS)).toBe('delete');
    // What the service does not say is no change, nor is how it writes an address.
    expect(planMember(CREATED, present({ tags: null, isBlocked: null, ownerId: null }), FACTS)).toBe('delete');
    expect(planMember(CREATED, present({ email: 'Ann@Mail.example' }), FACTS)).toBe('delete');
    expect(planMember(CREATED, present({ fields: [{ id: 9, name: 'Vet', value: null }] }), FACTS)).toBe('delete');
  });

  it.each<[string, Partial<ContactDetails>]>([
    ['another name', { firstName: 'Anna' }],
    ['a name more', { lastName: 'Lee' }],
    ['no address any more', { email: '' }],
    ['another number', { phone: toPhoneKey('447700900319') }],
    ['a company', { company: 'Northgate' }],
    ['another value', { fields: [{ id: 9, name: 'Vet', value: 'Ms Hall' }] }],
    ['a value less', { fields: [] }],
    [
      'a value more',
      {
        fields: [
          { id: 9, name: 'Vet', value: 'Mr Lee' },
          { id: 8, name: 'Pet', value: 'Rex' },
        ],
      },
    ],
    ['a mark as favourite', { isFavorite: true }],
    ['a block', { isBlocked: true }],
    ['a picture', { avatarHref: 'avatars/1.png' }],
    ['a tag', { tags: [{ id: 1, title: 'vip' }] }],
    ['a note', { notes: [{ id: 1, text: 'Mornings', createdAt: null, authorId: null, authorName: '' }] }],
    ['another owner', { ownerId: 2 }],
    ['an id of before', { id: toContactId(100) }],
  ])('stays with %s', (_what, changes) => {
    expect(planMember(CREATED, present(changes), FACTS)).toBe('edited');
  });

  it('stays where something waits for it, the register blocks it, or another list has it', () => {
    expect(planMember(CREATED, present({}, { waiting: new Set(['firstName']) }), FACTS)).toBe('edited');
    expect(planMember(CREATED, present({ isBlocked: null }, { isBlocked: true }), FACTS)).toBe('edited');
    expect(planMember(CREATED, present({}, { listIds: [LIST, FARM] }), FACTS)).toBe('edited');
    expect(planMember(CREATED, present(), { ...FACTS, lastContactIdBefore: null })).toBe('edited');
  });
});

describe('a contact that was put on the list', () => {
  it('leaves it while it is on another one', () => {
    expect(planMember(ADDED, present({}, { listIds: [FARM, LIST] }), FACTS)).toBe('take-off');
    expect(planMember(ADDED, present({}, { listIds: [LIST] }), FACTS)).toBe('only-list');
    expect(planMember(ADDED, present({}, { listIds: [LIST, toListId(51)] }), FACTS)).toBe('only-list');
  });

  it('stays where it was on it before, and needs nothing where it has left', () => {
    const before = { values: {}, listIds: [FARM, LIST] };
    expect(planMember({ ...ADDED, before }, present({}, { listIds: [FARM, LIST] }), FACTS)).toBe('undone');
    expect(planMember({ ...ADDED, before: null, isOnList: true }, present(), FACTS)).toBe('undone');
    expect(planMember(ADDED, present({}, { listIds: [FARM] }), FACTS)).toBe('undone');
    expect(planMember(ADDED, present(), { ...FACTS, listId: null })).toBe('undone');
  });
});

describe('a contact that an import changed', () => {
  const onBoth = { listIds: [FARM, LIST] };
  const change = (field: string, value: string) => ({ change: { field, value } });

  it('gets back what it had, and leaves the list', () => {
    expect(planRestore(CHANGED, present({}, onBoth), FACTS)).toEqual({
      values: [change('firstName', 'Anna'), change('field:9', '')],
      ...{ listIds: [FARM], changesLists: true, keptWhy: null },
    });
  });

  it('needs nothing where it is as before', () => {
    const plan = planRestore(CHANGED, present({ firstName: 'Anna', fields: [] }, { listIds: [FARM] }), FACTS);
    expect(plan).toEqual({ values: [], listIds: [FARM], changesLists: false, keptWhy: null });
  });

  it('keeps the values that were changed since, and gets back the others', () => {
    expect(planRestore(CHANGED, present({ firstName: 'Annie' }, onBoth), FACTS)).toMatchObject({
      ...{ values: [change('field:9', '')], keptWhy: 'edited', changesLists: true },
    });
    const waiting = new Set(['field:9']);
    expect(planRestore(CHANGED, present({}, { ...onBoth, waiting }), FACTS)).toMatchObject({
      ...{ values: [change('firstName', 'Anna')], keptWhy: 'edited' },
    });
  });

  it('stays on the list where it is on no other one any more', () => {
    const plan = planRestore(CHANGED, present({}, { listIds: [LIST] }), FACTS);
    expect(plan).toMatchObject({ listIds: [LIST], changesLists: false, keptWhy: 'only-list' });
    expect(plan.values).toEqual([change('firstName', 'Anna'), change('field:9', '')]);
    // What was changed since is the first thing to be said.
    const edited = planRestore(CHANGED, present({ firstName: 'Annie' }, { listIds: [LIST] }), FACTS);
    expect(edited).toMatchObject({ values: [change('field:9', '')], keptWhy: 'edited' });
  });

  it('keeps a value of which the service never said what it was', () => {
    const hidden = present({ fields: [{ id: 9, name: 'Vet', value: null }] }, onBoth);
    expect(planRestore(CHANGED, hidden, FACTS)).toMatchObject({ keptWhy: null });
    expect(planRestore(CHANGED, hidden, FACTS).values).toContainEqual(change('field:9', ''));
    const before = { values: { firstName: 'Anna' }, listIds: [FARM] };
    expect(planRestore({ ...CHANGED, before }, hidden, FACTS)).toMatchObject({
      ...{ values: [change('firstName', 'Anna')], keptWhy: 'not-known' },
    });
  });

  it('gets back a value that the file has cleared', () => {
    const row = { ...CHANGED, values: { email: '' }, before: { values: { email: 'a@b.example' }, listIds: [FARM] } };
    expect(planRestore(row, present({ email: '' }, onBoth), FACTS).values).toEqual([change('email', 'a@b.example')]);
    expect(planRestore(row, present({ email: 'c@d.example' }, onBoth), FACTS)).toMatchObject({
      values: [],
      keptWhy: 'edited',
    });
  });

  it('stays as it is where nothing is known of before', () => {
    expect(planRestore({ ...CHANGED, before: null }, present({}, onBoth), FACTS)).toEqual({
      ...{ values: [], listIds: [FARM, LIST], changesLists: false, keptWhy: 'not-known' },
    });
  });
});

it('names a value by the field that was created for it', () => {
  expect(toFieldName('new:Vet', { Vet: 9 })).toBe('field:9');
  expect(toFieldName('new:Pet', { Vet: 9 })).toBeNull();
  expect(toFieldName('new:constructor', { Vet: 9 })).toBeNull();
  expect(toFieldName('email', {})).toBe('email');
});
