/** What many requests name, with the bounds within which it makes sense. */
import * as v from 'valibot';

/** Chosen by the window for whatever changes something: a repeat is not a second act. */
export const requestId = v.pipe(v.string(), v.minLength(8), v.maxLength(64));
/** Below zero: a chat that only this computer knows. */
export const chatId = v.pipe(v.number(), v.safeInteger());
export const phone = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** Key of a line of a thread, or an id that this computer gave. */
export const ownId = v.pipe(v.string(), v.maxLength(64));
/** Epoch ms within the years 1 to 9999: what can be written as a date everywhere. */
export const instant = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(-62_135_596_800_000),
  v.maxValue(253_402_300_799_999),
);
