import type { ContractError, OwnFileView, Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { HandedOver } from '#renderer/data/unsent-texts.svelte.ts';
import { DraftBases, DraftConflicts, isSame } from './draft-conflicts.ts';
import { DraftFiles, type FileItem } from './draft-files.svelte.ts';

/** A pause in typing this long saves the draft. */
const PAUSE_MS = 250;
/** Main reopens its data, or has no account or another one open: it is asked again. */
const ASK_AGAIN: ReadonlySet<string> = new Set(['reopening', 'unauthorized']);
const AGAIN_AFTER_MS = 1_000;

/** A text that came back from the outbox. */
export interface Returned {
  readonly text: string;
  readonly files: readonly OwnFileView[];
}

/**
 * The drafts that this window has touched, by number. They outlive the composer they were typed in: main's copy is
 * older than what stands here until it has confirmed it. To main, a text that it has not taken yet is a part of the draft.
 */
export class Drafts {
  readonly outgoing = new OutgoingQueue();
  readonly conflicts = new DraftConflicts();
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, DraftFiles>();
  readonly #timers = new SaveTimers((phone) => void this.save(phone));
  /** Counts what was typed to each number, and what of it main has confirmed. */
  readonly #typed = new Map<string, number>();
  readonly #confirmed = new Map<string, number>();
  readonly #bases = new DraftBases();
  /** Numbers whose draft was typed here since it was last taken from main. */
  readonly #own = new Set<string>();
  /** Numbers whose draft could not be saved: main was away, or took nothing. */
  readonly #unsaved = new Set<string>();
  readonly #bridge: SwitchboardBridge;
  readonly #onProblem: (problem: ContractError) => void;
  readonly #whose: { readonly account?: string };
  readonly #undo: () => void;
  #isGone = false;

  /** `account`: whose drafts these are. */
  constructor(bridge: SwitchboardBridge, onProblem: (problem: ContractError) => void, account?: string) {
    this.#bridge = bridge;
    this.#whose = account === undefined ? {} : { account };
    this.#onProblem = onProblem;
    this.#undo = bridge.onConnection((isConnected) => {
      if (isConnected) this.#saveUnsaved();
    });
  }

  /** Whether something was written that main could not be told of. */
  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0 || this.conflicts.isAny;
  }

  /** What stands in the composer of that number; `stored` is main's copy. */
  read(phone: string, stored: string | null): string {
    if (stored !== null && !this.#bases.has(phone)) this.#bases.know(phone, stored);
    return this.#texts.get(phone) ?? stored ?? '';
  }

  /** What was last written to that number in this window; null: nothing. */
  find(phone: string): string | null {
    return this.#texts.get(phone) ?? null;
  }

  /** The files of the draft to that number. Null makes new ones: a draft without a number belongs to one composer alone. */
  files(phone: string | null): DraftFiles {
    if (phone === null) return new DraftFiles(this.#bridge, null);
    const files = this.#files.get(phone) ?? new DraftFiles(this.#bridge, phone);
    this.#files.set(phone, files);
    return files;
  }

  /** Keeps a text, and saves it at the next pause in typing. */
  keep(phone: string, text: string): void {
    this.#texts.set(phone, text);
    if (text.trim() === '') this.#own.delete(phone);
    else this.#own.add(phone);
    this.#typed.set(phone, (this.#typed.get(phone) ?? 0) + 1);
    this.#timers.plan(phone, PAUSE_MS);
  }

  /** Puts a text before what is written to that number, and saves it at once: it came back from the outbox. */
  async putBack(phone: string, { text, files, stored }: Returned & { readonly stored: string | null }): Promise<void> {
    this.files(phone).show(files);
    if (text === '') return;
    this.keep(phone, joinTexts([text, this.read(phone, stored)]));
    await this.save(phone);
  }

  /** Empties the draft to that number, and saves that. */
  async clear(phone: string): Promise<void> {
    this.keep(phone, '');
    await this.save(phone);
  }

  /** Saves what was kept and not saved yet. */
  async save(phone: string): Promise<void> {
    const written = this.#texts.get(phone);
    if (!this.#timers.has(phone) || written === undefined || this.#isGone) return;
    this.#timers.end(phone);
    const typed = this.#typed.get(phone) ?? 0;
    const text = joinTexts([...this.outgoing.list(phone), written]);
    const base = this.#bases.begin(phone, text);
    const whole = { phone, text, ...this.#whose, ...(base === undefined ? {} : { base }) };
    const reply = await this.#bridge.request('drafts.save', whole);
    if (!reply.ok) {
      this.#bases.fail(phone, { text, base });
      this.#fail(phone, reply.error);
      return;
    }
    const { other } = reply.value;
    this.#unsaved.delete(phone);
    if (other === null) {
      this.#bases.confirm(phone);
      this.#confirmed.set(phone, typed);
      if (this.conflicts.isWriting(phone)) this.conflicts.end(phone);
    } else if (this.#bases.isOwn(phone, other)) {
      this.#bases.know(phone, other);
      await this.saveRest(phone);
    } else {
      this.#bases.know(phone, base ?? '');
      this.#meet(phone, { typed, other });
    }
  }

  /**
   * Where main's copy differs from the text here, another window wrote it: asks main once more and takes that text. What was
   * typed here stays, with a note that another window is writing; it goes where the other window sent the draft or emptied
   * it. Null where the text here stays.
   */
  async takeOver(phone: string, here: string, stored: string): Promise<string | null> {
    if (isSame(here, stored)) {
      this.#bases.know(phone, stored);
      if (this.conflicts.isWriting(phone)) this.conflicts.end(phone);
      return null;
    }
    // The other window's text was sent or emptied: main takes the one here now.
    if (stored.trim() === '' && this.conflicts.isWriting(phone)) await this.saveRest(phone);
    if (!this.#isConfirmed(phone)) return null;
    const typed = this.#typed.get(phone);
    // What the view of the chat said may be older than what this window saved last.
    const text = await this.files(phone).load();
    if (text === null || typed !== this.#typed.get(phone) || !this.#isConfirmed(phone) || isSame(here, text))
      return null;
    if (this.#own.has(phone) && here.trim() !== '' && text.trim() !== '') {
      this.conflicts.begin(phone);
      return null;
    }
    this.#follow(phone, text);
    return text;
  }

  /**
   * Takes the text of the other window and puts the one here aside; or puts that one back. Null where there is neither, or
   * main does not answer.
   */
  async swap(phone: string, here: string): Promise<string | null> {
    const conflict = this.conflicts.find(phone);
    if (conflict?.kind === 'aside') {
      this.conflicts.end(phone);
      this.keep(phone, conflict.text);
      return conflict.text;
    }
    const text = conflict === null ? null : await this.files(phone).load();
    if (text === null) return null;
    this.#follow(phone, text);
    if (here.trim() !== '') this.conflicts.setAside(phone, here);
    return text;
  }

  /** The text here is the draft, whatever the other window wrote. */
  async settle(phone: string): Promise<void> {
    const isWriting = this.conflicts.isWriting(phone);
    this.conflicts.end(phone);
    if (!isWriting) return;
    this.#bases.forget(phone);
    await this.saveRest(phone);
  }

  /** Saves the draft without what main has taken of it. */
  async saveRest(phone: string): Promise<void> {
    this.keep(phone, this.read(phone, null));
    await this.save(phone);
  }

  /** Takes a text out of the draft that the page wrote there before a reload, and that main has taken since. */
  async saveWithout(phone: string, text: string): Promise<void> {
    const stored = await this.files(phone).load();
    const here = this.#texts.get(phone) ?? stored ?? '';
    const rest = withoutLeading(here, text);
    if (rest === here) return;
    this.keep(phone, rest);
    await this.save(phone);
  }

  /** Saves now what is written in drafts. */
  async saveTexts(): Promise<void> {
    await Promise.all(this.#saveKept());
  }

  /** Saves everything now, with the files and texts on their way to main: the window closes, or changes the account. */
  async saveAll(): Promise<void> {
    const files = [...this.#files.values()].map((one) => one.settled());
    await Promise.all([...this.#saveKept(), ...files, this.outgoing.settled()]);
    // What main took, or gave back, is not in the draft as it was saved.
    await Promise.all(this.#saveKept());
  }

  /** The window already says that main is away; what was written is saved once main takes it. */
  #fail(phone: string, problem: ContractError): void {
    const isAsked = ASK_AGAIN.has(problem.code);
    if (isAsked || problem.code === 'disconnected') this.#unsaved.add(phone);
    else this.#onProblem(problem);
    if (isAsked && !this.#isGone && !this.#timers.has(phone)) this.#timers.plan(phone, AGAIN_AFTER_MS);
  }

  #isConfirmed(phone: string): boolean {
    return this.#typed.get(phone) === this.#confirmed.get(phone) && !this.outgoing.has(phone);
  }

  #follow(phone: string, text: string): void {
    this.#timers.end(phone);
    this.#texts.set(phone, text);
    this.#bases.know(phone, text);
    this.#own.delete(phone);
    this.#confirmed.set(phone, this.#typed.get(phone) ?? 0);
    this.#typed.set(phone, this.#typed.get(phone) ?? 0);
    this.conflicts.end(phone);
  }

  /** Main has a text of another window that this one did not know, and did not overwrite it. */
  #meet(phone: string, { typed, other }: { readonly typed: number; readonly other: string }): void {
    const here = this.#texts.get(phone) ?? '';
    if (here.trim() !== '') {
      this.conflicts.begin(phone);
      return;
    }
    this.#texts.delete(phone);
    this.#bases.know(phone, other);
    this.#confirmed.set(phone, typed);
  }

  #saveUnsaved(): void {
    for (const phone of this.#unsaved) void this.saveRest(phone);
  }

  #saveKept(): readonly Promise<void>[] {
    return this.#timers.phones.map((phone) => this.save(phone));
  }

  /** What was not saved by now does not belong into another account. */
  dispose(): void {
    this.#isGone = true;
    this.#undo();
    this.outgoing.dispose();
    this.#timers.dispose();
    for (const files of this.#files.values()) files.dispose();
  }
}

/** When each draft is saved next, by number. */
class SaveTimers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #save: (phone: string) => void;

  constructor(save: (phone: string) => void) {
    this.#save = save;
  }

  /** The numbers of what is still to be saved. */
  get phones(): readonly string[] {
    return [...this.#timers.keys()];
  }

  has(phone: string): boolean {
    return this.#timers.has(phone);
  }

  /** In that many ms, whatever was planned before. */
  plan(phone: string, ms: number): void {
    this.end(phone);
    this.#timers.set(
      phone,
      setTimeout(() => this.#save(phone), ms),
    );
  }

  end(phone: string): void {
    clearTimeout(this.#timers.get(phone));
    this.#timers.delete(phone);
  }

  /** Nothing more is saved by itself. */
  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}

/** One below the other; a blank one leaves no line. */
export function joinTexts(texts: readonly string[]): string {
  const some = texts.filter((text) => text.trim() !== '');
  return some.length === 0 ? (texts.at(-1) ?? '') : some.join('\n');
}

/** The text without another one that stands before the rest of it; the same where it does not begin so. */
function withoutLeading(text: string, leading: string): string {
  if (text.trim() === leading) return '';
  return text.startsWith(`${leading}\n`) ? text.slice(leading.length + 1) : text;
}

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
class OutgoingQueue {
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
