export interface Toast {
  readonly id: number;
  readonly text: string;
  /** A fault of the person's own act interrupts a screen reader; news waits its turn. */
  readonly tone: 'news' | 'fault';
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

const SHOWN_MS = 6_000;

/** The one toast on screen: a newer one replaces it, it goes after 6 s, and it stays while somebody looks at it. */
export class Toasts {
  #current = $state<Toast | null>(null);
  #nextId = 1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  get current(): Toast | null {
    return this.#current;
  }

  show(text: string, options: Partial<Pick<Toast, 'tone' | 'action'>> = {}): void {
    this.#current = { id: this.#nextId, text, tone: options.tone ?? 'news', action: options.action ?? null };
    this.#nextId += 1;
    this.resume();
  }

  dismiss(): void {
    this.pause();
    this.#current = null;
  }

  /** While the pointer or the focus is on it. */
  pause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  resume(): void {
    this.pause();
    if (this.#current === null) return;
    this.#timer = setTimeout(() => {
      this.#current = null;
    }, SHOWN_MS);
  }

  /** Goes, and does what its button says, which may bring the next one. */
  act(): void {
    const action = this.#current?.action;
    this.dismiss();
    action?.run();
  }

  dispose(): void {
    this.dismiss();
  }
}
