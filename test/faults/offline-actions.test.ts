/**
 * What a user does to chats while the connection is away, other clients act and customers write: once it is back, nothing
 * unread is hidden, nothing is muted longer than asked, and everything else ends as the user meant it last. Judged by the
 * service's own state; what was meant is kept by a model that knows nothing of the app. A seed repeats its history.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Chat } from '#main/demo/state/model.ts';
import { createSteeredService } from '#main/demo/steering/steered-service.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import { AS_READ, compareWithService, readServiceState } from '#test/support/comparison/compare-with-service.ts';
import { isFull } from '#test/support/full-counts.ts';
import { Random, throwDice } from '#test/support/random.ts';
import { SimulatedApp } from './convergence/simulated-app.ts';
import { OtherClient } from './convergence/other-client.ts';
import { VirtualClock } from './convergence/virtual-clock.ts';

const OF_EACH_KIND = isFull ? 1_000 : 50;
/** So many of each kind in one outage. */
const IN_ONE_OUTAGE = 10;
/** In some of them a kind has nothing left to be done to. */
const MOST_OUTAGES = (2 * OF_EACH_KIND) / IN_ONE_OUTAGE;
const CHATS = 80;
const STARTS_AT = Date.UTC(2026, 10, 20, 9);
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a deletion can be taken back before it leaves. */
const HOLD_MS = 8 * SECOND_MS;
/** The service counts whole hours from when it hears of a mute, and a mute that leaves at once is on its way for so long. */
const ON_THE_WAY_MS = 12 * SECOND_MS;
const USER = { priority: 'user' } as const;
const QUICK_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Kind {
  readonly name: string;
  readonly action: ChatAction;
  /** Chats of the cache on which the user can do it. */
  readonly where: string;
}

/** The register says it too, and of a chat that says it not. */
const IS_BLOCKED = '(is_blocked = 1 OR phone IN (SELECT phone FROM blocked_contacts))';
/** Who writes under a name of letters cannot be blocked: the service refuses it, and the user is told. */
const IS_NUMBER = `phone NOT GLOB '*[^0-9]*'`;

const KINDS: readonly Kind[] = [
  { name: 'read', action: { kind: 'read', isRead: true }, where: 'unread_count > 0 AND shelf = 0' },
  { name: 'unread', action: { kind: 'read', isRead: false }, where: 'unread_count = 0 AND shelf = 0' },
  { name: 'close', action: { kind: 'status', status: 'closed' }, where: 'shelf = 0' },
  { name: 'reopen', action: { kind: 'status', status: 'active' }, where: 'shelf > 0' },
  { name: 'delete', action: { kind: 'status', status: 'deleted' }, where: 'shelf < 2' },
  { name: 'pin', action: { kind: 'pin', isPinned: true }, where: 'is_pinned = 0 AND shelf < 2' },
  { name: 'unpin', action: { kind: 'pin', isPinned: false }, where: 'is_pinned = 1 AND shelf < 2' },
  { name: 'mute for an hour', action: { kind: 'mute', isMuted: true, hours: 1 }, where: 'is_muted = 0 AND shelf < 2' },
  { name: 'mute for hours', action: { kind: 'mute', isMuted: true, hours: 8 }, where: 'is_muted = 0 AND shelf < 2' },
  { name: 'mute', action: { kind: 'mute', isMuted: true, hours: null }, where: 'is_muted = 0 AND shelf < 2' },
  { name: 'unmute', action: { kind: 'mute', isMuted: false, hours: null }, where: 'is_muted = 1 AND shelf < 2' },
  {
    name: 'block',
    action: { kind: 'block', isBlocked: true },
    where: `NOT ${IS_BLOCKED} AND ${IS_NUMBER} AND shelf < 2`,
  },
  { name: 'unblock', action: { kind: 'block', isBlocked: false }, where: `${IS_BLOCKED} AND shelf < 2` },
];

