import type { ChatView, ContractError, SearchResult, SwitchboardBridge } from '#shared/contract/index.ts';
import {
  toChatGroups,
  toGroups,
  type SearchGroup,
  type SearchOption,
  type SearchScope,
} from '#renderer/lib/search/hits.ts';
import type { Answer, Question, SearchChat, SearchLook, SearchStart } from '#renderer/lib/search/question.ts';

const LIMITS = { all: 8, people: 60, messages: 60 } as const;
const RECENT_CHATS = 7;
/** A count is spoken when nothing was typed or answered for this long. */
const QUIET_MS = 700;
const MAX_QUERY = 200;
const SCOPES = ['all', 'people', 'messages'] as const;

/**
 * The palette: what is searched for, where, and what was found. Outlives screens; what it finds belongs to the account.
 *
 * SEARCH-UI-1 One question is on its way at a time and the newest goes next: a late answer never replaces a newer one.
 * SEARCH-UI-2 What was found stays until the next answer; nothing is said not to be there before the answer says so.
 * SEARCH-UI-3 Enter acts on the answer to what was typed, never on an older one.
 */
export class Search {
  #isOpen = $state(false);
  #query = $state('');
  #scope = $state<SearchScope>('all');
  #chat = $state.raw<SearchChat | null>(null);
  #answer = $state.raw<Answer | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #recent = $state.raw<readonly ChatView[]>([]);
  #activeKey = $state<string | null>(null);
  #heard = $state.raw<Answer | null>(null);
  #next: Question | null = null;
  #running: Promise<void> | null = null;
  #visit = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #bridge: SwitchboardBridge;
  readonly #stop: () => void;

  readonly groups: readonly SearchGroup[] = $derived.by(() => this.#group());
  readonly options: readonly SearchOption[] = $derived(this.groups.flatMap(({ options }) => options));
  /** Place of the option that Enter opens; -1 where there is none. */
  readonly active: number = $derived.by(() => {
    const place = this.options.findIndex(({ key }) => key === this.#activeKey);
    return place === -1 ? Math.min(0, this.options.length - 1) : place;
  });
  readonly look: SearchLook = $derived.by(() => this.#findLook());

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#stop = bridge.onResync(() => {
      if (this.#isOpen) this.ask();
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
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
  /** What the answer on screen was asked; null before the first. */
  get answered(): Answer | null {
    return this.#answer;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** The answer whose count is spoken: the one at which typing came to rest, not every one. */
  get heard(): Answer | null {
    return this.#heard;
  }

  /** Opens over the window, or turns to another place while it is open. In the same chat as last time the words stay. */
  open({ scope, chat }: SearchStart): void {
    const keepsWords = this.#isOpen || (chat !== null && chat.id === this.#chat?.id);
    if (!keepsWords) this.#forget();
    if (chat?.id !== this.#chat?.id) this.#answer = null;
    this.#isOpen = true;
    this.#chat = chat;
    this.#scope = chat === null ? scope : 'messages';
    this.#activeKey = null;
    void this.#readRecent();
    this.ask();
  }

  close(): void {
    this.#isOpen = false;
    this.#next = null;
    this.#stopTimer();
  }

  /** Another account, or none: nothing of what was found stays. */
  reset(): void {
    this.close();
    this.#forget();
    this.#chat = null;
    this.#recent = [];
  }

  type(query: string): void {
    this.#query = query.slice(0, MAX_QUERY);
    this.#activeKey = null;
    this.ask();
  }

  choose(scope: SearchScope): void {
    if (this.#chat !== null || scope === this.#scope) return;
    this.#scope = scope;
    this.#activeKey = null;
    this.ask();
  }

  /** The next segment, round the ends; in one chat there is but one. */
  cycle(step: 1 | -1): void {
    const place = SCOPES.indexOf(this.#scope) + step + SCOPES.length;
    this.choose(SCOPES[place % SCOPES.length] ?? 'all');
  }

  /** Searches everywhere rather than in one chat. */
  leaveChat(): void {
    this.open({ scope: 'all', chat: null });
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
    while (this.#running !== null) await this.#running;
    if (!this.#isOpen || query !== this.#query) return null;
    return this.options[this.active] ?? null;
  }

  /** Asks what stands there, also once more after a failure. */
  ask(): void {
    this.#stopTimer();
    const query = this.#query.trim();
    if (query === '') {
      this.#next = null;
      this.#answer = null;
      this.#heard = null;
      this.#problem = null;
      return;
    }
    this.#next = { query, scope: this.#scope, chatId: this.#chat?.id ?? null };
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  dispose(): void {
    this.#stop();
    this.reset();
  }

  async #run(): Promise<void> {
    for (let question = this.#next; question !== null; question = this.#next) {
      this.#next = null;
      const visit = this.#visit;
      const limit = LIMITS[question.scope];
      const reply = await this.#bridge.request('search.find', { ...question, limit });
      if (visit === this.#visit && this.#isWanted(question)) this.#take(question, reply.ok ? reply.value : reply.error);
    }
    this.#speakLater();
  }

  /** Whether words are still looked for in that place. */
  #isWanted({ scope, chatId }: Question): boolean {
    const isSamePlace = scope === this.#scope && chatId === (this.#chat?.id ?? null);
    return this.#isOpen && this.#query.trim() !== '' && isSamePlace;
  }

  #take(question: Question, answer: SearchResult | ContractError): void {
    if ('code' in answer) {
      // Where the next question is on its way already, its answer will tell.
      if (this.#next === null) this.#problem = answer;
      return;
    }
    this.#problem = null;
    this.#answer = { ...question, result: answer };
  }

  async #readRecent(): Promise<void> {
    const visit = this.#visit;
    const input = { filter: 'open', offset: 0, limit: RECENT_CHATS, todayAt: 0, yesterdayAt: 0 } as const;
    const reply = await this.#bridge.request('chats.list', input);
    if (reply.ok && visit === this.#visit) this.#recent = reply.value.rows;
  }

  #group(): readonly SearchGroup[] {
    if (this.#problem !== null) return [];
    if (this.#answer !== null) return toGroups(this.#answer.result, this.#scope);
    const isAtStart = this.#query.trim() === '' && this.#scope !== 'messages';
    return isAtStart ? toChatGroups(this.#recent) : [];
  }

  #findLook(): SearchLook {
    if (this.#query.trim() === '') return this.options.length === 0 ? 'hint' : 'recent';
    if (this.#problem !== null) return 'failed';
    if (this.#answer === null) return 'waiting';
    if (this.options.length > 0) return 'found';
    return this.#answer.scope === this.#scope ? 'nothing' : 'waiting';
  }

  #forget(): void {
    this.#visit += 1;
    this.#query = '';
    this.#answer = null;
    this.#heard = null;
    this.#problem = null;
  }

  #speakLater(): void {
    this.#stopTimer();
    this.#timer = setTimeout(() => (this.#heard = this.#answer), QUIET_MS);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
