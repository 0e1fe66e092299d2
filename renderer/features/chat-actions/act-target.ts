import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import { isInScope, type ActTarget } from '#renderer/data/deeds.ts';
import { toPortions, type ChatTarget } from '#renderer/features/chat-list/checks.ts';
import type { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import type { Checked } from '#renderer/features/chat-list/checked.svelte.ts';

/** The chats that an act is about, held fast: what is checked afterwards does not matter to it. */
export interface MeantChats {
  /** For main; several where they are more than it takes at once. */
  readonly targets: readonly ChatTarget[];
  readonly hits: (chat: ChatView) => boolean;
  /** Those of them that are known here. */
  readonly known: readonly ChatView[];
  readonly count: number;
  /** All of the list on screen, also what is not loaded. */
  readonly isWhole: boolean;
}

/** Resolves a target as it is now. */
export function toMeant(target: ActTarget, checked: Checked, list: Pick<ChatList, 'scope'>): MeantChats {
  if (target.kind === 'chats') {
    const ids = new Set(target.chats.map(({ id }) => id));
    return toNamed(target.chats, ids, toPortions([...ids]));
  }
  const [known, targets] = [checked.known(), checked.toTargets()];
  if (!checked.isWhole) return toNamed(known, new Set(known.map(({ id }) => id)), targets);
  const first = targets[0];
  const except = new Set(first?.kind === 'scope' ? first.except : []);
  const scope = list.scope;
  const hits = (chat: ChatView): boolean => !except.has(chat.id) && isInScope(chat, scope);
  return { targets, hits, known, count: checked.count, isWhole: true };
}

/** All chats of a scope, whichever list is on screen. */
export function toMeantScope(scope: ChatScope, loaded: readonly ChatView[]): MeantChats {
  const hits = (chat: ChatView): boolean => isInScope(chat, scope);
  const known = loaded.filter(hits);
  const { shelf, marks, listId } = scope;
  const targets: ChatTarget[] = [{ kind: 'scope', scope: { shelf, marks: [...marks], listId }, except: [] }];
  return { targets, hits, known, count: known.length, isWhole: false };
}

function toNamed(known: readonly ChatView[], ids: ReadonlySet<number>, targets: readonly ChatTarget[]): MeantChats {
  return { targets, known, count: ids.size, isWhole: false, hits: ({ id }) => ids.has(id) };
}
