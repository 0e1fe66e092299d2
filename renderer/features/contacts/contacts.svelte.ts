import type {
  ContactCounts,
  ContactNarrowing,
  ContactQuery,
  ContactRow,
  ContactScope,
  ContractError,
  PeopleChangeView,
  Reply,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { coalesced, Throttle } from '#renderer/lib/async.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { TableState } from '#renderer/ui/data-table.svelte.ts';
import { findScopeCount, isSameScope, toQuery } from './contact-scope.ts';

/** Rows that come with the ids. */
const FIRST_ROWS = 60;
/** While a first sync or a long change of members runs, main tells of changes all the time. */
const PAUSE_MS = 400;
/** As many rows as main answers for at a time. */
const MOST_ROWS = 200;

interface NarrowedCounts {
  readonly listId: number;
  readonly onlyHere: number;
  readonly unreachable: number;
}

/**
 * The table of contacts and the counts beside it, as main has them. One question at a time: what was typed meanwhile is asked
 * next. What answers an older question stays until the next answer; another scope begins empty.
 */
export class Contacts {
  readonly table: TableState<ContactRow>;
  #query = $state.raw<ContactQuery>(toQuery({ kind: 'all' }));
  #answered = $state.raw<ContactQuery | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  /** Rows of the scope before anything was typed; null: not known. */
  #all = $state<number | null>(null);
  #isDisposed = false;
  readonly #bridge: SwitchboardBridge;
  readonly #counts: LiveQuery<ContactCounts>;
  readonly #changes: LiveQuery<readonly PeopleChangeView[]>;
  readonly #narrowed: LiveQuery<NarrowedCounts>;
  readonly #throttle: Throttle;
  readonly #stops: readonly (() => void)[];
  readonly #refresh: () => Promise<void>;
  readonly #searchService: () => Promise<void>;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.table = new TableState<ContactRow>({ load: (ids) => this.#load(ids) });
    this.#refresh = coalesced(() => this.#ask());
    this.#searchService = coalesced(() => this.#askService());
    this.#throttle = new Throttle(() => this.#refresh(), PAUSE_MS);
    const events = ['contacts.changed'] as const;
    this.#counts = new LiveQuery(bridge, {
      ask: () => bridge.request('contacts.count', {}),
      events,
      pauseMs: PAUSE_MS,
    });
    this.#changes = new LiveQuery(bridge, {
      ask: () => bridge.request('contacts.listChanges', {}),
      events,
      pauseMs: PAUSE_MS,
    });
    this.#narrowed = new LiveQuery(bridge, { ask: () => this.#countNarrowed(), events, pauseMs: 2 * PAUSE_MS });
    const note = (): void => {
      this.table.refresh();
      this.#throttle.call();
    };
    this.#stops = [bridge.on('contacts.changed', note), bridge.onResync(note)];
  }

  get query(): ContactQuery {
    return this.#query;
  }
  get counts(): ContactCounts | null {
    return this.#counts.value;
  }
  /** Changes of the members of lists, with how far they are. */
  get memberChanges(): readonly PeopleChangeView[] {
    return (this.#changes.value ?? []).filter(({ kind }) => kind === 'members');
  }
  /** Counts of the two narrowings of the list that is shown; null: not known. */
  get narrowed(): NarrowedCounts | null {
    const { scope } = this.#query;
    const { value } = this.#narrowed;
    return scope.kind === 'list' && value?.listId === scope.listId ? value : null;
  }
  get status(): 'loading' | 'ready' | 'failed' {
    if (this.#answered !== null) return 'ready';
    return this.#problem === null ? 'loading' : 'failed';
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** What is shown answers an older question. */
  get isAsking(): boolean {
    return this.#answered !== null && this.#answered !== this.#query;
  }
  /** How many rows there are without what was typed; null: not known. */
  get allCount(): number | null {
    const { scope, narrowing } = this.#query;
    return this.#all ?? (narrowing === null ? findScopeCount(scope, this.counts) : null);
  }

  /** First questions to main. */
  async start(scope: ContactScope): Promise<void> {
    this.#query = toQuery(scope);
    await Promise.all([this.#refresh(), this.#counts.refresh(), this.#changes.refresh(), this.#narrowed.refresh()]);
  }

  /** Shows other contacts: nothing of the table before stays. */
  show(scope: ContactScope): void {
    if (isSameScope(scope, this.#query.scope)) return;
    this.#query = toQuery(scope);
    this.#answered = null;
    this.#problem = null;
    this.#all = null;
    this.table.clear();
    void this.#refresh();
    this.#narrowed.reset();
    void this.#narrowed.refresh();
  }

  /** Another order, other words, or fewer members of the same scope. */
  ask(changes: Partial<Omit<ContactQuery, 'scope'>>): void {
    this.#query = { ...this.#query, ...changes };
    if (changes.narrowing !== undefined) this.#all = null;
    void this.#refresh();
    if (changes.text !== undefined && this.counts?.isFilling === true) void this.#searchService();
  }

  async retry(): Promise<void> {
    this.#problem = null;
    await Promise.all([this.#refresh(), this.#counts.refresh()]);
  }

  /** Ids of the members of a list, or of some of them. */
  async listMembers(listId: number, narrowing: ContactNarrowing): Promise<Reply<readonly number[]>> {
    const query = { ...toQuery({ kind: 'list', listId }), narrowing };
    const reply = await this.#bridge.request('contacts.list', { query, firstRows: 0 });
    return reply.ok ? { ok: true, value: reply.value.ids } : reply;
  }

  refreshCounts(): Promise<void> {
    return this.#counts.refresh();
  }

  refreshChanges(): Promise<void> {
    return this.#changes.refresh();
  }

  /** Rows by id, in the order of the ids, also those that are not loaded; those that are gone are left out. */
  async listRows(ids: readonly number[]): Promise<Reply<readonly ContactRow[]>> {
    const rows: ContactRow[] = [];
    for (let start = 0; start < ids.length; start += MOST_ROWS) {
      const part = ids.slice(start, start + MOST_ROWS);
      const reply = await this.#bridge.request('contacts.listRows', { scope: this.#query.scope, ids: part });
      if (!reply.ok) return reply;
      rows.push(...reply.value.filter((row) => row !== null));
    }
    return { ok: true, value: rows };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#throttle.dispose();
    for (const stop of this.#stops) stop();
    for (const query of [this.#counts, this.#changes, this.#narrowed]) query.dispose();
  }

  async #ask(): Promise<void> {
    const query = this.#query;
    const reply = await this.#bridge.request('contacts.list', { query, firstRows: FIRST_ROWS });
    // Something else is asked for by now, and is asked next; of a screen that was left, nothing can be read any more.
    if (this.#isDisposed || query !== this.#query) return;
    this.#problem = reply.ok ? null : reply.error;
    if (!reply.ok) return;
    const isOther = this.#answered !== query;
    this.#answered = query;
    if (query.text === '') this.#all = reply.value.ids.length;
    const { ids, rows } = reply.value;
    if (isOther) this.table.showOther(ids, rows);
    else this.table.show(ids, rows);
  }

  async #load(ids: readonly number[]): Promise<readonly (ContactRow | null)[] | null> {
    const reply = await this.#bridge.request('contacts.listRows', { scope: this.#query.scope, ids: [...ids] });
    return reply.ok && !this.#isDisposed ? reply.value : null;
  }

  /** What the service finds is kept by main and comes as `contacts.changed`. */
  async #askService(): Promise<void> {
    const { scope } = this.#query;
    const text = this.#query.text.trim();
    const listId = scope.kind === 'list' ? scope.listId : null;
    if (text !== '') await this.#bridge.request('contacts.searchService', { text, listId });
  }

  #countNarrowed(): Promise<Reply<NarrowedCounts>> | null {
    const { scope } = this.#query;
    return scope.kind === 'list' ? this.#countNarrowedOf(scope.listId) : null;
  }

  async #countNarrowedOf(listId: number): Promise<Reply<NarrowedCounts>> {
    const scope = { kind: 'list', listId } as const;
    const query = { ...toQuery(scope), narrowing: 'unreachable' } as const;
    const [lost, unreachable] = await Promise.all([
      this.#bridge.request('lists.explainRemoval', { listId, contactIds: null, limit: 0 }),
      this.#bridge.request('contacts.list', { query, firstRows: 0 }),
    ]);
    if (!lost.ok) return lost;
    if (!unreachable.ok) return unreachable;
    const counts = { listId, onlyHere: lost.value.onlyHereCount, unreachable: unreachable.value.ids.length };
    return { ok: true, value: counts };
  }
}
