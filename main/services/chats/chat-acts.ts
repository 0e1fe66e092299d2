/**
 * What a person does to chats and to their messages, and taking it back.
 *
 * ACT-1 an act is on the disk and on screen before it is answered, and goes to the service from there, whenever that can be.
 * ACT-2 what is deleted leaves for the service only when its undo is over.
 * ACT-3 taking back is acting the other way round, on those chats alone that are still as the act left them: what happened
 *       to a chat since is worth more.
 */
import type { ChatBefore } from '#main/store/api/chats.ts';
import type { Store } from '#main/store/api.ts';
import type { ChatScope, ChatView, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toChatId, toMessageKey, toSendId, type ChatId, type MessageKey } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { toNotFound } from '#main/services/health/refusals.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { isAsLeft, planRestorings } from './plan-undo.ts';
import type { Undoable, UndoMemory } from './undo-memory.ts';

/** How long a deletion can be taken back without anybody having heard of it. */
export const UNDO_MS = 8_000;
/** So many chats are acted on in one write, so that nobody waits long behind it: measured, some 15 ms. */
const PORTION = 250;
const HOUR_MS = 3_600_000;
/** More chats than these are not worth sending back to the window. */
const MOST_SHOWN = 50;

type Target = RequestInput<'chats.act'>['target'];
type Acted = Pick<OpenAccount, 'store' | 'sync' | 'snoozes'>;

export class ChatActs {
  readonly #session: Session;
  readonly #undo: UndoMemory;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly undo: UndoMemory; readonly now: () => number }) {
    this.#session = needs.session;
    this.#undo = needs.undo;
    this.#now = needs.now;
  }

  /** Throws `not-found` where none of the chats that were named is here, and `disk`. */
  async act({
    target,
    action,
  }: Pick<RequestInput<'chats.act'>, 'target' | 'action'>): Promise<RequestOutput<'chats.act'>> {
    const account = this.#session.getAccount();
    const { store, folder } = account;
    const at = this.#now();
    const chatIds = await listTargets(store, target, at);
    const said = isEveryRead(target, action)
      ? { ...action, isEveryRead: true }
      : withEnd(action, at, account.sync.getStatus().clockSkewMs);
    const before = await apply(account, { chatIds, action: said, at });
    const named = target.kind === 'chats' ? chatIds : before.map(({ chatId }) => chatId);
    const chats = named.length > MOST_SHOWN ? [] : await findChats(store, named);
    if (target.kind === 'chats' && named.length <= MOST_SHOWN && chats.length === 0) throw toNotFound('chat');
    const undoId = before.length === 0 ? null : this.#undo.keep(folder, { kind: 'chats', action: said, at, before });
    return { count: before.length, undoId, chats };
  }

  /** Hides messages at once. Throws `not-found` where there is no such chat, and `disk`. */
  async deleteMessages(chatId: ChatId, keys: readonly string[]): Promise<RequestOutput<'messages.delete'>> {
    const { store, sync, folder } = this.#session.getAccount();
    const at = this.#now();
    if ((await store.findChat({ chatId, phone: null })) === null) throw toNotFound('chat');
    const named = await Promise.all(keys.map((key) => toMessageKeyOf(store, key)));
    const hidden = await store.deleteMessages({ chatId, keys: named, at, dueAt: at + UNDO_MS });
    if (hidden.keys.length === 0) return { count: 0, undoId: null };
    sync.actionsChanged();
    const undoId = this.#undo.keep(folder, { kind: 'messages', chatId, keys: hidden.keys });
    return { count: hidden.keys.length, undoId };
  }

  /** How many are again what they were. Throws `not-found` where it is too late, and `disk`. */
  async undo(undoId: string): Promise<RequestOutput<'chats.undo'>> {
    const account = this.#session.getAccount();
    const { folder } = account;
    const done = this.#undo.take(folder, undoId);
    if (done === undefined) throw toNotFound('act to take back');
    try {
      return { count: await this.#takeBack(account, done) };
    } catch (error) {
      this.#undo.putBack(folder, undoId, done);
      throw error;
    }
  }

  async #takeBack(account: Acted, done: Undoable): Promise<number> {
    const { store, sync } = account;
    if (done.kind === 'messages') {
      if (!(await sync.cancel({ keys: done.keys }))) throw toNotFound('deletion to take back');
      return done.keys.length;
    }
    const { action, at } = done;
    const restored = new Set<ChatId>();
    const kinds = new Set<ChatAct['kind']>();
    try {
      for (const portion of toPortions(done.before)) {
        const left = await listAsLeft(store, portion, { action, at });
        const now = this.#now();
        for (const group of planRestorings(left, action.kind, now)) {
          const { applied } = await store.applyActions({ ...group, at: now, dueAt: toDueAt(group.action, now) });
          if (applied.length > 0) kinds.add(group.action.kind);
          for (const { chatId } of applied) restored.add(chatId);
        }
      }
    } finally {
      tell(account, kinds);
    }
    return restored.size;
  }
}

