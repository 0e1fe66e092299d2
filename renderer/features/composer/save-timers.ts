/** When each draft is saved next, by number. */
export class SaveTimers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #save: (phone: string) => void;

  constructor(save: (phone: string) => void) {
    this.#save = save;
  }

  /** The numbers of what is still to be saved. */
  get phones(): readonly string[] {
    return [...this.#timers.keys()];
  }

  has(phone: string): boolean {
    return this.#timers.has(phone);
  }

  /** In that many ms, whatever was planned before. */
  plan(phone: string, ms: number): void {
    this.end(phone);
    this.#timers.set(
      phone,
      setTimeout(() => this.#save(phone), ms),
    );
  }

  end(phone: string): void {
    clearTimeout(this.#timers.get(phone));
    this.#timers.delete(phone);
  }

  /** Nothing more is saved by itself. */
  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
