import type { TemplateWords } from './template-words.ts';

/** What was written of a template and is not saved. */
export interface TemplateDraft {
  readonly words: TemplateWords;
  /** What was saved when the user began; null: nothing was. */
  readonly base: TemplateWords | null;
}

/** What was written of templates and not saved, by their keys: the page keeps it until it is saved or put back. */
export class TemplateDrafts {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #key: string;
  #drafts: ReadonlyMap<string, TemplateDraft>;

  /** `account` tells accounts apart. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, account: string) {
    this.#storage = storage;
    this.#key = `switchboard.templates.unsaved.${account}`;
    this.#drafts = parseDrafts(storage.getItem(this.#key));
  }

  get keys(): readonly string[] {
    return [...this.#drafts.keys()];
  }

  find(key: string): TemplateDraft | null {
    return this.#drafts.get(key) ?? null;
  }

  keep(key: string, draft: TemplateDraft): void {
    this.#write([...this.#drafts].filter(([other]) => other !== key).concat([[key, draft]]));
  }

  remove(key: string): void {
    if (this.#drafts.has(key)) this.#write([...this.#drafts].filter(([other]) => other !== key));
  }

  #write(drafts: readonly (readonly [string, TemplateDraft])[]): void {
    this.#drafts = new Map(drafts);
    try {
      if (drafts.length === 0) this.#storage.removeItem(this.#key);
      else this.#storage.setItem(this.#key, JSON.stringify(Object.fromEntries(drafts)));
    } catch {
      // The storage of the page is full: it is kept as long as the screen is.
    }
  }
}

/** What a page of another version left may be anything: what is no draft is left out. */
function parseDrafts(stored: string | null): ReadonlyMap<string, TemplateDraft> {
  const drafts = new Map<string, TemplateDraft>();
  for (const [key, entry] of listEntries(parseJson(stored))) {
    const { words, base } = Object.fromEntries(listEntries(entry));
    const parsed = parseWords(words);
    if (parsed !== null) drafts.set(key, { words: parsed, base: parseWords(base) });
  }
  return drafts;
}

function parseJson(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? '{}');
  } catch {
    // Cut off on its way to the disk.
    return null;
  }
}

function parseWords(value: unknown): TemplateWords | null {
  const { name, shortcut, keeper, content, fallbacks } = Object.fromEntries(listEntries(value));
  if (typeof name !== 'string' || typeof shortcut !== 'string' || typeof content !== 'string') return null;
  const texts = listEntries(fallbacks).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    ...{ name, shortcut, content, keeper: keeper === 'service' ? 'service' : 'computer' },
    fallbacks: Object.fromEntries<string>(texts),
  };
}

function listEntries(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
