import type {
  ChatView,
  ContractError,
  Reply,
  RequestInput,
  RequestOutput,
  SwitchboardBridge,
  TemplateView,
} from '#shared/contract/index.ts';
import { toEstimatedText } from '#shared/domain/attachments.ts';
import {
  countCharactersOver,
  findLongerReason,
  type LongerReason,
  measureText,
  replaceUnicodeCauses,
  type TextMeasure,
} from '#shared/domain/segments.ts';
import { toActionKey, toWritingAction, type RequestIds } from '#renderer/data/request-ids.ts';
import { toWritten, type UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';
import { PersonFields } from '#renderer/features/templates/person-fields.svelte.ts';
import type { DraftFiles, FileItem, GivenFile } from './draft-files.svelte.ts';
import type { DraftConflict } from './draft-conflicts.ts';
import type { BlockedNumbers } from './blocked-numbers.ts';
import type { Price, Prices } from './prices.ts';
import { joinTexts, type Drafts, type OutgoingText, type Returned } from './drafts.ts';

/** What leaves as a new text: the words, and the send whose files are sent with them. */
export type TextAgain = Pick<RequestInput<'sends.create'>, 'text' | 'filesOf'>;

/** What all composers of a screen share. */
export interface WritingTools {
  readonly drafts: Drafts;
  readonly ids: RequestIds;
  readonly unsent: Pick<UnsentTexts, 'keep'>;
  readonly prices: Prices;
  readonly blockedNumbers: BlockedNumbers;
  /** The name of the person of that number; empty where it is not known. */
  readonly findName: (phone: string) => string;
  /** The composer on screen that writes to that number. */
  readonly findShown: (phone: string) => Composer | null;
  /** Web address of the service: how long the links of files will be. */
  readonly webUrl: () => string;
}

export interface ComposerOptions extends WritingTools {
  /** The recipient; null while none is chosen. */
  readonly phone: string | null;
  /** Main's copy of the draft. */
  readonly stored: string | null;
  /** How many files main's copy has. */
  readonly filesCount: number;
  /** Whether the number is blocked: asked before a text leaves. Null: the chat says it, and its composer is not shown. */
  readonly isStopped?: (phone: string) => Promise<boolean> | null;
}

/** What came of pressing Send. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly sendId: string; readonly chatId: number }
  /** `adding`: a file is not here yet. `blocked`: the number is; the text is in the box again. */
  | { readonly kind: 'empty' | 'too-long' | 'adding' | 'blocked' }
  /** A file cannot go along, and the text does not go without it. */
  | { readonly kind: 'bad-file'; readonly file: FileItem }
  /** Fields still stand in the text: the user is asked first. */
  | { readonly kind: 'unfilled'; readonly fields: readonly string[] }
  | { readonly kind: 'failed'; readonly problem: ContractError }
  /** A text that was sent before came back, and this one with it. */
  | { readonly kind: 'back' };

/** The text that is being written to one person: its files, how long it is, what it costs, its draft, and sending it. */
export class Composer {
  #text = $state('');
  #phone = $state<string | null>(null);
  #isLeft = false;
  #dismissed = $state<string | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #tools: WritingTools;
  readonly #drafts: Drafts;
  readonly #isStopped: NonNullable<ComposerOptions['isStopped']>;
  #files = $state.raw() as DraftFiles;
  /** The text of main's draft to this number: it stays with the number as long as the user does not change it. */
  #takenUp: string | null = null;
  #perPart = $state.raw<Price | null>(null);
  /** The text that the user agreed to send with the fields that stand in it. */
  #agreed: string | null = null;
  #isAsking = $state(false);
  /** While there is no recipient: the number that still has the text as its draft. Null: no number has. */
  #leftPhone: string | null = null;
  /** What was filled in for the person of before, as a whole text with its fields; null: something else is written. */
  #filled: Filled | null = null;
  /** Fields that can be merged, with the values of the person. */
  readonly fields: PersonFields;

  /** The text with as many characters as its links will have. */
  readonly #whole: string = $derived.by(() =>
    toEstimatedText({ text: this.#text, filesCount: this.#files.count, webUrl: this.#tools.webUrl() }),
  );
  readonly measure: TextMeasure = $derived(measureText(this.#whole));
  /** Characters beyond what fits in six parts; more than none exactly when the text is too long. */
  readonly over: number = $derived(this.measure.used > this.measure.capacity ? countCharactersOver(this.#whole) : 0);
  readonly #isBlank: boolean = $derived(this.#text.trim() === '');
  /** Neither text nor files. */
  readonly isEmpty: boolean = $derived.by(() => this.#isBlank && this.#files.items.length === 0);
  /** Fields that still stand in the text. */
  readonly unfilled: readonly string[] = $derived.by(() => this.fields.listIn(this.#text));
  /** What it will cost; null where that is not known. */
  readonly price: Price | null = $derived(
    this.#perPart === null ? null : { ...this.#perPart, amount: this.#perPart.amount * this.measure.parts },
  );
  readonly #reason: LongerReason | null = $derived(
    this.measure.alphabet === 'gsm' ? null : findLongerReason(this.#whole),
  );
  /** Why it takes more parts than its words need; null: it does not, or the user has read it. */
  readonly longer: LongerReason | null = $derived(
    this.#reason === null || toReasonKey(this.#reason) === this.#dismissed ? null : this.#reason,
  );

  constructor(bridge: SwitchboardBridge, options: ComposerOptions) {
    const { phone, stored, filesCount, drafts } = options;
    this.#bridge = bridge;
    this.#tools = options;
    this.#drafts = drafts;
    this.#isStopped = options.isStopped ?? (() => null);
    this.#phone = phone;
    this.fields = new PersonFields(bridge, () => this.#phone);
    this.#setText(phone === null ? '' : drafts.read(phone, stored));
    this.#files = drafts.files(phone);
    this.#files.follow(filesCount);
    void this.#askPrice();
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#write(text);
    if (text === '' && this.#phone !== null) this.#tools.ids.forget(toWritingAction(this.#phone));
  }
  get phone(): string | null {
    return this.#phone;
  }
  /** Whether the user pressed Send, and is asked about the fields that still stand in the text. */
  get isAskingFields(): boolean {
    return this.#isAsking && this.unfilled.length > 0;
  }
  get files(): DraftFiles {
    return this.#files;
  }

  /** Writes to another number from now on. The text and the added files move there and join the draft of that number. */
  address(phone: string | null): void {
    if (phone === this.#phone) return;
    const former = this.#phone ?? this.#leftPhone;
    this.#phone = phone;
    this.#perPart = null;
    if (this.#text === this.#takenUp) this.#setText('');
    this.#takenUp = null;
    this.#leaveDraft(former);
    void this.fields.follow();
    void this.#refill();
    const carried = this.#files.takeGiven();
    this.#files = this.#drafts.files(phone);
    this.#files.add(carried);
    if (phone !== null) void this.#takeUp(phone);
    void this.#askPrice();
  }

  /** A newer view of the chat: a draft that another window changed stands here too. */
  async follow({ phone, draft }: Pick<ChatView, 'phone' | 'draft'>): Promise<void> {
    // Another composer of this window writes to that number: `catchUp` comes once it is left.
    if ((this.#tools.findShown(phone) ?? this) !== this) return;
    const text = await this.#drafts.takeOver(phone, this.#text, draft ?? '');
    if (text !== null && phone === this.#phone) this.#setText(text);
  }

  /** How another window's draft differs from this one; null where there is nothing to say. */
  get conflict(): DraftConflict | null {
    return this.#phone === null ? null : this.#drafts.conflicts.find(this.#phone);
  }

  /** Takes the text of the other window, or brings back the own one that was put aside for it. */
  async swap(): Promise<void> {
    const phone = this.#phone;
    const text = phone === null ? null : await this.#drafts.swap(phone, this.#text);
    if (text !== null && phone === this.#phone) this.#setText(text);
  }

  /** The text here stays, and the other one is not offered any more. */
  async settle(): Promise<void> {
    if (this.#phone !== null) await this.#drafts.settle(this.#phone);
  }

  /** Adds files that the user chose, pasted or dropped. */
  attach(files: readonly GivenFile[]): void {
    this.#files.add(files);
  }

  /**
   * What a template is for the person who is written to: its fields have their values, and those without one stay. Null:
   * they cannot be looked up.
   */
  toInserted({ content, fallbacks }: Pick<TemplateView, 'content' | 'fallbacks'>): Promise<string | null> {
    return this.fields.fill({ content, fallbacks });
  }

  /** The text was written with it, of which `inserted` came: for another person it is filled in anew. */
  noteInserted({ content, fallbacks }: Pick<TemplateView, 'content' | 'fallbacks'>, inserted: string): void {
    const at = this.#text.indexOf(inserted);
    if (at === -1) return;
    const whole = this.#text.slice(0, at) + content + this.#text.slice(at + inserted.length);
    this.#filled = { content: whole, fallbacks, text: this.#text };
  }

  /** The user read which fields stand in the text, and sends it so. */
  agreeToFields(): void {
    this.#agreed = this.#text;
  }

  /** Puts a text before what is written, and its files with it: it came back from the outbox. */
  putBack({ text, files }: Returned): void {
    this.#files.show(files);
    this.#putTextBack(text);
  }

  /**
   * Puts a text below what is written, and below the draft to that number. True: there was something; the same text is put
   * there once.
   */
  async append(text: string): Promise<boolean> {
    const phone = this.#phone;
    const begun = phone === null ? '' : this.#drafts.read(phone, await this.#files.load());
    if (phone !== this.#phone) {
      if (phone !== null) this.bringTextBack(phone, text);
      return false;
    }
    const here = joinTexts(this.#text.includes(begun.trim()) ? [this.#text] : [begun, this.#text]);
    const isThere = here === text || here.endsWith(`\n${text}`);
    this.text = isThere ? here : joinTexts([here, text]);
    return !isThere && here.trim() !== '' && text.trim() !== '';
  }

  /** What is written stays a draft to its number, with its files; the field is empty, and writes to nobody. */
  setAside(): void {
    const phone = this.#phone;
    if (phone === null) return;
    if (this.#text !== this.#takenUp) this.#drafts.keep(phone, this.#text);
    void this.#drafts.save(phone);
    this.#setText('');
    this.#files = this.#drafts.files(null);
    this.address(null);
  }

  /** Another composer of this window wrote to that number: its text stands here too. */
  catchUp(): void {
    const text = this.#phone === null ? null : this.#drafts.find(this.#phone);
    if (text !== null && text !== this.#text) this.#setText(text);
  }

  /** Puts plain characters in place of all that have one. */
  makePlain(): void {
    this.text = replaceUnicodeCauses(this.#text);
  }

  /** The user has read why it is longer; it comes back only for another reason. */
  dismissLonger(): void {
    this.#dismissed = this.#reason === null ? null : toReasonKey(this.#reason);
  }

  /**
   * Hands the text to the outbox, behind those sent to that number before. It leaves the field at once; when it is not
   * kept, or the answer gets lost, it is back with those behind it. Sent again then, it is the same text to main.
   */
  async send(): Promise<SendOutcome> {
    // Which braces are fields is asked before the first text that has any.
    if (this.#text.includes('{')) await this.fields.need();
    const phone = this.#phone;
    const fault = this.#findFault();
    this.#isAsking = fault?.kind === 'unfilled';
    if (fault !== null || phone === null) return fault ?? { kind: 'empty' };
    const files = this.#files;
    const outgoing = this.#take(phone);
    this.#write('');
    const reply = await this.#drafts.outgoing.send(phone, outgoing);
    if (reply === null) return { kind: 'back' };
    if (reply.ok) return { kind: 'sent', ...reply.value };
    if (reply === BLOCKED) return { kind: 'blocked' };
    // A file is not there any more: main says which are.
    if (reply.error.code === 'not-found') void files.load();
    return { kind: 'failed', problem: reply.error };
  }

  /**
   * What keeps the text from being scheduled; null: nothing. About fields that still stand in it the user is asked, as before
   * it is sent. Files cannot be scheduled.
   */
  async checkSchedulable(): Promise<SendOutcome | { readonly kind: 'has-files' } | null> {
    if (this.#text.includes('{')) await this.fields.need();
    if (this.#files.items.length > 0) return { kind: 'has-files' };
    const fault = this.#findFault();
    this.#isAsking = fault?.kind === 'unfilled';
    return fault;
  }

  /** The text was scheduled: it leaves the field, unless something else stands there by now. */
  async leaveScheduled(text: string): Promise<void> {
    if (this.#text.trim() !== text) return;
    this.text = '';
    if (this.#phone !== null) await this.#drafts.saveRest(this.#phone);
  }

  /** Puts a text before what is written to that number, wherever that is: this composer may not be on screen any more. */
  bringTextBack(phone: string, text: string): void {
    const composer = this.#phone === phone && !this.#isLeft ? this : this.#tools.findShown(phone);
    if (composer !== null) composer.#putTextBack(text);
    else void this.#drafts.putBack(phone, { text, files: [], stored: null });
  }

  /** Hands another text over to the same person; what is being written stays. `action`: what it is sent for. */
  sendText(said: TextAgain, action: string): Promise<Reply<RequestOutput<'sends.create'>>> {
    const send = { phone: toWritten(this.#phone ?? ''), ...said, from: null };
    return this.#tools.ids.run(toActionKey(action, { text: said.text, fileIds: [] }), (requestId) =>
      this.#bridge.request('sends.create', { requestId, ...send }),
    );
  }

  /** Saves the draft now: the user leaves the field or the chat. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    if (this.#phone !== null) await this.#drafts.save(this.#phone);
  }

  /** The text leaves its field with the files that are ready. Before that it is kept, under the id of its request. */
  #take(phone: string): OutgoingText {
    const { drafts, ids, unsent, findName } = this.#tools;
    const draftFiles = this.#files;
    const text = this.#text.trim();
    const files = draftFiles.takeReady();
    const fileIds = files.flatMap(({ id }) => id ?? []);
    const request = ids.begin(toActionKey(toWritingAction(phone), { text, fileIds }));
    const { requestId } = request;
    const handle = unsent.keep({ requestId, phone, name: findName(phone), text, fileIds });
    return {
      requestId,
      text,
      files,
      isStored: handle.isStored,
      handOver: async (onWait) => {
        const isStopped = this.#isStopped(phone);
        if (isStopped !== null && (await isStopped)) return BLOCKED;
        const reply = await handle.handOver(onWait);
        request.end(typeof reply === 'string' ? null : reply);
        return reply;
      },
      release: () => {
        handle.release();
        request.end(null);
      },
      onTaken: async () => {
        draftFiles.forget(files);
        ids.forget(toWritingAction(phone));
        await drafts.saveRest(phone);
      },
      bringBack: (all) => this.#bringBack(phone, all),
    };
  }

  /** Puts texts before what has been written since, wherever that is: this composer may not be on screen any more. */
  #bringBack(phone: string, all: readonly OutgoingText[]): void {
    this.#drafts.files(phone).putBack(all.flatMap(({ files }) => files));
    this.bringTextBack(phone, joinTexts(all.map((one) => one.text)));
  }

  #setText(text: string): void {
    this.#text = text;
    this.#isAsking = false;
    if (text.includes('{')) void this.fields.need();
  }

  #write(text: string): void {
    this.#setText(text);
    if (text === '') this.#dismissed = this.#leftPhone = null;
    if (this.#phone !== null) this.#drafts.keep(this.#phone, text);
  }

  #putTextBack(text: string): void {
    if (text !== '') this.text = joinTexts([text, this.#text]);
  }

  #findFault(): SendOutcome | null {
    const { failed, isAdding } = this.#files;
    if (this.isEmpty) return { kind: 'empty' };
    if (this.over > 0) return { kind: 'too-long' };
    if (failed !== null) return { kind: 'bad-file', file: failed };
    if (isAdding) return { kind: 'adding' };
    return this.unfilled.length > 0 && this.#agreed !== this.#text ? { kind: 'unfilled', fields: this.unfilled } : null;
  }

  /** What was written for another person, and not changed since, is filled in for this one. */
  async #refill(): Promise<void> {
    const phone = this.#phone;
    const before = this.#text;
    const source = this.#filled?.text === before ? this.#filled : { content: before, fallbacks: {} };
    if (phone === null || !source.content.includes('{')) return;
    const text = await this.fields.fill(source);
    if (text === null || this.#phone !== phone || this.#text !== before) return;
    this.#write(text);
    this.#filled = { ...source, text };
  }

  /** Clears the draft of the former number once the text has another recipient. */
  #leaveDraft(former: string | null): void {
    this.#leftPhone = this.#phone === null && !this.#isBlank ? former : null;
    const isMoved = this.#phone !== null && former !== this.#phone && !this.#isBlank;
    if (isMoved && former !== null) void this.#drafts.clear(former);
  }

  /** What was begun to that number stands here too, unless something else was written. */
  async #takeUp(phone: string): Promise<void> {
    const text = this.#drafts.read(phone, await this.#files.load());
    if (phone === this.#phone && this.#isBlank && text !== '') this.#setText((this.#takenUp = text));
  }

  async #askPrice(): Promise<void> {
    const phone = this.#phone;
    const price = phone === null ? null : await this.#tools.prices.find(phone);
    if (phone === this.#phone) this.#perPart = price;
  }
}

const toReasonKey = (reason: LongerReason): string => (reason.kind === 'kept' ? reason.character : reason.kind);

/** A text whose fields were filled in, and what it was made of. */
interface Filled extends Pick<TemplateView, 'content' | 'fallbacks'> {
  readonly text: string;
}

/** The answer about a text that main was not asked to take. */
const BLOCKED = { ok: false, error: { code: 'blocked', detail: null, fields: {}, retryAfterMs: null } } as const;

interface RestoreOptions {
  readonly drafts: Drafts;
  readonly findShown: (phone: string) => Composer | null;
}

/**
 * Hands over the texts that the page stored before a reload, in order and under their old ids: main recognizes a text that it
 * has already. What it refuses comes back into the field, or the draft, of its number.
 */
export function restoreUnsent(unsent: Pick<UnsentTexts, 'restore'>, { drafts, findShown }: RestoreOptions): void {
  for (const { phone, text, fileIds, ...handle } of unsent.restore()) {
    const draftFiles = drafts.files(phone);
    const files = fileIds.map((id) => ({ id }));
    draftFiles.hide(files);
    const outgoing: OutgoingText = {
      ...{ requestId: handle.requestId, text, files: [], isStored: handle.isStored, handOver: handle.handOver },
      onTaken: async () => {
        draftFiles.unhide(files);
        await drafts.saveWithout(phone, text);
      },
      release: () => {
        handle.release();
        draftFiles.unhide(files);
      },
      bringBack: (all) => {
        void putBack(phone, joinTexts(all.map((one) => one.text)), { drafts, findShown });
      },
    };
    void drafts.outgoing.send(phone, outgoing);
  }
}

/** Before what the draft says, unless the draft begins with it: the page may have saved it there before a reload. */
async function putBack(phone: string, text: string, { drafts, findShown }: RestoreOptions): Promise<void> {
  const stored = await drafts.files(phone).load();
  const shown = findShown(phone);
  const here = shown?.text ?? drafts.read(phone, stored);
  if (here.trim().startsWith(text)) return;
  if (shown !== null) shown.putBack({ text, files: [] });
  else await drafts.putBack(phone, { text, files: [], stored });
}
