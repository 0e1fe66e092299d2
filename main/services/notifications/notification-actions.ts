/**
 * What the user does with a notification: opens its chat, marks it as read, or replies.
 *
 *   reply ─► account of the id ─► outbox, no hold ─► chat is read
 *                └──────────────── refused ────────► draft of the chat ─► a notification says so
 *
 * REPLY-1 One reply per text that a notification told of, however often the desktop tells of it, also after a restart: the
 *         id of the send follows from both.
 * REPLY-2 A reply leaves from the account of its notification, or not at all.
 * REPLY-3 No word of the user is lost: what was not sent is added to the draft, or else stands in the notification.
 */
import type { Log } from '#main/platform/log.ts';
import type { Target } from '#shared/contract/index.ts';
import type { ChatActions } from '#main/services/chats/chat-actions.ts';
import type { HostPort } from '#main/services/host/host.ts';
import { createSend, toSendIdOf } from '#main/services/sending/sends.ts';
import type { Session } from '#main/services/account/session.ts';
import type { Settings } from '#main/services/settings/settings.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import { toChatId, type ChatId, type PhoneKey } from '#shared/domain/ids.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { AccountArrival } from './account-arrival.ts';
import { toUnsentContent } from './content.ts';
import type { NotificationContext } from './notification-context.ts';
import { parseNotificationId, type NotificationTopic } from './notification-id.ts';
import { addToDraft, findNewestReceived } from './reply-records.ts';
import { words } from './words.ts';

export interface NotificationActionNeeds {
  readonly session: Pick<Session, 'findAccount' | 'getAccountNamed'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly now: () => number;
  readonly chatActions: Pick<ChatActions, 'apply'>;
  readonly accounts: Pick<AccountArrival, 'find'>;
  readonly host: Pick<HostPort, 'showNotification'>;
  readonly context: Pick<NotificationContext, 'find' | 'findPlain'>;
  /** Of the newest text that the notification told of in this run. */
  readonly findRevision: (id: string) => number | null;
  readonly log: Log;
}

interface Given {
  readonly id: string;
  readonly topic: NotificationTopic;
  readonly text: string;
  readonly revision: number | null;
}

/** So many replies are known without a look at the disk: one that was refused and is told again is not kept twice. */
const MOST_REMEMBERED = 100;

export class NotificationActions {
  readonly #needs: NotificationActionNeeds;
  readonly #turns = new Serial();
  /** By request id: what was done, whether it was sent or kept. */
  readonly #done = new Map<string, string>();

  constructor(needs: NotificationActionNeeds) {
    this.#needs = needs;
  }

  /** Where it leads; null for another account's, and for one of no chat. Waits for an account that is being opened. */
  async open(id: string): Promise<Target | null> {
    const topic = parseNotificationId(id);
    const account = topic === null ? null : await this.#needs.accounts.find(topic.accountId);
    if (topic === null || account === null) return null;
    return { kind: 'chat', chatId: await this.#ensureChat(account, topic.phone) };
  }

  async markRead(id: string): Promise<void> {
    const topic = parseNotificationId(id);
    const account = topic === null ? null : await this.#needs.accounts.find(topic.accountId);
    if (topic === null || account === null) return;
    const chat = await account.store.findChat({ chatId: null, phone: topic.phone });
    if (chat !== null) await this.#read(account, toChatId(chat.id));
  }

  /** REPLY-1 to REPLY-3. Resolves when the reply is on the disk, in the outbox or in the draft. */
  async reply(id: string, text: string): Promise<void> {
    const topic = parseNotificationId(id);
    if (topic === null || text.trim() === '') return;
    // What it is a reply to is known now; a newer text may come before its turn.
    const revision = this.#needs.findRevision(id);
    await this.#turns.run(async () => {
      const account = await this.#needs.accounts.find(topic.accountId);
      try {
        if (account === null) await this.#tell(topic, () => words.otherAccount(text));
        else await this.#replyFrom(account, { id, topic, text, revision });
      } catch (error) {
        this.#needs.log.error('reply.notKept', error);
        await this.#tell(topic, () => words.notKept(text), account);
      }
    });
  }

  /** Resolves when no reply is under way. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  async #replyFrom(account: OpenAccount, { id, topic, text, ...given }: Given): Promise<void> {
    const chatId = await this.#ensureChat(account, topic.phone);
    const revision = given.revision ?? (await findNewestReceived(account.store, chatId));
    const requestId = `reply\n${id}\n${String(revision)}`;
    if (this.#done.get(requestId) === text || (await this.#isSent(account, requestId, text))) return;
    if (await this.#send(account, { requestId, text, phone: topic.phone })) await this.#read(account, chatId);
    else await this.#keep(account, topic, text);
    this.#remember(requestId, text);
  }

  /** False where it did not get into the outbox. */
  async #send(
    { credentials, isDemo }: OpenAccount,
    written: { readonly requestId: string; readonly text: string; readonly phone: PhoneKey },
  ): Promise<boolean> {
    const account = toAccountName({ ...credentials, isDemo });
    try {
      await createSend(this.#needs, { ...written, from: null, account }, { holdSeconds: 0 });
      return true;
    } catch (error) {
      this.#needs.log.warn('reply.notSent', {}, error);
      return false;
    }
  }

  /** It may have left the outbox since: the ledger keeps it. */
  async #isSent({ store }: OpenAccount, requestId: string, text: string): Promise<boolean> {
    const sendId = toSendIdOf(requestId);
    const said = (await store.findSend({ sendId }))?.text ?? (await store.getLedgerEntry({ sendId }))?.writtenText;
    return said === text;
  }

  async #keep(account: OpenAccount, topic: NotificationTopic, text: string): Promise<void> {
    const isKept = await addToDraft(account.store, { phone: topic.phone, text, at: this.#needs.now() });
    await this.#tell(topic, isKept ? words.keptAsDraft : () => words.notKept(text), account);
  }

  /** The user is told, whatever is paused: they asked for it. */
  async #tell(topic: NotificationTopic, toWords: (name: string) => string, account: OpenAccount | null = null) {
    const { context, host } = this.#needs;
    const { phone } = topic;
    const made = await (account === null ? context.findPlain() : context.find(account)).catch(() =>
      context.findPlain(),
    );
    const chat = await account?.store.findChat({ chatId: null, phone }).catch(() => null);
    const content = toUnsentContent({ phone, name: chat?.name ?? '' }, toWords, { ...made, ...topic });
    host.showNotification(content);
  }

  async #ensureChat({ store }: OpenAccount, phone: PhoneKey): Promise<ChatId> {
    const chat = await store.findChat({ chatId: null, phone });
    return chat === null ? await store.ensureChat({ phone, at: this.#needs.now() }) : toChatId(chat.id);
  }

  async #read(account: OpenAccount, chatId: ChatId): Promise<void> {
    const { session, chatActions, log } = this.#needs;
    // The ids of its chats mean others in another account.
    if (session.findAccount() !== account) return;
    await chatActions
      .apply({ target: { kind: 'chats', chatIds: [chatId] }, action: { kind: 'read', isRead: true } })
      .catch((error: unknown) => log.warn('notification.notRead', {}, error));
  }

  #remember(requestId: string, text: string): void {
    this.#done.set(requestId, text);
    const [oldest] = this.#done.keys();
    if (this.#done.size > MOST_REMEMBERED && oldest !== undefined) this.#done.delete(oldest);
  }
}
