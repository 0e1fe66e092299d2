import { isFinalLetter } from '#shared/domain/delivery.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { FeedName } from '#shared/domain/sync.ts';
import type { CommitMessagesOutput } from '../ports.ts';

/** A letter that is still open after this long does not make anybody ask more often. */
const FRESH_LETTER_MS = 120_000;

/** What reading the head of a feed brought. */
export class FeedNews {
  readonly #name: FeedName;
  readonly #now: number;
  /** Numbers that any message read was from or to. */
  readonly seenPhones = new Set<PhoneKey>();
  /** Numbers of new messages whose chats must be seen again: all that wrote, and those written to without a chat here. */
  readonly phonesToSee = new Set<PhoneKey>();
  /** Delivery letter of each message read; null for inbound. */
  readonly shownLetters = new Map<MessageKey, string | null>();
  isChanged = false;
  /** A recent message of ours whose delivery letter is not final yet. */
  hasOpenLetters = false;

  constructor(name: FeedName, now: number) {
    this.#name = name;
    this.#now = now;
  }

  add(messages: readonly Message[], output: CommitMessagesOutput): void {
    const isNew = new Set(output.newKeys);
    const hasNoChat = new Set(output.phonesWithoutChat);
    this.isChanged ||= output.isChanged;
    for (const message of messages) {
      this.seenPhones.add(message.phone);
      this.shownLetters.set(message.key, message.letter);
      const isOurs = this.#name === 'outbound';
      if (isNew.has(message.key) && (!isOurs || hasNoChat.has(message.phone))) this.phonesToSee.add(message.phone);
      if (isOurs && !isFinalLetter(message.letter) && this.#now - message.at < FRESH_LETTER_MS) {
        this.hasOpenLetters = true;
      }
    }
  }
}

/** Numbers of new messages whose chats must be seen again. */
export function toPhones(news: readonly FeedNews[]): Set<PhoneKey> {
  return new Set(news.flatMap((one) => [...one.phonesToSee]));
}
