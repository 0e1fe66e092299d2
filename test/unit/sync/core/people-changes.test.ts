import { describe, expect, it } from 'vitest';
import {
  compareEdits,
  compareNote,
  findSentNote,
  listLostEdits,
  listNextMembers,
  planPeopleChanges,
  readContactValue,
  sortRefusals,
  startMembers,
  toContactDraft,
  toMembersResult,
} from '#main/sync/core/people-changes.ts';
import type { KeptOf } from '#main/sync/core/people-changes.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { NO_PROGRESS, toTagsText } from '#shared/domain/people-changes.ts';
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';
import type { ContactDetails, ContactNote } from '#shared/domain/people.ts';
import { makeContact, range } from '#test/support/sync/builders.ts';

const NOW = 1_800_000_000_000;
const FIVE = toContactId(5);
const LIST = toListId(3);

function keep<Change extends PeopleChange>(
  id: number,
  change: Change,
  more: Partial<KeptPeopleChange> = {},
): KeptPeopleChange & { readonly change: Change } {
  return {
    ...{ id, state: 'waiting', createdAt: NOW - 10_000, dueAt: NOW - 5_000, attempts: 0 },
    ...{ problem: null, theirs: null, progress: null },
    ...more,
    change,
  };
}

type Field = KeptOf<'edit-contact'>['change']['field'];

const edit = (id: number, field: Field, value: string, base = ''): KeptOf<'edit-contact'> =>
  keep(id, { kind: 'edit-contact', contactId: FIVE, field, value, base } as const);
const members = (id: number, more: Partial<KeptPeopleChange> = {}): KeptOf<'members'> =>
  keep(id, { kind: 'members', listId: LIST, contactIds: [FIVE], isAdded: true, agreedIds: [] } as const, more);

const plan = (kept: readonly KeptPeopleChange[], resting: readonly number[] = []) =>
  planPeopleChanges(kept, { now: NOW, resting: new Set(resting) });

const details = (change: Partial<ContactDetails> = {}): ContactDetails => ({
  ...makeContact(5),
  ...{ userId: 1, ownerId: null, tags: null, notes: [] },
  ...change,
});

describe('what leaves next', () => {
  it('is the oldest that is due', () => {
    const note = keep(2, { kind: 'add-note', contactId: toContactId(9), noteId: -1, text: 'Hm' } as const);
    expect(plan([edit(1, 'email', 'a@b.example'), note]).job).toMatchObject({ kind: 'edit-contact' });
    expect(plan([note, edit(3, 'email', 'a@b.example')]).job).toMatchObject({ kind: 'add-note' });
  });

  it('is nothing while the undo lasts, and is looked for again at its end', () => {
    const held = { ...edit(1, 'email', 'a@b.example'), createdAt: NOW - 1_000, dueAt: NOW + 4_000 };
    expect(plan([held])).toEqual({ job: null, nextDueAt: NOW + 4_000 });
  });

  it('takes edits of one contact together, until something else is done to it', () => {
    const note = keep(3, { kind: 'add-note', contactId: FIVE, noteId: -1, text: 'Hm' } as const);
    const kept = [edit(1, 'email', 'a@b.example'), edit(2, 'company', 'Pets'), note, edit(4, 'firstName', 'Zoë')];
    expect(plan(kept).job).toMatchObject({ kind: 'edit-contact', edits: [{ id: 1 }, { id: 2 }] });
  });

  it('takes no one off a list while it is open whether the service put them on another one before', () => {
    const goal = toListId(4);
    const off = keep(2, {
      ...{ kind: 'members', listId: goal, contactIds: [FIVE] },
      isAdded: false,
      agreedIds: [],
    } as const);
    expect(plan([members(1), off], [1]).job).toBeNull();
    expect(plan([members(1, { state: 'paused' }), off]).job).toBeNull();
    expect(plan([members(1, { state: 'refused' }), off]).job).toBeNull();
    const done = { ...NO_PROGRESS, handledCount: 1, refusedCount: 1 };
    expect(plan([members(1, { state: 'done', progress: done }), off]).job).toMatchObject({ kept: { id: 2 } });
    const others = { ...members(1, { state: 'refused' }).change, contactIds: [toContactId(6)] };
    expect(plan([keep(1, others, { state: 'refused' }), off]).job).toMatchObject({ kept: { id: 2 } });
  });

  it('passes what rests, and waits with what is younger of the same contact only', () => {
    const other = keep(3, {
      ...{ kind: 'edit-contact', contactId: toContactId(6), field: 'email', value: 'x', base: '' },
    } as const);
    expect(plan([edit(1, 'email', 'a'), edit(2, 'company', 'b'), other], [1]).job).toMatchObject({
      edits: [{ id: 3 }],
    });
  });

  it('is no change that was refused, in conflict or paused, nor one behind it that it holds up', () => {
    const refused = { ...edit(1, 'email', 'a'), state: 'refused' as const };
    expect(plan([refused, members(2, { state: 'paused' })]).job).toBeNull();
    expect(plan([refused, edit(2, 'email', 'b')]).job).toMatchObject({ edits: [{ id: 2 }] });
  });

  it('is a portion of members only where nothing shorter waits', () => {
    expect(plan([members(1), edit(2, 'email', 'a')]).job).toMatchObject({ kind: 'edit-contact' });
    expect(plan([members(1)]).job).toMatchObject({ kind: 'members' });
  });

  it('is an edit of a list while people are still being added to it', () => {
    const rename = { kind: 'edit-list', listId: LIST, field: 'name', value: 'Dogs', base: 'Pets' } as const;
    expect(plan([members(1), keep(2, rename)]).job).toMatchObject({ kind: 'edit-list', edits: [{ id: 2 }] });
  });

  it('is no edit of a note that the service does not have yet', () => {
    const add = keep(1, { kind: 'add-note', contactId: FIVE, noteId: -1, text: 'Hm' } as const, { state: 'refused' });
    const change = keep(2, { kind: 'edit-note', contactId: FIVE, noteId: -1, text: 'Ho', base: 'Hm' } as const);
    expect(plan([add, change]).job).toBeNull();
  });
});

