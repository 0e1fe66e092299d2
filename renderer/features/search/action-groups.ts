/** Where the palette's actions stand among what was found. Pure. */
import type { ChatView } from '#shared/contract/index.ts';
import { filterActions, rateAction, type ActionSource, type PaletteAction } from '#renderer/lib/actions.ts';
import type { SearchGroup, SearchOption, SearchScope } from './hits.ts';

/** As many of what can be done to somebody who was found, and of the rest, as leave room for what was found. */
const USUAL = 4;
const MOST = 6;
/** The service wants as many letters. */
const SHORTEST_OLDER = 2;

export interface Offered {
  readonly source: ActionSource;
  readonly query: string;
  readonly scope: SearchScope;
  /** Who was found first; null for nobody. */
  readonly found: ChatView | null;
  /** The one chat whose actions alone are shown; null for none. */
  readonly target: ChatView | null;
  /** Whether one chat is searched. */
  readonly isInChat: boolean;
}

/** What was found with what can be done. */
export function withActions(found: readonly SearchGroup[], offered: Offered): readonly SearchGroup[] {
  const { scope, target, isInChat, query, source } = offered;
  if (target !== null) return listGroups([toChatGroup(target, filterActions(source.forChat(target), query))]);
  if (isInChat || scope === 'chats' || scope === 'people') return withOlder(found, offered);
  const actions = listActionGroups(offered);
  if (scope === 'actions') return actions;
  // Whoever types the name of an action means it before what somebody once wrote.
  const isMeant = query !== '' && actions.some(({ options }) => options.some((option) => isTitled(option, query)));
  const [first, rest] = isMeant ? [found.filter(isPeople), found.filter((group) => !isPeople(group))] : [found, []];
  return withOlder([...first, ...actions, ...rest], offered);
}

/** Whether something was found: not only what is offered whatever was typed. */
export function hasFound(groups: readonly SearchGroup[], query: string): boolean {
  return groups.some(({ options }) =>
    options.some((option) => {
      if (option.kind === 'action') return rateAction(option.action, query) > 0 && option.action.isAlways !== true;
      return option.kind !== 'older';
    }),
  );
}

function listActionGroups({ source, query, scope, found }: Offered): SearchGroup[] {
  const isAll = scope === 'actions';
  const open = source.openChat();
  const anywhere = filterActions(source.anywhere(query), query);
  const groups: SearchGroup[] = [];
  if (found !== null && !isAll) groups.push(toChatGroup(found, listForFound(source.forChat(found), query)));
  const general: SearchGroup = {
    kind: 'anywhere',
    options: (isAll ? anywhere : anywhere.slice(0, MOST)).map(toOption),
  };
  if (open === null || open.id === (isAll ? null : found?.id)) return listGroups([...groups, general]);
  const meant = filterActions(source.forChat(open), query);
  const ofOpen = toChatGroup(open, isAll ? meant : meant.slice(0, query === '' ? USUAL : MOST));
  const isGeneralMeant = rateBest(anywhere, query) > rateBest(meant, query);
  return listGroups([...groups, ...(isGeneralMeant ? [general, ofOpen] : [ofOpen, general])]);
}

/** The best comes first. */
function rateBest([best]: readonly PaletteAction[], query: string): number {
  return best === undefined ? 0 : rateAction(best, query);
}

/** What is typed to find a person seldom names an action: the usual ones are there all the same. */
function listForFound(actions: readonly PaletteAction[], query: string): readonly PaletteAction[] {
  const meant = filterActions(actions, query);
  return meant.length > 0 ? meant.slice(0, USUAL) : actions.slice(0, USUAL);
}

/** At the end; where nothing was found, it is what is meant next. */
function withOlder(groups: readonly SearchGroup[], offered: Offered): readonly SearchGroup[] {
  const older = listOlder(offered);
  return hasFound(groups, offered.query) ? [...groups, ...older] : [...older, ...groups];
}

function listOlder({ query, isInChat, scope }: Offered): SearchGroup[] {
  if (query.length < SHORTEST_OLDER || scope === 'people') return [];
  return [{ kind: 'older', options: [{ kind: 'older', key: 'older', isInChat }] }];
}

function toChatGroup(chat: ChatView, actions: readonly PaletteAction[]): SearchGroup {
  const options = actions.map((action) => ({ ...toOption(action), key: `action:${String(chat.id)}:${action.id}` }));
  return { kind: 'actions', options, chat };
}

function toOption(action: PaletteAction): SearchOption {
  return { kind: 'action', key: `action:${action.id}`, action };
}

function isTitled(option: SearchOption, query: string): boolean {
  return option.kind === 'action' && option.action.isAlways !== true && rateAction(option.action, query) === 2;
}

function isPeople({ kind }: SearchGroup): boolean {
  return kind === 'people' || kind === 'chats';
}

function listGroups(groups: readonly SearchGroup[]): SearchGroup[] {
  return groups.filter(({ options }) => options.length > 0);
}
