import { describe, expect, it, vi } from 'vitest';
import type { SavedView } from '#shared/contract/index.ts';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { findScopeName, sameScope, SCOPE_NAMES, SCOPES, toUsualSort } from '#renderer/data/scopes.ts';
import { findKeysProblem } from '#renderer/features/saved-views/view-keys.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { toConditions, toScope, ViewForm } from '#renderer/features/saved-views/view-form.svelte.ts';
import { Views } from '#renderer/features/saved-views/views.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

function buildView(changes: Partial<SavedView> = {}): SavedView {
  const scope = { shelf: 'open', marks: ['unread', 'not-muted'], listId: null } as SavedView['scope'];
  return { id: 'v1', name: 'Now', icon: 'flag', scope, sort: 'newest', keys: null, ...changes };
}
async function setUp(...kept: SavedView[]) {
  const bridge = new FakeBridge();
  bridge.lists.views = kept;
  const chats = new Chats(bridge);
  const list = new ChatList(bridge, { chats, days: () => ({ todayAt: 0, yesterdayAt: 0 }) });
  const views = new Views(bridge, list);
  await views.refresh();
  return { bridge, chats, list, views };
}
const namesOf = (views: Views) => views.list.map(({ name }) => name);

describe('the usual lists', () => {
  it('are told apart, whatever the order of their marks', () => {
    expect(SCOPE_NAMES.map((name) => findScopeName(SCOPES[name]))).toEqual(SCOPE_NAMES);
    const one = { shelf: 'open', marks: ['unread', 'pinned'], listId: null } as SavedView['scope'];
    expect(sameScope(one, { ...one, marks: ['pinned', 'unread'] })).toBe(true);
    expect(sameScope(one, { ...one, marks: ['pinned'] })).toBe(false);
    expect(sameScope(one, { ...one, listId: 3 })).toBe(false);
    expect(findScopeName({ ...SCOPES.open, listId: 3 })).toBeNull();
  });

  it('are shown by the last item, but for those who wait', () => {
    expect(SCOPE_NAMES.filter((name) => toUsualSort(SCOPES[name]) === 'waiting')).toEqual(['waiting']);
  });
});

