import path from 'node:path';
import type { StoredCopy } from '#shared/contract/index.ts';
import { measureFolder } from './folder-size.ts';
import { readHistoryChoice } from './history-choice.ts';
import type { Services } from '#main/services/services.ts';

type Kinds = StoredCopy['kinds'];

/** What the open account takes on this computer, and how far back its copy of the service is filled. Throws `disk`. */
export async function getStoredCopy({ session }: Pick<Services, 'session'>): Promise<StoredCopy> {
  const { folder, store } = session.getAccount();
  const [cache, owned, pictures, files, all, history, span] = await Promise.all([
    store.measureCache({}),
    store.countOwned({}),
    measureFolder(path.join(folder, 'media')),
    measureFolder(path.join(folder, 'files')),
    measureFolder(folder),
    readHistoryChoice(store),
    store.getFeedSpan({}),
  ]);
  const rows = owned.drafts + owned.actions + owned.ledger + owned.imports;
  const own = { kind: 'own', rows, bytes: cache.ownedBytes + files.bytes } as const;
  const kinds: Kinds = [...cache.kinds, { kind: 'pictures', rows: pictures.files, bytes: pictures.bytes }, own];
  const isWhole = span !== null && span.fromAt === null;
  return { kinds: toWhole(kinds, all.bytes), bytes: all.bytes, history: { ...history, isWhole } };
}

/** What no kind has for itself (what was written and is not yet in its place, free pages) counts to the others. */
function toWhole(kinds: Kinds, bytes: number): Kinds {
  const rest = bytes - kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  return kinds.map((kind) => (kind.kind === 'others' && rest > 0 ? { ...kind, bytes: kind.bytes + rest } : kind));
}
