import type { ChatView, SwitchboardBridge, ContactView } from '#shared/contract/index.ts';
import { Composer, type WritingTools } from '#renderer/features/composer/composer.svelte.ts';
import { ContactPanel } from '#renderer/features/contacts/contact-panel.svelte.ts';
import { Thread } from './thread.svelte.ts';

/** In view for less than this, nothing was read. */
export const READ_MS = 1_000;

/**
 * One visit to a chat: its messages, what is written, who it is, and whether it has been read.
 *
 * READ-1 A chat is marked read only once it was open for a second with its newest message in view, and the window had
 * the user's attention all that time.
 * READ-2 What the user marked unread stays so until the chat is left or something new comes.
 */
export class Conversation {
  readonly thread: Thread;
  readonly composer: Composer;
  readonly contact: ContactPanel;
  #keepsUnread = false;
  /** Null: the count that the user's own "unread" brings is not known yet. */
  #unreadSeen: number | null;
  #isMarking = false;
  /** What is in view, and becomes read when the timer ends; null: nothing. */
  #seen: string | null = null;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #chatId: number;
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge, chat: ChatView, tools: WritingTools) {
    this.#bridge = bridge;
    this.#chatId = chat.id;
    this.#unreadSeen = chat.unreadCount;
    this.thread = new Thread(bridge, chat.id);
    const { phone, draft: stored, draftFilesCount: filesCount } = chat;
    this.composer = new Composer(bridge, { ...tools, phone, stored, filesCount });
    this.contact = new ContactPanel(bridge, chat);
  }

  /** First questions to main: at the message `key`, or where it opens as usual for null; false where that is not here. */
  async open(chat: ChatView, key: string | null): Promise<boolean> {
    const [isFound] = await Promise.all([this.thread.open(chat, key), this.contact.refresh()]);
    return isFound;
  }

  /** A newer view of the same chat. */
  follow(chat: ChatView): void {
    this.#chatId = chat.id;
    this.thread.follow(chat.id);
    this.contact.follow(chat);
    this.composer.files.follow(chat.draftFilesCount);
    void this.composer.follow(chat);
    if (this.#unreadSeen === null && chat.unreadCount === 0) return;
    if (this.#unreadSeen !== null && chat.unreadCount > this.#unreadSeen) this.#keepsUnread = false;
    this.#unreadSeen = chat.unreadCount;
  }

  /** The user marked it unread while it is open. */
  keepUnread(): void {
    this.#keepsUnread = true;
    this.#unreadSeen = null;
  }

  /**
   * Whether the user looks at the newest message: the window has the focus and shows it. After a second of that without
   * a break the chat is marked read; a newer text begins it anew.
   */
  readIfSeen(chat: ChatView, isLookedAt: boolean): void {
    const newest = this.thread.messages.findLast(({ direction }) => direction === 'in')?.key ?? '';
    const canRead = chat.unreadCount > 0 && this.thread.status === 'ready' && this.thread.hasNewest;
    const seen = isLookedAt && canRead ? [chat.id, chat.unreadCount, newest].join(' ') : null;
    if (seen === this.#seen) return;
    clearTimeout(this.#readTimer);
    this.#seen = seen;
    if (seen !== null) this.#readTimer = setTimeout(() => void this.#markRead(chat), READ_MS);
  }

  dispose(): void {
    clearTimeout(this.#readTimer);
    void this.composer.leave();
    this.thread.dispose();
    this.contact.dispose();
  }

  async #markRead({ id }: ChatView): Promise<void> {
    this.#seen = null;
    if (this.#keepsUnread || this.#isMarking || id !== this.#chatId) return;
    this.#isMarking = true;
    const target = { kind: 'chats' as const, chatIds: [id] };
    const action = { kind: 'read', isRead: true } as const;
    await this.#bridge.request('chats.applyAction', { requestId: crypto.randomUUID(), target, action });
    this.#isMarking = false;
  }
}

/** Own fields of contacts are named by their id behind this. */
const OWN = 'field:';

/**
 * What stands beside the number above a thread: the field of the person that the setting `headerField` names. Empty where
 * nothing was chosen, or this person has none.
 */
export function findHeaderField(contact: ContactView | null, headerField: string | null): string {
  if (contact === null || headerField === null) return '';
  if (headerField === 'company') return contact.company.trim();
  if (headerField === 'email') return contact.email.trim();
  if (!headerField.startsWith(OWN)) return '';
  const id = headerField.slice(OWN.length);
  return contact.fields.find((field) => String(field.id) === id)?.value?.trim() ?? '';
}
