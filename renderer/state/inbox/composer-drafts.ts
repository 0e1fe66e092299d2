import type { ContractError, OwnFileView, SwitchboardBridge } from '#shared/contract/index.ts';
import { DraftFiles } from './composer-files.svelte.ts';
import { LeavingTexts } from './composer-leaving.ts';

/** A pause in typing this long saves the draft. */
const PAUSE_MS = 250;

/** What came back from the outbox. */
export interface Returned {
  readonly text: string;
  readonly files: readonly OwnFileView[];
}

/**
 * The drafts that this window has touched, by number. They outlive the composer they were typed in: main's copy is
 * older than what stands here until it has confirmed it. To main, a text that it has not taken yet is a part of the draft.
 */
export class Drafts {
  readonly leaving = new LeavingTexts();
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, DraftFiles>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Counts what was typed to each number, and what of it main has confirmed. */
  readonly #typed = new Map<string, number>();
  readonly #confirmed = new Map<string, number>();
  /** Main was away when these were to be saved. */
  readonly #unsaved = new Set<string>();
  readonly #bridge: SwitchboardBridge;
  readonly #onProblem: (problem: ContractError) => void;
  readonly #undo: () => void;
  #isGone = false;

  constructor(bridge: SwitchboardBridge, onProblem: (problem: ContractError) => void) {
    this.#bridge = bridge;
    this.#onProblem = onProblem;
    this.#undo = bridge.onConnection((isConnected) => {
      if (isConnected) this.#saveUnsaved();
    });
  }

  /** Whether something was written that main could not be told of. */
  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** What stands in the composer of that number; `stored` is main's copy. */
  read(phone: string, stored: string | null): string {
    return this.#texts.get(phone) ?? stored ?? '';
  }

  /** The files of the draft to that number. Made anew for null: a draft without a number is nobody's but its composer's. */
  files(phone: string | null): DraftFiles {
    if (phone === null) return new DraftFiles(this.#bridge, null);
    const files = this.#files.get(phone) ?? new DraftFiles(this.#bridge, phone);
    this.#files.set(phone, files);
    return files;
  }

  /** Keeps a text, and saves it at the next pause in typing. */
  keep(phone: string, text: string): void {
    this.#texts.set(phone, text);
    this.#typed.set(phone, (this.#typed.get(phone) ?? 0) + 1);
    clearTimeout(this.#timers.get(phone));
    this.#timers.set(
      phone,
      setTimeout(() => void this.save(phone), PAUSE_MS),
    );
  }

  /** Puts a text before what is written to that number, and saves it at once: it came back from the outbox. */
  async putBack(phone: string, { text, files, stored }: Returned & { readonly stored: string | null }): Promise<void> {
    this.files(phone).show(files);
    if (text === '') return;
    this.keep(phone, joinTexts([text, this.read(phone, stored)]));
    await this.save(phone);
  }

  /** Saves what was kept and not saved yet. */
  async save(phone: string): Promise<void> {
    const timer = this.#timers.get(phone);
    const written = this.#texts.get(phone);
    if (timer === undefined || written === undefined || this.#isGone) return;
    clearTimeout(timer);
    this.#timers.delete(phone);
    const typed = this.#typed.get(phone) ?? 0;
    const text = joinTexts([...this.leaving.list(phone), written]);
    const reply = await this.#bridge.request('drafts.save', { phone, text });
    if (reply.ok) this.#confirmed.set(phone, typed);
    // The window says that main is away; what was written is saved once it is back.
    else if (reply.error.code === 'disconnected') this.#unsaved.add(phone);
    else this.#onProblem(reply.error);
  }

  /**
   * Where main's copy is another text than the one here, it is what another window made of it: asks main once more and takes
   * that over. Null where both are the same, and where this window has something that main does not have.
   */
  async takeOver(phone: string, here: string, stored: string): Promise<string | null> {
    if (here.trim() === stored.trim() || !this.#isConfirmed(phone)) return null;
    const typed = this.#typed.get(phone);
    // What the view of the chat said may be older than what this window saved last.
    const text = await this.files(phone).load();
    if (text === null || typed !== this.#typed.get(phone) || !this.#isConfirmed(phone)) return null;
    this.#texts.set(phone, text);
    return text;
  }

  /** Saves the draft without what main has taken of it. */
  async saveRest(phone: string): Promise<void> {
    this.keep(phone, this.read(phone, null));
    await this.save(phone);
  }

  /** Takes a text out of the draft that an earlier life of the page wrote there, and that main has taken since. */
  async saveWithout(phone: string, text: string): Promise<void> {
    const stored = await this.files(phone).load();
    const here = this.#texts.get(phone) ?? stored ?? '';
    const rest = withoutLeading(here, text);
    if (rest === here) return;
    this.keep(phone, rest);
    await this.save(phone);
  }

  /** Saves everything now, files and texts on their way to main too: the window goes, or turns to another account. */
  async saveAll(): Promise<void> {
    const files = [...this.#files.values()].map((one) => one.settled());
    await Promise.all([...this.#saveKept(), ...files, this.leaving.settled()]);
    // What main took, or gave back, is not in the draft as it was saved.
    await Promise.all(this.#saveKept());
  }

  #isConfirmed(phone: string): boolean {
    return this.#typed.get(phone) === this.#confirmed.get(phone) && !this.leaving.has(phone);
  }

  #saveUnsaved(): void {
    for (const phone of this.#unsaved) {
      this.#unsaved.delete(phone);
      this.keep(phone, this.read(phone, null));
      void this.save(phone);
    }
  }

  #saveKept(): readonly Promise<void>[] {
    return [...this.#timers.keys()].map((phone) => this.save(phone));
  }

  /** Whatever was not saved by now is nobody's in another account. */
  dispose(): void {
    this.#isGone = true;
    this.#undo();
    this.leaving.dispose();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const files of this.#files.values()) files.dispose();
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
