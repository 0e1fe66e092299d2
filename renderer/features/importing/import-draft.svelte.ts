import type { ContractError, ImportDraftView, Reply, RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { ColumnChoice } from '#shared/domain/imports.ts';
import type { ImportRoute, ImportStep } from '#renderer/app/routes.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { isSameChoice } from './column-fields.ts';

/** What of a draft can be chosen. */
type DraftChanges = Omit<RequestInput<'imports.configure'>, 'draftId'>;
type Rereading = Omit<RequestInput<'imports.reread'>, 'draftId'>;

interface Ports {
  readonly ids: RequestIds;
  /** Leads to a step, or to the import that was started. */
  readonly go: (route: ImportRoute) => void;
  /** Main refused what was chosen; it was put back. */
  readonly onrefused: (error: ContractError) => void;
}

/** The file that is being prepared for an import, as main has it, and the step that the user is at. */
export class ImportDraftState {
  #wanted = $state<ImportStep | null>(null);
  #importId = $state<number | null>(null);
  #isStarting = $state(false);
  #isDisposed = false;
  readonly #bridge: SwitchboardBridge;
  readonly #ports: Ports;
  readonly #query: LiveQuery<{ readonly draft: ImportDraftView | null }, 'imports.changed'>;

  constructor(bridge: SwitchboardBridge, ports: Ports) {
    this.#bridge = bridge;
    this.#ports = ports;
    this.#query = new LiveQuery(bridge, {
      ask: async () => toDraft(await bridge.request('imports.getDraft', {})),
      events: ['imports.changed'],
      concerns: ({ importId }) => importId === null,
    });
  }

  /** Null: no file is chosen, or main has not answered yet (`isKnown`). */
  get view(): ImportDraftView | null {
    return this.#query.value?.draft ?? null;
  }
  get isKnown(): boolean {
    return this.#query.value !== null;
  }
  /** Why the draft is not known; null: it is, or it is on its way. */
  get problem(): ContractError | null {
    return this.isKnown ? null : this.#query.problem;
  }
  /** The import that is shown; null: the file that is being prepared. */
  get importId(): number | null {
    return this.#importId;
  }
  /** The rows are being written down before they leave. */
  get isStarting(): boolean {
    return this.#isStarting;
  }
  get step(): ImportStep | 'run' {
    if (this.#importId !== null) return 'run';
    if (this.view === null) return 'file';
    return this.#wanted ?? 'columns';
  }
  /** The column that is the phone; null: none is. */
  get phoneColumn(): number | null {
    return this.view?.columns.find(({ choice }) => choice?.kind === 'phone')?.index ?? null;
  }

  /** First question to main. */
  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  /** The address leads here. */
  follow({ importId, step }: ImportRoute): void {
    this.#importId = importId;
    this.#wanted = step ?? null;
  }

  goTo(step: ImportStep): void {
    this.#go({ kind: 'import', importId: null, step });
  }

  /** Makes a staged file the draft. Why it cannot be; null: it is. */
  async open(handle: string, isPasted: boolean): Promise<ContractError | null> {
    const reply = await this.#bridge.request('imports.open', { handle, isPasted });
    if (!reply.ok) return reply.error;
    this.#query.set({ draft: reply.value });
    this.goTo('columns');
    return null;
  }

  /** Makes a choice, which shows at once and is put back where main refuses. */
  async configure(changes: DraftChanges): Promise<boolean> {
    const { view } = this;
    if (view === null) return false;
    const draft = applyChanges(view, changes);
    return await this.#change(draft, () =>
      this.#bridge.request('imports.configure', { draftId: view.draftId, ...changes }),
    );
  }

  /** What a column becomes. No two columns become the same: another one that was it is to be chosen anew. */
  async chooseColumn(index: number, choice: ColumnChoice | null): Promise<boolean> {
    const others = (this.view?.columns ?? []).filter(
      (column) => column.index !== index && isSameChoice(column.choice, choice),
    );
    const released = others.map((column) => ({ index: column.index, choice: null }));
    return await this.configure({ columns: [{ index, choice }, ...released] });
  }

  /** Reads the file another way. */
  async reread(how: Partial<Rereading>): Promise<boolean> {
    const { view } = this;
    if (view === null) return false;
    const { sheetName: sheet, encoding, delimiter } = view;
    const draft = { ...view, sheetName: how.sheet ?? sheet, encoding: how.encoding ?? encoding };
    return await this.#change({ ...draft, delimiter: how.delimiter ?? delimiter }, () =>
      this.#bridge.request('imports.reread', { draftId: view.draftId, sheet, encoding, delimiter, ...how }),
    );
  }

  /** Forgets the file. */
  async discard(): Promise<void> {
    const { view } = this;
    if (view === null) return;
    const reply = await this.#query.change({ draft: null }, async () => {
      const { draftId } = view;
      const said = await this.#bridge.request('imports.discard', { draftId });
      return said.ok ? { ok: true, value: { draft: null } } : said;
    });
    if (reply.ok) this.goTo('file');
    else this.#ports.onrefused(reply.error);
  }

  /** Starts the import as it was checked, and shows it. Why it did not start; null: it did. */
  async start(): Promise<ContractError | null> {
    const { view } = this;
    if (view === null || this.#isStarting) return null;
    const { draftId } = view;
    this.#isStarting = true;
    const reply = await this.#ports.ids.run(`import\n${draftId}`, (requestId) =>
      this.#bridge.request('imports.start', { requestId, draftId }),
    );
    this.#isStarting = false;
    if (!reply.ok) return reply.error;
    this.#query.set({ draft: null });
    this.#go({ kind: 'import', importId: reply.value.importId });
    return null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#query.dispose();
  }

  /** An answer that comes after the screen was left leads nowhere. */
  #go(route: ImportRoute): void {
    if (!this.#isDisposed) this.#ports.go(route);
  }

  async #change(draft: ImportDraftView, ask: () => Promise<Reply<ImportDraftView>>): Promise<boolean> {
    const reply = await this.#query.change({ draft }, async () => toDraft(await ask()));
    if (reply.ok) return true;
    this.#ports.onrefused(reply.error);
    // Where the draft is another one by now, main says so.
    await this.#query.refresh();
    return false;
  }
}

function toDraft(reply: Reply<ImportDraftView | null>): Reply<{ readonly draft: ImportDraftView | null }> {
  return reply.ok ? { ok: true, value: { draft: reply.value } } : reply;
}

/** The draft as it is once main has taken the changes; what it counts is as before. */
function applyChanges(view: ImportDraftView, { columns = [], options, target }: DraftChanges): ImportDraftView {
  const chosen = new Map(columns.map(({ index, choice }) => [index, choice]));
  return {
    ...view,
    columns: view.columns.map((column) => {
      const choice = chosen.get(column.index);
      if (choice === undefined) return column;
      return { ...column, choice, why: choice === null ? 'nothing' : 'chosen', percent: null };
    }),
    options: { ...view.options, ...withoutAbsent(options ?? {}) },
    target: target ?? view.target,
  };
}

function withoutAbsent<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]: Exclude<Values[Key], undefined>;
  };
}
