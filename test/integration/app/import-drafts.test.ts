/** The file that the user is about to import: through the whole app, with its thread, on the contacts of the demo service. */
import { readFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactRow, ImportDraftView, RequestInput, RowFilter } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type AppWindow } from './app-on-demo.ts';
import { ALL, SyncedPeople } from './synced-people.ts';

const WORDS = { reasonTitle: 'Reason', reasons: { 'too-short': 'The number is too short', 'no-number': 'No number' } };

class Drafts extends SyncedPeople {
  get window(): AppWindow {
    return this.at.window;
  }

  async stage(name: string, content: string | Uint8Array): Promise<string> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const mimeType = 'application/octet-stream';
    const { handle } = await this.ask('files.stage', { name, mimeType, sizeBytes: bytes.byteLength });
    const reply = await this.window.app.appendBytes({ handle, offset: 0, bytes });
    if (!reply.ok) throw new Error('The file did not arrive');
    return handle;
  }

  /** Opens a file and waits for its first check. */
  async open(name: string, content: string | Uint8Array): Promise<ImportDraftView> {
    await this.ask('imports.open', { handle: await this.stage(name, content), isPasted: false });
    return await this.check();
  }

  /** The draft as it is once nothing is being counted. */
  async check(): Promise<ImportDraftView> {
    return await until(async () => {
      const draft = await this.ask('imports.getDraft', {});
      if (draft === null) throw new Error('There is no draft');
      expect(draft).toMatchObject({ checkedCount: null, problem: null, isFilling: false });
      return draft;
    });
  }

  async configure(
    { draftId }: ImportDraftView,
    choices: Omit<RequestInput<'imports.configure'>, 'draftId'>,
  ): Promise<ImportDraftView> {
    await this.ask('imports.configure', { draftId, ...choices });
    return await this.check();
  }

  async listRows({ draftId }: ImportDraftView, filter: RowFilter = 'all') {
    return (await this.ask('imports.listRows', { draftId, filter, start: 0, limit: 200 })).rows;
  }

  async readExport(handle: string): Promise<string> {
    const reply = await this.window.app.getFile(handle);
    if (!reply.ok) throw new Error('There is no such export');
    return await readFile(reply.value.path, 'utf8');
  }

  /** Numbers of requests that would have changed contacts or lists at the service. */
  countWrites(): number {
    return this.at.service.seen.filter(
      ({ method, path }) => method !== 'GET' && /contacts|lists|customfields/.test(path),
    ).length;
  }
}

