import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '#main/sync/calls.ts';
import { toOwnUrls, type PerDirection } from '#main/webhooks/registration.ts';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { createSecrets, type Listening } from './listening.ts';
import type { LiveMemory } from './live-memory.ts';
import { toCancelled } from './live-turns.ts';
import type { Outlook } from './outlook.ts';
import type { Consent, Registrar } from './registrar.ts';
import type { Tunnelling } from './tunnelling.ts';
import type { Way } from './way.ts';

export interface UpkeepNeeds {
  readonly memory: LiveMemory;
  readonly listening: Listening;
  readonly tunnelling: Tunnelling;
  readonly way: Way;
  readonly registrar: Registrar;
  readonly outlook: Outlook;
  readonly now: () => number;
}

export interface Doing extends CallOptions {
  readonly signal: AbortSignal;
  readonly consents: readonly Consent[];
}

const TEST_EVERY_MS = 10 * 60_000;
const READ_EVERY_MS = 15 * 60_000;
/** Nobody who leaves waits longer for a service that does not answer. */
const RESTORE_WITHIN_MS = 4_000;
/** Where nobody waits: the service asks each address first, and one that does not answer takes its time. */
const RESTORE_AGAIN_WITHIN_MS = 30_000;

/** Our addresses, where they lead here; null while they do not. */
export function findOwn(
  { kept }: LiveMemory,
  { localUrl, publicUrl }: Pick<Listening, 'localUrl'> & Pick<Tunnelling, 'publicUrl'>,
  isLocalService: boolean,
): PerDirection<string> | null {
  const { isOn, choice, secrets } = kept;
  const root = publicUrl ?? (choice.kind === 'none' && isLocalService ? localUrl : null);
  return isOn !== true || root === null || secrets === null ? null : toOwnUrls(root, secrets);
}

/** The steps by which live updates come to stand as a person wants them. */
export class Upkeep {
  readonly #needs: UpkeepNeeds;
  readonly #toOwn: () => PerDirection<string> | null;
  #attendedAt: number | null = null;
  #isKeyRefused = false;
  #hasFailed = false;
  /** Yeses that nothing could be done with yet, since nothing led here. */
  #consents: readonly Consent[] = [];

  constructor(needs: UpkeepNeeds, toOwn: () => PerDirection<string> | null) {
    this.#needs = needs;
    this.#toOwn = toOwn;
  }

  /** When it was last seen to that everything stands as it should; null: not yet. */
  get attendedAt(): number | null {
    return this.#attendedAt;
  }

  /** Whether something is still to be done that only a service that answers allows. */
  get isUndone(): boolean {
    const { isOn, former } = this.#needs.memory.kept;
    return isOn === true ? this.#hasFailed : former !== null;
  }

  /** Remembers that it is on; addresses get new secrets when it was off. Throws `disk`. */
  async choose(choice: TunnelChoice): Promise<void> {
    const { memory, listening, outlook, now } = this.#needs;
    const { kept, ownSecrets } = memory;
    outlook.noteChosen();
    // A yes holds for the way that it was said on: saying one to the other direction takes back none.
    if (kept.isOn !== true || !isDeepStrictEqual(choice, kept.choice)) this.#consents = [];
    if (kept.isOn === true && kept.secrets !== null) {
      await memory.save({ choice });
      return;
    }
    await listening.close();
    const pastSecrets = kept.former === null ? [] : [...ownSecrets];
    await memory.save({ isOn: true, choice, secrets: createSecrets(), pastSecrets, turnedOnAt: now() });
  }

  /** Sees to it that everything stands as it should, as far as that can be done now. Throws `AppError`. */
  async attend(doing: Doing): Promise<void> {
    this.#attendedAt = this.#needs.now();
    this.#isKeyRefused = this.#hasFailed = false;
    try {
      await this.#attend(doing);
    } catch (error) {
      this.#hasFailed = true;
      this.#isKeyRefused = isAppError(error, 'unauthorized');
      throw error;
    }
  }

