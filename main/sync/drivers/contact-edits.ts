/**
 * Carries edits of contacts and of lists to the service, which takes each of them whole: it is read anew, compared with
 * what the user began with, and put back with only the edited values changed.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import {
  compareEdits,
  hidesValues,
  isNewerField,
  listLostEdits,
  readContactValue,
  readListValue,
  sortRefusals,
  toContactDraft,
  toFieldId,
  toListValues,
} from '../core/people-changes.ts';
import type { ComparedEdits, KeptOf } from '../core/people-changes.ts';
import { toProblem } from './change-fates.ts';
import type { ChangeFates } from './change-fates.ts';
import type { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';

type ContactEdit = KeptOf<'edit-contact'>;
type ListEdit = KeptOf<'edit-list'>;

/** The service has no place for the value. */
const NOT_KEPT = { code: 'absent', detail: '' } as const;

/** What is on its way, as far as it is known. */
interface Under<Edit> {
  edits: readonly Edit[];
  /** The request under way would change something at the service. */
  hasLeft: boolean;
  /** They were written, and are read back: nothing takes them back any more. */
  isPartDone: boolean;
}

interface WholeContact {
  readonly contact: ContactDetails;
  readonly listIds: readonly ListId[];
}

export class ContactEdits {
  readonly #context: SyncContext;
  readonly #fates: ChangeFates;
  readonly #contacts: ContactReader;

  constructor(context: SyncContext, parts: { readonly fates: ChangeFates; readonly contacts: ContactReader }) {
    this.#context = context;
    this.#fates = parts.fates;
    this.#contacts = parts.contacts;
  }

  /** Rejects where the link or the disk fails. */
  async editContact(contactId: ContactId, edits: readonly ContactEdit[]): Promise<void> {
    const under: Under<ContactEdit> = { edits: await this.#fates.begin(edits), hasLeft: false, isPartDone: false };
    if (under.edits.length === 0) return;
    try {
      const { moment } = this.#contacts;
      const contact = await this.#contacts.fetch(contactId, 'user');
      await this.#contacts.commit([contact], moment);
      const compared = compareEdits(under.edits, (field) => readContactValue(contact, field));
      await this.#settleCompared(under, compared);
      await this.#refuseUnsaid(under, contact);
      const whole = { contact, listIds: contact.lists.map(({ id }) => id) };
      // The same tags may have other titles there.
      const isTitled = compared.done.some(({ change }) => change.field === 'tags');
      if ((await this.#writeContact(under, whole)) || isTitled) await this.#contacts.refresh(contactId, 'user');
    } catch (error) {
      await this.#fates.settle(under.edits, error, under);
    }
  }

  /** Rejects where the link or the disk fails. */
  async editList(listId: ListId, edits: readonly ListEdit[]): Promise<void> {
    const { link, source, store } = this.#context;
    const under: Under<ListEdit> = { edits: await this.#fates.begin(edits), hasLeft: false, isPartDone: false };
    if (under.edits.length === 0) return;
    const read = () => link.call('user', (options) => source.getList({ listId }, options));
    try {
      const list = await read();
      await store.commitLists({ lists: [list] });
      await this.#settleCompared(
        under,
        compareEdits(under.edits, (field) => readListValue(list, field)),
      );
      if (under.edits.length === 0) return;
      await this.#writeAllowed(under, (allowed) =>
        link.call('user', (options) => source.updateList({ listId, ...toListValues(list, allowed) }, options)),
      );
      await store.commitLists({ lists: [await read()] });
    } catch (error) {
      await this.#fates.settle(under.edits, error, under);
    }
  }

  async #settleCompared<Edit extends ContactEdit | ListEdit>(
    under: Under<Edit>,
    { done, toWrite, conflicts }: ComparedEdits<Edit>,
  ): Promise<void> {
    under.edits = toWrite;
    for (const edit of done) await this.#fates.finish(edit);
    for (const { edit, theirs } of conflicts) await this.#fates.conflict(edit, theirs);
  }

  /** A value that the service does not say could be there all the same: it is not written over unseen. */
  async #refuseUnsaid(under: Under<ContactEdit>, contact: ContactDetails): Promise<void> {
    const isUnsaid = ({ change: { field } }: ContactEdit): boolean =>
      isNewerField(field) && readContactValue(contact, field) === null;
    const unsaid = under.edits.filter(isUnsaid);
    under.edits = under.edits.filter((edit) => !isUnsaid(edit));
    for (const edit of unsaid) await this.#fates.refuse(edit, NOT_KEPT);
  }

