import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { ChatAction } from '#shared/domain/sync.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const CHATS = 12;

const step = fc.oneof(
  fc.record({ kind: fc.constant('arrive'), count: fc.integer({ min: 1, max: 220 }), isIn: fc.boolean() }),
  fc.record({ kind: fc.constant('delete'), at: fc.nat(300), count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    kind: fc.constant('fail'),
    code: fc.constantFrom<AppErrorCode>('offline', 'timeout', 'server', 'rate-limited', 'maintenance'),
    times: fc.integer({ min: 1, max: 12 }),
    isAfter: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('restart') }),
  fc.record({ kind: fc.constant('act'), chat: fc.integer({ min: 1, max: CHATS }), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('elsewhere'), chat: fc.integer({ min: 1, max: CHATS }), unread: fc.nat(4) }),
  fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ kind: fc.constant('delete-sent'), at: fc.nat(300), count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('flip'), at: fc.nat(300), letter: fc.constantFrom('q', 'r', 'a', 'd', 'f', 'j') }),
  fc.record({
    kind: fc.constant('tell'),
    isIn: fc.boolean(),
    at: fc.nat(60),
    count: fc.integer({ min: 1, max: 20 }),
    letter: fc.constantFrom('', 'd', 'f', 'q'),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('forge'), isIn: fc.boolean(), above: fc.nat(900), count: fc.nat(12) }),
  fc.record({ kind: fc.constant('jump'), ms: fc.integer({ min: -3 * 86_400_000, max: 3 * 86_400_000 }) }),
  fc.record({ kind: fc.constant('live'), isLive: fc.boolean() }),
  fc.record({ kind: fc.constant('history'), days: fc.constantFrom(30, 365, null), isPaused: fc.boolean() }),
  fc.record({ kind: fc.constant('open'), chat: fc.integer({ min: 1, max: CHATS }) }),
  fc.record({ kind: fc.constant('check') }),
  fc.record({ kind: fc.constant('shift-within'), everyCalls: fc.integer({ min: 1, max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Simulation {
  fakes: SyncOnFakes;
  /** What people wanted last of each chat: nobody else touches the pins. */
  readonly wantedPins = new Map<number, boolean>();
  /** Actions given up in earlier lives of the app. */
  #refusals = 0;
  #nextIn: number;
  #nextOut: number;

  constructor(size: number) {
    this.fakes = createSyncOnFakes();
    const { service } = this.fakes;
    service.chats = range(1, CHATS).map((id) => makeChat(id, { status: id % 4 === 0 ? 'closed' : 'active' }));
    service.add(...range(1, size).map((id) => this.#message('in', id)));
    service.add(...range(1, size).map((id) => this.#message('out', id)));
    this.#nextIn = size + 1;
    this.#nextOut = size + 1;
    this.fakes.sync.start();
  }

  async take(taken: Step): Promise<void> {
    const { service, clock, store, sync } = this.fakes;
    switch (taken.kind) {
      case 'arrive':
        this.arrive(taken.isIn, taken.count);
        return;
      case 'delete':
        service.inbound.splice(taken.at, taken.count);
        return;
      case 'fail':
        service.failNext(
          'any',
          { code: taken.code, outcome: taken.isAfter ? 'unknown' : 'not-accepted' },
          { times: taken.times, isAfter: taken.isAfter },
        );
        return;
      case 'restart':
        await sync.dispose();
        this.#refusals += this.fakes.sink.refusals.length;
        this.fakes = createSyncOnFakes({ service, clock, store });
        this.fakes.sync.start();
        return;
      case 'act': {
        const { id } = makeChat(taken.chat);
        // A user can only pin a chat that the list shows.
        if (store.chatOf(id) === undefined) return;
        const action: ChatAction = { kind: 'pin', isPinned: taken.isOn };
        store.act(id, action);
        this.wantedPins.set(taken.chat, taken.isOn);
        sync.actionsChanged();
        return;
      }
      case 'elsewhere':
        service.changeChat(makeChat(taken.chat).id, { unreadCount: taken.unread });
        return;
      case 'delete-sent':
        service.outbound.splice(taken.at, taken.count);
        return;
      case 'flip':
        service.outbound = service.outbound.map((one, index) =>
          index === taken.at ? { ...one, letter: taken.letter } : one,
        );
        return;
      case 'tell':
      case 'forge':
        this.#tell(taken);
        return;
      case 'jump':
        clock.jump(taken.ms);
        return;
      case 'live':
        sync.setLive(taken.isLive);
        return;
      case 'history':
        sync.setHistory({ days: taken.days, isPaused: taken.isPaused });
        return;
      case 'open':
        sync.openChat(makeChat(taken.chat).id);
        return;
      case 'check':
        sync.checkEverything().catch(isExpected);
        return;
      case 'wait':
        await clock.advance(taken.ms);
        return;
      case 'shift-within': {
        let calls = 0;
        service.beforeAnswer = () => {
          calls += 1;
          if (calls > 60 || calls % taken.everyCalls !== 0) return;
          this.arrive(calls % 2 === 0, 1);
          service.inbound.splice((calls * 53) % Math.max(1, service.inbound.length), 2);
        };
        return;
      }
    }
  }

  get refusals(): number {
    return this.#refusals + this.fakes.sink.refusals.length;
  }

  /** Callbacks of messages that are there, also of old ones and more than once; or of messages that nobody wrote. */
  #tell(taken: Extract<Step, { kind: 'tell' | 'forge' }>): void {
    const { service, store, sync } = this.fakes;
    const direction = taken.isIn ? 'in' : 'out';
    const feed = taken.isIn ? service.inbound : service.outbound;
    if (taken.kind === 'forge') {
      for (const id of range(1, taken.count)) store.keep({ direction, messageId: 100_000 + taken.above + id });
    } else {
      for (const message of feed.slice(taken.at, taken.at + taken.count)) {
        const letter = taken.isIn ? '' : taken.letter;
        const event = { direction, messageId: message.id, letter, phone: message.phone } as const;
        for (let time = 0; time < taken.times; time += 1) store.keep(event);
      }
    }
    sync.callbacksArrived();
  }

  arrive(isIn: boolean, count: number): void {
    for (let added = 0; added < count; added += 1) {
      if (isIn) this.fakes.service.add(this.#message('in', this.#nextIn++));
      else this.fakes.service.add(this.#message('out', this.#nextOut++));
    }
  }

  #message(direction: 'in' | 'out', id: number): ReturnType<typeof makeMessage> {
    return makeMessage(direction, id, { phone: makeChat((id % CHATS) + 1).phone });
  }
}

/** A check may fail for the link; a bug comes through. */
function isExpected(error: unknown): void {
  if (!isAppError(error)) throw error;
}

/** Letters and keys of messages, for comparison. */
function toLetters(messages: Iterable<Message>): readonly string[] {
  return [...messages].map(({ key, letter }) => `${key} ${letter ?? '-'}`).sort();
}

describe('sync under any story', () => {
  it('ends with the state of the service in the cache (SYNC-1, SYNC-3, SYNC-5, SYNC-8, SYNC-12, SYNC-13)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(600), fc.array(step, { maxLength: 18 }), async (size, steps) => {
        const simulation = new Simulation(size);
        for (const taken of steps) await simulation.take(taken);
        const { service, store, clock, sync, sink } = simulation.fakes;
        service.heal();
        service.beforeAnswer = () => undefined;
        sync.setHistory({ days: null, isPaused: false });
        // Long enough for closed chats to be read again as well.
        await clock.advance(65 * 60_000);
        const checked = sync.checkEverything();
        await clock.advance(5 * 60_000);
        await checked;
        await sync.dispose();

        expect(toLetters(store.messages)).toEqual(toLetters([...service.inbound, ...service.outbound]));
        expect(store.pending).toEqual([]);
        expect([...store.chats].sort((a, b) => a.id - b.id)).toEqual(service.chats);
        const pins = [...simulation.wantedPins].map(([id]) => [id, store.chatOf(makeChat(id).id)?.isPinned]);
        if (simulation.refusals === 0) expect(pins).toEqual([...simulation.wantedPins]);
        expect(store.callbackCounts.waiting).toBe(0);
        const believed = store.callbacks.filter(({ messageId, state }) => messageId > 100_000 && state !== 'refuted');
        expect(believed).toEqual([]);
        expect(sink.bugs).toEqual([]);
        expect(sync.getStatus()).toMatchObject({ link: 'online', isChecking: false });
      }),
      { numRuns: 10 },
    );
  });
});
