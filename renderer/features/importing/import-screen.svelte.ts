import type { ContactCounts, ContractError, ImportDraftView, ImportRunView, Reply } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import { STARTS, type ImportRoute } from '#renderer/app/routes.ts';
import { downloadFile } from '#renderer/lib/download-file.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { FileChoice } from './file-choice.svelte.ts';
import { ImportDraftState } from './import-draft.svelte.ts';
import { isOver } from './import-runs.svelte.ts';
import { findFault, toRefusal, type DraftFault } from './import-text.ts';
import { file as fileWords, frame, start as startWords } from './messages.ts';

/** While contacts are read, main tells of changes all the time. */
const PAUSE_MS = 1_000;
const NOTHING_KNOWN: Pick<ContactCounts, 'fields' | 'lists'> = { fields: [], lists: [] };

const FAULTS: Readonly<Record<DraftFault, Message>> = {
  phone: frame.needsPhone,
  'list-name': frame.needsListName,
  counting: frame.stillCounting,
  filling: frame.filling,
  nothing: startWords.nothing,
};

/** The screen of an import: the file, the step, and what lies over it. */
export class ImportScreen {
  readonly draft: ImportDraftState;
  readonly choice: FileChoice;
  /** Whether the import is really to begin. */
  readonly question: Overlay;
  /** Whether a file with changed rows may be replaced or removed. */
  readonly loss: Overlay;
  #lossKind = $state<'replace' | 'remove'>('replace');
  #answerLoss: (isAgreed: boolean) => void = () => undefined;
  #askedFault = $state<DraftFault | null>(null);
  readonly #app: App;
  readonly #texts: Translator;
  readonly #counts: LiveQuery<ContactCounts>;
  /** The import that is shown. */
  readonly #run: LiveQuery<{ readonly run: ImportRunView | null }, 'imports.changed'>;

