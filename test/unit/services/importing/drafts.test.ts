import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TableError } from '#main/importing/read/problem.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { ImportDrafts } from '#main/services/importing/drafts.ts';
import type { OpenFile } from '#main/services/importing/file-reading.ts';
import type { ImportDraftView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { FakeAccountParts, fail } from '../fakes.ts';
import { CONTACT, FakeRuns, FakeStore } from './fake-account.ts';
import { FakeFile, makeRow, makeSummary } from './fake-file.ts';

describe('drafts of imports', () => {
  let dataFolder: string;
  let files: StagedFiles;
  let drafts: ImportDrafts;
  let fake: FakeStore;
  let runs: FakeRuns;
  let accountFolder: string | null;
  let isReopening: boolean;
  let listeners: ((event: NumberedEvent) => void)[];
  let toldCount: number;
  /** Files that `openFile` gives out, in order; the last one again and again. */
  let sources: (FakeFile | Error)[];
  let opened: { text: string; options: Parameters<OpenFile>[1] }[];

  const getAccount = (): OpenAccount => {
    if (accountFolder === null) throw fail('unauthorized');
    return { folder: accountFolder, store: fake.store, imports: runs } as unknown as OpenAccount;
  };
  const tell = (name: NumberedEvent['name']): void => {
    for (const listener of listeners) listener({ sequence: 1, name, payload: {} });
  };
  const openFile: OpenFile = ({ bytes }, options) => {
    opened.push({ text: new TextDecoder().decode(bytes), options });
    const next = sources.length > 1 ? sources.shift() : sources[0];
    if (next instanceof FakeFile) return Promise.resolve(next);
    return Promise.reject(next ?? new Error('no file'));
  };
  const stage = async (text = 'Name,Mobile', name = 'november-clients.csv'): Promise<string> => {
    const bytes = new TextEncoder().encode(text);
    const { handle } = await files.stage({ name, mimeType: 'text/csv', sizeBytes: bytes.byteLength });
    await files.append({ handle, offset: 0, bytes });
    return handle;
  };
  const open = async (file: FakeFile = new FakeFile()): Promise<{ file: FakeFile; view: ImportDraftView }> => {
    sources = [file];
    return { file, view: await drafts.open({ handle: await stage(), isPasted: false }) };
  };
  const find = async (): Promise<ImportDraftView> => {
    const view = await drafts.find();
    if (view === null) throw new Error('There is no draft');
    return view;
  };
  /** Opens a file whose first check has ended. */
  const openChecked = async (file = new FakeFile()): Promise<{ file: FakeFile; draftId: string }> => {
    const { view } = await open(file);
    await until(() => expect(file.checks).toHaveLength(1));
    file.finish();
    await until(async () => expect((await find()).checkedCount).toBeNull());
    return { file, draftId: view.draftId };
  };

  beforeEach(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'sb-drafts-'));
    files = new StagedFiles({ dataFolder, onBug: () => undefined });
    fake = new FakeStore();
    runs = new FakeRuns();
    accountFolder = '/accounts/ada';
    isReopening = false;
    listeners = [];
    toldCount = 0;
    opened = [];
    let last = 0;
    drafts = new ImportDrafts({
      session: {
        getAccount,
        findAccount: () => (accountFolder === null ? undefined : getAccount()),
        get isReopening() {
          return isReopening;
        },
      },
      events: {
        subscribe: (listener) => {
          listeners.push(listener);
          return () => listeners.splice(listeners.indexOf(listener), 1).length > 0;
        },
        importChanged: () => (toldCount += 1),
      },
      ...{ files, openFile, log: new FakeAccountParts().log, createId: () => `draft-${(last += 1)}` },
    });
  });
  afterEach(async () => {
    await drafts.dispose();
    await files.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const listKept = async (): Promise<string[]> => await readdir(path.join(dataFolder, 'staged')).catch(() => []);

  it('take a staged file, guess its list and its country, and begin to check', async () => {
    const handle = await stage('Name,Mobile');
    sources = [new FakeFile()];
    const view = await drafts.open({ handle, isPasted: false });
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
    expect(() => files.get(handle)).toThrow(expect.objectContaining({ code: 'not-found' }) as Error);
    expect(opened[0]).toEqual({ text: 'Name,Mobile', options: {} });
  });

  it('check against every contact of the store, and tell how far that is', async () => {
    fake.contacts = Array.from({ length: 2_500 }, (_, index) => ({ ...CONTACT, id: index + 1 }));
    const { file } = await open();
    await until(() => expect(file.checks).toHaveLength(1));
    expect(file.checks[0]?.contactIds).toHaveLength(2_500);
    expect(file.asked).toContain('numbers 4477');
    file.checks[0]?.onProgress(2);
    expect((await find()).checkedCount).toBe(2);
    const before = toldCount;
    file.finish(makeSummary({ new: 2, invalid: 1 }));
    await until(async () => expect((await find()).checkedCount).toBeNull());
    expect(toldCount).toBeGreaterThan(before);
    const view = await find();
    expect(view.summary).toMatchObject({ rowsCount: 3, verdicts: { new: 2, invalid: 1 } });
    expect(view.estimate?.requestsCount).toBeGreaterThan(0);
  });

  it('say why a file is no table, and keep the draft before it', async () => {
    await openChecked();
    const before = await find();
    sources = [new TableError({ kind: 'password' })];
    await expect(drafts.open({ handle: await stage(), isPasted: false })).rejects.toMatchObject({
      code: 'validation',
      fields: { file: [expect.stringMatching(/^The workbook is protected with a password\. .*\.$/)] },
    });
    expect(await find()).toEqual(before);
    expect(await listKept()).toHaveLength(1);
  });

  it('IMPORTS-3: keep the file on the disk while they are there, and end the one before', async () => {
    const first = await openChecked();
    expect(
      await Promise.all((await listKept()).map((name) => readFile(path.join(dataFolder, 'staged', name), 'utf8'))),
    ).toEqual(['Name,Mobile']);
    const second = await openChecked();
    expect(second.draftId).not.toBe(first.draftId);
    expect(first.file.isDisposed).toBe(true);
    expect(await listKept()).toHaveLength(1);
    await drafts.discard(second.draftId);
    expect(await drafts.find()).toBeNull();
    expect(second.file.isDisposed).toBe(true);
    expect(await listKept()).toEqual([]);
    expect(fake.listenersCount).toBe(0);
  });

  it('check again with another country, and show the count before beside the new one', async () => {
    const { file, draftId } = await openChecked();
    const view = await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    expect(view).toMatchObject({ checkedCount: 0, options: { country: 'IE', hasHeader: true } });
    expect(view.summary?.verdicts.new).toBe(3);
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish(makeSummary({ invalid: 3 }));
    await until(async () => expect((await find()).checkedCount).toBeNull());
    expect(await find()).toMatchObject({
      summary: { verdicts: { new: 0, invalid: 3 } },
      previousSummary: { verdicts: { new: 3 } },
    });
  });

  it('do not check again for the name of a new list', async () => {
    const { file, draftId } = await openChecked();
    const target = { kind: 'new-list', name: 'Dogs' } as const;
    const view = await drafts.changeToView(draftId, (draft) => draft.configure({ target }));
    expect(view).toMatchObject({ target, checkedCount: null });
    expect(file.checks).toHaveLength(1);
  });

  it('check again for a list that exists, and refuse one that is gone or another user’s', async () => {
    fake.lists = [...fake.lists, { id: 6, name: 'Shared', membersCount: 2, isReadOnly: true }];
    const { file, draftId } = await openChecked();
    const choose = (listId: number) =>
      drafts.changeToView(draftId, (draft) => draft.configure({ target: { kind: 'list', listId } }));
    await expect(choose(9)).rejects.toMatchObject({ code: 'validation', fields: { list: ['gone'] } });
    await expect(choose(6)).rejects.toMatchObject({ fields: { list: ['read-only'] } });
    expect((await find()).target.kind).toBe('new-list');
    expect(await choose(5)).toMatchObject({ target: { kind: 'list', listId: 5 } });
    await until(() => expect(file.checks.at(-1)?.settings.listId).toBe(5));
  });

  it('let the newest of several checks speak', async () => {
    const { file } = await open();
    const { draftId } = await find();
    await until(() => expect(file.checks).toHaveLength(1));
    await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(() => expect(file.checks).toHaveLength(2));
    file.checks[0]?.onProgress(99);
    expect((await find()).checkedCount).toBe(0);
    file.finish(makeSummary({ unchanged: 3 }));
    await until(async () => expect((await find()).checkedCount).toBeNull());
    expect(await find()).toMatchObject({
      summary: { verdicts: { unchanged: 3 } },
      previousSummary: null,
      problem: null,
    });
  });

  it('count nothing while no column is the phone', async () => {
    const { file, draftId } = await openChecked();
    const view = await drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 1, choice: { kind: 'leave-out' } }] }),
    );
    expect(view).toMatchObject({ summary: null, checkedCount: null, estimate: null });
    expect(file.checks).toHaveLength(1);
    expect(await drafts.read(draftId, (draft) => draft.listRows({ kind: 'all' }, { start: 0, limit: 10 }))).toEqual({
      count: 0,
      rows: [],
    });
    await expect(drafts.start(draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['none'] } });
  });

  it('read contacts again before a check only where some have changed', async () => {
    const { file, draftId } = await openChecked();
    const recheck = async (country: string): Promise<void> => {
      const before = file.checks.length;
      await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country } }));
      await until(() => expect(file.checks.length).toBe(before + 1));
      file.finish();
      await until(async () => expect((await find()).checkedCount).toBeNull());
    };
    const reads = fake.reads;
    await recheck('IE');
    fake.commit({ chatIds: [] });
    await recheck('FR');
    expect(fake.reads).toBe(reads);
    fake.contacts = [CONTACT, { ...CONTACT, id: 2 }];
    fake.commit({ everything: true });
    await recheck('DE');
    expect(fake.reads).toBe(reads + 1);
    expect(file.checks.at(-1)?.contactIds).toEqual([1, 2]);
  });

  it('tell columns what they meant the last time', async () => {
    fake.remembered = [{ header: 'Mobile', choice: { kind: 'email' } }];
    const { file } = await open();
    expect(file.asked.filter((line) => line.startsWith('describe'))).toEqual([
      'describe true Vet',
      'describe true Vet Mobile',
    ]);
  });

  it('describe the columns again without a header, and keep what the user chose', async () => {
    const { file, draftId } = await openChecked();
    await drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 0, choice: { kind: 'lastName' } }] }),
    );
    const view = await drafts.changeToView(draftId, (draft) => draft.configure({ options: { hasHeader: false } }));
    expect(view.columns.map(({ header, choice }) => [header, choice?.kind])).toEqual([
      ['', 'lastName'],
      ['', 'phone'],
    ]);
    expect(view.rowsCount).toBe(4);
    expect(file.asked.at(-1)).toBe('describe false Vet');
  });

  it('change nothing where a part of a change is refused', async () => {
    const { draftId } = await openChecked();
    const before = await find();
    const change = drafts.changeToView(draftId, (draft) =>
      draft.configure({
        columns: [{ index: 7, choice: null }],
        options: { country: 'FR' },
        target: { kind: 'list', listId: 5 },
      }),
    );
    await expect(change).rejects.toMatchObject({ fields: { columns: ['no-such-column'] } });
    expect(await find()).toEqual(before);
  });

  it('read the same bytes another way, and forget choices where the shape differs', async () => {
    const { file, draftId } = await openChecked();
    await drafts.changeToView(draftId, (draft) =>
      draft.configure({ columns: [{ index: 0, choice: { kind: 'lastName' } }] }),
    );
    sources = [new FakeFile({ encoding: 'windows-1252' }), new FakeFile({ columnCount: 1, delimiter: ';' })];
    const way = { sheet: null, encoding: 'windows-1252', delimiter: null } as const;
    const decoded = await drafts.changeToView(draftId, (draft) => draft.reread(way));
    expect(opened.at(-1)).toEqual({ text: 'Name,Mobile', options: { encoding: 'windows-1252' } });
    expect(file.isDisposed).toBe(true);
    expect(decoded).toMatchObject({ draftId, encoding: 'windows-1252', summary: null, previousSummary: null });
    expect(decoded.columns[0]?.choice?.kind).toBe('lastName');
    const split = await drafts.changeToView(draftId, (draft) => draft.reread({ ...way, delimiter: ';' }));
    expect(split.columns[0]?.choice?.kind).toBe('fullName');
  });

  it('stay as they were where the file cannot be read that way', async () => {
    const { file, draftId } = await openChecked();
    const before = await find();
    sources = [new TableError({ kind: 'no-such-sheet', sheet: 'Two', sheetNames: ['One'] })];
    const change = drafts.changeToView(draftId, (draft) =>
      draft.reread({ sheet: 'Two', encoding: null, delimiter: null }),
    );
    await expect(change).rejects.toMatchObject({
      code: 'validation',
      fields: { file: [expect.stringContaining('“One”')] },
    });
    expect(await find()).toEqual(before);
    expect(file.isDisposed).toBe(false);
  });

  it('repair a cell and leave rows out, with the new numbers', async () => {
    const { file, draftId } = await openChecked();
    file.summary = makeSummary({ new: 2, 'left-out': 1 });
    const edited = await drafts.change(draftId, (draft) => draft.editCell(3, 1, '07700 900199'));
    expect(edited).toMatchObject({ row: { line: 3, editedColumns: [1] }, summary: { verdicts: { 'left-out': 1 } } });
    expect((await find()).summary?.verdicts.new).toBe(2);
    await expect(drafts.change(draftId, (draft) => draft.editCell(99, 1, ''))).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(drafts.change(draftId, (draft) => draft.editCell(3, 2, ''))).rejects.toMatchObject({
      code: 'not-found',
    });
    const rows = { kind: 'lines', lines: [2] } as const;
    await drafts.change(draftId, (draft) => draft.leaveOut(rows, true));
    expect(file.asked.at(-1)).toBe('leave {"kind":"lines","lines":[2]} true');
  });

  it('start with everything that was planned, and are gone then', async () => {
    const { file, draftId } = await openChecked();
    expect(await drafts.start(draftId, 'request-1')).toEqual({ importId: 71 });
    expect(runs.started).toHaveLength(1);
    expect(runs.started[0]).toMatchObject({
      requestId: 'request-1',
      plan: {
        ...{ fileName: 'november-clients.csv', isPasted: false, headers: ['Name', 'Mobile'], rowsCount: 3 },
        choices: [{ kind: 'fullName' }, { kind: 'phone' }],
        ...{ target: { kind: 'new-list', name: 'November clients' }, listName: 'November clients' },
        options: { country: 'GB' },
      },
    });
    expect(runs.started[0]?.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(await drafts.find()).toBeNull();
    expect(file.isDisposed).toBe(true);
    expect(await listKept()).toEqual([]);
  });

  it('start only once the newest check is over', async () => {
    const { file, draftId } = await openChecked();
    await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    const starting = drafts.start(draftId, 'request-1');
    await until(() => expect(file.checks).toHaveLength(2));
    expect(runs.started).toEqual([]);
    file.finish();
    await starting;
    expect(runs.started[0]).toMatchObject({ plan: { options: { country: 'IE' } } });
  });

  it('stay where the import could not be written down', async () => {
    const { draftId } = await openChecked();
    runs.refusal = fail('disk');
    await expect(drafts.start(draftId, 'request-1')).rejects.toMatchObject({ code: 'disk' });
    expect((await find()).draftId).toBe(draftId);
  });

  it('refuse to start without a name of the list, without rows, and while contacts are being read', async () => {
    fake.filledAt = null;
    const { file, draftId } = await openChecked();
    expect((await find()).isFilling).toBe(true);
    await expect(drafts.start(draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['filling'] } });
    fake.filledAt = 5;
    tell('sync.statusChanged');
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish(makeSummary({ invalid: 3 }));
    await until(async () => expect((await find()).checkedCount).toBeNull());
    expect((await find()).isFilling).toBe(false);
    await expect(drafts.start(draftId, 'request-2')).rejects.toMatchObject({ fields: { rows: ['none'] } });
    await drafts.change(draftId, (draft) => draft.leaveOut({ kind: 'lines', lines: [2] }, true));
    await drafts.changeToView(draftId, (draft) => draft.configure({ target: { kind: 'new-list', name: '' } }));
    await expect(drafts.start(draftId, 'request-3')).rejects.toMatchObject({ fields: { list: ['empty'] } });
    expect(runs.started).toEqual([]);
  });

  it('say in words that the check failed, and refuse to start', async () => {
    const { file, view } = await open();
    await until(() => expect(file.checks).toHaveLength(1));
    file.checks[0]?.end.reject(new TableError({ kind: 'too-large', what: 'memory', limit: 1_024, line: null }));
    await until(async () => expect((await find()).problem).toMatch(/more than 1,024 MB of memory\. .*\.$/));
    expect((await find()).checkedCount).toBeNull();
    await expect(drafts.start(view.draftId, 'request-1')).rejects.toMatchObject({ fields: { rows: ['none'] } });
  });

  it('IMPORTS-2: go when another account is opened, and stay while the same one is opened again', async () => {
    const { file, draftId } = await openChecked();
    accountFolder = null;
    isReopening = true;
    tell('session.changed');
    accountFolder = '/accounts/ada';
    isReopening = false;
    tell('session.changed');
    expect((await find()).draftId).toBe(draftId);
    accountFolder = '/accounts/ben';
    expect(await drafts.find()).toBeNull();
    await expect(
      drafts.read(draftId, (draft) => draft.listRows({ kind: 'all' }, { start: 0, limit: 1 })),
    ).rejects.toMatchObject({ code: 'not-found' });
    tell('session.changed');
    await until(() => expect(file.isDisposed).toBe(true));
    await until(async () => expect(await listKept()).toEqual([]));
  });

  it('check once more when their account is open again, where it was closed in the midst of a check', async () => {
    const { file, draftId } = await openChecked();
    const { store } = fake;
    fake = new FakeStore();
    fake.store.listImportContacts = () => Promise.reject(fail('disk'));
    await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(async () => expect((await find()).problem).toMatch(/could not be checked/));
    expect(file.checks).toHaveLength(1);
    fake.store.listImportContacts = store.listImportContacts;
    tell('session.changed');
    await until(() => expect(file.checks).toHaveLength(2));
    file.finish();
    await until(async () => expect(await find()).toMatchObject({ problem: null, checkedCount: null }));
    tell('session.changed');
    expect((await find()).checkedCount).toBeNull();
  });

  it('check against the contacts of the store that the account has after it was opened again', async () => {
    const { file, draftId } = await openChecked();
    fake = new FakeStore();
    fake.contacts = [{ ...CONTACT, id: 8 }];
    await drafts.changeToView(draftId, (draft) => draft.configure({ options: { country: 'IE' } }));
    await until(() => expect(file.checks).toHaveLength(2));
    expect(file.checks.at(-1)?.contactIds).toEqual([8]);
  });

  it('end what waits for their thread as not found when they are discarded', async () => {
    const { file, draftId } = await openChecked();
    const reading = drafts.read(draftId, async (draft) => {
      await drafts.discard(draftId);
      return await draft.listRows({ kind: 'all' }, { start: 0, limit: 1 });
    });
    await expect(reading).rejects.toMatchObject({ code: 'not-found' });
    expect(file.isDisposed).toBe(true);
  });

  it('are made of rows that a run could not import, with its columns and its list', async () => {
    const file = new FakeFile({ rowCount: 2 });
    file.looksLikeHeader = false;
    sources = [file];
    const options = { country: 'IE', hasHeader: true, leavesOutLandlines: true, keepsWhatIsEmpty: false } as const;
    const view = await drafts.openRejected(
      { name: 'clients.csv', bytes: new TextEncoder().encode('a,b') },
      {
        importId: 3,
        choices: [{ kind: 'lastName' }, { kind: 'phone' }],
        options: { ...options, existing: 'leave' },
        target: { kind: 'list', listId: 5 },
      },
    );
    expect(view).toMatchObject({
      ...{ fileName: 'clients.csv', repairsImportId: 3, target: { kind: 'list', listId: 5 }, sizeBytes: 3 },
      options: { country: 'IE', existing: 'leave', keepsWhatIsEmpty: false, leavesOutLandlines: true },
    });
    expect(view.columns.map(({ choice }) => choice?.kind)).toEqual(['lastName', 'phone']);
    expect(opened[0]?.text).toBe('a,b');
  });

  it('list all rows with a problem, in portions', async () => {
    const file = new FakeFile();
    file.rows = Array.from({ length: 450 }, (_, index) => makeRow(index + 2, { verdict: 'invalid' }));
    const { draftId } = await openChecked(file);
    const lines = await drafts.read(draftId, async (draft) => {
      const found: number[] = [];
      for await (const rows of draft.listProblems()) found.push(...rows.map(({ line }) => line));
      return found;
    });
    expect(lines).toEqual(file.rows.map(({ line }) => line));
  });
});
