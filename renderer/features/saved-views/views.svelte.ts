import type { ContractError, RequestInput, SavedView, SwitchboardBridge } from '#shared/contract/index.ts';
import { findScopeName, sameScope, SCOPES, type ScopeName } from '#renderer/data/scopes.ts';
import type { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { coalesced } from '#renderer/lib/async.ts';

export type ViewDraft = RequestInput<'views.save'>['view'];

/** What became of a change: null where it was kept. */
export type ViewProblem = ContractError | null;

/** The lists that a person keeps under a name, in their order; opening one turns the chat list to it. */
export class Views {
  #list = $state.raw<readonly SavedView[]>([]);
  #openId = $state<string | null>(null);
  readonly #bridge: SwitchboardBridge;
  readonly #chats: Pick<ChatList, 'scope' | 'sort' | 'choose'>;
  readonly #undo: readonly (() => void)[];
  #moving: Promise<ViewProblem> = Promise.resolve(null);
  /** Asks main again. */
  readonly refresh = coalesced(async () => {
    const reply = await this.#bridge.request('views.list', {});
    if (reply.ok) this.#show(reply.value);
  });

  constructor(bridge: SwitchboardBridge, chats: Pick<ChatList, 'scope' | 'sort' | 'choose'>) {
    this.#bridge = bridge;
    this.#chats = chats;
    const ask = () => void this.refresh();
    this.#undo = [bridge.on('views.changed', ask), bridge.onResync(ask)];
  }

  get list(): readonly SavedView[] {
    return this.#list;
  }

  /** The one whose chats the list shows; null for any other list. */
  get shown(): SavedView | null {
    const { scope } = this.#chats;
    const isIt = (view: SavedView): boolean => sameScope(view.scope, scope);
    const opened = this.#list.find((view) => view.id === this.#openId && isIt(view));
    if (opened !== undefined) return opened;
    return findScopeName(scope) === null ? (this.#list.find(isIt) ?? null) : null;
  }

  /** Shows the chats of a view. */
  open(view: SavedView): void {
    this.#openId = view.id;
    this.#chats.choose(view.scope, view.sort);
  }

  /** Shows a usual list: a view with the same chats is not meant by it. */
  openUsual(name: ScopeName): void {
    this.#openId = null;
    this.#chats.choose(SCOPES[name]);
  }

  /** Keeps a new view (`id` null) or an edited one; the problem where it was not kept. */
  async save(view: ViewDraft): Promise<ViewProblem> {
    const known = this.#list.map(({ id }) => id);
    const reply = await this.#bridge.request('views.save', { requestId: crypto.randomUUID(), view });
    if (!reply.ok) return reply.error;
    const wasShown = this.shown?.id === view.id;
    this.#show(reply.value);
    const saved = this.#list.find(({ id }) => (view.id === null ? !known.includes(id) : id === view.id));
    if (saved !== undefined && (view.id === null || wasShown)) this.open(saved);
    return null;
  }

  async remove(id: string): Promise<ViewProblem> {
    const wasShown = this.shown?.id === id;
    const reply = await this.#bridge.request('views.remove', { requestId: crypto.randomUUID(), id });
    if (!reply.ok) return reply.error;
    this.#show(reply.value);
    // Chats that a name stood for are not shown without it.
    if (wasShown && findScopeName(this.#chats.scope) === null) this.#chats.choose(SCOPES.open);
    return null;
  }

  /** Keeps one again that was deleted, where it stood; it has its keys unless another one has them by now. */
  async restore(view: SavedView, index: number): Promise<ViewProblem> {
    const isTaken = this.#list.some(({ keys }) => keys !== null && keys === view.keys);
    const draft = { ...view, id: null, keys: isTaken ? null : view.keys };
    const reply = await this.#bridge.request('views.save', { requestId: crypto.randomUUID(), view: draft });
    if (!reply.ok) return reply.error;
    const ids = reply.value.map(({ id }) => id);
    const fresh = ids.filter((id) => !this.#list.some((known) => known.id === id));
    this.#show(reply.value);
    const others = ids.filter((id) => !fresh.includes(id));
    return this.#order(others.toSpliced(index, 0, ...fresh));
  }

  /** Puts a view one place on or back. One move after the other, each from the order that the one before it left. */
  move(id: string, step: 1 | -1): Promise<ViewProblem> {
    this.#moving = this.#moving.then(() => this.#moveNow(id, step));
    return this.#moving;
  }

  async #moveNow(id: string, step: 1 | -1): Promise<ViewProblem> {
    const ids = this.#list.map((view) => view.id);
    const to = ids.indexOf(id) + step;
    if (!ids.includes(id) || to < 0 || to >= ids.length) return null;
    return await this.#order(ids.filter((other) => other !== id).toSpliced(to, 0, id));
  }

  /** All ids in their new order. */
  async #order(ids: readonly string[]): Promise<ViewProblem> {
    const reply = await this.#bridge.request('views.order', { requestId: crypto.randomUUID(), ids: [...ids] });
    if (!reply.ok) return reply.error;
    this.#show(reply.value);
    return null;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  #show(list: readonly SavedView[]): void {
    this.#list = list;
  }
}
