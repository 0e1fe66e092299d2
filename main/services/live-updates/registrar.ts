import type { CallOptions } from '#main/sync/calls.ts';
import {
  planRegistration,
  planRestoration,
  toPlaceState,
  toPlaceUrl,
  DIRECTIONS,
  type PerDirection,
  type WritableSettings,
} from '#main/webhooks/registration.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import { isAppError, type AppError } from '#shared/domain/app-error.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { AccountClient } from '#main/services/account/ports.ts';
import { toDetail, toFields } from '#main/services/views.ts';
import type { KeptLive, LiveMemory } from './live-memory.ts';

export type RegistrarClient = Pick<AccountClient, 'getCallbackSettings' | 'setCallbackSettings'>;

/** The service asks each address before it sets one: a setting whose answer is lost may take effect for so long. */
const LATE_MS = 2 * 60_000;

/** What is in the way of a setting. */
export interface Refusal {
  /** `service`: it refused, or could not be asked · `format`: that of others cannot be read, nor then be written back. */
  readonly by: 'service' | 'format';
  /** The service's own words, where it had any. */
  readonly detail: string | null;
  /** Hosts of former addresses that the service refuses. */
  readonly hosts: readonly string[];
  readonly at: number;
}

/** A person said yes to replacing the address that they were shown, and no other. */
export interface Consent {
  readonly direction: CallbackDirection;
  readonly url: string | null;
}

/** Yes to replacing what was `shown`: not what was read since, nor what comes there until ours is set. */
export function toConsents(
  shown: CallbackSettings | null,
  directions: readonly CallbackDirection[],
): readonly Consent[] {
  return shown === null ? [] : directions.map((direction) => ({ direction, url: toPlaceUrl(shown, direction) }));
}

/** The addresses that the service keeps: reads, sets and gives back, and remembers on the disk before it writes. */
export class Registrar {
  readonly #client: RegistrarClient;
  readonly #memory: LiveMemory;
  readonly #now: () => number;
  #settings: 'unknown' | 'there' | 'absent' | 'forbidden' = 'unknown';
  #current: CallbackSettings | null = null;
  #readAt: number | null = null;
  #refusal: Refusal | null = null;
  /** When the answer to a setting was lost. */
  #lostAt: number | null = null;

  constructor(needs: { readonly client: RegistrarClient; readonly memory: LiveMemory; readonly now: () => number }) {
    this.#client = needs.client;
    this.#memory = needs.memory;
    this.#now = needs.now;
  }

  /** Whether the service lets its addresses be read and set. */
  get settings(): 'unknown' | 'there' | 'absent' | 'forbidden' {
    return this.#settings;
  }

  /** As read last. */
  get current(): CallbackSettings | null {
    return this.#current;
  }

