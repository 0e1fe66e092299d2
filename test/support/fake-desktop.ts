/** The desktop of the main in memory: what it can do, and what the user answers it. */
import type {
  ContractError,
  DesktopView,
  EventName,
  EventPayload,
  HostInfo,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';

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
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  change(changes: Partial<DesktopView>): DesktopView {
    this.view = { ...this.view, ...changes };
    this.#emit('desktop.changed', { desktop: this.view });
    return this.view;
  }

  readonly handlers: Handlers = {
    'host.getInfo': () => this.info ?? missing,
    'desktop.get': () => this.view,
    'desktop.set': (wishes) => this.#set(wishes),
    'desktop.askPermission': () => this.change({ notifications: this.answer }),
    'desktop.takeTarget': () => ({ target: null }),
    'notifications.list': () => ({ items: [] }),
    'notifications.test': () => ({ isShown: this.takesNotifications }),
  };

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
