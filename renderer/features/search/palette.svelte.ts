import { tick } from 'svelte';
import type { ChatView, PersonHit, SavedView } from '#shared/contract/index.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { ActionTarget, ChatAction } from '#renderer/data/chat-actions.ts';
import type { ScopeName } from '#renderer/data/scopes.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { search as words } from '#renderer/lib/words/search.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { findChatId, type SearchOption } from './hits.ts';
import { toOlderAsking, toOlderFailure, toOlderNothing } from './older-words.ts';
import type { SearchActions, SearchPanelModel } from './panel.ts';
import { toSearchRow } from './row.ts';
import { findOnlySome, toCountText, toHeading, toHint, toNothing, toPlaceholder } from './words.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { OlderStep, ServiceChat } from './search-older.svelte.ts';
import type { Search } from './search.svelte.ts';

/** What the palette needs of the inbox, to which everything leads that it finds. */
export interface PaletteInbox {
  readonly selection: { readonly chat: ChatView | null };
  readonly isWriting: boolean;
  readonly places: Pick<FocusTargets, 'go'>;
  readonly newMessage: { readonly type: (query: string) => unknown };
  readonly actions: { readonly do: (action: ChatAction, target: ActionTarget) => unknown };
  readonly views: {
    readonly list: readonly SavedView[];
    readonly open: (view: SavedView) => void;
    readonly openUsual: (name: ScopeName) => void;
  };
  readonly writeTo: (phone: string, name: string) => void;
  readonly openById: (chatId: number) => Promise<boolean>;
  readonly openMessage: (chatId: number, key: string) => Promise<void>;
}

export interface PaletteOptions {
  readonly app: App;
  readonly texts: Translator;
  readonly search: Search;
  readonly inbox: PaletteInbox;
}

/** The palette on screen: what it says, and where what was found leads to. */
export class PaletteView {
  readonly #app: App;
  readonly #texts: Translator;
  readonly #search: Search;
  readonly #inbox: PaletteInbox;

  #hasOpened = false;
  /** What runs once the focus is back where it was. */
  #pending: (() => unknown) | null = null;

  readonly model: SearchPanelModel = $derived.by(() => this.#toModel());
  readonly acts: SearchActions;

  constructor({ app, texts, search, inbox }: PaletteOptions) {
    this.#app = app;
    this.#texts = texts;
    this.#search = search;
    this.#inbox = inbox;
    this.acts = {
      type: (query) => search.type(query),
      move: (step) => search.move(step),
      tab: (isBack) => void this.#tab(isBack),
      choose: (scope) => search.choose(scope),
      point: (place) => search.point(place),
      open: (place) => void this.#open(search.options[place] ?? null),
      accept: () => void this.#accept(),
      leaveChat: () => search.leaveChat(),
      toPictureUrl: (avatarId) => app.bridge.mediaUrl(avatarId),
    };
  }

  /** Whether the palette went because something was opened. */
  get hasOpened(): boolean {
    return this.#hasOpened;
  }

  /** The palette opens: nothing was opened from it yet. Returns its own undo. */
  begin(): void {
    this.#hasOpened = false;
    this.#pending = null;
  }

  /** The palette is gone, and the focus back where it was before: what was chosen acts on it. */
  async finish(): Promise<void> {
    const run = this.#pending;
    this.#pending = null;
    await tick();
    await run?.();
  }

  async #tab(isBack: boolean): Promise<void> {
    const search = this.#search;
    if (!isBack && (await search.actOnActive())) return;
    search.cycle(1);
  }

