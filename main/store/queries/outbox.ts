/** What waits on this computer: texts, changes to chats, drafts. Owned rows, with the names that the cache knows. */
import type { OutboxView } from '#shared/contract/index.ts';
import type { SendState } from '#shared/domain/sends.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { toActionWaitingId, toDeletionWaitingId } from '#shared/domain/waiting-ids.ts';
import type { ReadDb } from '../open.ts';
import { toPendingAction } from '../rows/action-row.ts';
import type { ActionRow } from '../rows/action-row.ts';
import { findChatId } from './find-chat-id.ts';
import type { Query } from './query.ts';

/** More rows than this nobody reads; the counts say how many there are. */
const MOST_ROWS = 100;

/** States by what a person has to do about them: nothing, decide, or change something. */
const WAITING: readonly SendState[] = ['held', 'queued', 'sending'];
const CHECKING: readonly SendState[] = ['checking', 'unknown'];
const STOPPED: readonly SendState[] = ['refused', 'not-sent'];

const COLUMNS = `
  seq, id, phone, text, state, created_at, (SELECT count(*) FROM files WHERE files.send_id = sends.id) AS files_count`;
/** For the query-plan test too: accepted sends, which only ever become more, are never walked through. */
export const COUNT_SENDS = 'SELECT count(*) AS n FROM sends WHERE state = ?';
export const SENDS_IN_ORDER = `
  SELECT ${COLUMNS} FROM sends WHERE state = ? ORDER BY seq LIMIT ?`;
export const SENDS_NEWEST_FIRST = `
  SELECT ${COLUMNS} FROM sends WHERE state = ? ORDER BY seq DESC LIMIT ?`;
/** What is done to a provisional chat is done here: it waits for nothing. Messages that were deleted at once are one thing done. For the query-plan test too. */
export const DELETIONS = `
  SELECT min(seq) AS seq, chat_id, created_at FROM message_deletions WHERE deleted_at IS NULL AND chat_id > 0
  GROUP BY chat_id, created_at ORDER BY min(seq)`;
const COUNT_ACTIONS = `
  SELECT (SELECT count(*) FROM pending_actions WHERE chat_id > 0) + (SELECT count(*) FROM (${DELETIONS})) AS n`;
const COUNT_DRAFTS = `
  SELECT count(*) AS n FROM (
    SELECT phone FROM drafts WHERE trim(text, char(32, 9, 10, 13)) <> ''
    UNION SELECT phone FROM files WHERE phone IS NOT NULL)`;
const ACTIONS = 'SELECT * FROM pending_actions WHERE chat_id > 0 ORDER BY id LIMIT ?';
const CHAT = `
  SELECT chats.phone, people.name FROM chats LEFT JOIN people ON people.phone = chats.phone WHERE chats.id = ?`;
const NAME = 'SELECT name FROM people WHERE phone = ?';

interface SendRow {
  readonly seq: number;
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly state: SendState;
  readonly created_at: number;
  readonly files_count: number;
}

export const getOutbox: Query<'getOutbox'> = (db): OutboxView => {
  const count = (sql: string, state?: SendState): number =>
    db.get<{ n: number }>(sql, state === undefined ? [] : [state])?.n ?? 0;
  const countSends = (states: readonly SendState[]): number =>
    states.reduce((sum, state) => sum + count(COUNT_SENDS, state), 0);
  return {
    counts: {
      waiting: countSends(WAITING),
      checking: countSends(CHECKING),
      stopped: countSends(STOPPED),
      actions: count(COUNT_ACTIONS),
      drafts: count(COUNT_DRAFTS),
    },
    sends: listWaiting(db).map((row) => toSendLine(db, row)),
    actions: listActionLines(db),
  };
};

/** What leaves by itself first, in its order; then what is looked for; then what stopped, the latest first. */
function listWaiting(db: ReadDb): SendRow[] {
  const list = (sql: string, states: readonly SendState[]): SendRow[] =>
    states.flatMap((state) => db.all<SendRow>(sql, [state, MOST_ROWS]));
  const waiting = list(SENDS_IN_ORDER, WAITING).sort((one, other) => one.seq - other.seq);
  const checking = list(SENDS_IN_ORDER, CHECKING).sort((one, other) => one.seq - other.seq);
  const stopped = list(SENDS_NEWEST_FIRST, STOPPED).sort((one, other) => other.seq - one.seq);
  return [...waiting, ...checking, ...stopped].slice(0, MOST_ROWS);
}

function toSendLine(db: ReadDb, row: SendRow): OutboxView['sends'][number] {
  return {
    sendId: row.id,
    chatId: findChatId(db, { chatId: null, phone: row.phone }) ?? null,
    phone: row.phone,
    name: db.get<{ name: string }>(NAME, [row.phone])?.name ?? '',
    text: row.text,
    state: row.state,
    createdAt: row.created_at,
    filesCount: row.files_count,
  };
}

type ActionLine = OutboxView['actions'][number];

/** By the time at which they were done: what may leave later keeps its place. */
function listActionLines(db: ReadDb): ActionLine[] {
  const actions = db.all<ActionRow>(ACTIONS, [MOST_ROWS]).map((row) => {
    const { id, chatId, action, createdAt, phone } = toPendingAction(row);
    return {
      waitingId: toActionWaitingId(id),
      chatId,
      ...findPerson(db, chatId, phone),
      kind: toKind(action),
      createdAt,
    };
  });
  const deletions = db.all<DeletedAtOnce>(DELETIONS).map(({ chat_id: chatId, created_at: createdAt }) => {
    const waitingId = toDeletionWaitingId(chatId, createdAt);
    return { waitingId, chatId, ...findPerson(db, chatId, ''), kind: 'delete-messages' as const, createdAt };
  });
  return [...actions, ...deletions].sort((one, other) => one.createdAt - other.createdAt).slice(0, MOST_ROWS);
}

interface DeletedAtOnce {
  readonly chat_id: number;
  readonly created_at: number;
}

/** The chat may be gone from the cache while what was done to it still waits. */
function findPerson(db: ReadDb, chatId: number, known: string): { readonly phone: string; readonly name: string } {
  const chat = db.get<{ phone: string; name: string | null }>(CHAT, [chatId]);
  const phone = chat?.phone ?? known;
  return { phone, name: chat?.name ?? db.get<{ name: string }>(NAME, [phone])?.name ?? '' };
}

const STATUS_KINDS = { active: 'reopen', closed: 'close', deleted: 'delete' } as const;

function toKind(action: ChatAction): ActionLine['kind'] {
  switch (action.kind) {
    case 'read':
      return action.isRead ? 'read' : 'unread';
    case 'status':
      return STATUS_KINDS[action.status];
    case 'pin':
      return action.isPinned ? 'pin' : 'unpin';
    case 'mute':
      return action.isMuted ? 'mute' : 'unmute';
    case 'block':
      return action.isBlocked ? 'block' : 'unblock';
  }
}
