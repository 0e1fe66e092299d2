import type { ContractError, OwnFileView, SwitchboardBridge } from '#shared/contract/index.ts';
import { DraftFiles } from './composer-files.svelte.ts';

/** A pause in typing this long saves the draft. */
const PAUSE_MS = 250;

/** What came back from the outbox. */
export interface Returned {
  readonly text: string;
  readonly files: readonly OwnFileView[];
}

/**
 * The drafts that this window has touched, by number. They outlive the composer they were typed in: main's copy is
 * older than what stands here until it has confirmed it.
 */
export class Drafts {
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, DraftFiles>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #bridge: SwitchboardBridge;
  readonly #onProblem: (problem: ContractError) => void;

  constructor(bridge: SwitchboardBridge, onProblem: (problem: ContractError) => void) {
    this.#bridge = bridge;
    this.#onProblem = onProblem;
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
    const written = this.read(phone, stored);
    this.keep(phone, written.trim() === '' ? text : `${text}\n${written}`);
    await this.save(phone);
  }

  /** Saves what was kept and not saved yet. */
  async save(phone: string): Promise<void> {
    const timer = this.#timers.get(phone);
    const text = this.#texts.get(phone);
    if (timer === undefined || text === undefined) return;
    clearTimeout(timer);
    this.#timers.delete(phone);
    const reply = await this.#bridge.request('drafts.save', { phone, text });
    if (!reply.ok) this.#onProblem(reply.error);
  }

  /** Saves everything now, files on their way to main too: the window goes, or turns to another account. */
  async saveAll(): Promise<void> {
    const files = [...this.#files.values()].map((one) => one.settled());
    await Promise.all([...[...this.#timers.keys()].map((phone) => this.save(phone)), ...files]);
  }

  dispose(): void {
    for (const files of this.#files.values()) files.dispose();
  }
}
