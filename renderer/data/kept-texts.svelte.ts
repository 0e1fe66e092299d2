import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Reply, RequestOutput, StoredText, SwitchboardBridge } from '#shared/contract/index.ts';
import type { KeptTextStorage } from './kept-text-storage.ts';
import { toWritten } from './writing-acts.ts';

type SendReply = Reply<RequestOutput<'sends.create'>>;

/** What came of handing a text over: main's answer, or why it was not asked to the end. `elsewhere`: another page had it. */
export type HandedOver = SendReply | 'taken-back' | 'elsewhere' | 'left';

/** A text that main has not taken, as the page shows it in its thread. */
export interface KeptText extends StoredText {
  /** Main is away, or takes its time: the bubble is the page's own until main has the text. */
  readonly isShown: boolean;
  /** It is in the page's storage, or was: another page may have seen to it. */
  readonly isStored: boolean;
}

/** One text on its way to main. */
export interface KeptHandle {
  readonly requestId: string;
  /** It is in the page's storage: it waits for main however long that is away. */
  readonly isStored: boolean;
  /** Asks main to take it; while main is away, and the text is stored, it waits. `onWait`: it begins to wait. */
  readonly handOver: (onWait: () => void) => Promise<HandedOver>;
  /** It is in its box again. */
  readonly release: () => void;
}

export interface KeptTextsOptions {
  /** Null: this page has no storage. */
  readonly storage: KeptTextStorage | null;
  readonly findDataId: () => string | null;
  /** Whose texts these are. */
  readonly account: string;
  readonly now: () => number;
}

/** Main takes a text in less; what takes longer is shown as waiting. */
const SHOWN_AFTER_MS = 400;
/** Main was not reached, opens its data anew, or has nobody or another account in it: this one may be there again. */
const ASK_AGAIN: ReadonlySet<string> = new Set(['disconnected', 'reopening', 'unauthorized']);
/** Main answers nothing and the connection stands: it is asked again. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Texts that left their box and that main has not taken. Each is in the page's storage with the id of its request before
 * main is asked, and goes out of it when main has answered: after a reload it is asked for again under the same id, which
 * main takes for the same text.
 *
 * KEEP-1 A text is in its box, here, or with main, and for no moment in none of them. KEEP-2 What is kept of one account, or
 * of another data folder at the same address, is never sent in another. KEEP-3 A text that main may have is not taken back.
 */
export class KeptTexts {
  #items = $state.raw<readonly KeptText[]>([]);
  #isConnected = true;
  readonly #bridge: SwitchboardBridge;
  readonly #options: KeptTextsOptions;
  /** Ends the wait of a text: main may be there again, or nobody waits for it any more. */
  readonly #waiting = new SvelteMap<string, () => void>();
  readonly #takenBack = new SvelteSet<string>();
  readonly #timers = new SvelteMap<string, ReturnType<typeof setTimeout>>();
  readonly #undo: () => void;
  #isGone = false;

