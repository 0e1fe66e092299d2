/** Whether the list of all shortcuts lies over the window. */
export class Guide {
  #isOpen = $state(false);

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }
}
