import type { Reply, RequestOutput } from '#shared/contract/index.ts';
import type { FileItem } from './composer-files.svelte.ts';

type SendReply = Reply<RequestOutput<'sends.create'>>;

/** A text that was taken out of its field, and that main has not taken yet. */
export interface Leaving {
  readonly text: string;
  readonly files: readonly FileItem[];
  /** Asks main to take it. */
  readonly handOver: () => Promise<SendReply>;
  /** Main has taken it. */
  readonly onTaken: () => Promise<void>;
}

interface InLine {
  readonly leaving: Leaving;
  /** Its turn is there; false: it came back with one before it, or the account was left. */
  readonly begin: (isTurn: boolean) => void;
}

/**
 * Texts on their way to main, by number, in the order in which they were sent; one of each number is handed over at a time.
 * Where one comes back, those behind it come back with it: none overtakes another. Outlives the composers.
 */
export class LeavingTexts {
  readonly #lines = new Map<string, InLine[]>();
  readonly #running = new Set<Promise<unknown>>();
  #isGone = false;

  /** They belong to the draft of that number until main has taken them. */
  list(phone: string): readonly string[] {
    return (this.#lines.get(phone) ?? []).map(({ leaving }) => leaving.text);
  }

  /**
   * Hands a text over in its turn; null: it came back with one before it. `bringBack` is given all that come back at once,
   * in their order.
   */
  async send(phone: string, leaving: Leaving, bringBack: (all: readonly Leaving[]) => void): Promise<SendReply | null> {
    const work = this.#send(this.#findLine(phone), leaving, bringBack);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Resolves once every text that is on its way now was taken or came back. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** The account is left: what has not been handed over stays in its draft. */
  dispose(): void {
    this.#isGone = true;
  }

  #findLine(phone: string): InLine[] {
    const line = this.#lines.get(phone) ?? [];
    this.#lines.set(phone, line);
    return line;
  }

  async #send(
    line: InLine[],
    leaving: Leaving,
    bringBack: (all: readonly Leaving[]) => void,
  ): Promise<SendReply | null> {
    const { promise: turn, resolve: begin } = Promise.withResolvers<boolean>();
    line.push({ leaving, begin });
    if (line.length > 1 && !(await turn)) return null;
    const comeBack = (): void => this.#comeBack(line, bringBack);
    const reply = await leaving.handOver().catch((error: unknown) => {
      comeBack();
      throw error;
    });
    if (this.#isGone) for (const behind of line.splice(1)) behind.begin(false);
    if (reply.ok) {
      line.shift();
      line[0]?.begin(true);
      await leaving.onTaken();
    } else comeBack();
    return reply;
  }

  #comeBack(line: InLine[], bringBack: (all: readonly Leaving[]) => void): void {
    const back = line.splice(0);
    bringBack(back.map(({ leaving }) => leaving));
    for (const { begin } of back.slice(1)) begin(false);
  }
}
