import type { HostInfo } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { KeyringAnswer } from '#shared/domain/keyring.ts';

/** What the services ask of the host (the desktop, or the browser that shows the page). `false` and null: not here. */
export interface HostPort {
  readonly kind: 'browser' | 'electron';
  openLink(url: string): Promise<boolean>;
  /** Unread chats that are open and not muted; 0 clears. */
  setUnreadCount(count: number): boolean;
  /** A notification replaces the one with the same id. */
  showNotification(notification: HostNotification): boolean;
  withdrawNotification(id: string): boolean;
  revealWindow(): boolean;
  /** Returns its own undo; null where the host cannot tell. */
  watchPower(listener: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => void): (() => void) | null;
  readonly secrets: SecretStore | null;
}

export interface HostNotification {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly onClick: () => void;
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
  return { ...about, kind, canZoom: kind === 'electron' };
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