/** The last thing of each kind that the user meant for one chat. */
interface Meant {
  read?: { readonly isRead: boolean; readonly at: number };
  status?: { readonly status: 'active' | 'closed' | 'deleted'; readonly at: number };
  isPinned?: boolean;
  mute?: { readonly isMuted: boolean; readonly untilAt: number };
  isBlocked?: boolean;
}

/** What was meant for each chat, and what happened to it at the service. */
class Model {
  readonly meant = new Map<number, Meant>();
  /** When somebody last wrote in a chat while the user could not see it. */
  readonly wroteAt = new Map<number, number>();
  /** Chats that another client marked as read, closed or deleted. */
  readonly handledByOthers = new Set<number>();
  /** Chats of which another client said that they are unread. */
  readonly unreadByOthers = new Set<number>();

  note(chatId: ChatId, action: ChatAction, at: number): void {
    const meant = this.meant.get(chatId) ?? {};
    this.meant.set(chatId, meant);
    if (action.kind === 'read') meant.read = { isRead: action.isRead, at };
    if (action.kind === 'status') meant.status = { status: action.status, at };
    if (action.kind === 'pin') meant.isPinned = action.isPinned;
    if (action.kind === 'block') meant.isBlocked = action.isBlocked;
    if (action.kind === 'mute') {
      const untilAt = action.hours === null ? Infinity : at + action.hours * HOUR_MS;
      meant.mute = { isMuted: action.isMuted, untilAt };
    }
  }

  /** What of a chat of the service is not as it was meant. */
  judge(chat: Chat, { isBlocked, nowAt }: { readonly isBlocked: boolean; readonly nowAt: number }): readonly string[] {
    const { read, status, isPinned, mute, isBlocked: isBlockMeant } = this.meant.get(chat.id) ?? {};
    const wroteAt = this.wroteAt.get(chat.id);
    const isNewer = wroteAt !== undefined;
    const isHandled = this.handledByOthers.has(chat.id);
    const faults: string[] = [];
    if (isNewer && !isHandled && chat.unread === 0) faults.push('a text is hidden: it is read');
    if (isNewer && !isHandled && chat.status !== 'a') faults.push(`a text is hidden: the chat is ${chat.status}`);
    if (!isNewer && read?.isRead === true && !this.unreadByOthers.has(chat.id) && chat.unread > 0) {
      faults.push(`${String(chat.unread)} unread, meant to be read`);
    }
    if (read?.isRead === false && !isHandled && chat.unread === 0) faults.push('read, meant to be unread');
    if (!isNewer && status !== undefined && chat.status !== LETTERS[status.status]) {
      faults.push(`${chat.status}, meant to be ${status.status}`);
    }
    if (isPinned !== undefined && chat.pinned !== isPinned) faults.push(`meant to be ${isPinned ? '' : 'un'}pinned`);
    if (isBlockMeant !== undefined && isBlocked !== isBlockMeant) {
      faults.push(`meant to be ${isBlockMeant ? '' : 'un'}blocked`);
    }
    return [...faults, ...(mute === undefined ? [] : judgeMute(chat, mute, nowAt))];
  }
}

const LETTERS = { active: 'a', closed: 'c', deleted: 'd' } as const;

/** A mute may end sooner than asked (the service takes whole hours), and never later. */
function judgeMute(chat: Chat, { isMuted, untilAt }: NonNullable<Meant['mute']>, nowAt: number): readonly string[] {
  const isStill = chat.muted && (chat.mutedUntil === null || chat.mutedUntil > nowAt);
  if (!isMuted) return isStill ? ['muted, meant not to be'] : [];
  if (untilAt === Infinity) return isStill && chat.mutedUntil === null ? [] : ['meant to be muted for good'];
  if (!isStill || (chat.mutedUntil !== null && chat.mutedUntil <= untilAt + ON_THE_WAY_MS)) return [];
  const lateMs = (chat.mutedUntil ?? Infinity) - untilAt;
  return [`muted ${String(lateMs / MINUTE_MS)} min longer than asked`];
}

