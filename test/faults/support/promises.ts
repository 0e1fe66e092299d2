/** What the app said yes to, and what it was asked and never answered: the measure of what may be missing afterwards. */

export interface PromisedSend {
  readonly requestId: string;
  readonly phone: string;
  readonly text: string;
  /** Null: the app was killed before it answered, so both are right, that it is there and that it is not. */
  sendId: string | null;
}

/** One value that is changed again and again: the last answered one stands, or one that was asked for after it. */
export class LastWord<Value> {
  #possible: readonly Value[];

  constructor(atFirst: Value) {
    this.#possible = [atFirst];
  }

  asked(value: Value): void {
    this.#possible = [...this.#possible, value];
  }

  answered(value: Value): void {
    this.#possible = [value];
  }

  get possible(): readonly Value[] {
    return this.#possible;
  }
}

export class Promises {
  readonly sends: PromisedSend[] = [];
  /** By number. */
  readonly drafts = new Map<string, LastWord<string>>();
  /** Whether a chat is pinned, by number. */
  readonly pins = new Map<string, LastWord<boolean>>();
  /** Ids of inbound messages that the service took in. */
  readonly inbound: number[] = [];

  get answered(): readonly (PromisedSend & { readonly sendId: string })[] {
    return this.sends.filter((send): send is PromisedSend & { sendId: string } => send.sendId !== null);
  }
}
