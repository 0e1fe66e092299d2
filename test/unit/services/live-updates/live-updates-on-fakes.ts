/** Live updates of one account on fakes: a service with callback addresses, tunnels, a receiver and a store, in memory. */
import { afterEach, beforeEach, vi, type Mock } from 'vitest';
import { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import { TEST_FIELD } from '#main/webhooks/ports.ts';
import { createFakeTunnels } from '#test/support/fake-tunnels.ts';
import type { Receiver, ReceiverOptions } from '#main/webhooks/ports.ts';
import type { LiveView, TunnelChoice } from '#shared/contract/index.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { CallbackDirection, KeptCallback } from '#shared/domain/callbacks.ts';
import { fail, FakeAccountParts } from '../fakes.ts';

const PATH = /^(.*)\/switchboard\/(in|out)\/([^/]+)$/;
export const PUBLIC = 'https://heron.tunnel.example';
export const MANUAL = { kind: 'manual', publicUrl: PUBLIC } as const;
export const SSH: Extract<TunnelChoice, { kind: 'ssh' }> = {
  kind: 'ssh',
  ...{ host: 'Desk.example', port: 22, user: 'ada', remotePort: 8022, publicUrl: PUBLIC, keyFile: null },
};
export const CRM_IN = 'https://crm.example/in';
export const CRM_OUT = 'https://crm.example/out';

export function toLostAnswer(): AppError {
  return new AppError({ code: 'timeout', message: 'made up', outcome: 'unknown' });
}

/** Live updates that a test opens; closed after it. */
interface OpenedLiveUpdates {
  readonly opened: LiveUpdates[];
  /** Resolves when the background work of the start is done. */
  readonly open: (options?: Parameters<LiveUpdatesOnFakes['open']>[0]) => Promise<LiveUpdates>;
  readonly close: (live: LiveUpdates) => Promise<void>;
}

/** Gives each test of the suite fresh fakes through `begin`, on fake time. */
export function setUpLiveUpdates(begin: (fakes: LiveUpdatesOnFakes) => void): OpenedLiveUpdates {
  let fakes: LiveUpdatesOnFakes;
  const opened: LiveUpdates[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    fakes = new LiveUpdatesOnFakes();
    begin(fakes);
  });
  afterEach(async () => {
    for (const live of opened.splice(0)) await live.dispose();
    vi.useRealTimers();
  });
  const open: OpenedLiveUpdates['open'] = async (options) => {
    const live = await fakes.open(options);
    opened.push(live);
    await vi.advanceTimersByTimeAsync(0);
    return live;
  };
  const close: OpenedLiveUpdates['close'] = async (live) => {
    opened.splice(opened.indexOf(live), 1);
    await live.dispose();
  };
  return { opened, open, close };
}

export class LiveUpdatesOnFakes {
  settings: CallbackSettings = { inUrl: null, outUrl: null, format: 'multipart' };
  /** Reads and writes at the service, in order, with the owned settings of that moment. */
  readonly asked: { readonly kind: 'read' | 'write'; readonly owned: string }[] = [];
  /** Thrown by each read, write. */
  readFailure: AppError | null = null;
  writeFailure: AppError | null = null;
  /** A write that fails takes effect all the same. */
  isWriteDone = false;
  /** Reads and writes end only by their signal. */
  isSilent = false;
  /** Hosts that do not answer: the service refuses a write with one of them, as it does if nobody listens at ours. */
  readonly silentHosts = new Set<string>();
  /** The service refuses null for an address. */
  isNullRefused = false;
  readonly owned: Record<string, string> = {};
  readonly marks: Record<string, number> = {};
  readonly views: LiveView[] = [];
  inbox: KeptCallback[] = [];
  isDiskBroken = false;
  healedCount = 0;
  readonly setLive: Mock<(isLive: boolean) => void> = vi.fn();
  readonly logged: string[] = [];
  readonly tryNow: Mock<() => void> = vi.fn();
  readonly callbacksArrived: Mock<() => void> = vi.fn();
  /** The port that an address forwards to. */
  readonly tunnels = new Map<string, number>();
  readonly takenPorts = new Set<number>();
  readonly receivers = new Map<number, ReceiverOptions>();
  readonly tunnelMaker = createFakeTunnels();
  probes = 0;
  /** Requests to our public addresses are answered after this. */
  probeGate: Promise<void> | null = null;
  /** Writes take effect after this. */
  writeGate: Promise<void> | null = null;
  #lastPort = 40_000;

