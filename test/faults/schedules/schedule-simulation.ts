/** The app with its scheduled texts, a service that keeps schedules, a user, and all that can happen between them. */
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServiceClient } from '#main/api/client.ts';
import type { ServiceClient } from '#main/api/client.ts';
import type { Fault } from '#main/demo/steering/faults.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { scheduleHandlers } from '#main/services/schedules/requests.ts';
import { Schedules } from '#main/services/schedules/schedules.ts';
import type { Services } from '#main/services/services.ts';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { OwnSchedule, OwnScheduleState } from '#shared/domain/scheduling/own-schedule.ts';
import type { Random } from '#test/support/random.ts';
import { SimulatedApp } from '../convergence/simulated-app.ts';
import { SimulatedNetwork } from '../convergence/simulated-network.ts';
import { VirtualClock } from '../convergence/virtual-clock.ts';
import { WatchedService } from '../people/watched-service.ts';

export const STARTS_AT = Date.UTC(2026, 10, 20, 9);
export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No time of any schedule is further ahead. */
const LONGEST_AHEAD_MS = 4 * HOUR_MS;
const LONGEST_MS = 6 * HOUR_MS;
/** A disk in memory where there is one: other tests check that bytes reach a real disk. */
const FASTEST_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const STATES: readonly OwnScheduleState[] = [
  'leaving',
  'coming',
  'asking',
  'refused',
  'done',
  'stopped',
  'cancelled',
  'dropped',
];

type Name = keyof typeof scheduleHandlers;
export type NamedStep = readonly [string, (simulation: ScheduleSimulation) => Promise<void> | void];

export class ScheduleSimulation {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly watched: WatchedService;
  readonly random: Random;
  /** Another program of the same account. */
  readonly other: ServiceClient;
  /** What happened, for finding the cause of a failure. */
  readonly log: string[] = [];
  /** Numbers whose texts the user made again, knowing that they may be there twice. */
  readonly mayDouble = new Set<string>();
  /** Numbers whose texts the user sent now. */
  readonly sentNow = new Set<string>();
  /** Numbers whose schedule was a recurring one at some time. */
  readonly recurring = new Set<string>();
  undoIds: string[] = [];
  app: SimulatedApp;
  schedules: Schedules;
  count = 0;
  readonly #home: string;
  readonly #bugs: unknown[] = [];
  #services: Services;
  #folder: string;
  #isOffline = false;
  #life = { isOver: false };

  private constructor(random: Random, home: string) {
    this.random = random;
    this.#home = home;
    this.#folder = this.#makeFolder();
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const shapes = random.pick(['sdk', 'spec'] as const);
    const size = { chats: 2, messages: 6, contacts: 3 };
    this.demo = createSteeredService({
      ...{ seed: random.between(1, 10_000), ...size, shapes },
      timers: this.clock.toTimers(),
    });
    this.demo.world.data.balance = 10_000;
    for (const { id } of [...this.demo.world.schedules.rows]) this.demo.world.schedules.remove(id);
    const absent = random.happens(15) ? ['sessions'] : random.happens(8) ? ['schedules'] : [];
    this.demo.settings.absent = absent;
    this.log.push(`a service of ${shapes}${absent.map((name) => ` without ${name}`).join('')}`);
    this.watched = new WatchedService({ demo: this.demo, now: () => this.clock.trueNow(), random: random.fork() });
    this.other = this.#createOther();
    this.app = this.#open();
    this.schedules = this.#openSchedules();
    this.#services = this.#createServices();
  }

  static async start(random: Random): Promise<ScheduleSimulation> {
    const simulation = new ScheduleSimulation(random, await mkdtemp(path.join(FASTEST_DISK, 'switchboard-schedules-')));
    await simulation.clock.pass(2 * MINUTE_MS);
    return simulation;
  }

