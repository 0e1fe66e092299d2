/** The whole app over a demo service that the test steers; only the host is a fake. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '#main/app.ts';
import { parseConfig, type Config } from '#main/config.ts';
import type { Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { Host } from '#main/hosts/host.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import type {
  ChatPage,
  ChatScope,
  ContractError,
  EventName,
  RequestInput,
  RequestName,
  RequestOutput,
  SettingsView,
} from '#shared/contract/index.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import { startDemoInProcess, type DemoInProcess } from '#test/support/demo-in-process.ts';

/** A host without any abilities. */
export const BARE_HOST: Host = {
  kind: 'browser',
  revealWindow: () => false,
  findAddress: () => 'http://127.0.0.1:1/?token=t',
  showNotification: () => false,
  withdrawNotification: () => false,
  setBadge: () => false,
  setTray: () => false,
  setMenu: () => undefined,
  showMenu: () => undefined,
  updates: null,
  findEarlierNotifications: () => Promise.resolve([]),
  watchActs: () => () => undefined,
  watchDesktop: () => () => undefined,
  getDesktop: () =>
    Promise.resolve({
      notifications: 'page',
      hasReply: false,
      hasTray: false,
      hasBadge: false,
      startsAtLogin: null,
      opensLinks: null,
    }),
  setStartAtLogin: () => Promise.resolve(false),
  setOpensLinks: () => Promise.resolve(false),
  askNotificationPermission: () => Promise.resolve(),
  openLink: () => Promise.resolve(false),
  askToRun: () => null,
  watchPower: () => null,
  watchNetwork: () => null,
  resolveProxy: () => Promise.resolve(null),
  secrets: null,
};

export interface RunningService {
  readonly service: SteeredService;
  readonly listening: Listening;
  readonly credentials: ServiceAccount;
}

/** A window that the test drives: sends requests and records events. */
export class AppWindow {
  readonly app: App;
  readonly events: NumberedEvent[] = [];

  constructor(app: App) {
    this.app = app;
    app.subscribe((event) => this.events.push(event));
  }

  /** Throws when the reply is an error. */
  async ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
    const reply = await this.app.handle(name, input);
    if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply.error)}`);
    return reply.value as RequestOutput<Name>;
  }

  /** Throws when the reply is not an error. */
  async askForError<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<ContractError> {
    const reply = await this.app.handle(name, input);
    if (reply.ok) throw new Error(`${name} was not refused`);
    return reply.error;
  }

  async signIn(credentials: RunningService['credentials'], keepsKey = false) {
    return await this.ask('session.signIn', { requestId: toRequestId(), keepsKey, ...credentials });
  }

  async listChats(shelf: ChatScope['shelf'] = 'open', marks: ChatScope['marks'] = []): Promise<ChatPage> {
    return await this.ask('chats.list', { ...OPEN_CHATS, scope: { shelf, marks, listId: null } });
  }

  /** Performs the user's action on one chat or several. */
  async act(chats: number | readonly number[], action: RequestInput<'chats.applyAction'>['action']) {
    const chatIds = typeof chats === 'number' ? [chats] : [...chats];
    return await this.ask('chats.applyAction', {
      requestId: toRequestId(),
      target: { kind: 'chats', chatIds },
      action,
    });
  }

  heard(name: EventName): readonly unknown[] {
    return this.events.filter((event) => event.name === name).map(({ payload }) => payload);
  }
}

let lastRequest = 0;
export const toRequestId = (): string => `request-${String((lastRequest += 1)).padStart(6, '0')}`;

/** One data folder with its apps and services; `dispose` ends all of them. */
export class AppOnDemo {
  readonly folder: string;
  readonly #apps: App[] = [];
  readonly #services: DemoInProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Texts leave at once unless `holdSeconds` is given. */
  static async open({
    holdSeconds = 0,
  }: { readonly holdSeconds?: SettingsView['holdSeconds'] } = {}): Promise<AppOnDemo> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sb-app-'));
    // The last choice on this computer applies to every account without a choice of its own.
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ holdSeconds }));
    return new AppOnDemo(folder);
  }

  async startService(options: DemoOptions = {}): Promise<RunningService> {
    const here = await startDemoInProcess({ chats: 30, messages: 400, contacts: 40, speed: 20, ...options });
    this.#services.push(here);
    return { service: here.demo, listening: here.listening, credentials: here.account };
  }

  toConfig(argv: readonly string[] = [], env: Record<string, string> = {}): Config {
    const outcome = parseConfig({
      argv: ['--data', this.folder, ...argv],
      env: { NODE_ENV: 'test', ...env },
      platform: process.platform,
      homeFolder: this.folder,
      currentFolder: this.folder,
      rendererFolder: this.folder,
      version: '0.0.0',
    });
    if (outcome.kind !== 'config') throw new Error('The test’s own arguments are refused');
    return outcome.config;
  }

  async openWindow(config = this.toConfig(), host = BARE_HOST): Promise<AppWindow> {
    const start = await createApp(config, host);
    if (start.kind !== 'app') throw new Error('The data folder is held');
    this.#apps.push(start.app);
    return new AppWindow(start.app);
  }

  async closeApps(): Promise<void> {
    for (const app of this.#apps.splice(0)) await app.dispose();
  }

  async dispose(): Promise<void> {
    await this.closeApps();
    for (const service of this.#services.splice(0)) await service.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
