import { getContext, setContext } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import type { ContractError, RequestOutput, TemplateView } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { OPEN_LIST, printRoute, STARTS } from '#renderer/app/routes.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { toFreeName, toNameKey } from '#shared/domain/unique-names.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { NARROW_MAX, SINGLE_MAX } from '#renderer/lib/pane-sizes.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { done, editor as editorWords, faults, side as sideWords } from './messages.ts';
import { noteUse } from './note-use.ts';
import { PersonFields } from './person-fields.svelte.ts';
import { PreviewChoice, type FoundPerson } from './preview-choice.svelte.ts';
import { TemplateDrafts } from './template-drafts.ts';
import { NEW_KEY, TemplateForm, type FormField } from './template-form.svelte.ts';
import { LONGEST, toPortableText, type TemplateWords } from './template-words.ts';
import { TextCounts } from './text-counts.svelte.ts';
import { searchTemplates } from './trigger.ts';

/** In these states nothing can be changed at the service. */
const AWAY: ReadonlySet<LinkState> = new Set(['lost', 'offline', 'maintenance', 'unauthorized']);

/** Words that main itself puts on what it does not save. */
const OWN_FAILURES = [
  { field: 'outcome', word: 'unknown', message: faults.unsure },
  { field: 'content', word: 'changed', message: editorWords.newer },
  { field: 'keeper', word: 'absent', message: sideWords.onlyComputer },
  { field: 'shortcut', word: 'taken', message: faults.takenShortcut },
  { field: 'shortcut', word: 'bad', message: faults.badShortcut },
];

/** A row of the list: a template, or one that was written and never saved. */
export interface TemplateRow extends TemplateWords {
  readonly key: string;
  /** Something of it is not saved. */
  readonly isUnsaved: boolean;
}

/** What takes the focus: the list, a field of the editor, or the one that was written in last. */
export type EditorPlace = FormField | 'edited' | 'list';

const SCREEN = Symbol('templates');
/** What its rows are remembered by. */
const PLACE = printRoute(STARTS.templates);

