import { TableError } from '#main/importing/read/problem.ts';
import { readTable } from '#main/importing/read/read-table.ts';
import type { Table, TableRow } from '#main/importing/read/table.ts';
import { ImportRows, planImport } from '../../behaviour/import-work.ts';
import type { Reply } from '../../http.ts';
import { refuseFields } from '../../refusal.ts';
import type { ImportSession } from '../../state/account-model.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';
import { parseImport } from './import-form.ts';
import type { ImportForm, ImportWay } from './import-form.ts';

type Fields = ImportSession['waiting'][number];

/** Reads a file in a thread of its own, so that others are answered meanwhile. */
async function readFile({ file }: ImportForm): Promise<Table> {
  try {
    return await readTable(file);
  } catch (error) {
    if (error instanceof TableError) throw refuseFields({ file: error.common });
    throw error;
  }
}

/** The mapped cells of a row. A number whose last digits the file has lost is none. */
function toFields({ cells, notes = [] }: TableRow, columns: ImportForm['columns']): Fields {
  const lost = new Set(notes.filter(({ kind }) => kind === 'digits-lost').map(({ column }) => column));
  const mapped = [...columns].map(([column, field]): [string, string] => {
    const isLost = field === 'phone' && lost.has(column);
    return [field, isLost ? '' : (cells[column] ?? '').trim()];
  });
  return Object.fromEntries(mapped);
}

/** The rows of a file as contacts to be taken, each number once. */
async function readRows(table: Table, form: ImportForm): Promise<Fields[]> {
  const rows = new ImportRows(form.country);
  let isTitle = form.excludesFirstRow;
  for await (const batch of table.batches()) {
    for (const row of batch) {
      if (!isTitle) rows.add(toFields(row, form.columns));
      isTitle = false;
    }
  }
  return rows.list();
}

/** The name that was asked for, with 1, 2, … where it is taken. */
function toFreeName({ world }: Call, name: string): string {
  const taken = new Set(world.lists.rows.map((list) => list.name));
  let free = name;
  for (let ordinal = 1; taken.has(free); ordinal += 1) free = `${name} ${ordinal}`;
  return free;
}

function createList(call: Call, name: string): number {
  const { world } = call;
  const id = world.lists.nextId();
  world.lists.append({
    ...{ id, name: toFreeName(call, name), description: '', userId: world.account.id, avatar: null },
    ...{ favorited: false, shared: false, isDefault: false },
  });
  return id;
}

function startImport(call: Call, form: ImportForm, waiting: Fields[]): ImportSession {
  const { world, service, nowAt } = call;
  const { listIds, listName, excludesLandlines, country } = form;
  const session = world.imports.append({
    ...{ id: world.imports.nextId(), status: 1, processed: 0, refused: 0, createdAt: nowAt },
    ...{ waiting, excludesLandlines, country, total: waiting.length },
    listIds: listName === '' ? listIds : [...listIds, createList(call, listName)],
  });
  planImport({ ...service, nowAt }, session.id);
  world.changed();
  return session;
}

async function importContacts(call: Call, way: ImportWay): Promise<number> {
  const form = parseImport(call, way);
  const table = await readFile(form);
  try {
    for (const column of form.columns.keys()) {
      if (column >= table.columnCount) throw refuseFields({ column: [`The file has no column ${column}.`] });
    }
    return startImport(call, form, await readRows(table, form)).id;
  } finally {
    await table[Symbol.asyncDispose]();
  }
}

/** Says nothing of what it made, as older client libraries expect of it (supplement 2.1). */
async function importRaw(call: Call): Promise<Reply> {
  await importContacts(call, 'raw');
  return { status: 201 };
}

async function importNormalized(call: Call): Promise<Reply> {
  const id = await importContacts(call, 'normalized');
  return { status: 201, body: { id, href: `/api/v2/contacts/import/progress/${id}` } };
}

function getProgress(call: Call): Reply {
  const { status, processed } = getRow(call.world.imports, call);
  return ok({ status, processed });
}

export const importRows: readonly Row[] = [
  { method: 'POST', path: '/contacts/import', group: 'import-raw', handle: importRaw },
  { method: 'POST', path: '/contacts/import/normalized', group: 'import-normalized', handle: importNormalized },
  { method: 'GET', path: '/contacts/import/progress/{id}', group: 'import', handle: getProgress },
];
