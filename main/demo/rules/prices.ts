import type { SendOrder } from '../state/sending-model.ts';
import { findCountryOf } from './countries.ts';

const UNKNOWN_COUNTRY_PRICE = 0.09;
/** An MMS costs the same whatever is in it and wherever it goes. */
export const MMS_PRICE = 0.12;

/** Account money, to a tenth of a penny. */
export function toMoney(amount: number): number {
  return Math.round(amount * 1_000) / 1_000;
}

/** What one part of a text to that number costs, by its country. */
export function toPartPrice(phone: string): number {
  return findCountryOf(phone)?.price ?? UNKNOWN_COUNTRY_PRICE;
}

/** What a message to that number costs, by its country and its parts. A spoken text counts like a written one. */
export function toPrice(phone: string, parts: number, destination: SendOrder['destination']): number {
  if (destination === 'm') return MMS_PRICE;
  return toMoney(toPartPrice(phone) * parts);
}