/** An app on its folder, the service, and another client of the account. */
class Office {
  readonly clock: VirtualClock;
  readonly demo: SteeredService;
  readonly random: Random;
  readonly log: string[] = [];
  model = new Model();
  app: SimulatedApp;
  readonly #other: OtherClient;
  readonly #home: string;
  #texts = 0;

  private constructor(random: Random, home: string) {
    this.random = random;
    this.#home = home;
    this.clock = new VirtualClock(STARTS_AT, random.fork());
    const size = { chats: CHATS, messages: 4 * CHATS, contacts: 20 };
    const seed = random.between(1, 10_000);
    this.demo = createSteeredService({
      seed,
      ...size,
      shapes: random.pick(['sdk', 'spec']),
      timers: this.clock.toTimers(),
    });
    this.#other = new OtherClient({ demo: this.demo, clock: this.clock, random: random.fork() });
    this.app = this.#open();
  }

  static async open(random: Random): Promise<Office> {
    const office = new Office(random, await mkdtemp(path.join(QUICK_DISK, 'switchboard-offline-')));
    await office.clock.pass(8 * MINUTE_MS);
    return office;
  }

  #open(): SimulatedApp {
    const { demo, clock, random } = this;
    return new SimulatedApp({
      folder: this.#home,
      demo,
      clock,
      random: random.fork(),
      maxLimit: 100,
      onTold: () => undefined,
    });
  }

  async close(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    await this.demo.dispose();
    await rm(this.#home, { recursive: true, force: true });
  }

  /** The app is closed and opened again, still without a connection. */
  async restart(): Promise<void> {
    await this.clock.passUntil(this.app.close(), HOUR_MS);
    this.app = this.#open();
    this.app.network.isCut = true;
    this.log.push('  restarted');
  }

  /** The user does it to one chat, or to some at once; how many took it. */
  async act({ name, action, where }: Kind, most: number): Promise<number> {
    const { app, clock, random, model } = this;
    const rows = app.store.db.all<{ id: number }>(`SELECT id FROM chats WHERE id > 0 AND ${where} ORDER BY id`);
    const chosen = new Set(Array.from({ length: Math.min(most, rows.length) }, () => random.pick(rows).id));
    if (chosen.size === 0) return 0;
    const at = clock.now();
    const dueAt = action.kind === 'status' && action.status === 'deleted' ? at + HOLD_MS : at;
    const chatIds = [...chosen].map((id) => toChatId(id));
    const { applied } = await app.store.applyActions({ chatIds, action, at, dueAt });
    for (const { chatId } of applied) model.note(chatId, action, at);
    this.log.push(`  ${String(at - STARTS_AT)} ${name}: ${applied.map(({ chatId }) => chatId).join(' ')}`);
    app.sync.actionsChanged();
    return applied.length;
  }

  /** Somebody writes in a chat that is not blocked: there until the user could have seen it. */
  write(): void {
    const { chats } = this.demo.world;
    const chat = this.random.pick(chats.rows.filter(({ phone }) => /^\d+$/.test(phone)));
    this.#texts += 1;
    const text = this.demo.receive({ sender: chat.phone, text: `Text ${String(this.#texts)}` });
    const shownAt = text === null ? undefined : this.demo.world.findChatByPhone(chat.phone);
    if (text === null || shownAt === undefined) return;
    this.model.wroteAt.set(shownAt.id, text.at);
    this.model.handledByOthers.delete(shownAt.id);
    this.log.push(`  ${String(text.at - STARTS_AT)} text in ${String(shownAt.id)}`);
  }

  /** Another client of the account does something to a chat. */
  async otherActs(): Promise<void> {
    const { client } = this.#other;
    const { id } = this.random.pick(this.demo.world.chats.rows);
    const chatIds = [toChatId(id)];
    const handled = (): unknown => this.model.handledByOthers.add(id);
    const acts: Readonly<Record<string, () => Promise<unknown>>> = {
      read: () => (handled(), client.markChatsRead({ chatIds }, USER)),
      unread: () => (this.model.unreadByOthers.add(id), client.markChatsUnread({ chatIds }, USER)),
      close: () => (handled(), client.closeChats({ chatIds }, USER)),
      reopen: () => client.reopenChats({ chatIds }, USER),
      pin: () => client.pinChats({ chatIds }, USER),
      unpin: () => client.unpinChats({ chatIds }, USER),
      mute: () => client.muteChats({ chatIds, hours: this.random.pick([null, 1, 8]) }, USER),
      unmute: () => client.unmuteChats({ chatIds }, USER),
    };
    const [name, act] = this.random.pick(Object.entries(acts));
    this.log.push(`  other client: ${name} ${String(id)}`);
    try {
      await this.clock.passUntil(act(), MINUTE_MS);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  /** What is not as it was meant, at the service itself. */
  judge(): readonly string[] {
    const { chats } = this.demo.world;
    const nowAt = this.clock.trueNow();
    return chats.rows.flatMap((chat) => {
      const isBlocked = this.demo.world.findContactByPhone(chat.phone)?.blocked === true;
      return this.model.judge(chat, { isBlocked, nowAt }).map((fault) => `chat ${String(chat.id)}: ${fault}`);
    });
  }
}

/** One outage: so many actions of each kind, in any order; what is wrong after it. */
async function liveThroughOutage(office: Office, counts: Map<string, number>): Promise<readonly string[]> {
  const { clock, random } = office;
  office.model = new Model();
  office.log.length = 0;
  office.app.network.isCut = true;
  const left = new Map(KINDS.map((kind) => [kind, IN_ONE_OUTAGE]));
  for (let turn = 0; left.size > 0 && turn < 40 * IN_ONE_OUTAGE; turn += 1) {
    const kind = random.pick([...left.keys()]);
    const wanted = left.get(kind) ?? 0;
    const done = await office.act(kind, random.happens(25) ? random.between(2, 6) : 1);
    counts.set(kind.name, (counts.get(kind.name) ?? 0) + done);
    if (done >= wanted) left.delete(kind);
    else left.set(kind, wanted - done);
    if (random.happens(30)) office.write();
    if (random.happens(20)) await office.otherActs();
    if (random.happens(1)) await office.restart();
    await clock.pass(random.pick([0, 500, 4 * SECOND_MS, 20 * SECOND_MS]));
  }
  office.app.network.isCut = false;
  office.app.sync.tryNow();
  await clock.pass(4 * MINUTE_MS);
  const faults = [...office.judge()];
  const checked = office.app.sync.checkEverything();
  await clock.passUntil(checked, HOUR_MS);
  faults.push(...compareWithService(office.app.store.db, readServiceState(office.demo), { except: AS_READ }));
  const { bugs, refusals } = office.app.sink;
  faults.push(...bugs.map((bug) => `bug: ${String(bug)}`));
  for (const { chatId, action, error } of refusals) {
    office.log.push(`  refused: ${action.kind} of ${String(chatId)}, ${error.code}: ${error.message}`);
  }
  return faults;
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

it(`${String(OF_EACH_KIND)} actions of each kind made offline end as the user meant them, and hide nothing`, async () => {
  const seed = throwDice().seed;
  const random = new Random(seed);
  const counts = new Map<string, number>();
  const office = await Office.open(random);
  undo.push(() => office.close());
  const isDone = ({ name }: Kind): boolean => (counts.get(name) ?? 0) >= OF_EACH_KIND;
  for (let outage = 1; !KINDS.every(isDone) && outage <= MOST_OUTAGES; outage += 1) {
    const faults = await liveThroughOutage(office, counts);
    const story =
      faults.length === 0 ? [] : [`seed ${String(seed)}, outage ${String(outage)}`, ...faults, ...office.log];
    expect(story).toEqual([]);
    await office.clock.pass(random.between(1, 20) * MINUTE_MS);
  }
  expect(KINDS.filter((kind) => !isDone(kind)).map(({ name }) => name)).toEqual([]);
}, 900_000);
