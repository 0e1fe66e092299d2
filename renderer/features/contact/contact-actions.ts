import type { ContractError, Reply, RequestOutput } from '#shared/contract/index.ts';
import type { ContactFieldName, Tag } from '#shared/domain/people-changes.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { ContactDetails } from './contact-details.svelte.ts';
import { toContactName } from './contact-values.ts';
import { done, lists as listWords, problems, tags as tagWords, texting, values } from './messages.ts';

type ActionsApp = Pick<App, 'bridge' | 'requestIds' | 'toasts' | 'formats' | 'peopleUndo'>;

export interface ListChoice {
  readonly id: number;
  readonly name: string;
}

/** What goes with a contact that is deleted. */
export type DeleteExplanation = RequestOutput<'contacts.explainDelete'>;

/** The block of the chat that the contact is shown beside, which is undone like every other action on that chat. */
export interface ChatBlock {
  readonly phone: string;
  readonly isBlocked: boolean;
  readonly set: (isBlocked: boolean) => Promise<unknown>;
}

interface ActionsOptions {
  readonly app: ActionsApp;
  /** Null: it is shown beside no chat. Reads runes. */
  readonly chatBlock: () => ChatBlock | null;
  readonly texts: Translator;
  readonly details: ContactDetails;
}

/** What the user does to one contact: asked of main, told with its undo, and why it was not done. */
export class ContactActions {
  readonly #app: ActionsApp;
  readonly #texts: Translator;
  readonly #details: ContactDetails;
  readonly #chatBlock: ActionsOptions['chatBlock'];

  constructor({ app, texts, details, chatBlock }: ActionsOptions) {
    this.#app = app;
    this.#chatBlock = chatBlock;
    this.#texts = texts;
    this.#details = details;
  }

  /** Saves one value. The sentence that says why not; null: it is saved. `label`: what the value is called. */
  edit(field: ContactFieldName, value: string, label: string): Promise<string | null> {
    return this.#app.peopleUndo.whileBegun(this.#edit(field, value, label));
  }

  /** The star. */
  setFavorite(isFavorite: boolean): Promise<void> {
    return this.#app.peopleUndo.whileBegun(this.#setFavorite(isFavorite));
  }

