/** Requests of the ledger. It is read from this computer alone: all of it works offline and without the key. */
import * as v from 'valibot';
import { ledgerEntrySchema, ledgerOutcomeSchema, ledgerPageSchema, ledgerTotalsSchema } from './ledger-views.ts';

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

/** `unauthorized` when nobody is signed in. */
const openErrors = ['unauthorized', 'disk'] as const;

export const ledgerRequests = {
  'ledger.list': {
    input: v.object({
      filter: ledgerFilterSchema,
      before: v.nullable(v.object({ createdAt: v.number(), sendId: v.string() })),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
    output: ledgerPageSchema,
    errors: openErrors,
  },
  'ledger.count': { input: v.object({ filter: ledgerFilterSchema }), output: ledgerTotalsSchema, errors: openErrors },
  'ledger.get': {
    input: v.object({ sendId: v.string() }),
    output: ledgerEntrySchema,
    errors: ['not-found', ...openErrors],
  },
  /** Writes all that fits into a file, to be fetched as `/file/<handle>` within an hour. */
  'ledger.export': {
    input: v.object({ filter: ledgerFilterSchema, format: v.picklist(['csv', 'json']) }),
    output: v.object({ handle: v.string(), name: v.string(), rows: v.number() }),
    errors: openErrors,
  },
} as const;
