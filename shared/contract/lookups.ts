/** What the service finds out about a number or an e-mail address, for money. */
import * as v from 'valibot';
import { instant, OPEN_ERRORS, phone, phoneInput, requestId, SERVICE_ERRORS } from './common.ts';

const email = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(320));
const word = v.nullable(v.string());

/** Words are of open sets, in lower case. */
export const carrierLookupSchema = v.object({
  phone,
  carrier: word,
  /** `mobile`, `landline`, `voip` or another. */
  lineType: word,
  country: word,
  isValid: v.boolean(),
  /** In account money; null: not said. */
  cost: v.nullable(v.number()),
  at: instant,
});
export type CarrierLookupView = v.InferOutput<typeof carrierLookupSchema>;

export const emailLookupSchema = v.object({
  email: v.string(),
  /** `valid`, `invalid`. */
  status: word,
  /** `deliverable`, `undeliverable`, `unknown`. */
  deliverability: word,
  /** `high`, `medium`, `low`, `unknown`. */
  risk: word,
  /** Why, in the service's words. */
  reason: word,
  /** The address that was probably meant. */
  suggestion: word,
  isDisposable: v.boolean(),
  /** By how much the balance went down; null: not known. */
  cost: v.nullable(v.number()),
  at: instant,
});
export type EmailLookupView = v.InferOutput<typeof emailLookupSchema>;

export const lookupRequests = {
  /**
   * What was found out before, kept on this computer, and what the newest look-up of each kind cost whose cost is known: the
   * service names no price beforehand. `currency` of the costs: null where the account's is not known.
   */
  'lookups.find': {
    input: v.object({ phone: v.nullable(phoneInput), email: v.nullable(email) }),
    output: v.object({
      carrier: v.nullable(carrierLookupSchema),
      email: v.nullable(emailLookupSchema),
      lastCarrierCost: v.nullable(v.number()),
      lastEmailCost: v.nullable(v.number()),
      currency: word,
    }),
    errors: OPEN_ERRORS,
  },
  /**
   * Costs money each time. `not-found`: the service knows nothing about that address. Kept before it is answered. Where the
   * answer was lost, whatever the code, the field `outcome` says `unknown`: it may have been charged. The same request is
   * never made twice; two of the same value at the same time are one. `validation` of `phone` or `email`.
   */
  'lookups.lookUpCarrier': {
    input: v.object({ requestId, phone: phoneInput }),
    output: carrierLookupSchema,
    errors: [...SERVICE_ERRORS, 'forbidden', 'not-found', 'validation', 'disk'],
  },
  'lookups.lookUpEmail': {
    input: v.object({ requestId, email }),
    output: emailLookupSchema,
    errors: [...SERVICE_ERRORS, 'forbidden', 'not-found', 'validation', 'disk'],
  },
} as const;
