/** The chat list. `chats_by_shelf` and `chats_unread` hold its order, so a page deep in the list costs no sorting. */
import type { ChatFilter, ChatPage, ChatView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import type { SendState } from '#shared/domain/sends.ts';
import { toSendMark } from '../core/marks.ts';
import { SHELF_CLOSED, SHELF_OPEN } from '../rows/chat-row.ts';
import type { LastColumns } from '../rows/chat-row.ts';
import { findChatId } from './find-chat-id.ts';
import type { Query } from './query.ts';

interface ShownRow extends Omit<LastColumns, 'sort_at'> {
  readonly id: number;
  readonly phone: string;
  readonly contact_id: number | null;
  readonly status: ChatView['status'];
  readonly unread_count: number;
  readonly is_pinned: number;
  readonly is_muted: number;
  readonly muted_until: number | null;
  readonly is_blocked: number;
  readonly is_unsubscribed: number;
  readonly sender: string | null;
  readonly country: string | null;
  readonly name: string | null;
  readonly person_contact_id: number | null;
  readonly avatar_id: string | null;
  readonly draft: string | null;
  readonly send_state: SendState | null;
  readonly send_text: string | null;
  readonly send_at: number | null;
  readonly has_message: number | null;
}

/** Chats with their person, draft and newest send; `page` yields their ids. One statement: ten times one per chat. */
const toShownSql = (page: string): string => `
  WITH page (id) AS MATERIALIZED (${page})
  SELECT chats.id, chats.phone, chats.contact_id, chats.status, chats.unread_count, chats.is_pinned, chats.is_muted,
    chats.muted_until, chats.is_blocked, chats.is_unsubscribed, chats.sender, chats.country,
    chats.last_at, chats.last_text, chats.last_direction, chats.last_letter, chats.last_key,
    people.name, people.contact_id AS person_contact_id, people.avatar_id, drafts.text AS draft,
    sends.state AS send_state, sends.text AS send_text, sends.placed_at AS send_at,
    sends.state = 'accepted'
      AND EXISTS (SELECT 1 FROM messages WHERE direction = 'out' AND id = sends.message_id) AS has_message
  FROM page CROSS JOIN chats ON chats.id = page.id
  LEFT JOIN people ON people.phone = chats.phone
  LEFT JOIN drafts ON drafts.phone = chats.phone
  LEFT JOIN sends ON sends.seq = (
    SELECT seq FROM sends AS newest WHERE newest.phone = chats.phone
    ORDER BY newest.placed_at DESC, newest.id DESC LIMIT 1)
  ORDER BY chats.is_pinned DESC, chats.sort_at DESC, chats.id`;

/** Where each filter reads: the shelf, the index that holds its order, and the condition of that index. */
const FILTERS: Readonly<Record<ChatFilter, { readonly shelf: number; readonly index: string; readonly also: string }>> =
  {
    open: { shelf: SHELF_OPEN, index: 'chats_by_shelf', also: '' },
    unread: { shelf: SHELF_OPEN, index: 'chats_unread', also: 'AND unread_count > 0' },
    closed: { shelf: SHELF_CLOSED, index: 'chats_by_shelf', also: '' },
  };

/** The ids of one window of the list; for the query-plan test too. */
export function toWindowSql(filter: ChatFilter): string {
  const { index, also } = FILTERS[filter];
  return `SELECT id FROM chats INDEXED BY ${index} WHERE shelf = ? ${also}
    ORDER BY is_pinned DESC, sort_at DESC, id LIMIT ? OFFSET ?`;
}

/** Counts rows between two moments; pinned ones (1) or the others (0). */
export function toSectionSql(filter: ChatFilter): string {
  const { index, also } = FILTERS[filter];
  return `SELECT count(*) AS n FROM chats INDEXED BY ${index} WHERE shelf = ? ${also}
    AND is_pinned = ? AND sort_at >= ? AND sort_at < ?`;
}

export const listChats: Query<'listChats'> = (db, input): ChatPage => {
  const { filter, offset, limit, todayAt, yesterdayAt, now } = input;
  const { shelf } = FILTERS[filter];
  const count = (isPinned: number, fromAt: number, untilAt: number): number =>
    db.get<{ n: number }>(toSectionSql(filter), [shelf, isPinned, fromAt, untilAt])?.n ?? 0;
  const sections = {
    pinned: count(1, EARLIEST, LATEST),
    today: count(0, todayAt, LATEST),
    yesterday: count(0, yesterdayAt, todayAt),
    earlier: count(0, EARLIEST, yesterdayAt),
  };
  const rows = db.all<ShownRow>(toShownSql(toWindowSql(filter)), [shelf, limit, offset]);
  const total = sections.pinned + sections.today + sections.yesterday + sections.earlier;
  return { total, sections, offset, rows: rows.map((row) => toChatView(row, now)) };
};

const EARLIEST = Number.MIN_SAFE_INTEGER;
const LATEST = Number.MAX_SAFE_INTEGER;

export const findChat: Query<'findChat'> = (db, input, now) => {
  const id = findChatId(db, input);
  const row = id === undefined ? undefined : db.get<ShownRow>(toShownSql('SELECT ?'), [id]);
  return row === undefined ? null : toChatView(row, now);
};

function toChatView(row: ShownRow, now: number): ChatView {
  const isMuted = row.is_muted === 1 && (row.muted_until === null || row.muted_until > now);
  return {
    id: row.id,
    phone: row.phone,
    name: row.name ?? '',
    contactId: row.contact_id ?? row.person_contact_id,
    avatarId: row.avatar_id,
    status: row.status,
    unreadCount: row.unread_count,
    isPinned: row.is_pinned === 1,
    isMuted,
    mutedUntil: isMuted ? row.muted_until : null,
    isBlocked: row.is_blocked === 1,
    isUnsubscribed: row.is_unsubscribed === 1,
    ...toLastView(row),
    draft: row.draft,
    from: row.sender,
    country: row.country,
  };
}

type LastView = Pick<ChatView, 'lastAt' | 'lastText' | 'lastDirection' | 'lastMark' | 'lastSendState'>;

/** A send that no message stands for yet is the last item when nothing newer is there. */
function toLastView(row: ShownRow): LastView {
  const { send_state: state, send_text: text, send_at: at } = row;
  if (state !== null && at !== null && row.has_message !== 1 && at >= (row.last_at ?? 0)) {
    const mark = toSendMark(state);
    return { lastAt: at, lastText: text ?? '', lastDirection: 'out', lastMark: mark, lastSendState: state };
  }
  const isOurs = row.last_direction === 'out' && row.last_key !== null;
  return {
    lastAt: row.last_at,
    lastText: row.last_text,
    lastDirection: row.last_direction,
    lastMark: isOurs ? toDeliveryMark(row.last_letter) : null,
    lastSendState: null,
  };
}

const COUNT_UNREAD = `
  SELECT count(*) AS unread, coalesce(sum(is_muted = 0 OR coalesce(muted_until, ?) <= ?), 0) AS waiting
  FROM chats WHERE shelf = ? AND unread_count > 0`;
const COUNT_SHELF = 'SELECT count(*) AS n FROM chats WHERE shelf = ?';

export const countChats: Query<'countChats'> = (db, _input, now) => {
  const { unread = 0, waiting = 0 } =
    db.get<{ unread: number; waiting: number }>(COUNT_UNREAD, [LATEST, now, SHELF_OPEN]) ?? {};
  const count = (shelf: number): number => db.get<{ n: number }>(COUNT_SHELF, [shelf])?.n ?? 0;
  return { open: count(SHELF_OPEN), unread, closed: count(SHELF_CLOSED), waiting };
};
