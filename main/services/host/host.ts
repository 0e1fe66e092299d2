import type { HostInfo } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
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

/** What the services ask of the host (the desktop, or the browser that shows the page). `false` and null: not here. */
export interface HostPort {
  readonly kind: 'browser' | 'electron';
  openLink(url: string): Promise<boolean>;
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
  revealWindow(): boolean;
  /** Null: this installation does not update itself. */
  readonly updates: Updater | null;
  /** Returns its own undo; null where the host cannot tell. */
  watchPower(listener: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => void): (() => void) | null;
  readonly secrets: SecretStore | null;
}

/** The place where the host keeps secrets. Each call resolves in the end, and none throws. */
export interface SecretStore {
  find(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  save(account: string, secret: string): Promise<KeyringAnswer>;
  remove(account: string, isExpected: boolean): Promise<KeyringAnswer>;
  dispose(): void;
}

/** What the page is told of the computer and the app. */
export function toHostInfo(
  { kind }: Pick<HostPort, 'kind'>,
  about: Pick<HostInfo, 'platform' | 'version' | 'dataId'>,
): HostInfo {
  // The zoom of a browser is the browser's own.
  if (kind === 'browser') return { ...about, kind, canZoom: false, menus: 'none' };
  // The page draws the title bar, where other systems have their menus.
  return { ...about, kind, canZoom: true, menus: about.platform === 'macos' ? 'system' : 'button' };
}

/** Longer addresses are refused. */
const LONGEST_LINK = 2_000;
const OPENABLE = /^(https?|mailto|tel):$/;

/** Opens an address that cannot start a program. Throws `validation`; `not-found` where nothing opens links. */
export async function openLink(host: Pick<HostPort, 'openLink'>, address: string): Promise<void> {
  const url = address.length > LONGEST_LINK ? null : URL.parse(address);
  if (url === null || !OPENABLE.test(url.protocol)) {
    throw new AppError({
      code: 'validation',
      message: 'not an address that may be opened',
      fields: { url: ['not-an-address'] },
      outcome: 'refused',
    });
  }
  if (await host.openLink(url.href)) return;
  throw new AppError({ code: 'not-found', message: 'nothing here opens links', outcome: 'refused' });
}
