/** What a search found as a list that keys can walk. Pure. */
import type { ChatView, MessageHit, PersonHit, RequestInput, SearchResult } from '#shared/contract/index.ts';

export type SearchScope = RequestInput<'search.find'>['scope'];

/** One line that can be chosen. */
export type SearchOption =
  | { readonly kind: 'chat'; readonly key: string; readonly chat: ChatView }
  | { readonly kind: 'person'; readonly key: string; readonly hit: PersonHit }
  | { readonly kind: 'message'; readonly key: string; readonly hit: MessageHit }
  /** Not all of a group is shown; choosing it shows that group alone. */
  | { readonly kind: 'more'; readonly key: string; readonly scope: 'people' | 'messages' };

export interface SearchGroup {
  readonly kind: 'chats' | 'people' | 'messages';
  readonly options: readonly SearchOption[];
}

/** Chats to go to before anything was typed. */
export function toChatGroups(chats: readonly ChatView[]): readonly SearchGroup[] {
  const options = chats.map((chat) => ({ kind: 'chat', key: `chat:${String(chat.id)}`, chat }) as const);
  return options.length === 0 ? [] : [{ kind: 'chats', options }];
}

/** The groups of a result that belong to `scope`; empty ones are left out. */
export function toGroups(result: SearchResult, scope: SearchScope): readonly SearchGroup[] {
  const groups: readonly SearchGroup[] = [
    { kind: 'people', options: scope === 'messages' ? [] : listPeople(result, scope) },
    { kind: 'messages', options: scope === 'people' ? [] : listMessages(result, scope) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function listPeople({ people, hasMorePeople }: SearchResult, scope: SearchScope): SearchOption[] {
  const options = people.map((hit) => ({ kind: 'person', key: `person:${toPersonKey(hit)}`, hit }) as const);
  return [...toUnique(options), ...listMore('people', hasMorePeople && scope === 'all')];
}

function listMessages({ messages, hasMoreMessages }: SearchResult, scope: SearchScope): SearchOption[] {
  const options = messages.map(
    (hit) => ({ kind: 'message', key: `message:${String(hit.chatId)}:${hit.key}`, hit }) as const,
  );
  return [...toUnique(options), ...listMore('messages', hasMoreMessages && scope === 'all')];
}

function listMore(scope: 'people' | 'messages', hasMore: boolean): SearchOption[] {
  return hasMore ? [{ kind: 'more', key: `more:${scope}`, scope }] : [];
}

function toPersonKey({ contactId, phone }: PersonHit): string {
  return `${String(contactId ?? '')}:${phone}`;
}

function toUnique<Option extends SearchOption>(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [option.key, option])).values()];
}
