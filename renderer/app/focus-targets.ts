import { tick } from 'svelte';
import { isFocusLost } from '#renderer/lib/keys/lost-focus.ts';

/** Parts of the inbox that take the focus; `attach` is the system's own chooser of files, `emoji` and `template` the lists of them, `schedule` the choice of a time. */
export type FocusTarget = 'list' | 'composer' | 'messages' | 'to' | 'attach' | 'emoji' | 'template' | 'schedule';

/**
 * Where the focus can go. Parts register what gives them the focus while they are on screen. A wish comes true once the
 * screen shows what was decided with it: a part that is about to go does not get the focus, one that is about to come does.
 */
export class FocusTargets {
  readonly #focus = new Map<FocusTarget, () => void>();
  #wanted: FocusTarget | null = null;
  #entered = 0;
  /** Whether the wish is given up where something has the focus. */
  #isModest = false;
  #findInsteadOfList: () => FocusTarget | null = () => null;

  /** `find`: what takes the focus where the list is not on screen; null while it is. */
  replaceList(find: () => FocusTarget | null): void {
    this.#findInsteadOfList = find;
  }

  /** Returns its own undo. */
  register(place: FocusTarget, focus: () => void): () => void {
    this.#focus.set(place, focus);
    if (this.#wanted === place) this.#fulfil(place);
    return () => {
      if (this.#focus.get(place) === focus) this.#focus.delete(place);
    };
  }

  /** Counts how often the focus was sent to a text field. */
  get entered(): number {
    return this.#entered;
  }

  go(place: FocusTarget): void {
    if (place === 'composer' || place === 'to') this.#entered += 1;
    this.#wish(place, false);
  }

  /** For a screen that appears: as soon as the part is there, unless something has the focus by then. */
  goIfLost(place: FocusTarget): void {
    this.#wish(place, true);
  }

  /** Whether it is on screen. */
  has(place: FocusTarget): boolean {
    return this.#focus.has(place);
  }

  /** Now or not at all: what opens something must not open it when another chat comes on screen. */
  press(place: FocusTarget): void {
    this.#focus.get(place)?.();
  }

  #wish(place: FocusTarget, isModest: boolean): void {
    this.#wanted = place;
    this.#isModest = isModest;
    void tick().then(() => {
      if (this.#wanted === place) this.#fulfil(place);
    });
  }

  #fulfil(wanted: FocusTarget): void {
    const place = wanted === 'list' ? (this.#findInsteadOfList() ?? wanted) : wanted;
    this.#wanted = place;
    const focus = this.#focus.get(place);
    if (focus === undefined) return;
    this.#wanted = null;
    if (!this.#isModest || isFocusLost(document)) focus();
  }
}
