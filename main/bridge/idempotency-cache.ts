interface Request<Answer> {
  /** Name and request id. */
  readonly key: string;
  /** Equal for equal inputs. */
  readonly content: string;
  /** False: the act knows its ids by itself, on disk. Its answer is shared only while it is being made. */
  readonly isRemembered?: boolean;
  readonly act: () => Promise<Answer>;
  /** The answer where another input has the id already. */
  readonly refuse: () => Promise<Answer>;
}

interface Known<Answer> {
  readonly content: string;
  readonly answer: Promise<Answer>;
}

/**
 * Remembers requests that change something by the id that the window gave them: a repeat (the page lost the answer
 * and asks again) gets the first answer instead of being a second act. Another input under the same id is refused: the first
 * answer would say that it was done. A failed act is not remembered: asking again is how it may still succeed. Bounded: the
 * oldest are forgotten.
 */
export class IdempotencyCache<Answer extends { readonly ok: boolean }> {
  readonly #known = new Map<string, Known<Answer>>();
  readonly #limit: number;

  constructor(limit = 1_000) {
    this.#limit = limit;
  }

  async once({ key, content, isRemembered = true, act, refuse }: Request<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known.content === content ? await known.answer : await refuse();
    const answer = act();
    this.#known.set(key, { content, answer });
    void answer.then(({ ok }) => {
      if ((!ok || !isRemembered) && this.#known.get(key)?.answer === answer) this.#known.delete(key);
    });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#limit && oldest !== undefined) this.#known.delete(oldest);
    return answer;
  }
}
