/** A random simulation: an app on its data folder, the service, other clients, callbacks, and all that can happen to them. */
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Random } from '#test/support/random.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { CallbackDelivery } from './callback-delivery.ts';
import { SimulatedApp } from './simulated-app.ts';
import { chooseAction, type LastAction } from './planned-actions.ts';
import { chooseVariant, applyVariant } from './service-variants.ts';
import type { ServiceVariant } from './service-variants.ts';
import { OtherClient } from './other-client.ts';
import { VirtualClock } from './virtual-clock.ts';

const STARTS_AT = Date.UTC(2026, 10, 20, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A disk in memory where there is one: other tests check that bytes reach a real disk. */
const FASTEST_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A step of the simulation and its name in the log. */
export type NamedStep = readonly [string, (simulation: Simulation) => Promise<void> | void];

export class Simulation {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly random: Random;
  /** Holds the folders of all runs of the app. */
  readonly home: string;
  /** The data folder of the current run. A kill leaves the files of the killed run in place; the next run works on a copy. */
  folder: string;
  readonly variant: ServiceVariant;
  /** What happened, for finding the cause of a failure. */
  readonly log: string[] = [];
  /** How often the user was notified of each message, by its key. */
  readonly told = new Map<string, number>();
  app: SimulatedApp;
  lastAction: LastAction | null = null;
  kills = 0;
  /** Numbers that were muted or blocked at some time: the app may not have notified of their texts. */
  readonly quiet = new Set<string>();
  readonly #callbacks: CallbackDelivery;
  readonly #other: OtherClient;
  readonly #zone = process.env['TZ'];
  #texts = 0;

  private constructor(random: Random, home: string) {
    this.random = random;
    this.home = home;
    this.folder = this.#makeFolder();
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const size = { chats: random.between(3, 9), messages: random.between(20, 260), contacts: random.between(6, 18) };
    const seed = random.between(1, 10_000);
    this.variant = chooseVariant(random);
    // Only the `sdk` shape echoes the limit that the service used.
    const shapes = this.variant.maxLimit < 100 ? 'sdk' : random.pick(['sdk', 'spec'] as const);
    this.log.push(`a ${this.variant.name} service of ${shapes}`);
    const timers = this.clock.toTimers();
    this.demo = createSteeredService({ seed, ...size, shapes, timers, ...this.variant.options });
    applyVariant(this.demo, this.variant);
    this.demo.settings.skewMs = random.pick([0, 0, 0, 7 * MINUTE_MS, -40 * MINUTE_MS]);
    this.#callbacks = new CallbackDelivery({ demo: this.demo, clock: this.clock, random: random.fork() });
    this.#other = new OtherClient({ demo: this.demo, clock: this.clock, random: random.fork() });
    this.app = this.open();
    if (random.happens(30)) this.app.sync.setLive(true);
  }

  static async start(random: Random): Promise<Simulation> {
    return new Simulation(random, await mkdtemp(path.join(FASTEST_DISK, 'switchboard-simulation-')));
  }

  open(): SimulatedApp {
    const { demo, clock } = this;
    const onTold = (key: string): void => {
      this.told.set(key, (this.told.get(key) ?? 0) + 1);
    };
    const { maxLimit } = this.variant;
    return new SimulatedApp({ folder: this.folder, demo, clock, random: this.random.fork(), maxLimit, onTold });
  }

  async end(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    await this.demo.dispose();
    if (this.#zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = this.#zone;
    await rm(this.home, { recursive: true, force: true });
  }

  #makeFolder(): string {
    return mkdtempSync(path.join(this.home, 'run-'));
  }

  /** Runs `most` random steps. */
  async run(steps: readonly NamedStep[], most: number): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      const [name, step] = this.random.pick(steps);
      this.log.push(`${String(this.clock.trueNow() - STARTS_AT)} ms: ${name}`);
      await step(this);
      if (this.random.happens(70)) this.#deliverCallbacks();
      this.#noteQuiet();
      await this.clock.pass(this.random.pick([0, 30, 200, 1_000, 4_000, 20_000]));
      this.#noteQuiet();
    }
  }

  #noteQuiet(): void {
    const { chats, contacts } = this.demo.world;
    for (const { phone, muted } of chats.rows) if (muted) this.quiet.add(phone);
    for (const { phone, blocked } of contacts.rows) if (blocked) this.quiet.add(phone);
    const muted = this.app.store.db.all<{ phone: string }>(
      'SELECT phone FROM chats WHERE is_muted = 1 OR is_blocked = 1',
    );
    for (const { phone } of muted) this.quiet.add(phone);
  }

  /** Ends all faults and waits until every message has its final delivery status. */
  async settle(): Promise<void> {
    this.demo.settings.absent = [...this.variant.absent];
    this.demo.faults.set(this.variant.refusals);
    this.app.network.isCut = false;
    this.clock.setRight();
    this.#deliverCallbacks();
    this.app.sync.setHistory({ days: this.variant.days, isPaused: false });
    this.app.sync.tryNow();
    this.app.outbox.wake();
    // The last sent texts get their final delivery status.
    await this.clock.pass(10 * MINUTE_MS);
    this.#deliverCallbacks();
    await this.clock.pass(4 * MINUTE_MS);
    // A text that is still scheduled would leave after this cache was read and before the fresh cache is.
    const isWaiting = (): boolean => this.demo.world.schedules.rows.some(({ nextAt }) => nextAt !== null);
    for (let more = 0; more < 6 && isWaiting(); more += 1) await this.clock.pass(10 * MINUTE_MS);
  }

  receiveTexts(count: number): void {
    const { world } = this.demo;
    for (let written = 0; written < count; written += 1) {
      this.#texts += 1;
      const known = this.random.pick(world.chats.rows).phone;
      const sender = this.random.happens(85) ? known : `4477008${String(this.random.between(10_000, 10_040))}`;
      const text = this.random.happens(3) ? 'STOP' : `Text ${String(this.#texts)}`;
      this.demo.receive({ sender, text });
    }
  }

  /** A text that was reported as delivered is now reported as failed. */
  changeDeliveryStatus(): void {
    const delivered = this.demo.world.sent.rows.filter(({ status }) => status === 'd');
    if (delivered.length > 0) this.random.pick(delivered).status = 'f';
  }

  async openChat(): Promise<void> {
    const page = await this.#page();
    const chat = page.at(this.random.between(0, page.length - 1));
    if (chat !== undefined) this.app.sync.openChat(chat.id as never);
  }

  async send(): Promise<void> {
    this.#texts += 1;
    const withNumber = this.demo.world.chats.rows.filter((chat) => /^\d+$/.test(chat.phone));
    const phone = toPhoneKey(this.random.pick(withNumber).phone);
    const now = this.clock.now();
    const send = makeSend(this.#texts, { phone, text: `Ours ${String(this.#texts)}`, createdAt: now, dueAt: now });
    await this.app.store.ensureChat({ phone, at: now });
    await this.app.outbox.create(send);
  }

  actElsewhere(): void {
    void this.#other.act().then((name) => this.log.push(`  other client: ${name}`));
  }

  async kill(): Promise<void> {
    this.kills += 1;
    // In the middle of running work, not between two steps.
    const after = this.random.between(0, 40);
    this.app.sync.tryNow();
    for (let turn = 0; turn < after; turn += 1) await this.clock.pass(this.random.pick([0, 0, 15, 40]));
    const folder = this.#makeFolder();
    this.app.kill(folder);
    this.folder = folder;
    this.app = this.open();
  }

  /** The cache need not hold older messages; epoch ms. */
  get depthAt(): number {
    const { days } = this.variant;
    return days === null ? 0 : this.clock.trueNow() - days * DAY_MS;
  }

  /** Kills the app after the commit to `owned.db` and before the commit to `cache.db`. */
  async killBetweenFiles(): Promise<void> {
    const planned = await chooseAction(this, this.random.happens(50));
    this.app.store.dieAfterOwned();
    if (planned !== null) void this.app.store.applyActions(planned);
    await this.clock.pass(50);
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    if (this.random.happens(50)) this.receiveTexts(2);
    this.app = this.open();
  }

  /** Deletes `cache.db`; `owned.db` stays. */
  async clearCopy(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    for (const end of ['', '-wal', '-shm']) await rm(path.join(this.folder, `cache.db${end}`), { force: true });
    this.app = this.open();
  }

  #deliverCallbacks(): void {
    const events = this.#callbacks.take();
    if (events.length > 0) void this.app.receive(events);
  }

  async #page() {
    const now = this.clock.now();
    const range = { offset: 0, limit: 50, todayAt: now, yesterdayAt: now, now };
    return (
      await this.clock.passUntil(
        this.app.store.listChats({ scope: { shelf: 'open', marks: [], listId: null }, sort: 'newest', ...range }),
        MINUTE_MS,
      )
    ).rows;
  }
}
