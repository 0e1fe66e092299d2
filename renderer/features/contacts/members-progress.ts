/** How far a change of the members of a list is. Pure. */
import type { PeopleChangeView } from '#shared/contract/index.ts';
import { ONLY_LIST } from '#shared/domain/people-changes.ts';

export interface MembersProgress {
  readonly isAdded: boolean;
  readonly total: number;
  readonly handled: number;
  /** Added or taken off; with `already`, `refused` and `toGo` it makes `total`. */
  readonly changed: number;
  readonly already: number;
  readonly refused: number;
  readonly toGo: number;
  readonly refusedWhy: string;
  /** Those who were refused are on no other list any more: they stay on this one instead of being deleted. */
  readonly isKept: boolean;
  /** Members as they were counted at the end; null before that. */
  readonly finalCount: number | null;
  readonly state: PeopleChangeView['state'];
}

/** Null where it is no change of members. */
export function toMembersProgress({ members, state }: PeopleChangeView): MembersProgress | null {
  if (members === null) return null;
  const { isAdded, totalCount, handledCount, alreadyCount, refusedCount, refusedWhy, finalCount } = members;
  return {
    ...{ isAdded, refusedWhy, finalCount, state, isKept: refusedWhy === ONLY_LIST },
    total: totalCount,
    handled: handledCount,
    changed: Math.max(0, handledCount - alreadyCount - refusedCount),
    already: alreadyCount,
    refused: refusedCount,
    toGo: Math.max(0, totalCount - handledCount),
  };
}

/** Whether it has a card: a short change that is about to leave, or can still be taken back, needs none. */
export function isShownInList(change: PeopleChangeView, listId: number): boolean {
  if (change.listId !== listId || change.members === null) return false;
  return change.state !== 'waiting' || change.members.handledCount > 0 || change.members.totalCount > 1_000;
}
