/** A look-up that has its answer, between its row and what is known of it. */
import * as v from 'valibot';
import type { AnyFoundLookup, LookupKind } from '../api/lookups.ts';

export interface LookupRow {
  readonly kind: LookupKind;
  readonly value: string;
  readonly found_at: number | null;
  readonly cost: number | null;
  /** JSON; null as long as no answer came. */
  readonly result: string | null;
}

const text = v.nullable(v.string());
const carrierSchema = v.object({
  ...{ phone: text, localForm: text, type: text, carrier: text, country: text },
  isValid: v.boolean(),
  cost: v.nullable(v.number()),
});
const emailSchema = v.object({
  address: v.string(),
  ...{ status: text, deliverability: text, risk: text, reason: text, addressType: text, role: text, suggestion: text },
  ...{ localPart: v.string(), domain: v.string(), exchange: text, preference: v.nullable(v.number()) },
  ...{ isDisposable: v.boolean(), isAllowListed: v.boolean(), isBlockListed: v.boolean() },
  ...{ hasMx: v.boolean(), hasA: v.boolean(), hasAaaa: v.boolean() },
});

/** Undefined where no answer came, and where the answer says something that this version cannot read. */
export function parseLookup({ kind, value, found_at: at, cost, result }: LookupRow): AnyFoundLookup | undefined {
  if (at === null || result === null) return undefined;
  if (kind === 'carrier') {
    const read = v.safeParse(carrierSchema, parseJson(result));
    return read.success ? { kind, value, at, cost, result: read.output } : undefined;
  }
  const read = v.safeParse(emailSchema, parseJson(result));
  return read.success ? { kind, value, at, cost, result: read.output } : undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
