import type { ChatCounts, ChatPage, ChatView, RequestInput } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toChatId, type ChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import type { Session } from './session/session.ts';

/** The chat list and what a person does to a chat. */
export class Chats {
  readonly #session: Session;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly now: () => number }) {
    this.#session = needs.session;
    this.#now = needs.now;
  }

  async list(input: RequestInput<'chats.list'>): Promise<ChatPage> {
    return await this.#session.getAccount().store.listChats({ ...input, now: this.#now() });
  }

  async find(query: { readonly chatId: number | null; readonly phone: string | null }): Promise<ChatView | null> {
    return await this.#session.getAccount().store.findChat({
      chatId: query.chatId === null ? null : toChatId(query.chatId),
      phone: query.phone === null ? null : toPhoneKey(query.phone),
    });
  }

  async count(): Promise<ChatCounts> {
    return await this.#session.getAccount().store.countChats({});
  }

  /** Shown at once, confirmed by the service later, put back with a word if it refuses. Throws `not-found`. */
  async act(chatId: ChatId, action: ChatAction): Promise<ChatView | null> {
    const { store, sync } = this.#session.getAccount();
    const pending = await store.applyAction({ chatId, action, at: this.#now() });
    if (pending === null) {
      throw new AppError({ code: 'not-found', message: 'no such chat', outcome: 'refused' });
    }
    sync.actionsChanged();
    return await store.findChat({ chatId, phone: null });
  }

  /** A person looks at this chat. A provisional one is not known to the service yet. */
  open(chatId: ChatId): void {
    if (chatId > 0) this.#session.findAccount()?.sync.openChat(chatId);
  }
}
