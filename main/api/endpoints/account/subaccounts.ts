import type { Account, Page } from '#shared/domain/entities.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeSubaccounts } from '../../wire/account/account.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/**
 * `GET /subaccounts` (supplement 1.12): the other people of the account, at most 100 a page. Only the parent user and
 * administrators may ask.
 * @throws AppError `forbidden` without that right, whether the service says 401 or 403
 */
export function listSubaccounts(service: Service, query: PageQuery, options: CallOptions): Promise<Page<Account>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /subaccounts', method: 'GET', path: '/subaccounts' } as const;
  const feature = { feature: 'subaccounts', absence: 'always' } as const;
  const decode = (value: unknown) => decodeSubaccounts(value, asked);
  return service.getRow({ ...request, ...feature, query: { ...asked } }, decode, options);
}