describe('a view', () => {
  it('turns the list to its chats in its order, and is known as what is shown', async () => {
    const view = buildView({ sort: 'waiting' });
    const { list, views } = await setUp(view);
    expect(views.shown).toBeNull();
    views.open(view);
    expect(list.scope).toEqual(view.scope);
    expect(list.sort).toBe('waiting');
    expect(views.shown?.id).toBe('v1');
    list.sortBy('newest');
    expect(views.shown?.id).toBe('v1');
    views.openUsual('open');
    expect(views.shown).toBeNull();
  });

  it('is not what is meant where a usual list with the same chats was chosen', async () => {
    const view = buildView({ scope: SCOPES.pinned });
    const { views } = await setUp(view);
    views.open(view);
    expect(views.shown?.id).toBe('v1');
    views.openUsual('pinned');
    expect(views.shown).toBeNull();
  });

  it('is opened once it is kept, and follows what is changed of it while it is shown', async () => {
    const { list, views } = await setUp();
    const { id: _, ...draft } = buildView({ name: 'Suppliers' });
    expect(await views.save({ ...draft, id: null })).toBeNull();
    expect(views.shown?.name).toBe('Suppliers');
    const shown = views.shown;
    if (shown === null) throw new Error('nothing shown');
    await views.save({ ...shown, scope: SCOPES.failed });
    expect(list.scope).toEqual(SCOPES.failed);
    expect(views.shown?.name).toBe('Suppliers');
  });

  it('STATE-3: is as before where main refuses, and says why', async () => {
    const { bridge, views } = await setUp(buildView(), buildView({ id: 'v2', name: 'Later' }));
    bridge.fail('views.save', toProblem('disk'));
    bridge.fail('views.order', toProblem('disk'));
    expect((await views.save({ ...buildView(), name: 'Other' }))?.code).toBe('disk');
    expect((await views.move('v2', -1))?.code).toBe('disk');
    expect(namesOf(views)).toEqual(['Now', 'Later']);
  });

  it('is moved as often as that is asked for, also before main has answered, and not beyond an end', async () => {
    const names = ['First', 'Second', 'Third'];
    const { bridge, views } = await setUp(...names.map((name) => buildView({ id: name, name })));
    const release = bridge.hold('views.order');
    const moves = [views.move('Third', -1), views.move('Third', -1), views.move('Third', -1)];
    release();
    expect(await Promise.all(moves)).toEqual([null, null, null]);
    expect(namesOf(views)).toEqual(['Third', 'First', 'Second']);
  });

  it('leaves no list without a name behind when it is deleted', async () => {
    const view = buildView();
    const { list, views } = await setUp(view);
    views.open(view);
    expect(await views.remove('v1')).toBeNull();
    expect(list.scope).toEqual(SCOPES.open);
  });

  it('comes back where it stood when its deletion is taken back', async () => {
    const [one, two, three] = [
      buildView(),
      buildView({ id: 'v2', name: 'B', keys: 'Ctrl+7' }),
      buildView({ id: 'v3', name: 'C' }),
    ];
    const { views } = await setUp(one, two, three);
    await views.remove('v2');
    expect(await views.restore(two, 1)).toBeNull();
    expect(namesOf(views)).toEqual(['Now', 'B', 'C']);
    expect(views.list[1]?.keys).toBe('Ctrl+7');
  });

  it('STATE-1: is asked for again when main says that views changed, and after a resync', async () => {
    const { bridge, chats, list, views } = await setUp();
    bridge.lists.views = [buildView()];
    bridge.emit('views.changed', {});
    await vi.waitFor(() => expect(namesOf(views)).toEqual(['Now']));
    bridge.lists.views = [];
    bridge.resync();
    await vi.waitFor(() => expect(namesOf(views)).toEqual([]));
    views.dispose();
    list.dispose();
    chats.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('what is written down of a view', () => {
  it('is the same chats again, whatever is chosen', () => {
    for (const name of SCOPE_NAMES) expect(sameScope(toScope(toConditions(SCOPES[name])), SCOPES[name])).toBe(true);
    const scope = { shelf: 'any', marks: ['read', 'not-muted', 'draft', 'failed'], listId: 7 } as SavedView['scope'];
    expect(sameScope(toScope(toConditions(scope)), scope)).toBe(true);
  });

  it('begins with the list on screen, and is nothing without a name', () => {
    const form = new ViewForm(null, { scope: SCOPES.waiting, sort: 'waiting' });
    expect(form.isNameMissing).toBe(false);
    expect(form.toDraft()).toBeNull();
    expect(form.isNameMissing).toBe(true);
    form.name = ' Waiting at length ';
    form.setFlag('pinned', true);
    form.setFlag('waiting', false);
    expect(form.toDraft()).toEqual({
      id: null,
      name: 'Waiting at length',
      icon: 'list',
      scope: { shelf: 'open', marks: ['pinned'], listId: null },
      sort: 'waiting',
      keys: null,
    });
  });
});

describe('keys of a view', () => {
  const chordsOf = (id: string) => (id === 'search' ? ['Ctrl+K'] : []);
  const other = buildView({ id: 'v2', keys: 'Ctrl+7' });

  it.each([
    ['Ctrl+K', { kind: 'command', id: 'search' }],
    ['Ctrl+7', { kind: 'view', view: other }],
    ['Ctrl+C', { kind: 'fixed' }],
    ['Enter', { kind: 'fixed' }],
    ['Shift+ArrowDown', { kind: 'fixed' }],
    ['Ctrl+Tab', { kind: 'fixed' }],
    ['Space', { kind: 'fixed' }],
    ['Ctrl+8', null],
    ['Alt+Shift+V', null],
    ['F9', null],
    ['V', null],
  ])('%s: what is in their way', (chord, problem) => {
    expect(findKeysProblem(chord, { others: [other], chordsOf })).toEqual(problem);
  });
});
