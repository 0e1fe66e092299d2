/** One history: an app on its folder, the service, other desks, callbacks, and everything that can happen to them. */
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Random } from '#test/support/random.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { Courier } from './courier.ts';
import { Life } from './life.ts';
import { chooseDeed } from './deeds.ts';
import type { LastDeed } from './deeds.ts';
import { chooseOddity, makeOdd } from './oddity.ts';
import type { Oddity } from './oddity.ts';
import { OtherDesk } from './other-desk.ts';
import { VirtualClock } from './virtual-clock.ts';

const STARTS_AT = Date.UTC(2026, 10, 20, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether bytes really reach a platter is for other tests: here a disk in memory does, where there is one. */
const QUICK_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Something that can happen, by its name in the log. */
export type NamedStep = readonly [string, (story: Story) => Promise<void> | void];

export class Story {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly random: Random;
  /** Of all lives. */
  readonly home: string;
  /** Of this life: a kill leaves the files of the life before where they are, and goes on with a copy of them. */
  folder: string;
  readonly oddity: Oddity;
  /** What happened, for whoever has to find out why it ended wrong. */
  readonly log: string[] = [];
  /** How often a person was told of each message. */
  readonly told = new Map<string, number>();
  life: Life;
  lastDeed: LastDeed | null = null;
  kills = 0;
  /** Numbers whose texts may have been passed over in silence: muted or blocked at some time. */
  readonly quiet = new Set<string>();
  readonly #courier: Courier;
  readonly #desk: OtherDesk;
  readonly #zone = process.env['TZ'];
  #texts = 0;

  private constructor(random: Random, home: string) {
    this.random = random;
    this.home = home;
    this.folder = this.#makeFolder();
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const size = { chats: random.between(3, 9), messages: random.between(20, 260), contacts: random.between(6, 18) };
    const seed = random.between(1, 10_000);
    this.oddity = chooseOddity(random);
    // Nothing but the echo of a page says that the service took another limit.
    const shapes = this.oddity.maxLimit < 100 ? 'sdk' : random.pick(['sdk', 'spec'] as const);
    this.log.push(`a ${this.oddity.name} service of ${shapes}`);
    const timers = this.clock.toTimers();
    this.demo = createSteeredService({ seed, ...size, shapes, timers, ...this.oddity.options });
    makeOdd(this.demo, this.oddity);
    this.demo.settings.skewMs = random.pick([0, 0, 0, 7 * MINUTE_MS, -40 * MINUTE_MS]);
    this.#courier = new Courier({ demo: this.demo, clock: this.clock, random: random.fork() });
    this.#desk = new OtherDesk({ demo: this.demo, clock: this.clock, random: random.fork() });
    this.life = this.open();
    if (random.happens(30)) this.life.sync.setLive(true);
  }

  static async begin(random: Random): Promise<Story> {
    return new Story(random, await mkdtemp(path.join(QUICK_DISK, 'switchboard-story-')));
  }

  open(): Life {
    const { demo, clock } = this;
    const onTold = (key: string): void => {
      this.told.set(key, (this.told.get(key) ?? 0) + 1);
    };
    const { maxLimit } = this.oddity;
    return new Life({ folder: this.folder, demo, clock, random: this.random.fork(), maxLimit, onTold });
  }

  async end(): Promise<void> {
    await this.clock.passUntil(this.life.close(), HOUR_MS);
    await this.demo.dispose();
    if (this.#zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = this.#zone;
    await rm(this.home, { recursive: true, force: true });
  }

  #makeFolder(): string {
    return mkdtempSync(path.join(this.home, 'life-'));
  }

  /** So many of these steps, in any order. */
  async go(steps: readonly NamedStep[], most: number): Promise<void> {
    for (let count = 0; count < most; count += 1) {
      const [name, step] = this.random.pick(steps);
      this.log.push(`${String(this.clock.trueNow() - STARTS_AT)} ms: ${name}`);
      await step(this);
      if (this.random.happens(70)) this.#bringCallbacks();
      this.#noteQuiet();
      await this.clock.pass(this.random.pick([0, 30, 200, 1_000, 4_000, 20_000]));
      this.#noteQuiet();
    }
  }

  #noteQuiet(): void {
    const { chats, contacts } = this.demo.world;
    for (const { phone, muted } of chats.rows) if (muted) this.quiet.add(phone);
    for (const { phone, blocked } of contacts.rows) if (blocked) this.quiet.add(phone);
    const muted = this.life.store.db.all<{ phone: string }>(
      'SELECT phone FROM chats WHERE is_muted = 1 OR is_blocked = 1',
    );
    for (const { phone } of muted) this.quiet.add(phone);
  }

  /** Everything works again, and everybody has said what they had to say. */
  async calm(): Promise<void> {
    this.demo.settings.absent = [...this.oddity.absent];
    this.demo.faults.set(this.oddity.refusals);
    this.life.wire.isCut = false;
    this.clock.setRight();
    this.#bringCallbacks();
    this.life.sync.setHistory({ days: this.oddity.days, isPaused: false });
    this.life.sync.tryNow();
    this.life.outbox.wake();
    // Letters of what was sent last come to their end.
    await this.clock.pass(10 * MINUTE_MS);
    this.#bringCallbacks();
    await this.clock.pass(4 * MINUTE_MS);
    // What still waits for its time would go between this cache's reading and that of the one read anew.
    const isWaiting = (): boolean => this.demo.world.schedules.rows.some(({ nextAt }) => nextAt !== null);
    for (let more = 0; more < 6 && isWaiting(); more += 1) await this.clock.pass(10 * MINUTE_MS);
  }

  someoneWrites(count: number): void {
    const { world } = this.demo;
    for (let written = 0; written < count; written += 1) {
      this.#texts += 1;
      const known = this.random.pick(world.chats.rows).phone;
      const sender = this.random.happens(85) ? known : `4477008${String(this.random.between(10_000, 10_040))}`;
      const text = this.random.happens(3) ? 'STOP' : `Text ${String(this.#texts)}`;
      this.demo.receive({ sender, text });
    }
  }

  /** The operator changes its mind about a text that was said to be delivered. */
  letterTurns(): void {
    const delivered = this.demo.world.sent.rows.filter(({ status }) => status === 'd');
    if (delivered.length > 0) this.random.pick(delivered).status = 'f';
  }

  async openChat(): Promise<void> {
    const page = await this.#page();
    const chat = page.at(this.random.between(0, page.length - 1));
    if (chat !== undefined) this.life.sync.openChat(chat.id as never);
  }

  async send(): Promise<void> {
    this.#texts += 1;
    const withNumber = this.demo.world.chats.rows.filter((chat) => /^\d+$/.test(chat.phone));
    const phone = toPhoneKey(this.random.pick(withNumber).phone);
    const now = this.clock.now();
    const send = makeSend(this.#texts, { phone, text: `Ours ${String(this.#texts)}`, createdAt: now, dueAt: now });
    await this.life.store.ensureChat({ phone, at: now });
    await this.life.outbox.create(send);
  }

  deskActs(): void {
    void this.#desk.act().then((name) => this.log.push(`  other desk: ${name}`));
  }

  async kill(): Promise<void> {
    this.kills += 1;
    // Somewhere in the middle of what is under way, not between two steps.
    const after = this.random.between(0, 40);
    this.life.sync.tryNow();
    for (let turn = 0; turn < after; turn += 1) await this.clock.pass(this.random.pick([0, 0, 15, 40]));
    const folder = this.#makeFolder();
    this.life.kill(folder);
    this.folder = folder;
    this.life = this.open();
  }

  /** Messages of before are nobody's business. */
  get depthAt(): number {
    const { days } = this.oddity;
    return days === null ? 0 : this.clock.trueNow() - days * DAY_MS;
  }

  /** What only this computer knows is on disk, and the cache does not follow any more. */
  async killBetweenFiles(): Promise<void> {
    const deed = await chooseDeed(this, this.random.happens(50));
    this.life.store.dieAfterOwned();
    if (deed !== null) void this.life.store.applyActions(deed);
    await this.clock.pass(50);
    await this.kill();
  }

  async restart(): Promise<void> {
    await this.clock.passUntil(this.life.close(), HOUR_MS);
    if (this.random.happens(50)) this.someoneWrites(2);
    this.life = this.open();
  }

  /** The copy of what the service has goes; what only this computer knows stays. */
  async clearCopy(): Promise<void> {
    await this.clock.passUntil(this.life.close(), HOUR_MS);
    for (const end of ['', '-wal', '-shm']) await rm(path.join(this.folder, `cache.db${end}`), { force: true });
    this.life = this.open();
  }

  #bringCallbacks(): void {
    const events = this.#courier.take();
    if (events.length > 0) void this.life.receive(events);
  }

  async #page() {
    const now = this.clock.now();
    const range = { offset: 0, limit: 50, todayAt: now, yesterdayAt: now, now };
    return (
      await this.clock.passUntil(
        this.life.store.listChats({ scope: { shelf: 'open', marks: [], listId: null }, sort: 'newest', ...range }),
        MINUTE_MS,
      )
    ).rows;
  }
}
