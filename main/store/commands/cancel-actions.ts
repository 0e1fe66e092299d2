/** Taking back what a person did to a chat before the service heard of it: the chat is shown as it was before. */
import * as v from 'valibot';
import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { ReadAct } from '../core/unread.ts';
import { parseCoverage } from '../json.ts';
import { toKeptAction } from '../rows/action-row.ts';
import type { ActionRow } from '../rows/action-row.ts';
import { toChat } from '../rows/chat-row.ts';
import type { ChatRow } from '../rows/chat-row.ts';
import { toBefore } from './acted-chats.ts';
import type { ActedChat } from './acted-chats.ts';
import { showBlock } from './blocks.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { writeChat } from './chats.ts';
import { showSnoozes } from './snoozed-chats.ts';
import { setSnooze } from './snoozes.ts';
import { refreshUnread, toReadAct } from './unread.ts';

const beforeSchema = v.object({
  before: v.object({
    status: v.picklist(['active', 'closed', 'deleted', 'unknown']),
    isPinned: v.boolean(),
    isMuted: v.boolean(),
    mutedUntil: v.nullable(v.number()),
    snoozedUntil: v.nullable(v.number()),
    unreadCount: v.exactOptional(v.number()),
    /** As an older version wrote it. */
    isUnread: v.exactOptional(v.boolean()),
    isBlocked: v.exactOptional(v.boolean()),
  }),
});
type Before = v.InferOutput<typeof beforeSchema>['before'];

const OF_KIND = `
  SELECT chat_id AS place, action, attempts FROM pending_actions
  WHERE kind = ? AND chat_id IN (SELECT value FROM json_each(?))`;
/** Whoever is blocked is so in each of their chats. */
const BLOCKS = `
  SELECT phone AS place, action, attempts FROM pending_actions
  WHERE kind = ? AND phone IN (SELECT value FROM json_each(?))`;
/** What was begun may be at the service, also where an earlier life of the app began it. */
const TAKE = `
  DELETE FROM pending_actions WHERE id IN (SELECT value FROM json_each(?)) AND attempts = 0 RETURNING *`;
const CHAT = 'SELECT * FROM chats WHERE id = ?';

/** `attempts`: how often those were begun that it takes the place of, which may be at the service. */
interface Replaced {
  readonly before: Before;
  readonly attempts: number;
}

/**
 * What chats are before an action of that kind, by id, to be kept with it: of one that takes the place of another that
 * still waits, what was before that.
 */
export function listReplaced(
  { owned }: WriteContext,
  { chats, kind, at }: { readonly chats: readonly ActedChat[]; readonly kind: string; readonly at: number },
): ReadonlyMap<number, Replaced> {
  const isBlock = kind === 'block';
  const places = JSON.stringify(chats.map(({ id, phone }) => (isBlock ? phone : id)));
  const waiting = owned.all<Waiting>(isBlock ? BLOCKS : OF_KIND, [kind, places]);
  const byPlace = Map.groupBy(waiting, ({ place }) => place);
  return new Map(
    chats.map((chat) => [chat.id, toReplaced(chat, byPlace.get(isBlock ? chat.phone : chat.id) ?? [], at)]),
  );
}

type Waiting = Pick<ActionRow, 'action' | 'attempts'> & { readonly place: number | string };

function toReplaced(chat: ActedChat, waiting: readonly Waiting[], at: number): Replaced {
  const [earlier] = waiting.flatMap(({ action }) => findBefore(action) ?? []);
  return { before: earlier ?? toKeptBefore(chat, at), attempts: Math.max(0, ...waiting.map((one) => one.attempts)) };
}

function toKeptBefore(chat: ActedChat, at: number): Before {
  const { chatId: _id, isReplyNeeded: _needed, ...before } = toBefore(chat, at);
  return before;
}

/** Null where an older version wrote it. */
function findBefore(json: string): Before | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), beforeSchema), json);
  return parsed.success ? parsed.output.before : null;
}

export const cancelActions: OwnedCommand<'cancelActions'> = {
  file: 'owned',
  own: (context, { actionIds, at }) => {
    const gone = context.owned.all<ActionRow>(TAKE, [JSON.stringify(actionIds)]);
    if (gone.length > 0) context.changes.addOutbox();
    const snoozed = gone.filter((row) => beginSnooze(context, row, at));
    const follow = (): void => {
      for (const row of gone) showBefore(context, row);
      refreshUnread(context, new Set(gone.map(({ phone }) => phone)));
      if (snoozed.length > 0) showSnoozes(context, new Set(snoozed.map(({ phone }) => phone)));
    };
    const chatIds = [...new Set(gone.map(({ chat_id: id }) => toChatId(id)))];
    return { output: { cancelledIds: gone.map(({ id }) => id), chatIds }, follow };
  },
};

/** Closing and deleting ended the snooze of a chat. */
function beginSnooze(context: WriteContext, row: ActionRow, at: number): boolean {
  const until = toKeptAction(row).action.kind === 'status' ? findBefore(row.action)?.snoozedUntil : null;
  const chat = context.cache.get<ChatRow>(CHAT, [row.chat_id]);
  if (until == null || until <= at || chat === undefined) return false;
  setSnooze(context, { chat, until, at });
  return true;
}

/** Where what was before is not kept, what the action did is turned round. */
function showBefore(context: WriteContext, gone: ActionRow): void {
  const row = context.cache.get<ChatRow>(CHAT, [gone.chat_id]);
  if (row === undefined) return;
  const { action } = toKeptAction(gone);
  const before: Partial<Before> = findBefore(gone.action) ?? {};
  const chat = toChat(row);
  const write = (changed: typeof chat, act = toReadAct(row)): void => {
    if (writeChat(context, changed, act)) context.changes.addChat(row.id);
  };
  switch (action.kind) {
    case 'read':
      write(chat, toActBefore(before, action.isRead, parseCoverage(gone.action).upToAt));
      return;
    case 'status':
      write({ ...chat, status: before.status ?? (action.status === 'active' ? 'closed' : 'active') });
      return;
    case 'pin':
      write({ ...chat, isPinned: before.isPinned ?? !action.isPinned });
      return;
    case 'mute':
      write({ ...chat, isMuted: before.isMuted ?? !action.isMuted, mutedUntil: before.mutedUntil ?? null });
      return;
    case 'block':
      showBlock(context, row.phone as PhoneKey, before.isBlocked ?? !action.isBlocked);
      return;
    default:
      assertNever(action, 'Every action on a chat is known');
  }
}

/** The service never heard of the action: how many are unread it says itself. */
function toActBefore({ unreadCount, isUnread }: Partial<Before>, wasRead: boolean, upToAt: number | null): ReadAct {
  const isRead = unreadCount === undefined ? !(isUnread ?? wasRead) : unreadCount === 0;
  return { isRead, upToAt, unreadCount: isRead ? 0 : 1 };
}
