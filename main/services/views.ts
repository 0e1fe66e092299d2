/** From entities to views of the contract. Nothing here fails. */
import { findDiskKind } from '#main/store/errors.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import type { AccountView, ProblemView } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Account } from '#shared/domain/entities.ts';
import { toDisplayName } from '#shared/domain/names.ts';

export function toAccountView(account: Account): AccountView {
  return {
    username: account.username,
    displayName: toDisplayName(account) || account.username,
    firstName: account.firstName,
    lastName: account.lastName,
    company: account.company,
    email: account.email,
    phone: account.phone,
    country: account.country,
    balance: account.balance === null ? null : { amount: account.balance, currency: account.currency },
    timeZone: account.timeZone,
    timeFormat: account.timeFormat,
    role: account.role,
    avatarId: account.avatarHref === null ? null : toMediaId(account.avatarHref),
  };
}

export function toProblemView(error: AppError, at: number): ProblemView {
  return { code: toCode(error), detail: toDetail(error), fields: toFields(error), at };
}

/** The code that the page gets: it tells failures of the disk apart. */
export function toCode(error: AppError): string {
  switch (findDiskKind(error)) {
    case 'newer':
      return 'disk-newer';
    case 'corrupt':
      return 'disk-damaged';
    case 'ended':
      return 'reopening';
    case 'unsteady':
      return 'disk-unsteady';
    default:
      return error.code;
  }
}

/** The service's own words, if it sent any; our messages are for the log and never leave main. */
export function toDetail(error: AppError): string | null {
  return error.common.length === 0 ? null : error.common.join(' ');
}

export function toFields(error: AppError): Record<string, string[]> {
  return Object.fromEntries(Object.entries(error.fields).map(([field, words]) => [field, [...words]]));
}
