import type { AnyFoundLookup, LookupKind } from '../api/lookups.ts';
import type { ReadDb } from '../open.ts';
import { parseLookup } from '../rows/lookup-row.ts';
import type { LookupRow } from '../rows/lookup-row.ts';
import type { Query } from './query.ts';

const NEWEST = `
  SELECT kind, value, found_at, cost, result FROM lookups
  WHERE kind = ? AND value = ? AND found_at IS NOT NULL ORDER BY found_at DESC, seq DESC LIMIT 1`;
const LAST_COST = `
  SELECT cost FROM lookups WHERE kind = ? AND cost IS NOT NULL AND found_at IS NOT NULL
  ORDER BY found_at DESC, seq DESC LIMIT 1`;

export const findLookups: Query<'findLookups'> = (db, { phone, email }) => {
  const carrier = phone === null ? undefined : findNewest(db, 'carrier', phone);
  const ofEmail = email === null ? undefined : findNewest(db, 'email', email);
  return {
    carrier: carrier?.kind === 'carrier' ? carrier : null,
    email: ofEmail?.kind === 'email' ? ofEmail : null,
    lastCarrierCost: findLastCost(db, 'carrier'),
    lastEmailCost: findLastCost(db, 'email'),
  };
};

function findNewest(db: ReadDb, kind: LookupKind, value: string): AnyFoundLookup | undefined {
  const row = db.get<LookupRow>(NEWEST, [kind, value]);
  return row === undefined ? undefined : parseLookup(row);
}

function findLastCost(db: ReadDb, kind: LookupKind): number | null {
  return db.get<{ cost: number }>(LAST_COST, [kind])?.cost ?? null;
}
