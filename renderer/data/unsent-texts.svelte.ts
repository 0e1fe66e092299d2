import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import {
  parseStoredText,
  type Reply,
  type RequestOutput,
  type StoredText,
  type SwitchboardBridge,
} from '#shared/contract/index.ts';

type SendReply = Reply<RequestOutput<'sends.create'>>;

/** What came of handing a text over: main's answer, or why there is none. `elsewhere`: another page handed it over. */
export type HandedOver = SendReply | 'taken-back' | 'elsewhere' | 'left';

/** A text that main has not taken, as the page shows it in its thread. */
export interface UnsentText extends StoredText {
  /** Main is away, or takes its time: the bubble is the page's own until main has the text. */
  readonly isShown: boolean;
  /** It is in the page's storage, or was: another page may have handed it over. */
  readonly isStored: boolean;
}

/** One text on its way to main. */
export interface UnsentHandle {
  readonly requestId: string;
  /** It is in the page's storage: it waits for main however long that is away. */
  readonly isStored: boolean;
  /** Asks main to take it; while main is away, and the text is stored, it waits. `onWait`: it begins to wait. */
  readonly handOver: (onWait: () => void) => Promise<HandedOver>;
  /** It is in its box again. */
  readonly release: () => void;
}

type PageStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export interface UnsentTextsOptions {
  /** Null: this page has no storage. */
  readonly storage: UnsentTextStorage | null;
  readonly findDataId: () => string | null;
  /** Whose texts these are. */
  readonly account: string;
  readonly now: () => number;
}

const PREFIX = 'switchboard.text';
/** In one data folder. Beyond that a text stays in its field until main takes it. */
const MOST_TEXTS = 100;
/** Texts of a data folder that has not been served at this address for so long are removed. */
const FORGOTTEN_AFTER_MS = 90 * 86_400_000;
/** Main takes a text in less; what takes longer is shown as waiting. */
const SHOWN_AFTER_MS = 400;
/** Main was not reached, reopens its data, or has no account or another one open: this one may be open again. */
const ASK_AGAIN: ReadonlySet<string> = new Set(['disconnected', 'reopening', 'unauthorized']);
/** While the connection stands, main is asked again after this time. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Texts that left their box and that main has not taken. Each is in the page's storage with the id of its request before
 * main is asked, and goes out of it when main has answered: after a reload it is asked for again under the same id, which
 * main takes for the same text.
 *
 * KEEP-1 A text is in its box, here, or with main, and for no moment in none of them. KEEP-2 A text of one account, or
 * of another data folder at the same address, is never sent in another. KEEP-3 A text that main may have is not taken back.
 */
export class UnsentTexts {
  #items = $state.raw<readonly UnsentText[]>([]);
  #isConnected = true;
  readonly #bridge: SwitchboardBridge;
  readonly #options: UnsentTextsOptions;
  /** Ends the wait of a text: main may be there again, or the text was taken back. */
  readonly #waiting = new SvelteMap<string, () => void>();
  readonly #takenBack = new SvelteSet<string>();
  readonly #timers = new SvelteMap<string, ReturnType<typeof setTimeout>>();
  readonly #undo: () => void;
  #isGone = false;

  /** Those to show: main is away or slow. */
  readonly shown: readonly UnsentText[] = $derived(this.#items.filter(({ isShown }) => isShown));

  constructor(bridge: SwitchboardBridge, options: UnsentTextsOptions) {
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
  listTo(phone: string): readonly UnsentText[] {
    return this.shown.filter((text) => text.phone === phone);
  }

  /** The last one to that number. */
  findLast(phone: string): UnsentText | undefined {
    return this.#items.findLast((text) => text.phone === phone);
  }

  /** Takes a text that leaves its box. */
  keep(text: Pick<StoredText, 'requestId' | 'phone' | 'name' | 'text' | 'fileIds'>): UnsentHandle {
    const { now, account } = this.#options;
    return this.#add({ ...text, account, at: now(), isAsked: false });
  }

  /** The texts that the page stored before a reload, oldest first, each to be handed over. */
  restore(): readonly (StoredText & UnsentHandle)[] {
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
    return item !== undefined && !item.isAsked && (!item.isStored || this.#findState(requestId) === 'stored');
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

  #add(text: StoredText): UnsentHandle {
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
      if (isStored && this.#findState(requestId) === 'gone') {
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

  #change(requestId: string, changes: Partial<Pick<UnsentText, 'isShown' | 'isAsked'>>): void {
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

  #findState(requestId: string): 'stored' | 'asked' | 'gone' {
    const { storage, findDataId } = this.#options;
    const dataId = findDataId();
    return dataId === null ? 'stored' : (storage?.findState(dataId, requestId) ?? 'stored');
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

/**
 * One entry for each text, named after its data folder: folders that are served at one address after each other share the
 * page's storage, and so do several pages of one folder.
 */
export class UnsentTextStorage {
  readonly #open: () => PageStorage;

  /** `open` may throw, as a browser's storage does where it is closed. */
  constructor(open: () => PageStorage) {
    this.#open = open;
  }

  get #storage(): PageStorage {
    return this.#open();
  }

  /** False where it could not be written: the storage is full or closed. */
  write(dataId: string, text: StoredText): boolean {
    const key = toKey(dataId, text.requestId);
    try {
      if (this.#storage.getItem(key) === null && this.#listKeys(`${PREFIX}.${dataId}.`).length >= MOST_TEXTS)
        return false;
      this.#storage.setItem(key, JSON.stringify(text));
      return true;
    } catch {
      return false;
    }
  }

  /** State of an entry: `gone` once main has the text, or another page of this folder took it back. A closed storage says `stored`. */
  findState(dataId: string, requestId: string): 'stored' | 'asked' | 'gone' {
    const json = this.#try(() => ({ item: this.#storage.getItem(toKey(dataId, requestId)) }));
    if (json === null) return 'stored';
    const text = parseStoredText(json.item);
    if (text === null) return 'gone';
    return text.isAsked ? 'asked' : 'stored';
  }

  remove(dataId: string, requestId: string): void {
    this.#try(() => this.#storage.removeItem(toKey(dataId, requestId)));
  }

  /** The texts of one account, in the order in which they were sent. `now`: epoch ms. */
  list(dataId: string, account: string, now: number): readonly StoredText[] {
    return (
      this.#try(() => {
        this.#forgetOld(dataId, now);
        return this.#listKeys(`${PREFIX}.${dataId}.`)
          .flatMap((key) => parseStoredText(this.#storage.getItem(key)) ?? [])
          .filter((text) => text.account === account)
          .toSorted((one, other) => one.at - other.at);
      }) ?? []
    );
  }

  #forgetOld(dataId: string, now: number): void {
    const isOwn = (key: string): boolean => key.startsWith(`${PREFIX}.${dataId}.`);
    for (const key of this.#listKeys(`${PREFIX}.`)) {
      const text = parseStoredText(this.#storage.getItem(key));
      if (text === null || (!isOwn(key) && now - text.at > FORGOTTEN_AFTER_MS)) this.#storage.removeItem(key);
    }
  }

  #listKeys(start: string): string[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(start));
  }

  /** A browser may close the storage at any time: then nothing is there. */
  #try<Value>(run: () => Value): Value | null {
    try {
      return run();
    } catch {
      return null;
    }
  }
}

function toKey(dataId: string, requestId: string): string {
  return `${PREFIX}.${dataId}.${requestId}`;
}

/** With its plus, so that the country code is not read as a part of a national number. */
export function toWritten(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}