  async #accept(): Promise<void> {
    const search = this.#search;
    const step = search.older.step;
    if (step.kind === 'failed') await this.#askAgain(step);
    else if (search.look === 'failed') search.ask();
    else await this.#open(await search.accept());
  }

  #askAgain({ chat, query }: Extract<OlderStep, { kind: 'failed' }>): Promise<void> {
    return chat === null ? this.#search.older.ask(query) : this.#locate(chat, query);
  }

  async #open(option: SearchOption | null): Promise<void> {
    const search = this.#search;
    switch (option?.kind) {
      case undefined:
        return;
      case 'more':
        search.choose(option.scope);
        return;
      case 'action':
        this.#pending = option.action.run;
        search.close();
        return;
      case 'older':
        await (search.chat === null
          ? search.older.ask(search.query.trim())
          : this.#locate(search.chat, search.query.trim()));
        return;
      case 'service-chat':
        if (option.hasText) await this.#locate(this.#toChat(option.chat), search.query.trim());
        else await this.#leave(() => this.#openChat(option.chat.id));
        return;
      case 'message':
        await this.#leave(() => this.#inbox.openMessage(option.hit.chatId, option.hit.key));
        return;
      case 'chat':
        await this.#leave(() => this.#openChat(option.chat.id));
        return;
      case 'person':
        await this.#leave(() => this.#openPerson(option.hit));
    }
  }

  /** Shows the newest message of a chat with these words, which the service is asked for. */
  async #locate(chat: ServiceChat, query: string): Promise<void> {
    const found = await this.#search.older.locate(chat, query);
    if (found !== null) await this.#leave(() => this.#inbox.openMessage(found.chatId, found.key));
  }

  /** The palette goes, and something of the inbox opens. */
  async #leave(open: () => unknown): Promise<void> {
    this.#hasOpened = true;
    this.#search.close();
    // While the palette is there it holds the focus.
    await tick();
    this.#app.router.show('inbox');
    await open();
  }

  #toChat(chat: ChatView): ServiceChat {
    return { id: chat.id, title: toChatTitle(chat, this.#app.formats) };
  }

  async #openPerson({ chatId, phone, name }: PersonHit): Promise<void> {
    if (chatId === null) this.#inbox.writeTo(phone, name);
    else await this.#openChat(chatId);
  }

  async #openChat(chatId: number): Promise<void> {
    const isOpen = await this.#inbox.openById(chatId);
    const chat = this.#inbox.selection.chat;
    if (isOpen && chat !== null) this.#inbox.places.go(chat.isBlocked || chat.isUnsubscribed ? 'messages' : 'composer');
    else this.#app.toasts.show(this.#texts.text(words.chatGone), { tone: 'fault' });
  }

  #toModel(): SearchPanelModel {
    const search = this.#search;
    const { formats, clock } = this.#app;
    const texts = this.#texts;
    const { chat, target, scope, look } = search;
    const context = { texts, formats, now: clock.now, isInChat: chat !== null, query: search.query.trim() };
    const toName = (whose: ChatView): string => toChatTitle(whose, formats);
    const active = search.options[search.active];
    return {
      query: search.query,
      label: texts.text(chat === null ? words.title : words.findInChat),
      placeholder: target === null ? toPlaceholder(scope, chat, texts) : texts.text(words.placeholderTarget),
      chat: target === null ? (chat?.title ?? null) : toName(target),
      scope,
      isForActions: target !== null,
      canAct: target === null && active !== undefined && findChatId(active) !== null,
      waiting: this.#toWaiting(),
      look,
      active: search.active,
      groups: search.groups.map((group) => ({
        heading: toHeading(group.kind, texts, group.chat === undefined ? '' : toName(group.chat)),
        rows: group.options.map((option) => toSearchRow(option, context)),
      })),
      ...this.#toSentence(),
      notes: this.#listNotes(),
      spoken: this.#toSpoken(),
    };
  }

  #toWaiting(): string {
    const { step } = this.#search.older;
    return step.kind === 'asking' ? toOlderAsking(step.query, step.chat, this.#texts) : '';
  }

  #toSpoken(): string {
    const search = this.#search;
    const { step } = search.older;
    if (step.kind === 'asking') return this.#toWaiting();
    if (step.kind === 'answered') return this.#texts.text(words.serviceCount, { count: search.options.length });
    if (step.kind !== 'idle') return this.#toSentence().title;
    const { heard } = search.answers;
    const options = search.groups.flatMap((group) => group.options);
    const actions = options.filter((option) => option.kind === 'action' && option.action.isAlways !== true);
    return heard === null ? '' : toCountText(heard, actions.length, this.#texts);
  }

  #toSentence(): Pick<SearchPanelModel, 'title' | 'text'> {
    const search = this.#search;
    const { formats, clock } = this.#app;
    const texts = this.#texts;
    const { look, older } = search;
    const { answer: answered, problem } = search.answers;
    const { step } = older;
    if (step.kind === 'failed') return toOlderFailure(step.problem, texts);
    if (step.kind === 'nothing') return toOlderNothing(step.query, step.chat, texts);
    if (step.kind === 'answered') return toOlderNothing(step.query, null, texts);
    if (look === 'nothing' && answered !== null) return toNothing(answered, { texts, formats, now: clock.now });
    if (look === 'nothing') {
      const title = texts.text(words.nothingTitle, { query: search.query.trim() });
      return { title, text: texts.text(words.nothingActions) };
    }
    if (look !== 'failed' || problem === null) return { title: '', text: toHint(search.scope, search.chat, texts) };
    const why = problem.code === 'disconnected' ? words.failedLost : words.failedText;
    return { title: texts.text(words.failedTitle), text: texts.text(why) };
  }

  #listNotes(): SearchPanelModel['notes'] {
    const search = this.#search;
    const { link } = this.#app;
    const { step } = search.older;
    if (step.kind !== 'idle') {
      const hasMore = step.kind === 'answered' && step.answer.hasMore;
      return hasMore ? [{ kind: 'more', text: this.#texts.text(words.serviceMore) }] : [];
    }
    const { answer } = search.answers;
    const isKept = answer !== null && (search.look === 'found' || search.look === 'nothing');
    const some = isKept ? findOnlySome(answer, search.scope, this.#texts) : null;
    return [
      ...(some === null || search.look !== 'found' ? [] : [{ kind: 'some', text: some } as const]),
      ...(link === 'offline' && isKept ? [{ kind: 'offline', text: this.#texts.text(words.offline) } as const] : []),
    ];
  }
}
