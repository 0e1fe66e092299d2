import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ContractError } from '#shared/contract/index.ts';
import type { ImportRoute } from '#renderer/app/routes.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { ImportDraftState } from '#renderer/features/importing/import-draft.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildDraft, buildSummary } from '#test/support/fake-imports.ts';

let draft: ImportDraftState | null = null;
afterEach(() => draft?.dispose());

async function setUp(isChosen = true) {
  const bridge = new FakeBridge();
  if (isChosen) bridge.imports.draft = buildDraft();
  const routes: ImportRoute[] = [];
  const refused: ContractError[] = [];
  const state = new ImportDraftState(bridge, {
    ids: new RequestIds(() => 'northgate'),
    go: (route) => {
      routes.push(route);
      state.follow(route);
    },
    onrefused: (error) => refused.push(error),
  });
  draft = state;
  await state.refresh();
  return { bridge, state, routes, refused };
}

const choiceOf = (state: ImportDraftState, index: number) => state.view?.columns[index]?.choice;

describe('the step of an import', () => {
  it('is the file until one is chosen, and then where the address leads', async () => {
    const { bridge, state } = await setUp(false);
    expect([state.isKnown, state.view, state.step]).toEqual([true, null, 'file']);
    state.follow({ kind: 'import', importId: null, step: 'rows' });
    expect(state.step).toBe('file');
    bridge.imports.draft = buildDraft();
    bridge.imports.change({});
    await vi.waitFor(() => expect(state.step).toBe('rows'));
    state.follow({ kind: 'import', importId: null });
    expect(state.step).toBe('columns');
    state.follow({ kind: 'import', importId: 7 });
    expect([state.step, state.importId]).toEqual(['run', 7]);
  });

  it('is not known while main has not answered', async () => {
    const { bridge, state } = await setUp(false);
    expect(state.problem).toBeNull();
    bridge.fail('imports.getDraft', toProblem('disk'));
    const other = new ImportDraftState(bridge, {
      ids: new RequestIds(() => ''),
      go: () => undefined,
      onrefused: () => undefined,
    });
    await other.refresh();
    expect([other.isKnown, other.problem?.code]).toEqual([false, 'disk']);
    other.dispose();
  });
});

describe('the draft of an import', () => {
  it('is asked for again when it changed, and not when a run did', async () => {
    const { bridge, state } = await setUp();
    const asked = () => bridge.inputsOf('imports.getDraft').length;
    bridge.imports.change({ checkedCount: 500 });
    await vi.waitFor(() => expect(state.view?.checkedCount).toBe(500));
    const before = asked();
    bridge.emit('imports.changed', { importId: 3 });
    expect(asked()).toBe(before);
  });

  it('shows a choice at once, and puts it back where main refuses', async () => {
    const { bridge, state, refused } = await setUp();
    const release = bridge.hold('imports.configure');
    const chosen = state.chooseColumn(6, { kind: 'new-field', name: 'Vet' });
    expect(choiceOf(state, 6)).toEqual({ kind: 'new-field', name: 'Vet' });
    release();
    expect(await chosen).toBe(true);
    bridge.fail('imports.configure', { ...toProblem('validation'), fields: { columns: ['no-such-field'] } });
    expect(await state.chooseColumn(6, { kind: 'field', fieldId: 99 })).toBe(false);
    expect(choiceOf(state, 6)).toEqual({ kind: 'new-field', name: 'Vet' });
    expect(refused.map(({ code }) => code)).toEqual(['validation']);
  });

  it('gives a value one column: another that had it is to be chosen again', async () => {
    const { bridge, state } = await setUp();
    expect(state.phoneColumn).toBe(2);
    await state.chooseColumn(5, { kind: 'phone' });
    expect(state.phoneColumn).toBe(5);
    expect(choiceOf(state, 2)).toBeNull();
    expect(bridge.inputsOf('imports.configure')[0]?.columns).toEqual([
      { index: 5, choice: { kind: 'phone' } },
      { index: 2, choice: null },
    ]);
    await state.chooseColumn(6, { kind: 'leave-out' });
    expect(bridge.inputsOf('imports.configure')[1]?.columns).toEqual([{ index: 6, choice: { kind: 'leave-out' } }]);
  });

  it('keeps how it was read where one thing of that changes', async () => {
    const { bridge, state } = await setUp();
    await state.reread({ sheet: 'Farms' });
    expect(state.view?.sheetName).toBe('Farms');
    bridge.imports.draft = buildDraft({ sheetName: null, encoding: 'windows-1252', delimiter: ';' });
    await state.refresh();
    await state.reread({ delimiter: ',' });
    expect(bridge.inputsOf('imports.reread').at(-1)).toEqual({
      ...{ draftId: 'draft-1', sheet: null, encoding: 'windows-1252', delimiter: ',' },
    });
  });

  it('is forgotten, and kept where main could not forget it', async () => {
    const { bridge, state, routes, refused } = await setUp();
    bridge.fail('imports.discard', toProblem('disk'));
    await state.discard();
    expect([state.view?.draftId, refused.length]).toEqual(['draft-1', 1]);
    bridge.fail('imports.discard', null);
    await state.discard();
    expect(state.view).toBeNull();
    expect(routes).toEqual([{ kind: 'import', importId: null, step: 'file' }]);
  });

  it('starts once and leads to its run; a lost answer keeps the id of the request', async () => {
    const { bridge, state, routes } = await setUp();
    bridge.fail('imports.start', toProblem('disconnected'));
    expect((await state.start())?.code).toBe('disconnected');
    bridge.fail('imports.start', null);
    const [first, second] = await Promise.all([state.start(), state.start()]);
    expect([first, second]).toEqual([null, null]);
    const asked = bridge.inputsOf('imports.start').map(({ requestId }) => requestId);
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(1);
    expect(routes).toEqual([{ kind: 'import', importId: 12 }]);
    expect(state.view).toBeNull();
  });

  it('leads nowhere once its screen is left', async () => {
    const { bridge, state, routes } = await setUp();
    const release = bridge.hold('imports.start');
    const started = state.start();
    state.dispose();
    release();
    expect(await started).toBeNull();
    expect(routes).toEqual([]);
    expect(bridge.listenerCount).toBe(0);
  });

  it('says of what it was counted before', async () => {
    const { bridge, state } = await setUp();
    bridge.imports.change({ previousSummary: buildSummary({ new: 41 }) });
    await vi.waitFor(() => expect(state.view?.previousSummary?.verdicts.new).toBe(41));
  });
});
