import type * as v from 'valibot';
import type { ContractError } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toCode, toDetail, toFields } from '#main/services/views.ts';

export const BUG: ContractError = { code: 'bug', detail: null, fields: {}, retryAfterMs: null };

/** A failure of the world as the window is told; undefined for what is not one: a bug, to be logged. */
export function findContractError(error: unknown): ContractError | undefined {
  if (!isAppError(error)) return undefined;
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
