/** Opens stores with their threads in folders of their own; closes and removes them after each test. */
import { afterEach } from 'vitest';
import type { Store, StoreNotice } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import { createTestFolder } from '#test/support/store-files.ts';
import { NOON } from '#test/unit/store/builders.ts';

export interface OpenStore {
  readonly store: Store;
  readonly folder: string;
  readonly notices: StoreNotice[];
  readonly changes: ChangeSet[];
}

export interface StoreHarness {
  readonly createFolder: () => string;
  readonly open: (folder?: string) => Promise<OpenStore>;
}

/** To be called once in a `describe`. */
export function createStoreHarness(): StoreHarness {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  const createFolder = (): string => {
    const { path, remove } = createTestFolder();
    undo.push(remove);
    return path;
  };
  return {
    createFolder,
    open: async (folder = createFolder()) => {
      const notices: StoreNotice[] = [];
      const changes: ChangeSet[] = [];
      const store = await createStore({
        folder,
        now: () => NOON,
        readers: 1,
        onNotice: (notice) => notices.push(notice),
      });
      undo.push(() => store.dispose());
      store.onChange((change) => changes.push(change));
      return { store, folder, notices, changes };
    },
  };
}
