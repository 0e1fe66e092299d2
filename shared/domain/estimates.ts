import type { ContactId, PhoneKey } from './ids.ts';

/** What the messages of a send to one country cost. */
export interface CountryCost {
  /** ISO 3166 alpha-2; null where the service did not say. */
  readonly countryId: string | null;
  readonly countryName: string;
  /** Account money; null where unreadable. */
  readonly cost: number | null;
}

/** What a send would cost. */
export interface PriceEstimate {
  /** Account money. */
  readonly total: number;
  /** Parts of all messages together; null where the service did not say. */
  readonly partsCount: number | null;
  readonly countries: readonly CountryCost[];
}

/** What one part of a message to a country costs. */
export interface CountryPrice {
  /** ISO 3166 alpha-2. */
  readonly countryId: string;
  readonly countryName: string;
  /** Account money; null where unreadable. */
  readonly price: number | null;
}

/** One message as it would read, with its merge fields filled in. */
export interface MessagePreview {
  readonly phone: PhoneKey;
  readonly text: string;
  readonly contactId: ContactId | null;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  /** Who it would come from: the sender asked for, or what the service would put in its place. */
  readonly sender: string | null;
  readonly partsCount: number | null;
  /** Account money. */
  readonly price: number | null;
}
