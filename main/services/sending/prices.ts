import type { Store } from '#main/store/api.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { roundMoney } from '#shared/domain/money.ts';
import { findPhoneCountry } from '#shared/domain/phone-country.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Session } from '#main/services/account/session.ts';

/** What one part to that number costs by the service's price list, in account money; null where the list does not say. Throws `disk`. */
export async function findPrice(
  { session }: { readonly session: Pick<Session, 'getAccount'> },
  { phone }: RequestInput<'prices.find'>,
): Promise<RequestOutput<'prices.find'>> {
  const { store } = session.getAccount();
  const amount = await findPartPrice(store, toPhoneKey(phone));
  if (amount === null) return null;
  return { amount, currency: (await store.getAccount({}))?.currency ?? null };
}

/** Null where the list does not say, or the number does not say its country. Throws `disk`. */
export async function findPartPrice(store: Pick<Store, 'findPrice'>, phone: string): Promise<number | null> {
  const countryId = findPhoneCountry(phone);
  return countryId === null ? null : await store.findPrice({ countryId });
}

/** What that many parts cost. */
export function toPrice(partPrice: number | null, parts: number): number | null {
  return partPrice === null ? null : roundMoney(partPrice * parts);
}
