import type { ContactRow, ContractError, Reply, RequestOutput } from '#shared/contract/index.ts';
import type { ListFieldName } from '#shared/domain/people-changes.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { toContactProblem, toDeletionProblem } from '#renderer/features/contact/contact-actions.ts';
import { setBlocked } from '#renderer/data/set-blocked.ts';
import { downloadFile } from '#renderer/lib/download-file.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { ContactColumn } from './contact-columns.ts';
import type { ListCount } from './contact-scope.ts';
import type { Contacts } from './contacts.svelte.ts';
import type { Leaving, Removal } from './leaving.ts';
import { done, failed } from './messages.ts';

export type DeleteExplanation = RequestOutput<'contacts.explainDelete'>;
export type Named = Pick<ListCount, 'id' | 'name'>;
/** `more-would-go`: nothing was done, as more contacts would be deleted than the user agreed to. */
export type Outcome = 'done' | 'failed' | 'more-would-go';

/** Those who are on no other list were put on this one before they left. */
interface Move {
  readonly goal: string;
  readonly count: number;
  readonly undoId: string | null;
}
const NO_MOVE: Move = { goal: '', count: 0, undoId: null };
interface Consent {
  /** How many contacts the user agreed to have deleted. */
  readonly agreedCount: number;
  readonly move: Move;
}

type ActionsApp = Pick<App, 'bridge' | 'requestIds' | 'toasts' | 'peopleUndo' | 'formats'>;
type Failed = Message<'count' | 'detail'>;
interface Action<Value> {
  /** All that makes two presses the same action. */
  readonly key: string;
  readonly ask: (requestId: string) => Promise<Reply<Value>>;
  readonly failed: Failed;
  /** In words; left out: as about any other action. */
  readonly toDetail?: typeof toContactProblem;
}

interface ActionsOptions {
  readonly app: ActionsApp;
  readonly texts: Translator;
  readonly contacts: Contacts;
}

/** What the user does to contacts, lists, fields and registers: asked of main, told with its undo, and why it was not done. */
export class ContactsActions {
  readonly #app: ActionsApp;
  readonly #texts: Translator;
  readonly #contacts: Contacts;

  constructor({ app, texts, contacts }: ActionsOptions) {
    this.#app = app;
    this.#texts = texts;
    this.#contacts = contacts;
  }

  async addTo(list: Named, contactIds: readonly number[]): Promise<boolean> {
    const reply = await this.#add(list, contactIds);
    if (reply?.undoId === null) this.#app.toasts.show(this.#texts.text(done.alreadyIn, { list: list.name }));
    else if (reply !== null)
      this.#offer(this.#texts.text(done.added, { count: reply.count, list: list.name }), reply.undoId);
    return reply !== null;
  }

