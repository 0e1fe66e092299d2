import type { SyncContext } from './context.ts';

/** Reads the service's price list whole: what is not in it any more has no price. What cannot be read of it is left out. */
export async function readPrices({ source, store, signal }: SyncContext): Promise<void> {
  const listed = await source.listCountryPrices({ priority: 'sync', signal });
  const prices = listed.flatMap(({ countryId, price }) => (price === null ? [] : [{ countryId, price }]));
  await store.setPrices({ prices });
}
