/** How the drafts of this window stand to what other windows write. */
import { SvelteMap } from 'svelte/reactivity';

/** `writing`: main's draft is of another window, without the text here. `aside`: that draft was taken, and this text put aside. */
export type DraftConflict = { readonly kind: 'writing' } | { readonly kind: 'aside'; readonly text: string };

/** What main has of each draft, as far as this window knows: every save names the text that it was written from. */
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

/** Drafts that another window writes too, by number. */
export class DraftConflicts {
  readonly #conflicts = new SvelteMap<string, DraftConflict>();

  find(phone: string): DraftConflict | null {
    return this.#conflicts.get(phone) ?? null;
  }

  /** Whether a text of this window is in no draft of main. */
  get isAny(): boolean {
    return [...this.#conflicts.values()].some(({ kind }) => kind === 'writing');
  }

  isWriting(phone: string): boolean {
    return this.#conflicts.get(phone)?.kind === 'writing';
  }

  begin(phone: string): void {
    this.#conflicts.set(phone, { kind: 'writing' });
  }

  setAside(phone: string, text: string): void {
    this.#conflicts.set(phone, { kind: 'aside', text });
  }

  /** Both windows have the same text again, or the user has decided. */
  end(phone: string): void {
    this.#conflicts.delete(phone);
  }
}

/** Whether two drafts differ in nothing but the space around them. */
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim();
