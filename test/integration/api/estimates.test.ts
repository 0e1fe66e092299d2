/** Prices and previews of many recipients, and services that have one of the two ways only. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { listNumbers } from '#test/support/demo-people.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const user = { priority: 'user' } as const;
const addresses: string[] = [];
let setup: ClientOnDemo;

beforeEach(async () => {
  setup = await openClientOnDemo('sdk');
  addresses.length = 0;
  const { demo } = setup;
  const handle = demo.handle.bind(demo);
  demo.handle = (request) => {
    addresses.push(`${request.path}?${request.query}`);
    return handle(request);
  };
});

afterEach(async () => setup.dispose());

describe('the price of a send to many', () => {
  it('is asked for in addresses below 6 kB, and added up', async () => {
    const price = await setup.client.getPrice({ text: 'я'.repeat(134), phones: listNumbers(700) }, user);
    expect(addresses.length).toBeGreaterThan(1);
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(6_000);
    expect(price).toMatchObject({ partsCount: 1_400, countries: [{ countryId: 'GB', countryName: 'United Kingdom' }] });
    expect(price.total).toBeCloseTo(1_400 * 0.038, 6);
    expect(price.countries[0]?.cost).toBeCloseTo(1_400 * 0.038, 6);
  });

  it('counts everyone once, leaves blocked people out unless asked, and charges nothing', async () => {
    const { client, world, list, contact } = setup;
    const members = world.contacts.rows.filter(({ listIds }) => listIds.includes(list.id));
    const request = {
      ...{ text: 'Hello', listIds: [toListId(list.id)], contactIds: [toContactId(contact.id)] },
      phones: members.map(({ phone }) => phone),
    };
    const everyone = new Set([contact, ...members]);
    const before = world.data.balance;
    contact.blocked = true;
    expect((await client.getPrice(request, user)).partsCount).toBe(everyone.size - 1);
    expect((await client.getPrice({ ...request, includesBlocked: true }, user)).partsCount).toBe(everyone.size);
    const alone = { text: 'Hello', contactIds: [toContactId(contact.id)] };
    expect(await client.getPrice(alone, user)).toMatchObject({ total: 0, countries: [] });
    expect(world.data.balance).toBe(before);
  });

  it('remembers which of the two ways the service has', async () => {
    setup.withoutGroups('price-raw');
    const request = { text: 'Hello', phones: ['447700900461'] };
    await setup.client.getPrice(request, user);
    await setup.client.getPrice(request, user);
    const paths = addresses.map((address) => address.split('?')[0]);
    expect(paths.map((path) => path?.endsWith('/normalized'))).toEqual([false, true, true]);
  });
});

describe('the preview of a send to many', () => {
  it('ends at a hundred messages, whatever it takes to have them', async () => {
    const messages = await setup.client.previewMessages({ text: 'x'.repeat(900), phones: listNumbers(1_200) }, user);
    expect(messages.map(({ phone }) => phone)).toEqual(listNumbers(100));
    expect(addresses).toHaveLength(1);
  });

  it('goes on to the next address where the first did not hold a hundred', async () => {
    const phones = listNumbers(90);
    const text = `${'字'.repeat(500)} {First name}`;
    const messages = await setup.client.previewMessages({ text, phones, cutsExtra: true }, user);
    expect(messages.map(({ phone }) => phone)).toEqual(phones);
    expect(addresses.length).toBeGreaterThan(1);
  });
});
