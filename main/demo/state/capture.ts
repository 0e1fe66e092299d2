import type { Snapshot } from './model.ts';

type TableName = { [K in keyof Snapshot]-?: Snapshot[K] extends readonly object[] ? K : never }[keyof Snapshot];
type Copy<T> = (rows: T) => T;

/*
 * One function for each table, so that the engine knows the rows of each: 400,000 rows are copied in some 50 ms. Tables
 * whose rows have only readonly fields share them, and so does every row with what is readonly inside of it.
 */
const COPIES: { readonly [K in TableName]: Copy<Snapshot[K]> } = {
  users: (rows) => rows.map((row) => ({ ...row })),
  fields: (rows) => rows.map((row) => ({ ...row })),
  tags: (rows) => rows.slice(),
  lists: (rows) => rows.map((row) => ({ ...row })),
  contacts: (rows) => rows.map((row) => ({ ...row })),
  contactNotes: (rows) => rows.map((row) => ({ ...row })),
  unsubscribed: (rows) => rows.map((row) => ({ ...row })),
  chats: (rows) => rows.map((row) => ({ ...row })),
  outbound: (rows) => rows.map((row) => ({ ...row })),
  inbound: (rows) => rows.slice(),
  teamNotes: (rows) => rows.slice(),
  calls: (rows) => rows.slice(),
  sessions: (rows) => rows.slice(),
  templates: (rows) => rows.map((row) => ({ ...row })),
  schedules: (rows) => rows.map((row) => ({ ...row })),
  bulks: (rows) => rows.map((row) => ({ ...row, messageIds: row.messageIds.slice() })),
  uploads: (rows) => rows.slice(),
  imports: (rows) => rows.map((row) => ({ ...row, waiting: row.waiting.slice() })),
  senderIds: (rows) => rows.map((row) => ({ ...row })),
  jobs: (rows) => rows.slice(),
};

function isTableName(name: string): name is TableName {
  return Object.hasOwn(COPIES, name);
}

/** The state as it is at this moment: what changes afterwards does not change this. */
export function capture(state: Snapshot): Snapshot {
  const entries = Object.entries(state).map(([name, value]: [string, unknown]): [string, unknown] => {
    if (!isTableName(name)) return [name, structuredClone(value)];
    const copy = COPIES[name] as Copy<unknown>;
    return [name, copy(value)];
  });
  return Object.fromEntries(entries) as unknown as Snapshot;
}

/** So many rows are written at once: some milliseconds of work. */
const ROWS = 1_000;

function* listRows(rows: readonly unknown[]): Generator<string> {
  yield '[';
  for (let from = 0; from < rows.length; from += ROWS) {
    const text = JSON.stringify(rows.slice(from, from + ROWS)).slice(1, -1);
    yield from === 0 ? text : `,${text}`;
  }
  yield ']';
}

/** A state as JSON, in pieces of which each takes only moments to make. */
export function* listPieces(state: Snapshot): Generator<string> {
  let mark = '{';
  for (const [name, value] of Object.entries(state) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${mark}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* listRows(value);
    else yield JSON.stringify(value);
    mark = ',';
  }
  yield '}';
}
