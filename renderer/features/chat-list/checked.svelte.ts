import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import {
  ALL_CHECKS,
  countChecks,
  extendChecks,
  isChecked,
  listKnown,
  listProvisional,
  NO_CHECKS,
  takeReal,
  toggleCheck,
  toTargets,
  type ChatTarget,
  type Checks,
} from './checks.ts';
import type { ChatList } from './chat-list.svelte.ts';

type List = Pick<ChatList, 'total' | 'scope' | 'choices' | 'window' | 'indexOf' | 'chatAt'>;

/**
 * The chats that are checked, by their ids: they stay so while chats arrive and rows move, until they are cleared or
 * another list is shown. "Everything" means the whole list, loaded or not, but for those unchecked since.
 */
export class Checked {
  #checks = $state.raw<Checks>(NO_CHECKS);
  #choice = $state(-1);
  #anchor: { readonly chatId: number; readonly index: number } | null = null;
  #era = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #list: List;
  readonly #onChange: () => void;
  readonly #undo: readonly (() => void)[];
  /** Of the list on screen: what was checked in another one is not. */
  readonly #here = $derived.by(() => (this.#choice === this.#list.choices ? this.#checks : NO_CHECKS));

  /** `onChange`: a person changed what is checked. */
  constructor(list: List, onChange: () => void, bridge: SwitchboardBridge) {
    this.#list = list;
    this.#onChange = onChange;
    this.#bridge = bridge;
    const follow = (): void => void this.#followReal();
    this.#undo = [bridge.on('chats.changed', follow), bridge.onResync(follow)];
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

  /** Those of them that are known here, as they are now where their row is loaded. */
  known(): readonly ChatView[] {
    return listKnown(
      this.#here,
      this.#list.window.rows.filter((row) => row !== null),
    );
  }

  /** Checks a chat, or takes the check away; from here the next extension goes. */
  toggle(chat: ChatView, index: number): void {
    this.#change(toggleCheck(this.#here, chat));
    this.#anchor = { chatId: chat.id, index };
  }

  /**
   * Checks all from the last toggled row to this one, in place of what the extension before it checked. `from`: where it
   * begins when no row was toggled before.
   */
  async extendTo(index: number, from = index): Promise<void> {
    const before = this.#here;
    const { choices } = this.#list;
    const start = before === NO_CHECKS ? from : this.#findAnchor(from);
    this.#era += 1;
    const era = this.#era;
    const chats: ChatView[] = [];
    for (let place = Math.min(start, index); place <= Math.max(start, index); place += 1) {
      const chat = await this.#list.chatAt(place);
      if (era !== this.#era || choices !== this.#list.choices) return;
      if (chat !== null) chats.push(chat);
    }
    const first = start <= index ? chats[0] : chats.at(-1);
    if (first === undefined) return;
    if (before === NO_CHECKS || this.#anchor === null) this.#anchor = { chatId: first.id, index: start };
    this.#change(extendChecks(this.#here, chats));
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

  /** As main is told who they are: in several portions where they are more than one act may name. */
  toTargets(): readonly ChatTarget[] {
    return this.isAny ? toTargets(this.#here, this.#list.scope) : [];
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  /** A provisional chat ends under an id that nobody here knows yet: it is found by its number, wherever its row is. */
  async #followReal(): Promise<void> {
    for (const chat of listProvisional(this.#checks)) {
      const reply = await this.#bridge.request('chats.find', { chatId: null, phone: chat.phone });
      const real = reply.ok ? reply.value : null;
      if (real === null || real.id < 0) continue;
      this.#checks = takeReal(this.#checks, chat, real);
      if (this.#anchor?.chatId === chat.id) this.#anchor = { ...this.#anchor, chatId: real.id };
    }
  }

  #change(checks: Checks): void {
    this.#era += 1;
    this.#choice = this.#list.choices;
    this.#checks = checks;
    this.#onChange();
  }

  #findAnchor(from: number): number {
    if (this.#anchor === null) return from;
    const now = this.#list.indexOf(this.#anchor.chatId);
    return now === -1 ? Math.min(this.#anchor.index, Math.max(0, this.#list.total - 1)) : now;
  }
}
