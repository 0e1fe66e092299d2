import {
  isSameRoute,
  parseRoute,
  printRoute,
  STARTS,
  toScreen,
  type ContactsRoute,
  type ImportRoute,
  type InboxRoute,
  type Route,
  type ScheduledRoute,
  type ScreenId,
} from './routes.ts';

/** The browser's history and address, as far as the router needs them. */
export interface AddressBar {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  readonly location: Pick<Location, 'hash'>;
  readonly addEventListener: (type: 'popstate', listener: () => void) => void;
  readonly removeEventListener: (type: 'popstate', listener: () => void) => void;
}

/** What the history keeps beside an address: its place in the order, and whose it is; null: anybody's. */
interface Entry {
  readonly index: number;
  readonly account: string | null;
}

interface RouterOptions {
  /** Null: there is no address, as in tests. */
  readonly addressBar: AddressBar | null;
  /** Tells accounts apart; reads runes. */
  readonly readAccount: () => string;
  /** Back or forward leads elsewhere. */
  readonly onpop?: () => void;
}

/**
 * Where the user is, and the address that says so. A reload keeps it, and Back and forward walk it. An address of another
 * account means where the inbox begins.
 *
 * `go` and Back ask a screen to lead somewhere: the screen follows `visits`. `record` is the other way round: the user is
 * there already, and the address follows.
 */
export class Router {
  #route = $state.raw<Route>(STARTS.inbox);
  #entry = $state.raw<Entry>({ index: 0, account: null });
  /** The place of the newest entry; null after a reload, when only the browser knows it. */
  #lastIndex = $state<number | null>(0);
  #visits = $state(0);
  #isReturn = true;
  /** The place on another screen that `go` led from; null: the user walked on since. */
  #cameFrom: Route | null = null;
  #screenBefore: ScreenId = 'inbox';
  #lastOfInbox: InboxRoute = STARTS.inbox;
  #lastOfContacts: ContactsRoute = STARTS.contacts;
  /** Without the text that was open. */
  #lastOfScheduled: ScheduledRoute = STARTS.scheduled;
  /** Where the user is with the file that is being prepared. */
  #lastOfImport: ImportRoute = STARTS.import;
  readonly #options: RouterOptions;
  readonly #pop = (): void => this.#arrive();

