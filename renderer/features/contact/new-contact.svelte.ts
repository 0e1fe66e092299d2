import type { ContractError, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { isPossibleEmail } from '#shared/domain/email-address.ts';
import { parsePhoneEntry, type PhoneEntry } from '#shared/domain/phone-entry.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { Latest } from '#renderer/lib/async.ts';

/** Whether a number that was typed has a contact. */
export type KnownNumber = RequestOutput<'contacts.findByNumber'>;
export type NewContactLists = RequestOutput<'contacts.count'>['lists'];
type OwnFields = RequestOutput<'people.listFields'>;
type Countries = RequestOutput<'contacts.listCountries'>;

export interface NewContactOptions {
  readonly ids: RequestIds;
  readonly phone: string;
  /** The list to begin with; null: the account's default. */
  readonly listId: number | null;
  /** The account's country, ISO 3166 alpha-2; null: numbers are typed with their country code. */
  readonly homeCountry: string | null;
  /** What the first list of an account is called. */
  readonly firstListName: string;
}

/** Why the form cannot be sent yet, or was refused, by field; sentences are made where they are shown. */
export interface NewContactProblems {
  readonly phone: Extract<PhoneEntry, { kind: 'impossible' }>['reason'] | 'missing' | null;
  readonly isListMissing: boolean;
  /** What was typed as an e-mail address cannot be one. */
  readonly isNoEmail: boolean;
}

/** The form of a contact that does not exist yet. What was typed stays until the service has it. */
export class NewContact {
  phone = $state('');
  /** ISO 3166 alpha-2; '' where numbers begin with their country code. */
  country = $state('');
  firstName = $state('');
  lastName = $state('');
  company = $state('');
  email = $state('');
  /** Values of custom fields by the id of the field. */
  values = $state<Record<number, string>>({});
  #listIds = $state.raw<readonly number[]>([]);
  #lists = $state.raw<NewContactLists | null>(null);
  #listsProblem = $state.raw<ContractError | null>(null);
  #fields = $state.raw<OwnFields>([]);
  #countries = $state.raw<Countries>([]);
  #known = $state.raw<KnownNumber | null>(null);
  #isTried = $state(false);
  #isSaving = $state(false);
  #refused = $state.raw<ContractError | null>(null);
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #options: NewContactOptions;
  readonly #entry: PhoneEntry = $derived(this.#parse());

  constructor(bridge: SwitchboardBridge, options: NewContactOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.phone = options.phone;
    this.country = options.homeCountry ?? '';
  }

  /** Lists that a contact can be put on, by name; null until main answered. */
  get lists(): NewContactLists | null {
    return this.#lists;
  }
  get listsProblem(): ContractError | null {
    return this.#listsProblem;
  }
  get fields(): OwnFields {
    return this.#fields;
  }
  /** Empty where the service could not be asked. */
  get countries(): Countries {
    return this.#countries;
  }
  get isSaving(): boolean {
    return this.#isSaving;
  }
  /** The contact that has the number already; null: none is known. */
  get known(): KnownNumber | null {
    return this.#known?.contactId == null ? null : this.#known;
  }
  /** The service could not be asked whether it knows the number. */
  get isUnchecked(): boolean {
    return this.#known?.isChecked === false && this.#known.phone !== '' && this.#known.contactId === null;
  }
  /** Why the service did not take it. */
  get refused(): ContractError | null {
    return this.#refused;
  }
  /** Shown once the user tried. */
  get problems(): NewContactProblems {
    if (!this.#isTried) return { phone: null, isListMissing: false, isNoEmail: false };
    const isEmpty = this.phone.trim() === '';
    const reason = this.#entry.kind === 'possible' ? null : this.#entry.reason;
    return { phone: isEmpty ? 'missing' : reason, isListMissing: this.#isListMissing, isNoEmail: this.#isNoEmail };
  }
  /** The account has no list at all: one is made for the contact. */
  get needsFirstList(): boolean {
    return this.#lists !== null && this.#lists.length === 0;
  }

  /** Something was typed that is not saved. */
  get isChanged(): boolean {
    const typed = [this.firstName, this.lastName, this.company, this.email, ...Object.values(this.values)];
    return this.phone !== this.#options.phone || typed.some((text) => text !== '');
  }

  isOnList(listId: number): boolean {
    return this.#listIds.includes(listId);
  }

  setOnList(listId: number, isOn: boolean): void {
    const others = this.#listIds.filter((id) => id !== listId);
    this.#listIds = isOn ? [...others, listId] : others;
  }

  /** First questions to main. */
  async start(): Promise<void> {
    await Promise.all([this.loadLists(), this.#loadFields(), this.#loadCountries(), this.checkNumber()]);
  }

  async loadLists(): Promise<void> {
    const reply = await this.#bridge.request('contacts.count', {});
    this.#listsProblem = reply.ok ? null : reply.error;
    if (!reply.ok) return;
    this.#lists = reply.value.lists.filter(({ isReadOnly }) => !isReadOnly);
    if (this.#listIds.length > 0) return;
    const wanted = this.#lists.find(({ id }) => id === this.#options.listId);
    const first = wanted ?? this.#lists.find(({ isDefault }) => isDefault) ?? this.#onlyList();
    if (first !== undefined) this.#listIds = [first.id];
  }

  /** The number or its country was changed. */
  async checkNumber(): Promise<void> {
    const isLatest = this.#latest.begin();
    this.#known = null;
    this.#refused = null;
    if (this.#entry.kind === 'impossible') return;
    const input = { phone: this.#toNumber(), localCountry: null };
    const reply = await this.#bridge.request('contacts.findByNumber', input);
    if (reply.ok && isLatest()) this.#known = reply.value;
  }

  /** The new contact's id; null where it was not created, and the form says why. */
  async create(): Promise<number | null> {
    this.#isTried = true;
    if (this.#isSaving || this.#entry.kind === 'impossible' || this.known !== null) return null;
    if (this.#isListMissing || this.#isNoEmail) return null;
    this.#isSaving = true;
    const contactId = await this.#create();
    this.#isSaving = false;
    return contactId;
  }

  async #create(): Promise<number | null> {
    if (this.needsFirstList && !(await this.#createFirstList())) return null;
    const draft = {
      ...{ phone: this.#toNumber(), localCountry: null, listIds: [...this.#listIds] },
      ...{ firstName: this.firstName.trim(), lastName: this.lastName.trim() },
      ...{ company: this.company.trim(), email: this.email.trim() },
      fields: this.#fields
        .map(({ id }) => ({ id, value: (this.values[id] ?? '').trim() }))
        .filter(({ value }) => value !== ''),
    };
    const reply = await this.#options.ids.run(`contacts.create\n${JSON.stringify(draft)}`, (requestId) =>
      this.#bridge.request('contacts.create', { requestId, draft }),
    );
    // Another client created it meanwhile: the form names the contact.
    if (!reply.ok && reply.error.fields['phone']?.includes('taken') === true) await this.checkNumber();
    this.#refused = reply.ok || this.known !== null ? null : reply.error;
    return reply.ok ? reply.value.contactId : null;
  }

  async #createFirstList(): Promise<boolean> {
    const { ids, firstListName: name } = this.#options;
    const reply = await ids.run(`lists.create\n${name}`, (requestId) =>
      this.#bridge.request('lists.create', {
        ...{ requestId, name, isShared: false, isFavorite: false, isDefault: true },
      }),
    );
    // An answer that got lost: the list is there, and is the only one.
    if (!reply.ok && reply.error.fields['name']?.includes('taken-by-list') === true) {
      await this.loadLists();
      if (this.#listIds.length > 0) return true;
    }
    this.#refused = reply.ok ? null : reply.error;
    if (!reply.ok) return false;
    // Where creating the contact fails, the list is there for the next attempt.
    this.#listIds = [reply.value.listId];
    await this.loadLists();
    return true;
  }

  get #isListMissing(): boolean {
    return this.#lists === null || (this.#listIds.length === 0 && !this.needsFirstList);
  }

  get #isNoEmail(): boolean {
    return this.email.trim() !== '' && !isPossibleEmail(this.email);
  }

  #onlyList(): NewContactLists[number] | undefined {
    return this.#lists?.length === 1 ? this.#lists[0] : undefined;
  }

  #parse(): PhoneEntry {
    return parsePhoneEntry(this.phone, null, this.country === '' ? null : this.country);
  }

  /** Digits with the country code. */
  #toNumber(): string {
    return this.#entry.kind === 'possible' ? this.#entry.phone : this.phone;
  }

  async #loadFields(): Promise<void> {
    const reply = await this.#bridge.request('people.listFields', {});
    if (reply.ok) this.#fields = reply.value;
  }

  async #loadCountries(): Promise<void> {
    const reply = await this.#bridge.request('contacts.listCountries', {});
    if (reply.ok) this.#countries = reply.value;
  }
}
