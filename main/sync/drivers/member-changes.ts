/**
 * Adds people to a list, or takes them off it, a portion at a time: what is paused or stopped meanwhile goes no further,
 * and after a restart it goes on where it was.
 *
 * SYNC-28  Contacts leave a list only while another list has them, by a reading of two minutes at most, or where the user
 *          agreed that they are deleted.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { NO_PROGRESS, ONLY_LIST } from '#shared/domain/people-changes.ts';
import type { MembersProgress } from '#shared/domain/people-changes.ts';
import { classifyActionFailure, MAX_UNKNOWN_OUTCOMES } from '../core/actions.ts';
import { isOfKind, listNextMembers, startMembers, toDetail, toMembersResult } from '../core/people-changes.ts';
import type { KeptOf } from '../core/people-changes.ts';
import { listUnsure, splitPortion } from '../core/removals.ts';
import type { RemovalLook } from '../core/removals.ts';
import { toProblem } from './change-fates.ts';
import type { ChangeFates } from './change-fates.ts';
import type { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';
import { isFatal } from './failures.ts';
import { ListsAndMembers } from './lists-and-members.ts';
import type { Suspects } from './suspects.ts';

type Kept = KeptOf<'members'>;

/** Another client may take people off other lists while a long change is under way: who is where is believed so long. */
const LOOK_MS = 120_000;
/** Rows that the store gives at a time. */
const ROWS_AT_ONCE = 200;

export interface MemberChangeParts {
  readonly fates: ChangeFates;
  readonly contacts: ContactReader;
  readonly suspects: Suspects;
  /** Has `checkGone` done beside the changes: they may be many thousands, asked for one by one. */
  readonly checkLater: (contactIds: readonly ContactId[]) => void;
}

/** Who is where, for one change: read before it leaves. */
interface Look extends RemovalLook {
  readonly changeId: number;
  readonly at: number;
}

/** Of a portion those who are asked for; `why`: why not all of them are. */
interface Portion {
  readonly count: number;
  readonly contactIds: readonly ContactId[];
  readonly why: string;
}

export class MemberChanges {
  readonly #context: SyncContext;
  readonly #parts: MemberChangeParts;
  readonly #lists: ListsAndMembers;
  /** How often in a row it was unknown what came of a portion of each change. */
  readonly #unknownOutcomes = new Map<number, number>();
  #look: Look | null = null;

  constructor(context: SyncContext, parts: MemberChangeParts) {
    this.#context = context;
    this.#parts = parts;
    this.#lists = new ListsAndMembers(context);
  }

  /** Does a portion, or the end. Rejects where the link or the disk fails. */
  async step(kept: Kept): Promise<void> {
    const progress = await this.#ask(kept, () => this.#begin(kept));
    if (progress === null) return;
    const contactIds = listNextMembers(kept.change, progress);
    if (contactIds.length === 0) {
      await this.#ask(kept, () => this.#end(kept, progress));
      return;
    }
    const portion = await this.#ask(kept, () => this.#plan(kept, progress, contactIds));
    if (portion !== null) await this.#carry(kept, progress, portion);
  }

  /** Members changed, and not by a change that waits: they are read anew before the next contact leaves a list. */
  forget(): void {
    this.#look = null;
  }

