import type { CommandId } from '#shared/domain/commands.ts';
import type { SearchResult } from '#shared/contract/index.ts';
import type { SearchScope } from './hits.ts';

/** The chat that is searched alone. */
export interface SearchChat {
  readonly id: number;
  /** Its name, or its number as people read it. */
  readonly title: string;
}

/** Where a search begins. */
export interface SearchStart {
  readonly scope: SearchScope;
  readonly chat: SearchChat | null;
}

export interface Question {
  readonly query: string;
  readonly scope: SearchScope;
  readonly chatId: number | null;
}

export interface Answer extends Question {
  readonly result: SearchResult;
}

/** What the palette shows: chats to go to, a word about where it looks, shapes, or what became of the question. */
export type PaletteViewKind = 'recent' | 'hint' | 'waiting' | 'found' | 'nothing' | 'failed';

/** The commands that open the palette. */
export type SearchCommand = Extract<CommandId, 'search' | 'search-people' | 'search-everywhere' | 'find-in-chat'>;

/** Where a command begins to search. `chat` is the open one; without one, finding in a chat is finding in all. */
export function toSearchStart(command: SearchCommand, chat: SearchChat | null): SearchStart {
  if (command === 'find-in-chat') return { scope: chat === null ? 'chats' : 'messages', chat };
  return { scope: command === 'search-people' ? 'people' : 'all', chat: null };
}
