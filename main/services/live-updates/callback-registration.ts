import type { AccountClient } from '#main/services/account/ports.ts';
import { toDetail, toFields } from '#main/services/views.ts';
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
import type { LiveUpdatesRecord, SavedLiveUpdates } from './live-updates-record.ts';

export type CallbackClient = Pick<AccountClient, 'getCallbackSettings' | 'setCallbackSettings'>;

/** The service calls each address before it accepts one, so a write whose answer was lost may still take effect this late. */
const LATE_MS = 2 * 60_000;

/** Why the addresses could not be written. */
export interface Refusal {
  /** `service`: it refused, or could not be asked · `format`: the format of others is unknown and cannot be written back. */
  readonly by: 'service' | 'format';
  /** The service's own words; null if it had none. */
  readonly detail: string | null;
  /** Hosts of former addresses that the service refuses. */
  readonly hosts: readonly string[];
  readonly at: number;
}

/** The user agreed to replace the address that was on the screen, and no other. */
export interface Consent {
  readonly direction: CallbackDirection;
  readonly url: string | null;
}

/** Consents to replace what was `shown`: neither what was read since, nor what is set there later. */
export function toConsents(
  shown: CallbackSettings | null,
  directions: readonly CallbackDirection[],
): readonly Consent[] {
  return shown === null ? [] : directions.map((direction) => ({ direction, url: toPlaceUrl(shown, direction) }));
}

/** The callback addresses at the service: reads, sets and gives them back. The record is on the disk before each write. */
export class CallbackRegistration {
  readonly #client: CallbackClient;
  readonly #record: LiveUpdatesRecord;
  readonly #now: () => number;
  #settings: 'unknown' | 'there' | 'absent' | 'forbidden' = 'unknown';
  #current: CallbackSettings | null = null;
  #readAt: number | null = null;
  #refusal: Refusal | null = null;
  /** When the answer to a write was lost; null if it does not matter any more. */
  #lostAt: number | null = null;

  constructor(needs: {
    readonly client: CallbackClient;
    readonly record: LiveUpdatesRecord;
    readonly now: () => number;
  }) {
    this.#client = needs.client;
    this.#record = needs.record;
    this.#now = needs.now;
  }

  /** Whether the service lets this user read and set callback addresses. */
  get settings(): 'unknown' | 'there' | 'absent' | 'forbidden' {
    return this.#settings;
  }

  /** As last read. */
  get current(): CallbackSettings | null {
    return this.#current;
  }

  get readAt(): number | null {
    return this.#readAt;
  }

  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** Reads the addresses. A missing or forbidden endpoint is a state, not a failure; any other failure rejects. */
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
   * Sets `own` after a `read`, as far as the plan allows. The result is in `current` and `refusal`. Rejects if the service
   * cannot be asked.
   */
  async register(
    { own, consents }: { readonly own: PerDirection<string>; readonly consents: readonly Consent[] },
    options: CallOptions,
  ): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    const { ownSecrets, saved } = this.#record;
    const valid = consents.filter(({ direction, url }) => url === toPlaceUrl(current, direction));
    const takeOver = valid.map(({ direction }) => direction);
    const plan = planRegistration({ current, own, takeOver, ownSecrets, former: saved.former });
    if (plan.kind === 'write') {
      await this.#record.save({ former: plan.former });
      await this.#write(plan.settings, options);
      return;
    }
    this.#refusal = plan.kind === 'blocked' ? this.#toRefusal({ by: 'format' }) : null;
    // The user pasted our addresses at the service by hand. The app removes them all the same when this is turned off.
    if (saved.former === null && this.#isAnyOurs()) await this.#record.save({ former: { in: null, out: null } });
  }

