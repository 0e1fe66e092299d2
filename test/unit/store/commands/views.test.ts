import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedView } from '#shared/contract/index.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { buildList } from '../builders.ts';

const buildView = (id: string, said: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  icon: 'star',
  scope: { shelf: 'open', marks: ['waiting', 'unread'], listId: null },
  sort: 'waiting',
  keys: null,
  ...said,
});

describe('the lists that a person keeps', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const save = (...views: SavedView[]) => views.forEach((view) => store.run('saveView', { view }));
  const ids = (): string[] => store.ask('listViews', {}).map(({ id }) => id);

  it('are kept as they were saved, in the order in which they came', () => {
    const views = [buildView('b', { keys: 'Mod+3' }), buildView('a', { sort: 'newest' })];
    save(...views);
    expect(store.ask('listViews', {})).toEqual(views);
  });

  it('stay in their place when they are saved anew', () => {
    save(buildView('a'), buildView('b'), buildView('a', { name: 'Other' }));
    expect(store.ask('listViews', {}).map(({ name }) => name)).toEqual(['Other', 'View b']);
  });

  it('have a chord for themselves: who had it loses it', () => {
    save(buildView('a', { keys: 'G W' }), buildView('b', { keys: 'G X' }), buildView('c', { keys: 'G W' }));
    expect(store.ask('listViews', {}).map(({ keys }) => keys)).toEqual([null, 'G X', 'G W']);
    save(buildView('c', { keys: 'G W' }));
    expect(store.ask('listViews', {}).map(({ keys }) => keys)).toEqual([null, 'G X', 'G W']);
  });

  it('are put in another order, and what is not named stays below', () => {
    save(buildView('a'), buildView('b'), buildView('c'));
    store.run('orderViews', { ids: ['c', 'a', 'gone', 'c'] });
    expect(ids()).toEqual(['c', 'a', 'b']);
    save(buildView('d'));
    expect(ids()).toEqual(['c', 'a', 'b', 'd']);
  });

  it('are removed once', () => {
    save(buildView('a'), buildView('b'));
    const remove = () => store.run('removeView', { id: 'a' }).isRemoved;
    expect([remove(), remove(), ids()]).toEqual([true, false, ['b']]);
  });

  it('are left out, and stay, where a newer version wrote what this one cannot read', () => {
    save(buildView('a'), buildView('b'), buildView('c'));
    store.owned.run(`UPDATE views SET scope = '{"shelf":"elsewhere"}' WHERE id = 'a'`);
    store.owned.run(`UPDATE views SET scope = '{' WHERE id = 'b'`);
    expect(ids()).toEqual(['c']);
    expect(store.ask('countChats', {}).views).toEqual([{ id: 'c', count: 0 }]);
    expect(store.owned.get('SELECT count(*) AS n FROM views')).toEqual({ n: 3 });
  });

  it('may be of one of the lists of contacts, which are named in the order of the alphabet', () => {
    const lists = [buildList(1, { name: 'vets' }), buildList(2, { name: 'Ärzte' }), buildList(3, { name: 'Breeders' })];
    store.run('commitLists', { lists: lists.map((list) => ({ ...list, membersCount: list.id * 2 })) });
    expect(store.ask('listListNames', {})).toEqual([
      { id: 2, name: 'Ärzte', membersCount: 4 },
      { id: 3, name: 'Breeders', membersCount: 6 },
      { id: 1, name: 'vets', membersCount: 2 },
    ]);
  });
});
