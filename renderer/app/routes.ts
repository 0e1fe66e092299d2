/** Every place in the app that has an address of its own, and how the address is written in the location's hash. Pure. */
import {
  chatMarkSchema,
  chatShelfSchema,
  scheduleScopeSchema,
  type ChatScope,
  type ContactScope,
  type ScheduleScope,
} from '#shared/contract/index.ts';
import type { CommandPage } from '#shared/domain/commands.ts';
import { SCOPE_NAMES, type ScopeName } from '#renderer/data/scopes.ts';

/** Pages of the settings, in the order of their list. */
export const SETTINGS_PAGES = [
  'account',
  'live',
  'notifications',
  'appearance',
  'chats',
  'sending',
  'data',
  'keyboard',
  'ledger',
  'health',
  'about',
] as const;

export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** Which chats the list shows: a usual list, one that the user keeps under a name, or any other choice. */
export type ListRoute =
  | { readonly kind: 'usual'; readonly name: ScopeName }
  | { readonly kind: 'view'; readonly viewId: string }
  | { readonly kind: 'filter'; readonly scope: ChatScope };

/** What is done about a file before it is imported. */
export const IMPORT_STEPS = ['file', 'columns', 'rows'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

/** How scheduled texts are laid out. */
export const SCHEDULE_LAYOUTS = ['list', 'week', 'month'] as const;
export type ScheduleLayout = (typeof SCHEDULE_LAYOUTS)[number];

export type Route =
  | { readonly kind: 'inbox' | 'new-message'; readonly list: ListRoute }
  | { readonly kind: 'chat'; readonly list: ListRoute; readonly chatId: number }
  | { readonly kind: 'message'; readonly list: ListRoute; readonly chatId: number; readonly key: string }
  /** `contactId` null: no one is shown beside the table. */
  | { readonly kind: 'contacts'; readonly scope: ContactScope; readonly contactId: number | null }
  /** `importId` null: the file that is being prepared, at `step`; absent: where the user is with it. */
  | { readonly kind: 'import'; readonly importId: number | null; readonly step?: ImportStep }
  /** `day`: the one that is looked at, `2026-11-30`; null: today. `scheduleKey` null: none is shown beside it. */
  | {
      readonly kind: 'scheduled';
      readonly scope: ScheduleScope;
      readonly layout: ScheduleLayout;
      readonly day: string | null;
      readonly scheduleKey: string | null;
    }
  /** `templateKey` null: none is open; `new`: one that is begun. */
  | { readonly kind: 'templates'; readonly templateKey: string | null }
  /** `page` null: where the settings begin. */
  | { readonly kind: 'settings'; readonly page: SettingsPage | null }
  | { readonly kind: 'ledger-entry'; readonly sendId: string };

/** The routes of the inbox. */
export type InboxRoute = Extract<Route, { readonly list: ListRoute }>;

/** The routes of the contacts. */
export type ContactsRoute = Extract<Route, { readonly kind: 'contacts' }>;

/** The routes of an import. */
export type ImportRoute = Extract<Route, { readonly kind: 'import' }>;

/** The routes of scheduled texts. */
export type ScheduledRoute = Extract<Route, { readonly kind: 'scheduled' }>;

export type ScreenId = 'inbox' | 'contacts' | 'scheduled' | 'templates' | 'import' | 'settings';

export const OPEN_LIST: ListRoute = { kind: 'usual', name: 'open' };

/** Where each screen begins. */
export const STARTS = {
  inbox: { kind: 'inbox', list: OPEN_LIST },
  contacts: { kind: 'contacts', scope: { kind: 'all' }, contactId: null },
  scheduled: { kind: 'scheduled', scope: 'upcoming', layout: 'list', day: null, scheduleKey: null },
  templates: { kind: 'templates', templateKey: null },
  import: { kind: 'import', importId: null },
  settings: { kind: 'settings', page: null },
} as const satisfies Readonly<Record<ScreenId, Route>>;

/** The screen that a route is on. */
export function toScreen(route: Route): ScreenId {
  switch (route.kind) {
    case 'contacts':
    case 'import':
    case 'scheduled':
    case 'templates':
      return route.kind;
    case 'settings':
    case 'ledger-entry':
      return 'settings';
    case 'inbox':
    case 'new-message':
    case 'chat':
    case 'message':
      return 'inbox';
  }
}

/** Which commands are limited to what is there. */
export function toCommandPage(route: Route): CommandPage | null {
  const screen = toScreen(route);
  if (screen === 'import') return null;
  if (screen !== 'settings') return screen;
  return route.kind === 'ledger-entry' || (route.kind === 'settings' && route.page === 'ledger') ? 'ledger' : null;
}

export function isSameRoute(one: Route, other: Route): boolean {
  return printRoute(one) === printRoute(other);
}

/** `#/inbox/unread/chat/12/message/in%3A7`, `#/settings/ledger/…`. */
export function printRoute(route: Route): string {
  return `#/${listSegments(route).map(encodeURIComponent).join('/')}`;
}

/** The route of a hash; where the inbox begins for everything that is no address of the app. */
export function parseRoute(hash: string): Route {
  const segments = splitHash(hash);
  const [screen, ...rest] = segments;
  return PARSERS.find(({ name }) => name === screen)?.parse(rest) ?? STARTS.inbox;
}

const PARSERS: readonly { readonly name: ScreenId; readonly parse: (rest: readonly string[]) => Route | null }[] = [
  { name: 'inbox', parse: parseInbox },
  { name: 'contacts', parse: parseContacts },
  { name: 'scheduled', parse: parseScheduled },
  { name: 'templates', parse: parseTemplates },
  { name: 'import', parse: parseImport },
  { name: 'settings', parse: parseSettings },
];

/** Stands for "none" where a segment must not be empty. */
const NONE = '-';

function listSegments(route: Route): string[] {
  switch (route.kind) {
    case 'contacts':
      return ['contacts', ...listScopeSegments(route.scope), ...listPersonSegments(route.contactId)];
    case 'import':
      return ['import', ...listImportSegments(route)];
    case 'scheduled':
      return ['scheduled', ...listScheduledSegments(route)];
    case 'templates':
      return ['templates', ...(route.templateKey === null ? [] : [route.templateKey])];
    case 'settings':
      return ['settings', ...(route.page === null ? [] : [route.page])];
    case 'ledger-entry':
      return ['settings', 'ledger', route.sendId];
    case 'inbox':
      return ['inbox', ...listListSegments(route.list)];
    case 'new-message':
      return ['inbox', ...listListSegments(route.list), 'new'];
    case 'chat':
      return ['inbox', ...listListSegments(route.list), 'chat', String(route.chatId)];
    case 'message':
      return ['inbox', ...listListSegments(route.list), 'chat', String(route.chatId), 'message', route.key];
  }
}

function listScopeSegments(scope: ContactScope): string[] {
  if (scope.kind === 'list') return ['list', String(scope.listId)];
  if (scope.kind === 'field') return ['field', String(scope.fieldId)];
  return scope.kind === 'all' ? [] : [scope.kind];
}

function listPersonSegments(contactId: number | null): string[] {
  return contactId === null ? [] : ['person', String(contactId)];
}

function listImportSegments({ importId, step }: ImportRoute): string[] {
  if (importId !== null) return [String(importId)];
  return step === undefined ? [] : [step];
}

/** `scheduled/done/month/2026-11-30/own:…`; what is usual is left out where nothing follows. */
function listScheduledSegments({ scope, layout, day, scheduleKey }: ScheduledRoute): string[] {
  const { scope: usualScope, layout: usualLayout } = STARTS.scheduled;
  if (scope === usualScope && layout === usualLayout && day === null && scheduleKey === null) return [];
  return [scope, layout, day ?? NONE, ...(scheduleKey === null ? [] : [scheduleKey])];
}

function listListSegments(list: ListRoute): string[] {
  if (list.kind === 'view') return ['view', list.viewId];
  if (list.kind === 'usual') return list.name === 'open' ? [] : [list.name];
  const { shelf, marks, listId } = list.scope;
  return ['filter', shelf, marks.length === 0 ? NONE : marks.join('.'), listId === null ? NONE : String(listId)];
}

function splitHash(hash: string): readonly string[] {
  if (!hash.startsWith('#/')) return [];
  try {
    return hash.slice(2).split('/').map(decodeURIComponent);
  } catch {
    // A broken escape is no address of the app.
    return [];
  }
}

function parseSettings([first, second, ...more]: readonly string[]): Route | null {
  if (first === undefined) return STARTS.settings;
  const page = SETTINGS_PAGES.find((candidate) => candidate === first);
  if (page === undefined || more.length > 0) return null;
  if (second === undefined) return { kind: 'settings', page };
  return page === 'ledger' && second !== '' ? { kind: 'ledger-entry', sendId: second } : null;
}

function parseScheduled([first, second, third, key, ...more]: readonly string[]): ScheduledRoute | null {
  if (first === undefined) return STARTS.scheduled;
  const scope = scheduleScopeSchema.options.find((candidate) => candidate === first);
  const layout = SCHEDULE_LAYOUTS.find((candidate) => candidate === second);
  const isDay = third !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(third);
  if (scope === undefined || layout === undefined || (third !== NONE && !isDay) || more.length > 0) return null;
  return { kind: 'scheduled', scope, layout, day: isDay ? third : null, scheduleKey: key ?? null };
}

function parseTemplates([first, ...more]: readonly string[]): Route | null {
  return more.length > 0 ? null : { kind: 'templates', templateKey: first ?? null };
}

function parseImport([first, ...more]: readonly string[]): ImportRoute | null {
  if (more.length > 0) return null;
  if (first === undefined) return STARTS.import;
  const step = IMPORT_STEPS.find((name) => name === first);
  if (step !== undefined) return { kind: 'import', importId: null, step };
  const importId = toInteger(first);
  return importId === null ? null : { kind: 'import', importId };
}

function parseContacts(segments: readonly string[]): ContactsRoute | null {
  const { scope, rest } = parseScope(segments);
  const [what, id, ...more] = rest;
  if (scope === null || more.length > 0) return null;
  if (what === undefined) return { kind: 'contacts', scope, contactId: null };
  const contactId = toInteger(id);
  return what === 'person' && contactId !== null ? { kind: 'contacts', scope, contactId } : null;
}

/** The scope at the beginning of these segments, and what follows it. */
function parseScope(segments: readonly string[]): { scope: ContactScope | null; rest: readonly string[] } {
  const [first, second] = segments;
  if (first === undefined || first === 'person') return { scope: { kind: 'all' }, rest: segments };
  const id = toInteger(second);
  if (first === 'list') return { scope: id === null ? null : { kind: 'list', listId: id }, rest: segments.slice(2) };
  if (first === 'field') return { scope: id === null ? null : { kind: 'field', fieldId: id }, rest: segments.slice(2) };
  const kind = (['favorites', 'blocked', 'unsubscribed'] as const).find((name) => name === first);
  return { scope: kind === undefined ? null : { kind }, rest: segments.slice(1) };
}

function parseInbox(segments: readonly string[]): Route | null {
  const { list, rest } = parseList(segments);
  if (list === null) return null;
  const [what, id, message, key, ...more] = rest;
  if (what === undefined) return { kind: 'inbox', list };
  if (what === 'new') return id === undefined ? { kind: 'new-message', list } : null;
  const chatId = toInteger(id);
  if (what !== 'chat' || chatId === null || more.length > 0) return null;
  if (message === undefined) return { kind: 'chat', list, chatId };
  return message === 'message' && key !== undefined && key !== '' ? { kind: 'message', list, chatId, key } : null;
}

/** The list at the beginning of these segments, and what follows it. */
function parseList(segments: readonly string[]): { list: ListRoute | null; rest: readonly string[] } {
  const [first, second] = segments;
  if (first === undefined || first === 'chat' || first === 'new') return { list: OPEN_LIST, rest: segments };
  if (first === 'view') {
    const isGiven = second !== undefined && second !== '';
    return { list: isGiven ? { kind: 'view', viewId: second } : null, rest: segments.slice(2) };
  }
  if (first === 'filter') return { list: parseFilter(segments.slice(1, 4)), rest: segments.slice(4) };
  const name = SCOPE_NAMES.find((candidate) => candidate === first);
  return { list: name === undefined ? null : { kind: 'usual', name }, rest: segments.slice(1) };
}

function parseFilter([shelfName, markNames = '', listName]: readonly string[]): ListRoute | null {
  const shelf = chatShelfSchema.options.find((candidate) => candidate === shelfName);
  const names = markNames === NONE ? [] : markNames.split('.');
  const marks = names.flatMap((name) => chatMarkSchema.options.find((mark) => mark === name) ?? []);
  const listId = listName === NONE ? null : toInteger(listName);
  const isKnown = marks.length === names.length && (listId !== null || listName === NONE);
  return shelf !== undefined && isKnown ? { kind: 'filter', scope: { shelf, marks, listId } } : null;
}

/** Provisional chats, and lists that only this computer knows, have negative ids. */
function toInteger(text: string | undefined): number | null {
  const value = /^-?[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
