import type { ChatView, ContractError, RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import { chatActs } from '#renderer/lib/catalogue/inbox.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/inbox/chat-row.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import { RefusedActions } from '../refused-actions.ts';
import type { Toasts } from '../toasts.svelte.ts';

export type ChatAct = RequestInput<'chats.act'>['action'];

export interface ChatActionsOptions {
  readonly texts: Texts;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  /** The chat as it is after an act that main took. */
  readonly onDone: (chat: ChatView) => void;
}

/** What a person does to a chat. Main shows it at once and tells later if the service refused. */
export class ChatActions {
  readonly #bridge: SwitchboardBridge;
  readonly #options: ChatActionsOptions;
  readonly #refused: RefusedActions;

  constructor(bridge: SwitchboardBridge, options: ChatActionsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#refused = new RefusedActions(bridge, options);
  }

  /** Acts on a chat; false, and says why, when main could not. */
  async act(chat: ChatView, action: ChatAct): Promise<boolean> {
    const reply = await this.#bridge.request('chats.act', { requestId: crypto.randomUUID(), chatId: chat.id, action });
    if (!reply.ok) {
      this.#tellFault(chat, reply.error);
      return false;
    }
    if (reply.value !== null) this.#options.onDone(reply.value);
    return true;
  }

  /** Closes an open chat or opens a closed one, with the way back. */
  async setClosed(chat: ChatView, isClosed: boolean): Promise<boolean> {
    const isDone = await this.act(chat, { kind: 'status', status: isClosed ? 'closed' : 'active' });
    const { texts, toasts, formats } = this.#options;
    const name = toChatTitle(chat, formats());
    if (isDone) {
      const words = texts.text(isClosed ? chatActs.closedOne : chatActs.reopenedOne, { name });
      const run = () => void this.act(chat, { kind: 'status', status: isClosed ? 'active' : 'closed' });
      toasts.show(words, { action: { label: texts.text(chatActs.undo), run } });
    }
    return isDone;
  }

  togglePin(chat: ChatView): Promise<boolean> {
    return this.act(chat, { kind: 'pin', isPinned: !chat.isPinned });
  }

  toggleRead(chat: ChatView): Promise<boolean> {
    return this.act(chat, { kind: 'read', isRead: chat.unreadCount > 0 });
  }

  /** `hours`: null mutes without end. */
  mute(chat: ChatView, hours: number | null): Promise<boolean> {
    return this.act(chat, { kind: 'mute', isMuted: true, hours });
  }

  unmute(chat: ChatView): Promise<boolean> {
    return this.act(chat, { kind: 'mute', isMuted: false, hours: null });
  }

  dispose(): void {
    this.#refused.dispose();
  }

  #tellFault(chat: ChatView, problem: ContractError): void {
    const { texts, toasts, formats } = this.#options;
    const detail = problem.code === 'disconnected' ? texts.text(chatActs.lostApp) : texts.text(chatActs.noDetail);
    const words = { name: toChatTitle(chat, formats()), detail: problem.detail ?? detail };
    toasts.show(texts.text(chatActs.failed, words), { tone: 'fault' });
  }
}
