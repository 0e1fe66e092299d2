/** People and messages of the cache by what somebody typed, and the unsent texts of this computer. */
import type { MessageHit, PersonHit, SearchResult } from '#shared/contract/index.ts';
import { toFolded } from '../core/fold.ts';
import { toPersonMarks } from '../core/person-marks.ts';
import type { PersonDetail } from '../core/person-marks.ts';
import { toTerms, toWords } from '../core/search-words.ts';
import { createGraphemes, toSnippet } from '../core/snippet.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import { findChatId } from './find-chat-id.ts';
import { findSendOf, toViewKey } from './message-view.ts';
import type { Query } from './query.ts';
import { findMessages } from './search-messages.ts';
import type { MessageCandidate } from './search-messages.ts';
import { findPeople } from './search-people.ts';
import type { FoundPerson } from './search-people.ts';

type Input = Parameters<Query<'search'>>[1];

const NOTHING: SearchResult = {
  people: [],
  messages: [],
  hasMorePeople: false,
  hasMoreMessages: false,
  lookedBackTo: null,
};

/** One more than asked for is looked for, to know whether there are more. A thread has no people to be found in it. */
export const search: Query<'search'> = (db, input): SearchResult => {
  const { query, scope, chatId, limit } = input;
  if (toFolded(query) === '') return NOTHING;
  const people = scope === 'messages' || chatId !== null ? [] : searchPeople(db, query, limit + 1);
  const found = scope === 'people' ? NO_MESSAGES : searchMessages(db, input);
  return {
    people: people.slice(0, limit),
    messages: found.hits.slice(0, limit).map((toHit) => toHit()),
    hasMorePeople: people.length > limit,
    hasMoreMessages: found.hits.length > limit,
    lookedBackTo: found.lookedBackTo,
  };
};

function searchPeople(db: ReadDb, query: string, limit: number): PersonHit[] {
  const terms = toTerms(query);
  const graphemes = createGraphemes();
  return findPeople(db, { query, limit, fits: () => true }).map((person) => {
    const contact = findContact(db, person);
    const listDetails = (): PersonDetail[] => listDetailsOf(db, person, contact);
    const { phone, name, contact_id: contactId, avatar_id: avatarId, chatId } = person;
    const marks = toPersonMarks({ name, listDetails }, terms, graphemes);
    return { phone, name, contactId, chatId, avatarId, isShared: contact?.is_shared === 1, ...marks };
  });
}

function findContact(db: ReadDb, { contact_id: id }: FoundPerson): ContactColumns | undefined {
  return id === null ? undefined : db.get<ContactColumns>('SELECT * FROM contacts WHERE id = ?', [id]);
}

const COMPANY_OF_CHAT = 'SELECT company FROM chats WHERE id = ?';

function listDetailsOf(db: ReadDb, person: FoundPerson, contact: ContactColumns | undefined): PersonDetail[] {
  const company = contact?.company ?? db.get<{ company: string }>(COMPANY_OF_CHAT, [person.chatId])?.company ?? '';
  const fields = contact === undefined ? [] : parseFields(contact.fields);
  return [
    { kind: 'phone', label: null, text: person.phone },
    { kind: 'company', label: null, text: company },
    { kind: 'email', label: null, text: contact?.email ?? '' },
    ...fields.map(({ name, value }) => ({ kind: 'field' as const, label: name, text: value ?? '' })),
  ];
}

/** Made into views only as far as they are shown. */
interface FoundHits {
  readonly hits: readonly (() => MessageHit)[];
  readonly lookedBackTo: number | null;
}

const NO_MESSAGES: FoundHits = { hits: [], lookedBackTo: null };
const OLDEST = 'SELECT at FROM messages ORDER BY seq LIMIT 1';
const OLDEST_OF_THREAD = 'SELECT min(at) AS at FROM messages WHERE phone = ?';
const NAME = 'SELECT name FROM people WHERE phone = ?';

/** Messages without a chat are left out: there is no thread yet in which they could be shown. */
function searchMessages(db: ReadDb, { query, chatId, limit }: Input): FoundHits {
  const scope = findScope(db, chatId);
  if (scope === undefined) return NO_MESSAGES;
  const { phone, findChat } = scope;
  const words = toWords(query);
  const fits = (row: { readonly phone: string }): boolean => findChat(row.phone) !== undefined;
  const found = findMessages(db, { words, phone, limit: limit + 1, fits });
  const sends = listUnsent(db).filter((send) => {
    const folded = toFolded(send.text);
    return (phone === null || send.phone === phone) && words.every((word) => folded.includes(word)) && fits(send);
  });
  const graphemes = createGraphemes();
  const toHit = (row: MessageCandidate | UnsentRow): MessageHit => ({
    key: 'id' in row ? toViewKey(row, findSendOf(db, row)) : `send:${row.send_id}`,
    chatId: findChat(row.phone) ?? 0,
    phone: row.phone,
    name: db.get<{ name: string }>(NAME, [row.phone])?.name ?? '',
    direction: row.direction,
    at: row.at,
    ...toSnippet(row.text, words, graphemes),
  });
  const rows = [...found.rows, ...sends].sort((a, b) => b.at - a.at);
  const oldest =
    phone === null ? db.get<{ at: number }>(OLDEST) : db.get<{ at: number | null }>(OLDEST_OF_THREAD, [phone]);
  const isCutShort = found.stoppedAt !== null && found.rows.length <= limit;
  return {
    hits: rows.map((row) => () => toHit(row)),
    lookedBackTo: (isCutShort ? found.stoppedAt : oldest?.at) ?? null,
  };
}

interface Scope {
  /** The thread to look in; null for all. */
  readonly phone: string | null;
  /** The chat in which a number's messages are shown. */
  readonly findChat: (phone: string) => number | undefined;
}

/** Undefined for a chat that is not there. */
function findScope(db: ReadDb, chatId: number | null): Scope | undefined {
  if (chatId !== null) {
    const id = findChatId(db, { chatId, phone: null });
    const chat = id === undefined ? undefined : db.get<{ phone: string }>('SELECT phone FROM chats WHERE id = ?', [id]);
    return chat === undefined ? undefined : { phone: chat.phone, findChat: () => id };
  }
  const known = new Map<string, number | undefined>();
  const findChat = (phone: string): number | undefined => {
    if (!known.has(phone)) known.set(phone, findChatId(db, { chatId: null, phone }));
    return known.get(phone);
  };
  return { phone: null, findChat };
}

interface UnsentRow {
  readonly send_id: string;
  readonly direction: 'out';
  readonly phone: string;
  readonly text: string;
  readonly at: number;
}

/** Sends that no message stands for. Accepted ones with a message are not walked through: they only ever become more. */
export const UNSENT = `
  SELECT id AS send_id, 'out' AS direction, phone, text, placed_at AS at FROM sends
  WHERE state IN ('held', 'queued', 'sending', 'refused', 'checking', 'not-sent', 'unknown')
  UNION ALL
  SELECT id, 'out', phone, text, placed_at FROM sends INDEXED BY sends_nameless
  WHERE state = 'accepted' AND message_id IS NULL
  LIMIT 2000`;
const listUnsent = (db: ReadDb): UnsentRow[] => db.all<UnsentRow>(UNSENT);
