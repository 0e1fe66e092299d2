import type { Log } from '#main/platform/log.ts';

interface Held {
  readonly apiKey: string;
  readonly show: () => void;
}

/**
 * Keys of the accounts that were open in this run and that nobody signed out of, in memory only: who goes back to one of
 * them need not enter it again. Hidden from the log for as long as they are here.
 */
export class KeysAtHand {
  readonly #log: Pick<Log, 'hide'>;
  readonly #held = new Map<string, Held>();

  constructor(log: Pick<Log, 'hide'>) {
    this.#log = log;
  }

  find(accountId: string): string | null {
    return this.#held.get(accountId)?.apiKey ?? null;
  }

  hold(accountId: string, apiKey: string): void {
    if (this.find(accountId) === apiKey) return;
    this.drop(accountId);
    this.#held.set(accountId, { apiKey, show: this.#log.hide(apiKey) });
  }

  drop(accountId: string): void {
    this.#held.get(accountId)?.show();
    this.#held.delete(accountId);
  }

  dispose(): void {
    for (const accountId of [...this.#held.keys()]) this.drop(accountId);
  }
}
