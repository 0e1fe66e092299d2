/** Cases of files of contacts. */
import { toValueKey } from '#main/demo/state/contact-values.ts';
import { expect } from 'vitest';
import type { ContactImport } from '#main/api/endpoints/people/imports.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import type { ImportSession } from '#main/demo/state/account-model.ts';
import { toListId, type ListId } from '#shared/domain/ids.ts';
import { importLinkSchema, importProgressSchema } from '#test/unit/api/support/entity-schemas.ts';
import { getOthersList } from './lists.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { RawRequest, ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const NOWHERE = toListId(987_654);
/** A custom field of the demo: the pet. */
const PET = 501;
/** A list of the account's own. */
const OPEN_LIST = 71_005;
const BOTH = { listName: 'Dental clients', listIds: [toListId(OPEN_LIST)] } as const;

/** Titles, somebody known, somebody local, a landline, somebody twice, and one whose number is none. */
function toTable(known: string): string {
  return [
    'First,Last,Number,Pet,Mail',
    `Renamed,,+${known},Biscuit the second,`,
    'Zoë,O’Hara,07700 900991,"Rex, spaniel",zoe@mail.example',
    'Office,,020 7946 0321,,',
    'Twice,One,447700900992,,',
    'Twice,Two,447700900992,,',
    'Nobody,,12,,',
  ].join('\r\n');
}

function makeFile(text: string, name = 'Größe “1”.csv'): UploadSource {
  const bytes = Buffer.from(text);
  return {
    name,
    sizeBytes: bytes.length,
    async *open() {
      yield await Promise.resolve(bytes);
    },
  };
}

function toImport(setup: ClientOnDemo, changes: Partial<ContactImport> = {}): ContactImport {
  return {
    file: makeFile(toTable(setup.contact.phone)),
    columns: [
      { column: 0, field: 'firstName' },
      { column: 1, field: 'lastName' },
      { column: 2, field: 'phone' },
      { column: 3, field: PET },
      { column: 4, field: 'email' },
    ],
    target: { listName: 'Dental clients' },
    excludesLandlines: true,
    country: 'GB',
    excludesFirstRow: true,
    ...changes,
  };
}

/** From now on the demo imports nothing by itself: its clock has to be moved. */
function holdStill({ demo }: ClientOnDemo): void {
  demo.settings.speed = 0.001;
}

const PORTION_MS = 500_000;

/** Lets the demo work until the import is over. */
function finish({ demo, world }: ClientOnDemo, importId: number | null): ImportSession {
  for (let portion = 0; portion < 50; portion += 1) {
    const session = world.imports.find(importId ?? 0);
    if (session === undefined) throw new Error('There is no such import');
    if (session.status === 4 || session.status === 5) return session;
    demo.advance(PORTION_MS);
  }
  throw new Error('The import does not end');
}

function toForm(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.set('file', new Blob(['447700900991,Zoë']), 'people.csv');
  return form;
}

/** What is true once that file was imported in either way, `also` into lists that exist. */
async function checkImported(setup: ClientOnDemo, also: readonly number[] = []): Promise<void> {
  const { client, world } = setup;
  const { phone, lastName, listIds: before } = setup.contact;
  const importId = world.imports.rows.at(-1)?.id ?? 0;
  expect(await client.getImportProgress({ importId }, user)).toEqual({ state: 'waiting', importedCount: 0 });
  expect(finish(setup, importId)).toMatchObject({ processed: 3, refused: 1, status: 4, waiting: [] });
  // The name of the list was taken.
  const list = world.lists.rows.at(-1);
  expect(list?.name).toBe('Dental clients 1');
  const known = world.findContactByPhone(phone);
  // What the file leaves empty stays as it was.
  expect(known).toMatchObject({ firstName: 'Renamed', lastName, values: { [toValueKey(PET)]: 'Biscuit the second' } });
  expect(known?.listIds).toEqual([...new Set([...before, ...also, list?.id])]);
  const local = { firstName: 'Zoë', lastName: 'O’Hara', email: 'zoe@mail.example', phoneType: 1 };
  expect(world.findContactByPhone('447700900991')).toMatchObject({
    ...local,
    values: { [toValueKey(PET)]: 'Rex, spaniel' },
  });
  expect(world.findContactByPhone('447700900992')?.lastName).toBe('Two');
  expect(world.findContactByPhone('442079460321')).toBeUndefined();
  expect(world.membersCount(list?.id ?? 0)).toBe(3);
}

