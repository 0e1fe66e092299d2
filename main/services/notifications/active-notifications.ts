/** The notifications of one account that stand now, one for a number: what the desktop or the page shows. */
import type { ChatView, NotificationView } from '#shared/contract/index.ts';
import type { NotificationContent } from '#shared/domain/desktop.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { HostPort } from '#main/services/host/host.ts';
import { parseNotificationId, toNotificationId } from './notification-id.ts';

export interface ActiveNotification {
  readonly id: string;
  readonly phone: PhoneKey;
  /** Null while the service's chat of that number is not known yet. */
  readonly chatId: number | null;
  /** Null: it is off the screen, or an earlier run showed it. It is still withdrawn, wherever the desktop keeps it. */
  readonly content: NotificationContent | null;
  /** Id of the newest text that it tells of. */
  readonly revision: number;
  /** So many texts it tells of. */
  readonly count: number;
  /** A text may come before the word that its chat is back. */
  readonly wasDeleted: boolean;
}

type Shown = Omit<ActiveNotification, 'content' | 'id'> & { readonly content: NotificationContent };

export class ActiveNotifications {
  readonly #host: Pick<HostPort, 'showNotification' | 'withdrawNotification'>;
  readonly #onChange: () => void;
  readonly #items = new Map<PhoneKey, ActiveNotification>();
  /** By id, also of those that went: an action that comes late is about that text. */
  readonly #revisions = new Map<string, number>();

  constructor(host: Pick<HostPort, 'showNotification' | 'withdrawNotification'>, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  get items(): readonly ActiveNotification[] {
    return [...this.#items.values()];
  }

  find(phone: PhoneKey): ActiveNotification | undefined {
    return this.#items.get(phone);
  }

  /** Of the newest text that this notification told of in this run. */
  findRevision(id: string): number | null {
    return this.#revisions.get(id) ?? null;
  }

  /** Takes the place of the earlier one of that number. */
  show(shown: Shown): void {
    const { id } = shown.content;
    this.#items.set(shown.phone, { ...shown, id });
    this.#revisions.set(id, shown.revision);
    this.#host.showNotification(shown.content);
    this.#onChange();
  }

  /** Those that an earlier run left on the screen; of other accounts they are withdrawn. */
  takeOver(ids: readonly string[], accountId: string): void {
    for (const id of ids) {
      const topic = parseNotificationId(id);
      if (topic?.accountId !== accountId) this.#host.withdrawNotification(id);
      else if (toNotificationId(topic) === id && !this.#items.has(topic.phone)) {
        const { phone } = topic;
        this.#items.set(phone, { id, phone, chatId: null, content: null, revision: 0, count: 0, wasDeleted: false });
      }
    }
  }

  withdraw({ id, phone }: Pick<ActiveNotification, 'id' | 'phone'>): void {
    this.#host.withdrawNotification(id);
    if (this.#items.delete(phone)) this.#onChange();
  }

  /** It is off the screen: the next text of that number is the first that is told of. */
  closed(id: string): void {
    const item = this.items.find((one) => one.id === id);
    if (item === undefined) return;
    this.#items.set(item.phone, { ...item, content: null, count: 0 });
    this.#onChange();
  }

  /** The service's chat of that number is known now. */
  meetChat(phone: PhoneKey, chat: Pick<ChatView, 'id'> | null): void {
    const item = this.#items.get(phone);
    // A provisional one is not the service's.
    if (item === undefined || chat === null || chat.id < 0 || item.chatId === chat.id) return;
    this.#items.set(phone, { ...item, chatId: chat.id });
    this.#onChange();
  }

  clear(): void {
    for (const item of this.items) this.withdraw(item);
    this.#revisions.clear();
  }

  listViews(): NotificationView[] {
    return this.items.flatMap(({ content, id, phone, chatId, revision }) =>
      content === null ? [] : [toView(content, { id, phone, chatId, revision })],
    );
  }
}

export function toView(
  { title, body, isSilent }: NotificationContent,
  where: Pick<NotificationView, 'chatId' | 'id' | 'phone' | 'revision'>,
): NotificationView {
  return { ...where, title, body, isSilent };
}

/** Whether the texts of it still wait: not once they were read, here or elsewhere, nor once the user is done with the chat. */
export function isWaiting(item: ActiveNotification, chat: ChatView | null): boolean {
  // The service's chat is not known yet, or is gone.
  if (chat === null) return item.chatId === null && item.content !== null;
  const isDeleted = chat.status === 'deleted' && !item.wasDeleted;
  return chat.unreadCount > 0 && !chat.isMuted && !chat.isBlocked && !isDeleted;
}
