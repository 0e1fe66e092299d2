interface Request<Answer> {
  /** Name and request id. */
  readonly key: string;
  /** Equal for equal inputs. */
  readonly content: string;
  /** False: what was done is on the disk under its id. The answer is shared only while it is under way. */
  readonly isRemembered?: boolean;
  readonly answer: () => Promise<Answer>;
  /** The answer where the id was used with another input. */
  readonly refuse: () => Promise<Answer>;
}

interface Known<Answer> {
  readonly content: string;
  readonly answer: Promise<Answer>;
}

/**
 * Remembers answers by the id that the page gave the request: a repeat (the page lost the answer and asks again) gets the
 * first answer, and nothing is done twice. Another input under the same id is refused, since the first answer would claim
 * that it was done. A failure is not remembered: the page may try again. Bounded: the oldest answers are forgotten.
 */
export class IdempotencyCache<Answer extends { readonly ok: boolean }> {
  readonly #known = new Map<string, Known<Answer>>();
  readonly #limit: number;

  constructor(limit = 1_000) {
    this.#limit = limit;
  }

  async once({ key, content, isRemembered = true, answer: doAndAnswer, refuse }: Request<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known.content === content ? await known.answer : await refuse();
    const answer = doAndAnswer();
    this.#known.set(key, { content, answer });
    void answer.then(({ ok }) => {
      if ((!ok || !isRemembered) && this.#known.get(key)?.answer === answer) this.#known.delete(key);
    });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#limit && oldest !== undefined) this.#known.delete(oldest);
    return answer;
  }
}
