import type { CommandId } from '#shared/domain/commands.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '#renderer/app/commands.ts';
import type { Inbox } from './inbox.svelte.ts';
import type { KeyTurns } from './key-turns.ts';
import { findCursorPlace, toNeighbour, type CursorPlace } from '#renderer/features/chat-list/list-cursor.ts';
import { findNextUnread } from '#renderer/features/chat-list/next-unread.ts';

/** Keys that lead from row to row. */
export const WALKING: ReadonlySet<CommandId> = new Set([
  'next',
  'previous',
  'first',
  'last',
  'page-down',
  'page-up',
  'check-down',
  'check-up',
]);

interface ListPorts {
  readonly turns: KeyTurns;
  /** Rows that fit on screen. */
  readonly pageRows: () => number;
}

/** Moving through the list and from chat to chat, and checking rows. */
export class ListCommands {
  readonly handlers: CommandHandlers;
  readonly #inbox: Inbox;

  constructor(inbox: Inbox, { turns, pageRows }: ListPorts) {
    this.#inbox = inbox;
    const can = (): boolean => inbox.list.total > 0;
    const take = (run: CommandHandler['run']): CommandHandler => ({
      can,
      run: (context) => turns.run(() => run(context)),
    });
    const move = (toIndex: () => number): CommandHandler => take(() => this.#moveCursor(toIndex()));
    this.handlers = {
      next: move(() => this.#toward(1)),
      previous: move(() => this.#toward(-1)),
      first: move(() => 0),
      last: move(() => inbox.list.total - 1),
      'page-down': move(() => this.#toward(pageRows())),
      'page-up': move(() => this.#toward(-pageRows())),
      check: take(() => this.#check()),
      'check-down': take(() => this.#checkOn(1)),
      'check-up': take(() => this.#checkOn(-1)),
      'check-all': take(() => this.#checkAll()),
      'next-chat': take((context) => this.#openNeighbour(1, context)),
      'previous-chat': take((context) => this.#openNeighbour(-1, context)),
      'next-unread': take((context) => this.#openNextUnread(context)),
    };
  }

  #at(): number {
    return Math.min(findCursorPlace(this.#inbox).index, this.#inbox.list.total - 1);
  }

  #toward(step: number): number {
    return toNeighbour(findCursorPlace(this.#inbox), step);
  }

  async #moveCursor(wanted: number): Promise<void> {
    const { selection, list, places } = this.#inbox;
    const index = Math.max(0, Math.min(wanted, list.total - 1));
    const { cursor } = selection;
    const chat = await list.chatAt(index);
    // A click meanwhile counts.
    if (chat === null || cursor !== selection.cursor) return;
    this.#inbox.currentRow.go(chat, index);
    places.go('list');
  }

  async #check(): Promise<void> {
    const index = this.#at();
    const chat = await this.#inbox.list.chatAt(index);
    if (chat === null) return;
    this.#inbox.currentRow.go(chat, index);
    this.#inbox.checked.toggle(chat, index);
    this.#inbox.places.go('list');
  }

  /** Checks the row under the keys, if nothing is, and then on to the next one. */
  async #checkOn(step: 1 | -1): Promise<void> {
    const { checked, list } = this.#inbox;
    const index = this.#at();
    if (!checked.isAny) {
      const chat = await list.chatAt(index);
      if (chat !== null) checked.toggle(chat, index);
    }
    await this.#moveCursor(index + step);
    await checked.extendTo(Math.max(0, Math.min(index + step, list.total - 1)));
  }

  #checkAll(): void {
    this.#inbox.checked.everything();
    this.#inbox.places.go('list');
  }

  /** Where the open chat stands, or stood; the top for one of another list. */
  #findOpen(): CursorPlace {
    const { selection, list } = this.#inbox;
    const { chat, cursor } = selection;
    const index = chat === null ? -1 : list.indexOf(chat.id);
    if (index !== -1) return { index, isOnRow: true };
    return chat === null || cursor?.chatId === chat.id ? findCursorPlace(this.#inbox) : { index: 0, isOnRow: false };
  }

  async #openNeighbour(step: 1 | -1, { place }: CommandContext): Promise<void> {
    const { list, currentRow } = this.#inbox;
    currentRow.settle();
    const chat = await list.chatAt(toNeighbour(this.#findOpen(), step));
    if (chat === null) return;
    this.#inbox.step(chat);
    if (place === 'composer') this.#inbox.places.go('composer');
  }

  async #openNextUnread({ place }: CommandContext): Promise<void> {
    const { list, selection, places, currentRow } = this.#inbox;
    currentRow.settle();
    const start = { index: Math.max(0, toNeighbour(this.#findOpen(), 1)), openId: selection.chat?.id ?? null };
    const chat = await findNextUnread(list, start);
    if (chat === null) return;
    this.#inbox.step(chat);
    if (place === 'composer') places.go('composer');
  }
}
