/** Parts of the inbox that take the focus. */
export type Place = 'list' | 'composer' | 'messages' | 'to';

/**
 * Where the focus can go. Parts register what gives them the focus while they are on screen; a wish for a part that is
 * not there yet comes true when it is.
 */
export class Places {
  readonly #focus = new Map<Place, () => void>();
  #wanted: Place | null = null;

  /** Returns its own undo. */
  register(place: Place, focus: () => void): () => void {
    this.#focus.set(place, focus);
    if (this.#wanted === place) this.go(place);
    return () => {
      if (this.#focus.get(place) === focus) this.#focus.delete(place);
    };
  }

  go(place: Place): void {
    const focus = this.#focus.get(place);
    this.#wanted = focus === undefined ? place : null;
    focus?.();
  }

  /** Forgets a wish that did not come true. */
  forget(): void {
    this.#wanted = null;
  }
}
