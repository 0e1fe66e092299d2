/** What the steps of one undo share: what the run remembers, what the store and the service say, what becomes of rows. */
import type { RunParts } from '#main/services/importing/ports.ts';
import type { ImportMemory, ImportRowFilter, StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';
import type { CallOptions } from '#main/sync/calls.ts';
import { classifyActionFailure } from '#main/sync/core/actions.ts';
import { toDetail } from '#main/sync/core/people-changes.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Contact } from '#shared/domain/entities.ts';
import { toListId, toContactId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { RowReason, RunStep } from '#shared/domain/imports.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { listChangedContacts } from '#shared/domain/people-changes.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { PresentContact, UndoFacts, WaitingNames } from './plan.ts';

/** Rows of a page of the service. */
export const PAGE_ROWS = 100;
/** A request whose answer is lost is looked into so often before the undo waits. */
export const MOST_LOST = 5;
/** Rows that may have reached the service. */
export const REACHED = ['done', 'leaving'] as const;

export class UndoContext {
  readonly parts: RunParts;
  readonly importId: number;
  readonly signal: AbortSignal;
  /** Of every call: the user waits for none of them. */
  readonly options: CallOptions;
  #memory: ImportMemory;

  constructor(parts: RunParts, stored: StoredImport, signal: AbortSignal) {
    this.parts = parts;
    this.importId = stored.id;
    this.signal = signal;
    this.options = { priority: 'sync', signal };
    this.#memory = stored.memory;
  }

  get memory(): ImportMemory {
    return this.#memory;
  }

  async begin(step: RunStep): Promise<void> {
    this.signal.throwIfAborted();
    await this.parts.store.saveImport({ importId: this.importId, step });
    this.parts.tell(this.importId);
  }

  async remember(memory: Partial<ImportMemory>): Promise<void> {
    this.#memory = { ...this.#memory, ...memory };
    await this.parts.store.saveImport({ importId: this.importId, memory });
  }

  get facts(): UndoFacts {
    return toFacts(this.#memory);
  }

  /** The first rows that are not decided yet. `states`: of those that may have reached the service unless told. */
  listOpenRows(
    verdicts: NonNullable<ImportRowFilter['verdicts']>,
    { states = REACHED, limit }: { readonly states?: ImportRowFilter['states']; readonly limit: number },
  ): Promise<readonly StoredImportRow[]> {
    const filter = { verdicts, states, undo: ['none'] as const };
    return this.parts.store.listImportRows({ importId: this.importId, filter, afterLine: 0, limit });
  }

  /** Rows that are not decided yet, of these contacts. */
  async findOpenRows(contacts: readonly Contact[]): Promise<ReadonlyMap<ContactId, StoredImportRow>> {
    const phones = [...new Set(contacts.map(({ phone }) => phone as string))];
    const rows = await this.parts.store.listImportRowsByPhone({ importId: this.importId, phones });
    const byPhone = new Map(rows.filter(isOpen).map((row) => [row.phone, row]));
    return new Map(
      contacts.flatMap((contact) => {
        const row = byPhone.get(contact.phone);
        const isOfRow = row !== undefined && (row.contactId === null || row.contactId === contact.id);
        return isOfRow ? [[contact.id, row] as const] : [];
      }),
    );
  }

  /** `keptWhy`: something of them stays, and that is why; a row that the service refused keeps its own reason. */
  async settle(rows: readonly StoredImportRow[], keptWhy: RowReason | null): Promise<void> {
    if (rows.length === 0) return;
    const undo = keptWhy === null ? 'undone' : 'kept';
    const changes = rows.map(({ line, state }) => ({
      ...({ line, undo } as const),
      ...(keptWhy === null || state === 'refused' ? {} : { reason: keptWhy }),
    }));
    await this.parts.store.changeImportRows({ importId: this.importId, changes });
    this.parts.tell(this.importId);
  }

  async readContact(contactId: ContactId): Promise<ContactDetails | 'gone' | 'not-ours'> {
    try {
      return await this.parts.service.getContact({ contactId }, this.options);
    } catch (error) {
      if (isAppError(error, 'not-found')) return 'gone';
      if (isAppError(error, 'forbidden')) return 'not-ours';
      throw error;
    }
  }

  /** With all its lists, and what waits for it here. */
  async toPresent(
    contact: ContactDetails,
    waiting: ReadonlyMap<number, WaitingNames>,
    blocked: ReadonlySet<ContactId> = new Set(),
  ): Promise<PresentContact> {
    const listIds = contact.lists?.map(({ id }) => id) ?? (await this.#readListIds(contact.id));
    const names = waiting.get(contact.id) ?? new Set<string>();
    return { contact, listIds, waiting: names, isBlocked: blocked.has(contact.id) };
  }

  async #readListIds(contactId: ContactId): Promise<readonly ListId[]> {
    const listIds = new Set<ListId>();
    for (let page = 1; ; page += 1) {
      const query = { contactId, page, limit: PAGE_ROWS };
      const { items, pageCount, limit } = await this.parts.service.listListsOfContact(query, this.options);
      for (const { id } of items) listIds.add(id);
      if (pageCount === null ? items.length < limit : page >= pageCount) return [...listIds];
    }
  }

  listWaiting(): Promise<ReadonlyMap<number, WaitingNames>> {
    return listWaiting(this.parts.store);
  }

  /** Those of them that the registers block: services of the specification's shape do not say it of a contact. */
  async listBlocked(contacts: readonly Contact[]): Promise<ReadonlySet<ContactId>> {
    const phones = contacts.filter(({ isBlocked }) => isBlocked === null).map(({ phone }) => toPhoneKey(phone));
    if (phones.length === 0) return new Set();
    const blocked = await this.parts.store.listBlockedContacts({ phones });
    return new Set(blocked.map(({ contactId }) => toContactId(contactId)));
  }
}

export function toFacts({ listId, extraListIds, lastContactIdBefore, createdFields }: ImportMemory): UndoFacts {
  return { listId: listId === null ? null : toListId(listId), extraListIds, lastContactIdBefore, createdFields };
}

/** What the user changed of contacts here and the service does not have yet. */
export async function listWaiting(store: Pick<Store, 'listPeopleChanges'>): Promise<ReadonlyMap<number, WaitingNames>> {
  const waiting = new Map<number, Set<string>>();
  for (const { change, state } of await store.listPeopleChanges({})) {
    if (state === 'done' || change.kind === 'delete-contacts') continue;
    if (change.kind === 'members' && !change.isAdded) continue;
    for (const contactId of listChangedContacts(change)) {
      const names = waiting.get(contactId) ?? new Set<string>();
      names.add(change.kind === 'edit-contact' ? change.field : change.kind);
      waiting.set(contactId, names);
    }
  }
  return waiting;
}

function isOpen({ undo, state, verdict }: StoredImportRow): boolean {
  const isOfMember = verdict === 'new' || verdict === 'unchanged';
  return isOfMember && undo === 'none' && (state === 'done' || state === 'leaving');
}

/** Null: the list is gone, or not ours to see any more. Rejects where it cannot be read now. */
export async function orNoList<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isAppError(error, 'not-found') || isAppError(error, 'forbidden')) return null;
    throw error;
  }
}

export function toRefusedReason(error: AppError): RowReason {
  return { code: 'refused', detail: toDetail(error) };
}

/**
 * What came of a request that failed: `lost`: it may have been done · `refused`: the service said no. Throws where it cannot
 * be asked now.
 */
export function judgeFailure(error: unknown): { readonly kind: 'lost' | 'refused'; readonly error: AppError } {
  if (!isAppError(error) || error.code === 'disk') throw error;
  const fate = classifyActionFailure(error);
  if (fate === 'later') throw error;
  return { kind: fate === 'verify' ? 'lost' : 'refused', error };
}
