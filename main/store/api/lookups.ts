/** What look-ups of numbers and e-mail addresses found out: each costs money, so it is kept for good. */
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import type { Call } from './call.ts';

export type LookupKind = 'carrier' | 'email';

/** Names one look-up: the id of the page's request. */
export interface LookupId {
  readonly kind: LookupKind;
  readonly requestId: string;
}

export interface FoundLookup<Result> {
  /** Digits of the number, or the address in lower case. */
  readonly value: string;
  /** When the answer came. */
  readonly at: number;
  /** In account money; null: not known. */
  readonly cost: number | null;
  readonly result: Result;
}

export type AnyFoundLookup =
  ({ readonly kind: 'carrier' } & FoundLookup<CarrierLookup>) | ({ readonly kind: 'email' } & FoundLookup<EmailLookup>);

/** What is known of a request that is about to be made. */
export type LookupBeginning =
  | { readonly state: 'begun' }
  /** It was made before and its answer never came: it may have been charged. */
  | { readonly state: 'lost' }
  /** It was made before for another value. */
  | { readonly state: 'used' }
  | { readonly state: 'found'; readonly found: AnyFoundLookup };

export interface LookupCommands {
  /** Written down before it leaves; only `begun` may leave. */
  beginLookup: Call<LookupId & { readonly value: string; readonly at: number }, LookupBeginning>;
  /** Its answer came. Nothing happens where it was not begun. */
  finishLookup: Call<{ readonly requestId: string; readonly found: AnyFoundLookup }, void>;
  setLookupCost: Call<LookupId & { readonly cost: number }, void>;
  /** It surely was not made, or the service refused it. One that has its answer stays. */
  dropLookup: Call<LookupId, void>;
}

export interface LookupQueries {
  /** The newest of each; costs are of the newest look-up of that kind, of any value, whose cost is known. */
  findLookups: Call<
    { readonly phone: string | null; readonly email: string | null },
    {
      readonly carrier: FoundLookup<CarrierLookup> | null;
      readonly email: FoundLookup<EmailLookup> | null;
      readonly lastCarrierCost: number | null;
      readonly lastEmailCost: number | null;
    }
  >;
}
