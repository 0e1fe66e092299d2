/** From entities to what the window is shown. Total: nothing here fails. */
import { toMediaId } from '#main/store/core/media-id.ts';
import type { AccountView, ProblemView, SettingsView } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Account } from '#shared/domain/entities.ts';

export function toAccountView(account: Account): AccountView {
  const fullName = `${account.firstName} ${account.lastName}`.trim();
  return {
    username: account.username,
    displayName: fullName || account.company || account.username,
    company: account.company,
    email: account.email,
    phone: account.phone,
    balance: account.balance === null ? null : { amount: account.balance, currency: account.currency },
    timeZone: account.timeZone,
    timeFormat: account.timeFormat,
    role: account.role,
    avatarId: account.avatarHref === null ? null : toMediaId(account.avatarHref),
  };
}

export function toProblemView(error: AppError, at: number): ProblemView {
  return { code: error.code, detail: toDetail(error), fields: toFields(error), at };
}

/** The service's own words, if it had any; ours are for logs and never leave main. */
export function toDetail(error: AppError): string | null {
  return error.common.length === 0 ? null : error.common.join(' ');
}

export function toFields(error: AppError): Record<string, string[]> {
  return Object.fromEntries(Object.entries(error.fields).map(([field, words]) => [field, [...words]]));
}

export const DEFAULT_SETTINGS: SettingsView = { theme: 'system', enterSends: true, isContactPanelOpen: true };
