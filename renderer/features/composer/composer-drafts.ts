import type { ContractError, OwnFileView, SwitchboardBridge } from '#shared/contract/index.ts';
import { DraftFiles } from './composer-files.svelte.ts';
import { Rivals } from './composer-rivals.svelte.ts';
import { DraftBases } from './draft-bases.ts';
import { isSame, joinTexts, withoutLeading } from './draft-texts.ts';
import { LeavingTexts } from './composer-leaving.ts';
import { SaveTimers } from './save-timers.ts';

/** A pause in typing this long saves the draft. */
const PAUSE_MS = 250;
/** Main opens its data anew, or has nobody or another account in it: it is asked again. */
const ASK_AGAIN: ReadonlySet<string> = new Set(['reopening', 'unauthorized']);
const AGAIN_AFTER_MS = 1_000;

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
  readonly rivals = new Rivals();
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, DraftFiles>();
  readonly #timers = new SaveTimers((phone) => void this.save(phone));
  /** Counts what was typed to each number, and what of it main has confirmed. */
  readonly #typed = new Map<string, number>();
  readonly #confirmed = new Map<string, number>();
  readonly #bases = new DraftBases();
  /** Something was typed here since it was last taken from main. */
  readonly #own = new Set<string>();
  /** Main was away, or took nothing, when these were to be saved. */
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
    return this.#unsaved.size > 0 || this.rivals.isAny;
  }

  /** What stands in the composer of that number; `stored` is main's copy. */
  read(phone: string, stored: string | null): string {
    if (stored !== null && !this.#bases.has(phone)) this.#bases.know(phone, stored);
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

  /** Saves what was kept and not saved yet. */
  async save(phone: string): Promise<void> {
    const written = this.#texts.get(phone);
    if (!this.#timers.has(phone) || written === undefined || this.#isGone) return;
    this.#timers.end(phone);
    const typed = this.#typed.get(phone) ?? 0;
    const text = joinTexts([...this.leaving.list(phone), written]);
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
      if (this.rivals.isWriting(phone)) this.rivals.end(phone);
    } else if (this.#bases.isOwn(phone, other)) {
      this.#bases.know(phone, other);
      await this.saveRest(phone);
    } else {
      this.#bases.know(phone, base ?? '');
      this.#meet(phone, { typed, other });
    }
  }

  /**
   * Where main's copy is another text than the one here, it is what another window made of it: asks main once more and takes
   * that over. What was typed here stays, beside the word that another window writes; it goes where the other window sent it,
   * or took it out. Null where the text here stays.
   */
  async takeOver(phone: string, here: string, stored: string): Promise<string | null> {
    if (isSame(here, stored)) {
      this.#bases.know(phone, stored);
      if (this.rivals.isWriting(phone)) this.rivals.end(phone);
      return null;
    }
    // The other one was sent or taken out: it was not the one here, which main takes now.
    if (stored.trim() === '' && this.rivals.isWriting(phone)) await this.saveRest(phone);
    if (!this.#isConfirmed(phone)) return null;
    const typed = this.#typed.get(phone);
    // What the view of the chat said may be older than what this window saved last.
    const text = await this.files(phone).load();
    if (text === null || typed !== this.#typed.get(phone) || !this.#isConfirmed(phone) || isSame(here, text))
      return null;
    if (this.#own.has(phone) && here.trim() !== '' && text.trim() !== '') {
      this.rivals.appear(phone);
      return null;
    }
    this.#follow(phone, text);
    return text;
  }

  /**
   * Takes the text of the other window and puts the one here aside; or has back what was put aside. Null where there is
   * neither, or main does not answer.
   */
  async swap(phone: string, here: string): Promise<string | null> {
    const rival = this.rivals.find(phone);
    if (rival?.kind === 'aside') {
      this.rivals.end(phone);
      this.keep(phone, rival.text);
      return rival.text;
    }
    const text = rival === null ? null : await this.files(phone).load();
    if (text === null) return null;
    this.#follow(phone, text);
    if (here.trim() !== '') this.rivals.setAside(phone, here);
    return text;
  }

  /** The text here is the draft, whatever the other window wrote. */
  async settle(phone: string): Promise<void> {
    const isWriting = this.rivals.isWriting(phone);
    this.rivals.end(phone);
    if (!isWriting) return;
    this.#bases.forget(phone);
    await this.saveRest(phone);
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

  /** The window says that main is away, or opens its data anew; what was written is saved once it takes it. */
  #fail(phone: string, problem: ContractError): void {
    const isAsked = ASK_AGAIN.has(problem.code);
    if (isAsked || problem.code === 'disconnected') this.#unsaved.add(phone);
    else this.#onProblem(problem);
    if (isAsked && !this.#isGone && !this.#timers.has(phone)) this.#timers.plan(phone, AGAIN_AFTER_MS);
  }

  #isConfirmed(phone: string): boolean {
    return this.#typed.get(phone) === this.#confirmed.get(phone) && !this.leaving.has(phone);
  }

  #follow(phone: string, text: string): void {
    this.#timers.end(phone);
    this.#texts.set(phone, text);
    this.#bases.know(phone, text);
    this.#own.delete(phone);
    this.#confirmed.set(phone, this.#typed.get(phone) ?? 0);
    this.#typed.set(phone, this.#typed.get(phone) ?? 0);
    this.rivals.end(phone);
  }

  /** Main has what another window wrote, which this window did not know: it was not overwritten. */
  #meet(phone: string, { typed, other }: { readonly typed: number; readonly other: string }): void {
    const here = this.#texts.get(phone) ?? '';
    if (here.trim() !== '') {
      this.rivals.appear(phone);
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

  /** Whatever was not saved by now is nobody's in another account. */
  dispose(): void {
    this.#isGone = true;
    this.#undo();
    this.leaving.dispose();
    this.#timers.dispose();
    for (const files of this.#files.values()) files.dispose();
  }
}