  async open(options: { baseUrl?: string; hasKey?: boolean; isDemo?: boolean } = {}): Promise<LiveUpdates> {
    const live = new LiveUpdates({
      client: {
        getCallbackSettings: async ({ signal }) => {
          await this.#note('read', signal, this.readFailure);
          return this.settings;
        },
        setCallbackSettings: async (wanted, { signal }) => {
          await this.writeGate;
          if (this.isWriteDone) this.settings = wanted;
          await this.#note('write', signal, this.writeFailure);
          if (this.isNullRefused && (wanted.inUrl === null || wanted.outUrl === null)) throw fail('validation');
          if (!this.#answer(wanted.inUrl) || !this.#answer(wanted.outUrl)) throw fail('validation');
          this.settings = wanted;
        },
      },
      store: {
        getSettings: () => Promise.resolve({ ...this.owned }),
        saveSetting: ({ key, value }) => {
          this.owned[key] = value;
          return Promise.resolve();
        },
        keepCallbacks: ({ events }) => {
          if (this.isDiskBroken) return Promise.reject(fail('disk'));
          for (const event of events) {
            this.inbox.unshift({ ...event, seq: this.inbox.length + 1, state: 'waiting', settledAt: null, times: 1 });
          }
          return Promise.resolve({ addedCount: events.length });
        },
        listCallbacks: () => Promise.resolve(this.inbox),
        getSyncMark: ({ key }) => Promise.resolve(this.marks[key] ?? null),
        setSyncMark: ({ key, value }) => {
          if (this.isDiskBroken) return Promise.reject(fail('disk'));
          this.marks[key] = value;
          return Promise.resolve();
        },
        summariseArrivals: ({ sinceAt }) => {
          const none = { count: 0, medianLagMs: null };
          return Promise.resolve({ sinceAt, byCallback: none, byPoll: none, healedCount: this.healedCount });
        },
      },
      sync: { setLive: this.setLive, callbacksArrived: this.callbacksArrived, tryNow: this.tryNow },
      parts: {
        createReceiver: (wish) => this.#listen(wish),
        createProbe: () => this.#createProbe(),
        tunnels: this.tunnelMaker,
      },
      baseUrl: options.baseUrl ?? 'https://rest.example.test',
      hasKey: options.hasKey ?? true,
      isDemo: options.isDemo ?? false,
      log: {
        ...new FakeAccountParts().log,
        warn: (event) => void this.logged.push(event),
        error: (event) => void this.logged.push(event),
      },
      now: () => Date.now(),
      tell: (view) => void this.views.push(view),
    });
    await live.open();
    live.start();
    return live;
  }

  /** Forwards the public address to the next listener and turns on; consents are given for the addresses that are read first. */
  async turnOn(live: LiveUpdates, takeOver: readonly CallbackDirection[] = []): Promise<LiveView> {
    this.tunnels.set(PUBLIC, this.#lastPort + 1);
    if (takeOver.length > 0) await live.turnOn({ choice: MANUAL, takeOver: [] });
    return await live.turnOn({ choice: MANUAL, takeOver });
  }

  /** The service posts an event to an address. */
  async post(url: string, messageId: number): Promise<void> {
    const { receiver, direction } = this.#find(url) ?? {};
    if (receiver === undefined || direction === undefined) throw new Error('Nobody listens there');
    const receivedAt = Date.now();
    const event = { direction, messageId, letter: direction === 'in' ? '' : 'd', phone: null, referenceId: null };
    await receiver.keep([{ ...event, happenedAt: null, receivedAt }]);
  }

  /** Sync has read what the events told of. */
  settle(state: 'confirmed' | 'refuted'): void {
    this.inbox = this.inbox.map((event) => ({ ...event, state }));
  }

  /** Whether an address answers the service, which calls it before it accepts it. */
  #answer(url: string | null): boolean {
    if (url === null || url === '') return true;
    return PATH.test(url) ? this.receivers.size > 0 : !this.silentHosts.has(URL.parse(url)?.host ?? '');
  }

  async #note(kind: 'read' | 'write', signal: AbortSignal | undefined, failure: AppError | null): Promise<void> {
    this.asked.push({ kind, owned: JSON.stringify(this.owned) });
    if (this.isSilent) {
      await new Promise((_resolve, reject) => {
        const stop = (): void => reject(fail('cancelled'));
        if (signal?.aborted === true) stop();
        signal?.addEventListener('abort', stop);
      });
    }
    if (failure !== null) throw failure;
  }

  #listen(wish: ReceiverOptions): Promise<Receiver> {
    const port = wish.port === 0 ? (this.#lastPort += 1) : wish.port;
    if (this.takenPorts.has(port)) return Promise.reject(fail('disconnected'));
    this.receivers.set(port, wish);
    const dispose = (): Promise<void> => {
      this.receivers.delete(port);
      return Promise.resolve();
    };
    return Promise.resolve({ port, localUrl: `http://127.0.0.1:${String(port)}`, dispose });
  }

  #createProbe() {
    return {
      send: ({ url, body }: { readonly url: string; readonly body: string | null }): Promise<number> => {
        this.probes += 1;
        const found = this.#find(url);
        if (found === null) return Promise.reject(fail('offline'));
        if (found.receiver.secrets[found.direction] !== found.secret) return Promise.resolve(404);
        if (body !== null) {
          const sent = JSON.parse(body) as Record<string, string>;
          found.receiver.onTest(found.direction, sent[TEST_FIELD] ?? '');
        }
        return this.probeGate === null ? Promise.resolve(200) : this.probeGate.then(() => 200);
      },
      dispose: () => Promise.resolve(),
    };
  }

  #find(url: string) {
    const [, root = '', direction, secret = ''] = PATH.exec(url) ?? [];
    const port = this.tunnels.get(root) ?? Number(URL.parse(root)?.port);
    const receiver = this.receivers.get(port);
    return receiver === undefined ? null : { receiver, direction: direction as CallbackDirection, secret };
  }
}
