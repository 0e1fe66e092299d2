/** Fakes of the parts of an account: each remembers what was asked of it; what a test does not expect throws. */
import type { KeyringAnswer, KeyringState } from '#shared/domain/keyring.ts';
import type { SecretStore } from '#main/services/host/host.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { NO_KNOWLEDGE, type KnowledgeData } from '#main/api/knowledge.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { Account } from '#shared/domain/entities.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { NO_CHANGES, type ChangeSet } from '#shared/domain/sync.ts';
import type { Log } from '#main/platform/log.ts';
import { createFakeTunnels } from '#test/support/fake-tunnels.ts';
import { EventBus, type NumberedEvent } from '#main/services/event-bus.ts';
import type { AccountClient, AccountParts, Credentials, DemoService } from '#main/services/account/ports.ts';
import { Session } from '#main/services/account/session.ts';
import type { Services } from '#main/services/services.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { Store, StoreNotice } from '#main/store/api.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import { makeStatus } from '#test/support/sync-status.ts';

/** A keyring in memory, which a test puts into each state. Its waiting calls are answered by `answerLate`. */
export class FakeKeyring implements SecretStore {
  readonly kept = new Map<string, string>();
  readonly calls: string[] = [];
  state: KeyringState = 'ready';
  /** Calls wait until `answerLate`, as behind a question on the screen. */
  isAsking = false;
  #waiting: (() => void)[] = [];

  find(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#do('find', account, () => {
      const secret = this.kept.get(account) ?? null;
      return secret === null && isExpected ? { state: 'locked', detail: 'made up' } : { state: 'ready', secret };
    });
  }

  save(account: string, secret: string): Promise<KeyringAnswer> {
    return this.#do('save', account, () => {
      this.kept.set(account, secret);
      return { state: 'ready', secret: null };
    });
  }

  remove(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#do('remove', account, () => {
      const wasThere = this.kept.delete(account);
      return wasThere || !isExpected ? { state: 'ready', secret: null } : { state: 'locked', detail: 'made up' };
    });
  }

  answerLate(): void {
    this.isAsking = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  dispose(): void {
    this.calls.push('dispose');
    this.state = 'silent';
    this.answerLate();
  }

  async #do(act: string, account: string, work: () => KeyringAnswer): Promise<KeyringAnswer> {
    if (!account.includes('nobody')) this.calls.push(act);
    if (this.isAsking) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.state === 'ready' ? work() : { state: this.state, detail: 'made up' };
  }
}

export const ACCOUNT: Account = {
  userId: 7,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Quill',
  email: 'ada@example.test',
  company: 'Northgate',
  phone: '447700900001',
  balance: 12.5,
  currency: 'GBP',
  country: 'GB',
  timeZone: 'Europe/London',
  timeFormat: '24h',
  role: 'parent',
  avatarHref: null,
};

export const CREDENTIALS: Credentials = {
  baseUrl: 'https://rest.example.test',
  webUrl: 'https://example.test',
  username: 'ada',
  apiKey: 'a-secret-key',
};

/** The same as a person types it. */
export const SIGN_IN = { ...CREDENTIALS, keepsKey: false };

const ONLINE = makeStatus({ since: 1, lastSyncedAt: 1 });

/** An object that has these members and throws for any other. */
function strict<Whole extends object>(name: string, members: Partial<Whole>): Whole {
  return new Proxy(members, {
    get(target, key): unknown {
      if (key in target) return Reflect.get(target, key);
      // What is awaited or printed is asked for these.
      if (key === 'then' || typeof key === 'symbol') return undefined;
      throw new Error(`The fake ${name} has no ${key}`);
    },
  }) as Whole;
}

/** Services for one handler: those that it needs. */
export function toServices(members: Partial<Services>): Services {
  return strict<Services>('services', members);
}

