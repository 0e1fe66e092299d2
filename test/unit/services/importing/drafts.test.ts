import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TableError } from '#main/importing/read/problem.ts';
import { until } from '#test/support/until.ts';
import { fail } from '../fakes.ts';
import { DraftsOnFakes } from './drafts-on-fakes.ts';
import { CONTACT } from './fake-account.ts';
import { FakeFile, makeRow, makeSummary } from './fake-file.ts';

describe('drafts of imports', () => {
  let at: DraftsOnFakes;
  beforeEach(async () => {
    at = await DraftsOnFakes.create();
  });
  afterEach(() => at.dispose());

  it('take a staged file, guess its list and its country, and begin to check', async () => {
    const handle = await at.stage('Name,Mobile');
    at.sources = [new FakeFile()];
    const view = await at.drafts.open({ handle, isPasted: false });
    expect(view).toMatchObject({
      ...{ fileName: 'november-clients.csv', sizeBytes: 11, kind: 'csv', rowsCount: 3, isFilling: false },
      options: {
        country: 'GB',
        hasHeader: true,
        leavesOutLandlines: false,
        keepsWhatIsEmpty: true,
        existing: 'update',
      },
      target: { kind: 'new-list', name: 'November clients' },
      ...{ summary: null, previousSummary: null, checkedCount: 0, estimate: null, problem: null },
    });
    expect(view.columns.map(({ header, choice }) => [header, choice?.kind])).toEqual([
      ['Name', 'fullName'],
      ['Mobile', 'phone'],
    ]);
    expect(() => at.files.get(handle)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);
    expect(at.opened[0]).toEqual({ text: 'Name,Mobile', options: {} });
  });

  it('check against every contact of the store, and tell how far that is', async () => {
    at.fake.contacts = Array.from({ length: 2_500 }, (_, index) => ({ ...CONTACT, id: index + 1 }));
    const { file } = await at.open();
    await until(() => expect(file.checks).toHaveLength(1));
    expect(file.checks[0]?.contactIds).toHaveLength(2_500);
    expect(file.asked).toContain('numbers 4477');
    file.checks[0]?.onProgress(2);
    expect((await at.find()).checkedCount).toBe(2);
    const before = at.toldCount;
    file.finish(makeSummary({ new: 2, invalid: 1 }));
    await until(async () => expect((await at.find()).checkedCount).toBeNull());
    expect(at.toldCount).toBeGreaterThan(before);
    const view = await at.find();
    expect(view.summary).toMatchObject({ rowsCount: 3, verdicts: { new: 2, invalid: 1 } });
    expect(view.estimate?.requestsCount).toBeGreaterThan(0);
  });

  it('say why a file is no table, and keep the draft before it', async () => {
    await at.openChecked();
    const before = await at.find();
    at.sources = [new TableError({ kind: 'password' })];
    await expect(at.drafts.open({ handle: await at.stage(), isPasted: false })).rejects.toMatchObject({
      code: 'validation',
      fields: { file: [expect.stringMatching(/^This workbook is password-protected\. .*\.$/)] },
    });
    expect(await at.find()).toEqual(before);
    expect(await at.listKept()).toHaveLength(1);
  });

  it('check again with another country, and show the count before beside the new one', async () => {
    const { file, draftId } = await at.openChecked();
    const view = await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    expect(view).toMatchObject({ checkedCount: 0, options: { country: 'IE', hasHeader: true } });
    expect(view.summary?.verdicts.new).toBe(3);
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish(makeSummary({ invalid: 3 }));
    await until(async () => expect((await at.find()).checkedCount).toBeNull());
    expect(await at.find()).toMatchObject({
      summary: { verdicts: { new: 0, invalid: 3 } },
      previousSummary: { verdicts: { new: 3 } },
    });
  });

  it('do not check again for the name of a new list', async () => {
    const { file, draftId } = await at.openChecked();
    const target = { kind: 'new-list', name: 'Dogs' } as const;
    const view = await at.drafts.changeToView(draftId, (draft) => draft.configure({ target }));
    expect(view).toMatchObject({ target, checkedCount: null });
    expect(file.checks).toHaveLength(1);
  });

  it('check again for a list that exists, and refuse one that is gone or another user’s', async () => {
    at.fake.lists = [...at.fake.lists, { id: 6, name: 'Shared', membersCount: 2, isReadOnly: true }];
    const { file, draftId } = await at.openChecked();
    const choose = (listId: number) =>
      at.drafts.changeToView(draftId, (draft) => draft.configure({ target: { kind: 'list', listId } }));
    await expect(choose(9)).rejects.toMatchObject({ code: 'validation', fields: { list: ['gone'] } });
    await expect(choose(6)).rejects.toMatchObject({ fields: { list: ['read-only'] } });
    expect((await at.find()).target.kind).toBe('new-list');
    expect(await choose(5)).toMatchObject({ target: { kind: 'list', listId: 5 } });
    await until(() => expect(file.checks.at(-1)?.settings.listId).toBe(5));
  });

  it('let the newest of several checks speak', async () => {
    const { file } = await at.open();
    const { draftId } = await at.find();
    await until(() => expect(file.checks).toHaveLength(1));
    await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(() => expect(file.checks).toHaveLength(2));
    file.checks[0]?.onProgress(99);
    expect((await at.find()).checkedCount).toBe(0);
    file.finish(makeSummary({ unchanged: 3 }));
    await until(async () => expect((await at.find()).checkedCount).toBeNull());
    expect(await at.find()).toMatchObject({
      summary: { verdicts: { unchanged: 3 } },
      previousSummary: null,
      problem: null,
    });
  });

  it('count nothing while no column is the phone', async () => {
    const { file, draftId } = await at.openChecked();
    const view = await at.drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 1, choice: { kind: 'leave-out' } }] }),
    );
    expect(view).toMatchObject({ summary: null, checkedCount: null, estimate: null });
    expect(file.checks).toHaveLength(1);
    expect(await at.drafts.read(draftId, (draft) => draft.listRows({ kind: 'all' }, { start: 0, limit: 10 }))).toEqual({
      count: 0,
      rows: [],
    });
    await expect(at.drafts.start(draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['none'] } });
  });

  it('read contacts again before a check only where some have changed', async () => {
    const { file, draftId } = await at.openChecked();
    const recheck = async (country: string): Promise<void> => {
      const before = file.checks.length;
      await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country } }));
      await until(() => expect(file.checks.length).toBe(before + 1));
      file.finish();
      await until(async () => expect((await at.find()).checkedCount).toBeNull());
    };
    const reads = at.fake.reads;
    await recheck('IE');
    at.fake.commit({ chatIds: [] });
    await recheck('FR');
    expect(at.fake.reads).toBe(reads);
    at.fake.contacts = [CONTACT, { ...CONTACT, id: 2 }];
    at.fake.commit({ everything: true });
    await recheck('DE');
    expect(at.fake.reads).toBe(reads + 1);
    expect(file.checks.at(-1)?.contactIds).toEqual([1, 2]);
  });

  it('tell columns what they meant the last time', async () => {
    at.fake.remembered = [{ header: 'Mobile', choice: { kind: 'email' } }];
    const { file } = await at.open();
    expect(file.asked.filter((line) => line.startsWith('describe'))).toEqual([
      'describe true Vet',
      'describe true Vet Mobile',
    ]);
  });

  it('describe the columns again without a header, and keep what the user chose', async () => {
    const { file, draftId } = await at.openChecked();
    await at.drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 0, choice: { kind: 'lastName' } }] }),
    );
    const view = await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { hasHeader: false } }));
    expect(view.columns.map(({ header, choice }) => [header, choice?.kind])).toEqual([
      ['', 'lastName'],
      ['', 'phone'],
    ]);
    expect(view.rowsCount).toBe(4);
    expect(file.asked.at(-1)).toBe('describe false Vet');
  });

  it('change nothing where a part of a change is refused', async () => {
    const { draftId } = await at.openChecked();
    const before = await at.find();
    const change = at.drafts.changeToView(draftId, (draft) =>
      draft.configure({
        columns: [{ index: 7, choice: null }],
        options: { country: 'FR' },
        target: { kind: 'list', listId: 5 },
      }),
    );
    await expect(change).rejects.toMatchObject({ fields: { columns: ['no-such-column'] } });
    expect(await at.find()).toEqual(before);
  });

  it('read the same bytes another way, and forget choices where the shape differs', async () => {
    const { file, draftId } = await at.openChecked();
    await at.drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 0, choice: { kind: 'lastName' } }] }),
    );
    at.sources = [new FakeFile({ encoding: 'windows-1252' }), new FakeFile({ columnCount: 1, delimiter: ';' })];
    const way = { sheet: null, encoding: 'windows-1252', delimiter: null } as const;
    const decoded = await at.drafts.changeToView(draftId, (draft) => draft.reread(way));
    expect(at.opened.at(-1)).toEqual({ text: 'Name,Mobile', options: { encoding: 'windows-1252' } });
    expect(file.isDisposed).toBe(true);
    expect(decoded).toMatchObject({ draftId, encoding: 'windows-1252', summary: null, previousSummary: null });
    expect(decoded.columns[0]?.choice?.kind).toBe('lastName');
    const split = await at.drafts.changeToView(draftId, (draft) => draft.reread({ ...way, delimiter: ';' }));
    expect(split.columns[0]?.choice?.kind).toBe('fullName');
  });

  it('stay as they were where the file cannot be read that way', async () => {
    const { file, draftId } = await at.openChecked();
    const before = await at.find();
    at.sources = [new TableError({ kind: 'no-such-sheet', sheet: 'Two', sheetNames: ['One'] })];
    const change = at.drafts.changeToView(draftId, (draft) =>
      draft.reread({ sheet: 'Two', encoding: null, delimiter: null }),
    );
    await expect(change).rejects.toMatchObject({
      code: 'validation',
      fields: { file: [expect.stringContaining('“One”')] },
    });
    expect(await at.find()).toEqual(before);
    expect(file.isDisposed).toBe(false);
  });

  it('repair a cell and leave rows out, with the new numbers', async () => {
    const { file, draftId } = await at.openChecked();
    file.summary = makeSummary({ new: 2, 'left-out': 1 });
    const edited = await at.drafts.change(draftId, (draft) => draft.editCell(3, 1, '07700 900199'));
    expect(edited).toMatchObject({ row: { line: 3, editedColumns: [1] }, summary: { verdicts: { 'left-out': 1 } } });
    expect((await at.find()).summary?.verdicts.new).toBe(2);
    await expect(at.drafts.change(draftId, (draft) => draft.editCell(99, 1, ''))).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(at.drafts.change(draftId, (draft) => draft.editCell(3, 2, ''))).rejects.toMatchObject({
      code: 'not-found',
    });
    const rows = { kind: 'lines', lines: [2] } as const;
    await at.drafts.change(draftId, (draft) => draft.leaveOut(rows, true));
    expect(file.asked.at(-1)).toBe('leave {"kind":"lines","lines":[2]} true');
  });

  it('start with everything that was planned, and are gone then', async () => {
    const { file, draftId } = await at.openChecked();
    expect(await at.drafts.start(draftId, 'request-1')).toEqual({ importId: 71 });
    expect(at.runs.started).toHaveLength(1);
    expect(at.runs.started[0]).toMatchObject({
      requestId: 'request-1',
      plan: {
        ...{ fileName: 'november-clients.csv', isPasted: false, headers: ['Name', 'Mobile'], rowsCount: 3 },
        choices: [{ kind: 'fullName' }, { kind: 'phone' }],
        ...{ target: { kind: 'new-list', name: 'November clients' }, listName: 'November clients' },
        options: { country: 'GB' },
      },
    });
    expect(at.runs.started[0]?.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(await at.drafts.find()).toBeNull();
    expect(file.isDisposed).toBe(true);
    expect(await at.listKept()).toEqual([]);
  });

  it('start only once the newest check is over', async () => {
    const { file, draftId } = await at.openChecked();
    await at.drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    const starting = at.drafts.start(draftId, 'request-1');
    await until(() => expect(file.checks).toHaveLength(2));
    expect(at.runs.started).toEqual([]);
    file.finish();
    await starting;
    expect(at.runs.started[0]).toMatchObject({ plan: { options: { country: 'IE' } } });
  });

  it('stay where the import could not be written down', async () => {
    const { draftId } = await at.openChecked();
    at.runs.refusal = fail('disk');
    await expect(at.drafts.start(draftId, 'request-1')).rejects.toMatchObject({ code: 'disk' });
    expect((await at.find()).draftId).toBe(draftId);
  });

  it('refuse to start without a name of the list, without rows, and while contacts are being read', async () => {
    at.fake.filledAt = null;
    const { file, draftId } = await at.openChecked();
    expect((await at.find()).isFilling).toBe(true);
    await expect(at.drafts.start(draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['filling'] } });
    at.fake.filledAt = 5;
    at.tell('sync.statusChanged');
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish(makeSummary({ invalid: 3 }));
    await until(async () => expect((await at.find()).checkedCount).toBeNull());
    expect((await at.find()).isFilling).toBe(false);
    await expect(at.drafts.start(draftId, 'request-2')).rejects.toMatchObject({ fields: { rows: ['none'] } });
    await at.drafts.change(draftId, (draft) => draft.leaveOut({ kind: 'lines', lines: [2] }, true));
    await at.drafts.changeToView(draftId, (draft) => draft.configure({ target: { kind: 'new-list', name: '' } }));
    await expect(at.drafts.start(draftId, 'request-3')).rejects.toMatchObject({ fields: { list: ['empty'] } });
    expect(at.runs.started).toEqual([]);
  });

  it('say in words that the check failed, and refuse to start', async () => {
    const { file, view } = await at.open();
    await until(() => expect(file.checks).toHaveLength(1));
    file.checks[0]?.end.reject(new TableError({ kind: 'too-large', what: 'memory', limit: 1_024, line: null }));
    await until(async () => expect((await at.find()).problem).toMatch(/more than 1,024 MB of memory to read\. .*\.$/));
    expect((await at.find()).checkedCount).toBeNull();
    await expect(at.drafts.start(view.draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['none'] } });
  });

  it('list all rows with a problem, in portions', async () => {
    const file = new FakeFile();
    file.rows = Array.from({ length: 450 }, (_, index) => makeRow(index + 2, { verdict: 'invalid' }));
    const { draftId } = await at.openChecked(file);
    const lines = await at.drafts.read(draftId, async (draft) => {
      const found: number[] = [];
      for await (const rows of draft.listProblems()) found.push(...rows.map(({ line }) => line));
      return found;
    });
    expect(lines).toEqual(file.rows.map(({ line }) => line));
  });
});
