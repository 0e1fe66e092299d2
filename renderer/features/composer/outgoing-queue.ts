import type { Reply, RequestOutput } from '#shared/contract/index.ts';
import type { HandedOver } from '#renderer/data/unsent-texts.svelte.ts';
import type { FileItem } from './draft-files.svelte.ts';

type SendReply = Reply<RequestOutput<'sends.create'>>;

/** A text that was taken out of its field, and that main has not taken yet. */
export interface OutgoingText {
  /** Under which main is asked to take it. */
  readonly requestId: string;
  readonly text: string;
  readonly files: readonly FileItem[];
  /** The page keeps it until main has it: it is no part of the draft. */
  readonly isStored: boolean;
  /** Asks main to take it. `onWait`: main is away, and the page keeps it meanwhile. */
  handOver(onWait: () => void): Promise<HandedOver>;
  /** Main has taken it. */
  onTaken(): Promise<void>;
  /** It comes back. */
  release(): void;
  /** Puts the texts that come back at once, this one first, into their field again. */
  bringBack(all: readonly OutgoingText[]): void;
}

interface Queued {
  readonly outgoing: OutgoingText;
  /** Its turn is there; false: it came back with one before it, or the account was left. */
  readonly begin: (isTurn: boolean) => void;
  /** It waits for main, in the page. */
  readonly onWait: () => void;
  isWaiting: boolean;
}

/**
 * Texts on their way to main, by number, in the order in which they were sent; one of each number is handed over at a time.
 * Where one comes back, those behind it come back with it: none overtakes another. Outlives the composers.
 */
export class OutgoingQueue {
  readonly #queues = new Map<string, Queued[]>();
  readonly #running = new Set<Promise<unknown>>();
  #isGone = false;

  /** The texts that belong to the draft of that number until main has taken them; what the page keeps does not. */
  list(phone: string): readonly string[] {
    const queue = this.#queues.get(phone) ?? [];
    return queue.filter(({ outgoing }) => !outgoing.isStored).map(({ outgoing }) => outgoing.text);
  }

  /** Whether a text to that number is on its way. */
  has(phone: string): boolean {
    return (this.#queues.get(phone) ?? []).length > 0;
  }

  /** Hands a text over in its turn; null: it came back with one before it, or the account was left. */
  async send(phone: string, outgoing: OutgoingText): Promise<SendReply | null> {
    const { promise: stored, resolve: onWait } = Promise.withResolvers<undefined>();
    const work = this.#send(this.#findQueue(phone), outgoing, () => onWait(undefined));
    const settled = Promise.race([Promise.allSettled([work]), stored]);
    this.#running.add(settled);
    try {
      return await work;
    } finally {
      this.#running.delete(settled);
    }
  }

  /** Takes one back that waits behind others; false where it is not queued, or is the one that main is asked for. */
  takeBack(phone: string, requestId: string): boolean {
    const queue = this.#findQueue(phone);
    const place = queue.findIndex(({ outgoing }) => outgoing.requestId === requestId);
    if (place < 1) return false;
    for (const { outgoing, begin } of queue.splice(place, 1)) {
      outgoing.release();
      outgoing.bringBack([outgoing]);
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

  #findQueue(phone: string): Queued[] {
    const queue = this.#queues.get(phone) ?? [];
    this.#queues.set(phone, queue);
    return queue;
  }

  async #send(queue: Queued[], outgoing: OutgoingText, onWait: () => void): Promise<SendReply | null> {
    const { promise: turn, resolve: begin } = Promise.withResolvers<boolean>();
    const one: Queued = { outgoing, begin, onWait, isWaiting: false };
    queue.push(one);
    if (queue[0]?.isWaiting === true) onWait();
    if (queue.length > 1 && !(await turn)) return null;
    const reply = await outgoing
      .handOver(() => {
        one.isWaiting = true;
        for (const waiting of queue) waiting.onWait();
      })
      .catch((error: unknown) => {
        comeBack(queue);
        throw error;
      });
    if (this.#isGone) for (const behind of queue.splice(1)) behind.begin(false);
    if (reply === 'left') return null;
    if (reply === 'elsewhere') {
      queue.shift()?.outgoing.release();
      queue[0]?.begin(true);
      return null;
    }
    if (reply === 'taken-back') {
      comeBack(queue, 1);
      queue[0]?.begin(true);
      return null;
    }
    if (reply.ok) {
      queue.shift();
      queue[0]?.begin(true);
      await outgoing.onTaken();
    } else comeBack(queue);
    return reply;
  }
}

/** The first of a queue, or all of it. */
function comeBack(queue: Queued[], count = queue.length): void {
  const back = queue.splice(0, count);
  for (const { outgoing } of back) outgoing.release();
  back[0]?.outgoing.bringBack(back.map(({ outgoing }) => outgoing));
  for (const { begin } of back.slice(1)) begin(false);
}
