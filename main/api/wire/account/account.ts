import * as v from 'valibot';
import type { AccountAtService } from '#shared/domain/account.ts';
import type { Account, Page } from '#shared/domain/entities.ts';
import { decodePage } from '../page.ts';
import type { AskedPage } from '../page.ts';
import {
  readCountryOrNull,
  readHrefOrNull,
  readIdOrNull,
  readLetterOrNull,
  readMember,
  readNumberOrNull,
  readSenderOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readZoneOrNull } from './zone.ts';

const userSchema = v.object({
  id: rowId,
  username: soft(readText),
  firstName: soft(readText),
  lastName: soft(readText),
  email: soft(readText),
  company: soft(readText),
  phone: soft(readSenderOrNull),
  balance: soft(readNumberOrNull),
  currency: soft((value) => readTextOrNull(readMember(value, 'id') ?? value)),
  country: soft(readCountryOrNull),
  timezone: soft((value) => ({
    name: readZoneOrNull(readMember(value, 'timezone') ?? value),
    id: readIdOrNull(readMember(value, 'id')),
  })),
  displayTimeFormat: soft(readLetterOrNull),
  subaccountType: soft(readLetterOrNull),
  avatar: soft(readHrefOrNull),
});
type WireUser = v.InferOutput<typeof userSchema>;

const ROLES: ReadonlyMap<string, Account['role']> = new Map([
  ['p', 'parent'],
  ['a', 'administrator'],
  ['u', 'regular'],
]);

/** `GET /user` → the account. */
export function decodeAccount(value: unknown): RowResult<AccountAtService> {
  return mapRow(parseRow(userSchema, value), toAccount);
}

function toAccount(wire: WireUser): AccountAtService {
  const { id, displayTimeFormat, subaccountType, timezone, currency, avatar, ...same } = wire;
  return {
    ...same,
    userId: id,
    currency: toCurrency(currency),
    timeZone: timezone.name,
    timeZoneId: timezone.id,
    timeFormat: displayTimeFormat === '12h' || displayTimeFormat === '24h' ? displayTimeFormat : null,
    role: ROLES.get(subaccountType ?? '') ?? 'unknown',
    avatarHref: avatar,
  };
}

/** A code that money can be formatted with. */
function toCurrency(raw: string | null): string | null {
  const code = raw?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

const pingSchema = v.object({
  ping: v.pipe(soft(readLetterOrNull), v.literal('pong')),
  userId: soft(readIdOrNull),
});
/** What `GET /ping` says; older services do not name the user. */
export type Ping = v.InferOutput<typeof pingSchema>;

/** `GET /ping`; a bad row means that whoever answered is not this service. */
export function decodePing(value: unknown): RowResult<Ping> {
  return parseRow(pingSchema, value);
}

/**
 * `GET /subaccounts`: a page of users, or one alone, as some documents have it. Rows that cannot be read are left out,
 * unless that is all of them.
 */
export function decodeSubaccounts(value: unknown, asked: AskedPage): RowResult<Page<Account>> {
  const decoded = decodePage(value, asked, decodeAccount);
  if (decoded !== null) {
    const { page, badPaths } = decoded;
    return { isOk: true, value: badPaths.length === 0 ? page : { ...page, leftOut: badPaths.length } };
  }
  // A page in which nothing can be read is no user either.
  if (readMember(value, 'resources') !== undefined) return { isOk: false, path: 'resources' };
  return mapRow(decodeAccount(value), (account) => ({ ...asked, pageCount: 1, items: [account] }));
}
