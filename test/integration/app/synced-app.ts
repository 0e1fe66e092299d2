/** A window over a service that both know the same, for tests of what each operation on chats is used for. */
import { expect } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type AppWindow } from './app-on-demo.ts';

/** What a person does by which an operation of the service is used, and what is so afterwards. */
export interface Plan {
  /** By requests of the contract. */
  readonly act: () => Promise<unknown>;
  /** Only with an answer of the service: where it is away the person is told so, and asks again when it is back. */
  readonly needsAnswer?: boolean;
  /** Throws unless the window shows it already, whatever the service said. */
  readonly expectShown?: () => Promise<void>;
  /** Throws unless it is so at the service, or the window has what the service told. */
  readonly expectDone: () => Promise<void> | void;
}

/** One operation of the specification and what it is for. */
export interface ChatOperation {
  /** As `main/api/README.md` names it. */
  readonly row: string;
  /** Makes the service what it has to be before anybody asks it. */
  readonly prepare?: (service: SteeredService) => void;
  readonly plan: (synced: SyncedApp) => Promise<Plan> | Plan;
}

/** Small enough to be read in a moment, with chats in every state. */
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

  static async open(prepare: ChatOperation['prepare'] = () => undefined): Promise<SyncedApp> {
    const app = await AppOnDemo.open();
    const { service, credentials } = await app.startService(SIZE);
    prepare(service);
    const window = await app.openWindow();
    const synced = new SyncedApp(app, window, service);
    await window.signIn(credentials);
    await synced.waitUntilRead();
    return synced;
  }

  /** The app ends and begins again, without its key: on what is kept here. */
  async restart(): Promise<void> {
    await this.#app.closeApps();
    this.window = await this.#app.openWindow();
  }

  async dispose(): Promise<void> {
    await this.#app.dispose();
  }

  /** Chats of a list that fit; throws where they are too few. */
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

  /** Chats as the service keeps them, in that order. */
  listAtService(chats: readonly ChatView[]) {
    return chats.map(({ id }) => {
      const chat = this.service.world.chats.find(id);
      if (chat === undefined) throw new Error(`The service has no chat ${String(id)}`);
      return chat;
    });
  }

  /** The same chats as the window is shown them now. */
  async show(chats: readonly ChatView[]): Promise<readonly (ChatView | null)[]> {
    return await Promise.all(chats.map(({ id }) => this.window.ask('chats.find', { chatId: id, phone: null })));
  }

  /** Whether the service answered that operation since then, by its clock. */
  hasAnswered(row: string, sinceAt: number): boolean {
    const [method, path = ''] = row.split(' ');
    const pattern = new RegExp(`^(/api/v2)?${path.replace('{id}', '\\d+').replace('{phone}', '\\d+')}$`);
    return this.service.seen.some(
      (one) => one.at > sinceAt && one.method === method && one.status < 400 && pattern.test(one.path),
    );
  }

  /** When the service was asked last. */
  markSeen(): number {
    return this.service.seen.at(-1)?.at ?? 0;
  }

  /** No answer to anything, as without a network. */
  async goOffline(): Promise<void> {
    this.service.faults.set([{ kind: 'reset-before' }]);
    await this.window.ask('sync.tryNow', {});
    await until(async () => expect(await this.window.ask('sync.getStatus', {})).toMatchObject({ link: 'offline' }));
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

  async actOnScope(scope: ChatScope, action: RequestInput<'chats.act'>['action']) {
    const target = { kind: 'scope' as const, scope, except: [] };
    return await this.window.ask('chats.act', { requestId: toRequestId(), target, action });
  }
}