describe('an edit against what the service has', () => {
  const compare = (theirs: string | null) => {
    const { done, toWrite, conflicts } = compareEdits([edit(1, 'email', 'new', 'old')], () => theirs);
    return [done.length, toWrite.length, conflicts.map((one) => one.theirs)];
  };

  it('is done where the value is there, also after an answer that was lost', () => {
    expect(compare('new')).toEqual([1, 0, []]);
  });

  it('is written where the service has what the user began with', () => {
    expect(compare('old')).toEqual([0, 1, []]);
  });

  it('is a conflict where another value came meanwhile', () => {
    expect(compare('third')).toEqual([0, 0, ['third']]);
  });

  it('is written where the service does not say what it has', () => {
    expect(compare(null)).toEqual([0, 1, []]);
  });

  it('knows what any of several edits of one value wanted', () => {
    const chain = [edit(1, 'email', 'second', 'first'), edit(2, 'email', 'third', 'second')];
    const sort = (theirs: string) => {
      const { done, toWrite, conflicts } = compareEdits(chain, () => theirs);
      return [done, toWrite, conflicts.map((one) => one.edit)].map((edits) => edits.map(({ id }) => id));
    };
    expect(['first', 'second', 'third', 'other'].map(sort)).toEqual([
      [[], [1, 2], []],
      [[1], [2], []],
      [[1, 2], [], []],
      [[], [], [1, 2]],
    ]);
  });

  it('reads flags, types and custom fields as changes write them', () => {
    const fields = [
      { id: 12, name: 'Pet', value: 'Biscuit' },
      { id: 13, name: 'Plan', value: null },
    ];
    const contact = details({ isFavorite: true, phoneType: 'mobile', fields });
    const names = ['isFavorite', 'phoneType', 'field:12', 'field:13', 'field:14'] as const;
    expect(names.map((name) => readContactValue(contact, name))).toEqual(['true', 'mobile', 'Biscuit', '', '']);
    const hidden = details({ fields: [{ id: 12, name: 'Pet', value: null }] });
    expect(readContactValue(hidden, 'field:12')).toBeNull();
  });

  it.each([
    ['new', 'done'],
    ['old', 'to-write'],
    ['third', 'conflict'],
  ])('of a note whose text is “%s” there: %s', (theirs, fate) => {
    const change = { kind: 'edit-note', contactId: FIVE, noteId: 7, text: 'new', base: 'old' } as const;
    expect(compareNote(change, theirs)).toBe(fate);
  });
});

