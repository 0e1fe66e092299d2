/** Cases of looking up numbers and addresses. */
import { expect } from 'vitest';
import { carrierLookupSchema, emailLookupSchema } from '#test/unit/api/support/account-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';

const user = { priority: 'user' } as const;

export const lookupCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /lookups/{phone}',
    fixture: 'lookup',
    request: () => ({ path: '/lookups/447700900318' }),
    call: (client) => client.lookUpCarrier({ phone: '+447700900318' }, user),
    result: carrierLookupSchema,
    works: async ({ client, shape, world }, found) => {
      expect(found).toEqual({
        ...{ phone: '447700900318', localForm: '07700 900318', type: 'mobile', carrier: expect.any(String) as string },
        ...{ country: shape === 'spec' ? null : 'GB', isValid: true, cost: 0.04 },
      });
      const before = world.data.balance;
      expect(await client.lookUpCarrier({ phone: '07700 900318', country: 'gb' }, user)).toEqual(found);
      expect(world.data.balance).toBeCloseTo(before - 0.04, 5);
    },
    refusals: {
      400: (client) => client.lookUpCarrier({ phone: '12' }, user),
      // The client keeps to its pace by itself: somebody else who uses the account has had all of this second.
      429: (client, { demo }) => {
        demo.settings.lookupsPerSecond = 0;
        return client.lookUpCarrier({ phone: '447700900311' }, user);
      },
    },
  }),
  toCase({
    row: 'GET /email-lookups/{email}',
    fixture: 'email-lookup',
    request: () => ({ path: '/email-lookups/ruth@northgate.example' }),
    call: (client) => client.lookUpEmail({ email: 'ruth+cats@northgate.example' }, user),
    result: emailLookupSchema,
    works: async ({ client, demo }, found) => {
      expect(found).toMatchObject({
        ...{ address: 'ruth+cats@northgate.example', status: 'valid', deliverability: 'deliverable', risk: 'low' },
        ...{ addressType: 'corporate', localPart: 'ruth+cats', domain: 'northgate.example', suggestion: null },
      });
      demo.settings.lookupsPerSecond = 50;
      expect(await client.lookUpEmail({ email: 'info@gmial.com' }, user)).toMatchObject({
        ...{ suggestion: 'info@gmail.com', role: 'info', deliverability: 'undeliverable', risk: 'high' },
      });
    },
    refusals: {
      400: (client) => client.lookUpEmail({ email: 'nobody' }, user),
      404: (client) => client.lookUpEmail({ email: 'ruth@northgate.invalid' }, user),
    },
  }),
];
