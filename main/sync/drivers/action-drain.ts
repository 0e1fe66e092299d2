/**
 * Carries what a person did to chats to the service: equal things of several chats together, all else side by side, the
 * actions of one chat in order.
 *
 * SYNC-8  A pending action goes only by confirmation or by refusal; the actions of one chat leave in the order made.
 */
import type { ChatId } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { planDrain } from '../core/action-plan.ts';
import { ActionBulks } from './action-bulks.ts';
import { ActionMemory } from './action-memory.ts';
import { ActionSingles } from './action-singles.ts';
import { Alarm } from './alarm.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import type { Overtaking } from './overtaking.ts';

/** So much of each runs side by side; four times as much is planned before the list is read again. */
const AT_ONCE = { bulk: 4, single: 4, look: 2 };
const PLANNED = 4;
/** A chat that the service does not know yet gets its id from the next reading of chats. */
const PROVISIONAL_AGAIN_MS = 15_000;

interface Job {
  readonly kind: keyof typeof AT_ONCE;
  readonly actions: readonly PendingAction[];
  readonly run: () => Promise<void>;
}

export class ActionDrain {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #memory: ActionMemory;
  readonly #bulks: ActionBulks;
  readonly #singles: ActionSingles;
  readonly #alarm: Alarm;
  readonly #running = new Map<Promise<void>, Job>();
  readonly #cancelling = new Set<number>();
  /** Chats of which something was taken back, to be read: what the service said of them meanwhile was not shown. */
  readonly #takenBack = new Set<ChatId>();
  #planned: readonly Job[] = [];
  #isStale = true;
  #isOpened = false;
  #nextDueAt = Infinity;
  #failures = 0;

  constructor(context: SyncContext, parts: { readonly chats: ChatReader; readonly overtaking: Overtaking }) {
    this.#context = context;
    this.#chats = parts.chats;
    this.#memory = new ActionMemory(context.clock);
    const withMemory = { ...parts, memory: this.#memory };
    this.#bulks = new ActionBulks(context, withMemory);
    this.#singles = new ActionSingles(context, withMemory);
    this.#alarm = new Alarm(context.clock);
  }

  /** There are new actions, or fewer. */
  kick(): void {
    this.#isStale = true;
    this.#alarm.ring();
  }

  /** The news of before the start is here. */
  open(): void {
    this.#isOpened = true;
    this.kick();
  }

  /** A person wants it now: nothing rests any more. */
  hurry(): void {
    this.#memory.wake();
    this.kick();
  }

  /** Takes an action back that is not on its way; false where it is, may be there already, or waits no more. */
  async cancel(actionId: number): Promise<boolean> {
    const isIt = ({ id }: { readonly id: number }): boolean => id === actionId;
    const isUnderWay = [...this.#running.values()].some(({ actions }) => actions.some(isIt));
    if (isUnderWay || this.#memory.carried.has(actionId) || this.#memory.isDoubted({ id: actionId })) return false;
    // Nothing that was planned with it starts while the disk forgets it.
    this.#cancelling.add(actionId);
    this.#planned = this.#planned.filter(({ actions }) => !actions.some(isIt));
    try {
      const { store, clock } = this.#context;
      const { cancelledIds, chatIds } = await store.cancelActions({ actionIds: [actionId], at: clock.now() });
      for (const chatId of chatIds) if (chatId > 0) this.#takenBack.add(chatId);
      return cancelledIds.length > 0;
    } finally {
      this.#cancelling.delete(actionId);
      this.kick();
    }
  }

  /** Runs until sync ends. */
  async run(): Promise<void> {
    const { signal, link, board } = this.#context;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      // What was planned before the link broke may be taken back or overtaken by now.
      if (board.status.link !== 'online') this.#isStale = true;
      await link.whenOnline();
      if (isOver()) break;
      const isSetBack = await this.#alarm.sleepUntil(await this.#stepSafely(), signal);
      if (isSetBack) this.hurry();
    }
    await Promise.all(this.#running.keys());
  }

  /** Starts what can leave. Returns when to look again; whatever ends before rings. */
  async #stepSafely(): Promise<number> {
    const { board, clock } = this.#context;
    try {
      if (board.status.link === 'online') {
        // What fell due is planned now, though nothing may be free for it: the instant of a plan that is past is no rest.
        const isDue = this.#nextDueAt <= clock.now();
        if (this.#isStale || isDue || this.#planned.length === 0) await this.#plan();
        this.#start();
        this.#failures = 0;
        return Math.min(this.#nextDueAt, this.#memory.nextWakeAt);
      }
    } catch (error) {
      this.#tell(error);
    }
    this.#failures += 1;
    return clock.now() + planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
  }

  async #plan(): Promise<void> {
    const { store, clock } = this.#context;
    this.#isStale = false;
    // Whatever ends while the list is read may still be on it.
    const busy = this.#listBusy();
    const actions = (await store.listPendingActions({})).filter(({ id }) => !this.#cancelling.has(id));
    this.#memory.keepOnly(actions);
    this.#memory.recall(actions);
    const { carried, alone, byIds } = this.#memory;
    const held = new Set([...busy, ...this.#memory.resting]);
    const now = clock.now();
    const state = { now, skewMs: this.#context.source.clockSkewMs ?? 0, isOpened: this.#isOpened };
    const plan = planDrain(actions, { ...state, held, carried, alone, byIds });
    this.#planned = [
      ...plan.bulks
        .slice(0, PLANNED * AT_ONCE.bulk)
        .map((bulk) => this.#toJob('bulk', bulk.actions, () => this.#bulks.run(bulk))),
      ...plan.singles
        .slice(0, PLANNED * AT_ONCE.single)
        .map((pending) => this.#toJob('single', [pending], () => this.#singles.run(pending))),
      ...plan.looks
        .slice(0, PLANNED * AT_ONCE.look)
        .map((look) => this.#toJob('look', look, () => this.#bulks.look(look))),
      ...[...this.#takenBack].map((chatId) => this.#toJob('look', [], () => this.#readAgain(chatId))),
    ];
    const isProvisional = actions.some(({ chatId }) => chatId <= 0);
    this.#nextDueAt = Math.min(plan.nextDueAt, isProvisional ? now + PROVISIONAL_AGAIN_MS : Infinity);
  }

  async #readAgain(chatId: ChatId): Promise<void> {
    this.#takenBack.delete(chatId);
    await this.#chats.refresh(chatId);
  }

  #toJob(kind: Job['kind'], actions: readonly PendingAction[], run: () => Promise<void>): Job {
    return { kind, actions, run };
  }

  #listBusy(): readonly ChatId[] {
    return [...this.#running.values()].flatMap(({ actions }) => actions.map(({ chatId }) => chatId));
  }

  #start(): void {
    const free = { ...AT_ONCE };
    for (const { kind } of this.#running.values()) free[kind] -= 1;
    this.#planned = this.#planned.filter((job) => {
      if (free[job.kind] <= 0) return true;
      free[job.kind] -= 1;
      const running = this.#perform(job).then(() => {
        this.#running.delete(running);
        this.#alarm.ring();
      });
      this.#running.set(running, job);
      return false;
    });
  }

  async #perform({ actions, run }: Job): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#memory.rest(actions);
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    const { signal, sink } = this.#context;
    if (!signal.aborted) sink.broken(error);
  }
}
