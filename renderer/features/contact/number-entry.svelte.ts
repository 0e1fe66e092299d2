import type { RequestOutput } from '#shared/contract/index.ts';
import { parseLocalPhoneEntry, parsePhoneEntry, type PhoneEntry } from '#shared/domain/phone-entry.ts';
import { Latest } from '#renderer/lib/async.ts';

type KnownNumber = RequestOutput<'contacts.findByNumber'>;
type Countries = RequestOutput<'contacts.listCountries'>;

export interface NumberEntryOptions {
  readonly contactId: number;
  /** Of the account: numbers without a country code are read as of its own number, or of its country. Reads runes. */
  readonly home: () => { readonly phone: string | null; readonly country: string | null };
  /** Who has the number; null where main could not say. */
  readonly findNumber: (phone: string) => Promise<KnownNumber | null>;
  /** Countries of the service; empty where they did not come. */
  readonly listCountries: () => Promise<Countries>;
}

/** A number while it is edited: of which country it is where its code was left out, and whether another contact has it. */
export class NumberEntry {
  #typed = $state('');
  /** What the user chose, ISO 3166 alpha-2, or '' for numbers with their code; null: nothing. */
  #chosen = $state<string | null>(null);
  #countries = $state.raw<Countries>([]);
  #known = $state.raw<KnownNumber | null>(null);
  readonly #latest = new Latest();
  readonly #options: NumberEntryOptions;
  readonly #entry: PhoneEntry = $derived(this.parse(this.#typed));

  constructor(options: NumberEntryOptions) {
    this.#options = options;
  }

  /** Whether it is typed without a plus: then its country can be chosen. */
  get needsCountry(): boolean {
    const text = this.#typed.trim();
    return /^[(\d]/u.test(text) && !text.startsWith('00');
  }
  get countries(): Countries {
    return this.#countries;
  }
  /** The country that it is read as a number of, ISO 3166 alpha-2; '': it is read with its code. */
  get country(): string {
    if (this.#chosen !== null) return this.#chosen;
    const { country } = this.#options.home();
    const isLocal = this.#typed.trim().startsWith('0') || this.#isReadAsLocal;
    return isLocal ? (country ?? '') : '';
  }
  /** Digits with the country code, where it is typed without; '' otherwise. */
  get complete(): string {
    return this.needsCountry && this.#entry.kind === 'possible' ? this.#entry.phone : '';
  }
  /** Another contact that has it; null: none is known. */
  get other(): { readonly contactId: number; readonly name: string } | null {
    if (this.#known === null || this.#entry.kind !== 'possible' || this.#known.phone !== this.#entry.phone) return null;
    const { contactId, name } = this.#known;
    return contactId === null || contactId === this.#options.contactId ? null : { contactId, name };
  }
  /** The service could not be asked who has it. */
  get isUnchecked(): boolean {
    const isAbout = this.#entry.kind === 'possible' && this.#known?.phone === this.#entry.phone;
    return isAbout && this.#known?.isChecked === false && this.#known.contactId === null;
  }

  /** What was typed, as a number. */
  parse(typed: string): PhoneEntry {
    if (this.#chosen !== null) return parseLocalPhoneEntry(typed, this.#chosen === '' ? null : this.#chosen);
    const { phone, country } = this.#options.home();
    return parsePhoneEntry(typed, phone, country);
  }

  /** Editing begins: the country is the account's again. */
  async begin(): Promise<void> {
    this.#chosen = null;
    this.#known = null;
    this.#typed = '';
    if (this.#countries.length === 0) this.#countries = await this.#options.listCountries();
  }

  choose(country: string): void {
    this.#chosen = country;
    void this.check(this.#typed);
  }

  /** The number was changed: looks who has it. */
  async check(typed: string): Promise<void> {
    this.#typed = typed;
    const isLatest = this.#latest.begin();
    if (this.#entry.kind !== 'possible') return;
    const known = await this.#options.findNumber(this.#entry.phone);
    if (isLatest()) this.#known = known;
  }

  /** As in North America, where a number of ten digits is one of home without a 0 before it. */
  get #isReadAsLocal(): boolean {
    const entry = this.#entry;
    return entry.kind === 'possible' && entry.phone !== this.#typed.replaceAll(/\D/g, '');
  }
}