/** In portions. What was done before one of them failed is told all the same, and whatever was done is told once. */
async function apply(
  account: Acted,
  { chatIds, action, at }: { readonly chatIds: readonly ChatId[]; readonly action: ChatAct; readonly at: number },
): Promise<readonly ChatBefore[]> {
  const before: ChatBefore[] = [];
  const dueAt = toDueAt(action, at);
  try {
    for (const portion of toPortions(chatIds)) {
      const { applied } = await account.store.applyActions({ chatIds: portion, action, at, dueAt });
      before.push(...applied);
    }
  } finally {
    tell(account, before.length > 0 ? [action.kind] : []);
  }
  return before;
}

/** A mute ends so long after it was made, by the service's clock where that is known. */
function withEnd(action: ChatAct, at: number, skewMs: number | null): ChatAct {
  if (action.kind !== 'mute' || action.hours === null || skewMs === null) return action;
  return { ...action, endsAt: at + skewMs + action.hours * HOUR_MS };
}

const toDueAt = (action: ChatAct, at: number): number =>
  action.kind === 'status' && action.status === 'deleted' ? at + UNDO_MS : at;

/** Whoever is to know that acts of these kinds were done: a snooze is this computer's own, of all others the service hears. */
function tell({ sync, snoozes }: Acted, kinds: Iterable<ChatAct['kind']>): void {
  const done = new Set(kinds);
  if (done.delete('snooze')) snoozes.look();
  if (done.size > 0) sync.actionsChanged();
}

async function listTargets(store: Store, target: Target, now: number): Promise<readonly ChatId[]> {
  if (target.kind === 'chats') return [...new Set(target.chatIds)].map(toChatId);
  const except = new Set<number>(target.except);
  const all = await store.listChatIds({ scope: target.scope, now });
  return except.size === 0 ? all : all.filter((chatId) => !except.has(chatId));
}

/** Whether it is what one call can do at the service: to close every open chat that has nothing unread. */
function isEveryRead(target: Target, action: RequestInput<'chats.act'>['action']): boolean {
  if (action.kind !== 'status' || action.status !== 'closed') return false;
  return target.kind === 'scope' && target.except.length === 0 && isReadScope(target.scope);
}

function isReadScope({ shelf, marks, listId }: ChatScope): boolean {
  return shelf === 'open' && listId === null && marks.length > 0 && marks.every((mark) => mark === 'read');
}

/** A text that was sent here keeps the key of its send; the service knows it as a message. */
async function toMessageKeyOf(store: Store, key: string): Promise<MessageKey> {
  const sendId = key.startsWith('send:') ? toSendId(key.slice('send:'.length)) : null;
  const send = sendId === null ? null : await store.findSend({ sendId });
  return send === null || send.messageId === null ? (key as MessageKey) : toMessageKey('out', send.messageId);
}

async function listAsLeft(
  store: Store,
  portion: readonly ChatBefore[],
  { action, at }: { readonly action: ChatAct; readonly at: number },
): Promise<readonly ChatBefore[]> {
  const chats = await store.listChatsById({ chatIds: portion.map(({ chatId }) => chatId) });
  return portion.filter((_, index) => isStill(chats[index] ?? null, action, at));
}

const isStill = (chat: ChatView | null, action: ChatAct, at: number): boolean =>
  chat !== null && isAsLeft(chat, action, at);

async function findChats(store: Store, chatIds: readonly ChatId[]): Promise<ChatView[]> {
  return (await store.listChatsById({ chatIds })).filter((chat) => chat !== null);
}

function toPortions<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / PORTION) }, (_, index) =>
    items.slice(index * PORTION, (index + 1) * PORTION),
  );
}