  async end(): Promise<void> {
    await this.#close();
    await this.other.dispose();
    await this.demo.dispose();
    await rm(this.#home, { recursive: true, force: true });
  }

  get bugs(): readonly unknown[] {
    return [...this.#bugs, ...this.app.sink.bugs];
  }

  /** Null where the app refused; rejects with what is no `AppError`. */
  async ask<N extends Name>(name: N, input: RequestInput<N>): Promise<RequestOutput<N> | null> {
    const handler = scheduleHandlers[name] as unknown as (
      services: Services,
      input: RequestInput<N>,
    ) => Promise<RequestOutput<N>>;
    try {
      return await this.clock.passUntil(Promise.resolve(handler(this.#services, input)), LONGEST_MS);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.log.push(`    ${name} was refused: ${error.code} ${JSON.stringify(error.fields)}`);
      return null;
    }
  }

  async listOwn(states: readonly OwnScheduleState[] = STATES): Promise<readonly OwnSchedule[]> {
    return await this.clock.passUntil(this.app.store.listOwnSchedules({ states }), LONGEST_MS);
  }

  /** Whether its last text is in the outbox and did not leave. */
  async hasUnsent({ lastSendId: sendId }: OwnSchedule): Promise<boolean> {
    if (sendId === null) return false;
    const send = await this.clock.passUntil(this.app.store.findSend({ sendId }), LONGEST_MS);
    return send !== null && send.state !== 'accepted';
  }

  /** Runs up to `most` random steps. */
  async trouble(steps: readonly NamedStep[], most: number): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      const [name, step] = this.random.pick(steps);
      this.log.push(`${String((this.clock.trueNow() - STARTS_AT) / 1_000)} s: ${name}`);
      await step(this);
      await this.clock.pass(this.random.pick([0, 30, 200, 1_000, 4_000, 6_000, 20_000]));
    }
  }

  /** Ends all trouble and waits until all is over that time alone brings to its end; what keeps it otherwise. */
  async settle(): Promise<readonly string[]> {
    this.demo.faults.set([]);
    this.watched.lossPercent = 0;
    this.setOffline(false);
    // Answers to what was lost, then the last time of all.
    await this.clock.pass(10 * MINUTE_MS);
    this.log.push(...(await this.listOwn()).map((own) => `  settling ${toLine(own)}`));
    await this.clock.pass(LONGEST_AHEAD_MS);
    const open = await this.listOwn(['leaving', 'coming']);
    return open.map((own) => `not over: ${toLine(own)}`);
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    this.app.network.isCut = isOffline;
    if (isOffline) return;
    this.app.sync.tryNow();
    this.app.outbox.wake();
    this.schedules.cameOnline();
  }

  fail(faults: readonly Fault[]): void {
    this.demo.faults.set(faults);
  }

  /** In the middle of running work. */
  async kill(): Promise<void> {
    for (let turn = this.random.between(0, 20); turn > 0; turn -= 1)
      await this.clock.pass(this.random.pick([0, 15, 40]));
    const folder = this.#makeFolder();
    this.#life.isOver = true;
    this.app.kill(folder);
    this.#folder = folder;
    this.#restart();
  }

  async killBetweenFiles(): Promise<void> {
    this.app.store.dieAfterOwned();
    await this.clock.pass(this.random.pick([50, 400, 2_000]));
    await this.kill();
  }

  /** The computer is off for a while. */
  async switchOff(ms: number): Promise<void> {
    await this.#close();
    await this.clock.pass(ms);
    this.#restart();
  }

  async #close(): Promise<void> {
    await this.clock.passUntil(this.schedules.dispose(), HOUR_MS);
    this.#life.isOver = true;
    await this.clock.passUntil(this.app.close(), HOUR_MS);
  }

  #restart(): void {
    this.#bugs.push(...this.app.sink.bugs);
    this.#life = { isOver: false };
    this.undoIds = [];
    this.app = this.#open();
    this.schedules = this.#openSchedules();
    this.#services = this.#createServices();
    this.schedules.open();
  }

  #open(): SimulatedApp {
    const { clock, random } = this;
    const demo = this.watched.as('app');
    const rest = { maxLimit: 100, onTold: () => undefined };
    const app = new SimulatedApp({ folder: this.#folder, demo, clock, random: random.fork(), ...rest });
    app.network.isCut = this.#isOffline;
    // News is asked for once a minute only.
    app.sync.setLive(true);
    return app;
  }

  #createOther(): ServiceClient {
    const { demo, clock } = this;
    return createServiceClient({
      baseUrl: 'http://127.0.0.1',
      webUrl: null,
      credentials: { username: demo.username, apiKey: demo.apiKey },
      userAgent: 'Other/test',
      transport: new SimulatedNetwork({ demo: this.watched.as('other'), clock, random: this.random.fork() }),
      clock: clock.toApiClock(),
    });
  }

  #openSchedules(): Schedules {
    const { app, clock } = this;
    const { store, client, sync, outbox } = app;
    const life = this.#life;
    const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
      await clock.wait(ms, signal);
      // The waits of a killed app never end.
      if (life.isOver && !signal.aborted) await new Promise(() => undefined);
      signal.throwIfAborted();
    };
    const startTimer = (run: () => void, ms: number): (() => void) =>
      clock.after(ms, () => {
        if (!life.isOver) run();
      });
    const schedules = new Schedules({
      ...{ store, service: client, log: this.#createLog(life), now: () => clock.now(), wait, startTimer },
      onFired: () => outbox.wake(),
      onSent: (phone) => sync.messageSent(phone),
      readReplies: (phone) => sync.readReplies(phone),
      readSoon: () => sync.readSchedulesSoon(),
    });
    store.onChange(({ schedules: areSchedules, messageChatIds, everything }) => {
      if (life.isOver) return;
      if (areSchedules || everything) schedules.changed();
      if (messageChatIds.length > 0 || everything) schedules.messagesChanged();
    });
    return schedules;
  }

