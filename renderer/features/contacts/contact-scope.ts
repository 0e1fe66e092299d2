/** Which contacts the table shows, in words and numbers. Pure. */
import type { ContactCounts, ContactNarrowing, ContactQuery, ContactScope } from '#shared/contract/index.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { places, table as words } from './messages.ts';

export type ListCount = ContactCounts['lists'][number];

export function isSameScope(one: ContactScope, other: ContactScope): boolean {
  if (one.kind === 'list') return other.kind === 'list' && one.listId === other.listId;
  if (one.kind === 'field') return other.kind === 'field' && one.fieldId === other.fieldId;
  return one.kind === other.kind;
}

/** Whether its rows are numbers that no text goes to, which need no contact. */
export function isRegister(scope: ContactScope): boolean {
  return scope.kind === 'blocked' || scope.kind === 'unsubscribed';
}

/** The list that a scope shows; null for another scope, and where there is no such list. */
export function findList(scope: ContactScope, counts: ContactCounts | null): ListCount | null {
  return scope.kind === 'list' ? (counts?.lists.find(({ id }) => id === scope.listId) ?? null) : null;
}

/** How many rows a scope has, as the side list says; null where it does not, or not yet. */
export function findScopeCount(scope: ContactScope, counts: ContactCounts | null): number | null {
  if (counts === null || scope.kind === 'field') return null;
  return scope.kind === 'list' ? (findList(scope, counts)?.membersCount ?? null) : counts[scope.kind];
}

/** Whether main says that the list or field of the scope is not there. */
export function isScopeGone(scope: ContactScope, counts: ContactCounts | null): boolean {
  if (counts === null || counts.isFilling) return false;
  if (scope.kind === 'list') return findList(scope, counts) === null;
  return scope.kind === 'field' && counts.fields.every(({ id }) => id !== scope.fieldId);
}

/** '' for a list or field that is not known yet. */
export function toScopeName(scope: ContactScope, counts: ContactCounts | null, texts: Translator): string {
  if (scope.kind === 'list') return findList(scope, counts)?.name ?? '';
  if (scope.kind === 'field') return counts?.fields.find(({ id }) => id === scope.fieldId)?.name ?? '';
  return texts.text(places[scope.kind]);
}

/** How a table begins. */
export function toQuery(scope: ContactScope): ContactQuery {
  const sort =
    scope.kind === 'unsubscribed'
      ? { column: 'unsubscribedAt', isDescending: true }
      : { column: 'name', isDescending: false };
  return { scope, narrowing: null, text: '', sort };
}

/** The same column turns around; another one begins with the first letter, or the newest. */
export function toNextSort({ column, isDescending }: ContactQuery['sort'], next: string): ContactQuery['sort'] {
  if (column === next) return { column, isDescending: !isDescending };
  return { column: next, isDescending: next === 'lastText' || next === 'unsubscribedAt' };
}

/** What the field that narrows a table is for. */
export function toFindWords({ kind }: ContactScope): Message {
  const byKind: Readonly<Record<ContactScope['kind'], Message>> = {
    all: words.find,
    favorites: words.findFavorites,
    blocked: words.findBlocked,
    unsubscribed: words.findUnsubscribed,
    list: words.findInList,
    field: words.findInField,
  };
  return byKind[kind];
}

interface EmptyWords {
  readonly title: Message;
  readonly text: Message;
}

/** What is said where a table has no rows and nothing was typed. */
export function toEmptyWords({ kind }: ContactScope, narrowing: ContactNarrowing): EmptyWords {
  if (narrowing === 'only-this-list') return { title: words.emptyOnlyThis, text: words.emptyOnlyThisText };
  if (narrowing === 'unreachable') return { title: words.emptyUnreachable, text: words.emptyUnreachableText };
  const byKind: Readonly<Record<ContactScope['kind'], EmptyWords>> = {
    all: { title: words.emptyAll, text: words.emptyAllText },
    favorites: { title: words.emptyFavorites, text: words.emptyFavoritesText },
    blocked: { title: words.emptyBlocked, text: words.emptyBlockedText },
    unsubscribed: { title: words.emptyUnsubscribed, text: words.emptyUnsubscribedText },
    list: { title: words.emptyList, text: words.emptyListText },
    field: { title: words.emptyField, text: words.emptyFieldText },
  };
  return byKind[kind];
}
