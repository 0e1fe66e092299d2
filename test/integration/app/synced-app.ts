/** An app that has read the whole demo service, for tests of what each operation on chats is used for. */
import { expect } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type AppWindow } from './app-on-demo.ts';

/** A user action that uses an operation of the service, and its expected results. */
export interface Plan {
  /** Performs the action by requests of the contract. */
  readonly act: () => Promise<unknown>;
  /** Needs an answer of the service: offline the user sees an error and repeats the action once the service is back. */
  readonly needsAnswer?: boolean;
  /** The request of a text that leaves before the service is back: its answer must not get lost, or it waits for a sign of it. */
  readonly refused?: { readonly method: string; readonly path: string } | null;
  /** Throws unless the window already shows the result, before any answer of the service. */
  readonly expectShown?: () => Promise<void>;
  /** Throws unless the service has the result, or the window shows what the service answered. */
  readonly expectDone: () => Promise<void> | void;
}

/** One operation of the specification and its use. */
export interface ChatOperation {
  /** As `main/api/README.md` names it. */
  readonly row: string;
  /** Prepares the service before the app asks it. */
  readonly prepare?: (service: SteeredService) => void;
  readonly plan: (synced: SyncedApp) => Promise<Plan> | Plan;
}

/** Small enough to be read quickly, with chats in every state. */
const SIZE: DemoOptions = { chats: 40, messages: 300, contacts: 40 };

export class SyncedApp {
  window: AppWindow;
  readonly service: SteeredService;
  readonly #app: AppOnDemo;

  private constructor(app: AppOnDemo, window: AppWindow, service: SteeredService) {
    this.#app = app;
    this.window = window;
    this.service = service;
  }

  static async open(
    prepare: ChatOperation['prepare'] = () => undefined,
    options: DemoOptions = {},
  ): Promise<SyncedApp> {
    const app = await AppOnDemo.open();
    const { service, credentials } = await app.startService({ ...SIZE, ...options });
    prepare(service);
    const window = await app.openWindow();
    const synced = new SyncedApp(app, window, service);
    await window.signIn(credentials);
    await synced.waitUntilRead();
    return synced;
  }

  /** Restarts the app without its key, on its stored data. */
  async restart(): Promise<void> {
    await this.#app.closeApps();
    this.window = await this.#app.openWindow();
  }

  async dispose(): Promise<void> {
    await this.#app.dispose();
  }

  /** The first chats of a list that fit; throws when there are fewer than `count`. */
  async pick(
    count: number,
    list: { readonly shelf?: ChatScope['shelf']; readonly marks?: ChatScope['marks'] } = {},
    fits: (chat: ChatView) => boolean = () => true,
  ): Promise<readonly ChatView[]> {
    const { rows } = await this.window.listChats(list.shelf, list.marks);
    const picked = rows.filter(fits).slice(0, count);
    expect(picked.length).toBe(count);
    return picked;
  }

  /** The same chats as the service has them, in the same order. */
  listAtService(chats: readonly ChatView[]) {
    return chats.map(({ id }) => {
      const chat = this.service.world.chats.find(id);
      if (chat === undefined) throw new Error(`The service has no chat ${String(id)}`);
      return chat;
    });
  }

  /** The same chats as the window shows them now. */
  async show(chats: readonly ChatView[]): Promise<readonly (ChatView | null)[]> {
    return await Promise.all(chats.map(({ id }) => this.window.ask('chats.find', { chatId: id, phone: null })));
  }

  /** Whether the service answered that operation after `sinceAt` on its own clock. */
  hasAnswered(row: string, sinceAt: number): boolean {
    const [method, path = ''] = row.split(' ');
    const pattern = new RegExp(`^(/api/v2)?${path.replace('{id}', '\\d+').replace('{phone}', '\\d+')}$`);
    return this.service.seen.some(
      (one) => one.at > sinceAt && one.method === method && one.status < 400 && pattern.test(one.path),
    );
  }

  /** Time of the last request to the service, on its own clock. */
  markSeen(): number {
    return this.service.seen.at(-1)?.at ?? 0;
  }

  /** Lets every request fail, as without a network; what is `refused` is surely not taken, where a connection that breaks leaves that open. */
  async goOffline(refused: Plan['refused'] = null): Promise<void> {
    const refusal = refused === null ? [] : [{ kind: 'maintenance' as const, ...refused }];
    this.service.faults.set([...refusal, { kind: 'reset-before' }]);
    // The first attempt may end with an answer that was on its way.
    await until(async () => {
      await this.window.ask('sync.tryNow', {});
      expect(await this.window.ask('sync.getStatus', {})).toMatchObject({ link: 'offline' });
    });
  }

  async comeBack(): Promise<void> {
    this.service.faults.set([]);
    await until(async () => {
      await this.window.ask('sync.tryNow', {});
      expect(await this.window.ask('sync.getStatus', {})).toMatchObject({ link: 'online' });
    });
  }

  async waitUntilRead(): Promise<void> {
    await until(async () => {
      expect(await this.window.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
    });
  }

  async actOnScope(scope: ChatScope, action: RequestInput<'chats.applyAction'>['action']) {
    const target = { kind: 'scope' as const, scope, except: [] };
    return await this.window.ask('chats.applyAction', { requestId: toRequestId(), target, action });
  }
}
