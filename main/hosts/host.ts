import type {
  BadgeView,
  DesktopAct,
  DesktopFacts,
  LinkScheme,
  NotificationContent,
  TrayView,
} from '#shared/domain/desktop.ts';
import type { MenuCommand, MenuPlace } from '#shared/domain/desktop-menu.ts';
import type { KeyringAnswer } from '#shared/domain/keyring.ts';
import type { Updater } from '#shared/domain/updates.ts';

/** What the app asks of the desktop. Each answer may be "not here": `false` or null. */
export interface Host {
  readonly kind: 'browser' | 'electron';
  /** Brings the window to the front. */
  revealWindow(): boolean;
  /** Null: this installation does not update itself. */
  readonly updates: Updater | null;
  /** Where a second start finds the window: the address of a page that opens once; null where there is no page. */
  findAddress(): string | null;
  /** One with the same id replaces the earlier one. False: the page shows them, or nobody does. */
  showNotification(notification: NotificationContent): boolean;
  withdrawNotification(id: string): boolean;
  /** Ids of those that an earlier run left on screen, where the desktop tells. */
  findEarlierNotifications(): Promise<readonly string[]>;
  setBadge(badge: BadgeView): boolean;
  setTray(tray: TrayView): boolean;
  /** What the menus show; nothing happens where there are none. */
  setMenu(commands: readonly MenuCommand[]): void;
  showMenu(place: MenuPlace): void;
  /** What the user does outside the page. What came before the first listener is told to it. Returns its own undo. */
  watchActs(listener: (act: DesktopAct) => void): () => void;
  getDesktop(): Promise<DesktopFacts>;
  /** Called when what `getDesktop` answers may have changed. Returns its own undo. */
  watchDesktop(listener: () => void): () => void;
  /** Each false: this desktop does not do it. */
  setStartAtLogin(isOn: boolean): Promise<boolean>;
  setOpensLinks(scheme: LinkScheme, isOn: boolean): Promise<boolean>;
  /** Asks the user through the desktop, where it asks. */
  askNotificationPermission(): Promise<void>;
  openLink(url: string): Promise<boolean>;
  /**
   * Asks the user whether a program may be started for live updates, where no page can answer. The whole command line is
   * shown, and everything but a yes is a no; the signal withdraws the question. Null: there is no place to ask.
   */
  askToRun(commandLine: string, signal: AbortSignal): ProgramQuestion | null;
  /** Returns its own undo; null where the desktop does not tell. */
  watchPower(listener: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => void): (() => void) | null;
  watchNetwork(listener: (isOnline: boolean) => void): (() => void) | null;
  /** Proxy for an address as `PROXY host:port`, `SOCKS5 host:port` or `DIRECT`. */
  resolveProxy(url: string): Promise<string | null>;
  /** Null where the keyring is switched off. */
  readonly secrets: SecretStore | null;
}

/** A question that is on screen now. */
export interface ProgramQuestion {
  readonly place: 'dialog' | 'terminal';
  readonly answer: Promise<boolean>;
}

/** Keeps the API key outside our files. Each call ends in bounded time, whatever the desktop does, and none throws. */
export interface SecretStore {
  /** `isExpected`: it was saved here before, so finding none means that the keyring did not open. */
  find(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  save(account: string, secret: string): Promise<KeyringAnswer>;
  /** `ready` also where there was none, unless one was expected. */
  remove(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  /** Ends the call that is under way. */
  dispose(): void;
}