describe('tags and the owner that the service has', () => {
  const [vip, bites] = [
    { id: 12, title: 'VIP' },
    { id: 13, title: 'Bites' },
  ];

  it('are texts as they are edited; not said where services know neither', () => {
    const read = (contact: ContactDetails) =>
      (['tags', 'ownerId'] as const).map((name) => readContactValue(contact, name));
    expect(read(details({ tags: [bites, vip], ownerId: 7 }))).toEqual([toTagsText([vip, bites]), '7']);
    expect(read(details({ tags: [], ownerId: null }))).toEqual(['', '']);
    expect(read(details({ tags: null, ownerId: 7 }))).toEqual([null, '7']);
    expect(read(details({ tags: null, ownerId: null }))).toEqual([null, null]);
  });

  it('are the same tags whatever their titles are by now', () => {
    const change = edit(1, 'tags', toTagsText([vip, bites]), toTagsText([vip]));
    const compare = (theirs: string) => compareEdits([change], () => theirs);
    expect(compare(toTagsText([{ ...vip, title: 'Very important' }])).toWrite).toEqual([change]);
    expect(compare(toTagsText([{ ...vip, title: 'Very important' }, bites])).done).toEqual([change]);
    expect(compare(toTagsText([bites])).conflicts).toMatchObject([{ edit: { id: 1 } }]);
    expect(compare('').conflicts).toMatchObject([{ theirs: '' }]);
  });

  it('were not kept where the service has after the request what it had before, or says nothing', () => {
    const [tags, owner] = [edit(1, 'tags', toTagsText([vip, bites])), edit(2, 'ownerId', '9')];
    const before = details({ tags: [vip], ownerId: 7 });
    const listLost = (after: Partial<ContactDetails>) =>
      listLostEdits([tags, owner], { before, after: details(after) }).map(({ id }) => id);
    expect(listLost({ tags: [bites, vip], ownerId: 9 })).toEqual([]);
    expect(listLost({ tags: [vip], ownerId: 9 })).toEqual([1]);
    expect(listLost({ tags: [], ownerId: 7 })).toEqual([2]);
    expect(listLost({ tags: null, ownerId: null })).toEqual([1, 2]);
  });
});

describe('the whole contact that is put back', () => {
  it('has everything that the service has, and only the edited values changed', () => {
    const contact = details({
      ...{ lastName: 'Okonkwo', company: 'Pets', isFavorite: true, isBlocked: true, phoneType: 'mobile' },
      ...{ ownerId: 7, tags: [{ id: 12, title: 'VIP' }], fields: [{ id: 501, name: 'Pet', value: 'Biscuit' }] },
    });
    const draft = toContactDraft(contact, [LIST], [edit(1, 'firstName', 'Zoë'), edit(2, 'field:502', 'Gold')]);
    expect(draft).toEqual({
      ...{ phone: contact.phone, firstName: 'Zoë', lastName: 'Okonkwo', company: 'Pets', email: '' },
      ...{ listIds: [LIST], isFavorite: true, isBlocked: true, phoneType: 'mobile', tagIds: [12], ownerId: 7 },
      fields: [
        { id: 501, value: 'Biscuit' },
        { id: 502, value: 'Gold' },
      ],
    });
  });

  it('has the tags and the owner of edits, or what the service says of them, or neither', () => {
    const contact = details({ ownerId: 7, tags: [{ id: 12, title: 'VIP' }] });
    const tags = edit(1, 'tags', '[{"id":14,"title":"New"},{"id":13,"title":"Bites"}]');
    expect(toContactDraft(contact, [LIST], [tags])).toMatchObject({ tagIds: [13, 14], ownerId: 7 });
    expect(toContactDraft(contact, [LIST], [edit(1, 'tags', '')])).toMatchObject({ tagIds: [], ownerId: 7 });
    expect(toContactDraft(contact, [LIST], [edit(1, 'ownerId', '9')])).toMatchObject({ tagIds: [12], ownerId: 9 });
    expect(toContactDraft(contact, [LIST], [edit(1, 'ownerId', '')])).toMatchObject({ tagIds: [12], ownerId: null });
    const ownerless = toContactDraft(details({ ownerId: null, tags: [] }), [LIST], [edit(1, 'email', 'a@b.example')]);
    expect([ownerless.tagIds, ownerless.ownerId]).toEqual([[], undefined]);
    const older = toContactDraft(details(), [LIST], [edit(1, 'email', 'a@b.example')]);
    expect([older.tagIds, older.ownerId]).toEqual([undefined, undefined]);
  });

  it('leaves the type of a new number to the service', () => {
    const draft = toContactDraft(details({ phoneType: 'landline' }), [], [edit(1, 'phone', '447700900999')]);
    expect(draft.phone).toBe('447700900999');
    expect(draft.phoneType).toBeUndefined();
  });
});

