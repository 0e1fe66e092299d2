/**
 * What a scope asks for, as SQL. Where a mark is rare an index or a small set of just those is read; else the shelf is walked
 * inside `chats_by_shelf`, which holds all that the marks ask about. Values are parameters: `@now` and `@listId`.
 */
import type { ChatMark, ChatScope } from '#shared/contract/index.ts';
import { SHELF_CLOSED, SHELF_HIDDEN, SHELF_OPEN, SHELF_SNOOZED } from '../rows/chat-row.ts';
import { IS_COMING, IS_OURS_COMING } from './schedule-joins.ts';

const SHELVES: Readonly<Record<ChatScope['shelf'], readonly number[]>> = {
  open: [SHELF_OPEN],
  snoozed: [SHELF_SNOOZED],
  closed: [SHELF_CLOSED],
  deleted: [SHELF_HIDDEN],
  any: [SHELF_SNOOZED, SHELF_OPEN, SHELF_CLOSED],
};

/** Numbers to which something was begun. */
const DRAFTS = `
  SELECT phone FROM drafts WHERE trim(text, char(32, 9, 10, 13)) <> ''
  UNION SELECT phone FROM files WHERE phone IS NOT NULL`;
/** Numbers that a schedule names itself, by number or as contacts, and those of texts that wait for their time. */
const SCHEDULED = `
  SELECT phone FROM schedule_targets AS theirs WHERE phone IS NOT NULL AND ${IS_COMING}
  UNION SELECT contacts.phone FROM schedule_targets AS theirs CROSS JOIN contacts ON contacts.id = theirs.contact_id
    WHERE theirs.contact_id IS NOT NULL AND ${IS_COMING}
  UNION SELECT phone FROM own_schedule_targets AS ours WHERE phone IS NOT NULL AND ${IS_OURS_COMING}
  UNION SELECT contacts.phone FROM own_schedule_targets AS ours CROSS JOIN contacts ON contacts.id = ours.contact_id
    WHERE ours.contact_id IS NOT NULL AND ${IS_OURS_COMING}
  UNION SELECT phone FROM messages INDEXED BY messages_scheduled
    WHERE sequence = 'out' AND kind = 'text' AND letter IN ('s', 'p')`;
/** By its contact; where the service names none, by a contact that has its number. */
const IS_MEMBER = `
  (contact_id IN (SELECT contact_id FROM contact_lists WHERE list_id = @listId) OR (contact_id IS NULL AND EXISTS (
    SELECT 1 FROM contacts INDEXED BY contacts_by_phone CROSS JOIN contact_lists
      ON contact_lists.contact_id = contacts.id AND contact_lists.list_id = @listId WHERE contacts.phone = chats.phone)))`;

/** In this order; a mark that is named twice counts once. */
const CONDITIONS: Readonly<Record<ChatMark, string>> = {
  unread: 'unread_count > 0',
  read: 'unread_count = 0',
  pinned: 'is_pinned = 1',
  muted: 'is_muted = 1 AND (muted_until IS NULL OR muted_until > @now)',
  'not-muted': '(is_muted = 0 OR muted_until <= @now)',
  waiting: 'is_waiting = 1',
  failed: 'has_failed = 1',
  draft: `chats.phone IN (${DRAFTS})`,
  scheduled: `chats.phone IN (${SCHEDULED})`,
};
const MARKS = Object.keys(CONDITIONS) as ChatMark[];

const toSet = (phones: string): string => `
  (SELECT DISTINCT chats.id AS chat_id FROM (${phones}) AS wanted CROSS JOIN chats ON chats.phone = wanted.phone) AS found
  CROSS JOIN chats ON chats.id = found.chat_id`;
const SETS: Readonly<Partial<Record<ChatMark, string>>> = { draft: toSet(DRAFTS), scheduled: toSet(SCHEDULED) };

/** Where the chats of a scope are read from, and which of those it means. */
export interface ScopeSource {
  readonly from: string;
  readonly shelves: readonly number[];
  /** All of them; each is one term of an AND. */
  readonly conditions: readonly string[];
  /** The rows come in no order, and there are few. */
  readonly isSet: boolean;
}

export function toSource(scope: ChatScope): ScopeSource {
  const marks = MARKS.filter((mark) => scope.marks.includes(mark));
  const shelves = SHELVES[scope.shelf];
  const set = marks.find((mark) => SETS[mark] !== undefined);
  const rest = marks.filter((mark) => mark !== set).map((mark) => CONDITIONS[mark]);
  const conditions = [...rest, ...(scope.listId === null ? [] : [IS_MEMBER])];
  if (set !== undefined) return { from: SETS[set] ?? '', shelves, conditions, isSet: true };
  return { from: `chats INDEXED BY ${toIndex(marks, scope.listId)}`, shelves, conditions, isSet: false };
}

/** Each of them holds the order of the list. What else is asked about only `chats_by_shelf` has. */
function toIndex(marks: readonly ChatMark[], listId: number | null): string {
  if (marks.includes('failed')) return 'chats_failed';
  const isAlone = marks.length === 1 && listId === null;
  return isAlone && marks[0] === 'muted' ? 'chats_muted' : 'chats_by_shelf';
}

/** `FROM … WHERE …` of all chats of a scope, or of one shelf of it. `also`: more terms. */
export function toFromSql(source: ScopeSource, also: readonly string[] = [], shelf?: number): string {
  const place = shelf === undefined ? `shelf IN (${source.shelves.join(', ')})` : `shelf = ${shelf}`;
  return `FROM ${source.from} WHERE ${[place, ...source.conditions, ...also].join(' AND ')}`;
}