  constructor(options: RouterOptions) {
    this.#options = options;
    const bar = options.addressBar;
    if (bar === null) return;
    this.#route = parseRoute(bar.location.hash);
    this.#remember(this.#route);
    const entry = findEntry(bar.history.state);
    if (entry !== null) {
      this.#entry = entry;
      this.#lastIndex = null;
    }
    bar.addEventListener('popstate', this.#pop);
  }

  /** Reads runes. */
  get route(): Route {
    return this.#isOfAccount ? this.#route : STARTS.inbox;
  }

  /** Reads runes. */
  get screen(): ScreenId {
    return toScreen(this.route);
  }

  /** Counts how often a screen was asked to lead somewhere; reads runes. */
  get visits(): number {
    return this.#visits;
  }

  /** Whether the user came here by Back, forward or a reload: the focus stays where it is then. */
  get isReturn(): boolean {
    return this.#isReturn;
  }

  /** The screen that the user left for the one on screen. */
  get screenBefore(): ScreenId {
    return this.#screenBefore;
  }

  get canGoBack(): boolean {
    return this.#entry.index > 0;
  }

  get canGoForward(): boolean {
    return this.#lastIndex === null || this.#entry.index < this.#lastIndex;
  }

  /** Leads somewhere, with a new entry in the history unless the user is there already. */
  go(route: Route): void {
    this.#isReturn = false;
    if (!isSameRoute(route, this.route)) {
      this.#cameFrom = toScreen(route) === this.screen ? null : this.route;
      this.#write(route, 'push');
    }
    this.#visits += 1;
  }

  /** Leads back to the place on another screen that `go` led from, in place of this one; false where there is none. */
  returnToScreen(): boolean {
    const route = this.#cameFrom;
    if (route === null) return false;
    this.#cameFrom = null;
    this.#isReturn = true;
    this.#write(route, 'replace');
    this.#visits += 1;
    return true;
  }

  /**
   * Shows a screen: inbox, contacts, scheduled texts and the file to import where the user left them; another one where it
   * begins. Nothing where it is on screen.
   */
  show(screen: ScreenId): void {
    if (screen === this.screen) return;
    this.#isReturn = false;
    this.#cameFrom = null;
    const last = {
      ...STARTS,
      ...{ inbox: this.#lastOfInbox, contacts: this.#lastOfContacts },
      ...{ scheduled: this.#lastOfScheduled, import: this.#lastOfImport },
    };
    this.#write((this.#isOfAccount ? last : STARTS)[screen], 'push');
  }

  /** Leads to a chat, or to one of its messages, beside the list that the inbox shows. */
  openChat(chatId: number, key: string | null): void {
    const { list } = this.#isOfAccount ? this.#lastOfInbox : STARTS.inbox;
    this.go(key === null ? { kind: 'chat', list, chatId } : { kind: 'message', list, chatId, key });
  }

  /** Leads to the new message, beside the list that the inbox shows. */
  openNewMessage(): void {
    const { list } = this.#isOfAccount ? this.#lastOfInbox : STARTS.inbox;
    this.go({ kind: 'new-message', list });
  }

  /** The user is there: `replace` where they walk on, so that Back leads to where they came from. */
  record(route: Route, how: 'push' | 'replace'): void {
    if (this.#isOwned && isSameRoute(route, this.route)) return;
    // Behind another screen the inbox may change as well.
    if (toScreen(route) !== this.screen && 'list' in route) {
      this.#lastOfInbox = route;
      return;
    }
    if (route.kind !== this.route.kind) this.#cameFrom = null;
    this.#write(route, how);
  }

  /** The account on screen takes the address over, at the start and after another account. */
  claim(): void {
    if (!this.#isOfAccount) {
      this.#lastOfInbox = STARTS.inbox;
      this.#lastOfContacts = STARTS.contacts;
      this.#lastOfScheduled = STARTS.scheduled;
      this.#lastOfImport = STARTS.import;
    }
    if (!this.#isOwned) this.#write(this.route, 'replace');
  }

  back(): void {
    this.#options.addressBar?.history.go(-1);
  }

  forward(): void {
    this.#options.addressBar?.history.go(1);
  }

  dispose(): void {
    this.#options.addressBar?.removeEventListener('popstate', this.#pop);
  }

  get #isOwned(): boolean {
    return this.#entry.account === this.#options.readAccount();
  }

  get #isOfAccount(): boolean {
    return this.#entry.account === null || this.#isOwned;
  }

  #write(route: Route, how: 'push' | 'replace'): void {
    const index = this.#entry.index + (how === 'push' ? 1 : 0);
    this.#set(route, { index, account: this.#options.readAccount() });
    if (how === 'push') this.#lastIndex = index;
    const bar = this.#options.addressBar;
    if (bar === null) return;
    const isStart = bar.location.hash === '' && isSameRoute(route, STARTS.inbox);
    const address = isStart ? undefined : printRoute(route);
    if (how === 'push') bar.history.pushState({ ...this.#entry }, '', address);
    else bar.history.replaceState({ ...this.#entry }, '', address);
  }

  #set(route: Route, entry: Entry): void {
    const [before, next] = [toScreen(this.#route), toScreen(route)];
    if (before !== next) this.#screenBefore = before;
    this.#route = route;
    this.#entry = entry;
    this.#remember(route);
  }

  #remember(route: Route): void {
    if ('list' in route) this.#lastOfInbox = route;
    if (route.kind === 'contacts') this.#lastOfContacts = route;
    if (route.kind === 'scheduled') this.#lastOfScheduled = { ...route, scheduleKey: null };
    if (route.kind === 'import' && route.importId === null) this.#lastOfImport = route;
  }

  /** Back, forward, or an address that the user typed. */
  #arrive(): void {
    const bar = this.#options.addressBar;
    if (bar === null) return;
    const before = { route: this.route, index: this.#entry.index };
    const entry = findEntry(bar.history.state);
    this.#set(parseRoute(bar.location.hash), entry ?? { index: before.index + 1, account: null });
    if (entry === null) this.#lastIndex = this.#entry.index;
    this.claim();
    this.#isReturn = true;
    this.#cameFrom = null;
    this.#options.onpop?.();
    this.#visits += 1;
    // Two entries in a row may say the same after one was replaced: the user sees no step there.
    const step = Math.sign(this.#entry.index - before.index);
    const canGoOn = step === -1 ? this.canGoBack : step === 1 && this.#lastIndex !== null && this.canGoForward;
    if (canGoOn && isSameRoute(before.route, this.#route)) bar.history.go(step);
  }
}

/** Null where the address was typed, or another page left it. */
function findEntry(state: unknown): Entry | null {
  if (typeof state !== 'object' || state === null || !('index' in state) || !('account' in state)) return null;
  const { index, account } = state;
  if (typeof index !== 'number' || (account !== null && typeof account !== 'string')) return null;
  return { index, account };
}
