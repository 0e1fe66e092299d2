import type { Reply, RequestOutput } from '#shared/contract/index.ts';
import type { HandedOver } from '#renderer/data/kept-texts.svelte.ts';
import type { FileItem } from './composer-files.svelte.ts';

type SendReply = Reply<RequestOutput<'sends.create'>>;
type BringBack = (all: readonly Leaving[]) => void;

/** A text that was taken out of its field, and that main has not taken yet. */
export interface Leaving {
  /** Under which main is asked to take it. */
  readonly requestId: string;
  readonly text: string;
  readonly files: readonly FileItem[];
  /** The page keeps it until main has it: it is no part of the draft. */
  readonly isStored: boolean;
  /** Asks main to take it. `onWait`: main is away, and the page keeps it meanwhile. */
  readonly handOver: (onWait: () => void) => Promise<HandedOver>;
  /** Main has taken it. */
  readonly onTaken: () => Promise<void>;
  /** It comes back. */
  readonly release: () => void;
}

interface InLine {
  readonly leaving: Leaving;
  /** Its turn is there; false: it came back with one before it, or the account was left. */
  readonly begin: (isTurn: boolean) => void;
  readonly bringBack: BringBack;
  /** It waits for main, in the page. */
  readonly onWait: () => void;
  isWaiting: boolean;
}

/**
 * Texts on their way to main, by number, in the order in which they were sent; one of each number is handed over at a time.
 * Where one comes back, those behind it come back with it: none overtakes another. Outlives the composers.
 */
export class LeavingTexts {
  readonly #lines = new Map<string, InLine[]>();
  readonly #running = new Set<Promise<unknown>>();
  #isGone = false;

  /** They belong to the draft of that number until main has taken them; what the page keeps does not. */
  list(phone: string): readonly string[] {
    const line = this.#lines.get(phone) ?? [];
    return line.filter(({ leaving }) => !leaving.isStored).map(({ leaving }) => leaving.text);
  }

  /** Whether a text to that number is on its way. */
  has(phone: string): boolean {
    return (this.#lines.get(phone) ?? []).length > 0;
  }

  /**
   * Hands a text over in its turn; null: it came back with one before it, or the account was left. `bringBack` is given all
   * that come back at once, in their order.
   */
  async send(phone: string, leaving: Leaving, bringBack: BringBack): Promise<SendReply | null> {
    const { promise: kept, resolve: onWait } = Promise.withResolvers<undefined>();
    const work = this.#send(this.#findLine(phone), leaving, { bringBack, onWait: () => onWait(undefined) });
    const settled = Promise.race([Promise.allSettled([work]), kept]);
    this.#running.add(settled);
    try {
      return await work;
    } finally {
      this.#running.delete(settled);
    }
  }

  /** Takes one back that waits behind others; false where it is not in line, or is the one that main is asked for. */
  takeBack(phone: string, requestId: string): boolean {
    const line = this.#findLine(phone);
    const place = line.findIndex(({ leaving }) => leaving.requestId === requestId);
    if (place < 1) return false;
    for (const { leaving, bringBack, begin } of line.splice(place, 1)) {
      leaving.release();
      bringBack([leaving]);
      begin(false);
    }
    return true;
  }

  /** Resolves once every text that is on its way now was taken, came back, or waits for main in the page. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** The account is left: what has not been handed over stays in its draft, or in the page. */
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
    { bringBack, onWait }: Pick<InLine, 'bringBack' | 'onWait'>,
  ): Promise<SendReply | null> {
    const { promise: turn, resolve: begin } = Promise.withResolvers<boolean>();
    const one: InLine = { leaving, begin, bringBack, onWait, isWaiting: false };
    line.push(one);
    if (line[0]?.isWaiting === true) onWait();
    if (line.length > 1 && !(await turn)) return null;
    const reply = await leaving
      .handOver(() => {
        one.isWaiting = true;
        for (const waiting of line) waiting.onWait();
      })
      .catch((error: unknown) => {
        comeBack(line, bringBack);
        throw error;
      });
    if (this.#isGone) for (const behind of line.splice(1)) behind.begin(false);
    if (reply === 'left') return null;
    if (reply === 'elsewhere') {
      line.shift()?.leaving.release();
      line[0]?.begin(true);
      return null;
    }
    if (reply === 'taken-back') {
      comeBack(line, bringBack, 1);
      line[0]?.begin(true);
      return null;
    }
    if (reply.ok) {
      line.shift();
      line[0]?.begin(true);
      await leaving.onTaken();
    } else comeBack(line, bringBack);
    return reply;
  }
}

/** The first of a line, or all of it. */
function comeBack(line: InLine[], bringBack: BringBack, count = line.length): void {
  const back = line.splice(0, count);
  for (const { leaving } of back) leaving.release();
  bringBack(back.map(({ leaving }) => leaving));
  for (const { begin } of back.slice(1)) begin(false);
}
