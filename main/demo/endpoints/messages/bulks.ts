import { parsePaging, sliceFromEnd, toListReply } from '../../paging.ts';
import { toBulk } from '../../wire/bulk.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

function listBulks({ world, query, shape, view }: Call) {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(world.bulks.rows, paging);
  return toListReply(shape, { paging, total, resources: rows.map((bulk) => toBulk(bulk, view)) });
}

export const bulkRows: readonly Row[] = [
  { method: 'GET', path: '/bulks', group: 'bulks', handle: listBulks },
  {
    method: 'GET',
    path: '/bulks/{id}',
    group: 'bulks',
    handle: (call) => ok(toBulk(getRow(call.world.bulks, call), call.view)),
  },
];