describe('a file that is to be imported', () => {
  let drafts: Drafts;
  let known: ContactRow;
  beforeAll(async () => {
    drafts = new Drafts(await SyncedPeople.openApp({ shapes: 'spec' }));
    known = await drafts.take();
  });
  afterAll(() => drafts.at.dispose());
  beforeEach(async () => {
    const draft = await drafts.ask('imports.getDraft', {});
    if (draft !== null) await drafts.ask('imports.discard', { draftId: draft.draftId });
  });

  const toFile = (): string =>
    [
      'First name,Last name,Mobile,E-mail,Favourite cheese',
      `Ruth,"Okafor, née Bell",07700 900801,ruth@mail.example,Brie`,
      `Changed,Name,+${known.phone},,`,
      'Tom,Abara,07700 900802,,',
      'Twin,Abara,+44 7700 900802,,',
      '=cmd,Short,07700 9008,,',
      'None,Given,,,',
    ].join('\r\n');

  it('is read, matched and checked against the contacts, and nothing of it leaves', async () => {
    const writes = drafts.countWrites();
    const draft = await drafts.open('november-clients.csv', toFile());
    expect(draft).toMatchObject({
      ...{ fileName: 'november-clients.csv', kind: 'csv', encoding: 'utf-8', delimiter: ',', rowsCount: 6 },
      options: {
        country: 'GB',
        hasHeader: true,
        leavesOutLandlines: false,
        keepsWhatIsEmpty: true,
        existing: 'update',
      },
      target: { kind: 'new-list', name: 'November clients' },
    });
    expect(draft.columns.map(({ choice }) => choice?.kind ?? null)).toEqual([
      ...['firstName', 'lastName', 'phone', 'email'],
      null,
    ]);
    expect(draft.columns[4]).toMatchObject({ header: 'Favourite cheese', samples: ['Brie', '', ''], why: 'nothing' });
    expect(draft.summary).toMatchObject({
      rowsCount: 6,
      verdicts: { new: 2, update: 1, duplicate: 1, invalid: 2, unchanged: 0 },
    });
    expect(draft.estimate?.requestsCount).toBeGreaterThan(3);
    expect(draft.estimate?.seconds).toBeGreaterThan(0);
    const rows = await drafts.listRows(draft);
    expect(rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      ...[
        [2, 'new'],
        [3, 'update'],
        [4, 'new'],
        [5, 'duplicate'],
        [6, 'invalid'],
      ],
      [7, 'invalid'],
    ]);
    expect(rows[1]).toMatchObject({ contactId: known.id, phone: known.phone });
    expect(rows[1]?.changes).toContainEqual(expect.objectContaining({ name: 'firstName', value: 'Changed' }));
    expect(rows[3]?.reason).toEqual({ code: 'duplicate', line: 4 });
    expect((await drafts.listRows(draft, 'problems')).map(({ line }) => line)).toEqual([6, 7]);
    expect(drafts.countWrites()).toBe(writes);
  });

  it('is there for a page that is loaded again, with everything that was chosen', async () => {
    const opened = await drafts.open('clients.csv', toFile());
    const cheese = { index: 4, choice: { kind: 'new-field' as const, name: 'Cheese' } };
    const configured = await drafts.configure(opened, {
      columns: [cheese],
      target: { kind: 'new-list', name: 'Dogs' },
    });
    expect(configured.columns[4]).toMatchObject({ choice: cheese.choice, why: 'chosen' });
    // A page has no memory but this question.
    expect(await drafts.ask('imports.getDraft', {})).toEqual(configured);
    expect(drafts.window.heard('imports.changed')).toContainEqual({ importId: null });
  });

  it('is counted again with another country, beside the count before', async () => {
    const opened = await drafts.open('clients.csv', toFile());
    const french = await drafts.configure(opened, { options: { country: 'FR' } });
    expect(french.summary?.verdicts.new).not.toBe(opened.summary?.verdicts.new);
    expect(french.previousSummary).toEqual(opened.summary);
    expect(french.phoneExamples.length).toBeGreaterThan(0);
    const british = await drafts.configure(opened, { options: { country: 'GB' } });
    expect(british.summary).toEqual(opened.summary);
    expect(british.previousSummary).toEqual(french.summary);
  });

  it('tells the rows that are on a list already from those that are to be put on it', async () => {
    const [list] = known.lists;
    if (list === undefined) throw new Error('The contact is on no list');
    const file = `Mobile\r\n+${known.phone}\r\n07700 900805`;
    const opened = await drafts.open('numbers.csv', file);
    expect(opened.summary).toMatchObject({ verdicts: { unchanged: 1, new: 1 }, toAddCount: 1 });
    const onList = await drafts.configure(opened, { target: { kind: 'list', listId: list.id } });
    expect(onList.summary).toMatchObject({ verdicts: { unchanged: 1, new: 1 }, toAddCount: 0 });
  });

  it('is checked against a contact as it is by now', async () => {
    const file = `First name,Mobile\r\n${known.name},+${known.phone}`;
    const opened = await drafts.open('one.csv', file);
    const name = `Renamed ${toRequestId()}`;
    await drafts.edit(known.id, 'firstName', name);
    await drafts.configure(opened, { options: { country: 'IE' } });
    await until(async () => {
      const [row] = await drafts.listRows(opened);
      expect(row?.changes).toEqual([{ name: 'firstName', old: name, value: known.name }]);
    });
  });

  it('is repaired in its cells, and rows are left out and taken in again', async () => {
    const draft = await drafts.open('clients.csv', toFile());
    const { draftId } = draft;
    const cell = { draftId, line: 6, column: 2, value: '07700 900803' };
    expect(await drafts.ask('imports.getDraft', {})).toMatchObject({ hasChanges: false });
    const edited = await drafts.ask('imports.editCell', cell);
    expect(await drafts.ask('imports.getDraft', {})).toMatchObject({ hasChanges: true });
    expect(edited.row).toMatchObject({ line: 6, verdict: 'new', phone: '447700900803', editedColumns: [2] });
    expect(edited.summary?.verdicts).toMatchObject({ new: 3, invalid: 1 });
    const twin = await drafts.ask('imports.editCell', { ...cell, line: 4, value: '07700 900804' });
    expect(twin.row.verdict).toBe('new');
    const [, , , freed] = await drafts.listRows(draft);
    expect(freed).toMatchObject({ line: 5, verdict: 'new' });
    const out = await drafts.ask('imports.leaveOut', {
      draftId,
      rows: { kind: 'lines', lines: [2, 5] },
      isLeftOut: true,
    });
    expect(out.summary?.verdicts).toMatchObject({ 'left-out': 2, new: 2 });
    const all = { kind: 'filter', filter: 'left-out' } as const;
    const back = await drafts.ask('imports.leaveOut', { draftId, rows: all, isLeftOut: false });
    expect(back.summary?.verdicts).toMatchObject({ 'left-out': 0, new: 4 });
    expect((await drafts.check()).summary).toEqual(back.summary);
    expect(await drafts.window.askForError('imports.editCell', { ...cell, line: 99 })).toMatchObject({
      code: 'not-found',
    });
  });

  it('comes out as its rows with a problem, each with its reason, and can be opened again', async () => {
    const { draftId } = await drafts.open('clients.csv', toFile());
    const exported = await drafts.ask('imports.exportProblems', { draftId, ...WORDS });
    expect(exported).toMatchObject({ name: 'clients-problems.csv', rows: 2 });
    const text = await drafts.readExport(exported.handle);
    expect(text).toBe(
      '\ufeffFirst name,Last name,Mobile,E-mail,Favourite cheese,Reason\r\n' +
        "'=cmd,Short,07700 9008,,,The number is too short\r\n" +
        'None,Given,,,,No number\r\n',
    );
    const again = await drafts.open('clients-problems.csv', text.replace('07700 9008', '07700 900809'));
    expect(again.columns.map(({ choice }) => choice?.kind ?? null).slice(0, 4)).toEqual([
      ...['firstName', 'lastName', 'phone', 'email'],
    ]);
    expect(again.summary).toMatchObject({ rowsCount: 2, verdicts: { new: 1, invalid: 1 } });
  });

  it('is a workbook whose other sheet can be read', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Ada Quill', '07700 900811'],
    ];
    const others = [...rows, ['Ben Quill', '07700 900812']];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cats', rows },
        { name: 'Dogs', rows: others },
      ],
    });
    const opened = await drafts.open('pets.xlsx', bytes);
    expect(opened).toMatchObject({ kind: 'xlsx', sheetName: 'Cats', rowsCount: 1, encoding: null, delimiter: null });
    expect(opened.sheets.map(({ name }) => name)).toEqual(['Cats', 'Dogs']);
    const way = { draftId: opened.draftId, sheet: 'Dogs', encoding: null, delimiter: null };
    expect(await drafts.ask('imports.reread', way)).toMatchObject({ draftId: opened.draftId, sheetName: 'Dogs' });
    expect(await drafts.check()).toMatchObject({
      rowsCount: 2,
      summary: { verdicts: { new: 2 } },
      previousSummary: null,
    });
    const error = await drafts.window.askForError('imports.reread', { ...way, sheet: 'Birds' });
    expect(error).toMatchObject({
      code: 'validation',
      fields: { file: [expect.stringContaining('no sheet called “Birds”')] },
    });
    expect(await drafts.check()).toMatchObject({ sheetName: 'Dogs', rowsCount: 2 });
  });

  it('is text that can be read in another encoding, with another delimiter', async () => {
    const text = Buffer.from('Name;Mobile\r\nRenée;07700 900813\r\n', 'latin1');
    const opened = await drafts.open('latin.csv', text);
    expect(opened).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
    const way = { draftId: opened.draftId, sheet: null, encoding: null, delimiter: null };
    await drafts.ask('imports.reread', { ...way, encoding: 'utf-8' });
    const wrong = await drafts.check();
    expect(wrong.columns[0]?.samples[0]).toBe('Ren\ufffde');
    expect(wrong.notes).toContainEqual(expect.objectContaining({ kind: 'undecodable', count: 1, line: 2 }));
    await drafts.ask('imports.reread', { ...way, delimiter: ',' });
    expect(await drafts.check()).toMatchObject({ delimiter: ',', columns: [{ choice: null }] });
    await drafts.ask('imports.reread', way);
    expect((await drafts.check()).summary?.verdicts.new).toBe(1);
  });

  it.each([
    ['nothing.csv', '', /^This file is empty\. Nothing was imported\. /],
    ['page.xls', '<html><table><tr><td>1</td></tr></table></html>', /^This file is a web page/],
    ['open.csv', 'Name,Mobile\r\n"Ruth,07700 900801', /^The quotation mark on line 2 is never closed\. /],
  ])('is refused in words where it is no table: %s', async (name, content, sentence) => {
    const handle = await drafts.stage(name, content);
    const error = await drafts.window.askForError('imports.open', { handle, isPasted: false });
    expect(error).toMatchObject({ code: 'validation', fields: { file: [expect.stringMatching(sentence)] } });
    expect(await drafts.ask('imports.getDraft', {})).toBeNull();
  });

  it('is gone once it is discarded, and once another file is opened', async () => {
    const { draftId } = await drafts.open('clients.csv', toFile());
    await drafts.ask('imports.discard', { draftId });
    expect(await drafts.ask('imports.getDraft', {})).toBeNull();
    const page = { filter: 'all', start: 0, limit: 10 } as const;
    expect(await drafts.window.askForError('imports.listRows', { draftId, ...page })).toMatchObject({
      code: 'not-found',
    });
    const first = await drafts.open('clients.csv', toFile());
    const second = await drafts.open('others.csv', toFile());
    expect(second.draftId).not.toBe(first.draftId);
    const error = await drafts.window.askForError('imports.configure', { draftId: first.draftId });
    expect(error).toMatchObject({ code: 'not-found' });
  });

  it('is not started without a list, or without a row to import', async () => {
    const opened = await drafts.open('bad.csv', 'Name,Mobile\r\nAda,12\r\n');
    const start = (): RequestInput<'imports.start'> => ({ requestId: toRequestId(), draftId: opened.draftId });
    expect(await drafts.window.askForError('imports.start', start())).toMatchObject({ fields: { rows: ['none'] } });
    await drafts.ask('imports.editCell', { draftId: opened.draftId, line: 2, column: 1, value: '07700 900814' });
    await drafts.configure(opened, { target: { kind: 'new-list', name: ' ' } });
    expect(await drafts.window.askForError('imports.start', start())).toMatchObject({ fields: { list: ['empty'] } });
    expect((await drafts.check()).draftId).toBe(opened.draftId);
  });

  it('begins as a sample that can be imported as it is', async () => {
    const { handle, name } = await drafts.ask('imports.sample', {});
    const sample = await drafts.open(name, await drafts.readExport(handle));
    expect(sample).toMatchObject({ rowsCount: 3, summary: { verdicts: { new: 3 } } });
    expect(sample.columns.map(({ choice }) => choice?.kind ?? null)).toEqual([
      ...['firstName', 'lastName', 'phone', 'email'],
      null,
    ]);
  });

  it('becomes an import when it is started, once however often that is asked', async () => {
    const opened = await drafts.open('clients.csv', `Name,Mobile\r\nAda Byron,07700 900815\r\nNo One,12`);
    const request = { requestId: toRequestId(), draftId: opened.draftId };
    const [first, repeat] = await Promise.all([
      drafts.ask('imports.start', request),
      drafts.ask('imports.start', request),
    ]);
    expect(repeat).toEqual(first);
    expect(await drafts.ask('imports.start', request)).toEqual(first);
    expect(await drafts.ask('imports.getDraft', {})).toBeNull();
    await until(async () =>
      expect(await drafts.ask('imports.get', first)).toMatchObject({ state: 'finished', created: { done: 1 } }),
    );
    expect(await drafts.ask('imports.list', {})).toHaveLength(1);
    const { ids } = await drafts.ask('contacts.list', { query: { ...ALL, text: 'Byron' }, firstRows: 0 });
    expect(ids).toHaveLength(1);
    const exported = await drafts.ask('imports.exportRejected', { ...first, ...WORDS });
    expect(exported).toMatchObject({ name: 'clients-rejected.csv', rows: 1 });
    expect(await drafts.readExport(exported.handle)).toBe(
      '\ufeffName,Mobile,Reason\r\nNo One,12,The number is too short\r\n',
    );
    const repaired = await drafts.ask('imports.repairRejected', first);
    expect(repaired).toMatchObject({ repairsImportId: first.importId, rowsCount: 1, target: { kind: 'list' } });
    expect((await drafts.check()).summary).toMatchObject({ verdicts: { invalid: 1 } });
  });
});