  /** Whether something was to be written. */
  async #writeContact(under: Under<ContactEdit>, whole: WholeContact): Promise<boolean> {
    const { link, source } = this.#context;
    const { contact, listIds } = whole;
    if (under.edits.length === 0) return false;
    const alone = hidesValues(contact) ? under.edits.filter(({ change }) => toFieldId(change.field) !== null) : [];
    for (const edit of alone) await this.#writeValue(under, contact.id, edit);
    await this.#writeAllowed(under, (allowed) => {
      const draft = toContactDraft(contact, listIds, allowed);
      return link.call('user', (options) => source.updateContact({ contactId: contact.id, draft }, options));
    });
    if (under.edits.length > 0) await this.#readBack(under, contact);
    return true;
  }

  /** Whether the service kept what was written: some take values that they do not know, and say nothing. */
  async #readBack(under: Under<ContactEdit>, before: ContactDetails): Promise<void> {
    const after = await this.#contacts.fetch(before.id, 'user');
    const lost = listLostEdits(under.edits, { before, after });
    const kept = under.edits.filter((edit) => !lost.includes(edit));
    under.edits = [];
    await this.#finishWritten(kept);
    for (const edit of lost) await this.#fates.refuse(edit, NOT_KEPT);
  }

  /** A value of a contact whose other values are not known: a whole contact without them could lose them. */
  async #writeValue(under: Under<ContactEdit>, contactId: ContactId, edit: ContactEdit): Promise<void> {
    const { link, source } = this.#context;
    const query = { contactId, fieldId: toFieldId(edit.change.field) ?? 0, value: edit.change.value };
    let refusal: AppError | null = null;
    under.hasLeft = true;
    try {
      await link.call('user', (options) => source.setCustomFieldValue(query, options));
    } catch (error) {
      if (!isAppError(error, 'validation') && !isAppError(error, 'not-found')) throw error;
      refusal = error;
    }
    under.hasLeft = false;
    under.edits = under.edits.filter((one) => one !== edit);
    if (refusal !== null) await this.#fates.refuse(edit, toProblem(refusal));
    else await this.#finishWritten([edit]);
  }

  /** Writes until the service takes it, each time without the values that it refused; what is to be read back stays. */
  async #writeAllowed<Edit extends ContactEdit | ListEdit>(
    under: Under<Edit>,
    write: (edits: readonly Edit[]) => Promise<void>,
  ): Promise<void> {
    while (under.edits.length > 0) {
      under.hasLeft = true;
      try {
        await write(under.edits);
      } catch (error) {
        if (!isAppError(error, 'validation')) throw error;
        const { refused, rest } = sortRefusals(under.edits, error);
        under.edits = rest;
        for (const { edit, detail } of refused) await this.#fates.refuse(edit, { code: error.code, detail });
        continue;
      }
      const written = under.edits;
      under.edits = written.filter(({ change }) => isNewerField(change.field));
      under.isPartDone = under.edits.length > 0;
      await this.#finishWritten(written.filter(({ change }) => !isNewerField(change.field)));
      break;
    }
    under.hasLeft = false;
  }

  async #finishWritten(edits: readonly (ContactEdit | ListEdit)[]): Promise<void> {
    const ids = edits.flatMap(({ change }) => (change.kind === 'edit-contact' ? [change.contactId] : []));
    if (ids.length > 0) this.#contacts.noteChanged(ids);
    for (const edit of edits) await this.#fates.finish(edit);
  }
}
