import { SvelteMap } from 'svelte/reactivity';

/** `writing`: main's draft is another window's, and what stands here is not in it. `aside`: that text was taken; this was here. */
export type Rival = { readonly kind: 'writing' } | { readonly kind: 'aside'; readonly text: string };

/** What other windows made of the drafts that are written here, by number. */
export class Rivals {
  readonly #rivals = new SvelteMap<string, Rival>();

  find(phone: string): Rival | null {
    return this.#rivals.get(phone) ?? null;
  }

  /** Whether a text of this window is in no draft of main. */
  get isAny(): boolean {
    return [...this.#rivals.values()].some(({ kind }) => kind === 'writing');
  }

  isWriting(phone: string): boolean {
    return this.#rivals.get(phone)?.kind === 'writing';
  }

  appear(phone: string): void {
    this.#rivals.set(phone, { kind: 'writing' });
  }

  setAside(phone: string, text: string): void {
    this.#rivals.set(phone, { kind: 'aside', text });
  }

  /** Both windows have the same again, or the person is done with it. */
  end(phone: string): void {
    this.#rivals.delete(phone);
  }
}