  #createLog(life: { readonly isOver: boolean }) {
    const write = (level: string, event: string, more: readonly unknown[]): void => {
      if (life.isOver) return;
      const words = more.map((one) => (one instanceof Error ? String(one) : JSON.stringify(one)));
      this.log.push(`  ${level} ${event} ${words.join(' ')}`);
    };
    return {
      info: (event: string, ...more: readonly unknown[]) => write('info', event, more),
      warn: (event: string, ...more: readonly unknown[]) => write('warn', event, more),
      error: (event: string, error: unknown, ...more: readonly unknown[]) => {
        write('error', event, [error, ...more]);
        if (!isAppError(error) && !life.isOver) this.#bugs.push(error);
      },
      hide: () => () => undefined,
      dispose: () => Promise.resolve(),
    };
  }

  #createServices(): Services {
    const { app, schedules, clock } = this;
    const { store, sync, outbox, client } = app;
    const account = {
      ...{ id: 'simulated', folder: this.#folder, store, sync, outbox, schedules, service: client },
      credentials: { webUrl: 'https://app.example' },
      listAbsentFeatures: () => client.absentFeatures,
    };
    const session = { getAccount: () => account, getAccountNamed: () => account };
    const undo = new UndoMemory({ createId: () => `undo-${String((this.count += 1))}` });
    const settings = { get: () => Promise.resolve({ ...DEFAULT_SETTINGS, quietHours: null }) };
    return { session, undo, settings, now: () => clock.now() } as unknown as Services;
  }

  #makeFolder(): string {
    return mkdtempSync(path.join(this.#home, 'run-'));
  }
}

export function toLine(own: OwnSchedule): string {
  const { text, state, step, goal, work, question, problem, serviceId, replacesId, referenceId, keeper } = own;
  const { nextAt, lastAt, dueAt, time } = own;
  return JSON.stringify({
    ...{ text, keeper, state, step, goal, work, question, problem: problem?.code, serviceId, replacesId, referenceId },
    ...{ nextAt, lastAt, dueAt, wall: time.wall, rule: time.rule },
  });
}