  constructor(app: App, texts: Translator) {
    this.#app = app;
    this.#texts = texts;
    this.draft = new ImportDraftState(app.bridge, {
      ids: app.requestIds,
      go: (route) => app.router.go(route),
      onrefused: (error) => this.#tell(frame.refused, error),
    });
    this.choice = new FileChoice(app.bridge, {
      open: (handle, isPasted) => this.#open(handle, isPasted),
      mayReplace: () => (this.draft.isKnown ? this.#askLoss('replace') : this.#refreshAndAsk()),
    });
    this.question = app.overlays.create();
    this.loss = app.overlays.create({ onclose: () => this.#answerLoss(false) });
    this.#counts = new LiveQuery(app.bridge, {
      ask: () => app.bridge.request('contacts.count', {}),
      events: ['contacts.changed'],
      pauseMs: PAUSE_MS,
    });
    this.#run = new LiveQuery(app.bridge, {
      ask: () => this.#askRun(),
      events: ['imports.changed'],
      concerns: ({ importId }) => importId !== null && importId === this.draft.importId,
      pauseMs: PAUSE_MS,
    });
  }

  /** What is imported: of the draft, or of the import that is shown. */
  get file(): Pick<ImportDraftView, 'fileName' | 'isPasted' | 'rowsCount'> | null {
    return this.draft.importId === null ? this.draft.view : this.#shownRun;
  }
  /** The import that is shown is over. */
  get isOver(): boolean {
    return this.#shownRun !== null && isOver(this.#shownRun);
  }

  /** Custom fields and lists of the account; none until main has answered. */
  get known(): Pick<ContactCounts, 'fields' | 'lists'> {
    return this.#counts.value ?? NOTHING_KNOWN;
  }
  /** Of the list that exists; '' where the list is new, or gone. */
  get listName(): string {
    const target = this.draft.view?.target;
    if (target?.kind !== 'list') return '';
    return this.known.lists.find(({ id }) => id === target.listId)?.name ?? '';
  }
  /** Why the user could not go on, as long as that is so. */
  get fault(): DraftFault | null {
    const { step, view } = this.draft;
    if (this.#askedFault === null || view === null || (step !== 'columns' && step !== 'rows')) return null;
    return findFault(view, step) === this.#askedFault ? this.#askedFault : null;
  }
  get faultText(): string {
    return this.fault === null ? '' : this.#texts.text(FAULTS[this.fault]);
  }

  /** First questions to main. */
  async start(): Promise<void> {
    await Promise.all([this.draft.refresh(), this.#counts.refresh()]);
  }

  /** The address leads here. */
  follow(route: ImportRoute): void {
    this.draft.follow(route);
    if (route.importId === null) this.#run.reset();
    else void this.#run.refresh();
  }

  /** Files that were dropped on another screen. */
  takeFiles(): void {
    const { filesToImport: files } = this.#app;
    this.#app.filesToImport = [];
    this.draft.goTo('file');
    void this.choice.choose(files);
  }

  /** To the rows, or to the question before the import. What is missing; null: nothing is. */
  goOn(): DraftFault | null {
    const { draft } = this;
    const { step, view } = draft;
    if (view === null || draft.isStarting || (step !== 'columns' && step !== 'rows')) return null;
    this.#askedFault = findFault(view, step);
    if (this.#askedFault === null && step === 'columns') draft.goTo('rows');
    else if (this.#askedFault === null) this.question.open();
    else if (step === 'rows' && (this.#askedFault === 'phone' || this.#askedFault === 'list-name'))
      draft.goTo('columns');
    return this.#askedFault;
  }

  showQuestion(isOpen: boolean): void {
    if (isOpen) this.question.open();
    else this.question.close();
  }

  /** What is asked before changed rows are lost. */
  get lossKind(): 'replace' | 'remove' {
    return this.#lossKind;
  }
  agreeToLoss(): void {
    this.#answerLoss(true);
  }

  async import(): Promise<void> {
    const error = await this.draft.start();
    if (error === null) return;
    if (error.fields['list'] !== undefined) this.draft.goTo('columns');
    this.#tell(startWords.failed, error);
  }

  async discard(): Promise<void> {
    if (!(await this.#askLoss('remove'))) return;
    await this.draft.discard();
    if (this.draft.view === null) this.#app.toasts.show(this.#texts.text(fileWords.removed));
  }

  async saveSample(): Promise<void> {
    const reply = await this.#app.bridge.request('imports.sample', {});
    if (!reply.ok) {
      this.#tell(frame.refused, reply.error);
      return;
    }
    downloadFile({ url: this.#app.bridge.fileUrl(reply.value.handle), name: reply.value.name });
    this.#app.toasts.show(this.#texts.text(fileWords.sampleSaved));
  }

  /** Back to the contacts; the file stays. */
  leave(): void {
    this.#app.router.show('contacts');
  }

  toCommands(): CommandHandlers {
    const { overlays, router } = this.#app;
    return {
      back: {
        run: () => {
          if (!overlays.closeTop()) this.leave();
        },
      },
      'import-contacts': { can: () => this.draft.importId !== null, run: () => router.go(STARTS.import) },
    };
  }

  dispose(): void {
    this.#answerLoss(false);
    this.choice.cancel();
    this.#app.listToImportInto = null;
    this.draft.dispose();
    this.#counts.dispose();
    this.#run.dispose();
  }

  get #shownRun(): ImportRunView | null {
    const run = this.#run.value?.run ?? null;
    return run?.id === this.draft.importId ? run : null;
  }

  /** A file that was begun from a list goes into that one, unless the user chooses otherwise. */
  async #open(handle: string, isPasted: boolean): Promise<ContractError | null> {
    const error = await this.draft.open(handle, isPasted);
    const listId = this.#app.listToImportInto;
    if (error !== null || listId === null) return error;
    this.#app.listToImportInto = null;
    await this.draft.configure({ target: { kind: 'list', listId } });
    return null;
  }

  /** A file that was dropped on another screen may come before main has said which one is being prepared. */
  async #refreshAndAsk(): Promise<boolean> {
    await this.draft.refresh();
    return await this.#askLoss('replace');
  }

  #askLoss(kind: 'replace' | 'remove'): true | Promise<boolean> {
    if (this.draft.view?.hasChanges !== true) return true;
    this.#answerLoss(false);
    this.#lossKind = kind;
    return new Promise((resolve) => {
      this.#answerLoss = resolve;
      this.loss.open();
    });
  }

  #askRun(): Promise<Reply<{ readonly run: ImportRunView | null }>> | null {
    const { importId } = this.draft;
    if (importId === null) return null;
    return this.#app.bridge
      .request('imports.get', { importId })
      .then((reply) => (reply.ok ? { ok: true, value: { run: reply.value } } : reply));
  }

  #tell(message: Message<'detail'>, error: ContractError): void {
    const detail = toRefusal(error, this.#texts);
    this.#app.toasts.show(this.#texts.text(message, { detail }).trim(), { tone: 'fault' });
  }
}
