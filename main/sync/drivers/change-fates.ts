import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { classifyActionFailure, MAX_UNKNOWN_OUTCOMES } from '../core/actions.ts';
import { toDetail } from '../core/people-changes.ts';
import type { SyncContext } from './context.ts';
import { isFatal } from './failures.ts';

interface Rest {
  readonly untilAt: number;
  readonly failures: number;
}

/** What becomes of changes of people that leave: each is written down before, and ends in the store. */
export class ChangeFates {
  readonly #context: SyncContext;
  readonly #rests = new Map<number, Rest>();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** They are about to leave; resolves to those that were not taken back. `knownNoteIds`: kept with new notes. */
  async begin<Kept extends KeptPeopleChange>(
    changes: readonly Kept[],
    known: { readonly knownNoteIds?: readonly number[] } = {},
  ): Promise<readonly Kept[]> {
    const changeIds = changes.map(({ id }) => id);
    const { readyIds } = await this.#context.store.beginPeopleChanges({ changeIds, ...known });
    const ready = new Set(readyIds);
    return changes.filter(({ id }) => ready.has(id));
  }

  async finish({ id }: KeptPeopleChange, noteId?: number): Promise<void> {
    this.#rests.delete(id);
    const outcome = { kind: 'done', ...(noteId === undefined ? {} : { noteId }) } as const;
    await this.#context.store.finishPeopleChange({ changeId: id, outcome });
  }

  async refuse({ id }: KeptPeopleChange, problem: { readonly code: string; readonly detail: string }): Promise<void> {
    this.#rests.delete(id);
    await this.#context.store.finishPeopleChange({ changeId: id, outcome: { kind: 'refused', problem } });
  }

  async conflict({ id }: KeptPeopleChange, theirs: string): Promise<void> {
    this.#rests.delete(id);
    await this.#context.store.finishPeopleChange({ changeId: id, outcome: { kind: 'conflict', theirs } });
  }

  /**
   * They were begun and failed. `hasLeft`: the request that failed would have changed something; `isPartDone`: one before
   * it did, so that they cannot be taken back any more. Rejects where the link or the disk failed.
   */
  async settle(
    changes: readonly KeptPeopleChange[],
    error: unknown,
    { hasLeft, isPartDone = false }: { readonly hasLeft: boolean; readonly isPartDone?: boolean },
  ): Promise<void> {
    if (!isAppError(error) || error.code === 'disk') throw error;
    const fate = classifyActionFailure(error);
    if (fate === 'refused') {
      for (const change of changes) await this.refuse(change, toProblem(error));
      return;
    }
    if (!isSurelyNotChanged(error, hasLeft)) for (const change of changes) await this.#doubt(change, error);
    else if (isPartDone) this.rest(changes);
    else await this.#undoBegin(changes);
    if (isFatal(error) || this.#context.link.note(error)) throw error;
  }

  /**
   * What had to be asked before it leaves could not be: it is refused where the service says no, else it waits and can still
   * be taken back. Rejects where the link or the disk failed.
   */
  async failBefore(change: KeptPeopleChange, error: unknown): Promise<void> {
    if (!isAppError(error) || error.code === 'disk') throw error;
    if (classifyActionFailure(error) === 'refused') await this.refuse(change, toProblem(error));
    else this.rest([change]);
    if (isFatal(error) || this.#context.link.note(error)) throw error;
  }

  /** They are tried again in a while; others go on. */
  rest(changes: readonly KeptPeopleChange[]): void {
    const { clock } = this.#context;
    for (const { id } of changes) {
      const failures = (this.#rests.get(id)?.failures ?? 0) + 1;
      const waitMs = planBackoffMs({ failures, random: clock.random(), retryAfterMs: null });
      this.#rests.set(id, { untilAt: clock.now() + waitMs, failures });
    }
  }

  /** Ids of those that are not tried now. */
  listResting(kept: readonly KeptPeopleChange[]): ReadonlySet<number> {
    const known = new Set(kept.map(({ id }) => id));
    for (const id of this.#rests.keys()) if (!known.has(id)) this.#rests.delete(id);
    const now = this.#context.clock.now();
    return new Set([...this.#rests].filter(([, { untilAt }]) => untilAt > now).map(([id]) => id));
  }

  get nextWakeAt(): number {
    const now = this.#context.clock.now();
    const ends = [...this.#rests.values()].map(({ untilAt }) => untilAt).filter((untilAt) => untilAt > now);
    return Math.min(Infinity, ...ends);
  }

  /** A person wants it now, or the clock was set: nothing rests any more. */
  wake(): void {
    for (const [id, { failures }] of this.#rests) this.#rests.set(id, { untilAt: 0, failures });
  }

  async #undoBegin(changes: readonly KeptPeopleChange[]): Promise<void> {
    await this.#context.store.undoBeginPeopleChanges({ changeIds: changes.map(({ id }) => id) });
    this.rest(changes);
  }

  /** It may be at the service: that is found out before it is tried again, but not for ever. */
  async #doubt(change: KeptPeopleChange, error: AppError): Promise<void> {
    if (change.attempts + 1 >= MAX_UNKNOWN_OUTCOMES) await this.refuse(change, toProblem(error));
    else this.rest([change]);
  }
}

function isSurelyNotChanged(error: AppError, hasLeft: boolean): boolean {
  if (!hasLeft) return true;
  return error.code === 'cancelled' ? error.outcome === 'not-accepted' : classifyActionFailure(error) === 'later';
}

export function toProblem(error: AppError): { readonly code: string; readonly detail: string } {
  return { code: error.code, detail: toDetail(error) };
}