  /** Those to show: main is away or slow. */
  readonly shown: readonly KeptText[] = $derived(this.#items.filter(({ isShown }) => isShown));

  constructor(bridge: SwitchboardBridge, options: KeptTextsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#undo = bridge.onConnection((isConnected) => {
      this.#isConnected = isConnected;
      if (isConnected) this.#wakeAll();
      else this.#showAll();
    });
  }

  /** Whose texts these are. */
  get account(): string {
    return this.#options.account;
  }

  /** Those to one number, oldest first. */
  listTo(phone: string): readonly KeptText[] {
    return this.shown.filter((text) => text.phone === phone);
  }

  /** The last one to that number. */
  findLast(phone: string): KeptText | undefined {
    return this.#items.findLast((text) => text.phone === phone);
  }

  /** Takes a text that leaves its box. */
  keep(text: Pick<StoredText, 'requestId' | 'phone' | 'name' | 'text' | 'fileIds'>): KeptHandle {
    const { now, account } = this.#options;
    return this.#add({ ...text, account, at: now(), isAsked: false });
  }

  /** The texts of an earlier life of the page, oldest first, each to be handed over. */
  restore(): readonly (StoredText & KeptHandle)[] {
    const { storage, findDataId, account, now } = this.#options;
    const dataId = findDataId();
    if (storage === null || dataId === null) return [];
    const isNew = ({ requestId }: StoredText): boolean => !this.#items.some((one) => one.requestId === requestId);
    const texts = storage.list(dataId, account, now()).filter(isNew);
    return texts.map((text) => ({ ...text, ...this.#add(text) }));
  }

  /** Whether main was never asked to take it, by this page or another one. */
  canTakeBack(requestId: string): boolean {
    const item = this.#items.find((one) => one.requestId === requestId);
    return item !== undefined && !item.isAsked && (!item.isStored || this.#look(requestId) === 'kept');
  }

  /** Takes a text back that main was never asked to take; false where it may have it. */
  takeBack(requestId: string): boolean {
    if (!this.canTakeBack(requestId)) return false;
    this.#takenBack.add(requestId);
    this.#waiting.get(requestId)?.();
    return true;
  }

  /** The account is left: what main did not take stays in the storage, for when it is opened again. */
  dispose(): void {
    this.#isGone = true;
    this.#undo();
    this.#wakeAll();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #add(text: StoredText): KeptHandle {
    const { requestId } = text;
    const isStored = this.#store(text);
    this.#items = [...this.#items, { ...text, isShown: !this.#isConnected, isStored }];
    this.#timers.set(
      requestId,
      setTimeout(() => this.#change(requestId, { isShown: true }), SHOWN_AFTER_MS),
    );
    return {
      requestId,
      isStored,
      handOver: (onWait) => this.#handOver(text, { isStored, onWait }),
      release: () => this.#drop(requestId),
    };
  }

  async #handOver(
    text: StoredText,
    { isStored, onWait }: { readonly isStored: boolean; readonly onWait: () => void },
  ): Promise<HandedOver> {
    const { requestId } = text;
    while (!this.#isLeft()) {
      if (this.#takenBack.delete(requestId)) {
        this.#drop(requestId);
        return 'taken-back';
      }
      if (isStored && this.#look(requestId) === 'gone') {
        this.#drop(requestId);
        return 'elsewhere';
      }
      if (this.#isConnected || !isStored) {
        const reply = await this.#ask(text);
        // A refusal is told in the account that it belongs to: it comes again there.
        if (!reply.ok && this.#isLeft()) break;
        if (reply.ok || !ASK_AGAIN.has(reply.error.code) || !isStored) {
          this.#drop(requestId);
          return reply;
        }
      }
      this.#change(requestId, { isShown: true });
      onWait();
      await this.#wait(requestId, this.#isConnected ? AGAIN_AFTER_MS : null);
    }
    return 'left';
  }

  async #ask({ requestId, account, phone, text, fileIds }: StoredText): Promise<SendReply> {
    this.#change(requestId, { isAsked: true });
    const written = { requestId, account, phone: toWritten(phone), text, from: null };
    const files = fileIds.length === 0 ? {} : { fileIds: [...fileIds] };
    return await this.#bridge.request('sends.create', { ...written, ...files });
  }

  /** `ms` null: until it is woken. */
  async #wait(requestId: string, ms: number | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = ms === null ? null : setTimeout(() => resolve(undefined), ms);
    this.#waiting.set(requestId, () => resolve(undefined));
    await promise;
    if (timer !== null) clearTimeout(timer);
    this.#waiting.delete(requestId);
  }

  #isLeft(): boolean {
    return this.#isGone;
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.values()) wake();
  }

  #showAll(): void {
    if (this.#items.some(({ isShown }) => !isShown)) {
      this.#items = this.#items.map((item) => ({ ...item, isShown: true }));
    }
  }

  #change(requestId: string, changes: Partial<Pick<KeptText, 'isShown' | 'isAsked'>>): void {
    this.#items = this.#items.map((item) => (item.requestId === requestId ? { ...item, ...changes } : item));
    const item = this.#items.find((one) => one.requestId === requestId);
    if (item !== undefined && changes.isAsked === true) this.#store(item);
  }

  #store({ requestId, account, phone, name, text, fileIds, at, isAsked }: StoredText): boolean {
    const { storage, findDataId } = this.#options;
    const dataId = findDataId();
    if (storage === null || dataId === null) return false;
    return storage.write(dataId, { requestId, account, phone, name, text, fileIds, at, isAsked });
  }

  #look(requestId: string): 'kept' | 'asked' | 'gone' {
    const { storage, findDataId } = this.#options;
    const dataId = findDataId();
    return dataId === null ? 'kept' : (storage?.look(dataId, requestId) ?? 'kept');
  }

  #drop(requestId: string): void {
    clearTimeout(this.#timers.get(requestId));
    this.#timers.delete(requestId);
    this.#items = this.#items.filter((item) => item.requestId !== requestId);
    const { storage, findDataId } = this.#options;
    const dataId = findDataId();
    if (dataId !== null) storage?.remove(dataId, requestId);
  }
}
