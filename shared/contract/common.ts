/** What several areas share: fields of inputs with their bounds, small views, and the errors of many requests. */
import * as v from 'valibot';

/** For requests that are asked or answered without content. */
export const nothing = v.object({});

// Inputs

/** The page gives one to each request that changes something: a repeat with the same id is not done twice. */
export const requestId = v.pipe(v.string(), v.minLength(8), v.maxLength(64));
/** Below zero: a chat that only this computer knows. */
export const chatId = v.pipe(v.number(), v.safeInteger());
export const phoneInput = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** Key of a line of a thread, or an id that this computer gave. */
export const ownId = v.pipe(v.string(), v.maxLength(64));
/** Epoch ms within the years 1 to 9999: what can be written as a date everywhere. */
export const instantInput = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(-62_135_596_800_000),
  v.maxValue(253_402_300_799_999),
);

// Views

/** Epoch ms. */
export const instant = v.number();
export const phone = v.string();

export const moneySchema = v.object({ amount: v.number(), currency: v.nullable(v.string()) });

export const problemViewSchema = v.object({
  code: v.string(),
  detail: v.nullable(v.string()),
  fields: v.record(v.string(), v.array(v.string())),
  at: instant,
});
export type ProblemView = v.InferOutput<typeof problemViewSchema>;

// Errors

/** `disk-newer`: a newer version of the app made the files · `disk-damaged` · `disk`: no room, or no right to write. */
export const DISK_ERRORS = ['disk', 'disk-damaged', 'disk-newer'] as const;
/** Of what the open account has here: `unauthorized` while no account is open, or the key is missing. */
export const OPEN_ERRORS = ['unauthorized', 'disk'] as const;
/**
 * Of what is asked of the service. Where the answer was lost and what was asked may have been done all the same, a request
 * that says so has `unknown` in the field `outcome`.
 */
export const SERVICE_ERRORS = ['unauthorized', 'offline', 'timeout', 'rate-limited', 'maintenance', 'server'] as const;
