import type { Json, Reply } from './http.ts';
import type { Shape } from './settings.ts';

/** Why a request is refused: thrown by handlers, turned into an error body by the pipeline, never seen outside. */
export class Refusal extends Error {
  readonly status: number;
  readonly common: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Of the answer, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, errors: RefusalErrors = {}) {
    super(message);
    this.status = status;
    this.common = errors.common ?? [];
    this.fields = errors.fields ?? {};
    this.headers = errors.headers ?? {};
  }
}

interface RefusalErrors {
  readonly common?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refuseFields(fields: Record<string, readonly string[]>): Refusal {
  return new Refusal(400, 'Validation Failed', { fields });
}

export function refuseWhole(...common: string[]): Refusal {
  return new Refusal(400, 'Validation Failed', { common });
}

/** The body was too large to be looked at. */
export function refuseSize(): Refusal {
  return refuseWhole('The request body is too large.');
}

/** The path exists, but not with this method. */
export function refuseMethod(allowed: string): Refusal {
  return new Refusal(405, 'Method not allowed', { headers: { allow: allowed } });
}

export function refuseMissing(): Refusal {
  return new Refusal(404, 'The requested resource doesn’t exist');
}

/** The user may not do this at all: regular users do not see invoices or sub-accounts. */
export function refuseRight(): Refusal {
  return new Refusal(401, 'You have no right to perform this action');
}

/** The thing belongs to somebody else, who shares it. */
export function refuseShared(): Refusal {
  return new Refusal(403, 'This resource is shared to you and cannot be changed');
}

/** Their bodies have no `errors` at all, in either shape (supplement 2.4). */
const BARE: ReadonlySet<number> = new Set([401, 404]);

/**
 * The error body in either shape: the specification has `errors`, null where there are none; the client libraries have it
 * only when filled.
 */
export function toErrorReply(refusal: Refusal, shape: Shape): Reply {
  const base = { code: refusal.status, message: refusal.message };
  const hasCommon = refusal.common.length > 0;
  const hasFields = Object.keys(refusal.fields).length > 0;
  if (!hasCommon && !hasFields) {
    const hasNull = shape === 'spec' && !BARE.has(refusal.status);
    return { status: refusal.status, body: hasNull ? { ...base, errors: null } : base };
  }
  const errors: Record<string, Json> = {};
  if (hasCommon || shape === 'spec') errors['common'] = refusal.common;
  if (hasFields || shape === 'spec') errors['fields'] = refusal.fields;
  return { status: refusal.status, body: { ...base, errors } };
}
