/** What Enter does in a field where people write in many scripts. */

export interface EnterKey {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A keydown that comes this soon after a composition ended still belongs to the input method. */
const AFTER_COMPOSITION_MS = 60;

/** Key code of a keydown that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Tells whether a keydown sends. During input-method composition Enter confirms a candidate and nothing else:
 * neither while it lasts, nor with the keydown that some systems send right after it ended.
 */
export class EnterGuard {
  #endedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  /** `now` in ms, only differences count. */
  constructor(now: () => number) {
    this.#now = now;
  }

  compositionEnded(): void {
    this.#endedAt = this.#now();
  }

  /** A key went up: what comes next is a key of its own. */
  keyReleased(): void {
    this.#endedAt = Number.NEGATIVE_INFINITY;
  }

  isComposing({ isComposing, keyCode }: Pick<EnterKey, 'isComposing' | 'keyCode'>): boolean {
    return isComposing || keyCode === TAKEN_BY_INPUT_METHOD || this.#now() - this.#endedAt < AFTER_COMPOSITION_MS;
  }

  /** `enterSends`: Enter sends and Shift Enter breaks the line; otherwise the other way round. Ctrl or ⌘ always sends. */
  sends(key: EnterKey, enterSends: boolean): boolean {
    if (key.key !== 'Enter' || key.altKey || this.isComposing(key)) return false;
    if (key.ctrlKey || key.metaKey) return !key.shiftKey;
    return enterSends ? !key.shiftKey : key.shiftKey;
  }
}
