/** The desktop of the main in memory: what it can do, and what the user answers it. */
import type {
  ContractError,
  DesktopView,
  EventName,
  EventPayload,
  HostInfo,
  NotificationView,
  RequestInput,
  RequestName,
  RequestOutput,
  Target,
  UpdatesView,
} from '#shared/contract/index.ts';
import type { MenuCommand, MenuPlace } from '#shared/domain/desktop-menu.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

export class FakeDesktop {
  view: DesktopView = {
    notifications: 'allowed',
    hasReply: true,
    hasTray: true,
    hasBadge: true,
    startsAtLogin: false,
    opensLinks: { sms: false, tel: false },
  };
  /** The computer; null: main does not say. */
  info: HostInfo | null = null;
  /** What the user says when the desktop asks. */
  answer: DesktopView['notifications'] = 'allowed';
  /** Whether the desktop takes a notification. */
  takesNotifications = true;
  /** Where the user was led outside the page, until a page took it. */
  target: Target | null = null;
  /** Those that stand now. */
  notifications: readonly NotificationView[] = [];
  /** What is known of newer versions. */
  updates: UpdatesView = {
    ...{ state: 'absent', version: null, percent: 0, notes: '', checkedAt: null, fault: null },
    ...{ isRestartWanted: false, waitsFor: [] },
  };
  /** What the menus show, and where they were opened. */
  menu: readonly MenuCommand[] = [];
  readonly menuPlaces: MenuPlace[] = [];
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  change(changes: Partial<DesktopView>): DesktopView {
    this.view = { ...this.view, ...changes };
    this.#emit('desktop.changed', { desktop: this.view });
    return this.view;
  }

  /** Others stand now. */
  notify(notifications: readonly NotificationView[]): void {
    this.notifications = notifications;
    this.#emit('notifications.changed', {});
  }

  tellUpdates(changes: Partial<UpdatesView>): UpdatesView {
    this.updates = { ...this.updates, ...changes };
    this.#emit('updates.changed', { updates: this.updates });
    return this.updates;
  }

  /** The user chose a command in a menu, where it can be done. */
  chooseCommand(command: MenuCommand['id']): void {
    const isOffered = this.menu.some(({ id, canRun }) => id === command && canRun);
    if (!isOffered) throw new Error(`The menu does not offer ${command}`);
    this.#emit('desktop.commandChosen', { command });
  }

  /** The user did something outside the page. */
  leadTo(target: Target): void {
    this.target = target;
    this.#emit('desktop.targetChanged', {});
  }

  readonly handlers: Handlers = {
    'host.getInfo': () => this.info ?? missing,
    'desktop.get': () => this.view,
    'desktop.set': (wishes) => this.#set(wishes),
    'desktop.askPermission': () => this.change({ notifications: this.answer }),
    'desktop.takeTarget': () => this.#take(),
    'desktop.setMenu': ({ commands }) => {
      this.menu = commands;
      return {};
    },
    'desktop.showMenu': (place) => {
      this.menuPlaces.push(place);
      return {};
    },
    'updates.get': () => this.updates,
    'updates.check': () => this.tellUpdates({ state: 'idle', fault: null, checkedAt: Date.now() }),
    'updates.restart': ({ isWanted }) => this.tellUpdates({ isRestartWanted: isWanted }),
    'notifications.list': () => ({ items: [...this.notifications] }),
    'notifications.test': () => ({ isShown: this.takesNotifications }),
  };

  #take(): { readonly target: Target | null } {
    const { target } = this;
    this.target = null;
    return { target };
  }

  #set({ startsAtLogin, opensSms, opensTel }: RequestInput<'desktop.set'>): DesktopView | ContractError {
    const { view } = this;
    const wantsLinks = opensSms !== undefined || opensTel !== undefined;
    if ((startsAtLogin !== undefined && view.startsAtLogin === null) || (wantsLinks && view.opensLinks === null)) {
      return missing;
    }
    return this.change({
      startsAtLogin: startsAtLogin ?? view.startsAtLogin,
      opensLinks: view.opensLinks && { sms: opensSms ?? view.opensLinks.sms, tel: opensTel ?? view.opensLinks.tel },
    });
  }
}