  /** The user's answer to a refusal or a conflict. */
  async resolve(changeId: number, choice: 'mine' | 'theirs' | 'dismiss'): Promise<void> {
    const reply = await this.#ask(`contacts.resolveChange\n${String(changeId)}\n${choice}`, (requestId) =>
      this.#app.bridge.request('contacts.resolveChange', { requestId, changeId, choice }),
    );
    // Gone: it was settled meanwhile, as in another window.
    if (!reply.ok && reply.error.code !== 'not-found') this.#tell(done.notChanged, reply.error);
    await this.#details.refresh();
  }

  /** False: what was written stays in its field. */
  addNote(text: string): Promise<boolean> {
    const { contactId } = this.#details;
    return this.#do(done.noteAdded, `notes.add\n${String(contactId)}\n${text}`, (requestId) =>
      this.#app.bridge.request('notes.add', { requestId, contactId, text }),
    );
  }

  editNote(noteId: number, text: string): Promise<boolean> {
    const { contactId } = this.#details;
    return this.#do(done.noteSaved, `notes.edit\n${String(noteId)}\n${text}`, (requestId) =>
      this.#app.bridge.request('notes.edit', { requestId, contactId, noteId, text }),
    );
  }

  async deleteNotes(noteIds: readonly number[]): Promise<boolean> {
    const { contactId } = this.#details;
    const reply = await this.#ask(`notes.delete\n${noteIds.join(' ')}`, (requestId) =>
      this.#app.bridge.request('notes.delete', { requestId, contactId, noteIds: [...noteIds] }),
    );
    if (reply.ok) {
      this.#offer(this.#texts.text(done.notesDeleted, { count: reply.value.count }), reply.value.undoId, 'deletion');
      await this.#details.refresh();
    } else this.#tell(done.notChanged, reply.error);
    return reply.ok;
  }

  changeList(list: ListChoice, isAdded: boolean): Promise<boolean> {
    return this.#changeList(list, isAdded, () => undefined);
  }

  /** Lists that the contact can be added to, by name; null where main could not say, which the user is told. */
  async findOtherLists(): Promise<readonly ListChoice[] | null> {
    const reply = await this.#app.bridge.request('contacts.count', {});
    if (!reply.ok) {
      this.#app.toasts.show(`${this.#texts.text(listWords.failed)} ${this.#toSentence(reply.error)}`, {
        tone: 'fault',
      });
      return null;
    }
    const own = new Set(this.#details.contact?.lists.map(({ id }) => id));
    return reply.value.lists.filter(({ id, isReadOnly }) => !isReadOnly && !own.has(id));
  }

  /** Creates a list and adds the contact to it. Undoing that deletes the list while it is empty. */
  async addToNewList(name: string): Promise<void> {
    const reply = await this.#ask(`lists.create\n${name}`, (requestId) =>
      this.#app.bridge.request('lists.create', {
        ...{ requestId, name, isShared: false, isFavorite: false, isDefault: false },
      }),
    );
    if (!reply.ok) {
      this.#tell(listWords.notCreated, reply.error);
      return;
    }
    const list = { id: reply.value.listId, name };
    await this.#changeList(list, true, () => void this.#deleteIfEmpty(list));
  }

  /** Tags that the contact does not have yet, by title; null where main could not say, which the user is told. */
  async findTags(): Promise<readonly Tag[] | null> {
    const reply = await this.#app.bridge.request('people.listTags', {});
    if (reply.ok) return reply.value;
    const detail = this.#toSentence(reply.error);
    this.#app.toasts.show(this.#texts.text(tagWords.failed, { detail }), { tone: 'fault' });
    return null;
  }

  /** A new tag of the account; the sentence that says why there is none. */
  async createTag(title: string): Promise<Tag | string> {
    const reply = await this.#ask(`people.createTag\n${title}`, (requestId) =>
      this.#app.bridge.request('people.createTag', { requestId, title }),
    );
    if (reply.ok) return reply.value;
    if (isUnsure(reply.error)) return this.#texts.text(tagWords.unsure, { name: title });
    const hasNone = reply.error.code === 'not-found';
    const detail = hasNone ? this.#texts.text(tagWords.unsupported) : this.#toSentence(reply.error);
    return this.#texts.text(tagWords.notCreated, { name: title, detail }).trim();
  }

  /** Sets a staged file as the picture, or none (null). The sentence that says why not; null: it is set. */
  async setPicture(handle: string | null): Promise<string | null> {
    const { contactId } = this.#details;
    const reply = await this.#ask(`contacts.setPicture\n${String(contactId)}\n${handle ?? ''}`, (requestId) =>
      this.#app.bridge.request('contacts.setPicture', { requestId, contactId, handle }),
    );
    if (!reply.ok) return this.#toSentence(reply.error);
    await this.#details.refresh();
    return null;
  }

  /** Who has a number; null where main could not say. */
  async findNumber(phone: string): Promise<RequestOutput<'contacts.findByNumber'> | null> {
    const reply = await this.#app.bridge.request('contacts.findByNumber', { phone, localCountry: null });
    return reply.ok ? reply.value : null;
  }

  async listCountries(): Promise<RequestOutput<'contacts.listCountries'>> {
    const reply = await this.#app.bridge.request('contacts.listCountries', {});
    return reply.ok ? reply.value : [];
  }

  /** Null where main could not say. */
  async explainDelete(): Promise<DeleteExplanation | null> {
    const reply = await this.#app.bridge.request('contacts.explainDelete', { contactIds: [this.#details.contactId] });
    return reply.ok ? reply.value : null;
  }

  /** False where it was not deleted, which the user is told. `onrestored`: it is back. */
  async remove(onrestored: (contactId: number) => void): Promise<boolean> {
    const { contactId } = this.#details;
    const reply = await this.#ask(`contacts.delete\n${String(contactId)}`, (requestId) =>
      this.#app.bridge.request('contacts.delete', { requestId, contactIds: [contactId] }),
    );
    if (reply.ok) {
      const offer = { kind: 'deletion', more: null, onundone: () => onrestored(contactId) } as const;
      this.#app.peopleUndo.offer(this.#texts.text(done.deleted, this.#who()), reply.value.undoId, offer);
    } else this.#tell(done.notDeleted, reply.error, toDeletionProblem(reply.error, this.#texts));
    return reply.ok;
  }

  /** Where the chat beside it says the other thing, it is an action on that chat. */
  async setBlocked(isBlocked: boolean): Promise<void> {
    const { contact } = this.#details;
    if (contact === null) return;
    const { phone } = contact;
    const chatBlock = this.#chatBlock();
    if (chatBlock?.phone === phone && chatBlock.isBlocked !== isBlocked) {
      await chatBlock.set(isBlocked);
      await this.#details.refresh();
      return;
    }
    const reply = await this.#ask(`people.setBlocked\n${phone}\n${String(isBlocked)}`, (requestId) =>
      this.#app.bridge.request('people.setBlocked', { requestId, phones: [phone], isBlocked }),
    );
    if (!reply.ok) {
      this.#tell(isBlocked ? texting.blockFailed : texting.unblockFailed, reply.error);
      return;
    }
    const text = this.#texts.text(isBlocked ? texting.blockedDone : texting.unblockedDone, this.#who());
    this.#app.peopleUndo.offerBlock(text, { phones: [phone], isBlocked });
    await this.#details.refresh();
  }

  async unsubscribe(): Promise<void> {
    const { contact } = this.#details;
    if (contact === null) return;
    const reply = await this.#ask(`people.unsubscribe\n${contact.phone}`, (requestId) =>
      this.#app.bridge.request('people.unsubscribe', { requestId, phone: contact.phone }),
    );
    await this.#finish(reply, texting.unsubscribedDone, texting.unsubscribeFailed);
  }

  async resubscribe(): Promise<void> {
    const { contact } = this.#details;
    if (contact === null) return;
    const reply = await this.#ask(`resubscribe\n${contact.phone}`, (requestId) =>
      this.#app.bridge.request('people.resubscribe', { requestId, phone: contact.phone }),
    );
    const code = reply.ok ? null : reply.error.code;
    if (code === 'forbidden') this.#say(texting.mustTextStart);
    else if (code === 'not-found') this.#say(texting.notUnsubscribed);
    else await this.#finish(reply, texting.resubscribedDone, texting.resubscribeFailed);
  }

  async copy(text: string, said: Message): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#app.toasts.show(this.#texts.text(said));
    } catch (error) {
      // The browser may refuse it; what is shown can still be selected by hand.
      const detail = error instanceof Error ? error.message : '';
      this.#app.toasts.show(this.#texts.text(done.notCopied, { detail }).trim(), { tone: 'fault' });
    }
  }

  async #changeList(list: ListChoice, isAdded: boolean, onundone: () => void): Promise<boolean> {
    const { contactId } = this.#details;
    const key = `lists.changeMembers\n${String(list.id)}\n${String(contactId)}\n${String(isAdded)}`;
    const reply = await this.#ask(key, (requestId) =>
      this.#app.bridge.request('lists.changeMembers', {
        ...{ requestId, listId: list.id, contactIds: [contactId], isAdded, agreedCount: 0 },
      }),
    );
    const values = { ...this.#who(), list: list.name };
    if (reply.ok) {
      const message = isAdded ? done.listAdded : done.listRemoved;
      const offer = { kind: 'edit', more: null, onundone } as const;
      this.#app.peopleUndo.offer(this.#texts.text(message, values), reply.value.undoId, offer);
      await this.#details.refresh();
    } else this.#tell(done.notChanged, reply.error);
    return reply.ok;
  }

  /** Keeps the list where it has other members by now, as far as this computer knows. */
  async #deleteIfEmpty({ id: listId }: ListChoice): Promise<void> {
    const counts = await this.#app.bridge.request('contacts.count', {});
    if (!counts.ok || counts.value.lists.find(({ id }) => id === listId)?.membersCount !== 0) return;
    const reply = await this.#ask(`lists.delete\n${String(listId)}\nempty`, (requestId) =>
      this.#app.bridge.request('lists.delete', { requestId, listId, moveTo: null, agreedCount: 0 }),
    );
    if (!reply.ok) this.#tell(listWords.notDeleted, reply.error, toDeletionProblem(reply.error, this.#texts));
  }

  async #edit(field: ContactFieldName, value: string, label: string): Promise<string | null> {
    const { contactId } = this.#details;
    const reply = await this.#details.showWhile(field, value, () =>
      this.#ask(`contacts.edit\n${String(contactId)}\n${field}\n${value}`, (requestId) =>
        this.#app.bridge.request('contacts.edit', { requestId, contactId, field, value }),
      ),
    );
    if (!reply.ok) return this.#toSentence(reply.error);
    const message = value === '' ? done.valueCleared : done.valueSaved;
    if (reply.value.undoId !== null) this.#offer(this.#texts.text(message, { label }), reply.value.undoId);
    return null;
  }

  async #setFavorite(isFavorite: boolean): Promise<void> {
    const { contactId } = this.#details;
    const value = String(isFavorite);
    const reply = await this.#details.showWhile('isFavorite', value, () =>
      this.#ask(`contacts.edit\n${String(contactId)}\nisFavorite\n${value}`, (requestId) =>
        this.#app.bridge.request('contacts.edit', { requestId, contactId, field: 'isFavorite', value }),
      ),
    );
    const message = isFavorite ? done.favoriteOn : done.favoriteOff;
    if (reply.ok) this.#offer(this.#texts.text(message, this.#who()), reply.value.undoId);
    else this.#tell(done.notChanged, reply.error);
  }

  async #do(
    said: Message,
    key: string,
    ask: (requestId: string) => Promise<Reply<{ readonly undoId: string | null }>>,
  ): Promise<boolean> {
    const reply = await this.#ask(key, ask);
    if (reply.ok) {
      this.#offer(this.#texts.text(said), reply.value.undoId);
      await this.#details.refresh();
    } else this.#tell(done.notChanged, reply.error);
    return reply.ok;
  }

  /** What the service does at once: it cannot be taken back, and shows once it is done. */
  async #finish(reply: Reply<unknown>, worked: Message<'name'>, failed: Message<'name' | 'detail'>): Promise<void> {
    if (reply.ok) {
      this.#app.toasts.show(this.#texts.text(worked, this.#who()));
      await this.#details.refresh();
    } else this.#tell(failed, reply.error);
  }

  #ask<Value>(key: string, ask: (requestId: string) => Promise<Reply<Value>>): Promise<Reply<Value>> {
    return this.#app.requestIds.run(key, ask);
  }

  #offer(text: string, undoId: string | null, kind: 'edit' | 'deletion' = 'edit'): void {
    this.#app.peopleUndo.offer(text, undoId, kind);
  }

  #tell(message: Message<'name' | 'detail'>, problem: ContractError, detail = this.#toSentence(problem)): void {
    this.#app.toasts.show(this.#texts.text(message, { ...this.#who(), detail }).trim(), { tone: 'fault' });
  }

  #say(message: Message<'name'>): void {
    this.#app.toasts.show(this.#texts.text(message, this.#who()), { tone: 'fault' });
  }

  #who(): { readonly name: string } {
    const { contact } = this.#details;
    return { name: contact === null ? '' : toContactName(contact, this.#app.formats) };
  }

  #toSentence(problem: ContractError): string {
    return toContactProblem(problem, this.#texts);
  }
}

