/**
 * What the user changes of contacts, notes and lists: it is on the disk and on screen before it is answered, leaves for the
 * service when its undo is over, and can be taken back until then.
 */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { EDIT_UNDO_MS } from '#main/services/chats/undo-memory.ts';
import type { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { NO_PROGRESS } from '#shared/domain/people-changes.ts';
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';

interface Applying {
  readonly undo: UndoMemory;
  readonly account: Pick<OpenAccount, 'store' | 'sync' | 'folder'>;
  readonly changes: readonly PeopleChange[];
  /** When the user made them, and how long they can be taken back. */
  readonly at: number;
  readonly undoMs: number;
  /** Changes that waited and that these made needless, once these are kept. */
  readonly findDropped?: () => Promise<readonly PeopleChange[]>;
}

/** The id by which they are taken back; null where nothing is different. Throws `disk`. */
export async function applyPeopleChanges(applying: Applying): Promise<string | null> {
  const { undo, account, changes, at, undoMs, findDropped } = applying;
  const { store, sync, folder } = account;
  const { changeIds } = await store.applyPeopleChanges({ changes, at, dueAt: at + undoMs });
  const waiting = changeIds.filter((id) => id !== null);
  sync.peopleChanged();
  const dropped = (await findDropped?.()) ?? [];
  if (waiting.length === 0 && dropped.length === 0) return null;
  return undo.keep(folder, { kind: 'people', changeIds: waiting, dropped });
}

/** Throws `not-found` where it is too late, and `disk`. */
export async function undoPeopleChanges(
  { session, undo, now }: Services,
  { undoId }: RequestInput<'contacts.undo'>,
): Promise<RequestOutput<'contacts.undo'>> {
  const { store, sync, folder } = session.getAccount();
  const done = undo.take(folder, undoId);
  if (done === undefined) throw toNotFound('change to take back');
  try {
    if (done.kind !== 'people') throw toNotFound('change of people to take back');
    const { cancelledIds } = await store.cancelPeopleChanges({ changeIds: done.changeIds });
    const at = now();
    if (done.dropped.length > 0)
      await store.applyPeopleChanges({ changes: done.dropped, at, dueAt: at + EDIT_UNDO_MS });
    sync.peopleChanged();
    const count = cancelledIds.length + done.dropped.length;
    if (count === 0) throw toNotFound('change to take back');
    return { count };
  } catch (error) {
    undo.putBack(folder, undoId, done);
    throw error;
  }
}

/** The user's answer to what was refused, is in conflict, or is about members. Throws `not-found` and `disk`. */
export async function resolvePeopleChange(
  { session, now }: Services,
  { changeId, choice }: RequestInput<'contacts.resolveChange'>,
): Promise<RequestOutput<'contacts.resolveChange'>> {
  const { store, sync } = session.getAccount();
  const kept = (await store.listPeopleChanges({})).find(({ id }) => id === changeId);
  if (kept === undefined) throw toNotFound('change');
  if (choice === 'pause' || choice === 'resume') {
    if (kept.change.kind !== 'members' || !isUnderWay(kept)) throw toNotFound('change that can be paused');
    const state = choice === 'pause' ? 'paused' : 'waiting';
    await store.noteMembersProgress({ changeId, progress: kept.progress ?? NO_PROGRESS, state });
  } else {
    await store.resolvePeopleChange({ changeId, choice: choice === 'mine' ? 'again' : 'drop', at: now() });
    // Some of them may be on the list by now, or off it: the service says which.
    if (choice === 'stop' && kept.change.kind === 'members') sync.readMembers(kept.change.listId);
  }
  sync.peopleChanged();
  return {};
}

function isUnderWay({ state }: KeptPeopleChange): boolean {
  return state === 'waiting' || state === 'paused';
}