describe('a refusal by field', () => {
  const refuse = (fields: Record<string, string[]>, common: string[] = []) =>
    new AppError({ code: 'validation', message: 'x', outcome: 'refused', fields, common });
  const edits = [edit(1, 'email', 'x'), edit(2, 'company', 'y'), edit(3, 'field:12', 'z')];

  it('is of the edits that it names; the others are tried again', () => {
    const { refused, rest } = sortRefusals(edits, refuse({ companyName: ['Too long.'], customFieldValues: ['No.'] }));
    expect(refused.map(({ edit: { id }, detail }) => [id, detail])).toEqual([
      [2, 'Too long.'],
      [3, 'No.'],
    ]);
    expect(rest.map(({ id }) => id)).toEqual([1]);
  });

  it('is of all edits where it names none of them', () => {
    const { refused, rest } = sortRefusals(edits, refuse({ lists: ['One of the lists does not exist.'] }, ['Sorry.']));
    expect(refused.map(({ detail }) => detail)).toEqual(Array(3).fill('Sorry. One of the lists does not exist.'));
    expect(rest).toEqual([]);
  });
});

describe('a note whose answer was lost', () => {
  const note = (id: number, text: string, createdAt: number | null) =>
    ({ id, text, createdAt, authorId: 1, authorName: '' }) as const;

  it('is the newest with that text since it was written', () => {
    const notes = [note(1, 'Called', NOW - 3_600_000), note(2, 'Called', NOW), note(3, 'Wrote', NOW)];
    const find = (some: readonly ContactNote[], writtenAt: number) =>
      findSentNote(some, { text: 'Called', writtenAt, knownIds: null })?.id;
    expect(find(notes, NOW + 1_000)).toBe(2);
    expect(find(notes.slice(0, 1), NOW)).toBeUndefined();
  });

  it('is none of those that were there before it left, however late they were written', () => {
    const notes = [note(1, 'Called', NOW), note(2, 'Called', NOW - 3_600_000)];
    const find = (...ids: readonly number[]) =>
      findSentNote(notes, { text: 'Called', writtenAt: NOW, knownIds: new Set(ids) })?.id;
    expect([find(), find(2), find(1), find(1, 2)]).toEqual([2, 1, 2, undefined]);
  });
});

describe('members', () => {
  const many = keep(1, {
    ...{ kind: 'members', listId: LIST, contactIds: range(1, 250).map(toContactId), isAdded: true, agreedIds: [] },
  } as const);

  it('go by portions, and after a restart from where they were', () => {
    expect(listNextMembers(many.change, NO_PROGRESS)).toHaveLength(100);
    expect(listNextMembers(many.change, { ...NO_PROGRESS, handledCount: 200 })).toEqual(range(201, 250));
  });

  it('are counted by what was there before and after', () => {
    const progress = startMembers(many.change, new Set(range(1, 10).map(toContactId)));
    expect(progress.alreadyCount).toBe(10);
    const result = toMembersResult(many.change, progress, new Set(range(1, 248).map(toContactId)));
    expect(result).toMatchObject({ isQuiet: false, progress: { handledCount: 250, refusedCount: 2, finalCount: 248 } });
  });

  it('need not be told why some were refused where they came all the same', () => {
    const progress = { ...NO_PROGRESS, refusedWhy: 'No' };
    const count = (last: number) => toMembersResult(many.change, progress, new Set(range(1, last).map(toContactId)));
    expect([count(250), count(249)].map((result) => result.progress.refusedWhy)).toEqual(['', 'No']);
  });

  it('need no result where few of them went well', () => {
    const few = members(1).change;
    expect(toMembersResult(few, NO_PROGRESS, new Set([FIVE])).isQuiet).toBe(true);
    expect(toMembersResult(few, NO_PROGRESS, new Set()).isQuiet).toBe(false);
  });
});
