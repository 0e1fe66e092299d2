import type { PersonView, SwitchboardBridge } from '#shared/contract/index.ts';
import { hasSeveralNumbers, isWholeNumber, parsePhoneEntry, type PhoneEntry } from '#shared/domain/phone-entry.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { TextForLater } from '#renderer/app/app.svelte.ts';
import type { GivenMessage } from '#renderer/app/outside-targets.svelte.ts';
import { Latest } from '#renderer/lib/async.ts';
import { Composer, type WritingTools } from './composer.svelte.ts';
import { joinTexts } from './drafts.ts';
import type { GivenFile } from './draft-files.svelte.ts';
import { RecipientBlock } from './recipient-block.svelte.ts';
import { RecipientOptOut } from './recipient-opt-out.svelte.ts';

/** One line of the list under the "To" field: a known person, or the number as it was typed. */
export interface Suggestion {
  readonly phone: string;
  /** Empty for a number without a name. */
  readonly name: string;
  readonly isTyped: boolean;
}

type Reason = Extract<PhoneEntry, { kind: 'impossible' }>['reason'] | 'nobody' | 'several';

/** What came of filling in a link. */
export interface FilledIn {
  /** To whom something was being written, which is a draft now. */
  readonly kept: Suggestion | null;
  /** Whether something stands above the text of the link. */
  readonly isJoined: boolean;
  /** How many numbers of the link get nothing. */
  readonly leftOut: number;
}

/** To whom it goes, and what is written. */
export interface BegunMessage {
  readonly query: string;
  readonly chosen: Suggestion | null;
  readonly text: string;
  /** Written without a recipient before a message to this person began. */
  readonly aside: string;
  readonly later: TextForLater | null;
}

/** The whole text after a message was forwarded, and what stood there before. */
interface Forwarded {
  readonly whole: string;
  readonly before: string;
}

export interface NewMessageOptions extends WritingTools {
  /** The account's own number: numbers typed without a country code are read as of its country. */
  readonly homePhone: () => string | null;
  /** The account's country, ISO 3166 alpha-2, for an account without a number of its own. */
  readonly homeCountry: () => string | null;
}

/** A message to a person with or without a chat: the recipient, the text, and the list of suggestions. */
export class NewMessage {
  #query = $state('');
  #people = $state.raw<readonly PersonView[]>([]);
  #chosen = $state.raw<Suggestion | null>(null);
  #isListOpen = $state(false);
  #active = $state(-1);
  #isTried = $state(false);
  /** What the people were asked for. */
  #answered = $state('');
  /** Of the last forwarding; null: there was none. */
  #forwarded: Forwarded | null = null;
  /** Written without a recipient before a message to a person began elsewhere: it waits until that is sent or left. */
  #aside = $state('');
  #filesAside: readonly GivenFile[] = [];
  readonly #latest = new Latest();
  /** Links are filled in one after the other. */
  readonly #turns = new Serial();
  readonly #bridge: SwitchboardBridge;
  readonly #homePhone: () => string | null;
  readonly #homeCountry: () => string | null;
  readonly composer: Composer;
  /** Whether the number is blocked. */
  readonly block: RecipientBlock;
  /** Whether the chosen person unsubscribed. */
  readonly optOut: RecipientOptOut;
  /** It was begun to be scheduled; null: it is sent. */
  later = $state.raw<TextForLater | null>(null);

