import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import { listen } from '#main/demo/listen.ts';
import type { Listening } from '#main/demo/listen.ts';
import type { DemoOptions } from '#main/demo/service.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { createClock } from '#main/platform/clock.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store } from '#main/store/api.ts';
import { createStore } from '#main/store/store.ts';
import { createSync } from '#main/sync/create-sync.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { WITHOUT_FILES } from '../sending/fake-uploads.ts';
import { RecordingSink } from './sync-on-fakes.ts';

/** A demo service on loopback and a data folder; accounts are opened on both, one after the other. */
export class RealService {
  readonly demo: SteeredService;
  readonly folder: string;
  readonly #stack: DisposeStack;
  #listening: Listening | null = null;
  #port = 0;

  constructor(demo: SteeredService, folder: string, stack: DisposeStack) {
    this.demo = demo;
    this.folder = folder;
    this.#stack = stack;
  }

  /** Listens, always on the same port. */
  async goOnline(): Promise<void> {
    this.#listening ??= await listen(this.demo, { port: this.#port });
    this.#port = this.#listening.port;
  }

  /** Stops listening. */
  async goOffline(): Promise<void> {
    await this.#listening?.dispose();
    this.#listening = null;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  async dispose(): Promise<void> {
    await this.goOffline();
    await this.#stack.dispose();
  }
}

/** Starts a demo service with these people and messages. */
export async function startRealService(options: DemoOptions): Promise<RealService> {
  const stack = new DisposeStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-'));
  stack.add(() => rm(folder, { recursive: true, force: true }));
  const demo = createSteeredService(options);
  stack.add(() => demo.dispose());
  const service = new RealService(demo, folder, stack);
  await service.goOnline();
  return service;
}

/** Store, client, sync and outbox as the app joins them. */
export interface RealAccount {
  readonly store: Store;
  readonly client: ServiceClient;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly sink: RecordingSink;
  readonly bugs: unknown[];
  dispose(): Promise<void>;
}

/** Signs in to the service; nothing runs before `sync.start()` and `outbox.start()`. */
export async function openRealAccount(service: RealService, apiKey = service.demo.apiKey): Promise<RealAccount> {
  const stack = new DisposeStack();
  const clock = createClock();
  const store = await createStore({ folder: path.join(service.folder, 'account'), now: () => Date.now() });
  stack.add(() => store.dispose());
  const { baseUrl } = service;
  const credentials = { username: service.demo.username, apiKey };
  const client = createServiceClient({ baseUrl, webUrl: baseUrl, credentials, userAgent: 'Switchboard/test' });
  stack.add(() => client.dispose());
  const sink = new RecordingSink();
  const outbox = createOutbox({
    service: client,
    store,
    clock,
    ...WITHOUT_FILES,
    onAccepted: (phone) => sync.messageSent(phone),
    onBroken: (error) => sink.bugs.push(error),
  });
  const sync = createSync({ source: client, store, sink, clock });
  stack.add(() => outbox.dispose());
  stack.add(() => sync.dispose());
  return { store, client, sync, outbox, sink, bugs: sink.bugs, dispose: () => stack.dispose() };
}
