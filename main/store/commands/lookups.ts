/** Keeps look-ups. They are owned: the service does not tell again what it found out, and to ask again costs money. */
import type { LookupBeginning } from '../api/lookups.ts';
import { parseLookup } from '../rows/lookup-row.ts';
import type { LookupRow } from '../rows/lookup-row.ts';
import type { OwnedCommand, OwnedOutcome } from './command.ts';

const KNOWN = 'SELECT kind, value, found_at, cost, result FROM lookups WHERE kind = ? AND request_id = ?';
const BEGIN = 'INSERT INTO lookups (kind, request_id, value, asked_at) VALUES (?, ?, ?, ?)';
const FINISH = 'UPDATE lookups SET found_at = ?, cost = ?, result = ? WHERE kind = ? AND request_id = ? AND value = ?';
const DROP = 'DELETE FROM lookups WHERE kind = ? AND request_id = ? AND result IS NULL';

const done = <Output>(output: Output): OwnedOutcome<Output> => ({ output, follow: () => undefined });

export const beginLookup: OwnedCommand<'beginLookup'> = {
  file: 'owned',
  own: ({ owned }, { kind, requestId, value, at }) => {
    const known = owned.get<LookupRow>(KNOWN, [kind, requestId]);
    if (known !== undefined) return done(toBeginning(known, value));
    owned.run(BEGIN, [kind, requestId, value, at]);
    return done<LookupBeginning>({ state: 'begun' });
  },
};

function toBeginning(known: LookupRow, value: string): LookupBeginning {
  if (known.value !== value) return { state: 'used' };
  const found = parseLookup(known);
  return found === undefined ? { state: 'lost' } : { state: 'found', found };
}

export const finishLookup: OwnedCommand<'finishLookup'> = {
  file: 'owned',
  own: ({ owned, changes }, { requestId, found }) => {
    const { kind, value, at, cost, result } = found;
    owned.run(FINISH, [at, cost, JSON.stringify(result), kind, requestId, value]);
    return { output: undefined, follow: () => changes.addPeople() };
  },
};

export const setLookupCost: OwnedCommand<'setLookupCost'> = {
  file: 'owned',
  own: ({ owned }, { kind, requestId, cost }) => {
    owned.run('UPDATE lookups SET cost = ? WHERE kind = ? AND request_id = ?', [cost, kind, requestId]);
    return done(undefined);
  },
};

export const dropLookup: OwnedCommand<'dropLookup'> = {
  file: 'owned',
  own: ({ owned }, { kind, requestId }) => {
    owned.run(DROP, [kind, requestId]);
    return done(undefined);
  },
};
