/** The ledger of the main in memory: texts as they are told, found and counted by the rules of the contract. */
import type {
  ContractError,
  LedgerEntry,
  LedgerFilter,
  LedgerOutcome,
  LedgerRow,
  LedgerTotals,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

/** A text with nothing special about it: sent, delivered and charged. */
export function buildLedgerRow(changes: Partial<LedgerRow> = {}): LedgerRow {
  const createdAt = changes.createdAt ?? 1_000;
  return {
    sendId: 's1',
    phone: '447700900318',
    name: 'Deborah Okonkwo',
    chatId: 1,
    text: 'Thursday 16:40 with Dr Marsh is yours.',
    filesCount: 0,
    state: 'accepted',
    letter: 'd',
    createdAt,
    leftAt: createdAt + 5_000,
    acceptedAt: createdAt + 5_400,
    attempts: 1,
    partsPredicted: 1,
    partsCharged: 1,
    pricePredicted: 0.038,
    priceCharged: 0.038,
    ...changes,
  };
}

export function buildLedgerEntry(row: LedgerRow, changes: Partial<Omit<LedgerEntry, 'row'>> = {}): LedgerEntry {
  return {
    row,
    writtenText: row.text,
    from: null,
    files: [],
    referenceId: row.sendId,
    messageId: 901_562,
    sessionId: 77_301,
    rejectReason: null,
    problem: null,
    check: null,
    currency: 'GBP',
    events: [],
    ...changes,
  };
}

const OUTCOMES: Readonly<Record<LedgerRow['state'], LedgerOutcome>> = {
  held: 'open',
  queued: 'open',
  sending: 'open',
  accepted: 'sent',
  refused: 'stopped',
  'not-sent': 'stopped',
  checking: 'checking',
  unknown: 'checking',
  discarded: 'discarded',
};

function fits({ row, referenceId }: LedgerEntry, { query, outcome, fromAt, toAt }: LedgerFilter): boolean {
  const haystack = `${row.text} ${row.name} ${row.phone} ${referenceId}`.toLowerCase();
  const isWanted = outcome === null || OUTCOMES[row.state] === outcome;
  const isInTime = row.createdAt >= (fromAt ?? 0) && row.createdAt < (toAt ?? Infinity);
  return isWanted && isInTime && haystack.includes(query.toLowerCase());
}

function isNewer(one: Pick<LedgerRow, 'createdAt' | 'sendId'>, other: typeof one): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.sendId > other.sendId);
}

function find(entries: readonly LedgerEntry[], filter: LedgerFilter): LedgerRow[] {
  const rows = entries.filter((entry) => fits(entry, filter)).map(({ row }) => row);
  return rows.sort((one, other) => (isNewer(one, other) ? -1 : 1));
}

function count(rows: readonly LedgerRow[]): LedgerTotals {
  const byOutcome = { sent: 0, open: 0, checking: 0, stopped: 0, discarded: 0 };
  for (const { state } of rows) byOutcome[OUTCOMES[state]] += 1;
  return {
    count: rows.length,
    byOutcome,
    partsCharged: rows.reduce((sum, { partsCharged }) => sum + (partsCharged ?? 0), 0),
    priceCharged: rows.reduce((sum, { priceCharged }) => sum + (priceCharged ?? 0), 0),
    unpricedCount: rows.filter(({ state, priceCharged }) => state === 'accepted' && priceCharged === null).length,
    currency: 'GBP',
  };
}

/** Answers of the requests of the ledger. `entries` may change between them. */
export function toLedgerHandlers(read: () => readonly LedgerEntry[]): Handlers {
  return {
    'ledger.list': ({ filter, before, limit }) => {
      const rows = find(read(), filter).filter((row) => before === null || isNewer(before, row));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit && last !== undefined;
      return { rows: page, older: hasMore ? { createdAt: last.createdAt, sendId: last.sendId } : null };
    },
    'ledger.count': ({ filter }) => count(find(read(), filter)),
    'ledger.get': ({ sendId }) => read().find(({ row }) => row.sendId === sendId) ?? missing,
    'ledger.export': ({ filter, format }) => {
      const name = `switchboard-ledger-2026-11-20.${format}`;
      return { handle: `export-${format}`, name, rows: find(read(), filter).length };
    },
  };
}