  readonly #entry: PhoneEntry = $derived.by(() => parsePhoneEntry(this.#query, this.#homePhone(), this.#homeCountry()));
  readonly suggestions: readonly Suggestion[] = $derived(this.#suggest());
  /** Why the message cannot be sent yet. Of a number that may still be on its way, only once the user tried. */
  readonly problem: Reason | null = $derived(this.#findProblem());

  constructor(bridge: SwitchboardBridge, options: NewMessageOptions) {
    this.#bridge = bridge;
    this.#homePhone = options.homePhone;
    this.#homeCountry = options.homeCountry;
    this.block = new RecipientBlock(bridge, options.blockedNumbers);
    this.optOut = new RecipientOptOut(bridge);
    const isStopped = (phone: string): Promise<boolean> => this.block.isStopped(phone);
    this.composer = new Composer(bridge, { ...options, phone: null, stored: null, filesCount: 0, isStopped });
  }

  get query(): string {
    return this.#query;
  }
  get chosen(): Suggestion | null {
    return this.#chosen;
  }
  get isListOpen(): boolean {
    return this.#isListOpen && this.suggestions.length > 0;
  }
  /** Place of the suggestion that Enter takes; -1: none. */
  get active(): number {
    return this.#isListOpen ? Math.min(this.#active, this.suggestions.length - 1) : -1;
  }

  /** Reads runes. */
  get begun(): BegunMessage {
    return {
      query: this.#query,
      chosen: this.#chosen,
      text: this.composer.text,
      aside: this.#aside,
      later: this.later,
    };
  }

  /** Goes on with what was begun before the page was loaded anew. */
  resume({ query, chosen, text, aside, later }: BegunMessage): void {
    this.#aside = aside;
    this.later = later;
    void this.type(query);
    this.#isListOpen = false;
    this.composer.text = text;
    if (chosen !== null) this.choose(chosen);
  }

  /** The user changed the "To" field. */
  async type(query: string): Promise<void> {
    this.#query = query;
    this.#chosen = null;
    this.composer.address(null);
    this.optOut.watch(null);
    this.block.watch(this.#entry.kind === 'impossible' ? null : this.#entry.phone);
    this.#isListOpen = true;
    this.#isTried = false;
    this.#active = query.trim() === '' ? -1 : 0;
    const isLatest = this.#latest.begin();
    const reply = await this.#bridge.request('people.suggest', { query: query.trim().slice(0, 100) });
    if (!isLatest() || !reply.ok) return;
    this.#people = reply.value;
    this.#answered = query;
  }

  /** Why a suggested person would get nothing; null: they would. */
  optOutOf(phone: string): PersonView['optOut'] {
    return this.#people.find((person) => person.phone === phone)?.optOut ?? null;
  }

  /** Moves through the suggestions, round the ends. */
  move(step: 1 | -1): void {
    const count = this.suggestions.length;
    this.#isListOpen = true;
    if (count > 0) this.#active = (Math.max(this.#active, step === 1 ? -1 : 0) + step + count) % count;
  }

  choose(suggestion: Suggestion): void {
    this.#chosen = suggestion;
    this.#isListOpen = false;
    this.#isTried = false;
    this.composer.address(suggestion.phone);
    this.block.watch(suggestion.phone);
    this.optOut.watch(suggestion.phone);
  }

  /** Takes the active suggestion, or the number that was typed; false, with the reason in `problem`, where there is neither. */
  accept(): boolean {
    const suggestion = this.suggestions[this.active] ?? this.#findTyped() ?? undefined;
    if (this.#chosen === null && suggestion !== undefined) this.choose(suggestion);
    this.#isTried = this.#chosen === null;
    this.#isListOpen = false;
    return this.#chosen !== null;
  }

  /** Starts a message to a person who is chosen elsewhere. What was written without a recipient is not for them. */
  beginTo(suggestion: Suggestion): void {
    this.later = null;
    if (this.#chosen === null) this.#putAside();
    this.begin(suggestion);
  }

  /**
   * Starts a message to that person, whose name is looked up where it is not given. A text to another person stays that
   * person's draft.
   */
  begin(suggestion: Suggestion): void {
    if (suggestion.phone !== this.#chosen?.phone) this.composer.setAside();
    this.choose(suggestion);
    if (suggestion.name === '') void this.#nameChosen(suggestion.phone);
  }

  /**
   * Begins what a link asks for. What is written to another person stays that person's draft; what is written to nobody
   * yet, or was begun to the same person, stands above the text of the link.
   */
  fillIn(given: GivenMessage): Promise<FilledIn> {
    return this.#turns.run(() => this.#fillIn(given));
  }

  /**
   * Starts with a forwarded text, or one from another screen. A text to a chosen person stays that person's draft. A text
   * without a recipient stays below the new one, unless an earlier call put it there.
   */
  forward(text: string): void {
    const { composer } = this;
    this.later = null;
    if (this.#chosen !== null) {
      composer.setAside();
      void this.type('');
      this.#isListOpen = false;
    }
    const before = composer.text === this.#forwarded?.whole ? this.#forwarded.before : composer.text;
    const whole = joinTexts([text, before]);
    composer.text = whole;
    this.#forwarded = { whole, before };
  }

  /**
   * Begins a text to be scheduled, which is not what was being written: that stays a draft, or waits until this one is gone.
   * `text`: how it begins; '': nothing is written yet.
   */
  beginLater(later: TextForLater, text: string): void {
    if (this.#chosen === null) this.#putAside();
    else this.composer.setAside();
    void this.type('');
    this.#isListOpen = false;
    if (text !== '') this.forward(text);
    this.later = later;
  }

  closeList(): void {
    this.#isListOpen = false;
  }

  /** Starts over after the message was sent, with what was put aside before. */
  reset(): void {
    this.composer.text = '';
    this.#clear();
    this.later = null;
  }

  /**
   * The user goes back. A forwarded text without a recipient is dropped if it was not changed, and so is the recipient of
   * an empty message.
   */
  abandon(): void {
    this.#dropForwarded();
    if (this.composer.isEmpty) this.#clear();
  }

  dispose(): void {
    this.block.dispose();
    this.optOut.dispose();
  }

  #clear(): void {
    void this.type('');
    this.#isListOpen = false;
    if (this.#aside === '' && this.#filesAside.length === 0) return;
    this.composer.text = joinTexts([this.composer.text, this.#aside]);
    this.composer.files.add(this.#filesAside);
    this.#aside = '';
    this.#filesAside = [];
  }

  #putAside(): void {
    const { composer } = this;
    this.#dropForwarded();
    this.#aside = joinTexts([composer.text, this.#aside]);
    this.#filesAside = [...composer.files.takeGiven(), ...this.#filesAside];
    composer.text = '';
  }

  #dropForwarded(): void {
    const forwarded = this.#forwarded;
    if (forwarded === null || this.#chosen !== null || this.composer.text !== forwarded.whole) return;
    this.composer.text = forwarded.before;
    this.#forwarded = null;
  }

  async #fillIn({ phones: [phone, ...others], text }: GivenMessage): Promise<FilledIn> {
    const before = this.#chosen;
    const isAnother = phone !== undefined && phone !== before?.phone;
    const kept = isAnother && before !== null && !this.composer.isEmpty ? before : null;
    if (isAnother) this.begin({ phone, name: '', isTyped: false });
    const isJoined = text !== '' && (await this.composer.append(text));
    return { kept, isJoined, leftOut: others.length };
  }

  async #nameChosen(phone: string): Promise<void> {
    const reply = await this.#bridge.request('people.suggest', { query: phone });
    const person = reply.ok ? reply.value.find((one) => one.phone === phone) : undefined;
    if (person !== undefined && this.#chosen?.phone === phone) this.#chosen = { ...this.#chosen, name: person.name };
  }

  #suggest(): readonly Suggestion[] {
    const people = this.#people.map(({ phone, name }) => ({ phone, name, isTyped: false }));
    const typed = this.#findTyped();
    if (typed === null || !isWholeNumber(toPhoneKey(typed.phone)) || people.some(({ phone }) => phone === typed.phone))
      return people;
    return [typed, ...people];
  }

  /** The number that was typed; null: it is none. */
  #findTyped(): Suggestion | null {
    return this.#entry.kind === 'impossible' ? null : { phone: this.#entry.phone, name: '', isTyped: true };
  }

  #findProblem(): Reason | null {
    if (this.#chosen !== null) return null;
    const query = this.#query.trim();
    if (query === '') return this.#isTried ? 'nobody' : null;
    if (hasSeveralNumbers(query)) return 'several';
    if (this.#entry.kind !== 'impossible') return null;
    const { reason } = this.#entry;
    if (this.#isTried) return reason;
    // Nobody here is called so, and no more letters make a number of it.
    const isOver = reason === 'not-a-number' || reason === 'too-long';
    return isOver && this.#answered === this.#query && this.#people.length === 0 ? reason : null;
  }
}
