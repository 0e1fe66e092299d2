import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Lookups } from '#main/services/lookups/lookups.ts';
import type { LookupService } from '#main/services/lookups/ports.ts';
import { lookupHandlers } from '#main/services/lookups/requests.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { toServices } from '#test/unit/services/fakes.ts';
import { NOON, buildAccount, buildMessage, buildSend } from '#test/unit/store/builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

const PHONE = '447700900318';
const EMAIL = 'Ruth@Northgate.example';

const CARRIER: CarrierLookup = {
  ...{ phone: PHONE, localForm: '07700 900318', type: 'mobile', carrier: 'Blue Kite', country: 'GB' },
  ...{ isValid: true, cost: 0.04 },
};
const VERDICT: EmailLookup = {
  ...{ address: EMAIL, status: 'valid', deliverability: 'deliverable', risk: 'low', reason: null },
  ...{ addressType: 'corporate', role: null, suggestion: null, localPart: 'Ruth', domain: 'northgate.example' },
  ...{ exchange: null, preference: null, isDisposable: false, isAllowListed: false, isBlockListed: false },
  ...{ hasMx: true, hasA: true, hasAaaa: false },
};

const fail = (outcome: AppError['outcome'], code: AppError['code'] = 'offline'): AppError =>
  new AppError({ code, message: 'made up', outcome });

/** The services over a store in memory of one thread, and a service that counts what it was asked. */
class LookupsOnFakes {
  readonly store = new StoreInOneThread();
  readonly asked: string[] = [];
  balance = 10;
  newestId = 5;
  /** Called while a look-up is under way; what it throws is its answer. */
  onLookup: () => Promise<void> | void = () => undefined;
  onUser: () => void = () => undefined;
  /** Thrown by the next `finishLookup`. */
  diskFailure: AppError | null = null;
  readonly #service: LookupService = {
    lookUpCarrier: async ({ phone }) => {
      this.asked.push(phone);
      await this.onLookup();
      return CARRIER;
    },
    lookUpEmail: async ({ email }) => {
      this.asked.push(email);
      await this.onLookup();
      this.balance -= 0.01;
      return VERDICT;
    },
    getUser: () => {
      this.onUser();
      return Promise.resolve(buildAccount({ balance: this.balance }));
    },
    listOutboundMessages: () =>
      Promise.resolve({ items: [buildMessage(`out:${this.newestId}`)], page: 1, limit: 1, pageCount: null }),
  };
  #services = this.#create();

  get services(): Services {
    return this.#services;
  }

  /** As after a restart of the app. */
  restart(): void {
    this.#services = this.#create();
  }

  find() {
    return lookupHandlers['lookups.find'](this.services, { phone: PHONE, email: EMAIL });
  }
  async lookUpCarrier(requestId = 'request-1', phone = PHONE) {
    return await lookupHandlers['lookups.lookUpCarrier'](this.services, { requestId, phone });
  }
  async lookUpEmail(requestId = 'request-1', email = EMAIL) {
    return await lookupHandlers['lookups.lookUpEmail'](this.services, { requestId, email });
  }

  #create(): Services {
    const account = { folder: '/account', store: this.#createStore(), service: this.#service };
    const session = { getAccount: () => account as unknown as OpenAccount } as Services['session'];
    return toServices({ session, lookups: new Lookups({ now: () => NOON }) });
  }

  #createStore(): Partial<Store> {
    const { store } = this;
    return {
      beginLookup: (input) => Promise.resolve(store.run('beginLookup', input)),
      finishLookup: (input) => {
        const failure = this.diskFailure;
        this.diskFailure = null;
        return failure === null ? Promise.resolve(store.run('finishLookup', input)) : Promise.reject(failure);
      },
      setLookupCost: (input) => Promise.resolve(store.run('setLookupCost', input)),
      dropLookup: (input) => Promise.resolve(store.run('dropLookup', input)),
      findLookups: (input) => Promise.resolve(store.ask('findLookups', input)),
      getOutbox: (input) => Promise.resolve(store.ask('getOutbox', input)),
      getAccount: (input) => Promise.resolve(store.ask('getAccount', input)),
    };
  }
}

