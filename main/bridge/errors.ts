import type * as v from 'valibot';
import type { ContractError } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { toCode, toDetail, toFields } from '#main/services/views.ts';

export const BUG: ContractError = { code: 'bug', detail: null, fields: {}, retryAfterMs: null };

/** A failure of the world as the page gets it. */
export function toContractError(error: AppError): ContractError {
  return {
    code: toCode(error),
    detail: toDetail(error),
    fields: toFields(error),
    retryAfterMs: error.retryAfterMs,
  };
}

/** Input that does not fit the contract: which field, and what the schema says about it. */
export function toInputError(issues: readonly v.BaseIssue<unknown>[]): ContractError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = (issue.path ?? []).map((step) => String(step.key)).join('.');
    fields[path] = [...(fields[path] ?? []), issue.type];
  }
  return { code: 'validation', detail: null, fields, retryAfterMs: null };
}

/** For the log: where the input does not fit and what should be there; never what was there. */
export function listMisfits(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  return issues.map(({ path = [], type, expected }) => {
    const place = path.map(({ key }) => toSafeStep(String(key))).join('.');
    return `${place === '' ? 'input' : place}: no ${expected ?? type}`;
  });
}

/** Keeps names of fields and indexes of lists. Any other key may be text that the user wrote. */
export function toSafeStep(key: string): string {
  return /^(?:[A-Za-z]\w{0,40}|\d{1,4})$/.test(key) ? key : '…';
}
