import type { ContractError, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import {
  countCharactersOver,
  findUnicodeCauses,
  MAX_PARTS,
  measureText,
  type TextMeasure,
  type UnicodeCause,
} from '#shared/domain/segments.ts';
import type { Drafts } from './composer-drafts.ts';
import type { RequestIds } from '../request-ids.ts';

/** What came of pressing Send. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly sendId: string; readonly chatId: number }
  | { readonly kind: 'empty' | 'too-long' | 'busy' }
  | { readonly kind: 'failed'; readonly problem: ContractError };

export interface ComposerOptions {
  /** Whom it writes to; null while nobody is chosen. */
  readonly phone: string | null;
  /** Main's copy of the draft. */
  readonly stored: string | null;
  readonly drafts: Drafts;
  readonly ids: RequestIds;
}

/** The text that is being written to one person: how long it is, its draft, and sending it. */
export class Composer {
  #text = $state('');
  #phone = $state<string | null>(null);
  #isSending = $state(false);
  #dismissed = $state<string | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #drafts: Drafts;
  readonly #ids: RequestIds;

  readonly measure: TextMeasure = $derived(measureText(this.#text));
  /** Characters beyond the sixth part. */
  readonly over: number = $derived(this.measure.parts > MAX_PARTS ? countCharactersOver(this.#text) : 0);
  readonly isEmpty: boolean = $derived(this.#text.trim() === '');
  readonly #causes: readonly UnicodeCause[] = $derived(findUnicodeCauses(this.#text));
  /** The character to name as the reason for Unicode: one that can be replaced before one that cannot. */
  readonly cause: UnicodeCause | null = $derived(this.#findCause());

  constructor(bridge: SwitchboardBridge, { phone, stored, drafts, ids }: ComposerOptions) {
    this.#bridge = bridge;
    this.#drafts = drafts;
    this.#ids = ids;
    this.#phone = phone;
    this.#text = phone === null ? '' : drafts.read(phone, stored);
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#write(text);
    if (text === '' && this.#phone !== null) this.#ids.forget(toWritingAct(this.#phone));
  }
  get phone(): string | null {
    return this.#phone;
  }

  /** Writes to somebody else from now on; the text stays. */
  address(phone: string | null): void {
    this.#phone = phone;
  }

  /** Puts a text before what is written: it came back from the outbox. */
  putBack(text: string): void {
    this.text = this.isEmpty ? text : `${text}\n${this.#text}`;
  }

  /** Puts the plain character in place of every such one. */
  replaceCause({ character, replacement }: UnicodeCause): void {
    if (replacement !== null) this.text = this.#text.replaceAll(character, replacement);
  }

  /** The reason was read; it comes back only for another character. */
  dismissCause(): void {
    this.#dismissed = this.cause?.character ?? null;
  }

  /**
   * Hands the text to the outbox. The field is empty at once; when it could not be kept, or the answer got lost, the
   * text is back. Sent again after a lost answer it is the same text to main, not a second one.
   */
  async send(): Promise<SendOutcome> {
    const phone = this.#phone;
    const text = this.#text.trim();
    if (phone === null || text === '') return { kind: 'empty' };
    if (this.over > 0) return { kind: 'too-long' };
    if (this.#isSending) return { kind: 'busy' };
    this.#isSending = true;
    this.#write('');
    const act = toWritingAct(phone);
    const reply = await this.#create(phone, text, act + text);
    this.#isSending = false;
    if (reply.ok) {
      this.#ids.forget(act);
      await this.#drafts.save(phone);
      return { kind: 'sent', ...reply.value };
    }
    this.putBack(text);
    return { kind: 'failed', problem: reply.error };
  }

  /** Hands another text over to the same person; what is being written stays. `act`: what it is done for. */
  sendText(text: string, act: string): Promise<Reply<RequestOutput<'sends.create'>>> {
    return this.#create(this.#phone ?? '', text, act);
  }

  /** Saves the draft now: somebody leaves the chat. */
  async leave(): Promise<void> {
    if (this.#phone !== null) await this.#drafts.save(this.#phone);
  }

  #write(text: string): void {
    this.#text = text;
    if (text === '') this.#dismissed = null;
    if (this.#phone !== null) this.#drafts.keep(this.#phone, text);
  }

  #create(phone: string, text: string, act: string): Promise<Reply<RequestOutput<'sends.create'>>> {
    const send = { phone: toWritten(phone), text, from: null };
    return this.#ids.run(act, (requestId) => this.#bridge.request('sends.create', { requestId, ...send }));
  }

  #findCause(): UnicodeCause | null {
    const [first] = this.#causes;
    const cause = this.#causes.find(({ replacement }) => replacement !== null) ?? first ?? null;
    return cause === null || cause.character === this.#dismissed ? null : cause;
  }
}

/** How every act of writing to that number begins; the text follows. */
function toWritingAct(phone: string): string {
  return `write\n${phone}\n`;
}

/** With its plus, so that nobody takes the country code for a part of a national number. */
function toWritten(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}