export class FakeAccountParts {
  /** What happened, in order: `client:open`, `store:close`, … */
  readonly steps: string[] = [];
  /** Lines of the log that warn, in order. */
  readonly warned: string[] = [];
  readonly sends = new Map<SendId, Send>();
  readonly settings: Record<string, string> = {};
  readonly drafts: unknown[] = [];
  /** Thrown by the next probe. */
  refusal: AppError | null = null;
  /** Called inside a probe, before it answers. */
  onProbe: () => Promise<void> = () => Promise.resolve();
  store: Partial<Store> = {};
  sync: Partial<Sync> = {};
  client: Partial<AccountClient> = {};
  sink: SyncSink | null = null;
  isOutboxPaused = false;
  /** What the next store says when it is opened. */
  storeNotices: StoreNotice[] = [];
  /** The client's word that everything waits. */
  onPaused: Parameters<AccountParts['createClient']>[0]['onPaused'] = () => undefined;
  /** What the newest client was told of its service. */
  knowledge: KnowledgeData = NO_KNOWLEDGE;
  onLearned: (knowledge: KnowledgeData) => void = () => undefined;
  absentFeatures: readonly Feature[] = [];
  folders: string[] = [];
  /** The key of each client that was made, null where it was made without. */
  keys: (string | null)[] = [];
  #listeners = new Set<(changes: ChangeSet) => void>();
  #hidden: string[] = [];

