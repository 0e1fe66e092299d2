/**
 * The queue in front of the writer. One group is with the writer at a time; what people do goes next, all that waits of
 * it in one group (one commit to disk for all); then one part of the sync commit that has waited longest.
 *
 *   person: ●●● ─┐
 *                ├─► writer (one group) ─► outputs
 *   sync:  ▤▤▤▤ ─┘   (one part of the first)
 */
import { commandRanks } from './names.ts';
import type { CallResult, CommandCall } from './protocol.ts';
import { createEnded, toAppError } from './errors.ts';
import { toParts, toWholeOutput } from './split.ts';

/** Most commands of people in one group: bounds how long one commit takes. */
const MOST_TOGETHER = 64;

interface Entry {
  readonly name: CommandCall['name'];
  readonly parts: CommandCall[];
  readonly outputs: unknown[];
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class WriterQueue {
  readonly #run: (calls: readonly CommandCall[]) => Promise<readonly CallResult[]>;
  readonly #person: Entry[] = [];
  readonly #sync: Entry[] = [];
  #draining: Promise<void> | null = null;
  #isClosed = false;

  /** `run` hands one group to the writer; it rejects when the writer is gone. */
  constructor(run: (calls: readonly CommandCall[]) => Promise<readonly CallResult[]>) {
    this.#run = run;
  }

  push(call: CommandCall): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(createEnded('The store is closed', undefined, 'not-accepted'));
    return new Promise((resolve, reject) => {
      const entry: Entry = { name: call.name, parts: toParts(call), outputs: [], resolve, reject };
      (commandRanks[call.name] === 'person' ? this.#person : this.#sync).push(entry);
      this.#draining ??= this.#drain();
    });
  }

  /** Takes nothing more; resolves when all that waits is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Calls made in the same turn shall share a group.
    await Promise.resolve();
    for (let group = this.#take(); group.length > 0; group = this.#take()) await this.#runGroup(group);
    this.#draining = null;
  }

  #take(): Entry[] {
    if (this.#person.length > 0) return this.#person.splice(0, MOST_TOGETHER);
    return this.#sync.slice(0, 1);
  }

  async #runGroup(group: readonly Entry[]): Promise<void> {
    const calls = group.flatMap((entry) => entry.parts.splice(0, 1));
    try {
      const results = await this.#run(calls);
      group.forEach((entry, index) => this.#settle(entry, results[index]));
    } catch (error) {
      for (const entry of group) this.#end(entry, () => entry.reject(error));
    }
  }

  #settle(entry: Entry, result: CallResult | undefined): void {
    if (result?.ok === false) {
      this.#end(entry, () => entry.reject(toAppError(result.error)));
      return;
    }
    entry.outputs.push(result?.output);
    if (entry.parts.length === 0) this.#end(entry, () => entry.resolve(toWholeOutput(entry.name, entry.outputs)));
  }

  /** A failed part ends the whole call: the parts behind it, and the cursor in the last, are never written. */
  #end(entry: Entry, tell: () => void): void {
    const index = this.#sync.indexOf(entry);
    if (index >= 0) this.#sync.splice(index, 1);
    tell();
  }
}
