/**
 * Notifications of new messages and the unread badge. The store decides both in the transaction of the message; this class
 * passes them to the page (`messages.arrived`, `notifications.list`) and to the host.
 *
 *   something changed ─► takeNotices ─► event, notification of the chat
 *                   └──► countUnread ─► number on the icon; notifications of chats that were read go
 *
 * ATTENTION-1 One account at a time: a new account starts from nothing, and what was shown for the former one is withdrawn.
 * ATTENTION-2 Each message is shown once, and what the store gave out is shown even if the account closes meanwhile; a chat
 *             has its newest notification only, which goes when the chat was read anywhere.
 * ATTENTION-3 The badge has the number of the page's title: open chats, not muted, with something unread; or their texts.
 * ATTENTION-4 What comes while notifications are paused is not shown, also not later; the badge counts it.
 */
import type { Log } from '#main/platform/log.ts';
import type { DueNotice } from '#main/store/api/notices.ts';
import type { EventPayload } from '#shared/contract/index.ts';
import type { EventBus, NumberedEvent } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { isWaiting, type ActiveNotifications } from './active-notifications.ts';
import { toContent, type ContentContext } from './content.ts';
import { countTexts } from './new-texts.ts';
import type { NotificationContext } from './notification-context.ts';
import { toTopicAccount } from './notification-id.ts';
import { isShownAt } from './shown-hours.ts';
import { TouchedChats } from './touched-chats.ts';
import { toBadge, UnreadBadge } from './unread-badge.ts';

/** So many texts are taken at a time. */
const TAKEN_AT_ONCE = 50;
/** Events after which something may be due or counted anew; rounds of sync tell that time went on (a mute may be over). */
const REASONS: ReadonlySet<NumberedEvent['name']> = new Set([
  'session.changed',
  'settings.changed',
  'chats.changed',
  'messages.changed',
  'sync.statusChanged',
  'host.presenceChanged',
]);

export interface NotificationUpdateNeeds {
  readonly session: Pick<Session, 'findAccount'>;
  readonly events: Pick<EventBus, 'messagesArrived' | 'subscribe'>;
  readonly host: Pick<HostPort, 'findEarlierNotifications' | 'setBadge'>;
  readonly log: Log;
  readonly now: () => number;
}

export class NotificationUpdates {
  readonly #needs: NotificationUpdateNeeds;
  readonly #active: ActiveNotifications;
  readonly #context: NotificationContext;
  readonly #badge: UnreadBadge;
  readonly #touched = new TouchedChats();
  #account: OpenAccount | undefined;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isDisposed = false;
  readonly #unsubscribe: () => void;

  constructor(needs: NotificationUpdateNeeds, active: ActiveNotifications, context: NotificationContext) {
    this.#needs = needs;
    this.#active = active;
    this.#context = context;
    this.#badge = new UnreadBadge(needs.host);
    this.#unsubscribe = needs.events.subscribe((event) => this.#hear(event));
  }

  /** Resolves when nothing is under way any more. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#unsubscribe();
    await this.#looking;
  }

  #hear({ name, payload }: NumberedEvent): void {
    if (!REASONS.has(name)) return;
    if (name === 'settings.changed' || name === 'session.changed') this.#context.forget();
    if (name === 'chats.changed') this.#touched.add(payload as EventPayload<'chats.changed'>);
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted();
  }

  async #lookWhileWanted(): Promise<void> {
    // Ends in a later turn than it began, so that its end is the last word about `#looking`.
    await Promise.resolve();
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      const account = this.#needs.session.findAccount();
      try {
        if (account !== this.#account) await this.#change(account);
        if (account !== undefined) await this.#look(account);
      } catch (error) {
        // A store that closes under us is no news: its account has left.
        if (this.#isStill(account)) this.#needs.log.error('attention.failed', error);
      }
    }
    this.#looking = null;
  }

  #isStill(account: OpenAccount | undefined): boolean {
    return !this.#isDisposed && account === this.#needs.session.findAccount();
  }

  async #change(account: OpenAccount | undefined): Promise<void> {
    this.#account = account;
    this.#context.forget();
    this.#active.clear();
    this.#badge.clear();
    this.#touched.reset();
    if (account === undefined) return;
    const earlier = await this.#needs.host.findEarlierNotifications().catch((error: unknown) => {
      this.#needs.log.warn('notifications.notFound', {}, error);
      return [];
    });
    if (this.#isStill(account)) this.#active.takeOver(earlier, toTopicAccount(account.id));
  }

  async #look(account: OpenAccount): Promise<void> {
    const { store } = account;
    const context = await this.#context.find(account);
    if (!this.#isStill(account)) return;
    for (let isMore = true; isMore;) {
      const taken = await store.takeNotices({ limit: TAKEN_AT_ONCE });
      // The store gives out nothing twice: also what comes as its account leaves is shown, and goes with it.
      if (this.#isStill(account)) this.#tellPage(taken);
      if (taken.length > 0) await this.#show(account, taken, await this.#findNow(account, context));
      if (!this.#isStill(account)) return;
      isMore = taken.length === TAKEN_AT_ONCE;
    }
    await this.#withdrawRead(account);
    const unread = await store.countUnread({});
    if (this.#isStill(account)) this.#badge.show(toBadge(unread, context.settings.iconCount));
  }

  #tellPage(taken: readonly DueNotice[]): void {
    if (taken.length === 0) return;
    const { events } = this.#needs;
    events.messagesArrived(taken.map(({ key, chatId, phone, name, at }) => ({ key, chatId, phone, name, at })));
  }

  /** What the user chose while the texts were taken counts for them; `before` where it cannot be read any more. */
  async #findNow(account: OpenAccount, before: ContentContext): Promise<ContentContext> {
    this.#context.forgetSettings();
    return await this.#context.find(account).catch(() => before);
  }

  async #show(account: OpenAccount, taken: readonly DueNotice[], context: ContentContext): Promise<void> {
    if (!isShownAt(context.settings, this.#needs.now())) return;
    for (const texts of await countTexts(account.store, taken, (phone) => this.#active.find(phone))) {
      this.#active.show({ ...texts, content: toContent(texts, context) });
    }
  }

  async #withdrawRead(account: OpenAccount): Promise<void> {
    const isTouched = this.#touched.take();
    for (const item of this.#active.items) {
      if (!isTouched(item.chatId)) continue;
      const { phone } = item;
      const chat = await account.store.findChat({ chatId: null, phone });
      if (!this.#isStill(account)) return;
      if (isWaiting(item, chat)) this.#active.meetChat(phone, chat);
      else this.#active.withdraw(item);
    }
  }
}
