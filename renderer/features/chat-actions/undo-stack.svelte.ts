import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { toFaultDetail, undone } from './messages.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';

/** Main keeps as many. */
const MOST = 50;

/** Something that was done and can be taken back. */
export interface Undoable {
  /** When it was done, epoch ms. */
  readonly at: number;
  /** Whose chat it is; null for messages. Told once it is taken back. */
  readonly name: string | null;
  /** For `chats.undo`, as main named them; empty where nothing came of it. */
  readonly undoIds: Promise<readonly string[]>;
  /** When it begins to be taken back; what this answers is called once it was. */
  readonly begin: (() => () => void) | null;
}

export interface UndoOptions {
  readonly texts: Translator;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  /** The undo key, as key labels. */
  readonly undoKeyLabels: () => readonly string[];
  /** Main took something back: what is on screen is asked again. */
  readonly onUndone: () => Promise<void>;
}

/**
 * What was done, the last thing last. Takes it back once: from its toast while that is there, or by the key, the last
 * thing first.
 */
export class UndoStack {
  #entries = $state.raw<readonly Undoable[]>([]);
  readonly #bridge: SwitchboardBridge;
  readonly #options: UndoOptions;

  constructor(bridge: SwitchboardBridge, options: UndoOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }
  /** When the last thing was done; null: nothing can be taken back. */
  get lastAt(): number | null {
    return this.#entries.at(-1)?.at ?? null;
  }

  /** From now on it can be taken back, also before main answered. What came to nothing goes by itself. */
  push(entry: Undoable): void {
    this.#entries = [...this.#entries, entry].slice(-MOST);
    void entry.undoIds.then((ids) => {
      if (ids.length === 0) this.#remove(entry);
    });
  }

  /** Shows the toast of what was done, with its undo. `lastsMs`: left out, as long as any toast. */
  showToast({ text, lastsMs }: { readonly text: string; readonly lastsMs?: number }, entry: Undoable): void {
    const { texts, toasts, undoKeyLabels } = this.#options;
    const run = (): void => {
      if (this.#remove(entry)) void this.#takeBack(entry);
    };
    const action = { label: texts.text(undone.undo), keys: undoKeyLabels(), run };
    toasts.show(text, { action, ...(lastsMs === undefined ? {} : { lastsMs }) });
  }

  /** Takes the last thing back; false where nothing could be. */
  async undoLast(): Promise<boolean> {
    const entry = this.#entries.at(-1);
    if (entry === undefined) return false;
    this.#remove(entry);
    // What came to nothing is not what the key was meant for.
    const ids = await entry.undoIds;
    return ids.length === 0 ? this.undoLast() : this.#takeBack(entry);
  }

  /** False: it was not there any more. */
  #remove(entry: Undoable): boolean {
    const wasThere = this.#entries.includes(entry);
    this.#entries = this.#entries.filter((other) => other !== entry);
    return wasThere;
  }

  async #takeBack(entry: Undoable): Promise<boolean> {
    const { ids, texts, toasts, onUndone } = this.#options;
    const end = entry.begin?.();
    let count = 0;
    for (const undoId of [...(await entry.undoIds)].reverse()) {
      const reply = await ids.run(`undo\n${undoId}`, (requestId) =>
        this.#bridge.request('chats.undo', { requestId, undoId }),
      );
      if (!reply.ok) return this.#tellFault(entry, reply.error);
      count += reply.value.count;
    }
    await onUndone();
    end?.();
    const { name } = entry;
    const words = count === 0 ? texts.text(undone.plain) : texts.text(undone.several, { count });
    toasts.show(name === null || count !== 1 ? words : texts.text(undone.one, { name }));
    return true;
  }

  async #tellFault(entry: Undoable, problem: ContractError): Promise<false> {
    const { texts, toasts, onUndone } = this.#options;
    if (problem.code === 'not-found') toasts.show(texts.text(undone.tooLate), { tone: 'fault' });
    else {
      // It could not be taken back yet: it is the last thing again.
      this.#entries = [...this.#entries, entry].sort((one, other) => one.at - other.at);
      toasts.show(texts.text(undone.failed, { detail: toFaultDetail(problem, texts) }), { tone: 'fault' });
    }
    await onUndone();
    return false;
  }
}
