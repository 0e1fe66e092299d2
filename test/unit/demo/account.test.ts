import { describe, expect, it } from 'vitest';
import { DemoOnFakeTimers, NOW_AT } from './demo-on-fake-timers.ts';

type Fields = Readonly<Record<string, readonly string[]>>;

/** Names of the fields that a refusal names. */
async function refusedFields(demo: DemoOnFakeTimers, path: string, body: unknown): Promise<string[]> {
  const answer = await demo.call('PUT', path, body);
  expect(answer.status).toBe(400);
  return Object.keys((answer.body as { errors: { fields: Fields } }).errors.fields);
}

describe('PUT /user', () => {
  it.each([
    [{ username: 'northgate-marek' }, 'username'],
    [{ username: 'NORTHGATE-MAREK' }, 'username'],
    [{ username: 'a b' }, 'username'],
    [{ firstName: ' ' }, 'firstName'],
    [{ lastName: '' }, 'lastName'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: '12' }, 'phone'],
    [{ timezone: 9_999 }, 'timezone'],
    [{ timezone: 'Europe/Paris' }, 'timezone'],
  ])('refuses %j and names %s', async (body, field) => {
    const demo = new DemoOnFakeTimers();
    expect(await refusedFields(demo, '/user', body)).toEqual([field]);
    expect((await demo.one('/user'))['username']).toBe('northgate-vets');
  });

  it('names all that is wrong at once, and changes nothing then', async () => {
    const demo = new DemoOnFakeTimers();
    const body = { firstName: 'Rut', email: 'nobody', phone: '12' };
    expect(await refusedFields(demo, '/user', body)).toEqual(['email', 'phone']);
    expect(await demo.one('/user')).toMatchObject({ firstName: 'Ruth' });
  });

  it('leaves what is not named, and takes forms as well as JSON', async () => {
    const demo = new DemoOnFakeTimers();
    const { username, apiKey } = demo.service;
    const answer = await demo.service.handle({
      ...{ method: 'PUT', path: '/api/v2/user', query: '' },
      headers: {
        ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new TextEncoder().encode('company=Vets+%26+Co&timezone=47&phone=%2B447700900003'),
    });
    expect(answer.status).toBe(201);
    expect(await demo.one('/user')).toMatchObject({
      ...{ company: 'Vets & Co', phone: '447700900003', firstName: 'Ruth', email: 'ruth@northgate.example' },
    });
  });

  it('makes a new user name the one to sign in with', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await demo.call('PUT', '/user', { username: 'northgate-cats' })).status).toBe(201);
    expect(demo.service.username).toBe('northgate-cats');
    expect((await demo.get('/ping')).status).toBe(200);
  });

  it('moves the account into a zone with its offset of now and its summer time', async () => {
    const demo = new DemoOnFakeTimers({}, Date.UTC(2026, 6, 1));
    const zones = (await demo.get('/timezones?full=1')).body as { id: number; timezone: string; offset: number }[];
    const zone = zones.find(({ timezone }) => timezone === 'America/New_York');
    await demo.call('PUT', '/user', { timezone: zone?.id });
    expect((await demo.one('/user'))['timezone']).toEqual({
      ...{ id: zone?.id, area: 'America', dst: 1, offset: -4 * 3_600, timezone: 'America/New_York' },
    });
    expect(zone?.offset).toBe(-4 * 3_600);
  });
});

describe('settings of notifications', () => {
  it.each([
    ['/user/notification/inbound', { alertEmail2: 'nobody' }, 'alertEmail2'],
    ['/user/notification/inbound', { sendInHtmlFormat: 'perhaps' }, 'sendInHtmlFormat'],
    ['/user/notification/balance', { alertBalance: 'much' }, 'alertBalance'],
    ['/user/notification/balance', { alertPhone: '12' }, 'alertPhone'],
    ['/user/desktop/notification', { soundId: 99 }, 'soundId'],
    ['/callback/settings', { outUrl: null, inUrl: null, format: 'x' }, 'format'],
    ['/callback/settings', { outUrl: null, inUrl: null, format: '' }, 'format'],
    ['/callback/settings', { outUrl: null, inUrl: null }, 'format'],
    ['/callback/settings', { outUrl: null, format: 'j' }, 'inUrl'],
    ['/callback/settings', { inUrl: '', format: 'j' }, 'outUrl'],
  ])('%s refuses %j and names %s', async (path, body, field) => {
    expect(await refusedFields(new DemoOnFakeTimers(), path, body)).toEqual([field]);
  });

  it('hand the balance back as a number, however it came', async () => {
    const demo = new DemoOnFakeTimers();
    await demo.call('PUT', '/user/notification/balance', { alertBalance: '12.50', lowBalanceNotification: 0 });
    expect(await demo.one('/user/notification/balance')).toMatchObject({
      ...{ alertBalance: 12.5, lowBalanceNotification: false },
    });
  });
});

