/**
 * A main in memory behind the window's bridge: enough of the contract for the inbox to live on. Answers are asynchronous
 * as the real ones are; a request can be held back or made to fail. Never part of the product.
 */
import type {
  ByteSource,
  ChatView,
  ContractError,
  EventName,
  EventPayload,
  MessagePage,
  MessageView,
  Reply,
  RequestInput,
  RequestName,
  RequestOutput,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { FakeContacts } from './fake-contacts.ts';
import { FakeDesktop } from './fake-desktop.ts';
import { FakeImportRows } from './fake-import-rows.ts';
import { FakeImports } from './fake-imports.ts';
import { FakeLookups } from './fake-lookups.ts';
import {
  FakeActs,
  countChats,
  findChatPlace,
  listChats,
  orderViews,
  saveView,
  type FakeLists,
  type FakeData,
} from './fake-chats.ts';
import { fillGap, findGaps, FakeThread } from './fake-thread.ts';
import { askFakeService, findInData, findInFakeChat, listFakeShared, toPage } from './fake-search.ts';
import { FakeSchedules } from './fake-schedules.ts';
import { FakeSending } from './fake-sending.ts';
import { buildSettings, toSettingsHandlers } from './fake-settings.ts';
import { FakeTemplates } from './fake-templates.ts';

export { buildChat, buildFile, buildMessage, buildSend } from './fake-views.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

export function toProblem(code: string, detail: string | null = null): ContractError {
  return { code, detail, fields: {}, retryAfterMs: null };
}

export class FakeBridge implements SwitchboardBridge {
  readonly data: FakeData = {
    chats: [],
    messages: new Map(),
    service: new Map(),
    missing: new Map(),
    contacts: [],
    people: [],
    drafts: new Map(),
    files: new Map(),
    actions: [],
  };
  /** Contact lists, and lists of chats that somebody keeps under a name. */
  readonly lists: FakeLists = { views: [], lists: [] };
  readonly acts = new FakeActs(this.data, this.lists);
  /** The contacts screen, and one contact. */
  readonly contacts = new FakeContacts((name, payload) => this.emit(name, payload));
  /** A file that is prepared for an import, and imports that were started. */
  readonly imports = new FakeImports((name, payload) => this.emit(name, payload));
  /** The rows of that file, and those of imports. */
  readonly importRows = new FakeImportRows(this.imports, (name, payload) => this.emit(name, payload));
  /** What was found out for money. */
  readonly lookups = new FakeLookups();
  /** What goes out at a time to come. */
  readonly schedules = new FakeSchedules((name, payload) => this.emit(name, payload));
  /** Texts that are kept for writing again. */
  readonly templates = new FakeTemplates((name, payload) => this.emit(name, payload));
  /** What leaves, and what was begun. */
  readonly sending = new FakeSending(this.data, (name, payload) => this.emit(name, payload));
  /** What is known of messages, and done to them. */
  readonly thread = new FakeThread(this.data, (name, payload) => this.emit(name, payload));
  /** What the desktop around the page can do. */
  readonly desktop = new FakeDesktop((name, payload) => this.emit(name, payload));
  /** What the settings pages know. */
  readonly settings = buildSettings();
  /** Every request, in order. */
  readonly asked: { readonly name: RequestName; readonly input: unknown }[] = [];
  /** Bytes wait for it in the middle. */
  uploadGate: Promise<void> = Promise.resolve();
  /** The service says that there is more, and gives nothing. */
  isStingy = false;
  /** So many of the next pages from the service hold nothing that stands above what is here. */
  fetchesWithin = 0;
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();
  readonly #resyncs = new Set<() => void>();
  readonly #connections = new Set<(isConnected: boolean) => void>();
  #isConnected = true;
  /** Ends the requests that main has not answered. */
  #open: (() => void)[] = [];
  readonly #failures = new Map<RequestName, ContractError>();
  readonly #gates = new Map<RequestName, Promise<void>>();
  readonly #handlers: Handlers = {
    'chats.list': (input) => listChats(this.data, input, this.lists),
    'chats.findPlace': (input) => findChatPlace(this.data, input, this.lists),
    'chats.find': ({ chatId, phone }) =>
      this.data.chats.find((chat) => (chatId === null ? chat.phone === phone : chat.id === chatId)) ?? null,
    'chats.count': () => countChats(this.data, this.lists),
    'views.list': () => this.lists.views,
    'views.save': (input) => this.#tellViews(saveView(this.lists, input)),
    'views.remove': ({ id }) => this.#tellViews((this.lists.views = this.lists.views.filter((view) => view.id !== id))),
    'views.order': ({ ids }) => this.#tellViews(orderViews(this.lists, ids)),
    'lists.list': () => this.lists.lists.map(({ phones, ...list }) => ({ ...list, membersCount: phones.length })),
    'chats.applyAction': (input) => this.#act(input),
    'chats.open': () => ({}),
    'chats.undo': ({ undoId }) => this.#undo(undoId),
    'messages.list': (input) => this.#listMessages(input),
    'messages.listNewer': (input) => this.#listNewer(input),
    'messages.listAround': (input) => this.#listAround(input),
    'messages.listShared': (input) => listFakeShared(this.data, input),
    'search.find': (input) => findInData(this.data, input),
    'search.askService': ({ query }) => askFakeService(this.data, query),
    'search.findInChat': (input) => findInFakeChat(this.data, input),
    'messages.fetchOlder': ({ chatId }) => this.#fetchOlder(chatId),
    ...this.sending.handlers,
    ...this.thread.handlers,
    'contacts.find': ({ contactId, phone }) =>
      this.data.contacts.find((contact) => (contactId === null ? contact.phone === phone : contact.id === contactId)) ??
      null,
    'people.suggest': ({ query }) =>
      this.data.people
        .filter(({ name, phone }) => name.toLowerCase().includes(query.toLowerCase()) || phone === query)
        .map((person) => ({ optOut: null, ...person })),
    'host.openLink': () => ({}),
    'host.setActivity': () => ({}),
    ...toSettingsHandlers(this.settings),
    ...this.desktop.handlers,
    ...this.contacts.handlers,
    ...this.imports.handlers,
    ...this.importRows.handlers,
    ...this.lookups.handlers,
    ...this.templates.handlers,
    ...this.schedules.handlers,
    'people.resubscribe': ({ phone }) => {
      this.thread.resubscribe(phone);
      return this.contacts.resubscribe(phone);
    },
    'messages.fillGap': (input) => this.#fillGap(input),
  };

  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    if (!this.#isConnected) return { ok: false, error: toProblem('disconnected') };
    const { promise: lost, resolve } = Promise.withResolvers<Reply<RequestOutput<Name>>>();
    const lose = (): void => resolve({ ok: false, error: toProblem('disconnected') });
    this.#open.push(lose);
    const reply = await Promise.race([lost, this.#answer(name, input)]);
    this.#open = this.#open.filter((other) => other !== lose);
    return reply;
  }

  async #answer<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    this.asked.push({ name, input });
    await Promise.resolve();
    await this.#gates.get(name);
    const failure = this.#failures.get(name);
    if (failure !== undefined) return { ok: false, error: failure };
    const handler = this.#handlers[name];
    if (handler === undefined) return { ok: false, error: toProblem('bug', `no fake for ${name}`) };
    const answer = handler(input);
    return isProblem(answer) ? { ok: false, error: answer } : { ok: true, value: answer };
  }

  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  onResync(listener: () => void): () => void {
    this.#resyncs.add(listener);
    return () => this.#resyncs.delete(listener);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#connections.add(listener);
    listener(this.#isConnected);
    return () => this.#connections.delete(listener);
  }

  /** Main goes away, with every answer that was on its way, or is back. */
  connect(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (!isConnected) for (const lose of this.#open.splice(0)) lose();
    for (const listener of this.#connections) listener(isConnected);
    if (isConnected) this.resync();
  }

  async upload(
    handle: string,
    bytes: ByteSource,
    onProgress: (sentBytes: number) => void,
  ): Promise<Reply<{ readonly sizeBytes: number }>> {
    onProgress(Math.floor(bytes.size / 2));
    await this.uploadGate;
    if (!this.sending.isStaged(handle)) return { ok: false, error: toProblem('not-found') };
    onProgress(bytes.size);
    return { ok: true, value: { sizeBytes: bytes.size } };
  }

  mediaUrl(mediaId: string): string {
    return `/media/${mediaId}`;
  }

  fileUrl(handle: string): string {
    return `/file/${handle}`;
  }

  /** Tells the window something, as main does after a commit. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (payload: EventPayload<Name>) => void)(payload);
  }

  resync(): void {
    for (const listener of this.#resyncs) listener();
  }

  /** From now on the request fails so; null: it works again. */
  fail(name: RequestName, problem: ContractError | null): void {
    if (problem === null) this.#failures.delete(name);
    else this.#failures.set(name, problem);
  }

  /** Holds answers of that request back until the returned function is called. */
  hold(name: RequestName): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#gates.set(name, promise);
    return () => {
      this.#gates.delete(name);
      resolve(undefined);
    };
  }

  isHeld(name: string): boolean {
    return this.#gates.has(name as RequestName);
  }

  /** How many listeners are left: for tests of `dispose`. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, this.#resyncs.size);
  }

  inputsOf<Name extends RequestName>(name: Name): RequestInput<Name>[] {
    return this.asked.filter((call) => call.name === name).map((call) => call.input as RequestInput<Name>);
  }

  /** Changes a chat and tells the window. */
  change(chatId: number, changes: Partial<ChatView>): void {
    this.data.chats = this.data.chats.map((chat) => (chat.id === chatId ? { ...chat, ...changes } : chat));
    this.emit('chats.changed', { chatIds: [chatId], everything: false });
  }

  /** Adds messages at the end of a chat and tells the window. */
  arrive(chatId: number, ...messages: readonly MessageView[]): void {
    this.data.messages.set(chatId, [...(this.data.messages.get(chatId) ?? []), ...messages]);
    this.emit('messages.changed', { chatIds: [chatId], everything: false });
    if (messages.some(({ send }) => send !== null)) this.emit('outbox.changed', {});
  }

  #tellViews<Answer>(answer: Answer): Answer {
    this.emit('views.changed', {});
    return answer;
  }

  #act({ target, action }: RequestInput<'chats.applyAction'>): RequestOutput<'chats.applyAction'> {
    const keptCount = this.acts.countKept({ target, action });
    const { chats, undoId } = this.acts.act({ target, action });
    if (action.kind === 'block') this.#showBlocksOf(chats);
    this.emit('chats.changed', { chatIds: chats.map(({ id }) => id), everything: false });
    return { count: chats.length, keptCount, undoId, chats: chats.slice(0, 50) };
  }

  #undo(undoId: string): RequestOutput<'chats.undo'> | ContractError {
    const chats = this.acts.undo(undoId);
    if (chats === null) return this.thread.undo(undoId) ?? toProblem('not-found');
    this.#showBlocksOf(chats);
    this.emit('chats.changed', { chatIds: [], everything: true });
    return { count: chats.length };
  }

  /** Contacts of these chats are blocked as the chats are. */
  #showBlocksOf(chats: readonly ChatView[]): void {
    const blocks = new Map(chats.map(({ phone, isBlocked }) => [phone, isBlocked]));
    const { contacts } = this;
    contacts.rows = contacts.rows.map((row) => ({ ...row, isBlocked: blocks.get(row.phone) ?? row.isBlocked }));
    this.emit('contacts.changed', { contactIds: [], everything: true });
  }

  #listMessages({ chatId, before, limit }: RequestInput<'messages.list'>): MessagePage {
    const all = this.data.messages.get(chatId) ?? [];
    const end = before === null ? all.length : all.findIndex(({ key }) => key === before.key);
    const start = Math.max(0, end - limit);
    return this.#toPage(chatId, toPage(all, start, end));
  }

  #listNewer({ chatId, after, limit }: RequestInput<'messages.listNewer'>): MessagePage {
    const all = this.data.messages.get(chatId) ?? [];
    const start = all.findIndex(({ key }) => key === after.key) + 1;
    const end = Math.min(all.length, start + limit);
    return this.#toPage(chatId, toPage(all, start, end));
  }

  #listAround({ chatId, key, limit }: RequestInput<'messages.listAround'>): MessagePage | ContractError {
    const all = this.data.messages.get(chatId) ?? [];
    const place = all.findIndex((message) => message.key === key);
    if (place === -1) return toProblem('not-found');
    const start = Math.max(0, place - Math.floor(limit / 2));
    return this.#toPage(chatId, toPage(all, start, Math.min(all.length, start + limit)));
  }

  #toPage(chatId: number, page: ReturnType<typeof toPage>): MessagePage {
    const gaps = findGaps(this.data.messages.get(chatId) ?? [], this.data.missing.get(chatId) ?? []);
    const isIn = ({ itemKey }: (typeof gaps)[number]): boolean => page.items.some(({ key }) => key === itemKey);
    return { ...page, gaps: gaps.filter(isIn), isCompleteBefore: this.#isComplete(chatId) };
  }

  #fillGap({ chatId, ...gap }: RequestInput<'messages.fillGap'>): Record<string, never> {
    const { messages, missing } = this.data;
    const filled = fillGap(messages.get(chatId) ?? [], missing.get(chatId) ?? [], gap);
    messages.set(chatId, filled.all);
    missing.set(chatId, filled.missing);
    this.emit('messages.changed', { chatIds: [chatId], everything: false });
    return {};
  }

  #isComplete(chatId: number): boolean {
    return (this.data.service.get(chatId) ?? []).length === 0;
  }

  #fetchOlder(chatId: number): { isCompleteBefore: boolean } {
    const rest = this.data.service.get(chatId) ?? [];
    if (this.isStingy || this.fetchesWithin > 0) {
      this.fetchesWithin = Math.max(0, this.fetchesWithin - 1);
      return { isCompleteBefore: false };
    }
    this.data.messages.set(chatId, [...rest.splice(-60), ...(this.data.messages.get(chatId) ?? [])]);
    return { isCompleteBefore: rest.length === 0 };
  }
}

function isProblem(answer: unknown): answer is ContractError {
  return typeof answer === 'object' && answer !== null && 'retryAfterMs' in answer;
}
