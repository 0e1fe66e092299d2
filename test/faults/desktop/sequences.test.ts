/**
 * Random days outside the window: texts, reads here and elsewhere, mutes, clicks, quick replies told twice, locks and restarts, on
 * each desktop's typed double. After each step the number on the icon, the tray and SQL agree, each text was told of once,
 * nothing stands of what was read, and each reply is one text at the service.
 */
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { isFull } from '#test/support/full-counts.ts';
import { type Random, throwDice } from '#test/support/random.ts';
import { until } from '#test/support/until.ts';
import { DesktopOnDoubles, type Person, type Platform } from './desktop-on-doubles.ts';

const SEQUENCES = isFull ? 200 : 3;
const STEPS = 14;
const PLATFORMS: readonly Platform[] = ['win32', 'darwin', 'linux'];
/** A text in the same second as the read mark of its chat counts, and is not told of. */
const NEXT_SECOND_MS = 1_100;

interface Known {
  unread: number;
  isMuted: boolean;
  /** The text of the notification that stands; null: none. */
  standing: string | null;
  /** Whether the run that showed it can still take it away. */
  isOurs: boolean;
  readAt: number;
}

/** What the user has to see, worked out beside the app. */
class Day {
  readonly steps: string[] = [];
  readonly told: string[] = [];
  readonly replies: string[] = [];
  readonly #desktop: DesktopOnDoubles;
  readonly #random: Random;
  readonly #known: Map<Person, Known>;
  #isPaused = false;
  /** Texts to chats that were not muted. */
  #arrived = 0;
  #count = 0;

  constructor(desktop: DesktopOnDoubles, random: Random) {
    this.#desktop = desktop;
    this.#random = random;
    const known = (): Known => ({ unread: 0, isMuted: false, standing: null, isOurs: true, readAt: Date.now() });
    this.#known = new Map(desktop.people.map((person) => [person, known()]));
  }

