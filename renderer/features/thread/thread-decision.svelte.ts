/** The text with a lost answer that a person decides about, while its evidence is on screen. */
export class Decision {
  #sendId = $state<string | null>(null);

  get sendId(): string | null {
    return this.#sendId;
  }

  begin(sendId: string): void {
    this.#sendId = sendId;
  }

  end(): void {
    this.#sendId = null;
  }
}
