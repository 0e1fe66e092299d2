/**
 * What one record of a callback says, whoever wrote it: the service in any of its three formats, or anybody else. Pure and
 * total. Text, names and prices are passed over: an event only tells what to read.
 */
import * as v from 'valibot';
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** Below this a bare number is seconds, from it on milliseconds. */
const FIRST_MILLISECOND_VALUE = 1e11;
const LATEST_AT = Date.UTC(9999, 11, 31);
/** Longer than any number, any sender name, any reference that the service takes. */
const LONGEST_PHONE = 40;
const LONGEST_REFERENCE = 1_000;
const LONGEST_NONCE = 200;
const DATE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?\s*(?:[Zz]|([+-]\d{2}):?(\d{2}))?$/;

/** In the form encodings everything is text; in JSON, ids and times come either way. */
const textual = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.trim());
/** A field that cannot be read is a field that is not there. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value): v.InferOutput<Schema> | null => {
        const read = v.safeParse(schema, value);
        return read.success ? read.output : null;
      }),
    ),
    null,
  );

const id = v.pipe(textual, v.regex(/^\d{1,16}$/), v.transform(Number), v.safeInteger(), v.minValue(1));
const phone = v.pipe(
  textual,
  v.maxLength(LONGEST_PHONE),
  v.transform((text: string) => toPhoneKey(text)),
);
const letter = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(/^[a-z]$/));
const instant = v.pipe(textual, v.transform(toInstant), v.number());

const recordSchema = v.object({
  id: lenient(id),
  sender: lenient(phone),
  receiver: lenient(phone),
  status: lenient(letter),
  messageTime: lenient(instant),
  timestamp: lenient(instant),
  referenceId: lenient(v.pipe(textual, v.minLength(1), v.maxLength(LONGEST_REFERENCE))),
  switchboardTest: lenient(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_NONCE))),
});

type Decoded =
  | { readonly kind: 'event'; readonly event: CallbackEvent }
  /** An event of our own, which came back through the public address. */
  | { readonly kind: 'test'; readonly nonce: string }
  /** Neither: nothing in it tells which message it is about. */
  | { readonly kind: 'nothing' };

/** Reads one record. The path it came by says its direction, the record does not (supplement 2.3). */
export function decodeRecord(
  record: unknown,
  { direction, receivedAt }: { readonly direction: CallbackDirection; readonly receivedAt: number },
): Decoded {
  const read = v.safeParse(recordSchema, record);
  if (!read.success || Array.isArray(record)) return { kind: 'nothing' };
  const fields = read.output;
  if (fields.switchboardTest !== null) return { kind: 'test', nonce: fields.switchboardTest };
  if (fields.id === null) return { kind: 'nothing' };
  const party = direction === 'in' ? fields.sender : fields.receiver;
  const event: CallbackEvent = {
    direction,
    messageId: fields.id,
    letter: direction === 'in' ? '' : (fields.status ?? ''),
    phone: party === '' ? null : party,
    referenceId: fields.referenceId,
    happenedAt: fields.messageTime ?? fields.timestamp,
    receivedAt,
  };
  return { kind: 'event', event };
}

/** `2015-06-19T09:48:24+0000`, `…+00:00`, `…Z`, without a zone (then UTC), or Unix time; null for anything else. */
function toInstant(text: string): number | null {
  if (/^\d{9,14}$/.test(text)) {
    const number = Number(text);
    return toPossible(number < FIRST_MILLISECOND_VALUE ? number * 1000 : number);
  }
  const [, day, time, zoneHours, zoneMinutes] = DATE.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const zone = zoneHours === undefined || zoneMinutes === undefined ? 'Z' : `${zoneHours}:${zoneMinutes}`;
  return toPossible(Date.parse(`${day}T${time}${zone}`));
}

function toPossible(at: number): number | null {
  return at > 0 && at <= LATEST_AT ? at : null;
}
