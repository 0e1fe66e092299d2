/**
 * The app for a browser on this computer. What a browser page does by itself (notifications, the unread number in the
 * title) is not here: those answers are "not here" to main.
 */
import type { Bridge } from '#main/bridge/bridge.ts';
import type { Host, ProgramQuestion, SecretStore } from '#main/hosts/host.ts';
import { createToken } from '#main/platform/ids.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';
import { toProxyAnswer, type EnvironmentProxies } from './environment-proxy.ts';
import { Gate, type KeptPages } from './gate.ts';
import { openInSystem } from './opener.ts';
import { PageFile } from './page-file.ts';
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
  /** The keyring of this computer: whoever sits at the page sits at it. Null: not to be used. */
  readonly secrets: SecretStore | null;
  /** Where the user types; null: the app was not started in a terminal. */
  readonly terminal: Terminal | null;
  /** One line for the terminal. */
  readonly print: (line: string) => void;
  readonly now: () => number;
}

const PRINT_AGAIN_AFTER_MS = 10_000;

export class BrowserHost implements Host {
  readonly kind = 'browser';
  readonly secrets: SecretStore | null;
  readonly #options: BrowserHostOptions;
  readonly #questions: TerminalQuestions | null;
  #open: { readonly server: Server; readonly gate: Gate; readonly pages: PageFile } | null = null;
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
    const pages = new PageFile(dataFolder, (error) => bridge.reportBug('pages', error));
    const kept = await pages.read();
    await this.#redirects.clearLeftovers();
    const keep = (changed: KeptPages): void => pages.save(changed);
    const gate = new Gate({ createToken, now, kept, keep });
    const onRefused = (): void => this.#printAgain();
    // What was written since leads to a newer token.
    const onEntered = (): void => void this.#redirects.clear(Date.now());
    const server = await createServer({
      ...{ bridge, gate, port, rendererFolder, rendererUrl, now },
      ...{ onRefused, onEntered },
    });
    this.#open = { server, gate, pages };
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
    // Whoever asks may lead a browser there, by a file that this app clears away.
    if (this.#open !== null) this.#redirects.clearSoon();
    return this.#toAddress();
  }

  revealWindow(): boolean {
    const address = this.findAddress();
    if (address === null || !this.#options.opensBrowser) return false;
    void this.openPage(address);
    return true;
  }

  /** Leads the browser to a one-time address, of this app or of the one that has the data. False where it was only printed. */
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

  openWindow = (): boolean => false;
  showNotification = (): boolean => false;
  withdrawNotification = (): boolean => false;
  setUnreadCount = (): boolean => false;
  chooseFile = (): Promise<null> => Promise.resolve(null);
  saveFile = (): Promise<null> => Promise.resolve(null);
  watchPower = (): null => null;
  watchNetwork = (): null => null;
  getIdleSeconds = (): null => null;
  listDisplays = (): null => null;
  setStartAtLogin = (): boolean => false;
  checkForUpdate = (): Promise<null> => Promise.resolve(null);

  #toAddress(): string | null {
    if (this.#open === null) return null;
    const { server, gate } = this.#open;
    return `http://127.0.0.1:${String(server.port)}/?token=${gate.token}`;
  }

  /** The line that scripts wait for, too. The same address is not repeated for every knock. */
  #printAgain(): void {
    const address = this.#toAddress();
    const now = this.#options.now();
    if (address === null || (this.#printed.address === address && now < this.#printed.at + PRINT_AGAIN_AFTER_MS))
      return;
    this.#printed = { address, at: now };
    this.#options.print(`Switchboard is at ${address}`);
  }
}
