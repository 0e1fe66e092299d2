/** A minute first, since something in between may have said it; then twice as long each time. */
const AGAIN_MS = 60_000;
const LONGEST_AGAIN_MS = 3_600_000;

/** A feed that the service says it does not have, or does not show to this account: believed for a while only. */
export class FeedAbsence {
  #times = 0;
  #notedAt: number | null = null;

  get isBelieved(): boolean {
    return this.#notedAt !== null;
  }

  /** Whether it need not be asked for yet. A clock that was set back says nothing about how long ago it was. */
  isFresh(now: number): boolean {
    if (this.#notedAt === null) return false;
    const ageMs = now - this.#notedAt;
    return ageMs >= 0 && ageMs < Math.min(AGAIN_MS * 2 ** Math.min(this.#times - 1, 10), LONGEST_AGAIN_MS);
  }

  note(now: number): void {
    this.#times += 1;
    this.#notedAt = now;
  }

  forget(): void {
    this.#times = 0;
    this.#notedAt = null;
  }
}