describe('a file that is opened while contacts are still being read', () => {
  it('says so, is not started, and is counted again by itself once they are here', async () => {
    const app = await AppOnDemo.open();
    try {
      const { service, credentials } = await app.startService();
      service.faults.set([{ kind: 'status', status: 500, method: 'GET', path: '/contacts' }]);
      const window = await app.openWindow();
      await window.signIn(credentials);
      const { phone } = service.world.contacts.rows.find(({ userId }) => userId === undefined) ?? { phone: '' };
      const bytes = new TextEncoder().encode(`Mobile\r\n+${phone}`);
      const file = { name: 'one.csv', mimeType: 'text/csv', sizeBytes: bytes.byteLength };
      const { handle } = await window.ask('files.stage', file);
      await window.app.appendBytes({ handle, offset: 0, bytes });
      const { draftId } = await window.ask('imports.open', { handle, isPasted: false });
      const find = (): Promise<ImportDraftView | null> => window.ask('imports.getDraft', {});
      // By what is known so far.
      await until(async () =>
        expect(await find()).toMatchObject({ isFilling: true, summary: { verdicts: { new: 1 } } }),
      );
      const refused = await window.askForError('imports.start', { requestId: toRequestId(), draftId });
      expect(refused).toMatchObject({ code: 'validation', fields: { rows: ['filling'] } });
      service.faults.set([]);
      // Once, as a person presses it.
      await window.ask('sync.tryNow', {});
      await until(async () => {
        const known = { isFilling: false, checkedCount: null, summary: { verdicts: { new: 0, unchanged: 1 } } };
        expect(await find()).toMatchObject(known);
      });
    } finally {
      await app.dispose();
    }
  });
});
