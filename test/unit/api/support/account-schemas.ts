/** What the client promises about the account's settings, senders, statistics and look-ups, as schemas without a gap. */
import * as v from 'valibot';

const text = v.string();
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const money = v.nullable(v.pipe(v.number(), v.finite()));
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const instant = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const word = v.nullable(v.pipe(v.string(), v.nonEmpty()));
const countryCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));
const emails = v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.maxLength(3));

export const callbackSettingsSchema = v.strictObject({
  outUrl: word,
  inUrl: word,
  format: v.picklist(['json', 'urlencoded', 'multipart', 'unknown']),
});

export const inboundNotificationSchema = v.strictObject({
  isOn: v.boolean(),
  isOnForCalls: v.boolean(),
  withHistory: v.boolean(),
  asHtml: v.boolean(),
  emails,
});

export const balanceNotificationSchema = v.strictObject({ isOn: v.boolean(), threshold: money, phone: word, emails });

export const thresholdsSchema = v.array(
  v.strictObject({ amount: v.pipe(v.number(), v.finite()), label: v.pipe(text, v.nonEmpty()) }),
);

export const countriesSchema = v.array(v.strictObject({ code: countryCode, name: v.pipe(text, v.nonEmpty()) }));

export const timeZonesSchema = v.array(
  v.strictObject({
    id: v.nullable(id),
    name: v.pipe(text, v.nonEmpty(), v.regex(/^[^\\ ]*$/)),
    label: v.pipe(text, v.nonEmpty()),
    offsetSeconds: v.nullable(v.pipe(v.number(), v.finite())),
  }),
);

export const senderGroupsSchema = v.array(v.strictObject({ kind: text, senders: v.array(v.pipe(text, v.nonEmpty())) }));

const countrySenders = v.array(v.strictObject({ country: countryCode, sender: v.pipe(text, v.nonEmpty()) }));
export const senderSettingsSchema = v.strictObject({
  user: countrySenders,
  special: countrySenders,
  other: countrySenders,
});

export const senderIdSchema = v.strictObject({
  id,
  name: text,
  status: v.picklist(['pending', 'rejected', 'active', 'unknown']),
});

export const statisticsSchema = v.array(
  v.strictObject({
    at: instant,
    replyRate: v.nullable(v.pipe(v.number(), v.finite())),
    deliveryRate: v.nullable(v.pipe(v.number(), v.finite())),
    cost: money,
    receivedCount: v.nullable(count),
    deliveredCount: v.nullable(count),
    acceptedCount: v.nullable(count),
    bufferedCount: v.nullable(count),
    failedCount: v.nullable(count),
    rejectedCount: v.nullable(count),
    partsCount: v.nullable(count),
  }),
);

export const totalsSchema = v.strictObject({
  contactsCount: v.nullable(count),
  sentCount: v.nullable(count),
  receivedCount: v.nullable(count),
});

export const carrierLookupSchema = v.strictObject({
  phone: word,
  localForm: word,
  type: word,
  carrier: word,
  country: v.nullable(countryCode),
  isValid: v.boolean(),
  cost: money,
});

export const emailLookupSchema = v.strictObject({
  address: text,
  status: word,
  deliverability: word,
  risk: word,
  reason: word,
  addressType: word,
  role: word,
  suggestion: word,
  localPart: text,
  domain: text,
  exchange: word,
  preference: v.nullable(v.pipe(v.number(), v.finite())),
  isDisposable: v.boolean(),
  isAllowListed: v.boolean(),
  isBlockListed: v.boolean(),
  hasMx: v.boolean(),
  hasA: v.boolean(),
  hasAaaa: v.boolean(),
});
