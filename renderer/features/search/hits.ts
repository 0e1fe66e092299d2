/** What a search found as a list that keys can walk. Pure. */
import type { ChatView, MessageHit, PersonHit, RequestInput, SearchResult } from '#shared/contract/index.ts';
import type { PaletteAction } from '#renderer/lib/actions.ts';

/** Where is looked; `messages` is for one chat alone. */
export type SearchScope = 'all' | 'chats' | 'people' | 'actions' | 'messages';

/** One line that can be chosen. */
export type SearchOption =
  | { readonly kind: 'chat'; readonly key: string; readonly chat: ChatView }
  | { readonly kind: 'person'; readonly key: string; readonly hit: PersonHit }
  | { readonly kind: 'message'; readonly key: string; readonly hit: MessageHit }
  /** Not all of a group is shown; choosing it shows that group alone. */
  | { readonly kind: 'more'; readonly key: string; readonly scope: 'people' | 'chats' }
  | { readonly kind: 'action'; readonly key: string; readonly action: PaletteAction }
  /** Asks the service for what is too old to be kept here. */
  | { readonly kind: 'older'; readonly key: string; readonly isInChat: boolean }
  /** A chat of the service's answer; `hasText`: one of its messages has the words. */
  | { readonly kind: 'service-chat'; readonly key: string; readonly chat: ChatView; readonly hasText: boolean };

export interface SearchGroup {
  readonly kind: 'chats' | 'people' | 'messages' | 'actions' | 'anywhere' | 'older' | 'service-text' | 'service-people';
  readonly options: readonly SearchOption[];
  /** Of the actions: whose they are. */
  readonly chat?: ChatView;
}

/** What main is asked for it; null: nothing. Chats are people that have one, and messages. */
export function toAskedScope(scope: SearchScope): RequestInput<'search.find'>['scope'] | null {
  if (scope === 'actions') return null;
  return scope === 'chats' ? 'all' : scope;
}

/** Chats to go to before anything was typed. */
export function toChatGroups(chats: readonly ChatView[]): readonly SearchGroup[] {
  const options = chats.map((chat) => ({ kind: 'chat', key: `chat:${String(chat.id)}`, chat }) as const);
  return options.length === 0 ? [] : [{ kind: 'chats', options }];
}

/** The groups of a result that belong to `scope`; empty ones are left out. */
export function toGroups(result: SearchResult, scope: SearchScope): readonly SearchGroup[] {
  const hasPeople = scope === 'all' || scope === 'people' || scope === 'chats';
  const groups: readonly SearchGroup[] = [
    { kind: scope === 'chats' ? 'chats' : 'people', options: hasPeople ? listPeople(result, scope) : [] },
    { kind: 'messages', options: scope === 'people' || scope === 'actions' ? [] : listMessages(result, scope) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function listPeople({ people, hasMorePeople }: SearchResult, scope: SearchScope): SearchOption[] {
  const options = people
    .filter(({ chatId }) => scope !== 'chats' || chatId !== null)
    .map((hit) => ({ kind: 'person', key: `person:${toPersonKey(hit)}`, hit }) as const);
  return [...toUnique(options), ...listMore('people', hasMorePeople && scope === 'all')];
}

function listMessages({ messages, hasMoreMessages }: SearchResult, scope: SearchScope): SearchOption[] {
  const options = messages.map(
    (hit) => ({ kind: 'message', key: `message:${String(hit.chatId)}:${hit.key}`, hit }) as const,
  );
  return [...toUnique(options), ...listMore('chats', hasMoreMessages && scope === 'all')];
}

function listMore(scope: 'people' | 'chats', hasMore: boolean): SearchOption[] {
  return hasMore ? [{ kind: 'more', key: `more:${scope}`, scope }] : [];
}

function toPersonKey({ contactId, phone }: PersonHit): string {
  return `${String(contactId ?? '')}:${phone}`;
}

function toUnique<Option extends SearchOption>(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [option.key, option])).values()];
}

/** The chat that a line is about; null where it has none. */
export function findChatId(option: SearchOption): number | null {
  switch (option.kind) {
    case 'chat':
    case 'service-chat':
      return option.chat.id;
    case 'person':
    case 'message':
      return option.hit.chatId;
    default:
      return null;
  }
}
