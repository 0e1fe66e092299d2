import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { ActionSource } from '#renderer/lib/actions.ts';
import type { Overlay, Overlays } from '#renderer/app/overlays.svelte.ts';
import { findChatId, toAskedScope, type SearchGroup, type SearchOption, type SearchScope } from './hits.ts';
import { findPaletteView, toPaletteGroups, type PaletteState } from './palette.ts';
import type { Answer, Question, SearchChat, PaletteViewKind, SearchStart } from './question.ts';
import { SearchAnswers } from './search-answers.svelte.ts';
import { OlderSearch } from './search-older.svelte.ts';
import { RecentChats } from './search-recent.svelte.ts';

const MAX_QUERY = 200;
const SEGMENTS: readonly SearchScope[] = ['all', 'chats', 'people', 'actions'];

/**
 * The palette: what is searched for, where, and what was found. Belongs to the inbox of one account.
 *
 * SEARCH-UI-1 One question is on its way at a time and the newest goes next: a late answer never replaces a newer one.
 * SEARCH-UI-2 What was found stays until the next answer; nothing is said not to be there before the answer says so.
 * SEARCH-UI-3 Enter and Tab act on the answer to what was typed, never on an older one.
 */
export class Search {
  #query = $state('');
  #scope = $state<SearchScope>('all');
  #chat = $state.raw<SearchChat | null>(null);
  #activeKey = $state<string | null>(null);
  #source = $state.raw<ActionSource | null>(null);
  #found = $state.raw<ChatView | null>(null);
  #target = $state.raw<ChatView | null>(null);
  #wordsBefore = '';
  readonly #bridge: SwitchboardBridge;
  readonly #overlay: Overlay;
  readonly #stop: () => void;
  readonly answers: SearchAnswers;
  readonly #recent: RecentChats;
  readonly older: OlderSearch;

