/**
 * Adds people to a list, or takes them off it, a portion at a time: what is paused or stopped meanwhile goes no further,
 * and after a restart it goes on where it was.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { NO_PROGRESS } from '#shared/domain/people-changes.ts';
import type { MembersProgress } from '#shared/domain/people-changes.ts';
import { classifyActionFailure, MAX_UNKNOWN_OUTCOMES } from '../core/actions.ts';
import { listNextMembers, startMembers, toDetail, toMembersResult } from '../core/people-changes.ts';
import type { KeptOf } from '../core/people-changes.ts';
import { toProblem } from './change-fates.ts';
import type { ChangeFates } from './change-fates.ts';
import type { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';
import { isFatal } from './failures.ts';
import type { Suspects } from './suspects.ts';

type Kept = KeptOf<'members'>;

/** Rows that the store gives at a time. */
const ROWS_AT_ONCE = 200;

export interface MemberChangeParts {
  readonly fates: ChangeFates;
  readonly contacts: ContactReader;
  readonly suspects: Suspects;
}

export class MemberChanges {
  readonly #context: SyncContext;
  readonly #parts: MemberChangeParts;
  /** How often in a row it was unknown what came of a portion of each change. */
  readonly #unknownOutcomes = new Map<number, number>();

  constructor(context: SyncContext, parts: MemberChangeParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Does a portion, or the end. Rejects where the link or the disk fails. */
  async step(kept: Kept): Promise<void> {
    const progress = await this.#ask(kept, () => this.#begin(kept));
    if (progress === null) return;
    const portion = listNextMembers(kept.change, progress);
    if (portion.length > 0) await this.#carry(kept, progress, portion);
    else await this.#ask(kept, () => this.#end(kept, progress));
  }

  /** A question that fails changes nothing. Where the list is gone, or not ours to see, no portion can be taken. */
  async #ask<T>(kept: Kept, question: () => Promise<T>): Promise<T | null> {
    try {
      return await question();
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      if (classifyActionFailure(error) === 'refused') await this.#parts.fates.refuse(kept, toProblem(error));
      else this.#parts.fates.rest([kept]);
      if (isFatal(error) || this.#context.link.note(error)) throw error;
      return null;
    }
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
    const { link, source, store } = this.#context;
    const { listId } = kept.change;
    const before = await link.call('user', (options) => source.listMemberIds({ listId }, options));
    const progress = startMembers(kept.change, new Set(before));
    // First: once it has begun, the service cannot say any more who was there before.
    await store.noteMembersProgress({ changeId: kept.id, progress });
    const [ready] = await this.#parts.fates.begin([kept]);
    return ready === undefined ? null : progress;
  }

  async #carry(kept: Kept, progress: MembersProgress, portion: readonly ContactId[]): Promise<void> {
    const { link, source, store } = this.#context;
    const { listId, isAdded } = kept.change;
    let refusedWhy = progress.refusedWhy;
    try {
      const query = { listId, contactIds: portion };
      await link.call('user', (options) =>
        isAdded ? source.addListMembers(query, options) : source.deleteListMembers(query, options),
      );
    } catch (error) {
      if (!isAppError(error) || classifyActionFailure(error) !== 'refused') {
        await this.#settleFailure(kept, progress, error);
        return;
      }
      if (kept.change.contactIds.length <= portion.length) {
        await this.#parts.fates.refuse(kept, toProblem(error));
        return;
      }
      refusedWhy ||= toDetail(error) || error.code;
    }
    this.#unknownOutcomes.delete(kept.id);
    const handledCount = progress.handledCount + portion.length;
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
  }

  /** All portions are through: what came of it is what the service has now. */
  async #end(kept: Kept, progress: MembersProgress): Promise<void> {
    const { change, id } = kept;
    const after = await this.readMembers(change.listId);
    this.#parts.contacts.noteChanged(change.contactIds);
    const result = toMembersResult(change, progress, after);
    if (result.isQuiet) await this.#parts.fates.finish(kept);
    else await this.#context.store.noteMembersProgress({ changeId: id, progress: result.progress, state: 'done' });
    if (!change.isAdded) await this.checkGone(change.contactIds);
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
