/**
 * What the user does to chats, and taking it back.
 *
 * ACT-1 an action is on the disk and on screen before it is answered; from there it goes to the service as soon as it can.
 * ACT-2 what is deleted leaves for the service only when its undo is over.
 * ACT-3 an undo is the opposite action, on only those chats that are still as the action left them: a later change of a
 *       chat is kept.
 */
import type { ChatBefore } from '#main/store/api/chats.ts';
import type { Store } from '#main/store/api.ts';
import type { ChatScope, ChatView, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { HELD_MARKS } from '#shared/domain/chat-actions.ts';
import { toChatId, type ChatId } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Session } from '#main/services/account/session.ts';
import { isAsLeft, planRestorings } from './plan-undo.ts';
import { UNDO_MS, type Undoable, type UndoMemory } from './undo-memory.ts';

/** Chats per write, so that no other write waits long behind it: measured at about 15 ms. */
const CHATS_PER_WRITE = 250;
const HOUR_MS = 3_600_000;
/** More chats than these are not sent back to the page. */
const MOST_SHOWN = 50;

type Target = RequestInput<'chats.applyAction'>['target'];
type TargetedAction = Pick<RequestInput<'chats.applyAction'>, 'target' | 'action'>;
type Affected = Pick<OpenAccount, 'store' | 'sync' | 'snoozes'>;

export class ChatActions {
  readonly #session: Session;
  readonly #undo: UndoMemory;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly undo: UndoMemory; readonly now: () => number }) {
    this.#session = needs.session;
    this.#undo = needs.undo;
    this.#now = needs.now;
  }

  /** Throws `not-found` where none of the chats that were named is here, and `disk`. */
  async apply({ target, action }: TargetedAction): Promise<RequestOutput<'chats.applyAction'>> {
    const account = this.#session.getAccount();
    const { store, folder } = account;
    const at = this.#now();
    const { chatIds, keptCount } = await listTargets(store, target, at);
    const requested = isEveryRead(target, action)
      ? { ...action, isEveryRead: true }
      : withEnd(action, at, account.sync.getStatus().clockSkewMs);
    const before = await applyInPortions(account, { chatIds, action: requested, at });
    const named = target.kind === 'chats' ? chatIds : before.map(({ chatId }) => chatId);
    const chats = named.length > MOST_SHOWN ? [] : await findChats(store, named);
    if (target.kind === 'chats' && named.length <= MOST_SHOWN && chats.length === 0) throw toNotFound('chat');
    const undoId =
      before.length === 0 ? null : this.#undo.keep(folder, { kind: 'chats', action: requested, at, before });
    return { count: before.length, keptCount, undoId, chats };
  }

  /** How many are again what they were. Throws `not-found` where it is too late, and `disk`. */
  async undo(undoId: string): Promise<RequestOutput<'chats.undo'>> {
    const account = this.#session.getAccount();
    const { folder } = account;
    const done = this.#undo.take(folder, undoId);
    if (done === undefined) throw toNotFound('action to take back');
    try {
      return { count: await this.#takeBack(account, done) };
    } catch (error) {
      this.#undo.putBack(folder, undoId, done);
      throw error;
    }
  }

  async #takeBack(account: Affected, done: Undoable): Promise<number> {
    const { store, sync } = account;
    if (done.kind !== 'chats' && done.kind !== 'messages') throw toNotFound('action to take back');
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
      startFollowUps(account, kinds);
    }
    return restored.size;
  }
}

/** Writes in portions. Where one of them fails, sync still hears of those before it; either way it hears once. */
async function applyInPortions(
  account: Affected,
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
    startFollowUps(account, before.length > 0 ? [action.kind] : []);
  }
  return before;
}

/** A mute ends so many hours after it was made, by the service's clock where that is known. */
function withEnd(action: ChatAct, at: number, skewMs: number | null): ChatAct {
  if (action.kind !== 'mute' || action.hours === null || skewMs === null) return action;
  return { ...action, endsAt: at + skewMs + action.hours * HOUR_MS };
}

const toDueAt = (action: ChatAct, at: number): number =>
  action.kind === 'status' && action.status === 'deleted' ? at + UNDO_MS : at;

/** Starts what follows actions of these kinds: snoozes and words about replies stay on this computer, the others go to the service. */
function startFollowUps({ sync, snoozes }: Affected, kinds: Iterable<ChatAct['kind']>): void {
  const done = new Set(kinds);
  if (done.delete('snooze')) snoozes.look();
  done.delete('reply');
  if (done.size > 0) sync.actionsChanged();
}

interface Targets {
  readonly chatIds: readonly ChatId[];
  /** How many of them were left out because the user holds on to them. */
  readonly keptCount: number;
}

async function listTargets(store: Store, target: Target, now: number): Promise<Targets> {
  if (target.kind === 'chats') return { chatIds: [...new Set(target.chatIds)].map(toChatId), keptCount: 0 };
  if (target.kind === 'all-read') return await listAllRead(store, now);
  const except = new Set<number>(target.except);
  const all = await store.listChatIds({ scope: target.scope, now });
  return { chatIds: except.size === 0 ? all : all.filter((chatId) => !except.has(chatId)), keptCount: 0 };
}

async function listAllRead(store: Store, now: number): Promise<Targets> {
  const listRead = (marks: ChatScope['marks']) =>
    store.listChatIds({ scope: { shelf: 'open', marks: ['read', ...marks], listId: null }, now });
  const [all, ...held] = await Promise.all([listRead([]), ...HELD_MARKS.map((mark) => listRead([mark]))]);
  const kept = new Set(held.flat());
  return { chatIds: all.filter((chatId) => !kept.has(chatId)), keptCount: kept.size };
}

/**
 * Whether one call of the service can do it: close every open chat that has nothing unread. Not of `all-read`: the service
 * knows no drafts, and would close pinned chats too that are not here yet.
 */
function isEveryRead(target: Target, action: RequestInput<'chats.applyAction'>['action']): boolean {
  if (action.kind !== 'status' || action.status !== 'closed') return false;
  return target.kind === 'scope' && target.except.length === 0 && isReadScope(target.scope);
}

function isReadScope({ shelf, marks, listId }: ChatScope): boolean {
  return shelf === 'open' && listId === null && marks.length > 0 && marks.every((mark) => mark === 'read');
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
  return Array.from({ length: Math.ceil(items.length / CHATS_PER_WRITE) }, (_, index) =>
    items.slice(index * CHATS_PER_WRITE, (index + 1) * CHATS_PER_WRITE),
  );
}
