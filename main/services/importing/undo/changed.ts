/** Puts back the values that an import changed, and takes their contacts off the list that they were put on: a request each. */
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { hidesValues, toContactDraft, toFieldId } from '#main/sync/core/people-changes.ts';
import type { WantedValue } from '#main/sync/core/people-changes.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { judgeFailure, MOST_LOST, REACHED, toRefusedReason } from './context.ts';
import type { UndoContext } from './context.ts';
import { handOver } from './hand-over.ts';
import { planRestore } from './plan.ts';
import type { PresentContact, RestorePlan } from './plan.ts';

const CHANGED = ['update'] as const;
/** Rows under way at a time: enough for the strict rate of the service, and few to wait for when the user pauses. */
const AT_ONCE = 8;
/** A value of a row may have been written before another one was refused. */
const WRITTEN = [...REACHED, 'refused'] as const;

/** Rejects where the service cannot be asked, or the disk failed; begun anew, it goes on where it was. */
export async function undoChanged(context: UndoContext): Promise<void> {
  const { sync } = context.parts;
  for (;;) {
    context.signal.throwIfAborted();
    const rows = await context.listOpenRows(CHANGED, { states: WRITTEN, limit: AT_ONCE });
    if (rows.length === 0) return;
    const untouched = rows.filter(({ state, before }) => state === 'refused' && before === null);
    await context.settle(untouched, null);
    const written = rows.filter((row) => !untouched.includes(row));
    await sync.holdPeopleChanges(() => restoreAll(context, written));
  }
}

/** Each goes on to its end, whatever becomes of the others. */
async function restoreAll(context: UndoContext, rows: readonly StoredImportRow[]): Promise<void> {
  const ends = await Promise.allSettled(rows.map((row) => restore(context, row)));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** A lost answer is looked into by reading the contact anew: what is as before needs nothing more. */
async function restore(context: UndoContext, row: StoredImportRow): Promise<void> {
  for (let lostCount = 0; ;) {
    const read = await readContact(context, row);
    if (read === 'undone' || read === 'not-ours') {
      await context.settle([row], read === 'undone' ? null : { code: 'read-only' });
      return;
    }
    const plan = planRestore(row, read, context.facts);
    try {
      await write(context, read, plan);
    } catch (error) {
      const failure = judgeFailure(error);
      if (failure.kind === 'refused' && failure.error.code !== 'not-found') {
        await context.settle([row], toRefusedReason(failure.error));
        return;
      }
      lostCount += 1;
      if (lostCount >= MOST_LOST) throw error;
      continue;
    }
    if (plan.keptWhy === 'edited') await handOver(context, row);
    await context.settle([row], plan.keptWhy === null ? null : { code: plan.keptWhy });
    await show(context, read, plan);
    return;
  }
}

/** In place of a contact: what became of its row. */
async function readContact(
  context: UndoContext,
  { contactId: id }: StoredImportRow,
): Promise<PresentContact | 'undone' | 'not-ours'> {
  if (id === null) return 'undone';
  const contactId = toContactId(id);
  const contact = await context.readContact(contactId);
  if (contact === 'not-ours') return 'not-ours';
  if (contact !== 'gone') return await context.toPresent(contact, await context.listWaiting());
  await context.parts.store.removeRows({ name: 'contacts', ids: [contactId] });
  return 'undone';
}

/** Where the service does not say the values of its fields, each goes alone: a whole contact without the others could lose them. */
async function write(
  { parts, options }: UndoContext,
  { contact }: PresentContact,
  { values, listIds, changesLists }: RestorePlan,
): Promise<void> {
  const { service } = parts;
  const isAlone = ({ change }: WantedValue): boolean => toFieldId(change.field) !== null && hidesValues(contact);
  for (const { change } of values.filter(isAlone)) {
    const query = { contactId: contact.id, fieldId: toFieldId(change.field) ?? 0, value: change.value };
    await service.setCustomFieldValue(query, options);
  }
  const together = values.filter((value) => !isAlone(value));
  if (together.length === 0 && !changesLists) return;
  await service.updateContact({ contactId: contact.id, draft: toContactDraft(contact, listIds, together) }, options);
}

/** The cache has it as the service has it now. */
async function show({ parts, options }: UndoContext, { contact }: PresentContact, plan: RestorePlan): Promise<void> {
  const fieldIds = new Set(contact.fields.map(({ id }) => id));
  const isNamed = ({ change: { field, value } }: WantedValue): boolean => {
    const fieldId = toFieldId(field);
    return fieldId === null || value === '' || fieldIds.has(fieldId);
  };
  const restored = plan.values.every(isNamed)
    ? toRestored(contact, plan)
    : await parts.service.getContact({ contactId: contact.id }, options);
  await parts.store.commitContacts({ contacts: [restored] });
}

function toRestored(contact: ContactDetails, { values, listIds }: RestorePlan): ContactDetails {
  const kept = new Set(listIds);
  const lists = contact.lists?.filter(({ id }) => kept.has(id)) ?? null;
  let restored: ContactDetails = { ...contact, lists };
  for (const { change } of values) restored = withValue(restored, change);
  return restored;
}

function withValue(contact: ContactDetails, { field, value }: WantedValue['change']): ContactDetails {
  const fieldId = toFieldId(field);
  if (fieldId === null) return { ...contact, [field]: value };
  const fields = contact.fields.map((one) => (one.id === fieldId && one.value !== null ? { ...one, value } : one));
  return { ...contact, fields: fields.filter(({ id }) => id !== fieldId || value !== '') };
}
