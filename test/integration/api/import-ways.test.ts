/** Which of the two ways of importing a file the client takes for what it is asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContactImport } from '#main/api/endpoints/people/imports.ts';
import { toListId } from '#shared/domain/ids.ts';
import { openScene } from '#test/support/rows/scene.ts';
import type { Scene } from '#test/support/rows/scene.ts';
import { findFailure } from './support/failure.ts';

const user = { priority: 'user' } as const;
const LIST = 71_005;

let scene: Scene;

beforeEach(async () => {
  scene = await openScene('spec');
});

afterEach(async () => {
  await scene.dispose();
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

const listSeen = (): readonly unknown[] => scene.demo.seen.map(({ path, status }) => [path, status]);

describe('an import', () => {
  it.each<[string, ContactImport['target']]>([
    ['a new list', { listName: 'New' }],
    ['a list that exists', { listIds: [toListId(LIST)] }],
  ])('into %s alone goes by the normalized way, at once', async (_what, target) => {
    expect((await scene.client.importContacts(toImport(target), user)).importId).not.toBeNull();
    expect(listSeen()).toEqual([['/api/v2/contacts/import/normalized', 201]]);
  });

  it('into both goes by the raw way, at once', async () => {
    const target = { listName: 'New', listIds: [toListId(LIST)] };
    expect(await scene.client.importContacts(toImport(target), user)).toEqual({ importId: null });
    expect(listSeen()).toEqual([['/api/v2/contacts/import', 201]]);
  });

  it('into one is refused in the service’s own words where the service has the raw way alone', async () => {
    scene.withoutGroups('import-normalized');
    const failure = await findFailure(scene.client.importContacts(toImport({ listName: 'New' }), user));
    expect(failure).toMatchObject({ code: 'validation', status: 400, fields: { listId: [expect.any(String)] } });
    expect(scene.world.imports.rows).toEqual([]);
  });
});
