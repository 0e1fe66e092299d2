import { isSame } from './draft-texts.ts';

/** What main has of each draft, as far as this window knows: a text that is saved says which one it was written from. */
export class DraftBases {
  readonly #known = new Map<string, string>();
  /** By number, what main may have of this window where a save was not answered with a yes. */
  readonly #tried = new Map<string, readonly string[]>();

  has(phone: string): boolean {
    return this.#known.has(phone);
  }

  know(phone: string, text: string): void {
    this.#known.set(phone, text);
  }

  /** The next text is saved over whatever main has. */
  forget(phone: string): void {
    this.#known.delete(phone);
  }

  /** That text goes to main. Returns the one that it was written from; undefined where that is not known. */
  begin(phone: string, text: string): string | undefined {
    const base = this.#known.get(phone);
    this.#known.set(phone, text);
    return base;
  }

  /** Main has taken what went to it. */
  confirm(phone: string): void {
    this.#tried.delete(phone);
  }

  /** Main did not take it, or its answer was lost: it has either text. */
  fail(phone: string, { text, base }: { readonly text: string; readonly base: string | undefined }): void {
    // A later text is on its way where that is another one.
    if (this.#known.get(phone) === text) {
      if (base === undefined) this.#known.delete(phone);
      else this.#known.set(phone, base);
    }
    this.#tried.set(phone, [...(this.#tried.get(phone) ?? []), text, ...(base === undefined ? [] : [base])]);
  }

  /** Whether what main has comes from a save of this window. */
  isOwn(phone: string, text: string): boolean {
    return (this.#tried.get(phone) ?? []).some((tried) => isSame(tried, text));
  }
}