  readonly groups: readonly SearchGroup[] = $derived.by(() => toPaletteGroups(this.#toState()));
  readonly options: readonly SearchOption[] = $derived(this.groups.flatMap(({ options }) => options));
  /** Place of the option that Enter opens; -1 where there is none. */
  readonly active: number = $derived.by(() => {
    const place = this.options.findIndex(({ key }) => key === this.#activeKey);
    return place === -1 ? Math.min(0, this.options.length - 1) : place;
  });
  readonly look: PaletteViewKind = $derived.by(() => findPaletteView(this.#toState(), this.groups));

  constructor(bridge: SwitchboardBridge, overlays: Overlays) {
    this.#bridge = bridge;
    this.#overlay = overlays.create({ onclose: () => this.#stopAsking() });
    this.#recent = new RecentChats(bridge);
    this.older = new OlderSearch(bridge);
    this.answers = new SearchAnswers(bridge, {
      isWanted: (question) => this.#isWanted(question),
      onAnswer: (answer) => void this.#readFound(answer),
    });
    this.#stop = bridge.onResync(() => {
      if (this.isOpen) this.ask();
    });
  }

  get isOpen(): boolean {
    return this.#overlay.isOpen;
  }
  get query(): string {
    return this.#query;
  }
  get scope(): SearchScope {
    return this.#scope;
  }
  get chat(): SearchChat | null {
    return this.#chat;
  }
  /** The chat whose actions alone are shown; null for none. */
  get target(): ChatView | null {
    return this.#target;
  }

  /** Opens over the window, or turns to another place while it is open. In the same chat as last time the words stay. */
  open({ scope, chat }: SearchStart): void {
    const keepsWords = this.isOpen || (chat !== null && chat.id === this.#chat?.id);
    if (!keepsWords) this.#forget();
    if (chat?.id !== this.#chat?.id) this.answers.dropAnswer();
    this.#overlay.open();
    this.#turn();
    this.#chat = chat;
    this.#scope = chat === null ? scope : 'messages';
    this.#activeKey = null;
    void this.#recent.refresh();
    this.ask();
  }

  close(): void {
    this.#overlay.close();
  }

  type(query: string): void {
    this.#query = query.slice(0, MAX_QUERY);
    this.#activeKey = null;
    this.older.reset();
    this.ask();
  }

  choose(scope: SearchScope): void {
    const wasAway = this.older.reset();
    if (this.#chat !== null || (scope === this.#scope && !wasAway)) return;
    this.#target = null;
    this.#scope = scope;
    this.#activeKey = null;
    this.ask();
  }

  /** The next segment, round the ends; in one chat there is but one. */
  cycle(step: 1 | -1): void {
    const place = SEGMENTS.indexOf(this.#scope) + step + SEGMENTS.length;
    this.choose(SEGMENTS[place % SEGMENTS.length] ?? 'all');
  }

  /** Searches everywhere rather than in one chat; from the actions of one chat, back to what was found. */
  leaveChat(): void {
    if (this.#target === null) this.open({ scope: 'all', chat: null });
    else this.#showActions(null, this.#wordsBefore);
  }

  /** What can be done, beside what is found. Returns its own undo. */
  offer(source: ActionSource): () => void {
    this.#source = source;
    return () => {
      if (this.#source === source) this.#source = null;
    };
  }

  /** Shows the actions of the chat of the line that Enter would open; false where it has none, and typing did not go on. */
  async actOnActive(): Promise<boolean> {
    const query = this.#query;
    const option = this.#target === null ? await this.accept() : null;
    const chat = await this.#find(option && findChatId(option));
    if (query !== this.#query || !this.isOpen) return true;
    if (chat === null) return false;
    this.#wordsBefore = query;
    this.#showActions(chat, '');
    return true;
  }

  /** Moves through what was found, round the ends. */
  move(step: 1 | -1): void {
    const count = this.options.length;
    if (count > 0) this.point((this.active + step + count) % count);
  }

  point(place: number): void {
    this.#activeKey = this.options[place]?.key ?? null;
  }

  /** What Enter opens, once the answer to what was typed is here; null where that is nothing, or typing went on. */
  async accept(): Promise<SearchOption | null> {
    const query = this.#query;
    await this.answers.settle();
    if (!this.isOpen || query !== this.#query) return null;
    return this.options[this.active] ?? null;
  }

  /** Asks what stands there, also once more after a failure. */
  ask(): void {
    const query = this.#query.trim();
    if (query !== '' && toAskedScope(this.#scope) !== null && this.#target === null) {
      this.answers.ask({ query, scope: this.#scope, chatId: this.#chat?.id ?? null });
      return;
    }
    this.answers.clear();
    this.#found = null;
  }

  /** Another account, or none: nothing of what was found stays. */
  dispose(): void {
    this.#stop();
    this.close();
    this.#forget();
    this.#chat = null;
    this.#recent.forget();
  }

  /** Whether words are still looked for in that place. */
  #isWanted({ scope, chatId }: Question): boolean {
    return this.isOpen && this.#query.trim() !== '' && scope === this.#scope && chatId === (this.#chat?.id ?? null);
  }

  /** Who was found first is who the actions are for. */
  async #readFound(answer: Answer): Promise<void> {
    const chat = await this.#find(this.#source && (answer.result.people[0]?.chatId ?? null));
    if (answer === this.answers.answer) this.#found = chat;
  }

  async #find(chatId: number | null): Promise<ChatView | null> {
    const reply = chatId === null ? null : await this.#bridge.request('chats.find', { chatId, phone: null });
    return reply?.ok === true ? reply.value : null;
  }

  #toState(): PaletteState {
    return {
      query: this.#query.trim(),
      scope: this.#scope,
      isInChat: this.#chat !== null,
      recent: this.#recent.list,
      answer: this.answers.answer,
      problem: this.answers.problem,
      source: this.#source,
      found: this.#found,
      target: this.#target,
      older: this.older.step.kind,
      olderGroups: this.older.groups,
    };
  }

  #showActions(target: ChatView | null, query: string): void {
    this.older.reset();
    this.#target = target;
    this.#query = query;
    this.#activeKey = null;
    this.ask();
  }

  #stopAsking(): void {
    this.#turn();
    this.answers.stop();
  }

  /** What lay over what was found is gone. */
  #turn(): void {
    this.#target = null;
    this.older.reset();
  }

  #forget(): void {
    this.#query = '';
    this.#found = null;
    this.answers.forget();
  }
}
