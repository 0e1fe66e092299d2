/** What the account's owner has set: callbacks and notifications. */
import * as v from 'valibot';
import type {
  BalanceNotification,
  BalanceThreshold,
  CallbackFormat,
  CallbackSettings,
  InboundNotification,
} from '#shared/domain/account.ts';
import { hasAnyOf, isRecord } from '../entries.ts';
import { readFlag, readLetterOrNull, readNumberOrNull, readSenderOrNull, readText, readTextOrNull } from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const FORMATS: ReadonlyMap<string, CallbackFormat> = new Map([
  ['j', 'json'],
  ['u', 'urlencoded'],
  ['m', 'multipart'],
]);
const NO_SETTINGS = { isOk: false, path: '' } as const;
const EMAILS = ['alertEmail1', 'alertEmail2', 'alertEmail3'] as const;

const callbackSchema = v.object({
  outUrl: soft(readTextOrNull),
  inUrl: soft(readTextOrNull),
  format: soft(readLetterOrNull),
});

/** `{outUrl, inUrl, format}`. */
export function decodeCallbackSettings(value: unknown): RowResult<CallbackSettings> {
  if (!hasAnyOf(value, Object.keys(callbackSchema.entries))) return NO_SETTINGS;
  return mapRow(parseRow(callbackSchema, value), ({ outUrl, inUrl, format }) => ({
    outUrl: outUrl?.trim() ?? null,
    inUrl: inUrl?.trim() ?? null,
    format: FORMATS.get(format ?? '') ?? 'unknown',
  }));
}

/** The letter of a format. */
export function toFormatLetter(format: CallbackFormat): string {
  return [...FORMATS].find(([, one]) => one === format)?.[0] ?? 'j';
}

const emails = { alertEmail1: soft(readText), alertEmail2: soft(readText), alertEmail3: soft(readText) };
type WireEmails = Readonly<Record<(typeof EMAILS)[number], string>>;

function toEmails(wire: WireEmails): readonly string[] {
  return EMAILS.map((name) => wire[name].trim()).filter((email) => email !== '');
}

/** Up to three addresses in the fields of the service; those without one are empty, so that nothing old stays there. */
export function toEmailFields(list: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(EMAILS.map((name, index) => [name, list[index] ?? '']));
}

const inboundSchema = v.object({
  inboundMessageNotification: soft(readFlag),
  forwardedCallNotification: soft(readFlag),
  includeSmsHistory: soft(readFlag),
  sendInHtmlFormat: soft(readFlag),
  ...emails,
});

/** `GET /user/notification/inbound`. */
export function decodeInboundNotification(value: unknown): RowResult<InboundNotification> {
  if (!hasAnyOf(value, Object.keys(inboundSchema.entries))) return NO_SETTINGS;
  return mapRow(parseRow(inboundSchema, value), (wire) => ({
    isOn: wire.inboundMessageNotification,
    isOnForCalls: wire.forwardedCallNotification,
    withHistory: wire.includeSmsHistory,
    asHtml: wire.sendInHtmlFormat,
    emails: toEmails(wire),
  }));
}

const balanceSchema = v.object({
  lowBalanceNotification: soft(readFlag),
  alertBalance: soft(readNumberOrNull),
  alertPhone: soft(readSenderOrNull),
  ...emails,
});

/** `GET /user/notification/balance`. */
export function decodeBalanceNotification(value: unknown): RowResult<BalanceNotification> {
  if (!hasAnyOf(value, Object.keys(balanceSchema.entries))) return NO_SETTINGS;
  return mapRow(parseRow(balanceSchema, value), (wire) => ({
    isOn: wire.lowBalanceNotification,
    threshold: wire.alertBalance,
    phone: wire.alertPhone,
    emails: toEmails(wire),
  }));
}

/** `{"20": "£20"}`, lowest first. What is no amount is left out. */
export function decodeThresholds(value: unknown): RowResult<readonly BalanceThreshold[]> {
  // An empty map of PHP is an empty array.
  if (Array.isArray(value) && value.length === 0) return { isOk: true, value: [] };
  if (!isRecord(value)) return NO_SETTINGS;
  const thresholds = Object.entries(value).flatMap(([key, entry]) => {
    const amount = readNumberOrNull(key);
    return amount === null ? [] : [{ amount, label: readTextOrNull(entry)?.trim() ?? key }];
  });
  if (thresholds.length === 0 && Object.keys(value).length > 0) return NO_SETTINGS;
  return { isOk: true, value: thresholds.sort((one, other) => one.amount - other.amount) };
}
