import { workBulk } from './behaviour/bulk-work.ts';
import { Callbacks } from './behaviour/callbacks.ts';
import { jump } from './behaviour/clock-jump.ts';
import { ServiceClock, systemTimers } from './behaviour/clock.ts';
import type { Timers } from './behaviour/clock.ts';
import { Dispatch } from './behaviour/dispatch.ts';
import { Delivery } from './behaviour/delivery.ts';
import { openFirstSchedules } from './behaviour/first-schedules.ts';
import { workImport } from './behaviour/import-work.ts';
import { receive } from './behaviour/inbound.ts';
import type { Incoming } from './behaviour/inbound.ts';
import type { OrderParts } from './behaviour/orders.ts';
import { People } from './behaviour/people.ts';
import { runSchedule } from './behaviour/schedule-runner.ts';
import { Scheduler } from './behaviour/scheduler.ts';
import type { Service } from './endpoints/call.ts';
import type { DemoRequest, DemoResponse } from './http.ts';
import { forgetAvatar } from './media/avatars.ts';
import { Pipeline } from './pipeline.ts';
import type { Interceptor, SeenRequest } from './pipeline.ts';
import { SlidingRate } from './rate.ts';
import { createSnapshot, DEFAULT_COUNTS } from './seed/snapshot.ts';
import type { SeedCounts } from './seed/snapshot.ts';
import type { Role, RuntimeSettings, Shape } from './settings.ts';
import { ChatOrderings } from './state/chats.ts';
import type { Inbound, Letter, Outbound } from './state/model.ts';
import { FileStore } from './state/file-store.ts';
import { StateFile } from './state/persistence.ts';
import { World } from './state/world.ts';
import type { View } from './wire/view.ts';

export interface DemoOptions extends Partial<SeedCounts> {
  /** The same seed gives the same people and messages. 1 unless told. */
  readonly seed?: number;
  /** People write and answer by themselves. */
  readonly live?: boolean;
  /** A new service begins with some scheduled texts. */
  readonly schedules?: boolean;
  readonly shapes?: Shape;
  readonly quirks?: boolean;
  readonly speed?: number;
  /** How many times as fast as the computer's the service's clock goes. 1 unless told. */
  readonly rate?: number;
  readonly role?: Role;
  /** Folder in which the state survives; without one it is gone with the service. */
  readonly dataDir?: string;
  readonly timers?: Timers;
  /** Told in a sentence what went wrong with the kept state; never called without `dataDir`. */
  readonly onProblem?: (sentence: string) => void;
}

const PER_SECOND = 50;
const STRICT_PER_SECOND = 5;
const LOOKUPS_PER_SECOND = 2;

/** The whole service behind one call; see README.md for its promises. */
export class DemoService {
  readonly settings: RuntimeSettings;
  readonly world: World;
  readonly callbacks: Callbacks;
  readonly clock: ServiceClock;
  readonly #scheduler: Scheduler;
  readonly #people: People;
  readonly #pipeline: Pipeline;
  readonly #stateFile: StateFile | undefined;
  /** Times of schedules up to here that have not come yet count as one. */
  #missedUntilAt: number;
  #ending: Promise<void> | undefined;
  /** Nothing was kept of an earlier run. */
  #isNew = true;

