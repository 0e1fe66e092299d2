import { getContext, setContext, tick } from 'svelte';
import type { ContactScope } from '#shared/contract/index.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import { parseRoute, printRoute, STARTS } from '#renderer/app/routes.ts';
import { isFocusLost } from '#renderer/lib/keys/lost-focus.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { ColumnPlace } from '#renderer/ui/data-table.svelte.ts';
import { ColumnChoices } from './column-choice.svelte.ts';
import { listColumns, type ContactColumn } from './contact-columns.ts';
import { findList, isRegister, isSameScope, toScopeName, type ListCount } from './contact-scope.ts';
import { ContactsActions, type DeleteExplanation, type Named } from './contacts-actions.ts';
import { Contacts } from './contacts.svelte.ts';
import { listLeaving, planSetting, type Leaving } from './leaving.ts';
import { table as tableWords } from './messages.ts';

/** Members whose names a question shows at first. */
const NAMED_LOST = 4;

/** What lies over the screen. */
export type ContactsDialog =
  | { readonly kind: 'new-contact'; readonly phone: string; readonly listId: number | null }
  | { readonly kind: 'new-list' | 'new-field' }
  | { readonly kind: 'rename-field'; readonly field: Named }
  | { readonly kind: 'delete-field'; readonly field: Named; readonly count: number }
  | { readonly kind: 'delete-contacts'; readonly ids: readonly number[]; readonly explanation: DeleteExplanation }
  | { readonly kind: 'leave'; readonly leaving: Leaving }
  | { readonly kind: 'add-people'; readonly list: ListCount }
  | { readonly kind: 'add-number'; readonly register: 'blocked' | 'unsubscribed' }
  | { readonly kind: 'resubscribe' | 'block'; readonly ids: readonly number[] };

const SCREEN = Symbol('contacts');

/** So many are blocked without a question. */
const MOST_BLOCKED_UNASKED = 5;

/** The contacts screen: what is shown, who is open beside it, and what lies over it. */
export class ContactsScreen {
  readonly contacts: Contacts;
  readonly actions: ContactsActions;
  readonly columnChoices: ColumnChoices;
  readonly overlay: Overlay;
  /** The last one, also while it closes. */
  dialog = $state.raw<ContactsDialog | null>(null);
  /** Counts dialogs: each begins anew. */
  dialogCount = $state(0);
  openId = $state<number | null>(null);
  isRenaming = $state(false);
  /** The name of the list that is shown; null in a narrow window, and while it is edited. */
  nameButton = $state<HTMLButtonElement | null>(null);
  /** The field that narrows the table. */
  field = $state<HTMLInputElement | null>(null);
  /** The contact that is opened next is edited at once. */
  #isEditWanted = false;
  /** Edits the contact that is on screen beside the table. */
  #edit: () => void = () => undefined;
  #isDisposed = false;
  readonly #app: App;
  readonly #account: string;
  readonly #texts: Translator;
  readonly columns: readonly ContactColumn[] = $derived.by(() =>
    listColumns({
      scope: this.contacts.query.scope,
      fields: this.contacts.counts?.fields ?? [],
      choice: this.columnChoices.value,
      texts: this.#texts,
    }),
  );
  readonly shownColumns: readonly ContactColumn[] = $derived(this.columns.filter(({ isShown }) => isShown));

