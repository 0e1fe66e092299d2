import { describe, expect, it } from 'vitest';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { ContactLookups } from '#renderer/features/contact/contact-lookups.svelte.ts';
import {
  toCarrierText,
  toCarrierWarning,
  toEmailText,
  toLookupProblem,
} from '#renderer/features/contact/lookup-text.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'EUR', timeZone: 'Europe/London' });
const AT = Date.parse('2026-11-03T10:00:00Z');
const context = { texts, formats, now: AT + 86_400_000, currency: 'GBP' };

async function setUp() {
  const bridge = new FakeBridge();
  bridge.lookups.now = () => AT;
  const contact = { phone: '447700900011', email: 'tom@abara.example' };
  const lookups = new ContactLookups(bridge, { ids: new RequestIds(() => 'northgate'), read: () => contact });
  await lookups.refresh();
  return { bridge, contact, lookups };
}

describe('a look-up', () => {
  it('is kept with what it cost, and is of that very number', async () => {
    const { contact, lookups } = await setUp();
    expect([lookups.carrier, lookups.lastCostOf('carrier')]).toEqual([null, null]);
    const asked = lookups.lookUp('carrier');
    expect(lookups.isAsking('carrier')).toBe(true);
    await asked;
    expect(lookups.isAsking('carrier')).toBe(false);
    expect(lookups.carrier).toMatchObject({ carrier: 'Vodafone', cost: 0.005 });
    expect([lookups.lastCostOf('carrier'), lookups.lastCostOf('email'), lookups.currency]).toEqual([
      0.005,
      null,
      'GBP',
    ]);
    contact.phone = '447700900099';
    expect(lookups.carrier).toBeNull();
  });

  it('is asked once at a time, and with its first id after a lost answer', async () => {
    const { bridge, lookups } = await setUp();
    await Promise.all([lookups.lookUp('email'), lookups.lookUp('email')]);
    expect(bridge.inputsOf('lookups.lookUpEmail')).toHaveLength(1);
    bridge.fail('lookups.lookUpCarrier', toProblem('timeout'));
    await lookups.lookUp('carrier');
    expect(lookups.problemOf('carrier')?.code).toBe('timeout');
    bridge.fail('lookups.lookUpCarrier', null);
    await lookups.lookUp('carrier');
    const [first, second] = bridge.inputsOf('lookups.lookUpCarrier');
    expect(second?.requestId).toBe(first?.requestId);
    expect(lookups.problemOf('carrier')).toBeNull();
  });

  it('is a new one where main said that the outcome is unknown', async () => {
    const { bridge, lookups } = await setUp();
    bridge.fail('lookups.lookUpCarrier', { ...toProblem('timeout'), fields: { outcome: ['unknown'] } });
    await lookups.lookUp('carrier');
    bridge.fail('lookups.lookUpCarrier', null);
    await lookups.lookUp('carrier');
    const [first, second] = bridge.inputsOf('lookups.lookUpCarrier');
    expect(second?.requestId).not.toBe(first?.requestId);
    expect(lookups.problemOf('carrier')).toBeNull();
  });

  it('says why it failed only of that very address', async () => {
    const { bridge, contact, lookups } = await setUp();
    bridge.fail('lookups.lookUpEmail', toProblem('not-found'));
    await lookups.lookUp('email');
    expect(lookups.problemOf('email')?.code).toBe('not-found');
    contact.email = 'tom@mail.example';
    expect(lookups.problemOf('email')).toBeNull();
  });
});

describe('what was found, in words', () => {
  const carrier = {
    ...{ phone: '447700900011', carrier: 'Vodafone', lineType: 'mobile', country: 'GB', isValid: true },
    ...{ cost: 0.005, at: AT },
  };
  const email = {
    ...{ email: 'tom@abara.example', status: 'valid', deliverability: 'deliverable', risk: 'low', reason: null },
    ...{ suggestion: null, isDisposable: false, cost: null, at: AT },
  };

  it('has the facts, the date and the cost', () => {
    expect(toCarrierText(carrier, context)).toBe('Vodafone, mobile, United Kingdom · checked 3 Nov, cost £0.005');
    const bare = { ...carrier, carrier: null, lineType: 'satellite', country: null, cost: null };
    expect(toCarrierText(bare, context)).toBe('Satellite · checked 3 Nov');
    expect(toCarrierText({ ...bare, lineType: null }, context)).toBe('Nothing found · checked 3 Nov');
    expect(toCarrierText(carrier, { ...context, currency: null })).toContain('cost €0.005');
    expect(toEmailText(email, context)).toBe('Deliverable, low risk · checked 3 Nov');
    const bad = { ...email, status: 'invalid', risk: 'unknown', isDisposable: true, cost: 0.01 };
    expect(toEmailText(bad, context)).toBe('Not a valid address, throwaway address · checked 3 Nov, cost £0.01');
  });

  it('warns where texts may not arrive', () => {
    expect(toCarrierWarning(carrier, texts)).toBe('');
    expect(toCarrierWarning({ ...carrier, lineType: 'landline' }, texts)).toMatch(/landline.*may not arrive/);
    expect(toCarrierWarning({ ...carrier, isValid: false }, texts)).toMatch(/isn’t valid.*may not arrive/);
  });

  it('says plainly why nothing was', () => {
    const say = (code: string) => toLookupProblem('carrier', toProblem(code), texts);
    const lost = { ...toProblem('offline'), fields: { outcome: ['unknown'] } };
    expect(toLookupProblem('carrier', lost, texts)).toBe('We didn’t hear back. You may have been charged.');
    expect(say('disconnected')).toBe('We didn’t hear back. You may have been charged.');
    expect(say('timeout')).toBe('The service didn’t answer in time. Try again in a moment.');
    expect(say('rate-limited')).toBe('The service is asking us to slow down. Try again in a minute.');
    expect(say('offline')).toMatch(/^You’re offline\./);
    expect(say('forbidden')).toBe('Your account isn’t allowed to look this up.');
    expect(say('not-found')).toBe('The service knows nothing about this number.');
  });
});
