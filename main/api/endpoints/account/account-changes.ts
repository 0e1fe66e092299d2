import type { AccountChanges } from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';

/**
 * `PUT /user` (supplement 1.9). It replaces: names, e-mail address and company that shall stay are sent again. The
 * answer differs between services and is not read; a new user name is needed for every later call.
 * @throws AppError `validation` with fields, such as a user name that somebody has
 */
export async function updateUser(service: Service, query: AccountChanges, options: CallOptions): Promise<void> {
  const { timeZoneId, ...fields } = query;
  const body = { ...fields, ...(timeZoneId === undefined ? {} : { timezone: timeZoneId }) };
  await service.write({ row: 'PUT /user', method: 'PUT', path: '/user', body }, options);
}