  /** A question that fails changes nothing. Where the list is gone, or not ours to see, no portion can be taken. */
  async #ask<T>(kept: Kept, question: () => Promise<T>): Promise<T | null> {
    try {
      return await question();
    } catch (error) {
      await this.#parts.fates.failBefore(kept, error);
      return null;
    }
  }

  /** The service deletes who is on no list: those whom the user did not agree to lose stay on their last one. */
  async #plan(kept: Kept, progress: MembersProgress, contactIds: readonly ContactId[]): Promise<Portion> {
    const count = contactIds.length;
    if (kept.change.isAdded) return { count, contactIds, why: '' };
    const now = this.#context.clock.now();
    const known = this.#look;
    const isKnown = known !== null && known.changeId === kept.id && known.at <= now && now - known.at <= LOOK_MS;
    const look = isKnown ? known : await this.#readAround(kept, progress);
    const stayingIds = new Set([...look.stayingIds, ...(await this.#listSaved(kept))]);
    const { leaving, isAnyStaying } = splitPortion(contactIds, { members: look.members, stayingIds });
    return { count, contactIds: leaving, why: isAnyStaying ? ONLY_LIST : '' };
  }

  /** Those whom the user agreed to lose, and then put on another list after all, where they are not yet. */
  async #listSaved({ change }: Kept): Promise<readonly ContactId[]> {
    if (change.agreedIds.length === 0) return [];
    const kept = (await this.#context.store.listPeopleChanges({})).filter(isOfKind('members'));
    const added = kept.filter(
      (one) => one.change.isAdded && one.change.listId !== change.listId && one.state !== 'done',
    );
    const addedIds = new Set(added.flatMap((one) => one.change.contactIds));
    return change.agreedIds.filter((id) => addedIds.has(id));
  }

  /** Reads who is on the list, and other lists until each of those who shall leave it was seen on one. */
  async #readAround(kept: Kept, progress: MembersProgress): Promise<Look> {
    const { link, source, clock } = this.#context;
    const { listId } = kept.change;
    const at = clock.now();
    this.#look = null;
    const members = new Set(await link.call('user', (options) => source.listMemberIds({ listId }, options)));
    const unsure = listUnsure(kept.change, progress, members);
    const lists = unsure.size === 0 ? [] : await this.#lists.listLists('sync');
    // The largest first: it is the likeliest to have them.
    for (const { id } of lists.toSorted((one, other) => other.membersCount - one.membersCount)) {
      if (unsure.size === 0) break;
      if (id === listId) continue;
      for (const contactId of await this.#lists.readMembersIfAny(id, 'sync')) unsure.delete(contactId);
    }
    this.#look = { changeId: kept.id, at, members, stayingIds: unsure };
    return this.#look;
  }

  /** As the service has all lists and their members now. Rejects with `AppError`. */
  readAllMembers(): Promise<void> {
    return this.#lists.readAll();
  }

  /** Who is on the list now decides what is shown. Rejects with `AppError`. */
  async readMembers(listId: ListId): Promise<ReadonlySet<ContactId>> {
    const { link, source, store } = this.#context;
    const contactIds = await link.call('user', (options) => source.listMemberIds({ listId }, options));
    await store.setListMembers({ listId, contactIds });
    const list = await link.call('user', (options) => source.getList({ listId }, options));
    await store.commitLists({ lists: [list] });
    return new Set(contactIds);
  }

  /** How far it is; before the first portion it is counted who is there already. Null: it was taken back. */
  async #begin(kept: Kept): Promise<MembersProgress | null> {
    if (kept.attempts > 0) return kept.progress ?? NO_PROGRESS;
    const { store } = this.#context;
    const progress = startMembers(kept.change, await this.#readBefore(kept));
    // First: once it has begun, the service cannot say any more who was there before.
    await store.noteMembersProgress({ changeId: kept.id, progress });
    const [ready] = await this.#parts.fates.begin([kept]);
    return ready === undefined ? null : progress;
  }

  /** Also who is on other lists, where that decides who may leave: what cannot be read leaves the change as it was. */
  async #readBefore(kept: Kept): Promise<ReadonlySet<ContactId>> {
    const { link, source } = this.#context;
    const { listId, isAdded } = kept.change;
    if (!isAdded) return (await this.#readAround(kept, NO_PROGRESS)).members;
    return new Set(await link.call('user', (options) => source.listMemberIds({ listId }, options)));
  }

  async #carry(kept: Kept, progress: MembersProgress, portion: Portion): Promise<void> {
    const { link, source, store } = this.#context;
    const { contactIds } = portion;
    const { listId, isAdded } = kept.change;
    let refusedWhy = progress.refusedWhy || portion.why;
    try {
      const query = { listId, contactIds };
      if (contactIds.length > 0) {
        await link.call('user', (options) =>
          isAdded ? source.addListMembers(query, options) : source.deleteListMembers(query, options),
        );
      }
    } catch (error) {
      if (!isAppError(error) || classifyActionFailure(error) !== 'refused') {
        await this.#settleFailure(kept, progress, error);
        return;
      }
      if (kept.change.contactIds.length <= portion.count) {
        await this.#parts.fates.refuse(kept, toProblem(error));
        return;
      }
      refusedWhy ||= toDetail(error) || error.code;
    }
    this.#unknownOutcomes.delete(kept.id);
    const handledCount = progress.handledCount + portion.count;
    await store.noteMembersProgress({ changeId: kept.id, progress: { ...progress, refusedWhy, handledCount } });
  }

  /** A portion can be asked for again: who is on the list already stays there. Rejects where the link or the disk failed. */
  async #settleFailure(kept: Kept, progress: MembersProgress, error: unknown): Promise<void> {
    if (!isAppError(error) || error.code === 'disk') throw error;
    const { fates } = this.#parts;
    if (classifyActionFailure(error) === 'later') {
      // What never left can be taken back.
      if (progress.handledCount === 0 && kept.attempts === 0) await fates.settle([kept], error, { hasLeft: true });
      else fates.rest([kept]);
    } else if (this.#isGivenUp(kept)) await this.#giveUp(kept, error);
    else fates.rest([kept]);
    if (isFatal(error) || this.#context.link.note(error)) throw error;
  }

  #isGivenUp({ id }: Kept): boolean {
    const count = (this.#unknownOutcomes.get(id) ?? 0) + 1;
    this.#unknownOutcomes.set(id, count);
    return count >= MAX_UNKNOWN_OUTCOMES;
  }

  async #giveUp(kept: Kept, error: AppError): Promise<void> {
    this.#unknownOutcomes.delete(kept.id);
    await this.#parts.fates.refuse(kept, toProblem(error));
    await this.#refresh(kept.change.listId);
  }

  /** What is shown is who the service has; where it cannot be read now, it is read another time. */
  async #refresh(listId: ListId): Promise<void> {
    try {
      await this.readMembers(listId);
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk' || this.#context.link.note(error)) throw error;
    }
  }

  /** All portions are through: what came of it is what the service has now. */
  async #end(kept: Kept, progress: MembersProgress): Promise<void> {
    const { change, id } = kept;
    this.forget();
    const after = await this.readMembers(change.listId);
    this.#parts.contacts.noteChanged(change.contactIds);
    const result = toMembersResult(change, progress, after);
    if (result.isQuiet) await this.#parts.fates.finish(kept);
    else await this.#context.store.noteMembersProgress({ changeId: id, progress: result.progress, state: 'done' });
    if (!change.isAdded) this.#parts.checkLater(change.contactIds);
  }

  /** The service deletes contacts that are on no list any more: these are asked for, and taken out. Rejects with `AppError`. */
  async checkGone(contactIds: readonly number[]): Promise<void> {
    const errand = await this.#parts.suspects.check('contacts', await this.#listWithoutList(contactIds));
    while (errand !== null && (await errand.step()));
  }

  async #listWithoutList(contactIds: readonly number[]): Promise<readonly number[]> {
    const without: number[] = [];
    for (let done = 0; done < contactIds.length; done += ROWS_AT_ONCE) {
      const ids = contactIds.slice(done, done + ROWS_AT_ONCE);
      const rows = await this.#context.store.listContactRows({ scope: { kind: 'all' }, ids });
      for (const row of rows) if (row !== null && row.lists.length === 0) without.push(row.id);
    }
    return without;
  }
}
