/** What was found out at the service about a schedule: what the steps of the work on it are decided by. */
import type { AppError } from '#shared/domain/app-error.ts';
import type { Schedule } from '#shared/domain/schedules.ts';

/**
 * The schedule that has to go, as it was read. `wentOut`: its text did, so that a change is too late; null: that cannot be
 * told. Of a recurring one it is false: its other times are still to come.
 */
export type OldEvidence =
  | { readonly kind: 'pending'; readonly schedule: Schedule }
  | { readonly kind: 'over'; readonly schedule: Schedule; readonly wentOut: boolean | null }
  /** `schedule`: as this computer knew it; null: not at all. */
  | { readonly kind: 'gone'; readonly schedule: Schedule | null; readonly wentOut: boolean | null };

/** What a search for a creation whose answer was lost came to. */
export type LookEvidence =
  | { readonly kind: 'found'; readonly schedule: Schedule; readonly wentOut: boolean | null }
  /** Its send is there and has texts; the schedule is not there any more. */
  | { readonly kind: 'sent'; readonly at: number | null }
  /** Everything that could hold it was read. */
  | { readonly kind: 'absent' }
  /** `isLasting`: the service lets this account read none of it. */
  | { readonly kind: 'unreadable'; readonly error: AppError; readonly isLasting: boolean };

export function isOneOff({ rule, kind }: Pick<Schedule, 'rule' | 'kind'>): boolean {
  return rule === null && (kind === 'once' || kind === 'unknown');
}

/** It has no time to come. */
export function isOver({ isCompleted, nextAt, lastAt, rule }: Schedule): boolean {
  return isCompleted || (nextAt === null && lastAt !== null && rule === null);
}