  get readAt(): number | null {
    return this.#readAt;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** Reads what is set now; a service that lets nobody do so is a state. Rejects where the service cannot be asked. */
  async read(options: CallOptions): Promise<void> {
    try {
      this.#current = await this.#client.getCallbackSettings(options);
      this.#settings = 'there';
    } catch (error) {
      this.#noteClosed(error);
    }
    this.#readAt = this.#now();
  }

  /**
   * Sets `own` after a `read`, where the plan allows it. Whatever became of it is in `current` and `refusal`. Rejects
   * where the service cannot be asked.
   */
  async register(
    { own, consents }: { readonly own: PerDirection<string>; readonly consents: readonly Consent[] },
    options: CallOptions,
  ): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    const { ownSecrets, kept } = this.#memory;
    const still = consents.filter(({ direction, url }) => url === toPlaceUrl(current, direction));
    const takeOver = still.map(({ direction }) => direction);
    const plan = planRegistration({ current, own, takeOver, ownSecrets, former: kept.former });
    if (plan.kind === 'write') {
      await this.#memory.save({ former: plan.former });
      await this.#write(plan.settings, options);
      return;
    }
    this.#refusal = plan.kind === 'blocked' ? this.#toRefusal({ by: 'format' }) : null;
    // A person who pasted them by hand does not take them out by hand.
    if (kept.former === null && this.#isAnyOurs()) await this.#memory.save({ former: { in: null, out: null } });
  }

  /**
   * Gives back what ours replaced, where ours still stand, and forgets about it. `emptiesRefused`: a former address that
   * the service refuses is given up, and nobody is told there. Null when that is done; otherwise what was in the way, and
   * it is to be tried again.
   */
  async restore(options: CallOptions, { emptiesRefused = false } = {}): Promise<Refusal | null> {
    try {
      await this.read(options);
      const { kept } = this.#memory;
      await this.#giveBack(options);
      if (emptiesRefused && this.#refusal?.by === 'service') {
        await this.#writeBack({ only: this.#listOurs(), former: null }, options);
      }
      // What cannot be read may be ours still, or is about to be: nothing is forgotten of what ours replaced.
      const isUnknown = kept.former !== null && (this.#current === null || this.#mayComeLate());
      if (isUnknown || this.#isAnyOurs()) return this.#refusal ?? this.#toRefusal({});
      await this.#memory.save(this.#toLeft());
      return null;
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      // Nothing of ours was ever set.
      if (this.#memory.kept.former === null) return null;
      return this.#toRefusal({ detail: toDetail(error) });
    } finally {
      this.#refusal = null;
    }
  }

  /** Both at once; where the service refuses that, one at a time, so that one former system holds up no other. */
  async #giveBack(options: CallOptions): Promise<void> {
    const { former } = this.#memory.kept;
    const ours = this.#listOurs();
    await this.#writeBack({ only: ours, former }, options);
    const refusal = this.#refusal;
    if (refusal?.by !== 'service') return;
    if (ours.length > 1) for (const one of ours) await this.#writeBack({ only: [one], former }, options);
    const left = this.#listOurs().map((one) => URL.parse(former?.[one] ?? '')?.host);
    const hosts = left.filter((host) => host !== undefined);
    this.#refusal = left.length === 0 ? null : { ...refusal, hosts: [...new Set(hosts)] };
  }

  async #writeBack(
    wish: { readonly only: readonly CallbackDirection[]; readonly former: KeptLive['former'] },
    options: CallOptions,
  ): Promise<void> {
    if (this.#current === null) return;
    const plan = planRestoration({ current: this.#current, ownSecrets: this.#memory.ownSecrets, ...wish });
    if (plan.kind === 'write') await this.#write(plan.settings, options);
    else this.#refusal = plan.kind === 'blocked' ? this.#toRefusal({ by: 'format' }) : null;
  }

  /** What is still to be known once nothing of ours is set: another desk may give ours back, and then it is our turn. */
  #toLeft(): Pick<KeptLive, 'former' | 'pastSecrets'> {
    const { kept, ownSecrets } = this.#memory;
    const find = (direction: CallbackDirection): string | null => {
      const url = this.#current === null ? null : toPlaceUrl(this.#current, direction);
      return toPlaceState(url, ownSecrets) === 'desk' ? (kept.former?.[direction] ?? null) : null;
    };
    const former = { in: find('in'), out: find('out') };
    const isAny = DIRECTIONS.some((direction) => (former[direction] ?? '') !== '');
    return isAny ? { former, pastSecrets: kept.pastSecrets } : { former: null, pastSecrets: [] };
  }

  /** Sets all three, and reads them back: only that tells what became of an answer that was lost. */
  async #write(settings: WritableSettings, options: CallOptions): Promise<void> {
    this.#refusal = null;
    let lost: AppError | null = null;
    try {
      // Nobody shall set something there between our reading and our writing: it waits for no round of sync.
      await this.#set(settings, { ...options, priority: 'user' });
    } catch (error) {
      if (isAppError(error, 'validation')) this.#refusal = this.#toRefusal({ detail: toWords(error) });
      else if (isAppError(error) && error.outcome === 'unknown') {
        lost = error;
        this.#lostAt = this.#now();
      } else this.#noteClosed(error);
    }
    await this.read(options);
    const isSet = DIRECTIONS.every((one) => this.#current !== null && isSame(this.#current, settings, one));
    // What took effect is the last that was asked for: nothing is still to come.
    if (isSet) this.#refusal = this.#lostAt = null;
    else if (lost !== null) throw lost;
  }

  async #set(settings: WritableSettings, options: CallOptions): Promise<void> {
    try {
      await this.#client.setCallbackSettings(settings, options);
    } catch (error) {
      const { inUrl, outUrl } = settings;
      if (!isAppError(error, 'validation') || (inUrl !== null && outUrl !== null)) throw error;
      // No document says how an address is emptied: by null, as it is read, or by an empty text.
      await this.#client.setCallbackSettings({ ...settings, inUrl: inUrl ?? '', outUrl: outUrl ?? '' }, options);
    }
  }

  /** Throws what is no word about the endpoint. */
  #noteClosed(error: unknown): void {
    if (!isAppError(error, 'not-found') && !isAppError(error, 'forbidden')) throw error;
    this.#settings = error.code === 'not-found' ? 'absent' : 'forbidden';
    this.#current = null;
  }

  #mayComeLate(): boolean {
    return this.#lostAt !== null && Math.abs(this.#now() - this.#lostAt) < LATE_MS;
  }

  #isAnyOurs(): boolean {
    return this.#listOurs().length > 0;
  }

  /** Directions in which ours stand, as read last. */
  #listOurs(): readonly CallbackDirection[] {
    const current = this.#current;
    if (current === null) return [];
    return DIRECTIONS.filter((one) => toPlaceState(toPlaceUrl(current, one), this.#memory.ownSecrets) === 'ours');
  }

  #toRefusal({ by = 'service', detail = null }: Partial<Pick<Refusal, 'by' | 'detail'>>): Refusal {
    return { by, detail, hosts: [], at: this.#now() };
  }
}

function isSame(one: CallbackSettings, other: CallbackSettings, direction: CallbackDirection): boolean {
  return (toPlaceUrl(one, direction) ?? '') === (toPlaceUrl(other, direction) ?? '');
}

function toWords(error: AppError): string | null {
  const words = [...error.common, ...Object.values(toFields(error)).flat()];
  return words.length === 0 ? null : words.join(' ');
}
