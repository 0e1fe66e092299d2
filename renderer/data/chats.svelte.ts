import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';

/** An action that main has not answered yet. */
export interface OptimisticUpdate {
  /** The chat as it will be; the same object where the action is not about it. */
  readonly change: (chat: ChatView) => ChatView;
  /** The action is about the whole list on screen, also about chats that are not loaded. */
  readonly isWholeList?: boolean;
}

/** Main answered. `isDone` false: the chats are shown as they were. */
export type EndOptimistic = (isDone: boolean) => void;

/** Someone who shows chats that no list asks for again. */
interface Follower {
  readonly ids: () => Iterable<number>;
  /** Main's newest view of a chat. A provisional chat (negative id) that became a real one has another id. */
  readonly onAnswer: (chatId: number, chat: ChatView) => void;
}

/** A view as main told it. `asked`: which question it answers, counted. */
interface Known {
  readonly chat: ChatView;
  readonly asked: number;
}

const NONE: ReadonlyMap<number, Known> = new Map();

/**
 * The chats that the page knows, by id, with the actions laid over them that main has not answered. Lists, the selection
 * and the checked chats hold ids and read the views here. The only listener of `chats.changed` in the inbox.
 *
 * STATE-2 An answer replaces no view that was asked for later.
 */
export class Chats {
  #known = $state.raw(NONE);
  #pending = $state.raw<readonly OptimisticUpdate[]>([]);
  #asked = 0;
  #holders: readonly (() => Iterable<number>)[] = [];
  #followers: readonly Follower[] = [];
  #listeners: readonly (() => void)[] = [];
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  readonly #shown = $derived(applyUpdates(this.#known, this.#pending));

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('chats.changed', ({ chatIds, everything }) => this.#hear(everything ? null : chatIds)),
      bridge.onResync(() => this.#hear(null)),
    ];
  }

  /** Actions that main has not answered. */
  get pending(): readonly OptimisticUpdate[] {
    return this.#pending;
  }

  /** The chat as it is shown; null where it is not known. Reads runes. */
  find(chatId: number): ChatView | null {
    return this.#shown.get(chatId) ?? null;
  }

  /** The chat as main last told it. Reads runes. */
  findAnswered(chatId: number): ChatView | null {
    return this.#known.get(chatId)?.chat ?? null;
  }

  /** Call before a question about chats is sent. What it returns takes the answer. */
  expectAnswer(): (chats: readonly ChatView[]) => void {
    this.#asked += 1;
    const asked = this.#asked;
    return (chats) => this.#put(chats, asked);
  }

  /** Views that main told with its answer to an action. */
  put(chats: readonly ChatView[]): void {
    this.expectAnswer()(chats);
  }

  /** Takes a chat that came from elsewhere, such as a search; a view that is known already stays. */
  add(chat: ChatView): void {
    if (!this.#known.has(chat.id)) this.put([chat]);
  }

  /** Asks main for a chat. Null: there is none, or main does not answer. */
  async ask(chatId: number): Promise<ChatView | null> {
    return (await this.#request({ chatId, phone: null })).chat;
  }

  /** Asks main for a known chat again, by its number where it was provisional. Null: it is gone, or main does not answer. */
  async refresh(chatId: number): Promise<ChatView | null> {
    const phone = this.findAnswered(chatId)?.phone ?? null;
    const take = this.expectAnswer();
    const byId = await this.#request({ chatId, phone: null });
    const isProvisional = byId.ok && byId.chat === null && chatId < 0 && phone !== null;
    const { chat } = isProvisional ? await this.#request({ chatId: null, phone }) : byId;
    if (chat !== null) take([chat]);
    return chat;
  }

  /** Shows what an action does at once, and lays it over every answer until main has done it. */
  applyOptimistic(update: OptimisticUpdate): EndOptimistic {
    this.#pending = [...this.#pending, update];
    return (isDone) => {
      this.#pending = this.#pending.filter((other) => other !== update);
      if (!isDone) return;
      const known = [...this.#known.values()].map(({ chat }) => chat);
      this.put(known.map(update.change).filter((chat, index) => chat !== known[index]));
    };
  }

  /** The views of these ids are kept. Returns its own undo. */
  hold(ids: () => Iterable<number>): () => void {
    this.#holders = [...this.#holders, ids];
    return () => {
      this.#holders = this.#holders.filter((other) => other !== ids);
    };
  }

  /** Forgets the views that are held by none. */
  forgetUnheld(): void {
    this.#known = keepIds(
      this.#known,
      this.#holders.flatMap((ids) => [...ids()]),
    );
  }

  /** Holds these ids, and asks for those that an event names, and for provisional ones after any event. */
  follow(follower: Follower): () => void {
    this.#followers = [...this.#followers, follower];
    const release = this.hold(follower.ids);
    return () => {
      release();
      this.#followers = this.#followers.filter((other) => other !== follower);
    };
  }

  /** Calls back when any chat has changed, also when it is not known here. */
  onChanged(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
    this.#asked += 1;
  }

  /** `named`: null for all. */
  #hear(named: readonly number[] | null): void {
    for (const listener of this.#listeners) listener();
    const followed = this.#followers.flatMap(({ ids }) => [...ids()]);
    // A provisional chat ends under an id that the page does not know yet.
    for (const id of toUnique(followed))
      if (named === null || id < 0 || named.includes(id)) void this.#refreshFollowed(id);
  }

  async #refreshFollowed(chatId: number): Promise<void> {
    const chat = await this.refresh(chatId);
    if (chat === null) return;
    for (const { ids, onAnswer } of this.#followers) if ([...ids()].includes(chatId)) onAnswer(chatId, chat);
  }

  async #request(input: { readonly chatId: number | null; readonly phone: string | null }): Promise<{
    readonly ok: boolean;
    readonly chat: ChatView | null;
  }> {
    const reply = await this.#bridge.request('chats.find', input);
    return { ok: reply.ok, chat: reply.ok ? reply.value : null };
  }

  #put(chats: readonly ChatView[], asked: number): void {
    const fresh = chats.filter(({ id }) => asked >= (this.#known.get(id)?.asked ?? 0));
    if (fresh.length === 0) return;
    this.#known = addViews(this.#known, fresh, asked);
  }
}

function applyUpdates(
  known: ReadonlyMap<number, Known>,
  updates: readonly OptimisticUpdate[],
): ReadonlyMap<number, ChatView> {
  const apply = (chat: ChatView): ChatView => updates.reduce((view, { change }) => change(view), chat);
  return new Map([...known].map(([id, { chat }]) => [id, apply(chat)]));
}

function addViews(
  known: ReadonlyMap<number, Known>,
  chats: readonly ChatView[],
  asked: number,
): ReadonlyMap<number, Known> {
  // A view that says the same stays the same object: its row is not drawn anew.
  const toKnown = (chat: ChatView): Known => {
    const before = known.get(chat.id)?.chat;
    return { chat: before !== undefined && isSameView(before, chat) ? before : chat, asked };
  };
  return new Map([...known, ...chats.map((chat) => [chat.id, toKnown(chat)] as const)]);
}

/** Whether two views of a chat say the same. */
function isSameView(one: ChatView, other: ChatView): boolean {
  const names = Object.keys(other) as (keyof ChatView)[];
  return names.every((name) => one[name] === other[name]);
}

/** The same map where all of it is kept. */
function keepIds(known: ReadonlyMap<number, Known>, ids: readonly number[]): ReadonlyMap<number, Known> {
  const held = new Set(ids);
  const kept = [...known].filter(([id]) => held.has(id));
  return kept.length === known.size ? known : new Map(kept);
}

function toUnique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}
