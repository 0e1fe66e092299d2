import type { PhoneKey } from '#shared/domain/ids.ts';

/** What is under way, one piece of work for each number (SEND-5). */
export class UnderWay {
  readonly #requests = new Map<PhoneKey, Promise<void>>();
  readonly #uploads = new Map<PhoneKey, Promise<void>>();
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get requests(): ReadonlySet<PhoneKey> {
    return new Set(this.#requests.keys());
  }

  get uploads(): ReadonlySet<PhoneKey> {
    return new Set(this.#uploads.keys());
  }

  get isEmpty(): boolean {
    return this.#requests.size + this.#uploads.size === 0;
  }

  /** `work` never rejects. */
  add(kind: 'request' | 'upload', phone: PhoneKey, work: Promise<void>): void {
    const lane = kind === 'request' ? this.#requests : this.#uploads;
    const ending = work.finally(() => {
      lane.delete(phone);
      this.#onEnd();
    });
    lane.set(phone, ending);
  }

  /** Resolves once all that is under way now is over. */
  async settled(): Promise<void> {
    await Promise.all([...this.#requests.values(), ...this.#uploads.values()]);
  }
}
