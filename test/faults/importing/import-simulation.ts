/** A random import and its undo: the app, the service, and all that can happen between them. */
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fault } from '#main/demo/steering/faults.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { ImportRuns } from '#main/services/importing/runs.ts';
import type { StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import type { RunState } from '#shared/domain/imports.ts';
import type { Random } from '#test/support/random.ts';
import { SimulatedApp } from '../convergence/simulated-app.ts';
import { VirtualClock } from '../convergence/virtual-clock.ts';
import { WatchedService } from '../people/watched-service.ts';
import { planRandomImport, toPortions, type PlannedImport } from './random-file.ts';

const STARTS_AT = Date.UTC(2026, 10, 20, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_MS = 6 * HOUR_MS;
/** A disk in memory where there is one: other tests check that bytes reach a real disk. */
const FASTEST_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const MOST_ROUNDS = 400;
const ROWS = 1_000;

export type NamedStep = readonly [string, (simulation: ImportSimulation) => Promise<void> | void];

export class ImportSimulation {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly watched: WatchedService;
  readonly random: Random;
  /** What happened, for finding the cause of a failure. */
  readonly log: string[] = [];
  app: SimulatedApp;
  runs: ImportRuns;
  importId = 0;
  readonly #home: string;
  /** Bugs of runs of the app that are over. */
  readonly #bugs: unknown[] = [];
  #folder: string;
  #isOffline = false;
  #life = { isOver: false };

  private constructor(random: Random, home: string) {
    this.random = random;
    this.#home = home;
    this.#folder = this.#makeFolder();
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const shapes = random.pick(['sdk', 'spec'] as const);
    const size = { chats: 4, messages: 24, contacts: random.between(6, 60) };
    const timers = this.clock.toTimers();
    const quirks = random.happens(15);
    this.demo = createSteeredService({ seed: random.between(1, 10_000), ...size, shapes, quirks, timers });
    const isRaw = random.happens(40);
    if (isRaw) this.demo.settings.absent = ['import-normalized'];
    this.log.push(`a service of ${shapes}${quirks ? ' with quirks' : ''}${isRaw ? ' that tells no import' : ''}`);
    this.watched = new WatchedService({ demo: this.demo, now: () => this.clock.trueNow(), random: random.fork() });
    this.app = this.#open();
    this.runs = this.#openRuns();
  }

  static async start(random: Random): Promise<ImportSimulation> {
    const simulation = new ImportSimulation(random, await mkdtemp(path.join(FASTEST_DISK, 'switchboard-import-')));
    await simulation.clock.pass(3 * MINUTE_MS);
    return simulation;
  }

  async end(): Promise<void> {
    await this.#close();
    await this.demo.dispose();
    await rm(this.#home, { recursive: true, force: true });
  }

  get bugs(): readonly unknown[] {
    return [...this.#bugs, ...this.app.sink.bugs];
  }

  async planImport(): Promise<PlannedImport> {
    for (;;) {
      const planned = await this.clock.passUntil(
        planRandomImport(this.random, this.demo.world, this.app.store),
        LONGEST_MS,
      );
      if (planned !== null) return planned;
    }
  }

  /** Starts it, also where the app dies before everything is written down. */
  async startImport({ plan, rows }: PlannedImport): Promise<void> {
    const order = { requestId: 'request-000001', plan };
    if (this.random.happens(20)) {
      void this.runs.start({ ...order, rows: toPortions(rows) }).catch((error: unknown) => this.#bugs.push(error));
      await this.clock.pass(this.random.pick([0, 5, 30, 200]));
      await this.kill();
    }
    const started = await this.clock.passUntil(this.runs.start({ ...order, rows: toPortions(rows) }), LONGEST_MS);
    this.importId = started.importId;
    const { target, rowsCount, options } = plan;
    this.log.push(`import ${JSON.stringify({ ...target, rowsCount, ...options })}`);
  }

  /** Runs up to `most` random steps, while the run goes on. */
  async trouble(steps: readonly NamedStep[], most: number): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      const [name, step] = this.random.pick(steps);
      this.log.push(`${String(this.clock.trueNow() - STARTS_AT)} ms, ${await this.readState()}: ${name}`);
      await step(this);
      await this.clock.pass(this.random.pick([0, 30, 200, 1_000, 4_000, 20_000]));
      if (await this.#isOver()) return;
    }
  }

  /** Ends all trouble and waits until the run is over; what keeps it otherwise. */
  async settle(): Promise<readonly string[]> {
    this.demo.faults.set([]);
    this.watched.lossPercent = 0;
    this.setOffline(false);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (await this.#isOver()) {
        // The service works on what it has been given.
        await this.clock.pass(MINUTE_MS);
        return [];
      }
      const state = await this.readState();
      if (state === 'paused' || state === 'undo-paused') await this.control('resume');
      this.app.sync.tryNow();
      this.runs.cameOnline();
      await this.clock.pass(10_000);
    }
    const { state, step, memory, counts } = await this.find();
    return [`stuck: ${JSON.stringify({ state, step, memory, counts })}`];
  }

  async undo(): Promise<void> {
    this.log.push('undo');
    await this.clock.passUntil(this.runs.undo(this.importId), LONGEST_MS);
  }

  async control(act: 'pause' | 'resume' | 'stop'): Promise<void> {
    await this.clock.passUntil(this.runs.control(this.importId, act), LONGEST_MS);
  }

  async find(): Promise<StoredImport> {
    const found = await this.clock.passUntil(this.app.store.findImport({ importId: this.importId }), LONGEST_MS);
    if (found === null) throw new Error('The import is not known any more');
    return found;
  }

  async readState(): Promise<RunState> {
    return (await this.find()).state;
  }

  async listRows(): Promise<readonly StoredImportRow[]> {
    const rows: StoredImportRow[] = [];
    for (;;) {
      const where = { importId: this.importId, filter: {}, afterLine: rows.at(-1)?.line ?? 0, limit: ROWS };
      const portion = await this.clock.passUntil(this.app.store.listImportRows(where), LONGEST_MS);
      rows.push(...portion);
      if (portion.length < ROWS) return rows;
    }
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    this.app.network.isCut = isOffline;
    if (!isOffline) this.runs.cameOnline();
  }

  fail(faults: readonly Fault[]): void {
    this.demo.faults.set(faults);
  }

  /** In the middle of running work. */
  async kill(): Promise<void> {
    for (let turn = this.random.between(0, 30); turn > 0; turn -= 1)
      await this.clock.pass(this.random.pick([0, 15, 40]));
    const folder = this.#makeFolder();
    this.#life.isOver = true;
    this.app.kill(folder);
    this.#folder = folder;
    await this.#restart();
  }

  async killBetweenFiles(): Promise<void> {
    this.app.store.dieAfterOwned();
    await this.clock.pass(this.random.pick([50, 400, 2_000]));
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.#close();
    await this.#restart();
  }

  /** A run that was stopped still sees to what has left. */
  async #isOver(): Promise<boolean> {
    const { state, step } = await this.find();
    return state === 'finished' || state === 'undone' || (state === 'stopped' && step === 'done');
  }

  async #close(): Promise<void> {
    await this.clock.passUntil(this.runs.dispose(), HOUR_MS);
    await this.clock.passUntil(this.app.close(), HOUR_MS);
  }

  async #restart(): Promise<void> {
    this.#bugs.push(...this.app.sink.bugs);
    this.#life = { isOver: false };
    this.app = this.#open();
    this.runs = this.#openRuns();
    await this.clock.passUntil(this.runs.open(), HOUR_MS);
  }

  #open(): SimulatedApp {
    const { clock, random } = this;
    const demo = this.watched.as('app');
    const rest = { maxLimit: 100, onTold: () => undefined };
    const app = new SimulatedApp({ folder: this.#folder, demo, clock, random: random.fork(), ...rest });
    app.network.isCut = this.#isOffline;
    return app;
  }

  #openRuns(): ImportRuns {
    const { app, clock } = this;
    const life = this.#life;
    const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
      await clock.wait(ms, signal);
      // The waits of a killed app never end.
      if (life.isOver) await new Promise(() => undefined);
      signal.throwIfAborted();
    };
    const note =
      (level: string) =>
      (event: string, ...more: readonly unknown[]): void => {
        if (!life.isOver)
          this.log.push(
            `  ${level} ${event} ${more.map((one) => (one instanceof Error ? String(one) : JSON.stringify(one))).join(' ')}`,
          );
      };
    const log = { info: note('info'), warn: note('warn'), error: note('error') };
    const silent = { hide: () => () => undefined, dispose: () => Promise.resolve() };
    return new ImportRuns({
      ...{ store: app.store, service: app.client, sync: app.sync, log: { ...log, ...silent } },
      ...{ now: () => clock.now(), wait, tell: () => undefined },
    });
  }

  #makeFolder(): string {
    return mkdtempSync(path.join(this.#home, 'run-'));
  }
}
