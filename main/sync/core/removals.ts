/** Who may be taken off a list: the service deletes contacts that are on no list any more. */
import type { ContactId } from '#shared/domain/ids.ts';
import type { MembersProgress } from '#shared/domain/people-changes.ts';
import type { KeptOf } from './people-changes.ts';

/** Those still to be taken off a list whom that would delete, unless another list has them: the user agreed to none of it. */
export function listUnsure(
  { contactIds, agreedIds }: KeptOf<'members'>['change'],
  { handledCount }: MembersProgress,
  members: ReadonlySet<ContactId>,
): Set<ContactId> {
  const agreed = new Set(agreedIds);
  return new Set(contactIds.slice(handledCount).filter((id) => members.has(id) && !agreed.has(id)));
}

/** What the service says of those who are to be taken off a list. */
export interface RemovalLook {
  /** Who is on that list. */
  readonly members: ReadonlySet<ContactId>;
  /** They are on no other list, and the user did not agree that they be deleted, or does not any more. */
  readonly stayingIds: ReadonlySet<ContactId>;
}

/** Who of a portion may leave; those who are not on the list are left out as well. */
export function splitPortion(
  portion: readonly ContactId[],
  { members, stayingIds }: RemovalLook,
): { readonly leaving: readonly ContactId[]; readonly isAnyStaying: boolean } {
  return {
    leaving: portion.filter((id) => members.has(id) && !stayingIds.has(id)),
    isAnyStaying: portion.some((id) => stayingIds.has(id)),
  };
}
