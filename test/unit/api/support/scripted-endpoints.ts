/** The client's functions at a service that answers as a test says, without a network. */
import type { CallRequest } from '#main/api/call.ts';
import { bindEndpoints } from '#main/api/endpoints.ts';
import type { BoundEndpoints } from '#main/api/endpoints.ts';
import { toStatusError } from '#main/api/errors.ts';
import { Knowledge, NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import { Service } from '#main/api/service.ts';
import type { BadRows } from '#main/api/service.ts';

export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface ScriptedService {
  readonly client: BoundEndpoints;
  readonly knowledge: Knowledge;
  /** Every call that was made, in order. */
  readonly calls: readonly CallRequest[];
  /** What had to be left out of answers. */
  readonly bad: readonly BadRows[];
}

/** `answer` gets each call and how many there were before it. */
export function createScripted(answer: (request: CallRequest, before: number) => ScriptedAnswer): ScriptedService {
  const calls: CallRequest[] = [];
  const bad: BadRows[] = [];
  const knowledge = new Knowledge({ data: NO_KNOWLEDGE, now: () => 0, onLearned: () => undefined });
  const call = (request: CallRequest): Promise<{ status: number; text: string }> => {
    const { status, body } = answer(request, calls.length);
    calls.push(request);
    const text = body === undefined ? '' : JSON.stringify(body);
    if (status < 300) return Promise.resolve({ status, text });
    return Promise.reject(toStatusError({ row: request.row, status, text, retryAfterMs: null }));
  };
  const service = new Service({ call }, knowledge, {
    onBadRows: (rows) => bad.push(rows),
    onTooLarge: () => undefined,
  });
  return { client: bindEndpoints(service), knowledge, calls, bad };
}

/** The body of a refusal that names one field. */
export function refuse(field: string): ScriptedAnswer {
  const errors = { fields: { [field]: ['This value is not valid.'] } };
  return { status: 400, body: { code: 400, message: 'Validation Failed', errors } };
}
