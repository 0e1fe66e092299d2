/** What waits on this computer: texts, changes to chats, drafts. Owned rows, with the names that the cache knows. */
import type { OutboxView } from '#shared/contract/index.ts';
import type { SendState } from '#shared/domain/sends.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
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

/** For the query-plan test too: accepted sends, which only ever become more, are never walked through. */
export const COUNT_SENDS = 'SELECT count(*) AS n FROM sends WHERE state = ?';
export const SENDS_IN_ORDER = `
  SELECT seq, id, phone, text, state, created_at FROM sends WHERE state = ? ORDER BY seq LIMIT ?`;
export const SENDS_NEWEST_FIRST = `
  SELECT seq, id, phone, text, state, created_at FROM sends WHERE state = ? ORDER BY seq DESC LIMIT ?`;
const COUNT_ACTIONS = 'SELECT count(*) AS n FROM pending_actions';
const COUNT_DRAFTS = `SELECT count(*) AS n FROM drafts WHERE trim(text, char(32, 9, 10, 13)) <> ''`;
const ACTIONS = 'SELECT * FROM pending_actions ORDER BY id LIMIT ?';
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
    actions: db.all<ActionRow>(ACTIONS, [MOST_ROWS]).map((row) => toActionLine(db, row)),
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
  };
}

function toActionLine(db: ReadDb, row: ActionRow): OutboxView['actions'][number] {
  const { chatId, action, createdAt } = toPendingAction(row);
  // The chat may be gone from the cache while what was done to it still waits.
  const chat = db.get<{ phone: string; name: string | null }>(CHAT, [chatId]);
  return { chatId, phone: chat?.phone ?? '', name: chat?.name ?? '', kind: toKind(action), createdAt };
}

function toKind(action: ChatAction): OutboxView['actions'][number]['kind'] {
  switch (action.kind) {
    case 'read':
      return action.isRead ? 'read' : 'unread';
    case 'status':
      return action.status === 'closed' ? 'close' : 'reopen';
    case 'pin':
      return action.isPinned ? 'pin' : 'unpin';
    case 'mute':
      return action.isMuted ? 'mute' : 'unmute';
  }
}