  /**
   * Gives back what ours replaced, wherever ours still stand, and forgets it. `emptiesRefused`: a former address that the
   * service refuses is given up, and that direction becomes empty. Null when it is done; otherwise the reason, and the
   * caller tries again later.
   */
  async restore(options: CallOptions, { emptiesRefused = false } = {}): Promise<Refusal | null> {
    try {
      await this.read(options);
      const { saved } = this.#record;
      await this.#giveBack(options);
      if (emptiesRefused && this.#refusal?.by === 'service') {
        await this.#writeBack({ only: this.#listOurs(), former: null }, options);
      }
      // Addresses that cannot be read may be ours, or become ours late: then nothing is forgotten.
      const isUnknown = saved.former !== null && (this.#current === null || this.#mayComeLate());
      if (isUnknown || this.#isAnyOurs()) return this.#refusal ?? this.#toRefusal({});
      await this.#record.save(this.#toRemaining());
      return null;
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      // None of our addresses was ever set.
      if (this.#record.saved.former === null) return null;
      return this.#toRefusal({ detail: toDetail(error) });
    } finally {
      this.#refusal = null;
    }
  }

  /** Both at once. If the service refuses that, one at a time, so that one dead former address does not block the other. */
  async #giveBack(options: CallOptions): Promise<void> {
    const { former } = this.#record.saved;
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
    wish: { readonly only: readonly CallbackDirection[]; readonly former: SavedLiveUpdates['former'] },
    options: CallOptions,
  ): Promise<void> {
    if (this.#current === null) return;
    const plan = planRestoration({ current: this.#current, ownSecrets: this.#record.ownSecrets, ...wish });
    if (plan.kind === 'write') await this.#write(plan.settings, options);
    else this.#refusal = plan.kind === 'blocked' ? this.#toRefusal({ by: 'format' }) : null;
  }

  /**
   * What the record keeps once none of our addresses is set: another computer's Switchboard that replaced ours may put them
   * back when it leaves, and then this one has to restore what ours replaced.
   */
  #toRemaining(): Pick<SavedLiveUpdates, 'former' | 'pastSecrets'> {
    const { saved, ownSecrets } = this.#record;
    const find = (direction: CallbackDirection): string | null => {
      const url = this.#current === null ? null : toPlaceUrl(this.#current, direction);
      return toPlaceState(url, ownSecrets) === 'desk' ? (saved.former?.[direction] ?? null) : null;
    };
    const former = { in: find('in'), out: find('out') };
    const isAny = DIRECTIONS.some((direction) => (former[direction] ?? '') !== '');
    return isAny ? { former, pastSecrets: saved.pastSecrets } : { former: null, pastSecrets: [] };
  }

  /** Writes all three values and reads them back: only that tells the outcome of a write whose answer was lost. */
  async #write(settings: WritableSettings, options: CallOptions): Promise<void> {
    this.#refusal = null;
    let lost: AppError | null = null;
    try {
      // Ahead of sync's requests: the shorter the time since the read, the less can have changed meanwhile.
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
    // The newest write took effect, so no earlier one is still to come.
    if (isSet) this.#refusal = this.#lostAt = null;
    else if (lost !== null) throw lost;
  }

  async #set(settings: WritableSettings, options: CallOptions): Promise<void> {
    try {
      await this.#client.setCallbackSettings(settings, options);
    } catch (error) {
      const { inUrl, outUrl } = settings;
      if (!isAppError(error, 'validation') || (inUrl !== null && outUrl !== null)) throw error;
      // The documents do not say whether null or an empty text empties an address.
      await this.#client.setCallbackSettings({ ...settings, inUrl: inUrl ?? '', outUrl: outUrl ?? '' }, options);
    }
  }

  /** Notes that the endpoint is missing or forbidden; throws any other error. */
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

  /** Directions in which the service had our address when it was last read. */
  #listOurs(): readonly CallbackDirection[] {
    const current = this.#current;
    if (current === null) return [];
    return DIRECTIONS.filter((one) => toPlaceState(toPlaceUrl(current, one), this.#record.ownSecrets) === 'ours');
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
