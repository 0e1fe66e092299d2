/** How long words stay in a live region: long enough to be picked up, too short to be found there later. */
const KEPT_MS = 5_000;

/** What a screen reader is told without looking: words put into two live regions that the shell keeps on the page. */
export class AppAnnouncer {
  #polite = $state('');
  #assertive = $state('');
  #lastAt: Readonly<Record<string, number>> = {};
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #readNow: () => number;

  constructor(readNow: () => number = Date.now) {
    this.#readNow = readNow;
  }

  get polite(): string {
    return this.#polite;
  }

  get assertive(): string {
    return this.#assertive;
  }

  /** When there is a pause. */
  say(text: string): void {
    this.#polite = toChanged(this.#polite, text);
    this.#clearLater();
  }

  /** At once: only for a fault of the person's own act, or what stops the work. */
  interrupt(text: string): void {
    this.#assertive = toChanged(this.#assertive, text);
    this.#clearLater();
  }

  /** Like `say`, but silent if `topic` was spoken about less than `pauseMs` ago. */
  sayAtMost(topic: string, pauseMs: number, text: string): void {
    const now = this.#readNow();
    const lastAt = this.#lastAt[topic];
    if (lastAt !== undefined && now - lastAt < pauseMs) return;
    this.#lastAt = { ...this.#lastAt, [topic]: now };
    this.say(text);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #clearLater(): void {
    this.dispose();
    this.#timer = setTimeout(() => {
      this.#polite = '';
      this.#assertive = '';
    }, KEPT_MS);
  }
}

/** The same words twice are no change to a live region: a space that cannot be heard makes them one. */
function toChanged(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}
