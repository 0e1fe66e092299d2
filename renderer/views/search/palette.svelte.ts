import { tick } from 'svelte';
import { search as words } from '#renderer/lib/catalogue/search.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { SearchOption } from '#renderer/lib/search/hits.ts';
import type { SearchActs, SearchPanelModel } from '#renderer/lib/search/panel.ts';
import { toSearchRow } from '#renderer/lib/search/row.ts';
import { findOnlySome, toCountText, toHeading, toHint, toNothing, toPlaceholder } from '#renderer/lib/search/words.ts';
import type { App } from '#renderer/state/app.svelte.ts';
import type { Inbox } from '#renderer/state/inbox/inbox.svelte.ts';

interface Options {
  readonly app: App;
  readonly texts: Texts;
  readonly inbox: Inbox;
}

/** The palette on screen: what it says, and where what was found leads to. */
export class PaletteView {
  readonly #app: App;
  readonly #texts: Texts;
  readonly #inbox: Inbox;

  #hasOpened = false;

  readonly model: SearchPanelModel = $derived.by(() => this.#toModel());
  readonly acts: SearchActs;

  constructor({ app, texts, inbox }: Options) {
    this.#app = app;
    this.#texts = texts;
    this.#inbox = inbox;
    const { search } = app;
    this.acts = {
      type: (query) => search.type(query),
      move: (step) => search.move(step),
      cycle: (step) => search.cycle(step),
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

  /** The palette opens: nothing was opened from it yet. */
  begin(): void {
    this.#hasOpened = false;
  }

  async #accept(): Promise<void> {
    const { search } = this.#app;
    if (search.look === 'failed') search.ask();
    else await this.#open(await search.accept());
  }

  async #open(option: SearchOption | null): Promise<void> {
    const { search } = this.#app;
    if (option === null) return;
    if (option.kind === 'more') {
      search.choose(option.scope);
      return;
    }
    this.#hasOpened = true;
    search.close();
    // While the palette is there it holds the focus.
    await tick();
    if (option.kind === 'message') await this.#inbox.openMessage(option.hit.chatId, option.hit.key);
    else if (option.kind === 'chat') await this.#openChat(option.chat.id);
    else if (option.hit.chatId !== null) await this.#openChat(option.hit.chatId);
    else this.#inbox.writeTo(option.hit.phone, option.hit.name);
  }

  async #openChat(chatId: number): Promise<void> {
    const isOpen = await this.#inbox.openById(chatId);
    const chat = this.#inbox.selection.chat;
    if (isOpen && chat !== null) this.#inbox.places.go(chat.isBlocked || chat.isUnsubscribed ? 'messages' : 'composer');
    else this.#app.toasts.show(this.#texts.text(words.chatGone), { tone: 'fault' });
  }

  #toModel(): SearchPanelModel {
    const { search, formats, clock } = this.#app;
    const texts = this.#texts;
    const { chat, scope, look } = search;
    const context = { texts, formats, now: clock.now, isInChat: chat !== null };
    return {
      query: search.query,
      label: texts.text(chat === null ? words.title : words.findInChat),
      placeholder: toPlaceholder(scope, chat, texts),
      chat: chat?.title ?? null,
      scope,
      look,
      active: search.active,
      groups: search.groups.map(({ kind, options }) => ({
        heading: toHeading(kind, texts),
        rows: options.map((option) => toSearchRow(option, context)),
      })),
      ...this.#toSentence(),
      notes: this.#listNotes(),
      spoken: search.heard === null ? '' : toCountText(search.heard, texts),
    };
  }

  #toSentence(): Pick<SearchPanelModel, 'title' | 'text'> {
    const { search, formats, clock } = this.#app;
    const texts = this.#texts;
    const { look, answered, problem } = search;
    if (look === 'nothing' && answered !== null) return toNothing(answered, { texts, formats, now: clock.now });
    if (look !== 'failed' || problem === null) return { title: '', text: toHint(search.scope, search.chat, texts) };
    const why = problem.code === 'disconnected' ? words.failedLost : words.failedText;
    return { title: texts.text(words.failedTitle), text: texts.text(why) };
  }

  #listNotes(): SearchPanelModel['notes'] {
    const { search, link } = this.#app;
    const some = search.answered === null ? null : findOnlySome(search.answered, search.scope, this.#texts);
    const isOffline = link === 'offline' && (search.look === 'found' || search.look === 'nothing');
    return [
      ...(some === null || search.look !== 'found' ? [] : [{ kind: 'some', text: some } as const]),
      ...(isOffline ? [{ kind: 'offline', text: this.#texts.text(words.offline) } as const] : []),
    ];
  }
}