describe('look-ups', () => {
  let at: LookupsOnFakes;
  beforeEach(() => {
    at = new LookupsOnFakes();
  });
  afterEach(() => at.store.close());

  it('of a number are kept with their date and the cost that the service names', async () => {
    at.store.run('saveAccount', { account: buildAccount({ currency: 'GBP' }) });
    const found = { phone: PHONE, carrier: 'Blue Kite', lineType: 'mobile', country: 'GB', isValid: true };
    expect(await at.lookUpCarrier('request-1', '+44 7700 900318')).toEqual({ ...found, cost: 0.04, at: NOON });
    expect(at.asked).toEqual([PHONE]);
    at.restart();
    expect(await at.find()).toEqual({
      carrier: { ...found, cost: 0.04, at: NOON },
      ...{ email: null, lastCarrierCost: 0.04, lastEmailCost: null, currency: 'GBP' },
    });
  });

  it('are made once for a request, also after a restart, and again for another one', async () => {
    const first = await at.lookUpCarrier();
    at.restart();
    expect(await at.lookUpCarrier()).toEqual(first);
    expect(at.asked).toHaveLength(1);
    await at.lookUpCarrier('request-2');
    expect(at.asked).toHaveLength(2);
  });

  it('are not made under an id that was used for another number', async () => {
    await at.lookUpCarrier();
    await expect(at.lookUpCarrier('request-1', '447700900999')).rejects.toMatchObject({
      ...{ code: 'validation', fields: { requestId: ['used'] } },
    });
    expect(at.asked).toHaveLength(1);
  });

  it('of the same number at the same time are one', async () => {
    let answer = (): void => undefined;
    at.onLookup = () => new Promise<void>((resolve) => (answer = resolve));
    const both = Promise.all([at.lookUpCarrier(), at.lookUpCarrier('request-2')]);
    await expect.poll(() => at.asked).toHaveLength(1);
    answer();
    const [one, other] = await both;
    expect(other).toEqual(one);
    expect(at.asked).toHaveLength(1);
  });

  it('whose answer was lost say so, and are never made again by their request', async () => {
    at.onLookup = () => Promise.reject(fail('unknown'));
    await expect(at.lookUpCarrier()).rejects.toMatchObject({ code: 'offline', fields: { outcome: ['unknown'] } });
    at.onLookup = () => undefined;
    await expect(at.lookUpCarrier()).rejects.toMatchObject({ code: 'timeout', fields: { outcome: ['unknown'] } });
    at.restart();
    await expect(at.lookUpCarrier()).rejects.toMatchObject({ fields: { outcome: ['unknown'] } });
    expect(at.asked).toHaveLength(1);
    expect((await at.find()).carrier).toBeNull();
    expect(await at.lookUpCarrier('request-2')).toMatchObject({ carrier: 'Blue Kite' });
  });

  it.each([fail('not-accepted'), fail('refused', 'validation'), fail('not-accepted', 'rate-limited')])(
    'that surely cost nothing say nothing else, and are made again when they are asked for again (%#)',
    async (failure) => {
      at.onLookup = () => Promise.reject(failure);
      await expect(at.lookUpCarrier()).rejects.toBe(failure);
      at.onLookup = () => undefined;
      expect(await at.lookUpCarrier()).toMatchObject({ carrier: 'Blue Kite' });
      expect(at.asked).toHaveLength(2);
    },
  );

  it('that could not be written down are the next answer, and are not paid for twice', async () => {
    at.diskFailure = fail('refused', 'disk');
    await expect(at.lookUpCarrier()).rejects.toMatchObject({ code: 'disk', fields: { outcome: ['unknown'] } });
    expect(await at.lookUpCarrier('request-2')).toMatchObject({ carrier: 'Blue Kite' });
    expect(at.asked).toHaveLength(1);
    expect((await at.find()).carrier).toMatchObject({ carrier: 'Blue Kite' });
  });

  it.each(['12', 'KWIKPET', ''])('of "%s", which is no number, cost nothing', async (phone) => {
    await expect(at.lookUpCarrier('request-1', phone)).rejects.toMatchObject({ fields: { phone: ['not-a-number'] } });
    expect(at.asked).toEqual([]);
  });

  it('of what is no address cost nothing', async () => {
    for (const email of ['nobody', '@x.example', 'a b@x.example']) {
      await expect(at.lookUpEmail('request-1', email)).rejects.toMatchObject({
        ...{ code: 'validation', fields: { email: ['not-an-address'] } },
      });
    }
    expect(at.asked).toEqual([]);
  });

  describe('of an address', () => {
    it('cost what the balance went down by, and are found however it is written', async () => {
      const found = { email: EMAIL, status: 'valid', deliverability: 'deliverable', risk: 'low', isDisposable: false };
      expect(await at.lookUpEmail()).toEqual({ ...found, reason: null, suggestion: null, cost: 0.01, at: NOON });
      expect(await at.find()).toMatchObject({ email: { ...found, cost: 0.01 }, lastEmailCost: 0.01 });
      expect(
        await lookupHandlers['lookups.find'](at.services, { phone: null, email: 'ruth@northgate.EXAMPLE' }),
      ).toMatchObject({
        ...{ carrier: null, email: found },
      });
    });

    it.each<[string, (at: LookupsOnFakes) => void]>([
      ['a text of any client left meanwhile', (fakes) => (fakes.onLookup = () => void (fakes.newestId += 1))],
      ['money came in meanwhile', (fakes) => (fakes.onLookup = () => void (fakes.balance += 5))],
      ['the balance stayed', (fakes) => (fakes.onLookup = () => void (fakes.balance += 0.01))],
      [
        'a text of this computer is on its way',
        ({ store }) => {
          store.run('createSend', { send: buildSend('a', { state: 'sending', attemptedAt: NOON, attempts: 1 }) });
        },
      ],
      [
        'the balance cannot be read',
        (fakes) => {
          fakes.onUser = () => {
            throw fail('unknown', 'timeout');
          };
        },
      ],
      [
        'a number was looked up meanwhile',
        (fakes) => {
          fakes.onLookup = async () => {
            fakes.onLookup = () => undefined;
            await fakes.lookUpCarrier('request-9');
          };
        },
      ],
    ])('have no known cost where %s', async (_what, prepare) => {
      prepare(at);
      expect(await at.lookUpEmail()).toMatchObject({ status: 'valid', cost: null });
      expect(await at.find()).toMatchObject({ email: { cost: null }, lastEmailCost: null });
    });

    it('are kept before the balance is read again', async () => {
      let reads = 0;
      let isKept = false;
      at.onUser = () => {
        reads += 1;
        if (reads === 2)
          isKept = at.store.ask('findLookups', { phone: null, email: EMAIL.toLowerCase() }).email !== null;
      };
      await at.lookUpEmail();
      expect(isKept).toBe(true);
    });
  });
});
