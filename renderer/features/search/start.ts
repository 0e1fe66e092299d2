import type { CommandId } from '#shared/domain/commands.ts';
import type { SearchChat, SearchStart } from './question.ts';

/** The commands that open the palette. */
export type SearchCommand = Extract<CommandId, 'search' | 'search-people' | 'search-everywhere' | 'find-in-chat'>;

/** Where a command begins to search. `chat` is the open one; without one, finding in a chat is finding in all. */
export function toSearchStart(command: SearchCommand, chat: SearchChat | null): SearchStart {
  if (command === 'find-in-chat') return { scope: chat === null ? 'chats' : 'messages', chat };
  return { scope: command === 'search-people' ? 'people' : 'all', chat: null };
}
