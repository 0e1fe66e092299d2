import type { ChatCounts, ChatPage, ChatView, RequestInput } from '#shared/contract/index.ts';
import { toChatId, type ChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { Session } from '#main/services/account/session.ts';

/** The chat list. */
export class Chats {
  readonly #session: Session;
  readonly #notices: Pick<EventBus, 'watched'>;
  readonly #now: () => number;

  constructor(needs: {
    readonly session: Session;
    readonly notices: Pick<EventBus, 'watched'>;
    readonly now: () => number;
  }) {
    this.#session = needs.session;
    this.#notices = needs.notices;
    this.#now = needs.now;
  }

  async list(input: RequestInput<'chats.list'>): Promise<ChatPage> {
    this.#notices.watched();
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

  /** A person looks at this chat. A provisional one is not known to the service yet. */
  open(chatId: ChatId): void {
    if (chatId > 0) this.#session.findAccount()?.sync.openChat(chatId);
  }
}
