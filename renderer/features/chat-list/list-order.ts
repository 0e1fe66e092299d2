/** In which order main gives the chats of a list, as far as their rows tell. Pure. */
import type { ChatSort, ChatView } from '#shared/contract/index.ts';

/** Whether a chat stands below another one in a list. */
export function isBehind(chat: ChatView, other: ChatView, sort: ChatSort): boolean {
  const [mine, theirs] = [toPlace(chat, sort), toPlace(other, sort)];
  const at = mine.findIndex((part, index) => part !== theirs[index]);
  return at !== -1 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** Smaller stands higher, part by part. */
function toPlace(chat: ChatView, sort: ChatSort): readonly number[] {
  const newest = -Math.max(chat.lastAt ?? 0, chat.returnedAt ?? 0);
  if (sort === 'newest') return [Number(!chat.isPinned), newest, chat.id];
  return chat.waitingSince === null ? [1, newest, chat.id] : [0, chat.waitingSince, chat.id];
}
