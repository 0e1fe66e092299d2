import type { ChangeSet } from '#shared/domain/sync.ts';
import type { Changes } from './changes.ts';
import { toDiskKind } from './errors.ts';
import type { DiskKind } from './errors.ts';
import type { WriteDb } from './open.ts';

interface Follow {
  readonly run: () => void;
  readonly changes: Changes;
}

/** What keeps the cache from following for a while only. */
const PASSING: ReadonlySet<DiskKind> = new Set(['full', 'busy']);

/**
 * What the cache owes to owned rows that are on the disk: it could not follow at the time, as where there was no room. It
 * follows as soon as it can; what is still owed at the end is made up for by the next opening (`reconcile.ts`).
 */
export class Owed {
  readonly #follows = new Map<object, Follow>();

  /** `owner` owes once, however often it is told. What no time heals is not kept. */
  add(owner: object, follow: Follow, kind: DiskKind | null): void {
    if (kind !== null && PASSING.has(kind)) this.#follows.set(owner, follow);
  }

  /** Follows, all or nothing, in the order in which it was owed. Returns what that changed. Never throws. */
  settle(cache: WriteDb): readonly ChangeSet[] {
    if (this.#follows.size === 0) return [];
    const follows = [...this.#follows.values()];
    try {
      cache.transaction(() => {
        for (const { run } of follows) run();
      });
    } catch (error) {
      if (!PASSING.has(toDiskKind(error))) this.#follows.clear();
      return [];
    }
    this.#follows.clear();
    return follows.flatMap(({ changes }) => changes.toChangeSet() ?? []);
  }
}