  /** @param interceptor stands before the service, where a test steers it */
  constructor(options: DemoOptions, interceptor?: Interceptor) {
    const { timers = systemTimers, onProblem = () => undefined } = options;
    this.clock = new ServiceClock(timers);
    this.settings = toSettings(options);
    this.#stateFile = options.dataDir === undefined ? undefined : new StateFile(options.dataDir, timers, onProblem);
    this.world = new World(this.#openState(options));
    this.callbacks = new Callbacks(this.world, () => this.settings.skewMs);
    const { world, clock, settings, callbacks } = this;
    this.#missedUntilAt = clock.nowAt();
    const schedule = (job: Parameters<Scheduler['add']>[0]): void => this.#scheduler.add(job);
    const onLetter = (message: Outbound): void => callbacks.tellDelivery(message, this.#toView());
    const delivery = new Delivery({ world, clock, settings, schedule, onLetter });
    const say = (phone: string, text: string): unknown => this.receive({ sender: phone, text });
    this.#people = new People({ world, clock, settings, schedule, say });
    const toParts = (): OrderParts => ({ world, settings, schedule, dispatch, nowAt: clock.nowAt() });
    this.#scheduler = new Scheduler(world, clock, {
      letter: (job) => delivery.apply(job),
      say: (job) => say(job.phone, job.text),
      chatter: () => this.#people.chatter(),
      schedule: (job) => runSchedule({ ...toParts(), missedUntilAt: this.#missedUntilAt }, job.scheduleId),
      bulk: (job) => workBulk(toParts(), job.bulkId),
      import: (job) => workImport(toParts(), job.importId),
    });
    const onAccepted = (message: Outbound): void => this.#people.hear(message);
    const toView = (): View => this.#toView();
    const dispatch = new Dispatch({ world, clock, delivery, callbacks, onAccepted, toView });
    const files = new FileStore(options.dataDir ?? null);
    world.onGone((one): void => forgetAvatar(one, files));
    const lookups = new SlidingRate();
    const takesLookup = (): boolean => lookups.admits(timers.nowAt(), settings.lookupsPerSecond);
    const own = { orderings: new ChatOrderings(world), takesLookup };
    const parts: Service = { world, settings, delivery, callbacks, dispatch, files, schedule, ...own };
    this.#pipeline = new Pipeline({ service: parts, interceptor, clock, timers });
    if (options.schedules === true && this.#isNew) openFirstSchedules(toParts());
    if (this.#stateFile !== undefined) this.#keepChanges(this.#stateFile);
    this.setLive(this.settings.live);
    this.tick();
  }

  get username(): string {
    return this.world.account.username;
  }

  get apiKey(): string {
    return this.world.data.apiKey;
  }

  /** The last requests, oldest first. */
  get seen(): readonly SeenRequest[] {
    return this.#pipeline.seen;
  }

  /** Answers one request. Never rejects: faults are answers too. */
  handle(request: DemoRequest): Promise<DemoResponse> {
    return this.#pipeline.handle(request);
  }

  /** Takes a message in as if somebody had written it; null when it was blocked. */
  receive(incoming: Incoming): Inbound | null {
    const message = receive(this.world, incoming, this.clock.nowAt());
    if (message !== null) this.callbacks.tellInbound(message);
    return message;
  }

  /** Chooses how messages to a number end; null leaves it to chance again. */
  setOutcome(phone: string, letter: Letter | null): void {
    const { outcomes } = this.world.data;
    if (letter === null) Reflect.deleteProperty(outcomes, phone);
    else outcomes[phone] = letter;
    this.world.changed();
  }

  /** Lets people talk, or asks them to be quiet. */
  setLive(live: boolean): void {
    this.settings.live = live;
    this.#scheduler.remove('chatter');
    if (live) this.#people.start();
  }

  /** Moves the service's clock forward and runs what falls due by it, each at its own time. */
  advance(byMs: number): void {
    const onCutShort = (untilAt: number): void => {
      this.#missedUntilAt = untilAt;
    };
    jump({ world: this.world, clock: this.clock, scheduler: this.#scheduler, onCutShort }, byMs);
    this.world.changed();
  }

  /** Lets the service's clock go that many times as fast as the computer's, whatever waits for it included. */
  setRate(rate: number): void {
    this.clock.setRate(rate);
    this.world.changed();
    this.tick();
  }

  /** Runs what is due now. */
  tick(): void {
    this.#scheduler.tick();
  }

  /**
   * Stops all behaviour and keeps the state; rejects when it cannot be written. What is under way is ended before, and
   * what comes later changes nothing that is kept: the folder may be another's by then.
   */
  dispose(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#scheduler.dispose();
    this.callbacks.endTests();
    await this.#pipeline.dispose();
    await this.callbacks.dispose();
    this.world.data.clockAheadMs = this.clock.aheadMs;
    await this.#stateFile?.dispose();
  }

  #keepChanges(file: StateFile): void {
    this.world.onChange(() => {
      this.world.data.clockAheadMs = this.clock.aheadMs;
      file.touch();
    });
  }

  #openState(options: DemoOptions) {
    const file = this.#stateFile;
    const kept = file?.find();
    this.#isNew = kept === undefined;
    if (kept !== undefined) this.clock.advance(kept.clockAheadMs);
    this.clock.setRate(options.rate ?? 1);
    const state =
      kept ??
      createSnapshot({
        seed: options.seed ?? 1,
        nowAt: this.clock.nowAt(),
        role: options.role ?? 'P',
        chats: options.chats ?? DEFAULT_COUNTS.chats,
        messages: options.messages ?? DEFAULT_COUNTS.messages,
        contacts: options.contacts ?? DEFAULT_COUNTS.contacts,
      });
    file?.keep(state);
    return state;
  }

  #toView(): View {
    const { world, settings, clock } = this;
    return { world, shape: settings.shapes, nowAt: clock.nowAt(), webUrl: settings.webUrl, mapped: new Map() };
  }
}

function toSettings(options: DemoOptions): RuntimeSettings {
  return {
    shapes: options.shapes ?? 'sdk',
    quirks: options.quirks ?? false,
    absent: [],
    perSecond: PER_SECOND,
    strictPerSecond: STRICT_PER_SECOND,
    lookupsPerSecond: LOOKUPS_PER_SECOND,
    live: options.live ?? false,
    speed: options.speed ?? 1,
    skewMs: 0,
    webUrl: '',
  };
}

/** Builds the demo service. Dispose of it to stop its timers and keep its state. */
export function createDemoService(options: DemoOptions = {}): DemoService {
  return new DemoService(options);
}
