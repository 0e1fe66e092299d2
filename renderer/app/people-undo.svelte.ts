import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { setBlocked } from '#renderer/data/set-blocked.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { people as words } from '#renderer/lib/words/people.ts';
import type { ToastAction, Toasts } from './toasts.svelte.ts';

/** How long something can be taken back: as long as main keeps it to itself. */
const UNDO_MS = { edit: 5_000, deletion: 8_000, schedule: 5_000, template: 8_000 };
/** A block is at the service already, and undone by its opposite: as long as what is deleted. */
const BLOCK_UNDO_MS = 8_000;
type UndoKind = keyof typeof UNDO_MS;

interface UndoOffer {
  readonly kind: UndoKind;
  /** Another button beside Undo; null: none. */
  readonly more: ToastAction | null;
  /** It was taken back. */
  readonly onundone: () => void;
}

/** It has left by then. */
const TOO_LATE: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

interface Undoable {
  /** Null: it is taken back. */
  readonly takeBack: () => Promise<ContractError | null>;
  readonly onundone: () => void;
  /** When it was done, epoch ms. */
  readonly at: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

type Offered = Pick<Undoable, 'takeBack' | 'onundone'> & {
  readonly more: ToastAction | null;
  readonly lastsMs: number;
};

/** Something that shows before main has it. */
interface Begun {
  /** Epoch ms. */
  readonly at: number;
  readonly work: Promise<unknown>;
}

interface PeopleUndoOptions {
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly texts: Translator;
}

/**
 * What was done to contacts, notes, lists, blocks, scheduled texts and templates and can be taken back, the last thing last. It
 * outlives the screen that did it: a contact that was deleted comes back from wherever the user is.
 */
export class PeopleUndo {
  #entries = $state.raw<readonly Undoable[]>([]);
  #begun = $state.raw<readonly Begun[]>([]);
  /** When the last thing was done that cannot be taken back any more, epoch ms; 0: there is none. */
  #passedAt = $state(0);
  readonly #bridge: SwitchboardBridge;
  readonly #options: PeopleUndoOptions;

