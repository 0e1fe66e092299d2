/**
 * Look-ups of numbers and e-mail addresses. Each costs money.
 *
 * LOOKUP-1 a look-up is on the disk before it leaves, and its result before it is answered.
 * LOOKUP-2 a request is made once, also after a restart; one whose answer was lost is not made again.
 * LOOKUP-3 of the same value one is under way at a time: a request that comes meanwhile gets its answer.
 * LOOKUP-4 of the cost no more is said than is known.
 */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toUnknownOutcome, toUsedIdRefusal } from '#main/services/refusals.ts';
import type { AnyFoundLookup, FoundLookup, LookupKind } from '#main/store/api/lookups.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { assert } from '#shared/lib/assert.ts';
import { readFunds, toSpent } from './spending.ts';

const USER = { priority: 'user' } as const;

type Parts = Pick<OpenAccount, 'folder' | 'store' | 'service'>;

interface Asked {
  readonly kind: LookupKind;
  readonly requestId: string;
  /** By which it is kept and found. */
  readonly value: string;
}

/** A result with the request that made it. */
interface Result {
  readonly requestId: string;
  readonly found: AnyFoundLookup;
}

export class Lookups {
  readonly #now: () => number;
  readonly #running = new Map<string, Promise<AnyFoundLookup>>();
  /** Results that could not be written down: they were paid for. */
  readonly #unkept = new Map<string, Result>();
  #begunCount = 0;

  constructor(needs: { readonly now: () => number }) {
    this.#now = needs.now;
  }

  /** `phone`: digits. Rejects with `AppError`. */
  async lookUpCarrier(
    account: Parts,
    { requestId, phone }: { readonly requestId: string; readonly phone: string },
  ): Promise<FoundLookup<CarrierLookup>> {
    const asked = { kind: 'carrier', requestId, value: phone } as const;
    const found = await this.#once(account, asked, async () => {
      const result = await ask(account, asked, () => account.service.lookUpCarrier({ phone }, USER));
      return await this.#keep(account, asked, { ...asked, at: this.#now(), cost: result.cost, result });
    });
    assert(found.kind === 'carrier', 'The look-up of a number finds a number');
    return found;
  }

  /** Rejects with `AppError`. */
  async lookUpEmail(
    account: Parts,
    { requestId, email }: { readonly requestId: string; readonly email: string },
  ): Promise<FoundLookup<EmailLookup>> {
    const asked = { kind: 'email', requestId, value: email.toLowerCase() } as const;
    const found = await this.#once(account, asked, async () => {
      const begunCount = this.#begunCount;
      const isFirst = this.#running.size === 1;
      const before = await readFunds(account);
      const result = await ask(account, asked, () => account.service.lookUpEmail({ email }, USER));
      const kept = await this.#keep(account, asked, { ...asked, at: this.#now(), cost: null, result });
      const after = await readFunds(account);
      const isAlone = isFirst && this.#begunCount === begunCount;
      return { ...kept, cost: await keepSpent(account, asked, isAlone ? toSpent(before, after) : null) };
    });
    assert(found.kind === 'email', 'The look-up of an address finds an address');
    return found;
  }

  async #once(account: Parts, asked: Asked, make: () => Promise<AnyFoundLookup>): Promise<AnyFoundLookup> {
    const key = toKey(account, asked);
    const running = this.#running.get(key);
    if (running !== undefined) return await running;
    const looking = this.#begin(account, asked, make).finally(() => this.#running.delete(key));
    this.#running.set(key, looking);
    return await looking;
  }

  async #begin(account: Parts, asked: Asked, make: () => Promise<AnyFoundLookup>): Promise<AnyFoundLookup> {
    const { store } = account;
    const unkept = this.#unkept.get(toKey(account, asked));
    if (unkept !== undefined) return await this.#keep(account, unkept, unkept.found);
    const beginning = await store.beginLookup({ ...asked, at: this.#now() });
    switch (beginning.state) {
      case 'begun':
        this.#begunCount += 1;
        return await make();
      case 'found':
        return beginning.found;
      case 'used':
        throw toUsedIdRefusal();
      case 'lost':
        throw toUnknownOutcome(
          new AppError({ code: 'timeout', message: 'The answer of this look-up was lost', outcome: 'unknown' }),
        );
    }
  }

  /** Where the disk fails the result is kept in memory, and is the answer to the next look-up of this value. */
  async #keep<Found extends AnyFoundLookup>(
    account: Parts,
    { requestId }: Pick<Asked, 'requestId'>,
    found: Found,
  ): Promise<Found> {
    const key = toKey(account, found);
    try {
      await account.store.finishLookup({ requestId, found });
      this.#unkept.delete(key);
      return found;
    } catch (error) {
      this.#unkept.set(key, { requestId, found });
      throw isAppError(error) ? toUnknownOutcome(error) : error;
    }
  }
}

function toKey({ folder }: Pick<Parts, 'folder'>, { kind, value }: Pick<Asked, 'kind' | 'value'>): string {
  return `${folder}\n${kind}\n${value}`;
}

/** What was surely not made, or was refused, is nothing any more. What may have been made stays written down. */
async function ask<Answer>({ store }: Parts, { kind, requestId }: Asked, make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make();
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.outcome === 'unknown') throw toUnknownOutcome(error);
    await store.dropLookup({ kind, requestId });
    throw error;
  }
}

/** The cost as it is kept: one that cannot be written down is not known. */
async function keepSpent({ store }: Parts, { kind, requestId }: Asked, cost: number | null): Promise<number | null> {
  if (cost === null) return null;
  try {
    await store.setLookupCost({ kind, requestId, cost });
    return cost;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}
