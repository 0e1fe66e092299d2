import type { AccountAtService } from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeAccount, decodePing } from '../../wire/account/account.ts';
import type { Ping } from '../../wire/account/account.ts';

/**
 * `GET /ping` (supplement 1.9): whether the service is there and takes our key.
 * @throws AppError `bad-response` when whoever answered does not say pong
 */
export function ping(service: Service, options: CallOptions): Promise<Ping> {
  return service.getRow({ row: 'GET /ping', method: 'GET', path: '/ping' }, decodePing, options);
}

/** `GET /user` (supplement 1.9): the account, with its balance in account money. @throws AppError */
export function getUser(service: Service, options: CallOptions): Promise<AccountAtService> {
  return service.getRow({ row: 'GET /user', method: 'GET', path: '/user' }, decodeAccount, options);
}