describe('time zones', () => {
  it('are refused in a form that nobody knows', async () => {
    expect((await new DemoOnFakeTimers().get('/timezones?full=2')).status).toBe(400);
  });
});

describe('look-ups', () => {
  it('pass two in any sliding second, of either kind, and refused ones do not count', async () => {
    const demo = new DemoOnFakeTimers();
    const ask = async (path = '/lookups/447700900318') => (await demo.get(path)).status;
    expect([await ask(), await ask('/email-lookups/a@b.example'), await ask(), await ask()]).toEqual([
      200, 200, 429, 429,
    ]);
    demo.timers.advance(999);
    expect(await ask()).toBe(429);
    demo.timers.advance(1);
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    demo.service.settings.lookupsPerSecond = 3;
    expect([await ask(), await ask()]).toEqual([200, 429]);
    expect((await demo.get('/user')).status).toBe(200);
  });

  it('cost money only when they find something', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.settings.lookupsPerSecond = 100;
    const { data } = demo.service.world;
    const before = data.balance;
    expect((await demo.get('/lookups/12')).status).toBe(400);
    expect((await demo.get('/lookups/07700900318?country=XX')).status).toBe(400);
    expect(data.balance).toBe(before);
    expect((await demo.get('/lookups/07700900318?country=GB')).body).toMatchObject({ number164: '447700900318' });
    expect(data.balance).toBeCloseTo(before - 0.04, 5);
    expect((await demo.get('/email-lookups/nobody')).status).toBe(400);
    expect((await demo.get('/email-lookups/ruth@northgate.invalid')).status).toBe(404);
    expect(data.balance).toBeCloseTo(before - 0.04, 5);
    expect((await demo.get('/email-lookups/ruth@northgate.example')).body).toMatchObject({ status: 'valid' });
    expect(data.balance).toBeCloseTo(before - 0.05, 5);
  });
});

describe('statistics', () => {
  const DAY_MS = 86_400_000;
  const toSeconds = (at: number): number => Math.floor(at / 1_000);

  async function listRows(demo: DemoOnFakeTimers, query: string): Promise<Readonly<Record<string, unknown>>[]> {
    return (await demo.get(`/stats/messaging?${query}`)).body as Readonly<Record<string, unknown>>[];
  }

  it('cover a week unless told, and add up by day, month and year', async () => {
    const demo = new DemoOnFakeTimers({ chats: 20, messages: 400, contacts: 30 });
    const [week] = await listRows(demo, '');
    const since = demo.service.world.inbound.rows.filter(({ at }) => at >= NOW_AT - 7 * DAY_MS);
    expect(week).toMatchObject({ date: null, messagesReceived: since.length });
    const span = `start=${toSeconds(NOW_AT - 500 * DAY_MS)}&end=${toSeconds(NOW_AT)}`;
    const [all] = await listRows(demo, span);
    for (const by of ['day', 'month', 'year']) {
      const rows = await listRows(demo, `by=${by}&${span}`);
      for (const name of ['messagesReceived', 'messagesSentDelivered', 'messagesSentParts', 'messagesSentFailed']) {
        expect(rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)).toBe(all?.[name]);
      }
      expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
    }
  });

  it('begin their days at midnight of the account', async () => {
    const demo = new DemoOnFakeTimers({ chats: 5, messages: 30, contacts: 8 });
    demo.service.world.data.settings.timeZone = 'Asia/Tokyo';
    const [first] = await listRows(demo, 'by=day');
    expect(first?.['date']).toMatch(/T15:00:00\+0000$/);
  });

  it.each(['by=week', 'start=soon', 'start=200&end=100', 'end=-5', 'start=1700000000000'])(
    'refuse %s',
    async (query) => {
      expect((await new DemoOnFakeTimers().get(`/stats/messaging?${query}`)).status).toBe(400);
    },
  );
});
