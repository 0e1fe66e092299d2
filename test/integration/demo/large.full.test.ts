import { expect, it } from 'vitest';
import { createSnapshot } from '#main/demo/seed/snapshot.ts';
import { NOW_AT } from '#test/unit/demo/demo-on-fake-timers.ts';

it('a demo of 20,000 chats and 300,000 messages has as many as it was asked for', { timeout: 120_000 }, () => {
  const counts = { chats: 20_000, messages: 300_000, contacts: 20_000 };
  const state = createSnapshot({ ...counts, seed: 1, nowAt: NOW_AT, role: 'P' });
  expect(state.chats).toHaveLength(20_000);
  expect(state.inbound.length + state.outbound.length).toBe(300_000);
  // Each direction counts for itself.
  for (const messages of [state.inbound, state.outbound]) {
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  }
});
