/**
 * Remembers requests that change something by the id that the window gave them: a repeat (the page lost the answer
 * and asks again) gets the first answer instead of being a second act. A failed act is not remembered: asking again is
 * how it may still succeed. Bounded: the oldest are forgotten.
 */
export class Repeats<Answer extends { readonly ok: boolean }> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #limit: number;

  constructor(limit = 1_000) {
    this.#limit = limit;
  }

  once(key: string, act: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = act();
    this.#answers.set(key, answer);
    void answer.then(({ ok }) => {
      if (!ok && this.#answers.get(key) === answer) this.#answers.delete(key);
    });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#limit && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
