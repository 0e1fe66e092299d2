/** One run of the app in virtual time: store, client, outbox and sync on a folder, until it is closed or killed. */
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { DemoService } from '#main/demo/service.ts';
import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import { createSync } from '#main/sync/create-sync.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { Random } from '#test/support/random.ts';
import { WITHOUT_FILES } from '#test/support/sending/fake-uploads.ts';
import { RecordingSink } from '#test/support/sync/sync-on-fakes.ts';
import { openDirectStore } from './direct-store.ts';
import type { DirectStore } from './direct-store.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { SimulatedNetwork } from './simulated-network.ts';

export interface SimulatedAppParts {
  readonly folder: string;
  readonly demo: DemoService;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly maxLimit: number;
  /** The user was notified of this message. */
  readonly onTold: (key: string) => void;
}

export class SimulatedApp {
  readonly store: DirectStore;
  readonly client: ServiceClient;
  readonly outbox: Outbox;
  readonly sync: Sync;
  readonly sink = new RecordingSink();
  readonly network: SimulatedNetwork;
  readonly #turns = new Serial();
  readonly #onTold: SimulatedAppParts['onTold'];
  #isOver = false;
  #isKilled = false;

  constructor({ folder, demo, clock, random, maxLimit, onTold }: SimulatedAppParts) {
    this.#onTold = onTold;
    this.store = openDirectStore({ folder, now: () => clock.now(), hold: () => clock.hold() });
    this.network = new SimulatedNetwork({ demo, clock, random, maxLimit });
    const ticking = this.#whileAlive(clock);
    this.client = createServiceClient({
      baseUrl: 'http://127.0.0.1',
      webUrl: null,
      credentials: { username: demo.username, apiKey: demo.apiKey },
      userAgent: 'Switchboard/test',
      transport: this.network,
      clock: { ...clock.toApiClock(), wait: ticking },
    });
    this.outbox = createOutbox({
      service: this.client,
      store: this.store,
      clock: { ...clock.toSyncClock(), wait: ticking },
      ...WITHOUT_FILES,
      onAccepted: (phone) => this.sync.messageSent(phone),
      onBroken: (error) => this.sink.bugs.push(error),
    });
    const sync = { ...clock.toSyncClock(), wait: ticking };
    this.sync = createSync({ source: this.client, store: this.store, sink: this.sink, clock: sync });
    this.store.onChange(() => this.#takeNotices());
    this.outbox.start();
    this.sync.start();
    this.#takeNotices();
  }

  /** Whether the callback was answered with 200. */
  async receive(events: readonly CallbackEvent[]): Promise<boolean> {
    if (this.#isOver) return false;
    await this.store.keepCallbacks({ events });
    this.sync.callbacksArrived();
    return true;
  }

  /** Reads every chat as if the user opened it: only that reads calls. */
  async openEveryChat(): Promise<void> {
    for (const id of await this.store.listRowIds({ name: 'chats' })) this.sync.openChat(toChatId(id));
  }

  /** Reads every chat to its beginning: without a feed, only that reads old messages. */
  async readEveryChat(): Promise<void> {
    for (const id of await this.store.listRowIds({ name: 'chats' })) {
      const chatId = toChatId(id);
      while (!(await this.sync.fetchOlder(chatId)).isCompleteBefore);
    }
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.outbox.dispose();
    await this.sync.dispose();
    await this.client.dispose();
    await this.#turns.settled();
    await this.store.dispose();
  }

  /** Stops everything at once, as a killed process. `folder` gets a copy of the files. */
  kill(folder: string): void {
    this.#isOver = true;
    this.#isKilled = true;
    this.network.kill();
    this.store.kill(folder);
  }

  #takeNotices(): void {
    if (this.#isOver) return;
    void this.#turns.run(async () => {
      if (this.#isOver) return;
      for (const { key } of await this.store.takeNotices({ limit: 50 })) this.#onTold(key);
    });
  }

  /** The waits of a killed run never end. */
  #whileAlive(clock: VirtualClock): VirtualClock['wait'] {
    return async (ms, signal) => {
      await clock.wait(ms, signal);
      if (this.#isKilled) await new Promise(() => undefined);
    };
  }
}
