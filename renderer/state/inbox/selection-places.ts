import { tick } from 'svelte';

/** Parts of the inbox that take the focus; `attach` is the system's own chooser of files. */
export type Place = 'list' | 'composer' | 'messages' | 'to' | 'attach';

/**
 * Where the focus can go. Parts register what gives them the focus while they are on screen. A wish comes true once the
 * screen shows what was decided with it: a part that is about to go does not get the focus, one that is about to come does.
 */
export class Places {
  readonly #focus = new Map<Place, () => void>();
  #wanted: Place | null = null;

  /** Returns its own undo. */
  register(place: Place, focus: () => void): () => void {
    this.#focus.set(place, focus);
    if (this.#wanted === place) this.#fulfil(place);
    return () => {
      if (this.#focus.get(place) === focus) this.#focus.delete(place);
    };
  }

  go(place: Place): void {
    this.#wanted = place;
    void tick().then(() => {
      if (this.#wanted === place) this.#fulfil(place);
    });
  }

  /** Whether it is on screen. */
  has(place: Place): boolean {
    return this.#focus.has(place);
  }

  /** Now or not at all: what opens something must not open it when another chat comes on screen. */
  press(place: Place): void {
    this.#focus.get(place)?.();
  }

  #fulfil(place: Place): void {
    const focus = this.#focus.get(place);
    if (focus === undefined) return;
    this.#wanted = null;
    focus();
  }
}