  async #removeFrom(list: Named, contactIds: readonly number[], { agreedCount, move }: Consent): Promise<Outcome> {
    const reply = await this.#doAgreed({
      key: `lists.changeMembers\n${String(list.id)}\nremove ${String(agreedCount)}\n${contactIds.join(' ')}`,
      ask: (requestId) =>
        this.#app.bridge.request('lists.changeMembers', {
          ...{ requestId, listId: list.id, contactIds: [...contactIds], isAdded: false, agreedCount },
        }),
      failed: failed.removed,
    });
    if (typeof reply === 'string') return reply;
    const values = { count: reply.count, list: list.name };
    this.#offerWith(move, this.#texts.text(done.removed, values), reply.undoId);
    return 'done';
  }

  async #setMembers(list: Named, contactIds: readonly number[], { agreedCount, move }: Consent): Promise<Outcome> {
    const reply = await this.#doAgreed({
      key: `lists.setMembers\n${String(list.id)}\n${String(agreedCount)}\n${contactIds.join(' ')}`,
      ask: (requestId) =>
        this.#app.bridge.request('lists.setMembers', {
          ...{ requestId, listId: list.id, contactIds: [...contactIds], agreedCount },
        }),
      failed: failed.set,
    });
    if (typeof reply === 'string') return reply;
    const { addedCount: added, removedCount: removed, undoId } = reply;
    const message = undoId === null ? done.alreadySet : done.set;
    this.#offerWith(move, this.#texts.text(message, { list: list.name, added, removed }), undoId);
    return 'done';
  }

  /**
   * Does what the user was asked about. `goal`: those who are on no other list are put there before, so that the service
   * deletes no one; null: they are deleted, as many as the user was told.
   */
  async leave(leaving: Leaving, goal: Named | null): Promise<Outcome> {
    const { list, lost } = leaving;
    const agreedCount = goal === null ? lost.onlyHereCount : 0;
    if (leaving.reason === 'delete-list') return this.#deleteList(list, goal, agreedCount);
    const isMoving = goal !== null && lost.onlyHereCount > 0;
    const move = isMoving ? await this.#moveOnlyHere(list, goal, leaving.ids) : NO_MOVE;
    if (move === null) return 'failed';
    const consent = { agreedCount, move };
    const outcome =
      leaving.reason === 'remove'
        ? await this.#removeFrom(list, leaving.ids, consent)
        : await this.#setMembers(list, leaving.newIds, consent);
    if (outcome !== 'done' && move.undoId !== null)
      this.#offer(this.#texts.text(done.added, { count: move.count, list: move.goal }), move.undoId);
    return outcome;
  }

  /** Where the question could not be asked again. */
  tellMoreWouldGo(): void {
    this.#app.toasts.show(this.#texts.text(failed.moreWouldGo), { tone: 'fault' });
  }

  /** Ids of all members; null where main could not say, which the user is told. */
  async listMembers(listId: number): Promise<readonly number[] | null> {
    return this.#explain(await this.#contacts.listMembers(listId, null));
  }

  /** `onundone`: they are back. */
  async delete(contactIds: readonly number[], onundone: () => void): Promise<boolean> {
    const value = await this.#do({
      key: `contacts.delete\n${contactIds.join(' ')}`,
      ask: (requestId) => this.#app.bridge.request('contacts.delete', { requestId, contactIds: [...contactIds] }),
      failed: failed.deleted,
      toDetail: toDeletionProblem,
    });
    if (value === null) return false;
    const offer = { kind: 'deletion', more: null, onundone } as const;
    this.#app.peopleUndo.offer(this.#texts.text(done.deleted, { count: value.count }), value.undoId, offer);
    return true;
  }

  /** Null where main could not say, which the user is told. */
  async explainDelete(contactIds: readonly number[]): Promise<DeleteExplanation | null> {
    return this.#explain(await this.#app.bridge.request('contacts.explainDelete', { contactIds: [...contactIds] }));
  }

  /** `contactIds` null: all members. */
  async explainRemoval(listId: number, contactIds: readonly number[] | null, limit: number): Promise<Removal | null> {
    const input = { listId, contactIds: contactIds === null ? null : [...contactIds], limit };
    return this.#explain(await this.#app.bridge.request('lists.explainRemoval', input));
  }

  /** Writes rows into a file that is downloaded; `ids` null: all of the table. */
  async export(ids: readonly number[] | null, columns: readonly ContactColumn[]): Promise<void> {
    const value = await this.#do({
      key: `contacts.export\n${ids?.join(' ') ?? 'all'}`,
      ask: (requestId) =>
        this.#app.bridge.request('contacts.export', {
          ...{ requestId, query: this.#contacts.query, ids: ids === null ? null : [...ids] },
          columns: columns.map(({ id, label }) => ({ column: id, title: label })),
        }),
      failed: failed.exported,
    });
    if (value === null) return;
    downloadFile({ url: this.#app.bridge.fileUrl(value.handle), name: value.name });
    this.#app.toasts.show(this.#texts.text(done.exported, { count: value.rows }));
  }

  async editList(list: ListCount, field: ListFieldName, value: string): Promise<boolean> {
    const reply = await this.#do({
      key: `lists.edit\n${String(list.id)}\n${field}\n${value}`,
      ask: (requestId) => this.#app.bridge.request('lists.edit', { requestId, listId: list.id, field, value }),
      failed: failed.list,
    });
    if (reply === null) return false;
    const messages: Readonly<Record<ListFieldName, Message<'name'>>> = {
      name: done.renamed,
      isFavorite: value === 'true' ? done.favorite : done.unfavorite,
      isShared: value === 'true' ? done.shared : done.unshared,
      isDefault: value === 'true' ? done.default : done.noDefault,
    };
    const name = field === 'name' ? value : list.name;
    if (reply.undoId !== null) this.#offer(this.#texts.text(messages[field], { name }), reply.undoId);
    return true;
  }

  /** Sets a staged file as the picture of a list, or none (null). The sentence that says why not; null: it is set. */
  async setPicture(listId: number, handle: string | null): Promise<string | null> {
    const reply = await this.#app.requestIds.run(`lists.setPicture\n${String(listId)}\n${handle ?? ''}`, (requestId) =>
      this.#app.bridge.request('lists.setPicture', { requestId, listId, handle }),
    );
    if (!reply.ok) return toContactProblem(reply.error, this.#texts);
    await this.#contacts.refreshCounts();
    return null;
  }

  /** The id of the new list; null where there is none, which the user is told. */
  async createList(name: string): Promise<number | null> {
    const value = await this.#do({
      key: `lists.create\n${name}`,
      ask: (requestId) =>
        this.#app.bridge.request('lists.create', {
          ...{ requestId, name, isShared: false, isFavorite: false, isDefault: false },
        }),
      failed: failed.listCreated,
    });
    if (value !== null) this.#app.toasts.show(this.#texts.text(done.listCreated, { name }));
    return value?.listId ?? null;
  }

  async #deleteList(list: Named, goal: Named | null, agreedCount: number): Promise<Outcome> {
    const moveTo = goal?.id ?? null;
    const value = await this.#doAgreed({
      key: `lists.delete\n${String(list.id)}\n${String(moveTo)}\n${String(agreedCount)}`,
      ask: (requestId) => this.#app.bridge.request('lists.delete', { requestId, listId: list.id, moveTo, agreedCount }),
      failed: failed.listDeleted,
      // With a goal it may be that one which is gone.
      toDetail: goal === null ? toDeletionProblem : toContactProblem,
    });
    if (typeof value === 'string') return value;
    const { name } = list;
    this.#app.toasts.show(
      goal === null || value.movedCount === 0
        ? this.#texts.text(done.listDeleted, { name })
        : this.#texts.text(done.listMoved, { name, goal: goal.name, count: value.movedCount }),
    );
    return 'done';
  }

  /** Null where they were not put there, which the user is told. */
  async #moveOnlyHere(list: Named, goal: Named, contactIds: readonly number[]): Promise<Move | null> {
    const onlyHere = this.#explain(await this.#contacts.listMembers(list.id, 'only-this-list'));
    if (onlyHere === null) return null;
    const ids = new Set(onlyHere);
    const moving = contactIds.filter((id) => ids.has(id));
    if (moving.length === 0) return NO_MOVE;
    const reply = await this.#add(goal, moving);
    return reply === null ? null : { goal: goal.name, count: moving.length, undoId: reply.undoId };
  }

  #add(list: Named, contactIds: readonly number[]): Promise<RequestOutput<'lists.changeMembers'> | null> {
    return this.#do({
      key: `lists.changeMembers\n${String(list.id)}\nadd\n${contactIds.join(' ')}`,
      ask: (requestId) =>
        this.#app.bridge.request('lists.changeMembers', {
          ...{ requestId, listId: list.id, contactIds: [...contactIds], isAdded: true, agreedCount: 0 },
        }),
      failed: failed.added,
    });
  }

  /** What was done after a move, with one undo for both. */
  #offerWith({ goal, count, undoId: undoOfMove }: Move, text: string, undoId: string | null): void {
    const moved = count === 0 ? '' : ` ${this.#texts.text(done.movedBefore, { count, goal })}`;
    const undoIds = [undoOfMove, undoId].filter((id) => id !== null);
    this.#app.peopleUndo.offer(`${text}${moved}`, undoIds, 'edit');
  }

  async createField(name: string): Promise<number | null> {
    const value = await this.#do({
      key: `fields.create\n${name}`,
      ask: (requestId) => this.#app.bridge.request('fields.create', { requestId, name }),
      failed: failed.field,
    });
    if (value !== null) this.#app.toasts.show(this.#texts.text(done.fieldCreated, { name }));
    return value?.fieldId ?? null;
  }

  async renameField(fieldId: number, name: string): Promise<boolean> {
    const value = await this.#do({
      key: `fields.rename\n${String(fieldId)}\n${name}`,
      ask: (requestId) => this.#app.bridge.request('fields.rename', { requestId, fieldId, name }),
      failed: failed.field,
    });
    if (value !== null) this.#app.toasts.show(this.#texts.text(done.fieldRenamed, { name }));
    return value !== null;
  }

  async countValues(fieldId: number): Promise<number | null> {
    return this.#explain(await this.#app.bridge.request('fields.countValues', { fieldId }))?.count ?? null;
  }

  async deleteField({ id, name }: Named): Promise<boolean> {
    const value = await this.#do({
      key: `fields.delete\n${String(id)}`,
      ask: (requestId) => this.#app.bridge.request('fields.delete', { requestId, fieldId: id }),
      failed: failed.field,
    });
    if (value !== null) this.#app.toasts.show(this.#texts.text(done.fieldDeleted, { name }));
    return value !== null;
  }

  /** Phones of rows, whether they are loaded or not. */
  async setBlocked(ids: readonly number[], isBlocked: boolean): Promise<boolean> {
    const rows = (await this.#readRows(ids)) ?? [];
    const changed = rows.filter((row) => row.isBlocked !== isBlocked).map(({ phone }) => phone);
    const phones = rows.map(({ phone }) => phone);
    return phones.length > 0 && this.#setNumbersBlocked(phones, { isBlocked, changed });
  }

  async blockNumber(phone: string): Promise<boolean> {
    const reply = await this.#app.bridge.request('contacts.find', { contactId: null, phone });
    const isAlready = reply.ok && reply.value?.isBlocked === true;
    return this.#setNumbersBlocked([phone], { isBlocked: true, changed: isAlready ? [] : [phone] });
  }

  /** `changed`: those of them that are not so yet. */
  async #setNumbersBlocked(
    phones: readonly string[],
    { isBlocked, changed }: { readonly isBlocked: boolean; readonly changed: readonly string[] },
  ): Promise<boolean> {
    const { bridge, requestIds: ids } = this.#app;
    const { count, refused } = await setBlocked({ bridge, ids }, phones, isBlocked);
    if (refused !== null) {
      this.#tell(isBlocked ? failed.blocked : failed.unblocked, refused.problem, { count: refused.count });
      return false;
    }
    const text = this.#texts.text(isBlocked ? done.blocked : done.unblocked, { count });
    this.#app.peopleUndo.offerBlock(text, { phones: changed, isBlocked });
    return true;
  }

  async unsubscribe(phone: string): Promise<boolean> {
    const value = await this.#do({
      key: `people.unsubscribe\n${phone}`,
      ask: (requestId) => this.#app.bridge.request('people.unsubscribe', { requestId, phone }),
      failed: failed.unsubscribed,
    });
    const name = this.#app.formats.phone(phone);
    if (value !== null) this.#app.toasts.show(this.#texts.text(done.unsubscribed, { name }));
    return value !== null;
  }

  /** One after the other, until the service refuses one. */
  async resubscribe(ids: readonly number[]): Promise<boolean> {
    const rows = (await this.#readRows(ids)) ?? [];
    for (const row of rows) {
      const { phone } = row;
      const reply = await this.#app.requestIds.run(`resubscribe\n${phone}`, (requestId) =>
        this.#app.bridge.request('people.resubscribe', { requestId, phone }),
      );
      if (!reply.ok) {
        this.#tellNotResubscribed(row, reply.error);
        return false;
      }
    }
    if (rows.length > 0) this.#app.toasts.show(this.#texts.text(done.resubscribed, { count: rows.length }));
    return rows.length > 0;
  }

  /** The user's answer to a change of members. */
  async resolve(changeId: number, choice: 'mine' | 'dismiss' | 'pause' | 'resume' | 'stop'): Promise<void> {
    await this.#do({
      key: `contacts.resolveChange\n${String(changeId)}\n${choice}`,
      ask: (requestId) => this.#app.bridge.request('contacts.resolveChange', { requestId, changeId, choice }),
      failed: failed.progress,
    });
    await this.#contacts.refreshChanges();
  }

  #tellNotResubscribed({ name, phone }: ContactRow, problem: ContractError): void {
    const own: Readonly<Record<string, Message>> = {
      forbidden: failed.mustTextStart,
      'not-found': failed.notUnsubscribed,
    };
    const sentence = own[problem.code];
    const detail = sentence === undefined ? toContactProblem(problem, this.#texts) : this.#texts.text(sentence);
    const who = name === '' ? this.#app.formats.phone(phone) : name;
    this.#app.toasts.show(this.#texts.text(failed.resubscribed, { name: who, detail }), { tone: 'fault' });
  }

  async #readRows(ids: readonly number[]): Promise<readonly ContactRow[] | null> {
    return this.#explain(await this.#contacts.listRows(ids));
  }

  #explain<Value>(reply: Reply<Value>): Value | null {
    if (reply.ok) return reply.value;
    this.#tell(failed.explained, reply.error);
    return null;
  }

  /** Null where it was not done, which the user is told. */
  async #do<Value>(action: Action<Value>): Promise<Value | null> {
    const reply = await this.#app.requestIds.run(action.key, action.ask);
    if (reply.ok) return reply.value;
    this.#tell(action.failed, reply.error, action);
    return null;
  }

  /** The same for what may delete contacts. */
  async #doAgreed<Value extends object>(action: Action<Value>): Promise<Value | Exclude<Outcome, 'done'>> {
    const reply = await this.#app.requestIds.run(action.key, action.ask);
    if (reply.ok) return reply.value;
    if (reply.error.code === 'validation' && 'members' in reply.error.fields) return 'more-would-go';
    this.#tell(action.failed, reply.error, action);
    return 'failed';
  }

  /** `count`: how many things were not done. */
  #tell(
    message: Failed,
    problem: ContractError,
    { count = 1, toDetail = toContactProblem }: { count?: number } & Pick<Action<unknown>, 'toDetail'> = {},
  ): void {
    const detail = toDetail(problem, this.#texts);
    this.#app.toasts.show(this.#texts.text(message, { detail, count }), { tone: 'fault' });
  }

  #offer(text: string, undoId: string | null): void {
    this.#app.peopleUndo.offer(text, undoId, 'edit');
  }
}
