import type { Component } from 'svelte';
import { chatList } from './messages.ts';
import { lists } from './messages.ts';
import { listWords } from './list-words.ts';
import { findScopeName, TAB_NAMES, type ScopeName } from '#renderer/data/scopes.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { ChatListScreen } from './chat-list-screen.ts';
import { KEPT_ICONS, LIST_ICONS } from './list-icons.ts';

interface ShownListOptions {
  readonly app: Pick<App, 'counts' | 'keys'>;
  readonly texts: Translator;
  readonly screen: Pick<ChatListScreen, 'list' | 'views' | 'hasClosedTab'>;
}

/** The list of chats that is on screen, in words: so that nobody wonders where the other chats are. Reads runes. */
export class ShownList {
  readonly #options: ShownListOptions;

  constructor(options: ShownListOptions) {
    this.#options = options;
  }

  /** Which of the usual ones it is; null for a view that a person keeps, and for any other. */
  get usual(): ScopeName | null {
    const { list, views } = this.#options.screen;
    return views.shown === null ? findScopeName(list.scope) : null;
  }

  /** The tab that it stands under; null where it has none. */
  get tab(): (typeof TAB_NAMES)[number] | null {
    const tab = TAB_NAMES.find((name) => name === this.usual) ?? null;
    return tab === 'closed' && !this.#options.screen.hasClosedTab ? null : tab;
  }

  get name(): string {
    const { texts, screen } = this.#options;
    const { usual } = this;
    return screen.views.shown?.name ?? texts.text(usual === null ? lists.other : listWords[usual].name);
  }

  get icon(): Component<{ size?: number }> {
    const view = this.#options.screen.views.shown;
    return view === null ? LIST_ICONS[this.usual ?? 'open'] : KEPT_ICONS[view.icon];
  }

  /** How many chats it has; null before that is known. */
  get count(): number | null {
    const counts = this.#options.app.counts.counts;
    const { usual } = this;
    const view = this.#options.screen.views.shown;
    if (view !== null) return counts?.views.find(({ id }) => id === view.id)?.count ?? null;
    return usual === null ? this.#options.screen.list.total : (counts?.[usual] ?? null);
  }

  /** Of the listbox. */
  get label(): string {
    const { texts } = this.#options;
    const region = this.usual === null ? undefined : listWords[this.usual].region;
    return region === undefined ? texts.text(lists.region, { name: this.name }) : texts.text(region);
  }

  /** What is said where it is empty; null where the sheet says it. */
  get empty(): { readonly title: string; readonly text: string } | null {
    const { texts } = this.#options;
    if (this.usual === null)
      return { title: texts.text(lists.viewTitle), text: texts.text(lists.viewText, { name: this.name }) };
    const key = this.#options.app.keys.toTextOf('close-or-reopen');
    if (this.usual === 'closed' && key !== '')
      return { title: texts.text(chatList.closedTitle), text: texts.text(chatList.closedText, { key }) };
    const words = listWords[this.usual].empty;
    return words === null ? null : { title: texts.text(words.title), text: texts.text(words.text) };
  }
}
