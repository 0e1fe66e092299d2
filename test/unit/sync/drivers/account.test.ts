import { expect, it } from 'vitest';
import { openIdleSync } from '#test/support/sync/sync-on-fakes.ts';

it('reads the account soon where that is wanted', async () => {
  const { sync, service, store, clock } = await openIdleSync(2 * 60_000);
  service.account = { ...service.account, lastName: 'Renamed' };
  await clock.advance(1_000);
  expect(store.account?.lastName).not.toBe('Renamed');
  sync.readAccountSoon();
  await clock.advance(1_000);
  expect(store.account?.lastName).toBe('Renamed');
  await sync.dispose();
});
