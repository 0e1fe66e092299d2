/** Cases of what a send would cost and how it would read. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { findCountryOf } from '#main/demo/rules/countries.ts';
import type { CountryPrice, PriceEstimate } from '#shared/domain/estimates.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const BRITISH = '447700900461';
const FRENCH = '33639980014';
const BALANCE = 143.18;

const text = v.string();
const textOrNull = v.nullable(v.pipe(text, v.minLength(1)));
const amount = v.nullable(v.pipe(v.number(), v.finite()));
const count = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const countryId = v.pipe(text, v.regex(/^[A-Z]{2}$/));

const priceSchema = v.strictObject({
  total: v.pipe(v.number(), v.finite()),
  partsCount: count,
  countries: v.array(v.strictObject({ countryId: v.nullable(countryId), countryName: text, cost: amount })),
});

const previewSchema = v.array(
  v.strictObject({
    phone: v.pipe(text, v.minLength(1)),
    ...{ text, firstName: text, lastName: text },
    contactId: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    country: v.nullable(countryId),
    ...{ sender: textOrNull, partsCount: count, price: amount },
  }),
);

const countryPricesSchema = v.array(v.strictObject({ countryId, countryName: text, price: amount }));

const long = 'a'.repeat(161);
const query = `text=${long}&phones=${BRITISH},${FRENCH}`;
const priced = { text: long, phones: [BRITISH, FRENCH] };
const unitOf = (phone: string): number => findCountryOf(phone)?.price ?? 0;

function expectPrice(_scene: ClientOnDemo, price: PriceEstimate): void {
  expect(price.total).toBeCloseTo(2 * (unitOf(BRITISH) + unitOf(FRENCH)), 6);
  expect(price.partsCount).toBe(4);
  const costs = price.countries.map(({ countryId: id, countryName, cost }) => [id, countryName, cost]);
  expect(costs).toContainEqual(['GB', 'United Kingdom', expect.closeTo(2 * unitOf(BRITISH), 6)]);
  expect(costs).toContainEqual(['FR', 'France', expect.closeTo(2 * unitOf(FRENCH), 6)]);
}

function expectCountryPrices(_scene: ClientOnDemo, prices: readonly CountryPrice[]): void {
  expect(prices.length).toBeGreaterThan(40);
  expect(prices).toContainEqual({ countryId: 'GB', countryName: 'United Kingdom', price: unitOf(BRITISH) });
}

export const estimateCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /messages/preview',
    fixture: 'message-preview',
    request: ({ contact }) => ({
      path: `/messages/preview?templateId=31001&contacts=${contact.id}&phones=${BRITISH}`,
    }),
    call: (client, { contact }) =>
      client.previewMessages(
        {
          text: 'Dear {First name}: {Nothing}',
          contactIds: [toContactId(contact.id)],
          phones: [BRITISH],
          from: 'NORTHGATE',
        },
        user,
      ),
    result: previewSchema,
    works: ({ world, contact }, messages) => {
      const byPhone = new Map(messages.map((message) => [String(message.phone), message]));
      expect(byPhone.get(contact.phone)).toMatchObject({
        text: `Dear ${contact.firstName}: {Nothing}`,
        ...{ contactId: contact.id, firstName: contact.firstName, partsCount: 1 },
      });
      expect(byPhone.get(BRITISH)).toMatchObject({ country: 'GB', sender: 'NORTHGATE' });
      expect(world.outbound.rows.some((message) => message.text.endsWith('{Nothing}'))).toBe(false);
      expect(world.data.balance).toBe(BALANCE);
    },
    refusals: { 400: (client) => client.previewMessages({ templateId: 1, phones: [BRITISH] }, user) },
  }),
  toCase({
    row: 'GET /messages/price',
    fixture: 'message-price',
    prepare: (setup) => setup.withoutGroups('price-normalized'),
    request: () => ({ path: `/messages/price?${query}` }),
    call: (client) => client.getPrice(priced, user),
    result: priceSchema,
    works: expectPrice,
    refusals: { 400: (client) => client.getPrice({ ...priced, maxParts: 1 }, user) },
  }),
  toCase({
    row: 'GET /messages/price/normalized',
    fixture: 'message-price-normalized',
    prepare: (setup) => setup.withoutGroups('price-raw'),
    request: () => ({ path: `/messages/price/normalized?${query}` }),
    call: (client) => client.getPrice(priced, user),
    result: priceSchema,
    works: expectPrice,
    refusals: { 400: (client) => client.getPrice({ text: long }, user) },
  }),
  toCase({
    row: 'GET /messages/prices',
    fixture: 'message-prices',
    prepare: (setup) => setup.withoutGroups('prices-normalized'),
    request: () => ({ path: '/messages/prices' }),
    call: (client) => client.listCountryPrices(user),
    result: countryPricesSchema,
    works: expectCountryPrices,
  }),
  toCase({
    row: 'GET /messages/prices/normalized',
    fixture: 'message-prices-normalized',
    prepare: (setup) => setup.withoutGroups('prices-raw'),
    request: () => ({ path: '/messages/prices/normalized' }),
    call: (client) => client.listCountryPrices(user),
    result: countryPricesSchema,
    works: expectCountryPrices,
  }),
];
