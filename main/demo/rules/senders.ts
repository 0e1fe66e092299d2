/** What a text may come from: the account's numbers, the service's own, and names that were approved. */
import type { World } from '../state/world.ts';
import { findCountryOf } from './countries.ts';
import { toDigits } from './phones.ts';

/** Values usable as `from`, by kind. */
export interface Senders {
  /** Numbers that belong to the account. */
  readonly dedicated: readonly string[];
  /** The person's own number. */
  readonly user: readonly string[];
  /** Numbers of the service that many accounts share. */
  readonly shared: readonly string[];
  /** Approved names. */
  readonly senderIds: readonly string[];
}

const SHARED_NUMBER = '447700900009';
/** Countries whose operators take neither names nor people's own numbers: a number of theirs stands in. */
const LOCAL_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['US', '12025550190'],
  ['CA', '14165550190'],
  ['PR', '17875550190'],
]);

/** The number by which people know the account, and answer it. */
export function getOwnNumber({ data, account }: World): string {
  return data.settings.dedicated[0] ?? account.phone;
}

/** Senders that a text to that country may have; without a country, those that some country takes. */
export function listSenders(world: World, countryId?: string): Senders {
  const local = countryId === undefined ? undefined : LOCAL_NUMBERS.get(countryId);
  const { account, data } = world;
  const active = world.senderIds.rows.filter(({ status }) => status === 'A').map(({ senderId }) => senderId);
  return {
    dedicated: data.settings.dedicated,
    user: local === undefined && account.phone !== '' ? [account.phone] : [],
    shared: [local ?? SHARED_NUMBER, ...(countryId === undefined ? LOCAL_NUMBERS.values() : [])],
    senderIds: local === undefined ? active : [],
  };
}

/** The sender that a value names, as the service writes it; undefined for one that may not be used there. */
export function findSender(world: World, value: string, countryId?: string): string | undefined {
  const wanted = toDigits(value).toLowerCase();
  const { dedicated, user, shared, senderIds } = listSenders(world, countryId);
  return [...dedicated, ...user, ...shared, ...senderIds].find((one) => one.toLowerCase() === wanted);
}

/** Countries with a sender of their own by default, and that sender. */
export function listSpecialSenders(): ReadonlyMap<string, string> {
  return LOCAL_NUMBERS;
}

/** What a text to that country comes from when nobody says otherwise. */
export function toDefaultSender(world: World, countryId: string): string {
  const chosen = findSender(world, world.data.settings.senders[countryId] ?? '', countryId);
  return chosen ?? LOCAL_NUMBERS.get(countryId) ?? getOwnNumber(world);
}

/**
 * What a text to a number comes from: the sender asked for, or the one set for its chat, where it may be used there; else
 * the one set for the country, and else the service's choice. Nothing is refused: the default replaces it silently.
 */
export function toSender(world: World, phone: string, asked: string): string {
  const countryId = findCountryOf(phone)?.id ?? '';
  const wanted = asked.trim() === '' ? (world.findChatByPhone(phone)?.from ?? '') : asked;
  return (wanted === '' ? undefined : findSender(world, wanted, countryId)) ?? toDefaultSender(world, countryId);
}
