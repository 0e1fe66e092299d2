/** What the palette says about where it looks and what it found. Pure. */
import { search } from '#renderer/lib/words/search.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { SearchGroup, SearchScope } from './hits.ts';
import type { Answer, SearchChat } from './question.ts';

export interface SearchWordsContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}

type Place = Exclude<SearchScope, 'messages'> | 'chat';

const HINTS: Readonly<Record<Place, Message>> = {
  all: search.hint,
  chats: search.hintChats,
  people: search.hintPeople,
  actions: search.hintActions,
  chat: search.hintChat,
};
const PLACEHOLDERS: Readonly<Record<Place, Message>> = {
  all: search.placeholder,
  people: search.placeholderPeople,
  chats: search.placeholderChats,
  actions: search.placeholderActions,
  chat: search.placeholderChat,
};
const NOTHING: Readonly<Record<'all' | 'chats' | 'chat', Message<'date'>>> = {
  all: search.nothing,
  chats: search.nothingChats,
  chat: search.nothingChat,
};
const NOTHING_WITHOUT_DATE: Readonly<Record<Place, Message>> = {
  all: search.nothingWithoutDate,
  people: search.nothingPeople,
  chats: search.nothingChatsWithoutDate,
  actions: search.nothingActions,
  chat: search.nothingChatWithoutDate,
};
const HEADINGS: Readonly<Record<Exclude<SearchGroup['kind'], 'actions' | 'older'>, Message>> = {
  chats: search.chatsGroup,
  people: search.peopleGroup,
  messages: search.messagesGroup,
  anywhere: search.anywhereGroup,
  'service-text': search.serviceTextGroup,
  'service-people': search.servicePeopleGroup,
};

function toPlace(scope: SearchScope, isInChat: boolean): Place {
  return isInChat || scope === 'messages' ? 'chat' : scope;
}

/** Where will be looked, before anything was typed. */
export function toHint(scope: SearchScope, chat: SearchChat | null, texts: Translator): string {
  return texts.text(HINTS[toPlace(scope, chat !== null)]);
}

export function toPlaceholder(scope: SearchScope, chat: SearchChat | null, texts: Translator): string {
  return texts.text(PLACEHOLDERS[toPlace(scope, chat !== null)]);
}

/** Above a group. `name`: of the chat whose actions they are; the way to the service stands alone. */
export function toHeading(kind: SearchGroup['kind'], texts: Translator, name = ''): string {
  if (kind === 'older') return '';
  return kind === 'actions' ? texts.text(search.actionsGroup, { name }) : texts.text(HEADINGS[kind]);
}

/** That nothing was found, and where was looked. */
export function toNothing(
  answer: Answer,
  { texts, formats, now }: SearchWordsContext,
): { title: string; text: string } {
  const place = toPlace(answer.scope, answer.chatId !== null);
  const back = answer.result.lookedBackTo;
  const text =
    back === null || place === 'people' || place === 'actions'
      ? texts.text(NOTHING_WITHOUT_DATE[place])
      : texts.text(NOTHING[place], { date: formats.date(back, now) });
  return { title: texts.text(search.nothingTitle, { query: answer.query }), text };
}

/** How much was found, for the ear: `2 people, 4 messages`; of the actions only where there is nothing else. */
export function toCountText({ result, scope, query }: Answer, actionsCount: number, texts: Translator): string {
  const { people, messages, hasMorePeople, hasMoreMessages } = result;
  if (people.length + messages.length === 0) {
    return actionsCount === 0
      ? texts.text(search.nothingTitle, { query })
      : texts.text(search.countActions, { count: actionsCount });
  }
  const one = texts.text(search.countPeople, { count: people.length });
  const other = texts.text(search.countMessages, { count: messages.length });
  const count =
    scope === 'people' || messages.length === 0
      ? one
      : scope === 'messages' || people.length === 0
        ? other
        : texts.text(search.countBoth, { people: one, messages: other });
  return hasMorePeople || hasMoreMessages ? texts.text(search.countMore, { found: count }) : count;
}

/** That not all is shown, where only typing more helps; null where all is, or where a line leads to the rest. */
export function findOnlySome(answer: Answer, scope: SearchScope, texts: Translator): string | null {
  const { people, messages, hasMorePeople, hasMoreMessages } = answer.result;
  if (scope === 'people' && hasMorePeople) return texts.text(search.onlySome, { count: people.length });
  if ((scope === 'messages' || scope === 'chats') && hasMoreMessages)
    return texts.text(search.onlySome, { count: messages.length });
  return null;
}
