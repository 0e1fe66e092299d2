/** Collects what one commit touched, as the `ChangeSet` that listeners get. */
import { toChatId, toContactId, toListId, toSendId } from '#shared/domain/ids.ts';
import type { ChangeSet, OvertakenAct } from '#shared/domain/sync.ts';

/** Above this many ids a listener does better to ask everything again. */
const MOST_IDS = 500;

export class Changes {
  readonly #chats = new Set<number>();
  readonly #messageChats = new Set<number>();
  readonly #contacts = new Set<number>();
  readonly #lists = new Set<number>();
  readonly #sends = new Set<string>();
  readonly #overtaken: OvertakenAct[] = [];
  #outbox = false;
  #account = false;
  #people = false;
  #schedules = false;
  #templates = false;

  addChat(chatId: number): void {
    this.#chats.add(chatId);
  }

  /** A chat whose messages or sends changed. */
  addMessagesOf(chatId: number): void {
    this.#messageChats.add(chatId);
  }

  addContact(contactId: number): void {
    this.#contacts.add(contactId);
  }

  addList(listId: number): void {
    this.#lists.add(listId);
  }

  addSend(sendId: string): void {
    this.#sends.add(sendId);
    this.#outbox = true;
  }

  /** An unconfirmed action or a draft: what waits here besides sends. */
  addOutbox(): void {
    this.#outbox = true;
  }

  /** What a person did and a newer text undid: always told whole. */
  addOvertaken(act: OvertakenAct): void {
    this.#overtaken.push(act);
    this.#outbox = true;
  }

  addAccount(): void {
    this.#account = true;
  }

  /** A register, a custom field, or a change of people that waits. */
  addPeople(): void {
    this.#people = true;
  }

  addSchedules(): void {
    this.#schedules = true;
  }

  addTemplates(): void {
    this.#templates = true;
  }

  /** Null when nothing was touched. */
  toChangeSet(): ChangeSet | null {
    const sets = [this.#chats, this.#messageChats, this.#contacts, this.#lists, this.#sends];
    const count = sets.reduce((sum, set) => sum + set.size, 0);
    const others = [this.#account, this.#outbox, this.#people, this.#schedules, this.#templates];
    if (count === 0 && !others.includes(true)) return null;
    const isMuch = count > MOST_IDS;
    return {
      chatIds: isMuch ? [] : [...this.#chats].map(toChatId),
      messageChatIds: isMuch ? [] : [...this.#messageChats].map(toChatId),
      contactIds: isMuch ? [] : [...this.#contacts].map(toContactId),
      listIds: isMuch ? [] : [...this.#lists].map(toListId),
      sendIds: isMuch ? [] : [...this.#sends].map(toSendId),
      outbox: this.#outbox,
      account: this.#account,
      people: this.#people,
      schedules: this.#schedules,
      templates: this.#templates,
      overtaken: this.#overtaken,
      everything: isMuch,
    };
  }
}
