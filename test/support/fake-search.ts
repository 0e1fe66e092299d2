/** Searching and jumping of the main in memory: plain inclusion of words, marks as the contract has them. */
import type {
  MessageHit,
  MessageView,
  PersonHit,
  RequestInput,
  RequestOutput,
  SearchResult,
} from '#shared/contract/index.ts';
import { hasWebAddress } from '#shared/domain/web-address.ts';
import type { FakeData } from './fake-chats.ts';

type Marks = PersonHit['nameMarks'];

function findMarks(text: string, query: string): Marks {
  const start = text.toLowerCase().indexOf(query.toLowerCase());
  return start === -1 ? [] : [[start, start + query.length]];
}

function listPeople(data: FakeData, query: string): PersonHit[] {
  return data.contacts.flatMap((contact) => {
    const { phone, name, id, avatarId, isShared } = contact;
    const chatId = data.chats.find((chat) => chat.phone === phone)?.id ?? null;
    const nameMarks = findMarks(name, query);
    const field = contact.fields.find(({ value }) => value !== null && findMarks(value, query).length > 0);
    const digits = findMarks(phone, query);
    const inField =
      field?.value == null
        ? null
        : ({ kind: 'field', label: field.name, text: field.value, marks: findMarks(field.value, query) } as const);
    const inPhone = digits.length === 0 ? null : ({ kind: 'phone', label: null, text: phone, marks: digits } as const);
    const also = inField ?? inPhone;
    if (nameMarks.length === 0 && also === null) return [];
    return [{ phone, name, nameMarks, contactId: id, chatId, avatarId, isShared, also }];
  });
}

function listMessages(data: FakeData, { query, chatId }: RequestInput<'search.find'>): MessageHit[] {
  return data.chats
    .filter(({ id }) => chatId === null || id === chatId)
    .flatMap(({ id, phone, name }) =>
      (data.messages.get(id) ?? []).flatMap(({ key, text, direction, at }) => {
        const marks = findMarks(text, query);
        if (marks.length === 0) return [];
        const base = { key, chatId: id, phone, name, direction, at, snippet: text, marks };
        return [{ ...base, isCutBefore: false, isCutAfter: false }];
      }),
    )
    .sort((one, other) => other.at - one.at);
}

/** What `search.find` answers. */
export function findInData(data: FakeData, input: RequestInput<'search.find'>): SearchResult {
  const people = input.scope === 'messages' ? [] : listPeople(data, input.query);
  const messages = input.scope === 'people' ? [] : listMessages(data, input);
  const times = [...data.messages.values()].flat().map(({ at }) => at);
  return {
    people: people.slice(0, input.limit),
    messages: messages.slice(0, input.limit),
    hasMorePeople: people.length > input.limit,
    hasMoreMessages: messages.length > input.limit,
    lookedBackTo: times.length === 0 ? null : Math.min(...times),
  };
}

/** A stretch of a chat as a page with its two cursors. */
export function toPage(
  all: readonly MessageView[],
  start: number,
  end: number,
): Omit<RequestOutput<'messages.list'>, 'isCompleteBefore'> {
  const items = all.slice(start, end);
  const toCursor = (message: MessageView | undefined) =>
    message === undefined ? null : { at: message.at, key: message.key };
  return {
    items,
    older: start > 0 ? toCursor(items[0]) : null,
    newer: end < all.length ? toCursor(items.at(-1)) : null,
    gaps: [],
  };
}

/** What `search.askService` answers: chats with these words in any of their messages, however old, or in their name. */
export function askFakeService(data: FakeData, query: string): RequestOutput<'search.askService'> {
  const has = (text: string): boolean => findMarks(text, query).length > 0;
  const hasText = (id: number): boolean => listAll(data, id).some(({ text }) => has(text));
  return {
    byText: data.chats.filter(({ id }) => hasText(id)),
    byPerson: data.chats.filter(({ name }) => has(name)),
    hasMore: false,
  };
}

/** What `search.findInChat` answers; what the service has of that chat is here afterwards. */
export function findInFakeChat(
  data: FakeData,
  { chatId, query }: RequestInput<'search.findInChat'>,
): RequestOutput<'search.findInChat'> {
  const all = listAll(data, chatId);
  data.messages.set(chatId, all);
  data.service.delete(chatId);
  return { key: all.findLast(({ text }) => findMarks(text, query).length > 0)?.key ?? null };
}

function listAll(data: FakeData, chatId: number): MessageView[] {
  return [...(data.service.get(chatId) ?? []), ...(data.messages.get(chatId) ?? [])];
}

/** What `messages.listShared` answers. */
export function listFakeShared(
  data: FakeData,
  { chatId, before, limit }: RequestInput<'messages.listShared'>,
): RequestOutput<'messages.listShared'> {
  const all = (data.messages.get(chatId) ?? [])
    .filter(({ files, text }) => files.length > 0 || hasWebAddress(text))
    .reverse();
  const start = before === null ? 0 : all.findIndex(({ key }) => key === before.key) + 1;
  const items = all.slice(start, start + limit);
  const last = items.at(-1);
  const hasMore = all.length > start + limit && last !== undefined;
  return { items, older: hasMore ? { at: last.at, key: last.key } : null };
}
