import { toUser } from '../wire/account.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';

function getPing({ world, shape, nowAt }: Call) {
  if (shape === 'spec') return ok({ ping: 'pong' });
  return ok({ userId: world.account.id, ping: 'pong', utcDateTime: new Date(nowAt).toISOString() });
}

export const accountRows: readonly Row[] = [
  { method: 'GET', path: '/ping', group: 'account', handle: getPing },
  { method: 'GET', path: '/user', group: 'account', handle: ({ world, view }) => ok(toUser(world.account, view)) },
];
