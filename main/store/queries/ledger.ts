/**
 * The ledger as it is looked through: newest first, page by page, with the names that the cache knows now. A search walks
 * `ledger_by_time`, which holds all that it looks at; everything else reads `ledger_by_outcome` or the order itself.
 */
import type { ReadDb } from '../open.ts';
import { getLedgerRow } from './ledger-entry.ts';
import { BELOW, END, FOUND, toScope } from './ledger-scope.ts';
import type { Scope } from './ledger-scope.ts';
import { planLedgerSearch } from './ledger-search.ts';
import type { LedgerSearch, SearchedRow } from './ledger-search.ts';
import type { Query } from './query.ts';

/** Rows that one page of a search walks through; the next page goes on from there. */
const MOST_WALKED = 200_000;

const ORDER = 'ORDER BY created_at DESC, send_id DESC';
/** For the query-plan test too, like those below. */
export const NEWEST_ENTRIES = `SELECT seq, created_at, send_id FROM ledger INDEXED BY ledger_by_time
  WHERE ${BELOW} ${ORDER} LIMIT @limit`;
export const NEWEST_OF_OUTCOME = `SELECT seq, created_at, send_id FROM ledger INDEXED BY ledger_by_outcome
  WHERE outcome = @outcome AND ${BELOW} ${ORDER} LIMIT @limit`;
export const FOUND_ENTRIES = `SELECT seq, created_at, send_id, phone, haystack ${FOUND} ${ORDER}`;
export const WALK_TO = `SELECT created_at, send_id FROM ledger INDEXED BY ledger_by_time
  WHERE ${BELOW} ${ORDER} LIMIT 1 OFFSET ${MOST_WALKED}`;

interface PlaceRow {
  readonly created_at: number;
  readonly send_id: string;
}

interface FoundRow extends PlaceRow {
  readonly seq: number;
}

export const listLedger: Query<'listLedger'> = (db, { filter, before, limit }) => {
  const scope = toScope(filter, before ?? END);
  const search = planLedgerSearch(db, filter.query);
  const { rows, stoppedAt } =
    search === null
      ? { rows: listNewest(db, scope, limit + 1), stoppedAt: null }
      : listFound(db, scope, { search, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : stoppedAt;
  return {
    rows: shown.map(({ seq }) => getLedgerRow(db, seq)),
    older: last === null || last === undefined ? null : { createdAt: last.created_at, sendId: last.send_id },
  };
};

function listNewest(db: ReadDb, { outcome, ...place }: Scope, limit: number): FoundRow[] {
  return outcome === null
    ? db.all<FoundRow>(NEWEST_ENTRIES, { ...place, limit })
    : db.all<FoundRow>(NEWEST_OF_OUTCOME, { ...place, limit, outcome });
}

interface Found {
  readonly rows: readonly FoundRow[];
  /** Where the walk ended though there are older rows; null where it came to the end. */
  readonly stoppedAt: PlaceRow | null;
}

function listFound(db: ReadDb, scope: Scope, wanted: { search: LedgerSearch; limit: number }): Found {
  const { outcome: _outcome, ...place } = scope;
  const { search, limit } = wanted;
  const end = isLong(db) ? (db.get<PlaceRow>(WALK_TO, place) ?? null) : null;
  const params = { ...scope, ...search.params, from: end?.created_at ?? scope.from };
  const rows: FoundRow[] = [];
  for (const row of db.iterate<FoundRow & SearchedRow>(FOUND_ENTRIES, params)) {
    if (isBelow(row, end) || !(search.isWhole || search.fits(row))) continue;
    rows.push(row);
    if (rows.length === limit) return { rows, stoppedAt: null };
  }
  return { rows, stoppedAt: end };
}

/** To look for the end of the walk costs as much as a walk of that length without a look at any text. */
function isLong(db: ReadDb): boolean {
  return (db.get<{ last: number | null }>('SELECT max(seq) AS last FROM ledger')?.last ?? 0) > MOST_WALKED;
}

/** Of those that were written in the same moment, some belong to the page below. */
function isBelow(row: PlaceRow, end: PlaceRow | null): boolean {
  return end !== null && row.created_at === end.created_at && row.send_id < end.send_id;
}
