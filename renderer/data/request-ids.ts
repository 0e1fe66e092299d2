import type { Reply } from '#shared/contract/index.ts';

/** Refusals after which main has certainly not done what it was asked; after any other it may have. */
const DEFINITE: ReadonlySet<string> = new Set([
  'validation',
  'not-found',
  'unauthorized',
  'forbidden',
  'disk',
  'disk-damaged',
  'disk-newer',
]);

/**
 * The ids under which a person's acts are asked of main. When an answer got lost the same act keeps its id, and main
 * does not do it a second time; after a definite answer the same words are a new act. Outlives the screens.
 */
export class RequestIds {
  readonly #open = new Map<string, string>();
  readonly #findAccount: () => string;

  /** `findAccount` names who is signed in: nothing is carried over from one account to another. */
  constructor(findAccount: () => string) {
    this.#findAccount = findAccount;
  }

  /** Asks under the id that this act has. `act` names all that makes two presses the same act. */
  async run<Value>(act: string, ask: (requestId: string) => Promise<Reply<Value>>): Promise<Reply<Value>> {
    const { requestId, end } = this.begin(act);
    const reply = await ask(requestId);
    end(reply);
    return reply;
  }

  /** The same for one who asks later. `end` is told the answer, once; null where main was not asked after all. */
  begin(act: string): { readonly requestId: string; readonly end: (reply: Reply<unknown> | null) => void } {
    const key = this.#toKey(act);
    const lost = this.#open.get(key);
    const requestId = lost ?? crypto.randomUUID();
    // While it is on its way it is nobody else's: the same words written meanwhile are meant as a second text.
    this.#open.delete(key);
    let isEnded = false;
    const end = (reply: Reply<unknown> | null): void => {
      if (isEnded) return;
      isEnded = true;
      const isOpen = reply === null ? lost !== undefined : !reply.ok && !DEFINITE.has(reply.error.code);
      if (isOpen) this.#open.set(key, requestId);
    };
    return { requestId, end };
  }

  /** The person is done with all acts that begin so: the same again is a new one. */
  forget(start: string): void {
    const from = this.#toKey(start);
    for (const key of this.#open.keys()) if (key.startsWith(from)) this.#open.delete(key);
  }

  #toKey(act: string): string {
    return `${this.#findAccount()}\n${act}`;
  }
}
