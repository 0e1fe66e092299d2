/** Chats as they are shown, each with its person, draft, newest send and next scheduled text. */
import type { ChatView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import type { SendState } from '#shared/domain/sends.ts';
import { toSendMark } from '../core/marks.ts';
import type { ReadDb } from '../open.ts';
import type { LastColumns } from '../rows/chat-row.ts';
import { IS_BLOCKED, IS_UNSUBSCRIBED, UNSUBSCRIBED_AT } from '../rows/registers.ts';
import { createFillIn } from './filled-text.ts';
import { IS_COMING, IS_OURS_COMING } from './schedule-joins.ts';

interface ShownRow extends Omit<LastColumns, 'sort_at' | 'answered_at' | 'is_answered_by_send'> {
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
  readonly opted_out_at: number | null;
  readonly sender: string | null;
  readonly country: string | null;
  readonly snoozed_until: number | null;
  /** Its time in digits, then its text. */
  readonly scheduled: string | null;
  readonly name: string | null;
  readonly person_contact_id: number | null;
  readonly avatar_id: string | null;
  readonly draft: string | null;
  readonly draft_at: number | null;
  readonly draft_files: number;
  readonly send_state: SendState | null;
  readonly send_text: string | null;
  readonly send_at: number | null;
  readonly has_message: number | null;
}

/** Fifteen digits hold any instant, so that the earliest is the least as a text, too. */
const AT_DIGITS = 15;
/** Of a scheduled text so much is shown in a list. */
const SHOWN_LETTERS = 200;
const THEIR_TEXT = '(SELECT text FROM schedules WHERE schedules.id = theirs.schedule_id)';
const OUR_TEXT = '(SELECT text FROM own_schedules WHERE own_schedules.seq = ours.schedule_seq)';

/**
 * The next time at which a schedule of the service or of this computer that names the number or a contact of it, or a text
 * that waits for its time, is due, and behind its digits what goes out then.
 */
const SCHEDULED = `
  (SELECT min(printf('%0${AT_DIGITS}d', at) || substr(text, 1, ${SHOWN_LETTERS})) FROM (
    SELECT at, ${THEIR_TEXT} AS text FROM schedule_targets AS theirs WHERE theirs.phone = chats.phone AND ${IS_COMING}
    UNION ALL SELECT at, ${THEIR_TEXT} FROM contacts INDEXED BY contacts_by_phone
      CROSS JOIN schedule_targets AS theirs ON theirs.contact_id = contacts.id
      WHERE contacts.phone = chats.phone AND ${IS_COMING}
    UNION ALL SELECT at, ${OUR_TEXT} FROM own_schedule_targets AS ours WHERE ours.phone = chats.phone AND ${IS_OURS_COMING}
    UNION ALL SELECT at, ${OUR_TEXT} FROM contacts INDEXED BY contacts_by_phone
      CROSS JOIN own_schedule_targets AS ours ON ours.contact_id = contacts.id
      WHERE contacts.phone = chats.phone AND ${IS_OURS_COMING}
    UNION ALL SELECT at, text FROM messages INDEXED BY messages_scheduled
      WHERE messages.phone = chats.phone AND sequence = 'out' AND kind = 'text' AND letter IN ('s', 'p'))
    WHERE at IS NOT NULL)`;

/** One statement for all of a window, in its order: ten times as fast as one for each chat. */
const SHOWN = `
  WITH page (id, place) AS MATERIALIZED (SELECT value, key FROM json_each(?))
  SELECT chats.id, chats.phone, chats.contact_id, chats.status, chats.unread_count, chats.is_pinned, chats.is_muted,
    chats.muted_until, ${IS_BLOCKED} AS is_blocked, ${IS_UNSUBSCRIBED} AS is_unsubscribed, ${UNSUBSCRIBED_AT} AS opted_out_at,
    chats.sender, chats.country,
    chats.last_at, chats.last_text, chats.last_direction, chats.last_letter, chats.last_key,
    chats.waiting_since, chats.has_failed, chats.snoozed_until, chats.returned_at, ${SCHEDULED} AS scheduled,
    people.name, people.contact_id AS person_contact_id, people.avatar_id, drafts.text AS draft, drafts.updated_at AS draft_at,
    (SELECT count(*) FROM files WHERE files.phone = chats.phone) AS draft_files,
    sends.state AS send_state, coalesce(sends.sent_text, sends.text) AS send_text, sends.placed_at AS send_at,
    sends.state = 'accepted'
      AND (EXISTS (SELECT 1 FROM messages WHERE sequence = 'out' AND id = sends.message_id)
        OR EXISTS (SELECT 1 FROM hidden_messages WHERE sequence = 'out' AND id = sends.message_id)) AS has_message
  FROM page CROSS JOIN chats ON chats.id = page.id
  LEFT JOIN people ON people.phone = chats.phone
  LEFT JOIN drafts ON drafts.phone = chats.phone
  LEFT JOIN sends ON sends.seq = (
    SELECT seq FROM sends AS newest WHERE newest.phone = chats.phone
    ORDER BY newest.placed_at DESC, newest.id DESC LIMIT 1)
  ORDER BY page.place`;

/** In the order of the ids; those that are not there are left out. */
export function listChatViews(db: ReadDb, ids: readonly number[], now: number): ChatView[] {
  if (ids.length === 0) return [];
  const fillIn = createFillIn(db);
  return db.all<ShownRow>(SHOWN, [JSON.stringify(ids)]).map((row) => {
    const view = toChatView(row, now);
    const { scheduledText: text, contactId } = view;
    return text === null ? view : { ...view, scheduledText: fillIn(text, contactId) };
  });
}

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
    optedOutAt: row.is_unsubscribed === 1 ? row.opted_out_at : null,
    ...toLastView(row),
    waitingSince: row.waiting_since,
    hasFailed: row.has_failed === 1,
    scheduledAt: row.scheduled === null ? null : Number(row.scheduled.slice(0, AT_DIGITS)),
    scheduledText: row.scheduled?.slice(AT_DIGITS) ?? null,
    snoozedUntil: row.snoozed_until,
    returnedAt: row.returned_at,
    draft: row.draft,
    draftAt: row.draft_at,
    draftFilesCount: row.draft_files,
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
