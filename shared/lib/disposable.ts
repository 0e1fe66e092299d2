/** Collects undo steps and runs them in reverse; every step runs even if another fails, and failures come out together. */
export class DisposeStack {
  #steps: (() => void | Promise<void>)[] = [];

  /** Registers a step. */
  add(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  async dispose(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not close cleanly');
  }
}
