/**
 * Everything that outlives a screen, made once by `main.ts`. Screens reach it by `useApp()`:
 *
 *   const app = useApp();
 *   const list = new ChatList(app.bridge);   // a screen's own state takes the bridge in its constructor
 *   app.toasts.show(texts.text(…));  app.clock.now;  app.counts.counts?.unread;  app.settings.view.enterSends
 */
import { getContext, setContext } from 'svelte';
import type { RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import { data } from '#renderer/lib/words/data.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { Formats } from '#renderer/lib/format.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { toLinkState } from '#shared/domain/link-state.ts';
import { AppAnnouncer } from './app-announcer.svelte.ts';
import { AppClock } from './app-clock.svelte.ts';
import { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import { Commands } from './commands.svelte.ts';
import { Connection } from './connection.svelte.ts';
import { DesktopFacts } from './desktop-facts.svelte.ts';
import { HostFacts } from './host-facts.svelte.ts';
import { ImportEndings } from '#renderer/data/import-endings.ts';
import { tellImportEnded } from './import-news.ts';
import type { UnsentTexts, UnsentTextStorage } from '#renderer/data/unsent-texts.svelte.ts';
import { Keys } from './keys.svelte.ts';
import { LeftRows } from './left-rows.ts';
import { Overlays } from './overlays.svelte.ts';
import { PeopleUndo } from './people-undo.svelte.ts';
import { NotificationOffer } from './notification-offer.svelte.ts';
import { OutsideTargets, type GivenMessage } from './outside-targets.svelte.ts';
import { PageNotifications } from './page-notifications.svelte.ts';
import { PagePermission } from './page-permission.svelte.ts';
import { Outbox } from '#renderer/data/outbox.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { Router, type AddressBar } from './router.svelte.ts';
import { toCommandPage } from './routes.ts';
import { Session } from './session.svelte.ts';
import { AccountActions } from './account-actions.svelte.ts';
import { FullCheck } from '#renderer/data/full-check.svelte.ts';
import { Settings } from './settings.svelte.ts';
import { SyncStatus } from '#renderer/data/sync-status.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { Updates } from './updates.svelte.ts';

const APP = Symbol('app');

/** What the page gives the app; null where it has none. */
interface AppPage {
  /** Where texts are kept that main has not taken. */
  readonly unsentTextStorage?: UnsentTextStorage | null;
  /** Where screens keep things of one account. */
  readonly openStorage?: (() => Storage) | null;
  readonly addressBar?: AddressBar | null;
}

/** A text that is written to be scheduled, not sent. `day`, as `2026-11-30`: the one it was begun for; null: none was chosen. */
export interface TextForLater {
  readonly day: string | null;
}

export class App {
  readonly bridge: SwitchboardBridge;
  readonly connection: Connection;
  readonly session: Session;
  readonly settings: Settings;
  readonly host: HostFacts;
  readonly desktop: DesktopFacts;
  readonly updates: Updates;
  readonly sync: SyncStatus;
  readonly counts: AppCounts;
  readonly outbox: Outbox;
  readonly keys: Keys;
  readonly commands = new Commands();
  /** Everything that lies over the window, and two of those that any screen may open. */
  readonly overlays = new Overlays();
  readonly guide = this.overlays.create();
  /** What waits in the outbox, with the names as they are now. */
  readonly waitingList = this.overlays.create({ onopen: () => void this.outbox.refresh() });
  readonly router: Router;
  readonly leftRows = new LeftRows();
  readonly outsideTargets: OutsideTargets;
  /** Whether this page may show notifications, where it is the page that shows them. */
  readonly pagePermission = new PagePermission();
  readonly pageNotifications: PageNotifications;
  readonly notificationOffer: NotificationOffer;
  readonly accounts: AccountActions;
  readonly fullCheck: FullCheck;
  readonly toasts = new Toasts();
  readonly clock = new AppClock();
  readonly announcer = new AppAnnouncer();
  readonly requestIds = new RequestIds(() => this.session.identity);
  /** What was done to contacts and lists, while it can be taken back. */
  readonly peopleUndo: PeopleUndo;
  /** Times and money as the account of the moment wants them. */
  readonly formats: Formats;
  readonly link: LinkState;
  readonly unsentTextStorage: UnsentTextStorage | null;
  /** The texts of the inbox on screen that main has not taken; null where there is no inbox. */
  unsent = $state.raw<{ readonly texts: UnsentTexts; readonly open: (phone: string) => void } | null>(null);

  /** Files that were dropped on another screen, for the import to take. */
  filesToImport = $state.raw<readonly File[]>([]);
  /** The list that the next file is imported into, chosen on another screen; null: none. */
  listToImportInto: number | null = null;
  /** A text that another screen gives to the new message; '': none. */
  textToWrite = '';
  /** Another screen begins a text to be scheduled; null: none. */
  textToSchedule: TextForLater | null = null;
  /** What a link outside the page gives to the new message; null: nothing. */
  messageToWrite: GivenMessage | null = null;

  #activity: RequestInput<'host.setActivity'> | null = null;
  readonly #stopRetelling: () => void;
  readonly #importEndings: ImportEndings;

  constructor(
    bridge: SwitchboardBridge,
    texts: Translator,
    { unsentTextStorage = null, openStorage = null, addressBar = null }: AppPage = {},
  ) {
    this.bridge = bridge;
    this.unsentTextStorage = unsentTextStorage;
    this.#stopRetelling = bridge.onResync(() => {
      if (this.#activity !== null) this.tellActivity(this.#activity);
    });
    this.connection = new Connection(bridge);
    this.session = new Session(bridge);
    this.settings = new Settings(bridge);
    this.host = new HostFacts(bridge);
    this.desktop = new DesktopFacts(bridge);
    this.updates = new Updates(bridge);
    this.sync = new SyncStatus(bridge);
    this.counts = new AppCounts(bridge);
    this.outbox = new Outbox(bridge);
    this.keys = new Keys({
      settings: () => this.settings.view,
      findPage: () => toCommandPage(this.router.route),
      userAgent: navigator.userAgent,
    });
    this.router = new Router({
      addressBar,
      readAccount: () => this.session.identity,
      onpop: () => this.overlays.closeAll(),
    });
    this.outsideTargets = new OutsideTargets(bridge, {
      ...{ session: this.session, router: this.router, overlays: this.overlays, toasts: this.toasts, texts },
      write: (message) => (this.messageToWrite = message),
    });
    this.pageNotifications = new PageNotifications(bridge, {
      ...{ desktop: this.desktop, permission: this.pagePermission, session: this.session, router: this.router },
      targets: this.outsideTargets,
      openStorage,
    });
    this.notificationOffer = new NotificationOffer(bridge, {
      ...{ desktop: this.desktop, permission: this.pagePermission, settings: this.settings, openStorage },
    });
    this.peopleUndo = new PeopleUndo(bridge, {
      toasts: this.toasts,
      ids: this.requestIds,
      texts,
    });
    this.accounts = new AccountActions(bridge, {
      ...{ session: this.session, toasts: this.toasts, texts, overlays: this.overlays, openStorage },
      countWaiting: () => {
        const { waiting = 0, actions = 0 } = this.outbox.view?.counts ?? {};
        return { waiting: waiting + (this.unsent?.texts.shown.length ?? 0), actions };
      },
    });
    this.fullCheck = new FullCheck(bridge, (outcome) =>
      this.toasts.show(texts.text(outcome === 'done' ? data.checkDone : data.checkStopped)),
    );
    this.#importEndings = new ImportEndings(bridge, {
      readAccount: () => this.session.identity,
      tell: (run) => tellImportEnded(run, { router: this.router, toasts: this.toasts, texts }),
    });
    this.link = $derived(
      toLinkState(this.sync.view, {
        isConnected: this.connection.isConnected,
        isKeyNeeded: this.session.isKeyNeeded,
        isKeyMissing: this.session.view?.isKeyMissing ?? false,
        now: this.clock.now,
      }),
    );
    this.formats = $derived.by(() => {
      const account = this.session.view?.account ?? null;
      return new Formats(texts, {
        timeFormat: account?.timeFormat ?? null,
        currency: account?.balance?.currency ?? null,
      });
    });
  }

  /** Says whether the user is looking: decides how often main asks the service. */
  tellActivity(activity: RequestInput<'host.setActivity'>): void {
    this.#activity = activity;
    void this.bridge.request('host.setActivity', activity);
  }

  /** First questions to main. */
  async start(): Promise<void> {
    const { session, settings, host, desktop, updates, sync, counts, outbox } = this;
    await Promise.all([session, settings, host, desktop, updates, sync, counts, outbox].map((part) => part.refresh()));
  }

  dispose(): void {
    this.#stopRetelling();
    this.#importEndings.dispose();
    this.outsideTargets.dispose();
    this.pageNotifications.dispose();
    this.notificationOffer.dispose();
    this.pagePermission.dispose();
    this.router.dispose();
    this.fullCheck.dispose();
    this.peopleUndo.dispose();
    const { connection, session, settings, host, desktop, updates, sync, counts, outbox } = this;
    for (const part of [connection, session, settings, host, desktop, updates, sync, counts, outbox]) part.dispose();
    for (const part of [this.toasts, this.clock, this.announcer]) part.dispose();
  }
}

/** Gives everything below this component the app. */
export function provideApp(app: App): void {
  setContext(APP, app);
}

/** The app. Call while a component is created. */
export function useApp(): App {
  return getContext<App>(APP);
}
