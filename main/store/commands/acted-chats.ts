/** Chats that a person means by their ids, as they are shown before something is done to them. */
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { ChatAct, ChatAction } from '#shared/domain/sync.ts';
import type { ChatBefore } from '../api/chats.ts';
import { toMutedUntil, toOverlaidChat } from '../core/overlay.ts';
import type { ReadAct } from '../core/unread.ts';
import { parseAction } from '../json.ts';
import { listActionsOf } from '../queries/actions.ts';
import { findChatId } from '../queries/find-chat-id.ts';
import { listReplyMarks } from '../queries/reply-marks.ts';
import type { ReplyMark } from '../queries/reply-marks.ts';
import { findSnooze } from '../queries/snoozes.ts';
import type { KeptAction } from '../rows/action-row.ts';
import { SHELF_OPEN, toChat, toShelf } from '../rows/chat-row.ts';
import type { ChatRow, LastColumns } from '../rows/chat-row.ts';
import { IS_BLOCKED } from '../rows/registers.ts';
import type { WriteContext } from './command.ts';
import { toReadAct } from './unread.ts';

export interface ActedChat extends ChatRow {
  /** By the chat itself or by the register. */
  readonly shown_blocked: number;
  readonly snoozedUntil: number | null;
}

/** For the query-plan test too. */
export const CHATS_BY_ID = `
  SELECT chats.*, ${IS_BLOCKED} AS shown_blocked
  FROM json_each(?) AS wanted CROSS JOIN chats ON chats.id = wanted.value`;
const ANY_SNOOZE = 'SELECT 1 AS found FROM snoozes LIMIT 1';

/** In the order named, each once. Those that are not there are left out. */
export function listActedChats(context: WriteContext, chatIds: readonly ChatId[]): ActedChat[] {
  const { cache, owned } = context;
  const ids = new Set(chatIds.flatMap((id) => (id > 0 ? id : (findChatId(cache, { chatId: id, phone: null }) ?? []))));
  const rows = cache.all<Omit<ActedChat, 'snoozedUntil'>>(CHATS_BY_ID, [JSON.stringify([...ids])]);
  const isAnySnoozed = owned.get(ANY_SNOOZE) !== undefined;
  const waiting = Map.groupBy(listActionsOf(owned, [...ids]), ({ chatId }): number => chatId);
  const marks = listReplyMarks(owned, new Set(rows.map(({ phone }) => phone)));
  const blocks = new Map(listBlocksOf(context, rows).map(({ phone, action }) => [phone, parseAction(action)]));
  return rows.map((row) => ({
    ...toOverlaidRow(row, waiting.get(row.id) ?? [], blocks.get(row.phone)),
    is_waiting: toShownWaiting(row, marks.get(row.phone)),
    snoozedUntil: isAnySnoozed ? findSnoozedUntil(context, row.phone) : null,
  }));
}

/** For the query-plan test too. */
export const BLOCKS_OF_PHONES = `
  SELECT actions.phone, actions.action FROM json_each(?) AS wanted
  CROSS JOIN pending_actions AS actions ON actions.phone = wanted.value AND actions.kind = 'block'`;

function listBlocksOf({ owned }: WriteContext, rows: readonly { readonly phone: string }[]) {
  const phones = new Set(rows.map(({ phone }) => phone));
  return owned.all<{ phone: string; action: string }>(BLOCKS_OF_PHONES, [JSON.stringify([...phones])]);
}

type ShownRow = Omit<ActedChat, 'snoozedUntil'>;

/** What was done to the chat a moment ago counts, though the cache follows only after all that is written with it. */
function toOverlaidRow(row: ShownRow, waiting: readonly KeptAction[], block: ChatAction | undefined): ShownRow {
  const overlaid = toOverlaidChat(toChat(row), waiting);
  const read = waiting.findLast((one) => one.read !== null)?.read ?? null;
  const isShown = read === null || isSameAct(read, toReadAct(row));
  return {
    ...row,
    status: overlaid.status,
    is_pinned: Number(overlaid.isPinned),
    is_muted: Number(overlaid.isMuted),
    muted_until: overlaid.mutedUntil,
    shown_blocked: block?.kind === 'block' ? Number(block.isBlocked) : row.shown_blocked,
    unread_count: isShown ? row.unread_count : read.isRead ? 0 : Math.max(read.unreadCount, row.unread_count),
  };
}

const isSameAct = (read: ReadAct, shown: ReadAct | null): boolean =>
  shown?.isRead === read.isRead && shown.upToAt === read.upToAt && shown.unreadCount === read.unreadCount;

/** A word about replies of a moment ago counts as well. */
function toShownWaiting(row: ShownRow, mark: ReplyMark | undefined): number {
  return mark !== undefined && endsWithTheirs(row) && (row.last_at ?? 0) <= mark.up_to_at
    ? mark.is_needed
    : row.is_waiting;
}

/** Whether the last line is their text, so that it can need a reply. */
function endsWithTheirs({ last_direction, last_at, answered_at }: LastColumns): boolean {
  return last_direction === 'in' && last_at !== null && (answered_at ?? -1) < last_at;
}

function findSnoozedUntil({ owned }: WriteContext, phone: string): number | null {
  const snooze = findSnooze(owned, phone);
  return snooze?.returned_at === null ? snooze.until_at : null;
}

/** What a chat is now, for whoever wants it back. */
export function toBefore(chat: ActedChat, at: number): ChatBefore {
  const isMuted = isMutedAt(chat, at);
  return {
    chatId: toChatId(chat.id),
    status: chat.status,
    unreadCount: chat.unread_count,
    isPinned: chat.is_pinned === 1,
    isMuted,
    mutedUntil: isMuted ? chat.muted_until : null,
    isBlocked: chat.shown_blocked === 1,
    snoozedUntil: chat.snoozedUntil,
    isReplyNeeded: chat.is_waiting === 1,
  };
}

const isMutedAt = (chat: ActedChat, at: number): boolean =>
  chat.is_muted === 1 && (chat.muted_until === null || chat.muted_until > at);

/** Whether the act makes the chat any different from what is shown. A status that nobody knows stands with the open ones. */
export function isDifferentBy(chat: ActedChat, action: ChatAct, at: number): boolean {
  switch (action.kind) {
    case 'read':
      return chat.unread_count > 0 === action.isRead;
    case 'status':
      return toShelf(chat.status) !== toShelf(action.status);
    case 'pin':
      return (chat.is_pinned === 1) !== action.isPinned;
    case 'mute':
      if (isMutedAt(chat, at) !== action.isMuted) return true;
      return action.isMuted && chat.muted_until !== toMutedUntil(action, at);
    case 'block':
      return (chat.shown_blocked === 1) !== action.isBlocked;
    case 'snooze':
      return toShelf(chat.status) === SHELF_OPEN && chat.snoozedUntil !== action.until;
    case 'reply':
      return (chat.is_waiting === 1) !== action.isNeeded && (!action.isNeeded || endsWithTheirs(chat));
  }
}
