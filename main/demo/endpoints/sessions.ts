import { toSession } from '../wire/message.ts';
import { ok } from './call.ts';
import type { Row } from './call.ts';
import { getRow } from './find.ts';

export const sessionRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/sessions/{id}',
    group: 'sessions',
    handle: (call) => ok(toSession(getRow(call.world.sessions, call), call.view)),
  },
];
