import type { ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';
import type { Chats } from '#renderer/data/chats.svelte.ts';
import type { ChatList } from './chat-list.svelte.ts';

export type ChatTarget = RequestInput<'chats.applyAction'>['target'];

/** As many chats as one action may name. */
const MOST_NAMED = 1_000;

/** Which chats of a list are checked: some by their ids, or the whole list but for some. */
interface Checks {
  /** The whole list, loaded or not, but for `except`. */
  readonly isWhole: boolean;
  readonly ids: ReadonlySet<number>;
  readonly except: ReadonlySet<number>;
  /** Those that the last extension added: the next one takes its place. */
  readonly reach: ReadonlySet<number>;
}

const NO_CHECKS: Checks = { isWhole: false, ids: new Set(), except: new Set(), reach: new Set() };
const ALL_CHECKS: Checks = { ...NO_CHECKS, isWhole: true };

type List = Pick<ChatList, 'total' | 'scope' | 'version' | 'window' | 'indexOf' | 'chatAt'>;

/**
 * The chats that are checked, by their ids: they stay so while chats arrive and rows move, until they are cleared or
 * another list is shown. "Everything" means the whole list, loaded or not, but for those unchecked since.
 */
export class Checked {
  #checks = $state.raw<Checks>(NO_CHECKS);
  #choice = $state(-1);
  #anchor: { readonly chatId: number; readonly index: number } | null = null;
  #era = 0;
  readonly #chats: Chats;
  readonly #list: List;
  readonly #onChange: () => void;
  readonly #release: () => void;
  /** Of the list on screen: what was checked in another one is not. */
  readonly #here = $derived.by(() => (this.#choice === this.#list.version ? this.#checks : NO_CHECKS));

  /** `onChange`: the user changed what is checked. */
  constructor(chats: Chats, list: List, onChange: () => void) {
    this.#chats = chats;
    this.#list = list;
    this.#onChange = onChange;
    const undo = [
      chats.hold(() => [...this.#checks.ids, ...this.#checks.except]),
      chats.follow({
        ids: () => listProvisional(this.#checks),
        onAnswer: (chatId, chat) => this.#followReal(chatId, chat),
      }),
    ];
    this.#release = () => undo.forEach((each) => each());
  }

  get isEverything(): boolean {
    return this.#here.isWhole && this.#here.except.size === 0;
  }
  /** Whether what is not loaded is meant as well. */
  get isWhole(): boolean {
    return this.#here.isWhole;
  }
  get count(): number {
    return countChecks(this.#here, this.#list.total);
  }
  get isAny(): boolean {
    return this.count > 0;
  }

  has(chatId: number): boolean {
    return isChecked(this.#here, chatId);
  }

  /** Those of them that are known here, as they are shown. */
  known(): readonly ChatView[] {
    const checks = this.#here;
    const chats = checks.isWhole ? this.#list.window.rows : [...checks.ids].map((id) => this.#chats.find(id));
    return chats.filter((chat): chat is ChatView => chat !== null && isChecked(checks, chat.id));
  }

  /** Checks a chat, or takes the check away; from here the next extension goes. */
  toggle(chat: ChatView, index: number): void {
    this.#chats.add(chat);
    this.#change(toggleCheck(this.#here, chat.id));
    this.#anchor = { chatId: chat.id, index };
  }

  /**
   * Checks all from the last toggled row to this one, in place of what the extension before it checked. `from`: where it
   * begins when no row was toggled before.
   */
  async extendTo(index: number, from = index): Promise<void> {
    const before = this.#here;
    const { version } = this.#list;
    const start = before === NO_CHECKS ? from : this.#findAnchor(from);
    this.#era += 1;
    const era = this.#era;
    const chats: ChatView[] = [];
    for (let place = Math.min(start, index); place <= Math.max(start, index); place += 1) {
      const chat = await this.#list.chatAt(place);
      if (era !== this.#era || version !== this.#list.version) return;
      if (chat !== null) chats.push(chat);
    }
    const first = start <= index ? chats[0] : chats.at(-1);
    if (first === undefined) return;
    if (before === NO_CHECKS || this.#anchor === null) this.#anchor = { chatId: first.id, index: start };
    for (const chat of chats) this.#chats.add(chat);
    this.#change(
      extendChecks(
        this.#here,
        chats.map(({ id }) => id),
      ),
    );
  }

  /** Checks the whole list. */
  everything(): void {
    this.#anchor = null;
    this.#change(ALL_CHECKS);
  }

  /** Nothing is checked any more. False: nothing was. */
  clear(): boolean {
    const wasAny = this.isAny;
    this.end();
    if (wasAny) this.#onChange();
    return wasAny;
  }

  /** As `clear`, because something was done to them: what that was is told instead. */
  end(): void {
    this.#era += 1;
    this.#anchor = null;
    this.#checks = NO_CHECKS;
  }

  /** As main is told who they are: in several portions where they are more than one action may name. */
  toTargets(): readonly ChatTarget[] {
    if (!this.isAny) return [];
    const { isWhole, ids, except } = this.#here;
    return isWhole ? [toScopeTarget(this.#list.scope, except)] : toPortions([...ids]);
  }

  dispose(): void {
    this.#release();
  }

  /** A provisional chat became a real one, which is checked in its place. */
  #followReal(chatId: number, real: ChatView): void {
    if (real.id === chatId) return;
    this.#chats.add(real);
    this.#checks = takeReal(this.#checks, chatId, real.id);
    if (this.#anchor?.chatId === chatId) this.#anchor = { ...this.#anchor, chatId: real.id };
  }

  #change(checks: Checks): void {
    this.#era += 1;
    this.#choice = this.#list.version;
    this.#checks = checks;
    this.#onChange();
  }

  #findAnchor(from: number): number {
    if (this.#anchor === null) return from;
    const now = this.#list.indexOf(this.#anchor.chatId);
    return now === -1 ? Math.min(this.#anchor.index, Math.max(0, this.#list.total - 1)) : now;
  }
}

/** All chats of a scope but those, as main is told. */
export function toScopeTarget({ shelf, marks, listId }: ChatScope, except: Iterable<number> = []): ChatTarget {
  return { kind: 'scope', scope: { shelf, marks: [...marks], listId }, except: [...except] };
}

/** In portions that one action may name. */
export function toPortions(chatIds: readonly number[]): readonly ChatTarget[] {
  const count = Math.ceil(chatIds.length / MOST_NAMED);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'chats',
    chatIds: chatIds.slice(index * MOST_NAMED, (index + 1) * MOST_NAMED),
  }));
}

function isChecked({ isWhole, ids, except }: Checks, chatId: number): boolean {
  return isWhole ? !except.has(chatId) : ids.has(chatId);
}

function countChecks({ isWhole, ids, except }: Checks, total: number): number {
  return isWhole ? Math.max(0, total - except.size) : ids.size;
}

/** Checks a chat, or takes the check away. */
function toggleCheck(checks: Checks, chatId: number): Checks {
  const reach = new Set<number>();
  if (checks.isWhole) {
    const mayAdd = checks.except.size < MOST_NAMED;
    return { ...checks, except: toggle(checks.except, chatId, mayAdd), reach };
  }
  return { ...checks, ids: toggle(checks.ids, chatId), reach };
}

function toggle(ids: ReadonlySet<number>, id: number, mayAdd = true): ReadonlySet<number> {
  if (ids.has(id)) return new Set([...ids].filter((other) => other !== id));
  return mayAdd ? new Set([...ids, id]) : ids;
}

/** Checks these, in place of what the extension before checked. */
function extendChecks(checks: Checks, reached: readonly number[]): Checks {
  const without = (ids: ReadonlySet<number>, others: ReadonlySet<number>): number[] =>
    [...ids].filter((id) => !others.has(id));
  if (checks.isWhole) return { ...checks, except: new Set(without(checks.except, new Set(reached))) };
  const others = without(checks.ids, checks.reach);
  const reach = new Set(without(new Set(reached), new Set(others)));
  return { ...checks, ids: new Set([...others, ...reached]), reach };
}

/** Those that stand under an id of this computer alone (a negative one): they become real ones. */
function listProvisional({ ids, except }: Checks): readonly number[] {
  return [...ids, ...except].filter((id) => id < 0);
}

/** What was said of a provisional chat holds for the real one that it became. */
function takeReal(checks: Checks, before: number, real: number): Checks {
  const follow = (ids: ReadonlySet<number>): ReadonlySet<number> =>
    new Set([...ids].map((id) => (id === before ? real : id)));
  return { ...checks, ids: follow(checks.ids), except: follow(checks.except), reach: follow(checks.reach) };
}
