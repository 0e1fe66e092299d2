import type { KeptCallback } from '#shared/domain/callbacks.ts';
import { planAgainMs, planRefusedAgainMs } from '../core/hints.ts';
import type { HintedEvent } from '../core/hints.ts';
import type { HintOutcome } from './hint-pass.ts';

/** Events of one pass, and how many of them may be some that an earlier pass had no room for. */
export const MOST_AT_ONCE = 4_000;
const MOST_LEFT_OVER = 1_000;
/** So many of those that wait longest go ahead of what just came: more of it keeps nobody waiting for good. */
const LONGEST_WAITING = 10;

interface OpenEvent {
  readonly event: HintedEvent;
  /** No pass has looked at it yet. */
  readonly isNew: boolean;
  /** How often the service did not know it, and how often it refused to say. */
  readonly unknown: number;
  readonly refused: number;
  readonly plannedAt: number;
  readonly nextAt: number;
}

/** The events that were taken out of the inbox and are not settled: whose turn it is, and what became of it. */
export class HintQueue {
  readonly #open = new Map<number, OpenEvent>();

  add(events: readonly KeptCallback[], now: number): void {
    for (const { seq, direction, messageId, letter, phone } of events) {
      const event = { seq, direction, messageId, letter, phone };
      this.#open.set(seq, { event, isNew: true, unknown: 0, refused: 0, plannedAt: now, nextAt: now });
    }
  }

  drop(seq: number): void {
    this.#open.delete(seq);
  }

  /** How many of them no pass has looked at yet. */
  countNew(): number {
    let count = 0;
    for (const { isNew } of this.#open.values()) if (isNew) count += 1;
    return count;
  }

  /**
   * What the next pass is about. New ones come before those that were left over, and those before what was asked for and
   * not confirmed: whoever floods the inbox keeps nobody waiting.
   */
  listNext(now: number): readonly HintedEvent[] {
    const due = [...this.#open.values()].filter((one) => isDue(one, now));
    const leftOver = due.filter((one) => !one.isNew && countTries(one) === 0);
    const tried = due.filter((one) => countTries(one) > 0).sort((a, b) => countTries(a) - countTries(b));
    const ordered = [
      ...leftOver.slice(0, LONGEST_WAITING),
      ...due.filter(({ isNew }) => isNew),
      ...leftOver.slice(LONGEST_WAITING, MOST_LEFT_OVER),
      ...tried,
    ];
    return ordered.slice(0, MOST_AT_ONCE).map(({ event }) => event);
  }

  /** What becomes of an event after a pass; null: it is asked for again. */
  judge(seq: number, outcome: HintOutcome, now: number): 'confirmed' | 'refuted' | null {
    const one = this.#open.get(seq);
    if (one === undefined || outcome === 'confirmed') return 'confirmed';
    const tried = { ...one, isNew: false, plannedAt: now };
    if (outcome === 'unknown') {
      const unknown = one.unknown + 1;
      const waitMs = planAgainMs(unknown);
      if (waitMs === null) return 'refuted';
      this.#open.set(seq, { ...tried, unknown, nextAt: now + waitMs });
    } else if (outcome === 'refused') {
      const refused = one.refused + 1;
      this.#open.set(seq, { ...tried, refused, nextAt: now + planRefusedAgainMs(refused) });
    } else if (one.isNew) this.#open.set(seq, { ...one, isNew: false });
    return null;
  }

  /** When the first of them is due; Infinity: there is none. */
  get nextAt(): number {
    let at = Infinity;
    for (const { nextAt } of this.#open.values()) at = Math.min(at, nextAt);
    return at;
  }
}

function countTries({ unknown, refused }: OpenEvent): number {
  return unknown + refused;
}

/** What was planned by a clock that was set back since is due (SYNC-11). */
function isDue({ nextAt, plannedAt }: OpenEvent, now: number): boolean {
  return nextAt <= now || plannedAt > now;
}
