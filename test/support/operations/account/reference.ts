/** Cases of what is the same for every account: countries and time zones. */
import { expect } from 'vitest';
import { countriesSchema, timeZonesSchema } from '#test/unit/api/support/account-schemas.ts';
import { refuseNext } from './account.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';

const user = { priority: 'user' } as const;

export const referenceCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /countries',
    fixture: 'countries',
    request: () => ({ path: '/countries' }),
    call: (client) => client.listCountries(user),
    result: countriesSchema,
    works: (_scene, countries) => {
      expect(countries.length).toBeGreaterThan(240);
      expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
      expect(countries).toContainEqual({ code: 'CI', name: 'Côte d’Ivoire' });
    },
  }),
  toCase({
    row: 'GET /timezones',
    fixture: 'timezones',
    request: () => ({ path: '/timezones?full=1' }),
    call: (client) => client.listTimeZones(user),
    result: timeZonesSchema,
    works: async ({ client, demo }, zones) => {
      const { timeZone } = await client.getUser(user);
      const own = zones.find(({ name }) => name === timeZone);
      expect(own).toMatchObject({ id: 47, name: 'Europe/London' });
      expect(own?.label).toMatch(/^\(UTC \+0[01]:00\): Europe\/London$/);
      expect(zones.find(({ name }) => name === 'Asia/Tokyo')).toMatchObject({
        ...{ label: '(UTC +09:00): Asia/Tokyo', offsetSeconds: 9 * 3_600 },
      });
      const brief = await demo.handle({
        ...{ method: 'GET', path: '/api/v2/timezones', query: '', body: new Uint8Array() },
        headers: { 'x-tm-username': demo.username, 'x-tm-key': demo.apiKey },
      });
      expect(JSON.parse(new TextDecoder().decode(brief.body))).toMatchObject({ 47: 'Europe/London' });
    },
    refusals: {
      400: (client, setup) => {
        refuseNext(setup, 400);
        return client.listTimeZones(user);
      },
    },
  }),
];
