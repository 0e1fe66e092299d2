import type { KeyringAnswer } from '#shared/domain/keyring.ts';

/** What the app asks of the desktop. Each answer may be "not here": `false` or null. */
export interface Host {
  readonly kind: 'browser' | 'electron';
  /** Brings the window to the front. */
  revealWindow(): boolean;
  /** Where a second start finds the window: the address of a page that opens once; null where there is no page. */
  findAddress(): string | null;
  /** One with the same id replaces the earlier one. */
  showNotification(notification: HostNotification): boolean;
  withdrawNotification(id: string): boolean;
  /** Unread, not muted. 0 clears. */
  setUnreadCount(count: number): boolean;
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

export interface HostNotification {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly onClick: () => void;
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
