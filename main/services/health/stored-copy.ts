import path from 'node:path';
import type { SessionView, StoredCopy as StoredCopyView } from '#shared/contract/index.ts';
import type { HistoryChoice } from '#shared/domain/sync.ts';
import { measureFolder } from './folder-size.ts';
import { keepHistoryChoice, readHistoryChoice } from './history-choice.ts';
import type { Session } from '#main/services/account/session.ts';

type Kinds = StoredCopyView['kinds'];

/** The copy that is kept here of what the service has, and how far back it is filled. Each throws `disk`. */
export class StoredCopy {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  /** What the open account takes on this computer. */
  async get(): Promise<StoredCopyView> {
    const { folder, store } = this.#session.getAccount();
    const [cache, owned, pictures, files, all, history, span] = await Promise.all([
      store.measureCache({}),
      store.countOwned({}),
      measureFolder(path.join(folder, 'media')),
      measureFolder(path.join(folder, 'files')),
      measureFolder(folder),
      readHistoryChoice(store),
      store.getFeedSpan({}),
    ]);
    const rows = owned.drafts + owned.actions + owned.ledger;
    const own = { kind: 'own', rows, bytes: cache.ownedBytes + files.bytes } as const;
    const kinds: Kinds = [...cache.kinds, { kind: 'pictures', rows: pictures.files, bytes: pictures.bytes }, own];
    const isWhole = span !== null && span.fromAt === null;
    return { kinds: toWhole(kinds, all.bytes), bytes: all.bytes, history: { ...history, isWhole } };
  }

  /** Deletes it, pictures included, and begins to read it again; what only this computer knows stays. */
  clear(): Promise<SessionView> {
    return this.#session.clearCopy();
  }

  /** Kept with the account. Nothing that is here already is deleted. */
  async setHistory(choice: HistoryChoice): Promise<StoredCopyView> {
    const { store, sync } = this.#session.getAccount();
    await keepHistoryChoice(store, choice);
    sync.setHistory(choice);
    return await this.get();
  }
}

/** What no kind has for itself (what was written and is not yet in its place, free pages) counts to the others. */
function toWhole(kinds: Kinds, bytes: number): Kinds {
  const rest = bytes - kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  return kinds.map((kind) => (kind.kind === 'others' && rest > 0 ? { ...kind, bytes: kind.bytes + rest } : kind));
}
