import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { toEarliest } from '../core/action-plan.ts';
import type { ActionBulk } from '../core/action-plan.ts';
import type { SyncClock } from '../ports.ts';

interface Rest {
  readonly failures: number;
  readonly untilAt: number;
}

/** What is known of the actions that wait besides what the store keeps; an end of the app forgets it, and loses nothing. */
export class ActionMemory {
  readonly #clock: SyncClock;
  /** How often each action met an unknown outcome by itself. */
  readonly #unknownOutcomes = new Map<number, number>();
  readonly #carried = new Map<number, ActionBulk['kind']>();
  readonly #alone = new Set<number>();
  readonly #byIds = new Set<number>();
  #isRecalled = false;
  /** Every action that was planned. */
  readonly #known = new Set<number>();
  readonly #rests = new Map<ChatId, Rest>();

  constructor(clock: SyncClock) {
    this.#clock = clock;
  }

  /** Actions that a bulk carried and nobody has looked at since. */
  get carried(): ReadonlySet<number> {
    return new Set(this.#carried.keys());
  }

  get alone(): ReadonlySet<number> {
    return this.#alone;
  }

  get byIds(): ReadonlySet<number> {
    return this.#byIds;
  }

  /**
   * What was made undone, and of reading and of states what began to leave before this run, is looked at first. Pins, mutes
   * and blocks are just done once more: not every chat says that its number is blocked.
   */
  recall(actions: readonly PendingAction[]): void {
    for (const { id, attempts, action, isReverse } of actions) {
      const isOfBefore = attempts > 0 && !this.#isRecalled && (action.kind === 'read' || action.kind === 'status');
      if ((isReverse === true || isOfBefore) && !this.#known.has(id)) this.#carried.set(id, 'ids');
      this.#known.add(id);
    }
    this.#isRecalled = true;
  }

  carry({ kind, actions }: ActionBulk): void {
    for (const { id } of actions) this.#carried.set(id, kind);
  }

  /** A bulk of that kind could not do them: they go by ids, or one by one where that was tried. */
  demote(kind: ActionBulk['kind'], actions: readonly PendingAction[]): void {
    for (const { id } of actions) {
      this.#carried.delete(id);
      (kind === 'every-read' ? this.#byIds : this.#alone).add(id);
    }
  }

  /** What a bulk carried was looked at and is not so. */
  demoteCarried(actions: readonly PendingAction[]): void {
    for (const pending of actions) this.demote(this.#carried.get(pending.id) ?? 'ids', [pending]);
  }

  /** Nobody knows what came of it: it is looked for before it is tried again. Returns how often that was so by now. */
  doubt({ id }: PendingAction): number {
    const times = (this.#unknownOutcomes.get(id) ?? 0) + 1;
    this.#unknownOutcomes.set(id, times);
    return times;
  }

  isDoubted({ id }: Pick<PendingAction, 'id'>): boolean {
    return this.#unknownOutcomes.has(id);
  }

  /** Chats that are left alone for a while, together, because something about them could not be done now. */
  rest(actions: readonly PendingAction[]): void {
    const failures = 1 + Math.max(0, ...actions.map(({ chatId }) => this.#rests.get(chatId)?.failures ?? 0));
    const waitMs = planBackoffMs({ failures, random: this.#clock.random(), retryAfterMs: null });
    const untilAt = this.#clock.now() + waitMs;
    for (const { chatId } of actions) this.#rests.set(chatId, { failures, untilAt });
  }

  wake(): void {
    this.#rests.clear();
  }

  get resting(): readonly ChatId[] {
    const now = this.#clock.now();
    return [...this.#rests].filter(([, { untilAt }]) => untilAt > now).map(([chatId]) => chatId);
  }

  /** When the first of them is tried again; infinite where none rests. */
  get nextWakeAt(): number {
    const now = this.#clock.now();
    return toEarliest([...this.#rests.values()].map(({ untilAt }) => untilAt).filter((at) => at > now));
  }

  /** It is off the list. */
  forget({ id, chatId }: PendingAction): void {
    for (const kept of [this.#unknownOutcomes, this.#carried, this.#alone, this.#byIds]) kept.delete(id);
    this.#rests.delete(chatId);
  }

  /** Only these still wait. */
  keepOnly(actions: readonly PendingAction[]): void {
    const ids = new Set(actions.map(({ id }) => id));
    for (const kept of [this.#unknownOutcomes, this.#carried, this.#alone, this.#byIds, this.#known]) {
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
    }
    const chatIds = new Set(actions.map(({ chatId }) => chatId));
    for (const chatId of this.#rests.keys()) if (!chatIds.has(chatId)) this.#rests.delete(chatId);
  }
}
