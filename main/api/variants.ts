/**
 * One operation that services take in different ways: another path (`/contacts`, `/contacts/normalized`), other types
 * in the same fields (`mute: 1`, `mute: true`). Pure.
 *
 * Trying another way repeats nothing: it happens only after a sure refusal (404, 405, 400) that the other way can cure.
 */
import type { AppError } from '#shared/domain/app-error.ts';
import type { CallRequest } from './call.ts';

/** One way to make the call. The specification's own is named `spec`, that of the client libraries `sdk`. */
export interface Variant extends CallRequest {
  readonly name: 'spec' | 'sdk';
}

/** The ways of one family in the order of trying: what worked last, then the specification's, then the others. */
export function planOrder<T extends { readonly name: string }>(
  variants: readonly T[],
  known: string | undefined,
): readonly T[] {
  return [...variants.filter(({ name }) => name === known), ...variants.filter(({ name }) => name !== known)];
}

/** Whether what was answered to `tried` says that `next` may be taken where it was not. */
export function mayTryNext(
  error: AppError,
  ways: { readonly tried: Variant; readonly next: Variant; readonly isKnown: boolean },
): boolean {
  const { tried, next, isKnown } = ways;
  if (error.code === 'not-found') {
    if (tried.path === next.path) return false;
    // A way that worked before, at a place that exists or not: then it is the thing that is missing, not the way.
    return error.status !== 404 || !isKnown || !tried.row.includes('{');
  }
  if (error.code !== 'validation' || error.status !== 400) return false;
  const named = Object.keys(error.fields);
  if (named.length === 0) return true;
  return named.some((name) => readField(tried, name) !== readField(next, name));
}

/** A field as it would be written, comparable; undefined where it is not among them. */
function readField({ query, body, upload }: Variant, name: string): string | undefined {
  const inForm = upload?.fields?.filter(([field]) => field === name || field.startsWith(`${name}[`));
  const value = body?.[name] ?? query?.[name] ?? (inForm === undefined || inForm.length === 0 ? undefined : inForm);
  return value === undefined ? undefined : JSON.stringify(value);
}
