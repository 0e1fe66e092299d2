import type { ContractError, Reply } from '#shared/contract/index.ts';

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
 * The ids of requests that change something. When an answer got lost, the same action keeps its id, and main does not do it
 * a second time; after a definite answer the same action gets a new id. So it does where main answers that the outcome is
 * unknown: main does not do it again under that id, and the user who has read that decides. Outlives the screens.
 */
export class RequestIds {
  readonly #open = new Map<string, string>();
  readonly #findAccount: () => string;

  /** `findAccount` names the account: nothing is carried over from one account to another. */
  constructor(findAccount: () => string) {
    this.#findAccount = findAccount;
  }

  /** Asks under the id of this action. `action` names all that makes two presses the same action. */
  async run<Value>(action: string, ask: (requestId: string) => Promise<Reply<Value>>): Promise<Reply<Value>> {
    const { requestId, end } = this.begin(action);
    const reply = await ask(requestId);
    end(reply);
    return reply;
  }

  /** The same for a request that is sent later. `end` takes the answer, once; null where main was not asked after all. */
  begin(action: string): { readonly requestId: string; readonly end: (reply: Reply<unknown> | null) => void } {
    const key = this.#toKey(action);
    const lost = this.#open.get(key);
    const requestId = lost ?? crypto.randomUUID();
    // While it is on its way, the same words written again are meant as a second text.
    this.#open.delete(key);
    let isEnded = false;
    const end = (reply: Reply<unknown> | null): void => {
      if (isEnded) return;
      isEnded = true;
      const isOpen = reply === null ? lost !== undefined : !reply.ok && !isAnswered(reply.error);
      if (isOpen) this.#open.set(key, requestId);
    };
    return { requestId, end };
  }

  /** All actions that begin so are finished: the same again gets a new id. */
  forget(start: string): void {
    const from = this.#toKey(start);
    for (const key of this.#open.keys()) if (key.startsWith(from)) this.#open.delete(key);
  }

  #toKey(action: string): string {
    return `${this.#findAccount()}\n${action}`;
  }
}

function isAnswered({ code, fields }: ContractError): boolean {
  return DEFINITE.has(code) || fields['outcome']?.includes('unknown') === true;
}

/** How the key of every text to that number begins; what is sent follows. */
export function toWritingAction(phone: string): string {
  return `write\n${phone}\n`;
}

/** The same `action` with the same text and files has the same key, and so the same request id after a lost answer. */
export function toActionKey(
  action: string,
  what: { readonly text: string; readonly fileIds: readonly string[] },
): string {
  return `${action}${what.fileIds.join(' ')}\n${what.text}`;
}
