import { SvelteMap } from 'svelte/reactivity';
import type { ChatView, ContactDetailsView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import type { ContactFieldName } from '#shared/domain/people-changes.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { findChange, readValue, toWaitingCount, type Owner } from './contact-values.ts';

/** After an event main is asked at most this often: a long change of members tells of its progress all the time. */
const PAUSE_MS = 250;

interface OwnField {
  readonly id: number;
  readonly name: string;
}

/**
 * Everything about one contact while it is on screen, with the custom fields of the account. A value that the user has
 * just saved is shown before main answers.
 */
export class ContactDetails {
  readonly contactId: number;
  #hasAnswered = $state(false);
  #savedAt = $state<number | null>(null);
  /** Values that main was asked to keep and has not answered for, by field. */
  readonly #saving = new SvelteMap<ContactFieldName, string>();
  readonly #bridge: SwitchboardBridge;
  readonly #query: LiveQuery<ContactDetailsView | null>;
  readonly #fields: LiveQuery<readonly OwnField[]>;
  /** Users who can look after it. */
  readonly #users: LiveQuery<readonly Owner[]>;
  /** Chats of the number beside the first. */
  readonly #otherChats: LiveQuery<readonly ChatView[]>;

  constructor(bridge: SwitchboardBridge, contactId: number) {
    this.#bridge = bridge;
    this.contactId = contactId;
    this.#query = new LiveQuery(bridge, {
      ask: () => this.#ask(),
      events: ['contacts.changed', 'messages.changed'],
      pauseMs: PAUSE_MS,
    });
    this.#fields = new LiveQuery(bridge, {
      ask: () => bridge.request('people.listFields', {}),
      events: ['contacts.changed'],
      pauseMs: PAUSE_MS,
    });
    this.#users = new LiveQuery(bridge, {
      ask: () => bridge.request('people.listUsers', {}),
      events: [],
    });
    this.#otherChats = new LiveQuery(bridge, {
      ask: () => this.#askOtherChats(),
      events: ['chats.changed'],
      pauseMs: PAUSE_MS,
    });
  }

  /** Null until main answered, and where there is no such contact. */
  get contact(): ContactDetailsView | null {
    return this.#query.value;
  }
  /** `gone`: there is no such contact here. */
  get status(): 'loading' | 'ready' | 'gone' | 'failed' {
    if (this.#query.value !== null) return 'ready';
    if (this.#query.problem !== null) return 'failed';
    return this.#hasAnswered ? 'gone' : 'loading';
  }
  /** Custom fields of the account, by name. */
  get fields(): readonly OwnField[] {
    return this.#fields.value ?? [];
  }
  /** Users of the account who can look after it, this one first. */
  get users(): readonly Owner[] {
    return this.#users.value ?? [];
  }
  /** Chats of the number beside the one that counts. */
  get otherChats(): readonly ChatView[] {
    return this.#otherChats.value ?? [];
  }
  /** How many changes have not reached the service. */
  get waitingCount(): number {
    return this.contact === null ? 0 : toWaitingCount(this.contact.changes);
  }

  /** When the last of what waited reached the service, epoch ms; null: nothing did while it was on screen, or not all. */
  get savedAt(): number | null {
    return this.contact?.changes.length === 0 ? this.#savedAt : null;
  }

  /** The value of a field as it is shown: what is being saved, else what is here. */
  valueOf(field: ContactFieldName): string {
    const saving = this.#saving.get(field);
    return saving ?? (this.contact === null ? '' : readValue(this.contact, field));
  }

  /** The change of a field that the user has to answer; null where there is none, or where a newer value is being saved. */
  openChangeOf(field: ContactFieldName): ReturnType<typeof findChange> {
    return this.contact === null || this.#saving.has(field) ? null : findChange(this.contact.changes, field);
  }

  /** The user opened it: shows what is here, and has main read it from the service. */
  async open(): Promise<void> {
    await Promise.all([this.refresh(), this.#users.refresh()]);
    if (this.contact !== null) await this.#bridge.request('contacts.open', { contactId: this.contactId });
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#query.refresh(), this.#fields.refresh()]);
    await this.#otherChats.refresh();
  }

  /** Shows the value while main keeps it, and what main has once it answered. */
  async showWhile<Value>(
    field: ContactFieldName,
    value: string,
    save: () => Promise<Reply<Value>>,
  ): Promise<Reply<Value>> {
    this.#saving.set(field, value);
    const reply = await save();
    await this.#query.refresh();
    // A newer value of the same field stays until its own answer.
    if (this.#saving.get(field) === value) this.#saving.delete(field);
    return reply;
  }

  dispose(): void {
    this.#query.dispose();
    this.#fields.dispose();
    this.#users.dispose();
    this.#otherChats.dispose();
  }

  /** Nearly every number has one chat: nothing is asked then. */
  #askOtherChats(): Promise<Reply<readonly ChatView[]>> | null {
    const others = this.contact?.chatIds.slice(1) ?? [];
    return others.length === 0 ? null : this.#findChats(others);
  }

  async #findChats(chatIds: readonly number[]): Promise<Reply<readonly ChatView[]>> {
    const ask = (chatId: number) => this.#bridge.request('chats.find', { chatId, phone: null });
    const replies = await Promise.all(chatIds.map(ask));
    const failed = replies.find((reply) => !reply.ok);
    if (failed?.ok === false) return failed;
    return { ok: true, value: replies.flatMap((reply) => (reply.ok ? (reply.value ?? []) : [])) };
  }

  async #ask(): Promise<Reply<ContactDetailsView | null>> {
    const reply = await this.#bridge.request('contacts.get', { contactId: this.contactId });
    if (!reply.ok) return reply;
    this.#hasAnswered = true;
    const changes = reply.value?.changes ?? [];
    if (this.waitingCount > 0 && changes.length === 0) this.#savedAt = Date.now();
    return reply;
  }
}