  /** What the log does not show. */
  get hidden(): ReadonlySet<string> {
    return new Set(this.#hidden);
  }

  readonly parts: AccountParts = {
    createClient: ({ credentials, knowledge, onLearned, onPaused }) => {
      this.onPaused = onPaused;
      this.knowledge = knowledge;
      this.onLearned = onLearned;
      const absent = (): readonly Feature[] => this.absentFeatures;
      this.keys.push(credentials.apiKey);
      this.steps.push(`client:open ${credentials.username}`);
      return strict<AccountClient>('client', {
        endMaintenance: () => undefined,
        get absentFeatures() {
          return absent();
        },
        probe: async () => {
          this.steps.push('client:probe');
          await this.onProbe();
          if (this.refusal !== null) throw this.refusal;
          return { account: ACCOUNT, authForm: 'basic' };
        },
        getCallbackSettings: () => Promise.resolve({ inUrl: null, outUrl: null, format: 'json' }),
        setCallbackSettings: () => Promise.reject(fail('offline')),
        dispose: () => this.#step('client:close'),
        ...this.client,
      });
    },
    openStore: ({ folder, onNotice }) => {
      this.steps.push('store:open');
      for (const notice of this.storeNotices) onNotice?.(notice);
      this.folders.push(folder);
      return Promise.resolve(this.#createStore());
    },
    createSync: ({ sink }) => {
      this.sink = sink;
      return strict<Sync>('sync', {
        start: () => void this.steps.push('sync:start'),
        getStatus: () => ONLINE,
        setHistory: () => undefined,
        setLive: () => undefined,
        callbacksArrived: () => undefined,
        dispose: () => this.#step('sync:close'),
        ...this.sync,
      });
    },
    createOutbox: () =>
      strict<Outbox>('outbox', {
        start: () => void this.steps.push('outbox:start'),
        create: (send) => {
          this.sends.set(send.id, send);
          return Promise.resolve();
        },
        isPaused: this.isOutboxPaused,
        wake: () => void this.steps.push('outbox:wake'),
        flush: ({ withinMs }) => this.#step(`outbox:flush ${String(withinMs)}`),
        dispose: () => this.#step('outbox:close'),
      }),
    createReceiver: () =>
      Promise.resolve({ port: 6, localUrl: 'http://127.0.0.1:6', dispose: () => Promise.resolve() }),
    createProbe: () => ({ send: () => Promise.reject(fail('offline')), dispose: () => Promise.resolve() }),
    tunnels: createFakeTunnels(),
  };

  readonly startDemoService = (): Promise<DemoService> => {
    this.steps.push('demo:open');
    const credentials = { ...CREDENTIALS, baseUrl: 'http://127.0.0.1:5', username: 'demo', apiKey: 'demo-key' };
    return Promise.resolve({ credentials, dispose: () => this.#step('demo:close') });
  };

  readonly log: Log = {
    info: () => undefined,
    warn: (event) => void this.warned.push(event),
    error: (event) => void this.steps.push(`log:${event}`),
    hide: (secret) => {
      this.#hidden.push(secret);
      return () => void this.#hidden.splice(this.#hidden.indexOf(secret), 1);
    },
    dispose: () => Promise.resolve(),
  };

  /** Live updates were turned off, and the addresses that ours replaced are still to be put back. */
  owesAddresses(former: { readonly in: string | null; readonly out: string | null }): void {
    const secrets = { in: 'in-secret', out: 'out-secret' };
    const past = { turnedOnAt: 1, publicUrl: 'https://heron.example', port: 6, pastSecrets: [] };
    this.settings['live.updates'] = JSON.stringify({ ...past, isOn: false, secrets, former });
  }

  commit(changes: Partial<ChangeSet>): void {
    for (const listener of this.#listeners) listener({ ...NO_CHANGES, ...changes });
  }

  #step(step: string): Promise<void> {
    this.steps.push(step);
    return Promise.resolve();
  }

  #createStore(): Store {
    let account: Account | null = null;
    return strict<Store>('store', {
      saveAccount: (input) => {
        account = input.account;
        return Promise.resolve();
      },
      getAccount: () => Promise.resolve(account),
      getSettings: () => Promise.resolve(this.settings),
      saveSetting: ({ key, value }) => {
        this.settings[key] = value;
        return Promise.resolve();
      },
      getNextSnoozeEnd: () => Promise.resolve(null),
      getSyncMark: () => Promise.resolve(null),
      setSyncMark: () => Promise.resolve(),
      listCallbacks: () => Promise.resolve([]),
      findSend: ({ sendId }) => Promise.resolve(this.sends.get(sendId) ?? null),
      getDraft: () => Promise.resolve({ text: '', files: [] }),
      findPrice: () => Promise.resolve(null),
      listNeededFileIds: () => Promise.resolve([]),
      listImports: () => Promise.resolve([]),
      listOwnSchedules: () => Promise.resolve([]),
      listScheduleRecords: () => Promise.resolve({ items: [], cursor: null, total: 0 }),
      listSchedules: () => Promise.resolve([]),
      listSends: () => Promise.resolve([]),
      expireOwnSchedules: () => Promise.resolve(),
      expireImports: () => Promise.resolve({ leftCount: 0 }),
      saveDraft: (draft) => {
        this.drafts.push(draft);
        return Promise.resolve({ other: null });
      },
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      dispose: () => this.#step('store:close'),
      ...this.store,
    });
  }
}

export interface FakeSession {
  readonly fakes: FakeAccountParts;
  readonly session: Session;
  readonly bus: EventBus;
  readonly events: NumberedEvent[];
}

/** A session over the fakes. The event bus tells them as in the app, so a test of events uses fake timers. */
export function createFakeSession(
  dataFolder: string,
  options: { readonly fakes?: FakeAccountParts } & Partial<
    Pick<ConstructorParameters<typeof Session>[0], 'secrets' | 'saveSession'>
  > = {},
): FakeSession {
  const fakes = options.fakes ?? new FakeAccountParts();
  const onBug = (error: unknown): void => {
    throw error;
  };
  const bus = new EventBus({ runId: 'run', now: () => Date.now(), onBug });
  const events: NumberedEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const { parts, log, startDemoService } = fakes;
  const { fakes: _world, secrets = null, ...rest } = options;
  const now = (): number => 1_000;
  const session = new Session({ parts, events: bus, log, now, dataFolder, secrets, startDemoService, ...rest });
  return { fakes, session, bus, events };
}

export function fail(code: AppError['code']): AppError {
  return new AppError({ code, message: 'made up' });
}
