import { describe, expect, it } from 'vitest';
import { findSender, listSenders, toSender } from '#main/demo/rules/senders.ts';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

const OWN = '447700900002';
const AMERICAN = '12025550143';

function createWorld() {
  return new DemoOnFakeTimers().service.world;
}

describe('what a text comes from', () => {
  it('is the number of the account, unless somebody says otherwise', () => {
    expect(toSender(createWorld(), DEBORAH, '')).toBe(OWN);
  });

  it('is what was asked for where that may be used, as it was registered', () => {
    const world = createWorld();
    expect(toSender(world, DEBORAH, 'northgate')).toBe('NORTHGATE');
    expect(toSender(world, DEBORAH, `+${OWN}`)).toBe(OWN);
  });

  it('is silently the default where it may not be used: unknown, not approved, or not in that country', () => {
    const world = createWorld();
    expect(toSender(world, DEBORAH, 'SOMEBODY')).toBe(OWN);
    expect(toSender(world, DEBORAH, 'NGVETS')).toBe(OWN);
    expect(toSender(world, AMERICAN, 'NORTHGATE')).toBe('12025550190');
  });

  it('is what is set for the chat before what is set for the country', () => {
    const world = createWorld();
    world.data.settings.senders['GB'] = 'NORTHGATE';
    expect(toSender(world, DEBORAH, '')).toBe('NORTHGATE');
    const chat = world.findChatByPhone(DEBORAH);
    if (chat === undefined) throw new Error('No chat');
    chat.from = OWN;
    expect(toSender(world, DEBORAH, '')).toBe(OWN);
  });

  it('stays the number of the account when its user takes another one', () => {
    const world = createWorld();
    world.account.phone = '447700900003';
    expect(toSender(world, DEBORAH, '')).toBe(OWN);
    expect(findSender(world, '447700900003', 'GB')).toBe('447700900003');
  });

  it('is a name only once it is approved', () => {
    const world = createWorld();
    expect(listSenders(world, 'GB').senderIds).toEqual(['NORTHGATE']);
    for (const one of world.senderIds.rows) one.status = 'A';
    expect(listSenders(world, 'GB').senderIds).toEqual(['NORTHGATE', 'NGVETS']);
    expect(listSenders(world, 'CA').senderIds).toEqual([]);
  });
});
