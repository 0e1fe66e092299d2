/** Which operation of the service does what a person did: to one chat, or to many by id. */
import type { PendingAction } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { ManyChats } from '../chat-source.ts';
import type { CallOptions } from '../calls.ts';
import type { SyncSource } from '../ports.ts';

/** What is sent: a mute for as many hours as it still has. */
export type SentAction = Pick<PendingAction, 'chatId' | 'phone' | 'action'>;

/** Does it to one chat. Rejects with `AppError`. */
export async function sendAction(
  source: SyncSource,
  { chatId, phone, action }: SentAction,
  options: CallOptions,
): Promise<void> {
  switch (action.kind) {
    case 'read':
      return source.markChatRead({ chatId, isRead: action.isRead }, options);
    case 'status':
      // The specification knows no status "deleted" of a single chat.
      if (action.status === 'deleted') return source.deleteChats({ chatIds: [chatId] }, options);
      return source.setChatStatus({ chatId, status: action.status }, options);
    case 'pin':
      return source.pinChat({ chatId, isPinned: action.isPinned }, options);
    case 'mute':
      return source.muteChat({ chatId, isMuted: action.isMuted, hours: action.hours }, options);
    case 'block':
      if (!action.isBlocked) return source.unblockPhone({ phone }, options);
      await source.blockPhone({ phone }, options);
      return;
    default:
      assertNever(action, 'Every action on a chat is known');
  }
}

type BulkCall = (source: SyncSource, query: ManyChats, options: CallOptions) => Promise<void>;

/** Does what is equal to each of these chats, at most 500, in one request. Rejects with `AppError`. */
export async function sendBulk(
  source: SyncSource,
  actions: readonly SentAction[],
  options: CallOptions,
): Promise<void> {
  const [first] = actions;
  if (first === undefined) return;
  const call = toBulkCall(first);
  await call(source, { chatIds: actions.map(({ chatId }) => chatId) }, options);
}

function toBulkCall({ action }: SentAction): BulkCall {
  switch (action.kind) {
    case 'read':
      return action.isRead
        ? (source, query, options) => source.markChatsRead(query, options)
        : (source, query, options) => source.markChatsUnread(query, options);
    case 'status':
      return toStatusCall(action.status);
    case 'pin':
      return action.isPinned
        ? (source, query, options) => source.pinChats(query, options)
        : (source, query, options) => source.unpinChats(query, options);
    case 'mute':
      return action.isMuted
        ? (source, query, options) => source.muteChats({ ...query, hours: action.hours }, options)
        : (source, query, options) => source.unmuteChats(query, options);
    case 'block':
      throw new Error('Numbers are blocked one by one');
    default:
      return assertNever(action, 'Every action on a chat is known');
  }
}

function toStatusCall(status: 'active' | 'closed' | 'deleted'): BulkCall {
  switch (status) {
    case 'active':
      return (source, query, options) => source.reopenChats(query, options);
    case 'closed':
      return (source, query, options) => source.closeChats(query, options);
    case 'deleted':
      return (source, query, options) => source.deleteChats(query, options);
    default:
      return assertNever(status, 'Every status is known');
  }
}