/** The templates screen: its list, the one that is open, and what is done to them. */
export class TemplatesScreen {
  readonly counts: TextCounts;
  readonly fields: PersonFields;
  /** The contact for whom the text is shown as well. */
  readonly shownFor: PreviewChoice;
  query = $state('');
  isSearching = $state(false);
  tab = $state<'text' | 'preview'>('text');
  /** Counts what was opened: the editor begins anew with each. */
  openCount = $state(0);
  /** What has the focus once the list is there: the name of a new one, where that was begun before. */
  firstPlace: EditorPlace = 'list';
  /** Asks before one is deleted whose last words were not saved. */
  readonly question;
  #isDisposed = false;
  #form = $state.raw<TemplateForm | null>(null);
  /** The row that the keys were on last. */
  #cursorKey = $state<string | null>(null);
  /** Of the contact for whom the text is shown as well. */
  #shownPhone: string | null = null;
  /** Counts what was written and not saved. */
  #draftsVersion = $state(0);
  #focus: (place: EditorPlace) => void = () => undefined;
  readonly #drafts: TemplateDrafts;
  readonly #list: LiveQuery<RequestOutput<'templates.list'>>;
  readonly #single = new MediaQuery(`max-width: ${String(SINGLE_MAX)}px`);
  readonly #narrow = new MediaQuery(`max-width: ${String(NARROW_MAX)}px`);
  readonly #app: App;
  readonly #account: string;
  /** The row that the keys were on when the screen was left last; null: it is new to the window. */
  readonly #leftKey: string | null;
  readonly #texts: Translator;
  /** All of them, by where they are kept. */
  readonly rows: readonly TemplateRow[] = $derived.by(() => this.#listRows());
  /** Those that the search leaves, the service's first. */
  readonly shown: readonly TemplateRow[] = $derived.by(() => this.#listShown());

  constructor(app: App, texts: Translator) {
    this.#app = app;
    this.#texts = texts;
    const { bridge } = app;
    this.#account = app.session.identity;
    this.#leftKey = app.leftRows.find(this.#account, PLACE);
    this.#cursorKey = this.#leftKey;
    this.#drafts = new TemplateDrafts(localStorage, this.#account);
    this.#list = new LiveQuery(bridge, {
      ask: () => bridge.request('templates.list', {}),
      events: ['templates.changed'],
    });
    this.counts = new TextCounts(bridge);
    this.fields = new PersonFields(bridge, () => this.#shownPhone ?? this.counts.people?.[0]?.phone ?? null);
    this.shownFor = new PreviewChoice(bridge, (person) => this.#showFor(person));
    this.question = app.overlays.create();
  }

  get status(): 'loading' | 'failed' | 'empty' | 'ready' {
    if (this.#list.value === null) return this.#list.problem === null ? 'loading' : 'failed';
    return this.rows.length === 0 ? 'empty' : 'ready';
  }
  get problem(): ContractError | null {
    return this.#list.problem;
  }
  /** As main has them; null: not known yet. */
  get items(): readonly TemplateView[] | null {
    return this.#list.value?.items ?? null;
  }
  get canServiceKeep(): boolean {
    return this.#list.value?.canServiceKeep ?? true;
  }
  /** Whether the service cannot be asked now. */
  get isAway(): boolean {
    return AWAY.has(this.#app.link);
  }
  get form(): TemplateForm | null {
    return this.#form;
  }
  get openKey(): string | null {
    return this.#form?.key ?? null;
  }
  /** The row under the keys: the open one; where there is room for the list alone, none of its rows is open. */
  get currentKey(): string | null {
    if (this.pane !== 'list') return this.openKey;
    const isShown = this.shown.some(({ key }) => key === this.#cursorKey);
    return isShown ? this.#cursorKey : (this.shown[0]?.key ?? null);
  }
  get isNarrow(): boolean {
    return this.#narrow.current;
  }
  /** Which of list and editor there is room for. */
  get pane(): 'both' | 'list' | 'sheet' {
    if (!this.#single.current) return 'both';
    return this.#app.router.route.kind === 'templates' && this.#app.router.route.templateKey !== null
      ? 'sheet'
      : 'list';
  }

  async start(): Promise<void> {
    void this.fields.need();
    await this.refresh();
  }

  async refresh(): Promise<void> {
    await this.#list.refresh();
  }

  /** Parts that take the focus. Returns its own undo. */
  registerFocus(focus: (place: EditorPlace) => void): () => void {
    this.#focus = focus;
    return () => {
      if (this.#focus === focus) this.#focus = () => undefined;
    };
  }

  focus(place: EditorPlace): void {
    this.#focus(place);
  }

  /** The address leads to a template, or the list is another. `key` null: to none, where the one left last is shown. */
  follow(key: string | null): void {
    if (this.#list.value === null) return;
    if (key !== null) this.#cursorKey = key;
    const wanted = key ?? (this.pane === 'both' ? this.#findFirst() : this.openKey);
    const view = this.#list.value.items.find((item) => item.key === wanted) ?? null;
    if (wanted !== null && wanted === this.openKey) this.#form?.follow(view);
    else this.#open(wanted, view);
  }

  /** To another template. `how`: moving through the list adds no step to the history. */
  goTo(key: string | null, how: 'push' | 'replace' = 'push'): void {
    this.#app.router.record({ kind: 'templates', templateKey: key }, how);
    this.follow(key);
  }

  /** As it was saved last; '' for none. */
  get nameOfOpen(): string {
    return (this.form?.view?.name ?? this.form?.words.name ?? '').trim();
  }

  /** Puts the keys on a row, for what is done with it; where there is room for the list alone, that stays on screen. */
  point(key: string): void {
    if (this.pane === 'both') this.goTo(key);
    else this.follow(key);
  }

  /** By so many rows in the list; the row is opened where there is room for it. */
  move(step: number): void {
    const index = this.shown.findIndex(({ key }) => key === this.currentKey);
    const last = this.shown.length - 1;
    const row = this.shown[Math.max(0, Math.min(index === -1 ? 0 : index + step, last))];
    if (row === undefined) return;
    if (this.pane === 'list') this.#cursorKey = row.key;
    else this.goTo(row.key, 'replace');
  }

  create(): void {
    if (this.#list.value === null) this.firstPlace = 'name';
    this.goTo(NEW_KEY);
    this.#focus('name');
  }

  /** In a window with room for one of both: back to the list. False: there is no way back. */
  leaveEditor(): boolean {
    if (this.pane !== 'sheet') return false;
    this.goTo(null, 'replace');
    this.#focus('list');
    return true;
  }

  find(): void {
    this.isSearching = true;
    this.#focus('list');
  }

  endSearch(): void {
    this.query = '';
    this.isSearching = false;
  }

  /** Another template with the name that is written, as it is called; null: none. */
  findNamesake({ key, words }: TemplateForm): string | null {
    const name = toNameKey(words.name);
    return this.items?.find((item) => item.key !== key && toNameKey(item.name) === name)?.name ?? null;
  }

  /** True: it is saved. What stands in the way has the focus, and what was typed stays. */
  async save(): Promise<boolean> {
    const form = this.#form;
    if (form === null || form.isSaving || !form.isDirty) return false;
    const others = this.rows.filter(({ key, isUnsaved }) => key !== form.key && !isUnsaved);
    const fault = form.check({
      shortcuts: others.map(({ shortcut }) => shortcut),
      hasNamesake: this.findNamesake(form) !== null,
    });
    if (fault !== null) {
      this.tab = 'text';
      this.#focus(fault);
      return false;
    }
    const { words, base } = form.begin();
    const reply = await this.#write(form, words, base);
    if (!reply.ok) {
      form.fail(reply.error);
      this.#app.announcer.interrupt(this.toFailure(reply.error));
      if (form.faults.shortcut !== undefined) this.#focus('shortcut');
      // Another client changed it: what it says now is shown beside what was typed.
      await this.refresh();
      return false;
    }
    const view = reply.value;
    this.#take(form.key, view);
    if (view.key === form.key) form.end(words, view, Date.now());
    else this.#rename(form, { words, view });
    await this.refresh();
    return true;
  }

  /** Why it was not saved, in words. */
  toFailure(problem: ContractError): string {
    const found = OWN_FAILURES.find(({ field, word }) => problem.fields[field]?.includes(word) === true);
    return found === undefined ? this.#tellWith(faults.notSaved, problem) : this.#texts.text(found.message);
  }

  putBack(): void {
    const form = this.#form;
    if (form === null) return;
    form.putBack();
    this.counts.follow(form.words);
    const isGone = form.isGone || form.key === NEW_KEY;
    if (isGone && form.view === null) {
      this.#drafts.remove(form.key);
      this.#draftsVersion += 1;
      this.#form = null;
      this.goTo(null, 'replace');
      this.#focus('list');
    }
  }

  /** The same once more, saved at once where this one is kept. */
  async duplicate(): Promise<void> {
    const form = this.#form;
    if (form === null || form.isSaving) return;
    const { words } = form;
    const taken = (this.items ?? []).map((item) => item.name);
    const name = toFreeName(this.#texts.text(editorWords.copyName, { name: words.name }), taken, LONGEST.name);
    const copy = { ...words, name, shortcut: '' };
    const reply = await this.#app.requestIds.run(`templates.create\n${JSON.stringify(copy)}`, (requestId) =>
      this.#app.bridge.request('templates.create', { requestId, ...copy }),
    );
    if (!reply.ok) {
      this.#tell(faults.notDuplicated, reply.error);
      return;
    }
    await this.refresh();
    this.#app.toasts.show(this.#texts.text(done.duplicated, { name }));
    this.goTo(reply.value.key);
    this.#focus('name');
  }

  /** Asks first where some of it was not saved. */
  askToRemove(): void {
    const form = this.#form;
    if (form === null) return;
    if (form.isDirty) this.question.open();
    else void this.remove();
  }

  async remove(): Promise<void> {
    const form = this.#form;
    if (form === null) return;
    if (form.view === null) {
      this.putBack();
      return;
    }
    const { key, name } = form.view;
    const next = this.#findNext(key);
    const { bridge, requestIds, peopleUndo } = this.#app;
    const reply = await requestIds.run(`templates.delete\n${key}`, (requestId) =>
      bridge.request('templates.delete', { requestId, keys: [key] }),
    );
    if (!reply.ok) {
      this.#tell(faults.notDeleted, reply.error);
      return;
    }
    this.#drafts.remove(key);
    this.#draftsVersion += 1;
    this.#form = null;
    this.#cursorKey = next;
    await this.refresh();
    this.goTo(this.pane === 'both' ? next : null, 'replace');
    this.#focus('list');
    const offer = { kind: 'template', more: null, onundone: () => void this.#showRestored(key) } as const;
    peopleUndo.offer(this.#texts.text(done.deleted, { name }), reply.value.undoId, offer);
  }

  /** Its deletion was undone: the keys go on with it, unless something else is being written. */
  async #showRestored(key: string): Promise<void> {
    await this.refresh();
    const isHere = this.items?.some((item) => item.key === key) === true;
    if (!isHere || this.#isDisposed || this.pane === 'sheet' || this.form?.isDirty === true) return;
    if (this.pane === 'both') this.goTo(key, 'replace');
    else this.#cursorKey = key;
    this.#focus('list');
  }

  /** A new message with it: its fields are filled in for the person who is chosen there. */
  use(): void {
    const form = this.#form;
    if (form === null || form.words.content.trim() === '') return;
    const { router } = this.#app;
    this.#app.textToWrite = toPortableText(form.words);
    if (form.view !== null) void noteUse(this.#app, form.view.key);
    router.go({ kind: 'new-message', list: OPEN_LIST });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#app.leftRows.keep(this.#account, PLACE, this.currentKey);
    this.#list.dispose();
    this.counts.dispose();
    this.question.close();
  }

  /** The fields have the values of that contact then. */
  #showFor(person: FoundPerson | null): void {
    this.#shownPhone = person?.phone ?? null;
    this.counts.showFor(person?.contactId ?? null);
    void this.fields.follow();
  }

  #open(key: string | null, view: TemplateView | null): void {
    const draft = key === null ? null : this.#drafts.find(key);
    const isThere = key !== null && (view !== null || draft !== null || key === NEW_KEY);
    this.tab = 'text';
    this.openCount += 1;
    if (!isThere) {
      this.#form = null;
      return;
    }
    this.#form = new TemplateForm({
      ...{ key, view, draft, keeper: this.canServiceKeep ? 'service' : 'computer' },
      onwrite: (form) => this.#keep(form),
    });
    this.counts.begin(this.#form.words);
  }

  /** What is not saved outlives the screen. */
  #keep(form: TemplateForm): void {
    if (form.isDirty) this.#drafts.keep(form.key, form.draft);
    else this.#drafts.remove(form.key);
    this.#draftsVersion += 1;
    if (form === this.#form) this.counts.follow(form.words);
  }

  /** It is kept under another key now: a new one, or one that moved. */
  #rename(form: TemplateForm, { words, view }: { readonly words: TemplateWords; readonly view: TemplateView }): void {
    form.end(words, view, Date.now());
    const rest = form.isDirty ? form.draft : null;
    this.#drafts.remove(form.key);
    if (rest !== null) this.#drafts.keep(view.key, rest);
    this.#draftsVersion += 1;
    if (form !== this.#form) return;
    this.#form = new TemplateForm({
      ...{ key: view.key, view, draft: rest, keeper: view.keeper, savedAt: form.savedAt },
      onwrite: (written) => this.#keep(written),
    });
    this.#app.router.record({ kind: 'templates', templateKey: view.key }, 'replace');
  }

  /** Main has it so now: the list shows it before it is asked again. */
  #take(key: string, view: TemplateView): void {
    const list = this.#list.value;
    if (list === null) return;
    // The list may have been read while it was made at its new place.
    const place = list.items.some((item) => item.key === view.key) ? view.key : key;
    const others = list.items.filter((item) => item.key === place || item.key !== key);
    const isKnown = others.some((item) => item.key === place);
    const items = isKnown ? others.map((item) => (item.key === place ? view : item)) : [...others, view];
    this.#list.set({ ...list, items });
  }

  #write(form: TemplateForm, words: TemplateWords, base: TemplateWords | null) {
    const { bridge, requestIds } = this.#app;
    const { key } = form;
    const action = `templates.save\n${key}\n${JSON.stringify(words)}`;
    return requestIds.run(action, (requestId) => {
      if (form.view === null) return bridge.request('templates.create', { requestId, ...words });
      // What the user was told of is replaced; what nothing was said about is not.
      const { name, content } = form.newer ?? base ?? form.view;
      return bridge.request('templates.update', { requestId, key, ...words, base: { name, content } });
    });
  }

  #listRows(): readonly TemplateRow[] {
    void this.#draftsVersion;
    const items = this.#list.value?.items ?? [];
    const saved = items.map((item): TemplateRow => {
      const words = this.#drafts.find(item.key)?.words;
      return { ...(words ?? item), keeper: item.keeper, key: item.key, isUnsaved: words !== undefined };
    });
    const unsaved = this.#drafts.keys.flatMap((key): readonly TemplateRow[] => {
      const words = items.some((item) => item.key === key) ? undefined : this.#drafts.find(key)?.words;
      return words === undefined ? [] : [{ ...words, key, isUnsaved: true }];
    });
    return [...unsaved, ...saved];
  }

  #listShown(): readonly TemplateRow[] {
    const found = this.query.trim() === '' ? this.rows : searchTemplates(this.rows, this.query);
    return [...found.filter(({ keeper }) => keeper === 'service'), ...found.filter((row) => row.keeper === 'computer')];
  }

  /** What is shown where the address names none. */
  #findFirst(): string | null {
    const left = this.rows.find(({ key }) => key === this.#leftKey);
    return (left ?? this.shown[0] ?? this.rows[0])?.key ?? null;
  }

  #findNext(key: string): string | null {
    const index = this.shown.findIndex((row) => row.key === key);
    return (this.shown[index + 1] ?? this.shown[index - 1])?.key ?? STARTS.templates.templateKey;
  }

  #tell(message: Message<'detail'>, problem: ContractError): void {
    this.#app.toasts.show(this.#tellWith(message, problem), { tone: 'fault' });
  }

  #tellWith(message: Message<'detail'>, problem: ContractError): string {
    const why = toProblemText(problem, this.#texts);
    return this.#texts.text(message, { detail: why === '' ? this.#texts.text(faults.tryAgain) : why });
  }
}

/** Gives the parts of the screen its state. */
export function provideTemplates(screen: TemplatesScreen): void {
  setContext(SCREEN, screen);
}

/** Call while a component is created. */
export function useTemplates(): TemplatesScreen {
  return getContext<TemplatesScreen>(SCREEN);
}
