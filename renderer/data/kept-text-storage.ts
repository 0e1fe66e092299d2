/** Texts that main has not taken yet, in the page's own storage, so that they outlive the page. */
import { parseKeptText, type StoredText } from '#shared/contract/index.ts';

type PageStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'switchboard.text';
/** Of one data folder. Beyond that a text stays in its box until main takes it. */
const MOST_TEXTS = 100;
/** What belongs to a data folder that has not been served at this address for so long is forgotten. */
const FORGOTTEN_AFTER_MS = 90 * 86_400_000;

/**
 * One entry for each text, named after its data folder: folders that are served at one address after each other share the
 * page's storage, and so do several pages of one folder.
 */
export class KeptTextStorage {
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

  /** How it stands there: `gone` once main has it, or another page of this folder took it back. A closed storage says `kept`. */
  look(dataId: string, requestId: string): 'kept' | 'asked' | 'gone' {
    const json = this.#try(() => ({ item: this.#storage.getItem(toKey(dataId, requestId)) }));
    if (json === null) return 'kept';
    const text = parseKeptText(json.item);
    if (text === null) return 'gone';
    return text.isAsked ? 'asked' : 'kept';
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
          .flatMap((key) => parseKeptText(this.#storage.getItem(key)) ?? [])
          .filter((text) => text.account === account)
          .toSorted((one, other) => one.at - other.at);
      }) ?? []
    );
  }

  #forgetOld(dataId: string, now: number): void {
    const isOwn = (key: string): boolean => key.startsWith(`${PREFIX}.${dataId}.`);
    for (const key of this.#listKeys(`${PREFIX}.`)) {
      const text = parseKeptText(this.#storage.getItem(key));
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
