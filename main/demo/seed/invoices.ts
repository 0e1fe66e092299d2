/** What the account was charged for buying credit. */
export interface Invoice {
  readonly id: number;
  /** Credit bought, in account money. */
  readonly bundle: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly vat: number;
  readonly paymentMethod: string | null;
}

/** Newest first. */
export function listInvoices(): readonly Invoice[] {
  const bought = [200, 100, 100, 50] as const;
  return bought.map((bundle, at) => ({
    ...{ id: 15_204 - at, bundle, currency: 'GBP', vat: bundle / 5 },
    paymentMethod: at === bought.length - 1 ? null : 'Card',
  }));
}