type Refusals = NonNullable<OperationCase['refusals']>;

/** The same for both ways, each with the target that it wants: what only the service can know. */
function toRefusals(toTarget: (listIds: readonly ListId[]) => ContactImport['target']): Refusals {
  const columns = [{ column: 0, field: 'email' }] as const;
  return {
    400: (client, setup) =>
      client.importContacts(toImport(setup, { columns, target: toTarget([toListId(OPEN_LIST)]) }), user),
    403: (client, setup) => client.importContacts(toImport(setup, { target: toTarget([getOthersList(setup)]) }), user),
    404: (client, setup) =>
      client.importContacts(toImport(setup, { target: toTarget([toListId(setup.list.id), NOWHERE]) }), user),
  };
}

/** Only the way of the client libraries is there. */
function toNormalizedOnly(refuse: Refusals[number]): Refusals[number] {
  return (client, setup) => {
    setup.withoutGroups('import-raw');
    return refuse(client, setup);
  };
}

export const importCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /contacts/import',
    fixture: 'contacts-import',
    prepare: (setup) => {
      setup.withoutGroups('import-normalized');
      holdStill(setup);
    },
    request: (): RawRequest => ({
      path: '/contacts/import',
      form: toForm([
        ['column[0]', 'phone'],
        ['column[1]', 'firstName'],
        ['listName', 'From a file'],
        ['listId', String(OPEN_LIST)],
      ]),
    }),
    call: (client, setup) => client.importContacts(toImport(setup, { target: BOTH }), user),
    result: importLinkSchema,
    works: (setup, { importId }) => {
      // The service does not say which import it is.
      expect(importId).toBeNull();
      return checkImported(setup, [OPEN_LIST]);
    },
    refusals: toRefusals((listIds) => ({ listName: 'From a file', listIds })),
  }),
  toCase({
    row: 'POST /contacts/import/normalized',
    fixture: 'contacts-import-normalized',
    prepare: (setup) => {
      setup.withoutGroups('import-raw');
      holdStill(setup);
    },
    request: ({ list }): RawRequest => ({
      path: `/contacts/import/normalized?column=0%3Aphone%3B1%3AfirstName&listId=${list.id}`,
      form: toForm([]),
    }),
    call: (client, setup) => client.importContacts(toImport(setup), user),
    result: importLinkSchema,
    works: (setup, { importId }) => {
      expect(importId).toBe(setup.world.imports.rows.at(-1)?.id);
      return checkImported(setup);
    },
    refusals: Object.fromEntries(
      Object.entries(toRefusals((listIds) => ({ listIds }))).map(([status, refuse]) => [
        status,
        toNormalizedOnly(refuse),
      ]),
    ),
  }),
  toCase({
    row: 'GET /contacts/import/progress/{id}',
    fixture: 'import-progress',
    prepare: async (setup) => {
      holdStill(setup);
      const rows = Array.from({ length: 600 }, (_, at) => `4477009${String(at).padStart(5, '0')}`);
      const file = makeFile(rows.join('\n'));
      const columns = [{ column: 0, field: 'phone' }] as const;
      const target = { listIds: [toListId(71_005), toListId(71_008)] };
      await setup.client.importContacts({ file, columns, target }, user);
    },
    request: () => ({ path: '/contacts/import/progress/91001' }),
    call: (client) => client.getImportProgress({ importId: 91_001 }, user),
    result: importProgressSchema,
    works: async (setup, { state, importedCount }) => {
      const { client, demo, world } = setup;
      expect({ state, importedCount }).toEqual({ state: 'waiting', importedCount: 0 });
      demo.advance(PORTION_MS);
      const amid = await client.getImportProgress({ importId: 91_001 }, user);
      expect(amid).toEqual({ state: 'working', importedCount: 250 });
      finish(setup, 91_001);
      const after = await client.getImportProgress({ importId: 91_001 }, user);
      expect(after).toEqual({ state: 'completed', importedCount: 600 });
      expect(world.findContactByPhone('447700900599')?.listIds).toEqual(expect.arrayContaining([71_005, 71_008]));
    },
    refusals: { 404: (client) => client.getImportProgress({ importId: 91_999 }, user) },
  }),
];