  async step(): Promise<void> {
    const person = this.#random.pick(this.#desktop.people);
    const stands = this.#of(person).standing !== null;
    const acts: [string, (person: Person) => Promise<void>][] = [
      ['text', (one) => this.#receive([one])],
      ['text', (one) => this.#receive([one])],
      ['texts to two', (one) => this.#receive([one, this.#random.pick(this.#desktop.people)])],
      ['read here', (one) => this.#readHere(one)],
      ['read elsewhere', (one) => this.#readElsewhere(one)],
      ['mute or unmute', (one) => this.#mute(one)],
      ['lock', () => this.#lock()],
      ['pause', () => this.#pause()],
      ['restart', () => this.#restart()],
    ];
    if (stands) {
      acts.push(
        ['click', (one) => this.#click(one)],
        ['mark read', (one) => this.#markRead(one)],
        ['reply', (one) => this.#reply(one)],
        ['reply', (one) => this.#reply(one)],
      );
    }
    const [name, act] = this.#random.pick(acts);
    this.steps.push(`${name} ${person.phone}`);
    await act(person);
    await this.#compare();
  }

  #of(person: Person): Known {
    const known = this.#known.get(person);
    if (known === undefined) throw new Error('Nobody knows this person');
    return known;
  }

  async #receive(people: readonly Person[]): Promise<void> {
    const unique = [...new Set(people)];
    const newest = Math.max(...unique.map((person) => this.#of(person).readAt));
    await until(() => expect(Date.now()).toBeGreaterThan(newest + NEXT_SECOND_MS));
    const texts = unique.map((from) => ({ from, text: `T-${String((this.#count += 1)).padStart(3, '0')}` }));
    for (const { from, text } of texts) {
      const known = this.#of(from);
      known.unread += 1;
      if (!known.isMuted) this.#arrived += 1;
      if (known.isMuted || this.#isPaused) continue;
      this.told.push(text);
      Object.assign(known, { standing: text, isOurs: true });
    }
    await this.#desktop.receive(texts);
  }

  #noteRead(person: Person): void {
    const known = this.#of(person);
    Object.assign(known, { unread: 0, readAt: Date.now() });
    if (known.isOurs) known.standing = null;
  }

  /** What is used goes off the screen, whichever run showed it. */
  #noteUsed(person: Person): void {
    this.#noteRead(person);
    Object.assign(this.#of(person), { standing: null, isOurs: true });
  }

  async #readHere(person: Person): Promise<void> {
    await this.#desktop.act(person, { kind: 'read', isRead: true });
    this.#noteRead(person);
  }

  async #readElsewhere(person: Person): Promise<void> {
    await this.#desktop.readElsewhere(person);
    this.#noteRead(person);
  }

  async #mute(person: Person): Promise<void> {
    const known = this.#of(person);
    known.isMuted = !known.isMuted;
    await this.#desktop.act(person, { kind: 'mute', isMuted: known.isMuted, hours: null });
    if (known.isMuted && known.isOurs) known.standing = null;
  }

  #lock(): Promise<void> {
    const [off, on] = this.#random.pick([
      ['lock-screen', 'unlock-screen'],
      ['suspend', 'resume'],
    ] as const);
    this.#desktop.power(off);
    this.#desktop.power(on);
    return Promise.resolve();
  }

  async #pause(): Promise<void> {
    this.#isPaused = !this.#isPaused;
    await this.#desktop.set({ notificationsPausedUntil: this.#isPaused ? Date.now() + 3_600_000 : null });
  }

  async #restart(): Promise<void> {
    await this.#desktop.restart();
    if (this.#desktop.platform === 'darwin') return;
    for (const known of this.#known.values()) known.isOurs = known.standing === null;
  }

  async #click(person: Person): Promise<void> {
    const { isOurs } = this.#of(person);
    const found = this.#desktop.find(this.#of(person).standing ?? '');
    if (found === null) throw new Error('Nothing stands');
    // On Linux nothing tells the new run of what an earlier one showed.
    if (!isOurs && this.#desktop.platform === 'linux') return;
    this.#desktop.use(found, { kind: 'click' });
    await until(async () => expect(await this.#desktop.takeTarget()).toEqual({ kind: 'chat', chatId: person.chatId }));
    await this.#readHere(person);
    this.#noteUsed(person);
  }

  async #markRead(person: Person): Promise<void> {
    const known = this.#of(person);
    const found = this.#desktop.find(known.standing ?? '');
    if (found === null) throw new Error('Nothing stands');
    if (!known.isOurs && this.#desktop.platform === 'linux') return;
    this.#desktop.use(found, { kind: 'read' });
    this.#noteUsed(person);
  }

  async #reply(person: Person): Promise<void> {
    const known = this.#of(person);
    const found = this.#desktop.find(known.standing ?? '');
    if (found === null) throw new Error('Nothing stands');
    if (this.#desktop.platform === 'linux') return;
    const text = `R-${String((this.#count += 1)).padStart(3, '0')}`;
    this.replies.push(text);
    this.#desktop.use(found, { kind: 'reply', text });
    this.#desktop.use(found, { kind: 'reply', text });
    this.#noteUsed(person);
    await until(() => expect(this.#desktop.countSends(text)).toBe(1));
    known.readAt = Date.now();
  }

  async #compare(): Promise<void> {
    const all = [...this.#known.values()];
    const unread = all.filter((known) => known.unread > 0 && !known.isMuted).length;
    const standing = all.flatMap((known) => (known.isOurs && known.standing !== null ? [known.standing] : []));
    await until(async () => {
      const counts = all.map((known) => known.unread);
      const shown = await this.#desktop.listUnread();
      // A question that came while one was under way is part of that one.
      if (shown.some((count, index) => count !== counts[index])) await this.#desktop.ask();
      expect(shown).toEqual(counts);
      // A read mark that is on its way gives way to a newer text: nothing unread is hidden.
      expect(this.#desktop.people.map((person) => this.#desktop.countAtService(person))).toEqual(counts);
      expect(this.#desktop.countArrived()).toBe(this.#arrived);
      const { sql, badge, tray } = await this.#desktop.countUnread();
      expect({ sql, badge, tray: tray ?? unread }).toEqual({ sql: unread, badge: unread, tray: unread });
      expect(this.#desktop.listStanding().toSorted()).toEqual(standing.toSorted());
      expect(this.#desktop.told.toSorted()).toEqual(this.told.toSorted());
    });
    for (const text of this.replies) expect(this.#desktop.countSends(text), text).toBe(1);
  }
}

describe('random days outside the window', () => {
  it(
    'agree on every desktop',
    async () => {
      const dice = throwDice();
      for (let turn = 0; turn < SEQUENCES; turn += 1) {
        const random = dice.fork();
        const desktop = await DesktopOnDoubles.open(PLATFORMS[turn % PLATFORMS.length] ?? 'linux');
        const day = new Day(desktop, random);
        try {
          for (let step = 0; step < STEPS; step += 1) await day.step();
        } catch (error) {
          process.stderr.write(`${desktop.platform}, day ${String(turn)}: ${day.steps.join(', ')}\n`);
          throw error;
        } finally {
          await desktop.dispose();
        }
      }
    },
    isFull ? 3_600_000 : 180_000,
  );
});
