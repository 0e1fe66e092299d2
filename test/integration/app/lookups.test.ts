/** Look-ups of numbers and addresses, by the whole app: each costs money, and none is made twice by itself. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '#main/demo/listen.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { AppOnDemo, toRequestId } from './app-on-demo.ts';
import { SyncedApp } from './synced-app.ts';

const NOWHERE = { phone: null, email: null };

describe.each(listShapes(['spec', 'sdk'], 'spec'))('look-ups at a service of the shape %s', (shape) => {
  let at: SyncedApp;
  beforeAll(async () => {
    at = await SyncedApp.open((service) => (service.settings.lookupsPerSecond = 50), { shapes: shape });
  });
  afterAll(() => at.dispose());

  const ask: SyncedApp['window']['ask'] = (name, input) => at.window.ask(name, input);
  const refuse: SyncedApp['window']['askForError'] = (name, input) => at.window.askForError(name, input);
  const getBalance = (): number => at.service.world.data.balance;
  const countAsked = (value: string): number =>
    at.service.seen.filter(({ path }) => decodeURIComponent(path).endsWith(`lookups/${value}`)).length;

  it('of a number are kept with their date and cost', async () => {
    const phone = '447700900318';
    expect(await ask('lookups.find', { ...NOWHERE, phone })).toMatchObject({ carrier: null, lastCarrierCost: null });
    const before = getBalance();
    const found = await ask('lookups.lookUpCarrier', { requestId: toRequestId(), phone });
    expect(found).toEqual({
      ...{ phone, carrier: expect.any(String) as string, lineType: 'mobile', isValid: true, cost: 0.04 },
      ...{ country: shape === 'spec' ? null : 'GB', at: expect.any(Number) as number },
    });
    expect(before - getBalance()).toBeCloseTo(0.04, 5);
    expect(await ask('lookups.find', { ...NOWHERE, phone: '+44 7700 900318' })).toEqual({
      ...{ carrier: found, email: null, lastCarrierCost: 0.04, lastEmailCost: null, currency: 'GBP' },
    });
  });

  it('of an address are kept with what the balance went down by', async () => {
    const email = 'Ruth@northgate.example';
    const found = await ask('lookups.lookUpEmail', { requestId: toRequestId(), email });
    expect(found).toMatchObject({ email, status: 'valid', deliverability: 'deliverable', risk: 'low', cost: 0.01 });
    expect(await ask('lookups.find', { ...NOWHERE, email: 'ruth@northgate.example' })).toMatchObject({
      ...{ email: found, lastEmailCost: 0.01 },
    });
    const meant = await ask('lookups.lookUpEmail', { requestId: toRequestId(), email: 'info@gmial.com' });
    expect(meant).toMatchObject({ suggestion: 'info@gmail.com', deliverability: 'undeliverable', risk: 'high' });
  });

  it('are charged once for one request', async () => {
    const input = { requestId: toRequestId(), phone: '447700900311' };
    const before = getBalance();
    const first = await ask('lookups.lookUpCarrier', input);
    expect(await ask('lookups.lookUpCarrier', input)).toEqual(first);
    expect(before - getBalance()).toBeCloseTo(0.04, 5);
    expect(countAsked(input.phone)).toBe(1);
  });

  it('of the same number at the same time are one', async () => {
    const phone = '447700900312';
    const [one, other] = await Promise.all([
      ask('lookups.lookUpCarrier', { requestId: toRequestId(), phone }),
      ask('lookups.lookUpCarrier', { requestId: toRequestId(), phone }),
    ]);
    expect(other).toEqual(one);
    expect(countAsked(phone)).toBe(1);
  });

  it('that find nothing say so, and cost nothing', async () => {
    const before = getBalance();
    const gone = { requestId: toRequestId(), email: 'ruth@northgate.invalid' };
    expect(await refuse('lookups.lookUpEmail', gone)).toMatchObject({ code: 'not-found' });
    const bad = { requestId: toRequestId(), phone: '999999' };
    expect(await refuse('lookups.lookUpCarrier', bad)).toMatchObject({
      ...{ code: 'validation', fields: { phone: [expect.any(String) as string] } },
    });
    expect(getBalance()).toBe(before);
    expect(await ask('lookups.find', { ...NOWHERE, email: gone.email })).toMatchObject({ email: null });
  });

  it('beyond the service’s pace are refused and can be asked for again', async () => {
    const input = { requestId: toRequestId(), phone: '447700900313' };
    at.service.settings.lookupsPerSecond = 0;
    expect(await refuse('lookups.lookUpCarrier', input)).toMatchObject({ code: 'rate-limited' });
    at.service.settings.lookupsPerSecond = 50;
    expect(await ask('lookups.lookUpCarrier', input)).toMatchObject({ phone: input.phone });
  });

  it('whose answer was lost may have been charged: they say so, and are not made again by their request', async () => {
    const input = { requestId: toRequestId(), phone: '447700900314' };
    at.service.faults.set([{ kind: 'reset-after', path: `/lookups/${input.phone}` }]);
    const before = getBalance();
    expect(await refuse('lookups.lookUpCarrier', input)).toMatchObject({ fields: { outcome: ['unknown'] } });
    at.service.faults.set([]);
    expect(await refuse('lookups.lookUpCarrier', input)).toMatchObject({ fields: { outcome: ['unknown'] } });
    expect(before - getBalance()).toBeCloseTo(0.04, 5);
    expect(countAsked(input.phone)).toBe(1);
  });
});

describe.each(listShapes(['spec', 'sdk'], 'sdk'))('without a network, at a service of the shape %s', (shapes) => {
  it('look-ups are refused and cost nothing; those made before stay, with their date, over a restart too', async () => {
    const app = await AppOnDemo.open();
    onTestFinished(() => app.dispose());
    const { service, listening, credentials } = await app.startService({ shapes });
    const window = await app.openWindow();
    await window.signIn(credentials);
    const kept = { requestId: toRequestId(), phone: '447700900315' };
    const found = await window.ask('lookups.lookUpCarrier', kept);
    const before = service.world.data.balance;

    await listening.dispose();
    const away = { requestId: toRequestId(), phone: '447700900316' };
    expect(await window.askForError('lookups.lookUpCarrier', away)).toMatchObject({ code: 'offline', fields: {} });
    const mail = { requestId: toRequestId(), email: 'ruth@northgate.example' };
    expect(await window.askForError('lookups.lookUpEmail', mail)).toMatchObject({ code: 'offline', fields: {} });

    const again = await listen(service, { port: listening.port });
    onTestFinished(() => again.dispose());
    expect(await window.ask('lookups.lookUpCarrier', away)).toMatchObject({ phone: away.phone, cost: 0.04 });
    expect(before - service.world.data.balance).toBeCloseTo(0.04, 5);

    await app.closeApps();
    const later = await app.openWindow();
    expect(await later.ask('lookups.find', { ...NOWHERE, phone: kept.phone })).toMatchObject({
      ...{ carrier: found, lastCarrierCost: 0.04 },
    });
  });
});
