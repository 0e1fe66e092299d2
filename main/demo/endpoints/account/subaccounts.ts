import { parsePaging, slicePage, sliceFromEnd, toPageReply } from '../../paging.ts';
import { refuseRight } from '../../refusal.ts';
import { listInvoices as listSeededInvoices } from '../../seed/invoices.ts';
import { toUser } from '../../wire/account.ts';
import type { Call, Row } from '../call.ts';

/** Parents and administrators see the team and its invoices; regular users have no right to. */
function checkRight({ world }: Call): void {
  if (world.account.role === 'U') throw refuseRight();
}

function listSubaccounts(call: Call) {
  checkRight(call);
  const { world, query, view } = call;
  const paging = parsePaging(query);
  query.check();
  const others = world.data.users.filter(({ id, role }) => id !== world.account.id && role !== 'P');
  const { rows, total } = sliceFromEnd(others, paging);
  return toPageReply({ paging, total, resources: rows.map((user) => toUser(user, view)) });
}

function listInvoices(call: Call) {
  checkRight(call);
  const paging = parsePaging(call.query);
  call.query.check();
  const { rows, total } = slicePage(listSeededInvoices(), paging);
  return toPageReply({ paging, total, resources: rows.map((invoice) => ({ ...invoice })) });
}

export const subaccountRows: readonly Row[] = [
  { method: 'GET', path: '/subaccounts', group: 'subaccounts', handle: listSubaccounts },
  { method: 'GET', path: '/invoices', group: 'invoices', handle: listInvoices },
];
