import { beforeEach, describe, expect, it } from 'vitest';
import { NoteMemory } from '#renderer/features/contact/note-memory.ts';

const values = new Map<string, string>();
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
};
const open = (account = 'desk', contactId = 7): NoteMemory => new NoteMemory(storage, { account, contactId });
const FRESH = { noteId: null, text: 'Prefers morn', base: '' };
const CHANGED = { noteId: 3, text: 'Two cats, one dog', base: 'Two cats' };

beforeEach(() => values.clear());

describe('half-written notes of a contact', () => {
  it('are each kept until they are saved or given up', () => {
    open().write(CHANGED);
    open().write(FRESH);
    expect([open().read(3), open().read(null)]).toEqual([CHANGED, FRESH]);
    open().forget(null);
    expect([open().read(3), open().read(null)]).toEqual([CHANGED, null]);
    open().forget(3);
    expect([...values]).toEqual([]);
  });

  it('are those of one contact of one account', () => {
    open().write(FRESH);
    expect([open('other').read(null), open('desk', 8).read(null)]).toEqual([null, null]);
  });

  it('go on with the new one, then with the note that was changed', () => {
    const notes = [{ id: 3, text: 'Two cats' }];
    open().write(CHANGED);
    expect(open().resume(notes)).toEqual(CHANGED);
    open().write(FRESH);
    expect(open().resume(notes)).toEqual(FRESH);
  });

  it.each([
    ['changed', [{ id: 3, text: 'Three cats' }]],
    ['deleted', []],
  ])('become a new one where somebody has %s the note since', (_, notes) => {
    open().write(CHANGED);
    const moved = { noteId: null, text: 'Two cats, one dog', base: '' };
    expect(open().resume(notes)).toEqual(moved);
    expect([open().read(3), open().read(null)]).toEqual([null, moved]);
  });

  it('are none where nothing but blanks is left, or where what is kept was cut off', () => {
    open().write({ ...FRESH, text: '  ' });
    expect(open().resume([])).toBeNull();
    values.set('switchboard.notes.desk.7', '[{"noteId":null,"te');
    expect(open().resume([])).toBeNull();
    values.set('switchboard.notes.desk.7', '[{"noteId":"new"}]');
    expect(open().resume([])).toBeNull();
  });
});
