/**
 * Carries what the user changed of contacts, notes and lists to the service, one change after the other.
 *
 * SYNC-27  A change of people leaves when its undo is over, after older ones of the same contact or list, and ends as done,
 *          refused or in conflict; one that is refused or rests keeps no other waiting but those of the same contact or list.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { Serial } from '#shared/lib/serial.ts';
import { planPeopleChanges } from '../core/people-changes.ts';
import type { KeptOf, PeopleJob } from '../core/people-changes.ts';
import { Alarm } from './alarm.ts';
import { ChangeFates } from './change-fates.ts';
import { ContactEdits } from './contact-edits.ts';
import type { SyncContext } from './context.ts';
import { runLoop } from './loop.ts';
import { MemberChanges } from './member-changes.ts';
import { NoteChanges } from './note-changes.ts';
import type { Readers } from './readers.ts';
import { Suspects } from './suspects.ts';

/** Contacts of one request. */
const DELETED_AT_ONCE = 500;

export class PeopleChanges {
  readonly members: MemberChanges;
  readonly #context: SyncContext;
  readonly #readers: Pick<Readers, 'contacts'>;
  readonly #alarm: Alarm;
  readonly #fates: ChangeFates;
  readonly #edits: ContactEdits;
  readonly #notes: NoteChanges;
  readonly #turns = new Serial();

  constructor(context: SyncContext, readers: Readers, checkLater: (contactIds: readonly ContactId[]) => void) {
    this.#context = context;
    this.#readers = readers;
    this.#alarm = new Alarm(context.clock);
    this.#fates = new ChangeFates(context);
    const { contacts, notes } = readers;
    const parts = { fates: this.#fates, contacts };
    this.#edits = new ContactEdits(context, parts);
    this.#notes = new NoteChanges(context, { ...parts, notes });
    const suspects = new Suspects(context, readers.chats);
    this.members = new MemberChanges(context, { ...parts, suspects, checkLater });
  }

  /** There are new changes, or fewer. */
  kick(): void {
    this.#alarm.ring();
  }

  /** A person wants it now: nothing rests any more. */
  hurry(): void {
    this.#fates.wake();
    this.kick();
  }

  /** No change leaves while that work is done; what it did to lists counts for the next one. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(async () => {
      try {
        return await work();
      } finally {
        this.members.forget();
      }
    });
  }

  /** Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, (isSetBack) => this.#takeTurn(() => this.#step(isSetBack)));
  }

  /** Work that holds changes back, which others do, does not hold up the end of sync: no step is begun after it. */
  async #takeTurn(step: () => Promise<number>): Promise<number> {
    const { signal } = this.#context;
    const begun = Promise.withResolvers<boolean>();
    const end = (): void => begun.resolve(false);
    signal.addEventListener('abort', end, { once: true });
    const turn = this.#turns.run(async () => {
      begun.resolve(!signal.aborted);
      return (await begun.promise) ? await step() : Infinity;
    });
    const isBegun = await begun.promise;
    signal.removeEventListener('abort', end);
    return isBegun ? await turn : Infinity;
  }

  async #step(isSetBack: boolean): Promise<number> {
    const { store, clock } = this.#context;
    if (isSetBack) this.#fates.wake();
    const kept = await store.listPeopleChanges({});
    const resting = this.#fates.listResting(kept);
    const { job, nextDueAt } = planPeopleChanges(kept, { now: clock.now(), resting });
    if (job === null) return Math.min(nextDueAt, this.#fates.nextWakeAt);
    await this.#perform(job);
    return 0;
  }

  #perform(job: PeopleJob): Promise<void> {
    switch (job.kind) {
      case 'edit-contact':
        return this.#edits.editContact(job.contactId, job.edits);
      case 'edit-list':
        return this.#edits.editList(job.listId, job.edits);
      case 'members':
        return this.members.step(job.kept);
      case 'delete-contacts':
        return this.#deleteContacts(job.kept);
      case 'add-note':
        return this.#notes.add(job.kept);
      case 'edit-note':
        return this.#notes.edit(job.kept);
      case 'delete-notes':
        return this.#notes.delete(job.kept);
      default:
        return assertNever(job, 'every kind of change has its way');
    }
  }

  async #deleteContacts(kept: KeptOf<'delete-contacts'>): Promise<void> {
    const begun = await this.#fates.begin([kept]);
    if (begun.length === 0) return;
    const { contactIds } = kept.change;
    let done = 0;
    try {
      for (; done < contactIds.length; done += DELETED_AT_ONCE) {
        await this.#deletePortion(contactIds.slice(done, done + DELETED_AT_ONCE));
      }
      await this.#fates.finish(kept);
    } catch (error) {
      await this.#fates.settle([kept], error, { hasLeft: true, isPartDone: done > 0 });
    }
  }

  /** Who is gone already is gone as was wanted. Where the service lacks some of several, it is asked who: the rest go alone. */
  async #deletePortion(contactIds: readonly ContactId[]): Promise<void> {
    const [contactId] = contactIds;
    if (contactId === undefined) return;
    const { link, source } = this.#context;
    try {
      await link.call('user', (options) =>
        contactIds.length === 1
          ? source.deleteContact({ contactId }, options)
          : source.deleteContacts({ contactIds }, options),
      );
      await this.#takeOut(contactIds);
    } catch (error) {
      if (!isAppError(error, 'not-found')) throw error;
      const left = contactIds.length === 1 ? [] : await this.#listLeft(contactIds);
      const kept = new Set(left);
      await this.#takeOut(contactIds.filter((id) => !kept.has(id)));
      if (left.length === contactIds.length) throw error;
      await this.#deletePortion(left);
    }
  }

  /** Who of them the service still has: no list of contacts proves that one is gone, only its own reading does. */
  async #listLeft(contactIds: readonly ContactId[]): Promise<readonly ContactId[]> {
    const { link, source } = this.#context;
    const left: ContactId[] = [];
    for (const contactId of contactIds) {
      try {
        await link.call('sync', (options) => source.getContact({ contactId }, options));
        left.push(contactId);
      } catch (error) {
        if (isAppError(error, 'forbidden')) left.push(contactId);
        else if (!isAppError(error, 'not-found')) throw error;
      }
    }
    return left;
  }

  async #takeOut(contactIds: readonly ContactId[]): Promise<void> {
    if (contactIds.length === 0) return;
    this.#readers.contacts.noteChanged(contactIds);
    await this.#context.store.removeRows({ name: 'contacts', ids: contactIds });
  }
}
