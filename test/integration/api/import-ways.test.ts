/** Which of the two ways of importing a file the client takes for what it is asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContactImport } from '#main/api/endpoints/people/imports.ts';
import { toListId } from '#shared/domain/ids.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { findFailure } from './support/failure.ts';

const user = { priority: 'user' } as const;
const LIST = 71_005;

let setup: ClientOnDemo;

beforeEach(async () => {
  setup = await openClientOnDemo('spec');
});

afterEach(async () => {
  await setup.dispose();
});

function toImport(target: ContactImport['target']): ContactImport {
  const bytes = Buffer.from('447700900991');
  const file = {
    name: 'people.csv',
    sizeBytes: bytes.length,
    async *open() {
      yield await Promise.resolve(bytes);
    },
  };
  return { file, columns: [{ column: 0, field: 'phone' }], target };
}

const listSeen = (): readonly unknown[] => setup.demo.seen.map(({ path, status }) => [path, status]);

describe('an import', () => {
  it.each<[string, ContactImport['target']]>([
    ['a new list', { listName: 'New' }],
    ['a list that exists', { listIds: [toListId(LIST)] }],
  ])('into %s alone goes by the normalized way, at once', async (_what, target) => {
    expect((await setup.client.importContacts(toImport(target), user)).importId).not.toBeNull();
    expect(listSeen()).toEqual([['/api/v2/contacts/import/normalized', 201]]);
  });

  it('into both goes by the raw way, at once', async () => {
    const target = { listName: 'New', listIds: [toListId(LIST)] };
    expect(await setup.client.importContacts(toImport(target), user)).toEqual({ importId: null });
    expect(listSeen()).toEqual([['/api/v2/contacts/import', 201]]);
  });

  it('into one is refused in the service’s own words where the service has the raw way alone', async () => {
    setup.withoutGroups('import-normalized');
    const failure = await findFailure(setup.client.importContacts(toImport({ listName: 'New' }), user));
    expect(failure).toMatchObject({ code: 'validation', status: 400, fields: { listId: [expect.any(String)] } });
    expect(setup.world.imports.rows).toEqual([]);
  });
});
