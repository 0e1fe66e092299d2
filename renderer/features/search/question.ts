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
export type SearchLook = 'recent' | 'hint' | 'waiting' | 'found' | 'nothing' | 'failed';
