import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContactDetailsView } from '#shared/contract/index.ts';
import type { Contact } from '#shared/domain/entities.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ContactFieldName, PeopleChange } from '#shared/domain/people-changes.ts';
import { NO_PROGRESS, toTagsText } from '#shared/domain/people-changes.ts';
import { buildAccount, buildChat, buildContact, buildList, MINUTE_MS, NOON, phoneOf } from '../builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const ANN = toContactId(1);
const LIST = toListId(5);
const NOTE = { text: 'First', createdAt: NOON, authorId: 7, authorName: 'Ada' };

describe('changes of contacts, notes and lists', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    store.run('saveAccount', { account: buildAccount() });
    store.run('commitLists', { lists: [buildList(5, { membersCount: 1, isDefault: true }), buildList(6)] });
    commit(buildAnn(), buildContact(2, { firstName: 'Bob', lastName: '' }));
    store.run('commitChats', { chats: [buildChat(10, { phone: phoneOf(1), contactId: ANN })] });
    store.run('setContactNotes', { contactId: ANN, notes: [{ ...NOTE, id: 1 }] });
  });
  afterEach(() => store.close());

  const buildAnn = (said: Partial<Contact> = {}): Contact =>
    buildContact(1, { firstName: 'Ann', lastName: '', lists: [{ id: LIST, name: 'List 5' }], ...said });
  const commit = (...contacts: readonly Contact[]): void => store.run('commitContacts', { contacts });
  const apply = (change: PeopleChange): number | null =>
    store.run('applyPeopleChanges', { changes: [change], at: NOON, dueAt: NOON + MINUTE_MS }).changeIds[0] ?? null;
  /** As `apply`, of what is surely different. */
  const make = (change: PeopleChange): number => {
    const id = apply(change);
    if (id === null) throw new Error('Nothing is different');
    return id;
  };
  const edit = (field: ContactFieldName, value: string, base: string): number | null =>
    apply({ kind: 'edit-contact', contactId: ANN, field, value, base });
  const cancel = (...changeIds: readonly number[]): readonly number[] =>
    store.run('cancelPeopleChanges', { changeIds }).cancelledIds;
  const begin = (...changeIds: readonly number[]): readonly number[] =>
    store.run('beginPeopleChanges', { changeIds }).readyIds;
  const refuse = (changeId: number): void =>
    store.run('finishPeopleChange', {
      changeId,
      outcome: { kind: 'refused', problem: { code: 'validation', detail: 'No' } },
    });
  const finish = (changeId: number, noteId?: number): void =>
    store.run('finishPeopleChange', {
      changeId,
      outcome: { kind: 'done', ...(noteId === undefined ? {} : { noteId }) },
    });
  const find = (): ContactDetailsView | null => store.ask('getContactDetails', { contactId: ANN });
  const firstName = (): string | undefined => find()?.firstName;
  const chatName = (): string | undefined => store.ask('findChat', { chatId: buildChat(10).id, phone: null })?.name;
  const ids = (): readonly number[] =>
    store.ask('listContactIds', {
      query: { scope: { kind: 'all' }, narrowing: null, text: '', sort: { column: 'name', isDescending: false } },
    });
  const states = (): readonly string[] => store.ask('listPeopleChanges', {}).map(({ state }) => state);
  const list = (id: number) => store.ask('countContacts', {}).lists.find((one) => one.id === id);
  const members = (listId = LIST): readonly number[] => store.ask('listMembers', { listId });

  describe('an edit of a contact', () => {
    it('shows at once wherever the contact is seen, and is taken back whole', () => {
      const changeId = edit('firstName', 'Zoë', 'Ann') ?? 0;
      expect(store.changes).toMatchObject({ contactIds: [1], chatIds: [10] });
      expect([firstName(), chatName(), ids()]).toEqual(['Zoë', 'Zoë', [2, 1]]);
      expect(store.ask('suggestPeople', { query: 'zoe', limit: 5 })).toMatchObject([{ contactId: 1 }]);
      const scope = { kind: 'all' } as const;
      expect(store.ask('listContactRows', { scope, ids: [1, 2] })).toMatchObject([
        { isWaiting: true },
        { isWaiting: false },
      ]);
      expect(find()?.changes).toMatchObject([{ id: changeId, field: 'firstName', value: 'Zoë', base: 'Ann' }]);
      expect(cancel(changeId)).toEqual([changeId]);
      expect([firstName(), chatName(), ids(), states()]).toEqual(['Ann', 'Ann', [1, 2], []]);
    });

    it('of every kind of value is shown, stays over what the service says meanwhile, and is the service’s in the end', () => {
      store.run('commitRows', { name: 'fields', rows: [{ id: 3, name: 'Size', createdAt: null }] });
      const changes = [
        ['phone', phoneOf(77), phoneOf(1)],
        ['isFavorite', 'true', 'false'],
        ['phoneType', 'mobile', ''],
        ['field:3', 'XL', ''],
      ] as const;
      const changeIds = changes.map(([field, value, base]) => edit(field, value, base) ?? 0);
      const shown = {
        phone: phoneOf(77),
        isFavorite: true,
        phoneType: 'mobile',
        fields: [{ id: 3, name: 'Size', value: 'XL' }],
      };
      expect(find()).toMatchObject(shown);
      expect(store.ask('countContacts', {}).favorites).toBe(1);
      commit(buildAnn({ lastName: 'Lee', email: 'a@x.test' }));
      expect(find()).toMatchObject({ ...shown, lastName: 'Lee', email: 'a@x.test' });
      expect(store.ask('findContactIdByPhone', { phone: phoneOf(77) })).toBe(1);
      for (const changeId of changeIds) finish(changeId);
      expect(find()).toMatchObject({ ...shown, lastName: 'Lee', changes: [] });
      expect(store.cache.all('SELECT * FROM service_contacts')).toEqual([]);
    });

    it('of tags and of the owner is shown, taken back, refused and in conflict as any other', () => {
      const [vip, bites] = [
        { id: 12, title: 'VIP' },
        { id: 13, title: 'Bites' },
      ];
      commit(buildAnn({ tags: [vip], ownerId: 8, ownerName: 'Bob' }));
      store.run('saveUsers', { users: [{ id: 9, name: 'Cleo' }] });
      const base = toTagsText([vip]);
      const tagged = edit('tags', toTagsText([bites, vip]), base) ?? 0;
      const owned = edit('ownerId', '9', '8') ?? 0;
      expect(find()).toMatchObject({ tags: [vip, bites], ownerId: 9, ownerName: 'Cleo' });
      // What comes in stays below what waits, and back it goes to what the service says by then.
      commit(buildAnn({ tags: [], ownerId: 8, ownerName: 'Bob', company: 'Pets' }));
      expect(find()).toMatchObject({ tags: [vip, bites], ownerId: 9, company: 'Pets' });
      expect(cancel(tagged, owned)).toEqual([tagged, owned]);
      expect(find()).toMatchObject({ tags: [], ownerId: 8, ownerName: 'Bob' });
      const none = edit('ownerId', '', '8') ?? 0;
      expect(find()).toMatchObject({ ownerId: null, ownerName: '' });
      refuse(none);
      expect(find()).toMatchObject({ ownerId: 8, changes: [{ state: 'refused', field: 'ownerId', value: '' }] });
      store.run('resolvePeopleChange', { changeId: none, choice: 'again', at: NOON });
      expect(find()).toMatchObject({ ownerId: null, changes: [{ state: 'waiting', base: '8' }] });
      finish(none);
      const again = edit('tags', base, '') ?? 0;
      store.run('finishPeopleChange', {
        changeId: again,
        outcome: { kind: 'conflict', theirs: toTagsText([bites]) },
      });
      expect(find()).toMatchObject({ ownerId: null, tags: [bites], changes: [{ state: 'conflict', value: base }] });
    });

    it('brings back no value of a field that is gone meanwhile', () => {
      store.run('commitRows', { name: 'fields', rows: [{ id: 3, name: 'Size', createdAt: null }] });
      commit(buildAnn({ fields: [{ id: 3, name: 'Size', value: 'XL' }] }));
      const changeId = edit('firstName', 'Zoë', 'Ann') ?? 0;
      store.run('removeRows', { name: 'fields', ids: [3] });
      expect(find()).toMatchObject({ firstName: 'Zoë', fields: [] });
      expect(store.ask('suggestPeople', { query: 'xl', limit: 5 })).toEqual([]);
      cancel(changeId);
      expect(find()).toMatchObject({ firstName: 'Ann', fields: [] });
    });

    it('takes the place of one that waits and keeps its beginning; what brings that back leaves nothing', () => {
      const first = edit('firstName', 'Anna', 'Ann');
      const second = edit('firstName', 'Annie', 'Anna');
      expect(store.ask('listPeopleChanges', {})).toMatchObject([
        { id: second, change: { value: 'Annie', base: 'Ann' } },
      ]);
      expect(begin(first ?? 0)).toEqual([]);
      expect(edit('firstName', 'Ann', 'Annie')).toBeNull();
      expect([firstName(), states()]).toEqual(['Ann', []]);
      expect(edit('firstName', 'Ann', 'Ann')).toBeNull();
    });

    it('that has begun to leave is not taken back, and a newer one goes on from it', () => {
      const first = edit('firstName', 'Anna', 'Ann') ?? 0;
      expect(begin(first)).toEqual([first]);
      expect(cancel(first)).toEqual([]);
      const second = edit('firstName', 'Annie', 'Anna') ?? 0;
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{}, { id: second, change: { base: 'Anna' } }]);
      refuse(first);
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ id: second, change: { base: 'Ann' } }]);
      expect(firstName()).toBe('Annie');
      expect(cancel(second)).toEqual([second]);
      expect(firstName()).toBe('Ann');
    });

    it('that did not get away after all gives way to the newest, which begins where the first did', () => {
      const first = edit('firstName', 'Anna', 'Ann') ?? 0;
      begin(first);
      edit('firstName', 'Annie', 'Anna');
      store.run('undoBeginPeopleChanges', { changeIds: [first] });
      edit('firstName', 'Annika', 'Annie');
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ change: { base: 'Ann', value: 'Annika' } }]);
    });

    it('that is refused shows what the service has, and waits again or goes as the user decides', () => {
      const changeId = edit('firstName', 'Zoë', 'Ann') ?? 0;
      begin(changeId);
      commit(buildAnn({ firstName: 'Anne' }));
      refuse(changeId);
      expect([firstName(), chatName(), states()]).toEqual(['Anne', 'Anne', ['refused']]);
      store.run('resolvePeopleChange', { changeId, choice: 'again', at: NOON + 1 });
      expect(store.ask('listPeopleChanges', {})).toMatchObject([
        { id: changeId, state: 'waiting', attempts: 0, problem: null, dueAt: NOON + 1, change: { base: 'Anne' } },
      ]);
      expect(firstName()).toBe('Zoë');
      refuse(changeId);
      store.run('resolvePeopleChange', { changeId, choice: 'drop', at: NOON + 1 });
      expect([firstName(), states()]).toEqual(['Anne', []]);
    });

    it('that is wanted once more while the clock is ahead does not wait for it', () => {
      const changeId = edit('firstName', 'Zoë', 'Ann') ?? 0;
      refuse(changeId);
      store.run('resolvePeopleChange', { changeId, choice: 'again', at: NOON + 180 * MINUTE_MS });
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ state: 'waiting', dueAt: NOON + MINUTE_MS }]);
    });

    it('that meets another value shows that one, and wins where the user insists', () => {
      const changeId = edit('firstName', 'Zoë', 'Ann') ?? 0;
      begin(changeId);
      store.run('finishPeopleChange', { changeId, outcome: { kind: 'conflict', theirs: 'Theirs' } });
      expect([firstName(), states()]).toEqual(['Theirs', ['conflict']]);
      store.run('resolvePeopleChange', { changeId, choice: 'again', at: NOON });
      expect(store.ask('listPeopleChanges', {})).toMatchObject([
        { state: 'waiting', theirs: null, change: { base: 'Theirs', value: 'Zoë' } },
      ]);
      store.run('finishPeopleChange', { changeId, outcome: { kind: 'conflict', theirs: 'Other' } });
      const next = edit('firstName', 'Mine', 'Other');
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ id: next, change: { base: 'Other' } }]);
    });

    it('is shown again after the app ended in the middle, and in a cache that is read anew', () => {
      const change = { kind: 'edit-contact', contactId: ANN, field: 'firstName', value: 'Zoë', base: 'Ann' } as const;
      store.crashIn('applyPeopleChanges', { changes: [change], at: NOON, dueAt: NOON });
      expect([firstName(), chatName()]).toEqual(['Zoë', 'Zoë']);
      for (const table of ['contacts', 'contact_lists', 'contact_notes', 'people', 'service_contacts']) {
        store.cache.exec(`DELETE FROM ${table}`);
      }
      store.reopen();
      expect(find()).toBeNull();
      commit(buildAnn());
      expect(firstName()).toBe('Zoë');
      cancel(store.ask('listPeopleChanges', {})[0]?.id ?? 0);
      expect(firstName()).toBe('Ann');
    });
  });

  describe('a deletion of contacts', () => {
    const remove = (...contactIds: readonly number[]): number | null =>
      apply({ kind: 'delete-contacts', contactIds: contactIds.map(toContactId) });

    it('leaves nothing of them to be seen but their chats, and brings all of it back', () => {
      const changeId = remove(1) ?? 0;
      expect(ids()).toEqual([2]);
      expect(find()).toBeNull();
      expect(store.ask('findContact', { contactId: null, phone: phoneOf(1) })).toBeNull();
      expect(store.ask('findChat', { chatId: buildChat(10).id, phone: null })).toMatchObject({
        contactId: null,
        name: '',
      });
      expect([members(), list(5)?.membersCount, store.ask('countContacts', {}).all]).toEqual([[], 0, 1]);
      expect(remove(1)).toBeNull();
      // At the service they are as before: nothing is missing there, and nothing has to be read.
      expect(store.ask('listRowIds', { name: 'contacts' })).toEqual([1, 2]);
      expect(store.ask('listUnevenLists', {})).toEqual([]);
      commit(buildAnn({ company: 'New' }));
      store.run('setContactNotes', { contactId: ANN, notes: [{ ...NOTE, id: 1, text: 'Changed' }] });
      expect([ids(), chatName()]).toEqual([[2], '']);
      cancel(changeId);
      expect(find()).toMatchObject({ name: 'Ann', company: 'New', notes: [{ text: 'Changed' }], lists: [{ id: 5 }] });
      expect([chatName(), list(5)?.membersCount, members()]).toEqual(['Ann', 1, [1]]);
      expect(store.ask('findChat', { chatId: buildChat(10).id, phone: null })?.contactId).toBe(1);
    });

    it('ends with what else waited for them, and stays out of sight', () => {
      edit('firstName', 'Zoë', 'Ann');
      const changeId = remove(1, 2) ?? 0;
      begin(changeId);
      store.run('removeRows', { name: 'contacts', ids: [1] });
      expect([ids(), store.ask('listRowIds', { name: 'contacts' }), list(5)?.membersCount]).toEqual([[], [2], 0]);
      finish(changeId);
      expect([ids(), states(), store.ask('listRowIds', { name: 'contacts' })]).toEqual([[], [], []]);
      for (const table of ['service_contacts', 'contact_lists', 'contact_notes']) {
        expect(store.cache.all(`SELECT * FROM ${table}`)).toEqual([]);
      }
    });

    it('that is refused brings them back, and is shown again after an opening', () => {
      const changeId = remove(1) ?? 0;
      store.reopen();
      expect(ids()).toEqual([2]);
      refuse(changeId);
      expect([ids(), chatName(), states()]).toEqual([[1, 2], 'Ann', ['refused']]);
    });
  });

  describe('notes', () => {
    const add = (noteId: number, text: string): number => make({ kind: 'add-note', contactId: ANN, noteId, text });
    const notes = (): readonly (readonly [number, string])[] => find()?.notes.map(({ id, text }) => [id, text]) ?? [];

    it('are shown as they will be, over those that the service lists meanwhile', () => {
      const added = add(-1, 'New');
      make({ kind: 'edit-note', contactId: ANN, noteId: 1, text: 'Edited', base: 'First' });
      expect(find()?.notes).toMatchObject([
        { id: -1, text: 'New', isOwn: true, isWaiting: true, authorName: 'Ada Quill' },
        { id: 1, text: 'Edited', isWaiting: true },
      ]);
      const later = { ...NOTE, id: 2, text: 'Theirs', createdAt: NOON + 5 };
      store.run('setContactNotes', { contactId: ANN, notes: [{ ...NOTE, id: 1 }, later] });
      expect(notes()).toEqual([
        [2, 'Theirs'],
        [-1, 'New'],
        [1, 'Edited'],
      ]);
      const removed = make({ kind: 'delete-notes', contactId: ANN, noteIds: [1, 2] });
      expect(notes()).toEqual([[-1, 'New']]);
      cancel(removed);
      expect(notes()).toEqual([
        [2, 'Theirs'],
        [-1, 'New'],
        [1, 'Edited'],
      ]);
      cancel(added);
      expect(notes()).toEqual([
        [2, 'Theirs'],
        [1, 'Edited'],
      ]);
    });

    it('take the id of the service, with what was done to them meanwhile', () => {
      const added = add(-1, 'New');
      begin(added);
      const edited = make({ kind: 'edit-note', contactId: ANN, noteId: -1, text: 'Newer', base: 'New' });
      finish(added, 40);
      expect(notes()).toEqual([
        [40, 'Newer'],
        [1, 'First'],
      ]);
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ id: edited, change: { noteId: 40 } }]);
      finish(edited);
      expect([notes(), states()]).toEqual([
        [
          [40, 'Newer'],
          [1, 'First'],
        ],
        [],
      ]);
    });

    it('that never left are simply not sent when they are deleted', () => {
      add(-1, 'New');
      expect(apply({ kind: 'delete-notes', contactId: ANN, noteIds: [-1] })).toBeNull();
      expect([notes(), states()]).toEqual([[[1, 'First']], []]);
    });

    it('that are refused are as the service has them', () => {
      const edited = make({ kind: 'edit-note', contactId: ANN, noteId: 1, text: 'Edited', base: 'First' });
      const added = add(-1, 'New');
      for (const changeId of [edited, added]) refuse(changeId);
      expect([notes(), states()]).toEqual([[[1, 'First']], ['refused', 'refused']]);
      store.run('finishPeopleChange', { changeId: edited, outcome: { kind: 'conflict', theirs: 'Other' } });
      expect(notes()).toEqual([[1, 'First']]);
    });
  });

  describe('members of a list', () => {
    const change = (isAdded: boolean, ...contactIds: readonly number[]): number =>
      make({ kind: 'members', listId: LIST, contactIds: contactIds.map(toContactId), isAdded, agreedIds: [] });
    const progress = (said: Partial<typeof NO_PROGRESS>) => ({ ...NO_PROGRESS, ...said });

    it('are shown at once, counted, and stay over what the service says', () => {
      const changeId = change(true, 1, 2);
      expect([members(), list(5)?.membersCount]).toEqual([[1, 2], 2]);
      expect(store.ask('listUnevenLists', {})).toEqual([]);
      store.run('setListMembers', { listId: LIST, contactIds: [ANN] });
      commit(buildContact(2, { firstName: 'Bob', lists: [] }));
      expect(members()).toEqual([1, 2]);
      cancel(changeId);
      expect([members(), list(5)?.membersCount]).toEqual([[1], 1]);
      expect(apply({ kind: 'members', listId: LIST, contactIds: [ANN], isAdded: true, agreedIds: [] })).toBeNull();
    });

    it('stay where they are once they do not go to the list that they were put on before', () => {
      const move = (): number => {
        const goalId = make({ kind: 'members', listId: toListId(6), contactIds: [ANN], isAdded: true, agreedIds: [] });
        change(false, 1);
        expect([members(), members(toListId(6))]).toEqual([[], [1]]);
        return goalId;
      };
      const first = move();
      expect(cancel(first)).toEqual([first]);
      expect([members(), members(toListId(6)), states()]).toEqual([[1], [], []]);
      const second = move();
      refuse(second);
      store.run('resolvePeopleChange', { changeId: second, choice: 'drop', at: NOON });
      expect([members(), members(toListId(6)), states()]).toEqual([[1], [], []]);
    });

    it('are not taken back, paused or not, once a portion may be at the service', () => {
      const paused = (changeId: number): number => {
        store.run('noteMembersProgress', { changeId, progress: NO_PROGRESS, state: 'paused' });
        return changeId;
      };
      const begun = change(true, 2);
      begin(begun);
      expect(cancel(paused(begun))).toEqual([]);
      store.run('resolvePeopleChange', { changeId: begun, choice: 'drop', at: NOON });
      const held = paused(change(true, 3));
      expect(cancel(held)).toEqual([held]);
    });

    it('leave a list although some could not be added to the one before, whose result was seen', () => {
      const contactIds = [ANN, toContactId(2)];
      const goalId = make({ kind: 'members', listId: toListId(6), contactIds, isAdded: true, agreedIds: [] });
      change(false, 1);
      const ended = progress({ handledCount: 2, refusedCount: 1, finalCount: 1 });
      store.run('noteMembersProgress', { changeId: goalId, progress: ended, state: 'done' });
      store.run('resolvePeopleChange', { changeId: goalId, choice: 'drop', at: NOON });
      expect([members(), states()]).toEqual([[], ['waiting']]);
    });

    it('are on no other list as long as the service does not have them there', () => {
      const onlyHere = () => store.ask('listOnlyHere', { listId: LIST, contactIds: null, limit: 9 }).onlyHereIds;
      make({ kind: 'members', listId: toListId(6), contactIds: [ANN], isAdded: true, agreedIds: [] });
      expect([members(toListId(6)), onlyHere()]).toEqual([[1], [1]]);
      store.run('setListMembers', { listId: toListId(6), contactIds: [ANN] });
      expect(onlyHere()).toEqual([]);
    });

    it('that the service took stay as it has them, when the rest is stopped', () => {
      const changeId = change(true, 2, 3);
      begin(changeId);
      store.run('noteMembersProgress', { changeId, progress: progress({ handledCount: 1 }), state: 'paused' });
      expect([members(), states(), begin(changeId)]).toEqual([[1, 2, 3], ['paused'], []]);
      expect(cancel(changeId)).toEqual([]);
      store.run('resolvePeopleChange', { changeId, choice: 'drop', at: NOON });
      expect([members(), list(5)?.membersCount, states()]).toEqual([[1, 2], 2, []]);
    });

    it('are those that were read at the end, and the result is kept until it was seen', () => {
      const changeId = change(false, 1, 2);
      expect([members(), list(5)?.membersCount]).toEqual([[], 0]);
      begin(changeId);
      store.run('setListMembers', { listId: LIST, contactIds: [] });
      store.run('commitLists', { lists: [buildList(5, { membersCount: 0, isDefault: true })] });
      const result = progress({ handledCount: 2, alreadyCount: 1, finalCount: 0 });
      store.run('noteMembersProgress', { changeId, progress: result, state: 'done' });
      expect([members(), list(5)?.membersCount, states()]).toEqual([[], 0, ['done']]);
      expect(store.cache.all('SELECT * FROM service_members')).toEqual([]);
      expect(store.ask('listPeopleChanges', {})).toMatchObject([{ progress: result }]);
      store.run('resolvePeopleChange', { changeId, choice: 'drop', at: NOON });
      expect([members(), states()]).toEqual([[], []]);
    });

    it('are shown again in a cache that was read anew', () => {
      change(true, 2);
      for (const table of ['contact_lists', 'service_members', 'lists']) store.cache.exec(`DELETE FROM ${table}`);
      store.reopen();
      store.run('commitLists', { lists: [buildList(5, { membersCount: 1 })] });
      store.run('setListMembers', { listId: LIST, contactIds: [ANN] });
      expect([members(), list(5)?.membersCount]).toEqual([[1, 2], 2]);
    });
  });

  describe('an edit of a list', () => {
    const editList = (listId: number, field: 'name' | 'isDefault', value: string, base: string): number =>
      make({ kind: 'edit-list', listId: toListId(listId), field, value, base });

    it('stays over what the service says, and is taken back', () => {
      const changeId = editList(5, 'name', 'Customers', 'List 5');
      store.run('commitLists', { lists: [buildList(5, { name: 'List 5', membersCount: 9, isFavorite: true })] });
      const uneven = store.ask('listUnevenLists', {});
      expect([list(5), uneven]).toMatchObject([{ name: 'Customers', isFavorite: true }, [5]]);
      cancel(changeId);
      expect(list(5)).toMatchObject({ name: 'List 5', isFavorite: true });
      // The service counts more than are known, also after the edit.
      expect(store.ask('listUnevenLists', {})).toEqual(uneven);
    });

    it('that makes it the default takes the mark from the one before, and gives it back', () => {
      const changeId = editList(6, 'isDefault', 'true', 'false');
      const defaults = (): readonly number[] =>
        store.ask('countContacts', {}).lists.flatMap(({ id, isDefault }) => (isDefault ? id : []));
      store.run('commitLists', { lists: [buildList(5, { isDefault: true }), buildList(6)] });
      expect(defaults()).toEqual([6]);
      cancel(changeId);
      expect(defaults()).toEqual([5]);
      finish(editList(6, 'isDefault', 'true', 'false'));
      expect(defaults()).toEqual([6]);
      expect(store.cache.all('SELECT * FROM service_lists')).toEqual([]);
    });
  });
});
