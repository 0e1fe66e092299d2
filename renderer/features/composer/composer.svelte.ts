import type { ChatView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import { toEstimatedText } from '#shared/domain/attachments.ts';
import {
  countCharactersOver,
  findUnicodeCauses,
  MAX_PARTS,
  measureText,
  type TextMeasure,
  type UnicodeCause,
} from '#shared/domain/segments.ts';
import type { SendOutcome } from './composer-outcome.ts';
import type { Drafts, Returned } from './composer-drafts.ts';
import { joinTexts } from './draft-texts.ts';
import type { GivenFile } from './composer-file-bytes.ts';
import type { DraftFiles } from './composer-files.svelte.ts';
import type { Leaving } from './composer-leaving.ts';
import type { Rival } from './composer-rivals.svelte.ts';
import { takeText, type TakingTools } from './composer-take.ts';
import type { Price, Prices } from './composer-prices.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { toAct, toWritingAct, toWritten } from '#renderer/data/writing-acts.ts';

/** What every composer of the inbox shares. */
export interface WritingTools extends TakingTools {
  readonly prices: Prices;
  /** The composer on screen that writes to that number. */
  readonly findShown: (phone: string) => Composer | null;
  /** Web address of the service: how long the links of files will be. */
  readonly webUrl: () => string;
}

export interface ComposerOptions extends WritingTools {
  /** Whom it writes to; null while nobody is chosen. */
  readonly phone: string | null;
  /** Main's copy of the draft. */
  readonly stored: string | null;
  /** How many files main's copy has. */
  readonly filesCount: number;
}

/** The text that is being written to one person: its files, how long it is, what it costs, its draft, and sending it. */
export class Composer {
  #text = $state('');
  #phone = $state<string | null>(null);
  #isLeft = false;
  #dismissed = $state<string | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #drafts: Drafts;
  readonly #ids: RequestIds;
  readonly #taking: TakingTools;
  readonly #prices: Prices;
  readonly #webUrl: () => string;
  readonly #findShown: (phone: string) => Composer | null;
  #files = $state.raw() as DraftFiles;
  /** What stood in main's draft to this number: it is that number's for as long as nobody changes it. */
  #takenUp: string | null = null;
  #perPart = $state.raw<Price | null>(null);

  /** The text with as many characters as its links will have. */
  readonly #whole: string = $derived.by(() =>
    toEstimatedText({ text: this.#text, filesCount: this.#files.count, webUrl: this.#webUrl() }),
  );
  readonly measure: TextMeasure = $derived(measureText(this.#whole));
  /** Characters beyond the sixth part. */
  readonly over: number = $derived(this.measure.parts > MAX_PARTS ? countCharactersOver(this.#whole) : 0);
  readonly #isBlank: boolean = $derived(this.#text.trim() === '');
  /** Neither text nor files. */
  readonly isEmpty: boolean = $derived.by(() => this.#isBlank && this.#files.items.length === 0);
  /** What it will cost; null where that is not known. */
  readonly price: Price | null = $derived(
    this.#perPart === null ? null : { ...this.#perPart, amount: this.#perPart.amount * this.measure.parts },
  );
  readonly #causes: readonly UnicodeCause[] = $derived(findUnicodeCauses(this.#text));
  /** The character to name as the reason for Unicode: one that can be replaced before one that cannot. */
  readonly cause: UnicodeCause | null = $derived(this.#findCause());

  constructor(bridge: SwitchboardBridge, options: ComposerOptions) {
    const { phone, stored, filesCount, drafts } = options;
    this.#bridge = bridge;
    this.#drafts = drafts;
    this.#ids = options.ids;
    this.#taking = options;
    this.#prices = options.prices;
    this.#webUrl = options.webUrl;
    this.#findShown = options.findShown;
    this.#phone = phone;
    this.#text = phone === null ? '' : drafts.read(phone, stored);
    this.#files = drafts.files(phone);
    this.#files.follow(filesCount);
    void this.#askPrice();
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
  get files(): DraftFiles {
    return this.#files;
  }

  /**
   * Writes to somebody else from now on; the text and the files that were added here go along. What was begun to that
   * number is joined by them, and stays with it.
   */
  address(phone: string | null): void {
    if (phone === this.#phone) return;
    this.#phone = phone;
    this.#perPart = null;
    if (this.#text === this.#takenUp) this.#text = '';
    this.#takenUp = null;
    const carried = this.#files.takeGiven();
    this.#files = this.#drafts.files(phone);
    this.#files.add(carried);
    if (phone !== null) void this.#takeUp(phone);
    void this.#askPrice();
  }

  /** A newer view of the chat: what another window made of the draft stands here too. */
  async follow({ phone, draft }: Pick<ChatView, 'phone' | 'draft'>): Promise<void> {
    const text = await this.#drafts.takeOver(phone, this.#text, draft ?? '');
    if (text !== null && phone === this.#phone) this.#text = text;
  }

  /** What another window made of this draft; null where there is nothing to say. */
  get rival(): Rival | null {
    return this.#phone === null ? null : this.#drafts.rivals.find(this.#phone);
  }

  /** Takes the text of the other window, or has the own one back that was put aside for it. */
  async swap(): Promise<void> {
    const phone = this.#phone;
    const text = phone === null ? null : await this.#drafts.swap(phone, this.#text);
    if (text !== null && phone === this.#phone) this.#text = text;
  }

  /** The text here stays, and the other one is not offered any more. */
  async settle(): Promise<void> {
    if (this.#phone !== null) await this.#drafts.settle(this.#phone);
  }

  /** Adds files that a person chose, pasted or dropped. */
  attach(files: readonly GivenFile[]): void {
    this.#files.add(files);
  }

  /** Puts a text before what is written, and its files with it: it came back from the outbox. */
  putBack({ text, files }: Returned): void {
    this.#files.show(files);
    this.#putTextBack(text);
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
   * Hands the text to the outbox, behind those sent to that number before. It leaves the field at once; when it is not
   * kept, or the answer gets lost, it is back with those behind it. Sent again then, it is the same text to main.
   */
  async send(): Promise<SendOutcome> {
    const phone = this.#phone;
    const fault = this.#findFault();
    if (fault !== null || phone === null) return fault ?? { kind: 'empty' };
    const files = this.#files;
    const leaving = takeText({ phone, text: this.#text.trim(), draftFiles: files }, this.#taking);
    this.#write('');
    const reply = await this.#drafts.leaving.send(phone, leaving, (all) => this.#bringBack(phone, all));
    if (reply === null) return { kind: 'back' };
    if (reply.ok) return { kind: 'sent', ...reply.value };
    // A file is not there any more: main says which are.
    if (reply.error.code === 'not-found') void files.load();
    return { kind: 'failed', problem: reply.error };
  }

  /** Before what has been written since, wherever that is: this may not be on screen any more. */
  #bringBack(phone: string, all: readonly Leaving[]): void {
    this.#drafts.files(phone).putBack(all.flatMap(({ files }) => files));
    const text = joinTexts(all.map((one) => one.text));
    const composer = this.#phone === phone && !this.#isLeft ? this : this.#findShown(phone);
    if (composer !== null) composer.#putTextBack(text);
    else void this.#drafts.putBack(phone, { text, files: [], stored: null });
  }

  /** Hands another text over to the same person; what is being written stays. `act`: what it is done for. */
  sendText(text: string, act: string): Promise<Reply<RequestOutput<'sends.create'>>> {
    const send = { phone: toWritten(this.#phone ?? ''), text, from: null };
    return this.#ids.run(toAct(act, { text, fileIds: [] }), (requestId) =>
      this.#bridge.request('sends.create', { requestId, ...send }),
    );
  }

  /** Saves the draft now: somebody leaves the chat. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    if (this.#phone !== null) await this.#drafts.save(this.#phone);
  }

  #write(text: string): void {
    this.#text = text;
    if (text === '') this.#dismissed = null;
    if (this.#phone !== null) this.#drafts.keep(this.#phone, text);
  }

  #putTextBack(text: string): void {
    if (text !== '') this.text = joinTexts([text, this.#text]);
  }

  #findFault(): Exclude<SendOutcome, { kind: 'sent' | 'failed' | 'back' }> | null {
    const { failed, isAdding } = this.#files;
    if (this.isEmpty) return { kind: 'empty' };
    if (this.over > 0) return { kind: 'too-long' };
    if (failed !== null) return { kind: 'bad-file', file: failed };
    return isAdding ? { kind: 'adding' } : null;
  }

  /** What was begun to that number stands here too, unless something else was written. */
  async #takeUp(phone: string): Promise<void> {
    const text = this.#drafts.read(phone, await this.#files.load());
    if (phone === this.#phone && this.#isBlank && text !== '') this.#text = this.#takenUp = text;
  }

  async #askPrice(): Promise<void> {
    const phone = this.#phone;
    const price = phone === null ? null : await this.#prices.find(phone);
    if (phone === this.#phone) this.#perPart = price;
  }

  #findCause(): UnicodeCause | null {
    const [first] = this.#causes;
    const cause = this.#causes.find(({ replacement }) => replacement !== null) ?? first ?? null;
    return cause === null || cause.character === this.#dismissed ? null : cause;
  }
}
