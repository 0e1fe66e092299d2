/** Which chats of a list are checked: some by name, or the whole list but for some. Pure. */
import type { ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';

export type ChatTarget = RequestInput<'chats.applyAction'>['target'];

/** As many chats as one act may name. */
export const MOST_NAMED = 1_000;

export interface Checks {
  /** The whole list, loaded or not, but for `except`. */
  readonly isWhole: boolean;
  readonly chats: ReadonlyMap<number, ChatView>;
  readonly except: ReadonlyMap<number, ChatView>;
  /** Those that the last extension added: the next one takes its place. */
  readonly reach: ReadonlySet<number>;
}

export const NO_CHECKS: Checks = { isWhole: false, chats: new Map(), except: new Map(), reach: new Set() };
export const ALL_CHECKS: Checks = { ...NO_CHECKS, isWhole: true };

export function isChecked({ isWhole, chats, except }: Checks, chatId: number): boolean {
  return isWhole ? !except.has(chatId) : chats.has(chatId);
}

export function countChecks({ isWhole, chats, except }: Checks, total: number): number {
  return isWhole ? Math.max(0, total - except.size) : chats.size;
}

/** Checks a chat, or takes the check away. */
export function toggleCheck(checks: Checks, chat: ChatView): Checks {
  const reach = new Set<number>();
  if (checks.isWhole) {
    const except = new Map(checks.except);
    if (!except.delete(chat.id) && except.size < MOST_NAMED) except.set(chat.id, chat);
    return { ...checks, except, reach };
  }
  const chats = new Map(checks.chats);
  if (!chats.delete(chat.id)) chats.set(chat.id, chat);
  return { ...checks, chats, reach };
}

/** Checks these, in place of what the extension before checked. */
export function extendChecks(checks: Checks, reached: readonly ChatView[]): Checks {
  if (checks.isWhole) {
    const ids = new Set(reached.map(({ id }) => id));
    return { ...checks, except: new Map([...checks.except].filter(([id]) => !ids.has(id))) };
  }
  const chats = new Map([...checks.chats].filter(([id]) => !checks.reach.has(id)));
  const reach = new Set(reached.map(({ id }) => id).filter((id) => !chats.has(id)));
  for (const chat of reached) chats.set(chat.id, chat);
  return { ...checks, chats, reach };
}

/** Those that are known here, as they are now where they are among the loaded ones. */
export function listKnown(checks: Checks, loaded: readonly ChatView[]): readonly ChatView[] {
  const checked = loaded.filter(({ id }) => isChecked(checks, id));
  if (checks.isWhole) return checked;
  const fresh = new Map(checked.map((chat) => [chat.id, chat]));
  return [...checks.chats.values()].map((chat) => fresh.get(chat.id) ?? chat);
}

/** As main is told who they are: in several portions where they are more than one act may name. */
export function toTargets({ isWhole, chats, except }: Checks, scope: ChatScope): readonly ChatTarget[] {
  if (!isWhole) return toPortions([...chats.keys()]);
  const { shelf, marks, listId } = scope;
  return [{ kind: 'scope', scope: { shelf, marks: [...marks], listId }, except: [...except.keys()] }];
}

/** In portions that one act may name. */
export function toPortions(chatIds: readonly number[]): readonly ChatTarget[] {
  const count = Math.ceil(chatIds.length / MOST_NAMED);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'chats',
    chatIds: chatIds.slice(index * MOST_NAMED, (index + 1) * MOST_NAMED),
  }));
}

/** Those named that stand under an id of this computer alone (a negative one): they become real ones. */
export function listProvisional({ chats, except }: Checks): readonly ChatView[] {
  return [...chats.values(), ...except.values()].filter(({ id }) => id < 0);
}

/** What was said of a provisional chat holds for the real one that it became. */
export function takeReal(checks: Checks, { id: before }: ChatView, real: ChatView): Checks {
  const follow = (chats: Checks['chats']): Checks['chats'] =>
    new Map([...chats].map(([id, chat]) => (id === before ? [real.id, real] : [id, chat])));
  const reach = new Set([...checks.reach].map((id) => (id === before ? real.id : id)));
  return { ...checks, chats: follow(checks.chats), except: follow(checks.except), reach };
}
