/** The user of the app: asks its handlers as the window does, and remembers what was wanted and seen. */
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import { contactHandlers } from '#main/services/contacts/requests.ts';
import { listHandlers } from '#main/services/lists/requests.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import type { Random } from '#test/support/random.ts';
import type { SimulatedApp } from '../convergence/simulated-app.ts';
import type { VirtualClock } from '../convergence/virtual-clock.ts';
import type { Intent, Intents } from './intents.ts';
import type { WatchedService } from './watched-service.ts';

const HANDLERS = { ...contactHandlers, ...listHandlers };
type Name = keyof typeof HANDLERS;

const LONGEST_MS = 20 * 60_000;

export interface AppUserParts {
  readonly app: SimulatedApp;
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly watched: WatchedService;
  readonly intents: Intents;
  readonly log: (line: string) => void;
  /** A new number each time. */
  readonly count: () => number;
}

/** What a request changed, beside its answer. */
export interface Made<Output> {
  readonly output: Output;
  readonly since: number;
  readonly changeIds: readonly number[];
  readonly undoId: string | null;
}

/** One run of the app has one; what can be undone ends with it. */
export class AppUser {
  readonly parts: AppUserParts;
  readonly undoIds: string[] = [];
  readonly #services: Services;

  constructor(parts: AppUserParts) {
    this.parts = parts;
    const { app, folder, clock, count } = parts;
    const { store, sync, client } = app;
    const account = { id: 'simulated', folder, store, sync, service: client };
    const undo = new UndoMemory({ createId: () => `undo-${String(count())}` });
    const session = { getAccount: () => account };
    this.#services = { session, undo, now: () => clock.now() } as unknown as Services;
  }

  /** Null where the app refused; rejects with what is no `AppError`. */
  async ask<N extends Name>(name: N, input: RequestInput<N>): Promise<RequestOutput<N> | null> {
    const { clock, log } = this.parts;
    const handler = HANDLERS[name] as (services: Services, input: RequestInput<N>) => Promise<RequestOutput<N>>;
    try {
      return await clock.passUntil(Promise.resolve(handler(this.#services, input)), LONGEST_MS);
    } catch (error) {
      if (!isAppError(error)) throw error;
      log(`    ${name} was refused: ${error.code} ${Object.keys(error.fields).join(' ')}`);
      return null;
    }
  }

  /** Begins a request and does not wait for its end. */
  begin<N extends Name>(name: N, input: RequestInput<N>): void {
    const handler = HANDLERS[name] as (services: Services, input: RequestInput<N>) => Promise<RequestOutput<N>>;
    void Promise.resolve(handler(this.#services, input)).catch(() => undefined);
  }

  listChanges(): Promise<readonly KeptPeopleChange[]> {
    return this.parts.clock.passUntil(this.parts.app.store.listPeopleChanges({}), LONGEST_MS);
  }

  /** Ids of changes that may still leave. */
  async listWaitingIds(): Promise<ReadonlySet<number>> {
    const changes = await this.listChanges();
    return new Set(changes.filter(({ state }) => state === 'waiting' || state === 'paused').map(({ id }) => id));
  }

  /** Asks for a change; null where the app refused. Intents of changes that it took the place of are the caller's. */
  async change<N extends Name>(name: N, input: RequestInput<N>): Promise<Made<RequestOutput<N>> | null> {
    const { watched, log } = this.parts;
    const before = new Set((await this.listChanges()).map(({ id }) => id));
    const since = watched.sequence;
    log(`  ${name} ${JSON.stringify(input)}`);
    const output = await this.ask(name, input);
    if (output === null) return null;
    const after = (await this.listChanges()).map(({ id }) => id);
    const changeIds = after.filter((id) => !before.has(id));
    const undoId = 'undoId' in output && typeof output.undoId === 'string' ? output.undoId : null;
    if (undoId !== null) this.undoIds.push(undoId);
    return { output, since, changeIds, undoId };
  }

  /** As `change`, where what is gone afterwards was given up with it. */
  async changeAndDrop<N extends Name>(name: N, input: RequestInput<N>): Promise<Made<RequestOutput<N>> | null> {
    const before = (await this.listChanges()).map(({ id }) => id);
    const made = await this.change(name, input);
    const after = new Set((await this.listChanges()).map(({ id }) => id));
    this.parts.intents.drop(new Set(before.filter((id) => !after.has(id))));
    return made;
  }

  addIntent(intent: Pick<Intent, 'key' | 'wanted' | 'seen'>, made: Made<unknown>): Intent {
    return this.parts.intents.add(intent, made);
  }
}
