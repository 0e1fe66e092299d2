/** The lists that a person keeps under a name. */
import type { SavedView } from '#shared/contract/index.ts';
import { parseView } from '../rows/view-row.ts';
import type { ViewRow } from '../rows/view-row.ts';
import type { ReadDb } from '../open.ts';
import type { Query } from './query.ts';

/** In their order. What a newer version wrote and this one cannot read is left out, and stays. */
export function listSavedViews(db: ReadDb): SavedView[] {
  return db.all<ViewRow>('SELECT * FROM views ORDER BY position, id').flatMap((row) => parseView(row) ?? []);
}

export const listViews: Query<'listViews'> = (db) => listSavedViews(db);
