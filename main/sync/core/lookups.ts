/** Numbers whose chat must be asked for one by one, because no page of chats showed it. */
import type { PhoneKey } from '#shared/domain/ids.ts';

export interface Lookups {
  /** To be asked for, first come first served. */
  readonly waiting: readonly PhoneKey[];
  /** Numbers that have no chat at the service, and until when that is believed. */
  readonly absentUntil: ReadonlyMap<PhoneKey, number>;
}

const ABSENT_FOR_MS = 10 * 60_000;

export const NO_LOOKUPS: Lookups = { waiting: [], absentUntil: new Map() };

/** Adds numbers that are neither waiting nor known to have no chat. */
export function wantLookups(lookups: Lookups, phones: Iterable<PhoneKey>, now: number): Lookups {
  // What lies further ahead than was ever planned comes from before the clock was set back.
  const isBelieved = (until: number): boolean => until > now && until <= now + ABSENT_FOR_MS;
  const absentUntil = new Map([...lookups.absentUntil].filter(([, until]) => isBelieved(until)));
  const waiting = new Set(lookups.waiting);
  for (const phone of phones) {
    if (phone !== '' && !absentUntil.has(phone)) waiting.add(phone);
  }
  return { waiting: [...waiting], absentUntil };
}

/** Takes a number off: its chat was seen, or the service has none (`isAbsent`) and is not asked again for a while. */
export function settleLookup(
  lookups: Lookups,
  phone: PhoneKey,
  outcome: { readonly isAbsent: boolean; readonly now: number },
): Lookups {
  const absentUntil = new Map(lookups.absentUntil);
  if (outcome.isAbsent) absentUntil.set(phone, outcome.now + ABSENT_FOR_MS);
  else absentUntil.delete(phone);
  return { waiting: lookups.waiting.filter((other) => other !== phone), absentUntil };
}

/** Takes numbers off whose chats a page showed. */
export function dropLookups(lookups: Lookups, phones: ReadonlySet<PhoneKey>): Lookups {
  return { ...lookups, waiting: lookups.waiting.filter((phone) => !phones.has(phone)) };
}
