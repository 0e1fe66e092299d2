/** The ledger: every text that this computer sent or was to send, what became of it and what it cost. It works offline and without the key. */
import * as v from 'valibot';
import { instant, OPEN_ERRORS, problemViewSchema } from './common.ts';
import { ownFileViewSchema, sendCheckSchema, sendStateSchema } from './sending.ts';

/**
 * `discarded`: the user took it out of the outbox before the service had it, or gave it up; `accepted` again where the service
 * is found to have it nevertheless.
 */
export const ledgerStateSchema = v.picklist([...sendStateSchema.options, 'discarded']);

/**
 * What the user filters by: `sent` the service has it · `open` waits or is on its way · `checking` not known yet ·
 * `stopped` refused or not sent · `discarded`.
 */
export const ledgerOutcomeSchema = v.picklist(['sent', 'open', 'checking', 'stopped', 'discarded']);
export type LedgerOutcome = v.InferOutput<typeof ledgerOutcomeSchema>;

export const ledgerRowSchema = v.object({
  sendId: v.string(),
  phone: v.string(),
  /** '' where the number has no name. */
  name: v.string(),
  /** Null where the number has no chat any more. */
  chatId: v.nullable(v.number()),
  /** As it left, with the links of its files and what the service filled in; as it was written while it has not left. */
  text: v.string(),
  filesCount: v.number(),
  state: ledgerStateSchema,
  /** The service's letter of the message, and when that was learned here; null while there is none. */
  letter: v.nullable(v.string()),
  createdAt: instant,
  /** When its last request left; null where none did. */
  leftAt: v.nullable(instant),
  acceptedAt: v.nullable(instant),
  attempts: v.number(),
  partsPredicted: v.number(),
  /** So says the service; null until it does. */
  partsCharged: v.nullable(v.number()),
  /** Account money, by the service's price list at the time. */
  pricePredicted: v.nullable(v.number()),
  priceCharged: v.nullable(v.number()),
});
export type LedgerRow = v.InferOutput<typeof ledgerRowSchema>;

export const ledgerPageSchema = v.object({
  /** Newest first. */
  rows: v.array(ledgerRowSchema),
  /** Give it back as `before` for the page below; null at the end. Beside it, a page may hold few rows or none. */
  older: v.nullable(v.object({ createdAt: instant, sendId: v.string() })),
});
export type LedgerPage = v.InferOutput<typeof ledgerPageSchema>;

/** Of all rows that fit, not only of the page. */
export const ledgerTotalsSchema = v.object({
  count: v.number(),
  byOutcome: v.object({
    sent: v.number(),
    open: v.number(),
    checking: v.number(),
    stopped: v.number(),
    discarded: v.number(),
  }),
  partsCharged: v.number(),
  /** Account money; of the texts whose price the service has sent. */
  priceCharged: v.number(),
  /** Texts that the service took and whose price it has not sent. */
  unpricedCount: v.number(),
  currency: v.nullable(v.string()),
});
export type LedgerTotals = v.InferOutput<typeof ledgerTotalsSchema>;

/** One thing that happened to a text. */
export const ledgerEventSchema = v.object({
  at: instant,
  /**
   * A state that it went into · `letter`: the service said how it stands · `charged`: what it cost · `uploaded`: a file ·
   * `deleted`: the service has its message no more.
   */
  kind: v.picklist([...ledgerStateSchema.options, 'letter', 'charged', 'uploaded', 'deleted']),
  letter: v.nullable(v.string()),
  /** How a letter got here. */
  via: v.nullable(v.picklist(['callback', 'poll'])),
  problem: v.nullable(problemViewSchema),
  check: v.nullable(sendCheckSchema),
  /** `letter`: why it was rejected · `uploaded`: name of the file · `charged`: the price, as a plain decimal. */
  detail: v.nullable(v.string()),
});
export type LedgerEventView = v.InferOutput<typeof ledgerEventSchema>;

/** One text with everything that is known of it. */
export const ledgerEntrySchema = v.object({
  row: ledgerRowSchema,
  /** As the user wrote it. */
  writtenText: v.string(),
  from: v.nullable(v.string()),
  files: v.array(ownFileViewSchema),
  /** What the service got as reference, ours and the person's own. */
  referenceId: v.string(),
  messageId: v.nullable(v.number()),
  sessionId: v.nullable(v.number()),
  rejectReason: v.nullable(v.string()),
  problem: v.nullable(problemViewSchema),
  check: v.nullable(sendCheckSchema),
  currency: v.nullable(v.string()),
  /** Oldest first. */
  events: v.array(ledgerEventSchema),
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>;

/** Which texts: all of these together. */
export const ledgerFilterSchema = v.object({
  /** Words of the text, a name, digits of a number, a reference; '' for all. */
  query: v.pipe(v.string(), v.maxLength(200)),
  outcome: v.nullable(ledgerOutcomeSchema),
  /** Written from this instant on, and before that one. */
  fromAt: v.nullable(v.number()),
  toAt: v.nullable(v.number()),
});
export type LedgerFilter = v.InferOutput<typeof ledgerFilterSchema>;

export const ledgerRequests = {
  'ledger.list': {
    input: v.object({
      filter: ledgerFilterSchema,
      before: v.nullable(v.object({ createdAt: v.number(), sendId: v.string() })),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: ledgerPageSchema,
    errors: OPEN_ERRORS,
  },
  'ledger.count': { input: v.object({ filter: ledgerFilterSchema }), output: ledgerTotalsSchema, errors: OPEN_ERRORS },
  'ledger.get': {
    input: v.object({ sendId: v.string() }),
    output: ledgerEntrySchema,
    errors: ['not-found', ...OPEN_ERRORS],
  },
  /** Writes all that fits into a file, to be fetched as `/file/<handle>` within an hour. */
  'ledger.export': {
    input: v.object({ filter: ledgerFilterSchema, format: v.picklist(['csv', 'json']) }),
    output: v.object({ handle: v.string(), name: v.string(), rows: v.number() }),
    errors: OPEN_ERRORS,
  },
} as const;
