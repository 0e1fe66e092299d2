/** What look-ups ask of the service. Every method throws `AppError` and nothing else. */
import type { CallOptions } from '#main/sync/calls.ts';
import type { Account, Message, Page } from '#shared/domain/entities.ts';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';

/** `repeats` false: a reading that failed is not made again. */
type ReadOptions = CallOptions & { readonly repeats?: boolean };

export interface LookupService {
  /** Digits with the country code. Costs money, and is asked once: a lost answer may have been charged. */
  lookUpCarrier(query: { readonly phone: string }, options: CallOptions): Promise<CarrierLookup>;
  /** Like a number. Rejects with `not-found` where nothing is known about the address. */
  lookUpEmail(query: { readonly email: string }, options: CallOptions): Promise<EmailLookup>;
  getUser(options: ReadOptions): Promise<Account>;
  listOutboundMessages(
    query: { readonly lastId: number; readonly page: number; readonly limit: number },
    options: ReadOptions,
  ): Promise<Page<Message>>;
}