  constructor(app: App, texts: Translator) {
    this.#app = app;
    this.#texts = texts;
    this.contacts = new Contacts(app.bridge);
    this.actions = new ContactsActions({ app, texts, contacts: this.contacts });
    this.#account = app.session.identity;
    this.columnChoices = new ColumnChoices(localStorage, this.#account);
    this.overlay = app.overlays.create();
  }

  get scope(): ContactScope {
    return this.contacts.query.scope;
  }
  /** The list that is shown; null where none is. */
  get list(): ListCount | null {
    return findList(this.scope, this.contacts.counts);
  }
  /** Own lists, to which contacts can be added. */
  get ownLists(): readonly ListCount[] {
    return (this.contacts.counts?.lists ?? []).filter(({ isReadOnly }) => !isReadOnly);
  }
  /** The own list that has the name already, beside one that is renamed; lists that others share have names of their own. */
  findNamesake(name: string, renamedId: number | null = null): ListCount | null {
    const key = toNameKey(name);
    return this.ownLists.find((list) => list.id !== renamedId && toNameKey(list.name) === key) ?? null;
  }
  get isRegister(): boolean {
    return isRegister(this.scope);
  }
  get title(): string {
    return toScopeName(this.scope, this.contacts.counts, this.#texts);
  }
  get checkedIds(): readonly number[] {
    return [...this.contacts.table.checked];
  }

  /** First questions to main. The keys begin on the row that they were on when the place was left last. */
  start(): Promise<void> {
    const { route } = this.#app.router;
    const { scope } = route.kind === 'contacts' ? route : STARTS.contacts;
    const rowId = this.#app.leftRows.find(this.#account, toPlace(scope));
    if (rowId !== null) this.contacts.table.beginAt(Number(rowId));
    return this.contacts.start(scope);
  }

  /** The address leads here. */
  follow(scope: ContactScope, contactId: number | null): void {
    if (!isSameScope(scope, this.scope)) this.isRenaming = false;
    this.contacts.show(scope);
    this.openId = contactId;
  }

  /** To other contacts, as a step of its own in the history. */
  goTo(scope: ContactScope): void {
    this.#app.router.go({ kind: 'contacts', scope, contactId: null });
  }

  /** Shows who a row is; a number without a contact becomes one. */
  open(rowId: number): void {
    const row = this.contacts.table.find(rowId);
    if (row === null) return;
    if (row.contactId !== null) this.openContact(row.contactId);
    else this.ask({ kind: 'new-contact', phone: row.phone, listId: null });
  }

  openContact(contactId: number): void {
    const before = this.openId;
    this.openId = contactId;
    this.#app.router.record({ kind: 'contacts', scope: this.scope, contactId }, before === null ? 'push' : 'replace');
  }

  /** Opens a contact and edits its first value. */
  editContact(contactId: number): void {
    if (contactId === this.openId) {
      this.#edit();
      return;
    }
    this.#isEditWanted = true;
    this.openContact(contactId);
  }

  /** False: no one was open. */
  closeContact(): boolean {
    if (this.openId === null) return false;
    this.openId = null;
    this.#app.router.record({ kind: 'contacts', scope: this.scope, contactId: null }, 'replace');
    this.contacts.table.focus();
    return true;
  }

  /** The open contact is on screen; `edit` edits its first value. */
  noteReady(edit: () => void): void {
    this.#edit = edit;
    if (this.#isEditWanted) edit();
    this.#isEditWanted = false;
  }

  ask(dialog: ContactsDialog): void {
    if (this.#isDisposed) return;
    this.dialog = dialog;
    this.dialogCount += 1;
    this.overlay.open();
  }

  newContact(): void {
    const { scope } = this;
    const isOwnList = this.list?.isReadOnly === false;
    this.ask({ kind: 'new-contact', phone: '', listId: scope.kind === 'list' && isOwnList ? scope.listId : null });
  }

  /** A deletion was undone: the keys go on with who is back, unless the user is doing something else. */
  showRestored(contactIds: readonly number[]): void {
    const { table } = this.contacts;
    const [first] = contactIds;
    if (this.#isDisposed || this.isRegister || first === undefined || this.openId !== null) return;
    table.pointOnceHere(first);
    if (isFocusLost(document)) table.focus();
  }

  async deleteRows(rowIds: readonly number[]): Promise<void> {
    const ids = await this.#listContactsOf(rowIds);
    const explanation = ids.length === 0 ? null : await this.actions.explainDelete(ids);
    if (explanation !== null) this.ask({ kind: 'delete-contacts', ids, explanation });
  }

  /** Asks first where the service would delete some of them. */
  async removeRows(list: ListCount, ids: readonly number[]): Promise<void> {
    const lost = await this.actions.explainRemoval(list.id, ids, NAMED_LOST);
    if (lost === null) return;
    const leaving = { reason: 'remove', list, ids, lost, isAskedAgain: false } as const;
    if (lost.onlyHereCount > 0) this.ask({ kind: 'leave', leaving });
    else await this.leave(leaving, null);
  }

  /** Asks first where someone would leave. False: nothing was asked or done, which the user is told. */
  async setMembers(list: ListCount, newIds: readonly number[]): Promise<boolean> {
    const leaving = await this.#toSetting(list, newIds, false);
    if (leaving === null) return false;
    if (leaving.ids.length > 0) this.ask({ kind: 'leave', leaving });
    else await this.leave(leaving, null);
    return true;
  }

  /** The user's answer; where more would be deleted by now, the question is asked once more. */
  async leave(leaving: Leaving, goal: Named | null): Promise<void> {
    this.overlay.close();
    const outcome = await this.actions.leave(leaving, goal);
    if (outcome === 'more-would-go') await this.#askAgain(leaving);
    if (outcome !== 'done' || this.#isDisposed) return;
    if (leaving.reason === 'remove') this.contacts.table.uncheck(leaving.ids);
    else this.contacts.table.uncheckAll();
    const isGone = leaving.reason === 'delete-list';
    if (isGone && isSameScope(this.scope, { kind: 'list', listId: leaving.list.id })) this.goTo({ kind: 'all' });
  }

  async addRows(list: Named, rowIds: readonly number[]): Promise<void> {
    const ids = await this.#listContactsOf(rowIds);
    if (ids.length > 0 && (await this.actions.addTo(list, ids))) this.contacts.table.uncheck(rowIds);
  }

  /** Many are asked about first: who is blocked gets no more texts, and who was so before cannot be told apart then. */
  async setBlocked(rowIds: readonly number[], isBlocked: boolean): Promise<void> {
    if (isBlocked && rowIds.length > MOST_BLOCKED_UNASKED) this.ask({ kind: 'block', ids: rowIds });
    else await this.setBlockedUnasked(rowIds, isBlocked);
  }

  async setBlockedUnasked(rowIds: readonly number[], isBlocked: boolean): Promise<void> {
    if (!(await this.actions.setBlocked(rowIds, isBlocked))) return;
    this.contacts.table.uncheck(rowIds);
    this.contacts.table.focus();
  }

  async renameList(list: ListCount): Promise<void> {
    await this.#goToList(list);
    this.isRenaming = true;
  }

  async exportList(list: ListCount): Promise<void> {
    await this.#goToList(list);
    await this.export(null);
  }

  async askToDeleteList(list: ListCount): Promise<void> {
    const lost = await this.actions.explainRemoval(list.id, null, NAMED_LOST);
    if (lost === null) return;
    this.ask({ kind: 'leave', leaving: { reason: 'delete-list', list, lost, isAskedAgain: false } });
  }

  async askToDeleteField(field: Named): Promise<void> {
    const count = await this.actions.countValues(field.id);
    if (count !== null) this.ask({ kind: 'delete-field', field, count });
  }

  /** To the import of a file, into the list that is shown. Those that were dropped here are chosen there. */
  import(files: readonly File[] = [], list: Named | null = this.#ownList): void {
    this.#app.filesToImport = files;
    this.#app.listToImportInto = list?.id ?? null;
    this.#app.router.show('import');
  }

  export(ids: readonly number[] | null): Promise<void> {
    return this.actions.export(ids, this.shownColumns);
  }

  /** Puts a column beside another one, and says where it is now. */
  moveColumn(column: string, place: ColumnPlace): void {
    this.columnChoices.move(
      this.columns.map(({ id }) => id),
      column,
      place,
    );
    const moved = this.columns.find(({ id }) => id === column);
    if (moved === undefined) return;
    const all = moved.isShown ? this.shownColumns : this.columns;
    const values = { column: moved.label, place: all.indexOf(moved) + 1, all: all.length };
    this.#app.announcer.say(this.#texts.text(tableWords.columnMoved, values));
  }

  find(): void {
    this.field?.focus();
    this.field?.select();
  }

  /** What the commands mean here. Those of rows are for keys alone: the palette means the chat list. */
  toCommands(): CommandHandlers {
    const { table } = this.contacts;
    const can = (): boolean => table.ids.length > 0;
    const onRows = (run: () => unknown) => ({
      can: ({ isFromPalette }: { isFromPalette: boolean }) => !isFromPalette && can(),
      run: () => {
        run();
        table.focus();
      },
    });
    const walk = (run: () => unknown) =>
      onRows(() => {
        run();
        this.#followRow();
      });
    return {
      next: walk(() => table.move(1)),
      previous: walk(() => table.move(-1)),
      first: walk(() => table.moveTo(0)),
      last: walk(() => table.moveTo(table.ids.length - 1)),
      'page-down': walk(() => table.move(table.pageRows)),
      'page-up': walk(() => table.move(-table.pageRows)),
      check: onRows(() => table.cursorId !== null && table.toggle(table.cursorId)),
      'check-down': onRows(() => table.extend(1)),
      'check-up': onRows(() => table.extend(-1)),
      'check-all': onRows(() => table.checkAll()),
      open: {
        can: ({ target }) => target === table.box && table.cursorId !== null,
        run: () => table.cursorId !== null && this.open(table.cursorId),
      },
      'delete-contacts': {
        can: () => !this.isRegister && (table.checked.size > 0 || table.cursorId !== null),
        run: () => {
          if (table.checked.size === 0 && table.cursorId !== null) table.toggle(table.cursorId);
          void this.deleteRows(this.checkedIds);
        },
      },
      edit: {
        can: ({ target }) => this.#findEdit(target) !== null,
        run: ({ target }) => this.#findEdit(target)?.(),
      },
      'find-contacts': { run: () => this.find() },
      'new-contact': { run: () => this.newContact() },
      'new-list': { run: () => this.ask({ kind: 'new-list' }) },
      undo: {
        can: ({ place }) => place !== 'field' && place !== 'composer' && this.#app.peopleUndo.lastAt !== null,
        run: () => this.#app.peopleUndo.undoLast(),
      },
      back: { run: () => this.#goBack() },
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    const { cursorId } = this.contacts.table;
    this.#app.leftRows.keep(this.#account, toPlace(this.scope), cursorId === null ? null : String(cursorId));
    this.contacts.dispose();
  }

  async #goToList({ id }: ListCount): Promise<void> {
    const scope = { kind: 'list', listId: id } as const;
    if (isSameScope(scope, this.scope)) return;
    this.goTo(scope);
    await tick();
  }

  get #ownList(): ListCount | null {
    return this.list?.isReadOnly === false ? this.list : null;
  }

  /** Makes the row of the open contact the current row, for example after it was created. Rows of the registers have other ids. */
  pointToOpen(): void {
    const { table } = this.contacts;
    const index = this.isRegister || this.openId === null ? -1 : table.ids.indexOf(this.openId);
    if (index !== -1 && this.openId !== table.cursorId) table.moveTo(index);
  }

  /** Opens the contact of the current row, where one is open beside the table: all keys act on the same person. */
  #followRow(): void {
    const { table } = this.contacts;
    const row = this.openId === null || table.cursorId === null ? null : table.find(table.cursorId);
    if (row?.contactId != null) this.openContact(row.contactId);
  }

  /** The contact of the row under the keys; null where the focus is elsewhere, and for a number without one. */
  #findUnderKeys(target: Element | null): number | null {
    const { table } = this.contacts;
    const rowId = target === table.box ? table.cursorId : null;
    return rowId === null ? null : (table.find(rowId)?.contactId ?? null);
  }

  /** What is edited: the place or the contact under the keys, elsewhere the name of the list that is shown; null: nothing. */
  #findEdit(target: Element | null): (() => unknown) | null {
    const place = findPlace(target);
    if (place !== null) return this.#findRename(place);
    if (this.openId !== null) return null;
    const contactId = this.#findUnderKeys(target);
    if (contactId === null) return this.#ownList === null ? null : () => (this.isRenaming = true);
    return () => this.editContact(contactId);
  }

  /** Null for what has no name of the user's own. */
  #findRename(scope: ContactScope): (() => unknown) | null {
    const { counts } = this.contacts;
    const list = findList(scope, counts);
    if (list?.isReadOnly === false) return () => this.renameList(list);
    const field = scope.kind === 'field' ? counts?.fields.find(({ id }) => id === scope.fieldId) : undefined;
    return field === undefined ? null : () => this.ask({ kind: 'rename-field', field });
  }

  async #askAgain(before: Leaving): Promise<void> {
    if (this.#isDisposed) this.actions.tellMoreWouldGo();
    else if (before.reason === 'set') {
      const leaving = await this.#toSetting(before.list, before.newIds, true);
      if (leaving !== null) this.ask({ kind: 'leave', leaving });
    } else {
      const lost = await this.actions.explainRemoval(before.list.id, listLeaving(before), NAMED_LOST);
      if (lost !== null) this.ask({ kind: 'leave', leaving: { ...before, lost, isAskedAgain: true } });
    }
  }

  async #toSetting(list: ListCount, newIds: readonly number[], isAskedAgain: boolean) {
    const members = await this.actions.listMembers(list.id);
    if (members === null) return null;
    const { ids, comingCount } = planSetting(members, newIds);
    const lost =
      ids.length === 0
        ? { membersCount: members.length, onlyHereCount: 0, onlyHere: [] }
        : await this.actions.explainRemoval(list.id, ids, NAMED_LOST);
    return lost === null ? null : ({ reason: 'set', list, lost, isAskedAgain, ids, newIds, comingCount } as const);
  }

  /** What lies over the screen goes first, then what is checked, then who is open, then what was typed. */
  #goBack(): void {
    const { contacts } = this;
    if (this.#app.overlays.closeTop() || contacts.table.uncheckAll() || this.closeContact()) return;
    if (contacts.query.text !== '') contacts.ask({ text: '' });
    contacts.table.focus();
  }

  /** In a register the rows are numbers: the contacts of those that have one. */
  async #listContactsOf(ids: readonly number[]): Promise<readonly number[]> {
    if (!this.isRegister) return ids;
    const reply = await this.contacts.listRows(ids);
    return reply.ok ? reply.value.flatMap(({ contactId }) => contactId ?? []) : [];
  }
}

/** What rows are remembered by: the address of the place. */
function toPlace(scope: ContactScope): string {
  return printRoute({ kind: 'contacts', scope, contactId: null });
}

/** The place whose link in the list of places has the focus; null where the focus is elsewhere. */
function findPlace(target: Element | null): ContactScope | null {
  if (!(target instanceof HTMLAnchorElement) || target.closest('[data-places]') === null) return null;
  const route = parseRoute(target.hash);
  return route.kind === 'contacts' ? route.scope : null;
}

/** Gives everything below this component the screen. */
export function provideContacts(screen: ContactsScreen): void {
  setContext(SCREEN, screen);
}

/** The screen. Call while a component is created. */
export function useContacts(): ContactsScreen {
  return getContext<ContactsScreen>(SCREEN);
}
