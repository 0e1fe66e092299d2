/** The service and the app, each in a process of its own, and a window. */
import { expect } from 'vitest';
import * as v from 'valibot';
import {
  makeFolder,
  spawnApp,
  startService,
  toSignInEnvironment,
  type Program,
  type RunningProgram,
  type ServiceAccount,
} from '#test/e2e/support/programs.ts';
import { receiveText } from '#test/faults/callbacks/service-changes.ts';
import { OPEN_CHATS } from '#test/support/chat-lists.ts';
import { WindowClient } from '#test/support/window-client.ts';
import type { LiveView, TunnelChoice } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';

const settingsSchema = v.object({ in: v.nullable(v.string()), out: v.nullable(v.string()) });

/** The service's addresses that are this computer's own, as the window shows them; null: none. */
export const toOwnUrls = ({ places }: LiveView): { in: string | null; out: string | null } => ({
  in: places.find(({ direction }) => direction === 'in')?.ownUrl ?? null,
  out: places.find(({ direction }) => direction === 'out')?.ownUrl ?? null,
});

export class AppWithTunnel {
  readonly folder: Awaited<ReturnType<typeof makeFolder>>;
  readonly service: Program & { readonly account: ServiceAccount };
  #app: RunningProgram | null = null;
  #window: WindowClient | null = null;
  #requests = 0;
  /** The tunnel command that the configuration allows. */
  #tunnelCommand = '';

  private constructor(folder: AppWithTunnel['folder'], service: AppWithTunnel['service']) {
    this.folder = folder;
    this.service = service;
  }

  /** Resolves once the app has read everything. */
  static async open(): Promise<AppWithTunnel> {
    const folder = await makeFolder();
    const withTunnel = new AppWithTunnel(
      folder,
      await startService('--chats', '12', '--messages', '60', '--contacts', '10'),
    );
    await withTunnel.startApp();
    return withTunnel;
  }

  get window(): WindowClient {
    if (this.#window === null) throw new Error('There is no window');
    return this.#window;
  }

  /** Restarts the app with a configuration that allows this command without a question. */
  async allow({ commandLine }: Extract<TunnelChoice, { kind: 'command' }>): Promise<void> {
    this.#tunnelCommand = commandLine;
    await this.stopApp();
    await this.startApp();
  }

  async startApp(): Promise<void> {
    const app = spawnApp({
      dataFolder: this.folder.path,
      env: { ...toSignInEnvironment(this.service.account), SWITCHBOARD_TUNNEL_COMMAND: this.#tunnelCommand },
    });
    this.#app = app.program;
    this.#window = await WindowClient.open(await app.waitForAddress());
    await until(async () => {
      expect(await this.window.get('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
  }

  async stopApp(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#window?.close();
    await this.#app?.stop(signal);
    this.#window = this.#app = null;
  }

  turnOn(choice: TunnelChoice): Promise<LiveView> {
    return this.window.get('live.turnOn', { requestId: this.toRequestId(), choice, takeOver: [] });
  }

  toRequestId(): string {
    return `request-${String((this.#requests += 1)).padStart(4, '0')}`;
  }

  getLive(): Promise<LiveView> {
    return this.window.get('live.get', {});
  }

  async untilLive(): Promise<LiveView> {
    return await until(async () => {
      const live = await this.getLive();
      expect(live, this.#app?.output).toMatchObject({ state: 'live', tunnel: { state: 'up' }, problem: null });
      return live;
    });
  }

  /** The callback URLs in the settings of the service. */
  async readCallbacks(): Promise<v.InferOutput<typeof settingsSchema>> {
    const { baseUrl, username, apiKey } = this.service.account;
    const headers = { 'x-tm-username': username, 'x-tm-key': apiKey };
    const response = await fetch(`${baseUrl}/api/v2/callback/settings`, { headers });
    const said = v.parse(v.record(v.string(), v.unknown()), await response.json());
    return v.parse(settingsSchema, { in: said['inUrl'] ?? null, out: said['outUrl'] ?? null });
  }

  /** A customer writes; resolves once the window shows the text, with how it arrived. */
  async receiveAndWait(text: string): Promise<'callback' | 'poll'> {
    const [chat] = (await this.listChats()).rows;
    const id = await receiveText(this.service.account, chat?.phone ?? '', text);
    return await this.untilHeard(id);
  }

  /** Resolves once a text came in by a callback. One that came at the very moment at which the app asked does not tell: another follows. */
  async receiveByCallback(text: string): Promise<void> {
    await until(async () => expect(await this.receiveAndWait(text)).toBe('callback'));
  }

  async receive(text: string): Promise<number> {
    const [chat] = (await this.listChats()).rows;
    return await receiveText(this.service.account, chat?.phone ?? '', text);
  }

  async untilHeard(id: number): Promise<'callback' | 'poll'> {
    return await until(async () => {
      const { arrivals } = await this.window.get('health.get', {});
      const arrival = arrivals.latest.find(({ key }) => key.endsWith(String(id)));
      expect(arrival).toBeDefined();
      return arrival?.via ?? 'poll';
    });
  }

  async listTexts(): Promise<readonly string[]> {
    const [chat] = (await this.listChats()).rows;
    const page = await this.window.get('messages.list', { chatId: chat?.id ?? 0, before: null, limit: 50 });
    return page.items.map(({ text }) => text);
  }

  async dispose(): Promise<void> {
    await this.stopApp();
    await this.service.stop();
    await this.folder.remove();
  }

  listChats() {
    return this.window.get('chats.list', { ...OPEN_CHATS, limit: 1 });
  }
}
