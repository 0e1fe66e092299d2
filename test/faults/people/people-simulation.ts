/** A random simulation of people edits: the app, the service, another client, and all that can happen between them. */
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { Fault } from '#main/demo/steering/faults.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { Random } from '#test/support/random.ts';
import { OtherClient } from '../convergence/other-client.ts';
import { SimulatedApp } from '../convergence/simulated-app.ts';
import { VirtualClock } from '../convergence/virtual-clock.ts';
import { AppUser } from './app-user.ts';
import { Intents } from './intents.ts';
import { editElsewhere } from './other-edits.ts';
import { answer, beginEdit } from './user-edits.ts';
import { WatchedService } from './watched-service.ts';

const STARTS_AT = Date.UTC(2026, 10, 20, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A disk in memory where there is one: other tests check that bytes reach a real disk. */
const FASTEST_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** So often what waits is looked at before it counts as stuck. */
const MOST_ROUNDS = 90;
/** Later answers give up what the user wants, so that a refusal has an end. */
const ROUNDS_OF_MINE = 20;

export type NamedStep = readonly [string, (simulation: PeopleSimulation) => Promise<void> | void];

export class PeopleSimulation {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly watched: WatchedService;
  readonly intents = new Intents();
  readonly random: Random;
  /** What happened, for finding the cause of a failure. */
  readonly log: string[] = [];
  app: SimulatedApp;
  user: AppUser;
  readonly #home: string;
  readonly #other: OtherClient;
  /** Bugs of runs that are over. */
  readonly #bugs: unknown[] = [];
  #folder: string;
  #isOffline = false;
  #numbers = 0;

  private constructor(random: Random, home: string) {
    this.random = random;
    this.#home = home;
    this.#folder = this.#makeFolder();
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const shapes = random.pick(['sdk', 'spec'] as const);
    const quirks = random.happens(15);
    const size = { chats: 4, messages: 24, contacts: random.between(6, 14) };
    this.log.push(`a service of ${shapes}${quirks ? ' with quirks' : ''}`);
    const timers = this.clock.toTimers();
    this.demo = createSteeredService({ seed: random.between(1, 10_000), ...size, shapes, quirks, timers });
    this.demo.settings.skewMs = random.pick([0, 0, 0, 7 * MINUTE_MS, -40 * MINUTE_MS]);
    this.watched = new WatchedService({ demo: this.demo, now: () => this.clock.trueNow(), random: random.fork() });
    this.#other = new OtherClient({ demo: this.watched.as('other'), clock: this.clock, random: random.fork() });
    this.app = this.#open();
    this.user = this.#toUser();
  }

  static async start(random: Random): Promise<PeopleSimulation> {
    return new PeopleSimulation(random, await mkdtemp(path.join(FASTEST_DISK, 'switchboard-people-')));
  }

  async end(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    await this.demo.dispose();
    await rm(this.#home, { recursive: true, force: true });
  }

  get bugs(): readonly unknown[] {
    return [...this.#bugs, ...this.app.sink.bugs];
  }

  /** Runs `most` random steps once the first reading is over. */
  async run(steps: readonly NamedStep[], most: number): Promise<void> {
    await this.clock.pass(this.random.pick([2_000, 30_000, 3 * MINUTE_MS]));
    for (let count = 0; count < most; count += 1) {
      const [name, step] = this.random.pick(steps);
      this.log.push(`${String(this.clock.trueNow() - STARTS_AT)} ms: ${name}`);
      // What the user sees is what stands on screen when nothing is under way inside the app.
      await this.clock.pass(0);
      await step(this);
      await this.clock.pass(this.random.pick([0, 30, 200, 1_000, 4_000, 20_000]));
    }
  }

  /** Ends all trouble, answers what asks the user, and waits until nothing waits any more; what is stuck otherwise. */
  async settle(): Promise<readonly string[]> {
    this.demo.faults.set([]);
    this.watched.lossPercent = 0;
    this.setOffline(false);
    this.clock.setRight();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      this.app.sync.tryNow();
      await this.clock.pass(10_000);
      if ((await this.user.listChanges()).length === 0) return [];
      await answer(this.user, round < ROUNDS_OF_MINE ? 50 : 0);
    }
    return (await this.user.listChanges()).map((change) => `stuck: ${JSON.stringify(change)}`);
  }

  /** Compares everything with the service, and reads the notes of every contact. */
  async readEverything(): Promise<void> {
    await this.clock.passUntil(this.app.sync.checkEverything(), HOUR_MS);
    for (const id of await this.app.store.listRowIds({ name: 'contacts' })) this.app.sync.openContact(toContactId(id));
    await this.clock.pass(2 * MINUTE_MS);
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    this.app.network.isCut = isOffline;
  }

  fail(faults: readonly Fault[]): void {
    this.demo.faults.set(faults);
  }

  editElsewhere(): void {
    void editElsewhere(this.#other, this.intents.last).then(
      (name) => this.log.push(`  other client: ${name}`),
      (error: unknown) => this.#bugs.push(error),
    );
  }

  async kill(): Promise<void> {
    this.app.sync.tryNow();
    for (let turn = this.random.between(0, 30); turn > 0; turn -= 1)
      await this.clock.pass(this.random.pick([0, 15, 40]));
    const folder = this.#makeFolder();
    this.app.kill(folder);
    this.#folder = folder;
    this.#restart();
  }

  /** The process dies when the user's edit is in `owned.db` and `cache.db` does not show it. */
  async killBetweenFiles(): Promise<void> {
    this.app.store.dieAfterOwned();
    await beginEdit(this.user);
    await this.clock.pass(50);
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    this.#restart();
  }

  #restart(): void {
    this.#bugs.push(...this.app.sink.bugs);
    this.app = this.#open();
    this.user = this.#toUser();
  }

  #open(): SimulatedApp {
    const { clock, random } = this;
    const demo = this.watched.as('app');
    const rest = { maxLimit: 100, onTold: () => undefined };
    const app = new SimulatedApp({ folder: this.#folder, demo, clock, random: random.fork(), ...rest });
    app.network.isCut = this.#isOffline;
    return app;
  }

  #toUser(): AppUser {
    const { app, clock, random, watched, intents } = this;
    const log = (line: string): void => void this.log.push(line);
    const count = (): number => (this.#numbers += 1);
    return new AppUser({ app, folder: this.#folder, clock, random: random.fork(), watched, intents, log, count });
  }

  #makeFolder(): string {
    return mkdtempSync(path.join(this.#home, 'run-'));
  }
}
