/**
 * What `send_events` says of one moment of a send. The first one holds the whole intent, a later one what changed; what
 * cannot be read counts as not said, so that one bad value hides nothing else.
 */
import * as v from 'valibot';
import { problemViewSchema, sendCheckSchema } from '#shared/contract/index.ts';
import type { ReadVia } from '#shared/domain/sync.ts';

export interface LedgerEventRow {
  readonly seq: number;
  readonly send_id: string;
  readonly at: number;
  /** A state, or `letter`, `charged`, `uploaded`, `deleted`. */
  readonly state: string;
  readonly detail: string;
}

const said = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const text = v.nullable(v.string());
const number = v.nullable(v.number());
const via: readonly ReadVia[] = ['callback', 'poll'];
const file = v.object({
  ...{ id: v.string(), name: v.string(), mimeType: v.string(), sizeBytes: v.number(), href: text },
});

const detailSchema = v.object({
  phone: said(v.string()),
  text: said(v.string()),
  sentText: said(text),
  files: said(v.array(file)),
  ownReference: said(text),
  from: said(text),
  createdAt: said(v.number()),
  attemptedAt: said(number),
  attempts: said(v.number()),
  acceptedAt: said(number),
  messageId: said(number),
  sessionId: said(number),
  partsPredicted: said(v.number()),
  pricePredicted: said(number),
  problem: said(v.nullable(problemViewSchema)),
  check: said(v.nullable(sendCheckSchema)),
  letter: said(text),
  rejectReason: said(text),
  via: said(v.nullable(v.picklist(via))),
  parts: said(number),
  price: said(number),
  name: said(v.string()),
});

export type LedgerEventDetail = v.InferOutput<typeof detailSchema>;

/** Never fails. */
export function parseEventDetail(json: string): LedgerEventDetail {
  const result = v.safeParse(detailSchema, toValue(json));
  return result.success ? result.output : v.parse(detailSchema, {});
}

function toValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}
