import type { SearchCommand } from '../inbox/keys.ts';
import type { SearchChat, SearchStart } from './question.ts';

/** Where a command begins to search. `chat` is the open one; without one, finding in a chat is finding in all. */
export function toSearchStart(command: SearchCommand, chat: SearchChat | null): SearchStart {
  if (command === 'find-in-chat') return { scope: 'messages', chat };
  return { scope: command === 'search-people' ? 'people' : 'all', chat: null };
}
