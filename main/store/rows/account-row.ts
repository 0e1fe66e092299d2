/** The account between its row and its entity. */
import type { Account } from '#shared/domain/entities.ts';

export type AccountColumns = {
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string | null;
  readonly balance: number | null;
  readonly currency: string | null;
  readonly country: string | null;
  readonly time_zone: string | null;
  readonly time_format: Account['timeFormat'];
  readonly role: Account['role'];
  readonly avatar_href: string | null;
};

export function toAccountColumns(account: Account): AccountColumns {
  return {
    user_id: account.userId,
    username: account.username,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    company: account.company,
    phone: account.phone,
    balance: account.balance,
    currency: account.currency,
    country: account.country,
    time_zone: account.timeZone,
    time_format: account.timeFormat,
    role: account.role,
    avatar_href: account.avatarHref,
  };
}

export function toAccount(row: AccountColumns): Account {
  return {
    userId: row.user_id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    company: row.company,
    phone: row.phone,
    balance: row.balance,
    currency: row.currency,
    country: row.country,
    timeZone: row.time_zone,
    timeFormat: row.time_format,
    role: row.role,
    avatarHref: row.avatar_href,
  };
}
