import type { CommandId } from '#shared/domain/commands.ts';

/** What its button does. `command`: does the same; its key is shown while it works. */
export interface ToastAction {
  readonly label: string;
  readonly command?: CommandId;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** A fault of the person's own act interrupts a screen reader; news waits its turn. */
  readonly tone: 'news' | 'fault';
  readonly action: ToastAction | null;
  /** Another button, as to show what was made. */
  readonly more: ToastAction | null;
  /** How long it stays, ms. */
  readonly lastsMs: number;
  /** It went, and its action was not wanted. */
  readonly onGone: (() => void) | null;
}

const SHOWN_MS = 6_000;
/** Below a toast and above it. */
const GAPS_PX = 20;

/** The one toast on screen: a newer one replaces it, it goes after 6 s unless told otherwise, and it stays under the pointer or the focus. */
export class Toasts {
  /** How high it is where it is shown, CSS pixels; 0: there is none. */
  height = $state(0);
  #current = $state<Toast | null>(null);
  #nextId = 1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  get current(): Toast | null {
    return this.#current;
  }
  /** How much of the foot of a list it takes, with the room around it, CSS pixels: the row under the keys stays above it. */
  get covered(): number {
    return this.height === 0 ? 0 : this.height + GAPS_PX;
  }

  show(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
    const { tone = 'news', action = null, more = null, lastsMs = SHOWN_MS, onGone = null } = options;
    const before = this.#current;
    this.#current = { id: this.#nextId, text, tone, action, more, lastsMs, onGone };
    before?.onGone?.();
    this.#nextId += 1;
    this.resume();
  }

  dismiss(): void {
    const before = this.#current;
    this.#take();
    before?.onGone?.();
  }

  /** While the pointer or the focus is on it. */
  pause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  resume(): void {
    this.pause();
    if (this.#current === null) return;
    this.#timer = setTimeout(() => this.dismiss(), this.#current.lastsMs);
  }

  /** Goes, and does what its button says, which may bring the next one. */
  act(): void {
    const action = this.#current?.action;
    this.#take();
    action?.run();
  }

  /** Goes, and does what its other button says. */
  actMore(): void {
    const more = this.#current?.more;
    this.dismiss();
    more?.run();
  }

  dispose(): void {
    this.dismiss();
  }

  #take(): void {
    this.pause();
    this.#current = null;
  }
}