const OWN: Readonly<Record<string, Message>> = {
  'not-found': problems.gone,
  forbidden: problems.forbidden,
  offline: problems.offline,
  timeout: problems.timeout,
  unauthorized: problems.unauthorized,
};

/** Words that main itself puts on a field, instead of the service's. */
const OF_FIELDS: Readonly<Record<string, Message>> = {
  'phone taken': problems.phoneTaken,
  'phone not-a-number': values.phoneNotANumber,
  'email not-an-address': values.emailNotAnAddress,
  'name taken': values.nameTaken,
  'name taken-by-list': listWords.nameTaken,
  'title taken': tagWords.exists,
  'title too-long': tagWords.tooLong,
};

/** What is said about one field of a contact, main's own words in a sentence; '' where nothing is. */
export function toFieldProblem({ fields }: Pick<ContractError, 'fields'>, field: string, texts: Translator): string {
  // Leaving its last list would delete it, which the user has not agreed to.
  if (field === 'members') return texts.text(problems.onlyList);
  return (fields[field] ?? [])
    .map((word) => {
      const own = OF_FIELDS[`${field} ${word}`];
      return own === undefined ? word : texts.text(own);
    })
    .join(' ');
}

/** Why something about a contact was not done: in the service's words where it had any. */
export function toContactProblem(problem: ContractError, texts: Translator): string {
  const ofFields = Object.keys(problem.fields).map((field) => toFieldProblem(problem, field, texts));
  if (problem.code === 'validation' && ofFields.length > 0) return ofFields.join(' ');
  const own = isUnsure(problem) ? undefined : OWN[problem.code];
  const said = problem.code === 'validation' || own === undefined ? toProblemText(problem, texts) : '';
  return said === '' ? texts.text(own ?? problems.unknown) : said;
}

/** Why it was not deleted: what is not there was deleted before. */
export function toDeletionProblem(problem: ContractError, texts: Translator): string {
  const isDeleted = problem.code === 'not-found' && !isUnsure(problem);
  return isDeleted ? texts.text(problems.deleted) : toContactProblem(problem, texts);
}

/** The answer was lost: it may have been done all the same. */
function isUnsure({ fields }: Pick<ContractError, 'fields'>): boolean {
  return fields['outcome']?.includes('unknown') === true;
}
