import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { undone } from './messages.ts';
import { toFaultDetail } from './deed-words.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import { UndoStack, type Undoable } from './undo-stack.svelte.ts';

export interface ActUndoOptions {
  readonly texts: Translator;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly now: () => number;
  /** The key that takes back, as key labels. */
  readonly undoKeyLabels: () => readonly string[];
  /** Main took something back: what is on screen is asked again. */
  readonly onUndone: () => Promise<void>;
}

/** A thing that is done, as its toast tells it. */
export interface DoneThing {
  readonly text: string;
  /** Shown for so long, ms; left out: as any toast. */
  readonly lastsMs?: number;
}

/** Takes acts back: from their toast while it is there, by the key in the order in which they were done. */
export class ActUndo {
  readonly #stack = new UndoStack();
  readonly #bridge: SwitchboardBridge;
  readonly #options: ActUndoOptions;

  constructor(bridge: SwitchboardBridge, options: ActUndoOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  get canUndo(): boolean {
    return !this.#stack.isEmpty;
  }
  /** When the last thing was done that can be taken back; null: there is none. */
  get lastAt(): number | null {
    return this.#stack.lastAt;
  }

  /** An act that is on its way. */
  expect(entry: Undoable): void {
    this.#stack.push(entry);
  }

  /** Tells what was done, with the way back. */
  tell({ text, lastsMs }: DoneThing, entry: Undoable): void {
    const { texts, toasts, undoKeyLabels } = this.#options;
    const run = (): void => {
      if (this.#stack.remove(entry)) void this.#takeBack(entry);
    };
    const action = { label: texts.text(undone.undo), keys: undoKeyLabels(), run };
    toasts.show(text, { action, ...(lastsMs === undefined ? {} : { lastsMs }) });
  }

  /** Takes the last thing back; false where nothing could be. */
  async undoLast(): Promise<boolean> {
    const entry = this.#stack.pop();
    if (entry === null) return false;
    // What came to nothing is not what the key was meant for.
    const ids = await entry.undoIds;
    return ids.length === 0 ? this.undoLast() : this.#takeBack(entry);
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
      this.#stack.putBack(entry);
      toasts.show(texts.text(undone.failed, { detail: toFaultDetail(problem, texts) }), { tone: 'fault' });
    }
    await onUndone();
    return false;
  }
}
