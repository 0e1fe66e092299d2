import type { BegunMessage, Suggestion } from './new-message.svelte.ts';

type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The new message that was begun in this window and not sent: it outlives a reload. */
export class NewMessageMemory {
  readonly #storage: PageStorage;
  readonly #key: string;

  /** `storage`: of this window alone. `account` tells accounts apart. */
  constructor(storage: PageStorage, account: string) {
    this.#storage = storage;
    this.#key = `switchboard.new-message.${account}`;
  }

  /** Null: none was begun, or what is kept is none. */
  read(): BegunMessage | null {
    try {
      return parseBegun(JSON.parse(this.#storage.getItem(this.#key) ?? 'null'));
    } catch {
      // Cut off on its way to the disk.
      return null;
    }
  }

  write(begun: BegunMessage): void {
    try {
      const { query, chosen, text, aside, later } = begun;
      if (query === '' && chosen === null && text === '' && aside === '' && later === null)
        this.#storage.removeItem(this.#key);
      else this.#storage.setItem(this.#key, JSON.stringify(begun));
    } catch {
      // The storage of the page is full: it is kept as long as the page is.
    }
  }
}

function parseBegun(value: unknown): BegunMessage | null {
  const { query, chosen, text, aside, later } = toFields(value);
  if (typeof query !== 'string' || typeof text !== 'string') return null;
  return {
    ...{ query, text, chosen: parseChosen(chosen), later: parseLater(later) },
    aside: typeof aside === 'string' ? aside : '',
  };
}

function parseChosen(value: unknown): Suggestion | null {
  const { phone, name, isTyped } = toFields(value);
  return typeof phone === 'string' && typeof name === 'string' ? { phone, name, isTyped: isTyped === true } : null;
}

function parseLater(value: unknown): BegunMessage['later'] {
  if (typeof value !== 'object' || value === null) return null;
  const { day } = toFields(value);
  return { day: typeof day === 'string' ? day : null };
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
