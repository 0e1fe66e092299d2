import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyFoundLookup } from '#main/store/api/lookups.ts';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { NOON } from '#test/unit/store/builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

const PHONE = '447700900318';
const EMAIL = 'ruth@northgate.example';

const CARRIER: CarrierLookup = {
  ...{ phone: PHONE, localForm: '07700 900318', type: 'mobile', carrier: 'Blue Kite', country: 'GB' },
  ...{ isValid: true, cost: 0.04 },
};
const VERDICT: EmailLookup = {
  ...{ address: EMAIL, status: 'valid', deliverability: 'deliverable', risk: 'low', reason: null },
  ...{ addressType: 'corporate', role: null, suggestion: null, localPart: 'ruth', domain: 'northgate.example' },
  ...{ exchange: null, preference: null, isDisposable: false, isAllowListed: false, isBlockListed: false },
  ...{ hasMx: true, hasA: true, hasAaaa: false },
};

const carrierAt = (at: number, result = CARRIER, value = PHONE): AnyFoundLookup => ({
  ...{ kind: 'carrier', value, at, cost: result.cost, result },
});
const emailAt = (at: number, cost: number | null): AnyFoundLookup => ({
  ...{ kind: 'email', value: EMAIL, at, cost, result: VERDICT },
});

describe('look-ups', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
  });
  afterEach(() => store.close());

  const begin = (requestId: string, value = PHONE, kind: 'carrier' | 'email' = 'carrier') =>
    store.run('beginLookup', { kind, requestId, value, at: NOON });
  const find = () => store.ask('findLookups', { phone: PHONE, email: EMAIL });
  const keep = (requestId: string, found: AnyFoundLookup): void => {
    begin(requestId, found.value, found.kind);
    store.run('finishLookup', { requestId, found });
  };

  it('are nothing as long as none was made', () => {
    expect(find()).toEqual({ carrier: null, email: null, lastCarrierCost: null, lastEmailCost: null });
  });

  it('are found with their time and cost, the newest of each number and address', () => {
    keep('request-1', carrierAt(NOON + 2, { ...CARRIER, carrier: 'Fjord Wireless' }));
    keep('request-2', carrierAt(NOON + 1));
    keep('request-3', emailAt(NOON + 3, null));
    expect(store.changes).toMatchObject({ people: true });
    expect(find()).toMatchObject({
      carrier: { value: PHONE, at: NOON + 2, cost: 0.04, result: { carrier: 'Fjord Wireless' } },
      email: { value: EMAIL, at: NOON + 3, cost: null, result: VERDICT },
    });
  });

  it('say what the newest one cost whose cost is known, whatever its value', () => {
    keep('request-1', carrierAt(NOON + 1, { ...CARRIER, cost: 0.05 }, '447700900999'));
    keep('request-2', carrierAt(NOON + 2, { ...CARRIER, cost: null }));
    keep('request-3', emailAt(NOON, 0.01));
    keep('request-4', emailAt(NOON + 1, null));
    expect(find()).toMatchObject({ lastCarrierCost: 0.05, lastEmailCost: 0.01 });
    store.run('setLookupCost', { kind: 'email', requestId: 'request-4', cost: 0.02 });
    expect(find()).toMatchObject({ email: { cost: 0.02 }, lastEmailCost: 0.02 });
  });

  it('are lost where they were begun and no answer came, and are not begun again under that id', () => {
    expect(begin('request-1')).toEqual({ state: 'begun' });
    expect(begin('request-1')).toEqual({ state: 'lost' });
    expect(begin('request-2')).toEqual({ state: 'begun' });
    expect(find().carrier).toBeNull();
  });

  it('are told again to the same request, and to no other value under its id', () => {
    keep('request-1', carrierAt(NOON + 1));
    expect(begin('request-1')).toEqual({ state: 'found', found: carrierAt(NOON + 1) });
    expect(begin('request-1', '447700900999')).toEqual({ state: 'used' });
    expect(begin('request-1', EMAIL, 'email')).toEqual({ state: 'begun' });
  });

  it('may be begun again where they were surely not made, and stay where they have their answer', () => {
    begin('request-1');
    store.run('dropLookup', { kind: 'carrier', requestId: 'request-1' });
    expect(begin('request-1')).toEqual({ state: 'begun' });
    store.run('finishLookup', { requestId: 'request-1', found: carrierAt(NOON) });
    store.run('dropLookup', { kind: 'carrier', requestId: 'request-1' });
    expect(find().carrier).toMatchObject({ at: NOON });
  });

  it('that another version of the app wrote and this one cannot read are left out, and not made again', () => {
    keep('request-1', carrierAt(NOON));
    store.owned.run(`UPDATE lookups SET result = '{"isValid":"perhaps"}'`);
    expect(find().carrier).toBeNull();
    expect(begin('request-1')).toEqual({ state: 'lost' });
  });
});
