import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportRunView } from '#shared/contract/index.ts';
import { ImportEndings } from '#renderer/data/import-endings.ts';
import { ImportRun, ImportRuns, toPace } from '#renderer/features/importing/import-runs.svelte.ts';
import {
  countUnchangedSince,
  isAsPlanned,
  listResultLines,
  toHistoryState,
  toHistoryTime,
  toPaceText,
  toResultText,
  toResultTitle,
  toRunName,
  toKeptText,
  toUndoText,
  toWaitingText,
} from '#renderer/features/importing/run-text.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { buildRun, buildRunRow } from '#test/support/fake-import-rows.ts';
import { until } from '#test/support/until.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'UTC' });
const NOW = Date.parse('2026-11-20T10:20:00Z');
const context = { texts, formats, now: NOW };
const at = { startedAt: NOW - 7 * 60_000, finishedAt: NOW - 6 * 60_000 };
const noUndo = { possibleUntil: null, undoneAt: null, deletedCount: 0, restoredCount: 0, keptCount: 0 };

let bridge: FakeBridge;
beforeEach(() => {
  bridge = new FakeBridge();
});

describe('an import that was started', () => {
  let run: ImportRun;
  afterEach(() => run.dispose());

  it('is followed, and what an undo would do is counted once there is something to undo', async () => {
    bridge.imports.runs = [buildRun({ state: 'running', undo: noUndo, rejectedCount: 0 })];
    run = new ImportRun(bridge, 12);
    await run.start();
    expect(run.view?.state).toBe('running');
    run.explain();
    expect(bridge.inputsOf('imports.explainUndo')).toEqual([]);
    bridge.importRows.change(12, { state: 'finished', undo: buildRun().undo });
    await until(() => expect(run.canUndo).toBe(true));
    run.explain();
    await until(() => expect(run.explanation?.seconds).toBe(240));
  });

  it('reads its rejected rows, also those that come while it runs', async () => {
    bridge.imports.runs = [buildRun({ state: 'running', rejectedCount: 0 })];
    run = new ImportRun(bridge, 12);
    await run.start();
    expect(run.rejected.count).toBeNull();
    bridge.importRows.rejected = [buildRunRow()];
    bridge.importRows.change(12, { rejectedCount: 1 });
    await until(() => expect(run.rejected.find(0)?.line).toBe(5));
  });

  it('is told from one that is not there', async () => {
    run = new ImportRun(bridge, 99);
    expect(run.isKnown).toBe(false);
    await run.start();
    expect([run.isKnown, run.view]).toEqual([true, null]);
  });

  it('hears nothing of main once it is disposed', async () => {
    run = new ImportRun(bridge, 12);
    await run.start();
    run.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('the history', () => {
  it('follows what runs', async () => {
    bridge.imports.runs = [buildRun({ state: 'running' }), buildRun({ id: 11 })];
    const runs = new ImportRuns(bridge);
    await runs.refresh();
    expect(runs.list?.map(({ id }) => id)).toEqual([12, 11]);
    bridge.importRows.change(12, { state: 'finished' });
    await until(() => expect(runs.list?.[0]?.state).toBe('finished'));
    runs.dispose();
    expect(bridge.listenerCount).toBe(0);
  });

  it('says how each import stands', () => {
    const say = (changes: Partial<ImportRunView>) => toHistoryState(buildRun({ ...at, ...changes }), context);
    expect(say({ state: 'running', totalCount: 1_241, doneCount: 612 })).toBe('Running, 49%');
    expect(say({ state: 'planning', totalCount: 0 })).toBe('Preparing');
    expect(say({ state: 'undo-paused', totalCount: 10, doneCount: 10 })).toBe('Undo paused, 99%');
    expect(say({ state: 'undone', undo: { ...noUndo, undoneAt: NOW - 60_000 } })).toBe('Undone 10:19');
    expect(say({ undo: { ...noUndo, possibleUntil: NOW + 1 } })).toBe('');
    expect(say({ undo: { ...noUndo, possibleUntil: NOW - 1 } })).toBe('Too old to undo');
    expect(say({ state: 'stopped', undo: { ...noUndo, possibleUntil: NOW + 1 } })).toBe('Stopped');
    expect(toHistoryTime(buildRun(at), context)).toBe('Today, 10:13');
    expect(toHistoryTime(buildRun({ startedAt: NOW - 3 * 86_400_000 }), context)).toBe('Tue 17 Nov, 10:20');
    expect(toRunName(buildRun({ isPasted: true, fileName: '' }), { texts })).toBe('Pasted cells');
  });
});

describe('what a run says', () => {
  it('says why it waits, and that it goes on by itself', () => {
    const say = (state: ImportRunView['state'], code: string | null, detail: string | null = null) =>
      toWaitingText({ state, problem: code === null ? null : { code, detail, fields: {}, at: 0 } }, { texts });
    expect(say('waiting', 'offline')).toBe('Waiting: you’re offline. We’ll carry on automatically.');
    expect(say('undo-waiting', 'rate-limited')).toContain('is asking us to slow down');
    expect(say('waiting', 'server', 'Try later.')).toBe('Waiting: “Try later.” We’ll carry on automatically.');
    expect(say('waiting', 'server')).toBe('Waiting for the service. We’ll carry on automatically.');
    expect(say('waiting', null)).toMatch(/^Waiting for another import to finish\./);
    expect(say('paused', null)).toBe('Paused. Nothing is sent until you resume.');
    expect(say('running', 'offline')).toBe('');
  });

  it('tells its pace by the minute where it is slow', () => {
    const pace = (left: number, secondsLeft: number | null) =>
      toPaceText(toPace(buildRun({ totalCount: left, doneCount: 0, secondsLeft })), { texts });
    expect(pace(300, 60)).toBe('about 5 rows a second');
    expect(pace(60, 60)).toBe('about 60 rows a minute');
    expect(pace(1, 60)).toBe('about 1 row a minute');
    expect(pace(10, null)).toBe('');
    expect(pace(0, 10)).toBe('');
  });

  it('counts the contacts of the list, in one sentence', () => {
    const run = buildRun(at);
    expect(toResultTitle(run, { texts })).toBe('1,239 contacts are in “November clients”');
    expect(toResultText(run, context)).toBe(
      'Finished at 10:14 after 1 minute. We downloaded the list from the service and checked it row by row.',
    );
    const stopped = { ...run, state: 'stopped' as const, doneCount: 1 };
    expect(toResultTitle(stopped, { texts })).toBe('Import stopped after 1 row');
    expect(toResultText(stopped, context)).toBe('Stopped at 10:14.');
    const nextDay = { ...context, now: context.now + 86_400_000 };
    expect(toResultText(stopped, nextDay)).toBe('Stopped on Fri 20 Nov at 10:14.');
    const uncounted = { ...run, list: { ...run.list, membersCount: null } };
    expect(toResultTitle(uncounted, { texts })).toBe('Import finished');
    expect(toResultText(uncounted, context)).toBe('Finished at 10:14 after 1 minute.');
  });

  it('says what an undo took back and what it kept', () => {
    const undo = { ...noUndo, undoneAt: NOW - 60_000, deletedCount: 1, restoredCount: 2, keptCount: 5 };
    const run = buildRun({ ...at, state: 'undone', undo });
    expect(toResultTitle(run, { texts })).toBe('Import undone');
    expect(toResultText(run, context)).toBe('Undone at 10:19. 1 contact deleted, 2 put back as they were, 5 kept.');
  });

  it('has a line for all that was planned, and for all that was left out', () => {
    const run = buildRun({ created: { planned: 1_088, done: 1_086 }, refusedCount: 2, lostDigits: 3, landline: 1 });
    const lines = listResultLines({ ...run, readOnly: 4 }, { texts });
    expect(lines.map(({ id, planned, done }) => [id, planned, done])).toEqual([
      ['created', 1_088, 1_086],
      ['updated', 139, 139],
      ['unchanged', 14, 14],
      ['duplicate', 29, 29],
      ['leftOut', 7, 7],
      ['landline', 1, 1],
      ['lostDigits', 3, 3],
      ['readOnly', 4, 4],
      ['invalid', 9, 9],
    ]);
    expect(lines[0]?.note).toBe('2 rejected by the service');
    expect(lines[1]?.note).toBe('302 values changed');
    expect([isAsPlanned(run), isAsPlanned(buildRun())]).toEqual([false, true]);
  });

  it('says what an undo would do and how long that takes', () => {
    const { explanation } = bridge.importRows;
    expect(toUndoText(explanation, context)).toBe(
      'Deletes the 1,088 contacts it created and puts back the 302 values it changed. Takes about 4 minutes.',
    );
    const one = { ...explanation, deletedCount: 1, restoredValuesCount: 0, seconds: 0 };
    expect(toUndoText(one, context)).toBe('Deletes the 1 contact it created. Takes about 1 second.');
    expect(toUndoText({ ...one, deletedCount: 0, restoredValuesCount: 1 }, context)).toBe(
      'Puts back the 1 value it changed. Takes about 1 second.',
    );
    expect(toUndoText({ ...one, deletedCount: 0 }, context)).toBe('There’s nothing to undo.');
    expect(countUnchangedSince(explanation)).toBe(1_222);
    expect(toKeptText({ ...explanation, editedCount: 0 }, context)).toBe('');
    expect(toKeptText({ ...explanation, editedCount: 1, onlyHereCount: 1 }, context)).toBe(
      '1 contact has been edited since. Those edits will be kept. 1 contact isn’t in any other list. It stays in this one, because the service deletes contacts that aren’t in any list.',
    );
  });
});

describe('the end of an import', () => {
  let account: string;
  let ended: number[];
  let endings: ImportEndings;
  /** Resolves when main was asked about a run that changed so. */
  async function change(importId: number, changes: Partial<ImportRunView>): Promise<void> {
    const countAsked = (): number =>
      bridge.inputsOf('imports.get').filter((input) => input.importId === importId).length;
    const before = countAsked();
    bridge.importRows.change(importId, changes);
    await until(() => expect(countAsked()).toBeGreaterThan(before));
  }
  beforeEach(() => {
    [account, ended] = ['northgate', []];
    endings = new ImportEndings(bridge, { readAccount: () => account, tell: ({ id }) => ended.push(id), pauseMs: 0 });
    bridge.imports.runs = [buildRun({ state: 'running' }), buildRun({ id: 11 })];
  });
  afterEach(() => endings.dispose());

  it('is told once, not of runs that were over before', async () => {
    await change(11, {});
    await change(12, { doneCount: 700 });
    await change(12, { state: 'finished' });
    await until(() => expect(ended).toEqual([12]));
    await change(12, { rejectedCount: 3 });
    await change(11, {});
    expect(ended).toEqual([12]);
  });

  it('is told of a run that was over before it was looked at', async () => {
    await change(11, { finishedAt: Date.now() });
    await until(() => expect(ended).toEqual([11]));
  });

  it('is not told of a run of another account', async () => {
    await change(12, { doneCount: 700 });
    account = 'harbour';
    await change(12, { state: 'finished' });
    await change(11, {});
    expect(ended).toEqual([]);
  });

  it('hears nothing of main once it is disposed', () => {
    endings.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});
