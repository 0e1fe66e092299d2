/** The ledger as the gallery shows it. Everything is made up. */
import type { LedgerEntry, LedgerRow, LedgerTotals } from '#shared/contract/index.ts';
import { NOW } from '#renderer/gallery/statuses.ts';

const MINUTE_MS = 60_000;
const at = NOW - 14 * MINUTE_MS;
const NOT_TOLD = { letter: null, acceptedAt: null, partsCharged: null, priceCharged: null } as const;

function buildRow(changes: Partial<LedgerRow> = {}): LedgerRow {
  return {
    sendId: 'k7m2',
    phone: '447700900318',
    name: 'Deborah Okonkwo',
    chatId: 1,
    text: 'Thursday 16:40 with Dr Marsh is yours. Please reply YES to confirm, or call us on the number below.',
    filesCount: 0,
    state: 'accepted',
    letter: 'd',
    createdAt: at,
    leftAt: at + 5_000,
    acceptedAt: at + 5_400,
    attempts: 1,
    partsPredicted: 1,
    partsCharged: 2,
    pricePredicted: 0.038,
    priceCharged: 0.076,
    ...changes,
  };
}

export const ledgerRows: readonly LedgerRow[] = [
  buildRow(),
  buildRow({ sendId: 'k7m3', name: '', chatId: null, letter: 'a', priceCharged: null, partsCharged: null }),
  buildRow({ sendId: 'k7m4', name: 'مريم الخطيب', text: 'موعد لولو يوم الأحد', letter: 'f', filesCount: 2 }),
  buildRow({ sendId: 'k7m5', name: 'Wilhelmina Featherstonehaugh-Cholmondeley', state: 'checking', ...NOT_TOLD }),
  buildRow({ sendId: 'k7m6', state: 'refused', ...NOT_TOLD, createdAt: NOW - 500 * 60 * MINUTE_MS }),
  buildRow({ sendId: 'k7m7', state: 'held', ...NOT_TOLD, leftAt: null }),
  buildRow({ sendId: 'k7m8', state: 'discarded', ...NOT_TOLD, leftAt: null }),
];

export const ledgerTotals: LedgerTotals = {
  count: 1_204,
  byOutcome: { sent: 1_190, open: 4, checking: 1, stopped: 3, discarded: 6 },
  partsCharged: 1_390,
  priceCharged: 52.82,
  unpricedCount: 3,
  currency: 'GBP',
};

const event = { letter: null, via: null, problem: null, check: null, detail: null } as const;

export const ledgerExample: LedgerEntry = {
  row: buildRow({ filesCount: 2 }),
  writtenText: 'Thursday 16:40 with Dr Marsh is yours.',
  from: '447700900002',
  files: [
    { id: 'f1', name: 'x-ray of a paw.png', mimeType: 'image/png', sizeBytes: 412_000, isUploaded: true },
    { id: 'f2', name: 'فاتورة.pdf', mimeType: 'application/pdf', sizeBytes: 88_000, isUploaded: false },
  ],
  referenceId: '019aa0c2-7c51-7cc3-98a6-4a5de1f0b7aa.job-4412',
  messageId: 901_562,
  sessionId: 77_301,
  rejectReason: null,
  problem: { code: 'server', detail: null, fields: {}, at },
  check: {
    lostAt: at + 9_000,
    looks: 3,
    lastLookAt: at + 70_000,
    nextLookAt: null,
    finding: 'alike',
    readBackTo: at - 60 * MINUTE_MS,
    readSends: true,
    alike: [{ messageId: 901_562, at: at + 6_000, text: 'Thursday 16:40 with Dr Marsh is yours.' }],
  },
  currency: 'GBP',
  events: [
    { ...event, at, kind: 'held' },
    { ...event, at: at + 5_000, kind: 'sending' },
    { ...event, at: at + 9_000, kind: 'checking' },
    { ...event, at: at + 60_000, kind: 'letter', letter: 'd', via: 'callback' },
    { ...event, at: at + 90_000, kind: 'charged' },
  ],
};
