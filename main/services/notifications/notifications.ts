/**
 * Notifications of new messages and the unread badge. The store decides both in the transaction of the message; this class
 * passes them to the page (`messages.arrived`) and to the host.
 *
 *   something changed ─► takeNotices ─► event, notification of the chat
 *                   └──► countUnread ─► number on the icon; notifications of chats that were read go
 *
 * ATTENTION-1 One account at a time: a new account starts from nothing, and what was shown for the former one is withdrawn.
 * ATTENTION-2 Each message is shown once, and what the store gave out is shown even if the account closes meanwhile; a chat
 *             has its newest notification only, which goes when the chat was read anywhere.
 * ATTENTION-3 The badge has the number of the page's title: open chats, not muted, with something unread.
 */
import type { Log } from '#main/platform/log.ts';
import type { DueNotice } from '#main/store/api/notices.ts';
import type { EventPayload, NotificationView } from '#shared/contract/index.ts';
import type { EventBus, NumberedEvent } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';

/** So many texts are taken at a time. */
const TAKEN_AT_ONCE = 50;
/** Events after which something may be due or counted anew; rounds of sync tell that time went on (a mute may be over). */
const REASONS: ReadonlySet<NumberedEvent['name']> = new Set([
  'session.changed',
  'chats.changed',
  'messages.changed',
  'sync.statusChanged',
]);

type NotifyingHost = Pick<HostPort, 'setBadge' | 'showNotification' | 'withdrawNotification' | 'revealWindow'>;

export class Notifications {
  readonly #session: Pick<Session, 'findAccount'>;
  readonly #events: Pick<EventBus, 'subscribe' | 'messagesArrived'>;
  readonly #host: NotifyingHost;
  readonly #log: Log;
  /** Chats, by number, whose notification the desktop shows. */
  readonly #shown = new Map<string, { readonly chatId: number | null }>();
  #touched: { ids: Set<number>; everything: boolean } = { ids: new Set(), everything: false };
  #account: OpenAccount | undefined;
  #unread = 0;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isDisposed = false;
  readonly #unsubscribe: () => void;

  constructor(needs: {
    readonly session: Pick<Session, 'findAccount'>;
    readonly events: Pick<EventBus, 'subscribe' | 'messagesArrived'>;
    readonly host: NotifyingHost;
    readonly log: Log;
  }) {
    this.#session = needs.session;
    this.#events = needs.events;
    this.#host = needs.host;
    this.#log = needs.log;
    this.#unsubscribe = needs.events.subscribe((event) => this.#hear(event));
  }

  list(): NotificationView[] {
    return [];
  }

  test(): boolean {
    return false;
  }

  /** Resolves when nothing is under way any more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#unsubscribe();
    await this.#looking;
  }

  #hear({ name, payload }: NumberedEvent): void {
    if (!REASONS.has(name)) return;
    if (name === 'chats.changed') {
      const { chatIds, everything } = payload as EventPayload<'chats.changed'>;
      for (const id of chatIds) this.#touched.ids.add(id);
      this.#touched.everything ||= everything;
    }
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
  }

  async #lookWhileWanted(): Promise<void> {
    // Ends in a later turn than it began, so that its end is the last word about `#looking`.
    await Promise.resolve();
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      const account = this.#session.findAccount();
      try {
        if (account !== this.#account) this.#change(account);
        if (account !== undefined) await this.#look(account);
      } catch (error) {
        // A store that closes under us is no news: its account has left.
        if (this.#isStill(account)) this.#log.error('attention.failed', error);
      }
    }
    this.#looking = null;
  }

  #isStill(account: OpenAccount | undefined): boolean {
    return !this.#isDisposed && account === this.#session.findAccount();
  }

  #change(account: OpenAccount | undefined): void {
    this.#account = account;
    this.#touched = { ids: new Set(), everything: false };
    for (const phone of this.#shown.keys()) this.#host.withdrawNotification(toNotificationId(phone));
    this.#shown.clear();
    this.#setUnread(0);
  }

  async #look(account: OpenAccount): Promise<void> {
    const { store } = account;
    for (let isMore = true; isMore;) {
      const taken = await store.takeNotices({ limit: TAKEN_AT_ONCE });
      const isStill = this.#isStill(account);
      // The store gives out nothing twice: also what comes as its account leaves is shown, and goes with it.
      if (isStill) this.#tellPage(taken);
      this.#showOnHost(taken);
      if (!isStill) return;
      isMore = taken.length === TAKEN_AT_ONCE;
    }
    await this.#withdrawRead(account);
    const { chats } = await store.countUnread({});
    if (this.#isStill(account)) this.#setUnread(chats);
  }

  #tellPage(taken: readonly DueNotice[]): void {
    if (taken.length === 0) return;
    this.#events.messagesArrived(taken.map(({ key, chatId, phone, name, at }) => ({ key, chatId, phone, name, at })));
  }

  #showOnHost(taken: readonly DueNotice[]): void {
    for (const { phone, chatId, name, text } of taken) {
      const isShown = this.#host.showNotification({
        id: toNotificationId(phone),
        group: { id: '', title: '' },
        title: name === '' ? toTitle(phone) : name,
        body: text,
        isSilent: false,
        reply: null,
        buttons: null,
      });
      if (isShown) this.#shown.set(phone, { chatId });
    }
  }

  async #withdrawRead(account: OpenAccount): Promise<void> {
    const { ids, everything } = this.#touched;
    this.#touched = { ids: new Set(), everything: false };
    for (const [phone, { chatId }] of [...this.#shown]) {
      if (!everything && chatId !== null && !ids.has(chatId)) continue;
      const chat = await account.store.findChat({ chatId: null, phone: phone as DueNotice['phone'] });
      if (!this.#isStill(account)) return;
      const isWaiting = chat === null ? chatId === null : chat.unreadCount > 0 && !chat.isMuted;
      if (isWaiting) continue;
      this.#host.withdrawNotification(toNotificationId(phone));
      this.#shown.delete(phone);
    }
  }

  #setUnread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    this.#host.setBadge({ count, text: String(count), description: '' });
  }
}

const toNotificationId = (phone: string): string => `chat:${phone}`;

/** A number without a name; senders with letters are their own name. */
function toTitle(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}