  constructor(bridge: SwitchboardBridge, options: PeopleUndoOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  /**
   * When the last thing was done or begun, epoch ms, also one that it is too late for: nothing older is taken back in its place.
   * Null: there is none. Reads runes.
   */
  get lastAt(): number | null {
    const at = this.#begun.at(-1)?.at ?? Math.max(this.#entries.at(-1)?.at ?? 0, this.#passedAt);
    return at === 0 ? null : at;
  }

  /** For what shows at once: `work` ends when its undo was offered, or the user was told why it was not done. */
  async whileBegun<Value>(work: Promise<Value>): Promise<Value> {
    const begun = { at: Date.now(), work };
    this.#begun = [...this.#begun, begun];
    try {
      return await work;
    } finally {
      this.#begun = this.#begun.filter((other) => other !== begun);
    }
  }

  /** Tells what was done, with its undo: of several changes all are taken back, the last one first. Null: nothing is. */
  offer(text: string, undo: string | readonly string[] | null, offer: UndoKind | UndoOffer): void {
    const { kind, more, onundone } = typeof offer === 'string' ? toPlainOffer(offer) : offer;
    const undoIds = typeof undo === 'string' ? [undo] : (undo ?? []);
    if (undoIds.length === 0) {
      this.#options.toasts.show(text, { more });
      return;
    }
    this.#push(text, { takeBack: () => this.#undoAll(undoIds, kind), onundone, more, lastsMs: UNDO_MS[kind] });
  }

  /** Tells that numbers were blocked or unblocked, with its undo. `phones`: those that were not so before. */
  offerBlock(
    text: string,
    { phones, isBlocked }: { readonly phones: readonly string[]; readonly isBlocked: boolean },
  ): void {
    if (phones.length === 0) {
      this.#options.toasts.show(text);
      return;
    }
    const takeBack = (): Promise<ContractError | null> => this.#setBlocked(phones, !isBlocked);
    this.#push(text, { takeBack, onundone: () => undefined, more: null, lastsMs: BLOCK_UNDO_MS });
  }

  /** Takes the last thing back, once main has it, or says that it is too late; does nothing where main did not take it. */
  async undoLast(): Promise<void> {
    const begun = this.#begun.at(-1);
    await Promise.allSettled(this.#begun.map(({ work }) => work));
    const last = this.#entries.at(-1);
    if (last !== undefined && last.at >= Math.max(begun?.at ?? 0, this.#passedAt)) await this.#takeBack(last);
    else if (begun === undefined && this.#passedAt > 0) this.#tell(TOO_LATE);
  }

  dispose(): void {
    for (const { timer } of this.#entries) clearTimeout(timer);
    this.#entries = [];
  }

  #push(text: string, { takeBack, onundone, more, lastsMs }: Offered): void {
    const { toasts, texts } = this.#options;
    const timer = setTimeout(() => this.#pass(entry), lastsMs);
    const entry = { takeBack, onundone, at: Date.now(), timer };
    this.#entries = [...this.#entries, entry];
    const run = (): void => void this.#takeBack(entry);
    const action = { label: texts.text(words.undo), command: 'undo', run } as const;
    toasts.show(text, { action, more, lastsMs });
  }

  #pass(entry: Undoable): void {
    this.#remove(entry);
    this.#passedAt = Math.max(this.#passedAt, entry.at);
  }

  #remove(entry: Undoable): void {
    clearTimeout(entry.timer);
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  async #takeBack(entry: Undoable): Promise<void> {
    const { toasts, texts } = this.#options;
    this.#remove(entry);
    const problem = await entry.takeBack();
    if (problem !== null) {
      this.#tell(problem);
      return;
    }
    toasts.show(texts.text(words.undone));
    entry.onundone();
  }

  /** Changes that were made by one press, the last one first, until one cannot be taken back. */
  async #undoAll(undoIds: readonly string[], kind: UndoKind): Promise<ContractError | null> {
    for (const undoId of undoIds.toReversed()) {
      const problem = await this.#undo(undoId, kind);
      if (problem !== null) return problem;
    }
    return null;
  }

  async #setBlocked(phones: readonly string[], isBlocked: boolean): Promise<ContractError | null> {
    const { refused } = await setBlocked({ bridge: this.#bridge, ids: this.#options.ids }, phones, isBlocked);
    return refused?.problem ?? null;
  }

  /** Null: it is taken back. */
  async #undo(undoId: string, kind: UndoKind): Promise<ContractError | null> {
    if (kind === 'schedule') return await this.#undoSchedule(undoId);
    if (kind === 'template') return await this.#undoTemplates(undoId);
    const reply = await this.#options.ids.run(`contacts.undo\n${undoId}`, (requestId) =>
      this.#bridge.request('contacts.undo', { requestId, undoId }),
    );
    return reply.ok ? null : reply.error;
  }

  async #undoSchedule(undoId: string): Promise<ContractError | null> {
    const reply = await this.#options.ids.run(`schedules.undo\n${undoId}`, (requestId) =>
      this.#bridge.request('schedules.undo', { requestId, undoId }),
    );
    if (!reply.ok) return reply.error;
    return reply.value.isUndone ? null : TOO_LATE;
  }

  async #undoTemplates(undoId: string): Promise<ContractError | null> {
    const reply = await this.#options.ids.run(`templates.undo\n${undoId}`, (requestId) =>
      this.#bridge.request('templates.undo', { requestId, undoId }),
    );
    return reply.ok ? null : reply.error;
  }

  #tell(problem: ContractError): void {
    const { toasts, texts } = this.#options;
    if (problem.code === 'not-found') toasts.show(texts.text(words.undoTooLate), { tone: 'fault' });
    else {
      const detail = toProblemText(problem, texts);
      toasts.show(texts.text(words.undoFailed, { detail }).trim(), { tone: 'fault' });
    }
  }
}

function toPlainOffer(kind: UndoKind): Pick<UndoOffer, 'kind' | 'onundone'> & { readonly more: null } {
  return { kind, more: null, onundone: () => undefined };
}
