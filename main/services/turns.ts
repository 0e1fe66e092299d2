/** Runs acts one after another, in the order asked for; a failed one does not stop the next. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Output>(act: () => Promise<Output>): Promise<Output> {
    const turn = this.#last.then(act, act);
    this.#last = turn;
    return turn;
  }
}
