import type { ContractError, ScheduleScope, ScheduleView, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced, Latest, Throttle } from '#renderer/lib/async.ts';
import { keepIn, NO_KEYS, toggleKey, toKeys, withKey, type Keys } from './checks.ts';

/** Texts of one answer; main gives at most so many. */
const PAGE_ROWS = 200;
/** While much changes, what is shown is read again at most this often. */
const REFRESH_MS = 300;

export interface ListQuestion {
  readonly scope: ScheduleScope;
  /** Words of the text, names or digits; ''. */
  readonly query: string;
}

/**
 * The scheduled texts of one scope, in main's order: read in pages as far as the user has come, and all of these again after
 * a change. Keys and checks stay on their texts while these move.
 */
export class ScheduleList {
  #question = $state.raw<ListQuestion>({ scope: 'upcoming', query: '' });
  #items = $state.raw<readonly ScheduleView[]>([]);
  #total = $state<number | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #isAsking = $state(false);
  #cursorKey = $state<string | null>(null);
  #cursorIndex = 0;
  #checked = $state.raw<Keys>(NO_KEYS);
  #next: string | null = null;
  #isLoading = false;
  #isGone = false;
  readonly #latest = new Latest();
  readonly #bridge: SwitchboardBridge;
  readonly #throttle: Throttle;
  readonly #stops: readonly (() => void)[];
  /** Reads again what is shown. */
  readonly refresh: () => Promise<void>;

  /** The place of the keys; -1: nowhere. */
  readonly cursor: number = $derived(this.#items.findIndex(({ key }) => key === this.#cursorKey));

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.refresh = coalesced(() => this.#read());
    this.#throttle = new Throttle(this.refresh, REFRESH_MS);
    this.#stops = [bridge.on('schedules.changed', this.#throttle.call), bridge.onResync(this.#throttle.call)];
  }

  get question(): ListQuestion {
    return this.#question;
  }
  get items(): readonly ScheduleView[] {
    return this.#items;
  }
  /** All of the scope; null until main answered. */
  get total(): number | null {
    return this.#total;
  }
  get status(): 'loading' | 'failed' | 'ready' {
    if (this.#total !== null) return 'ready';
    return this.#problem === null ? 'loading' : 'failed';
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** What is shown answers an older question. */
  get isAsking(): boolean {
    return this.#isAsking;
  }
  get isMore(): boolean {
    return this.#total !== null && this.#items.length < this.#total;
  }
  get cursorView(): ScheduleView | null {
    return this.#items[this.cursor] ?? null;
  }
  get checked(): Keys {
    return this.#checked;
  }

  find(key: string): ScheduleView | null {
    return this.#items.find((view) => view.key === key) ?? null;
  }

  /** Another scope, or other words; nothing where it is the same. */
  ask(changes: Partial<ListQuestion>): void {
    const question = { ...this.#question, ...changes };
    const isOther = question.scope !== this.#question.scope;
    if (!isOther && question.query === this.#question.query) return;
    this.#question = question;
    this.#checked = NO_KEYS;
    if (isOther) this.#forget();
    this.#isAsking = true;
    this.#latest.cancel();
    void this.refresh();
  }

  /** The page after what is shown. */
  async loadMore(): Promise<void> {
    if (!this.isMore || this.#next === null || this.#isLoading) return;
    this.#isLoading = true;
    const isLatest = this.#latest.watch();
    const reply = await this.#ask(this.#next, PAGE_ROWS);
    this.#isLoading = false;
    if (!isLatest()) return;
    this.#problem = reply.ok ? null : reply.error;
    if (!reply.ok) return;
    const known = toKeys(this.#items.map(({ key }) => key));
    this.#show([...this.#items, ...reply.value.items.filter(({ key }) => !known.has(key))], reply.value);
  }

  /** Until there are so many, or all, or main does not answer. */
  async loadUntil(isEnough: (items: readonly ScheduleView[]) => boolean): Promise<void> {
    let before = -1;
    while (this.isMore && before !== this.#items.length && !isEnough(this.#items)) {
      before = this.#items.length;
      await this.loadMore();
    }
  }

  /** Puts the keys on a text; null: on none. */
  point(key: string | null): void {
    this.#cursorKey = key;
    this.#cursorIndex = Math.max(0, this.cursor);
  }

  /** Moves the keys to a place, as far as there are texts. Returns which it is; -1: there are none. */
  moveTo(index: number): number {
    const place = Math.max(-1, Math.min(index, this.#items.length - 1));
    const key = this.#items[Math.max(0, place)]?.key ?? null;
    this.point(key);
    return key === null ? -1 : Math.max(0, place);
  }

  toggle(key: string): void {
    this.#checked = toggleKey(this.#checked, key);
  }

  /** Moves the keys and checks on the way. */
  extend(step: number): number {
    const from = this.cursorView?.key ?? null;
    const place = this.moveTo(this.cursor === -1 ? 0 : this.cursor + step);
    this.#checked = withKey(withKey(this.#checked, from), this.cursorView?.key ?? null);
    return place;
  }

  checkAll(): void {
    this.#checked = toKeys(this.#items.map(({ key }) => key));
  }

  /** False: nothing was checked. */
  uncheckAll(): boolean {
    const wasAny = this.#checked.size > 0;
    this.#checked = NO_KEYS;
    return wasAny;
  }

  dispose(): void {
    this.#isGone = true;
    this.#latest.cancel();
    this.#throttle.dispose();
    for (const stop of this.#stops) stop();
  }

  #forget(): void {
    this.#items = [];
    this.#total = null;
    this.#problem = null;
    this.#cursorKey = null;
    this.#cursorIndex = 0;
    this.#next = null;
  }

  #ask(cursor: string | null, limit: number) {
    return this.#bridge.request('schedules.list', { ...this.#question, cursor, limit });
  }

  /** As many pages as are shown; what is there stays until the last of them is here. */
  async #read(): Promise<void> {
    // Asked for while another answer was on its way, and the screen was left meanwhile: nothing of it can be read any more.
    if (this.#isGone) return;
    const isLatest = this.#latest.begin();
    const wanted = Math.max(PAGE_ROWS, this.#items.length);
    let items: readonly ScheduleView[] = [];
    let cursor: string | null = null;
    do {
      const reply = await this.#ask(cursor, PAGE_ROWS);
      if (!isLatest()) return;
      this.#problem = reply.ok ? null : reply.error;
      if (!reply.ok) {
        this.#isAsking = false;
        return;
      }
      items = [...items, ...reply.value.items];
      cursor = reply.value.cursor;
      if (cursor === null || items.length >= wanted) this.#show(items, reply.value);
    } while (cursor !== null && items.length < wanted);
    this.#isAsking = false;
  }

  #show(items: readonly ScheduleView[], { cursor, total }: { cursor: string | null; total: number }): void {
    const here = toKeys(items.map(({ key }) => key));
    this.#items = items;
    this.#next = cursor;
    this.#total = cursor === null ? items.length : Math.max(total, items.length);
    this.#checked = keepIn(this.#checked, here);
    // The text under the keys is gone: they go on from its place.
    if (this.#cursorKey !== null && !here.has(this.#cursorKey)) this.moveTo(this.#cursorIndex);
    else this.#cursorIndex = Math.max(0, this.cursor);
  }
}
