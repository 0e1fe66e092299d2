/**
 * What keys do in the list, one after the other. A row that is not loaded yet is waited for, and what is pressed meanwhile
 * counts from there: no press is lost, and none acts on the row before. Once another list is chosen it means nothing.
 */
export class KeyTurns {
  readonly #list: { readonly choices: number };
  #last: Promise<void> | null = null;

  constructor(list: { readonly choices: number }) {
    this.#list = list;
  }

  /** At once where nothing is waited for. `work` resolves as soon as it is known which row is meant from then on. */
  async run(work: () => unknown): Promise<void> {
    const { choices } = this.#list;
    const before = this.#last;
    const turn =
      before === null
        ? toVoid(work())
        : before.then(() => (choices === this.#list.choices ? toVoid(work()) : undefined));
    const over = turn.catch(() => undefined);
    this.#last = over;
    await over;
    if (this.#last === over) this.#last = null;
    await turn;
  }
}

async function toVoid(result: unknown): Promise<void> {
  await result;
}
