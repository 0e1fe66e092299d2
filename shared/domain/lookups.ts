/** What the service found out about a number. */
export interface CarrierLookup {
  /** Digits, country code first; null where it could not be told. */
  readonly phone: string | null;
  /** As people of its country write it. */
  readonly localForm: string | null;
  /** `mobile`, `landline`, `voip` or another word, in lower case: an open set. */
  readonly type: string | null;
  readonly carrier: string | null;
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string | null;
  readonly isValid: boolean;
  /** What the look-up cost, in account money. */
  readonly cost: number | null;
}

/** What the service found out about an e-mail address. All words are of open sets, in lower case. */
export interface EmailLookup {
  readonly address: string;
  /** `valid`, `invalid`. */
  readonly status: string | null;
  /** `deliverable`, `undeliverable`, `unknown`. */
  readonly deliverability: string | null;
  /** `high`, `medium`, `low`, `unknown`. */
  readonly risk: string | null;
  /** Why, in the service's words. */
  readonly reason: string | null;
  /** `corporate`, `free`. */
  readonly addressType: string | null;
  /** The duty that the address stands for, such as `info`. */
  readonly role: string | null;
  /** The address that was probably meant. */
  readonly suggestion: string | null;
  readonly localPart: string;
  readonly domain: string;
  /** The server that takes its mail. */
  readonly exchange: string | null;
  /** Rank of that server. */
  readonly preference: number | null;
  readonly isDisposable: boolean;
  readonly isAllowListed: boolean;
  readonly isBlockListed: boolean;
  readonly hasMx: boolean;
  readonly hasA: boolean;
  readonly hasAaaa: boolean;
}
