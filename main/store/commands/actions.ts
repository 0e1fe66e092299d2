/** What people do to chats: owned rows first, then the chats as they will be. */
import { AppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { isOvertakable } from '#shared/domain/chat-actions.ts';
import type { ActCoverage, ChatAct, ChatAction, LocalAct } from '#shared/domain/sync.ts';
import { toProvisionalChatId } from '../core/provisional.ts';
import { toKeptAction } from '../rows/action-row.ts';
import { SHELF_HIDDEN } from '../rows/chat-row.ts';
import { toInsert } from '../rows/sql.ts';
import { isDifferentBy, listActedChats, toBefore } from './acted-chats.ts';
import type { ActedChat } from './acted-chats.ts';
import { listReplaced } from './cancel-actions.ts';
import type { CacheCommand, OwnedCommand, WriteContext } from './command.ts';
import { writeChat } from './chats.ts';
import { announceMessages, refreshLast } from './last.ts';
import { refreshPeople } from './people.ts';
import { setReplyMark } from './reply-marks.ts';
import { showActions } from './show-actions.ts';
import { showSnoozes } from './snoozed-chats.ts';
import { endSnooze, setSnooze } from './snoozes.ts';
import { findCoverage } from './unread.ts';

const FORGET = 'DELETE FROM pending_actions WHERE kind = ? AND chat_id IN (SELECT value FROM json_each(?))';
/** Whoever is blocked is so in each of their chats. */
const FORGET_BLOCKS = `
  DELETE FROM pending_actions WHERE kind = 'block' AND phone IN (SELECT value FROM json_each(?))`;
const COLUMNS = ['chat_id', 'phone', 'kind', 'action', 'created_at', 'due_at', 'attempts'] as const;
const INSERT = toInsert('pending_actions', COLUMNS);

interface Deed<Act extends ChatAct> {
  readonly chats: readonly ActedChat[];
  readonly action: Act;
  readonly at: number;
  readonly dueAt: number;
}

export const applyActions: OwnedCommand<'applyActions'> = {
  file: 'owned',
  own: (context, { chatIds, action, at, dueAt }) => {
    const acted = listActedChats(context, chatIds);
    const chats = acted.filter((chat) => isDifferentBy(chat, action, at));
    const output = { applied: chats.map((chat) => toBefore(chat, at)) };
    if (chats.length === 0) return { output, follow: () => undefined };
    if (action.kind === 'snooze') return { output, follow: ownSnoozes(context, { chats, action, at, dueAt }) };
    if (action.kind === 'reply') return { output, follow: ownReplies(context, { chats, action, at, dueAt }) };
    return { output, follow: ownActions(context, { chats, action, at, dueAt }) };
  },
};

/** Only this computer knows of it: nothing waits to be told. Returns what the cache shows of it. */
function ownSnoozes(
  context: WriteContext,
  { chats, action: { until }, at }: Deed<Extract<LocalAct, { kind: 'snooze' }>>,
): () => void {
  for (const chat of chats) {
    if (until === null) endSnooze(context, chat.phone);
    else setSnooze(context, { chat, until, at });
  }
  return () =>
    showSnoozes(
      context,
      chats.map(({ phone }) => phone),
    );
}

/** Likewise. */
function ownReplies(
  context: WriteContext,
  { chats, action: { isNeeded }, at }: Deed<Extract<LocalAct, { kind: 'reply' }>>,
): () => void {
  for (const chat of chats) setReplyMark(context, { chat, isNeeded, at });
  return () =>
    refreshLast(
      context,
      chats.map(({ phone }) => phone),
    );
}

function ownActions(context: WriteContext, deed: Deed<ChatAction>): () => void {
  const { chats, action, at, dueAt } = deed;
  const { owned, changes } = context;
  const endsSnooze = action.kind === 'status' && action.status !== 'active';
  const returned = endsSnooze ? chats.filter(({ phone }) => endSnooze(context, phone)) : [];
  const replaced = listReplaced(context, { chats, kind: action.kind, at });
  owned.run(FORGET, [action.kind, JSON.stringify(chats.map(({ id }) => id))]);
  if (action.kind === 'block') owned.run(FORGET_BLOCKS, [JSON.stringify(chats.map(({ phone }) => phone))]);
  const kept = chats.map((chat) => {
    const { before, attempts = 0 } = replaced.get(chat.id) ?? {};
    const json = JSON.stringify({ ...action, ...toCoverage(context, chat, action), before });
    const row = { chat_id: chat.id, phone: chat.phone, action: json, created_at: at, due_at: dueAt, attempts };
    const { lastId } = owned.run(INSERT, { ...row, kind: action.kind });
    return toKeptAction({ ...row, id: lastId });
  });
  changes.addOutbox();
  return () => {
    showActions(context, kept);
    if (returned.length > 0) showSnoozes(context, new Set(returned.map(({ phone }) => phone)));
  };
}

/** What is newer undoes it, or is not meant by it: by the service's time. Pins, mutes and blocks hold whatever comes. */
function toCoverage({ cache }: WriteContext, chat: ActedChat, action: ChatAction): Partial<ActCoverage> {
  return action.kind === 'read' || isOvertakable(action) ? findCoverage(cache, chat) : {};
}

const IS_HIDDEN = 'SELECT 1 AS found FROM chats WHERE id = ? AND shelf = ?';
const FORGET_STATUS = `DELETE FROM pending_actions WHERE chat_id = ? AND kind = 'status'`;

export const ensureChat: CacheCommand<'ensureChat'> = {
  file: 'cache',
  /** Whoever writes to a number again has not deleted the chat that the service makes of it. */
  prepare: ({ cache, owned, changes }, { phone }) => {
    const id = toProvisionalChatId(phone);
    if (id === undefined || cache.get(IS_HIDDEN, [id, SHELF_HIDDEN]) === undefined) return;
    if (owned.run(FORGET_STATUS, [id]).changes > 0) changes.addOutbox();
  },
  run: (context, { phone, at }) => {
    const known = context.cache.get<{ id: number }>(
      'SELECT id FROM chats WHERE phone = ? AND shelf < ? ORDER BY shelf, id < 0, sort_at DESC, id LIMIT 1',
      [phone, SHELF_HIDDEN],
    );
    if (known !== undefined) return toChatId(known.id);
    return createProvisional(context, phone, at);
  },
};

/** A chat that only this computer knows, until the service has one for the number. */
export function createProvisional(context: WriteContext, phone: Chat['phone'], at: number): Chat['id'] {
  const id = toProvisionalChatId(phone);
  if (id === undefined) throw new AppError({ code: 'validation', message: 'This sender cannot be texted' });
  writeChat(
    context,
    {
      ...{ id, phone, contactId: null, firstName: '', lastName: '', company: '', avatarHref: null },
      ...{ isBlocked: false, isUnsubscribed: false, unreadCount: 0, updatedAt: at, status: 'active' },
      ...{ isMuted: false, mutedUntil: null, isPinned: false, lastText: '', lastDirection: null },
      ...{ from: null, country: null },
    },
    null,
  );
  context.changes.addChat(id);
  refreshLast(context, [phone]);
  refreshPeople(context, [phone]);
  announceMessages(context, [phone]);
  return id;
}
