/**
 * The `Host` port for a browser on this computer. Notifications and the unread number in the title are the page's own work,
 * so main gets "not here" for them.
 */
import { spawn } from 'node:child_process';
import type { Bridge } from '#main/bridge/bridge.ts';
import type { Host, ProgramQuestion, SecretStore } from '#main/hosts/host.ts';
import type { DesktopFacts } from '#shared/domain/desktop.ts';
import { createToken } from '#main/platform/ids.ts';
import { forkKeyringHelper, Keyring } from '#main/platform/keyring.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';
import { toProxyAnswer, type EnvironmentProxies } from './environment-proxy.ts';
import { BrowserSessions, PagesFile, type KeptPages } from './browser-sessions.ts';
import { findLastPort, saveLastPort } from './last-port.ts';
import { createServer, type Server } from './server.ts';
import { TerminalQuestions, type Terminal } from './terminal-questions.ts';

export interface BrowserHostOptions {
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly dataFolder: string;
  readonly homeFolder: string;
  readonly platform: string;
  readonly rendererFolder: string;
  readonly rendererUrl: string | null;
  readonly proxies: EnvironmentProxies;
  /** The keyring of this computer, where the page is opened, too. Null: switched off. */
  readonly secrets: SecretStore | null;
  /** Null: the app was not started in a terminal. */
  readonly terminal: Terminal | null;
  /** One line for the terminal. */
  readonly print: (line: string) => void;
  readonly now: () => number;
}

/** A browser's page shows notifications, and asks its browser whether it may; the rest is not here. */
const PAGE_DESKTOP: DesktopFacts = {
  notifications: 'page',
  hasReply: false,
  hasTray: false,
  hasBadge: false,
  startsAtLogin: null,
  opensLinks: null,
};

const PRINT_AGAIN_AFTER_MS = 10_000;

export class BrowserHost implements Host {
  readonly kind = 'browser';
  readonly updates = null;
  readonly secrets: SecretStore | null;
  readonly #options: BrowserHostOptions;
  readonly #questions: TerminalQuestions | null;
  #open: { readonly server: Server; readonly sessions: BrowserSessions; readonly pages: PagesFile } | null = null;
  readonly #redirects: RedirectFiles;
  #printed = { address: '', at: 0 };

  constructor(options: BrowserHostOptions) {
    this.#options = options;
    this.secrets = options.secrets;
    this.#questions = options.terminal === null ? null : new TerminalQuestions(options.terminal);
    this.#redirects = new RedirectFiles(options);
  }

  /** Answers requests from now on, prints the address and opens it. Rejects when the port cannot be had. */
  async serve(bridge: Bridge): Promise<void> {
    const { port, rendererFolder, rendererUrl, dataFolder, now } = this.#options;
    const pages = new PagesFile(dataFolder, (error) => bridge.reportBug('pages', error));
    const kept = await pages.read();
    await this.#redirects.clearLeftovers();
    const keep = (changed: KeptPages): void => pages.save(changed);
    const sessions = new BrowserSessions({ createToken, now, kept, keep });
    const onRefused = (): void => this.#printAgain();
    // Later files lead to a newer token.
    const onEntered = (): void => void this.#redirects.clear(Date.now());
    const needs = { bridge, sessions, rendererFolder, rendererUrl, now, onRefused, onEntered };
    const wanted = port === 0 ? await findLastPort(dataFolder) : port;
    const server = await createServer({ ...needs, port: wanted }).catch((error: unknown) => {
      // Another program has the port of the last run.
      if (port === 0 && wanted !== 0) return createServer({ ...needs, port: 0 });
      throw error;
    });
    await saveLastPort(dataFolder, server.port).catch((error: unknown) => bridge.reportBug('port', error));
    this.#open = { server, sessions, pages };
    this.#printAgain();
    this.revealWindow();
  }

  async dispose(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.server.dispose();
    await open?.pages.settle();
    await this.#redirects.dispose();
  }

  findAddress(): string | null {
    // The second start may write a redirect file, which this app removes.
    if (this.#open !== null) this.#redirects.clearSoon();
    return this.#toAddress();
  }

  revealWindow(): boolean {
    const address = this.findAddress();
    if (address === null || !this.#options.opensBrowser) return false;
    void this.openPage(address);
    return true;
  }

  /** Opens a one-time address in the browser, of this app or of the one that has the data. False where it was only printed. */
  async openPage(address: string): Promise<boolean> {
    if (!this.#options.opensBrowser) return false;
    const redirect = await this.#redirects.write(address);
    return redirect !== null && (await openInSystem(redirect));
  }

  async openLink(url: string): Promise<boolean> {
    return this.#options.opensBrowser && (await openInSystem(url));
  }

  askToRun(commandLine: string, signal: AbortSignal): ProgramQuestion | null {
    if (this.#questions?.canAsk !== true) return null;
    return { place: 'terminal', answer: this.#questions.askToRun(commandLine, signal) };
  }

  resolveProxy(url: string): Promise<string> {
    return Promise.resolve(toProxyAnswer(this.#options.proxies, url));
  }

  showNotification = (): boolean => false;
  withdrawNotification = (): boolean => false;
  findEarlierNotifications = (): Promise<readonly string[]> => Promise.resolve([]);
  setBadge = (): boolean => false;
  setTray = (): boolean => false;
  setMenu = (): void => undefined;
  showMenu = (): void => undefined;
  watchActs = (): (() => void) => () => undefined;
  watchDesktop = (): (() => void) => () => undefined;
  getDesktop = (): Promise<DesktopFacts> => Promise.resolve(PAGE_DESKTOP);
  setStartAtLogin = (): Promise<boolean> => Promise.resolve(false);
  setOpensLinks = (): Promise<boolean> => Promise.resolve(false);
  askNotificationPermission = (): Promise<void> => Promise.resolve();
  watchPower = (): null => null;
  watchNetwork = (): null => null;

  #toAddress(): string | null {
    if (this.#open === null) return null;
    const { server, sessions } = this.#open;
    return `http://127.0.0.1:${String(server.port)}/?token=${sessions.token}`;
  }

  /** Scripts wait for this line, too. The same address is not printed again for every refused request. */
  #printAgain(): void {
    const address = this.#toAddress();
    const now = this.#options.now();
    if (address === null || (this.#printed.address === address && now < this.#printed.at + PRINT_AGAIN_AFTER_MS))
      return;
    this.#printed = { address, at: now };
    this.#options.print(`Switchboard is at ${address}`);
  }
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
  linux: ['xdg-open'],
};

/** Opens an address in the system's browser, with no shell between. False where no program opens it. */
async function openInSystem(url: string): Promise<boolean> {
  const [command, ...fixed] = OPENERS[process.platform] ?? ['xdg-open'];
  if (command === undefined) return false;
  return await new Promise((resolve) => {
    const child = spawn(command, [...fixed, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** The keyring of the computer that serves the page; null where it is switched off. */
export function createKeyring({ usesKeyring }: { readonly usesKeyring: boolean }): SecretStore | null {
  return usesKeyring ? new Keyring({ startHelper: forkKeyringHelper }) : null;
}