  async #attend(doing: Doing): Promise<void> {
    const { memory, registrar } = this.#needs;
    if (memory.kept.isOn === true) {
      await this.test(doing.signal);
      await this.#register(doing);
    } else if (memory.kept.former !== null) await this.restore(doing.signal, { withinMs: RESTORE_AGAIN_WITHIN_MS });
    else if (doing.priority === 'user') await registrar.read(doing);
  }

  /** Listens, and tries the way here. */
  async test(signal: AbortSignal): Promise<void> {
    const { way, outlook, tunnelling } = this.#needs;
    await this.#listen();
    const own = this.#toOwn();
    const test = own === null || !tunnelling.isPassable ? null : await way.test(own, signal);
    if (signal.aborted) throw toCancelled();
    // The tunnel may lead here by another address by now: of that one nothing is known.
    if (test !== null && this.#toOwn()?.in === own?.in) outlook.noteTest(test);
  }

  /** Whether it is time to attend again. */
  isDue(): boolean {
    const { memory, registrar, outlook, tunnelling, now } = this.#needs;
    const isOver = (at: number | null, everyMs: number): boolean => at === null || Math.abs(now() - at) >= everyMs;
    if (memory.kept.isOn !== true && memory.kept.former === null) return false;
    // A key that was refused is not shown to the service every minute.
    if (memory.kept.isOn !== true || this.#isKeyRefused) return isOver(this.#attendedAt, READ_EVERY_MS);
    // It says by itself when it is up.
    if (!tunnelling.isPassable) return isOver(registrar.readAt, READ_EVERY_MS);
    const { lastTest } = outlook;
    if (lastTest?.arrived !== true || isOver(lastTest.at, TEST_EVERY_MS)) return true;
    return registrar.settings === 'unknown' || isOver(registrar.readAt, READ_EVERY_MS);
  }

  /**
   * Gives back what ours replaced, and listens no more; what is in the way of that is noted. Resolves with whether it is
   * done. Throws `disk`.
   */
  async restore(
    signal: AbortSignal,
    { withinMs = RESTORE_WITHIN_MS, emptiesRefused = false }: { withinMs?: number; emptiesRefused?: boolean } = {},
  ): Promise<boolean> {
    const { registrar, outlook, memory, listening, tunnelling } = this.#needs;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), withinMs);
    const { former, port, secrets } = memory.kept;
    try {
      // Where one direction is given back alone, the service asks ours in the other once more.
      if (former !== null && secrets !== null) await listening.open(port, secrets);
      const options = { priority: 'user', signal: AbortSignal.any([signal, late.signal]) } as const;
      const failure = await registrar.restore(options, { emptiesRefused });
      outlook.noteRestored(failure);
      return failure === null;
    } finally {
      clearTimeout(timer);
      this.#consents = [];
      await tunnelling.close();
      await listening.close();
    }
  }

  async #listen(): Promise<void> {
    const { memory, listening, tunnelling } = this.#needs;
    const { isOn, port, secrets } = memory.kept;
    if (isOn !== true || secrets === null) return;
    const opened = await listening.open(port, secrets);
    if (opened !== null && opened !== port) await memory.save({ port: opened });
    if (opened !== null) await tunnelling.open(opened);
  }

  /** Only an address by which the service can reach us is given to it. */
  async #register({ consents, ...options }: Doing): Promise<void> {
    const { registrar, outlook, tunnelling } = this.#needs;
    await registrar.read(options);
    const isNewer = ({ direction }: Consent): boolean => consents.some((one) => one.direction === direction);
    this.#consents = [...this.#consents.filter((one) => !isNewer(one)), ...consents];
    const own = this.#toOwn();
    if (own === null || outlook.lastTest?.arrived !== true || !tunnelling.isPassable) return;
    const said = this.#consents;
    this.#consents = [];
    await registrar.register({ own, consents: said }, options);
  }
}
