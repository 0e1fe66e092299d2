import { FAULT_KINDS } from './faults.ts';
import type { Fault, FaultKind } from './faults.ts';
import { Form } from './form.ts';
import { Refusal } from './refusal.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const TEXTS = ['method', 'path', 'containing'] as const;
const NUMBERS = ['delayMs', 'toDelayMs', 'skewMs', 'status', 'retryAfterSeconds', 'times'] as const;

/** One trouble as written in JSON. Throws the 400 that says what is wrong with it. */
export function parseFault(value: unknown): Fault {
  const form = new Form(isRecord(value) ? value : {});
  const kind = form.choice<FaultKind | ''>('kind', FAULT_KINDS, '');
  if (kind === '') form.reject('kind', `One of ${FAULT_KINDS.join(', ')}.`);
  const texts = TEXTS.filter((name) => form.has(name)).map((name) => [name, form.text(name)]);
  const numbers = NUMBERS.filter((name) => form.has(name)).map((name) => [name, form.int(name, 0)]);
  const fault = Object.fromEntries([...texts, ...numbers]) as Omit<Fault, 'kind'>;
  if ((fault.delayMs ?? 0) < 0) form.reject('delayMs', 'A number from 0 on.');
  if ((fault.toDelayMs ?? Infinity) < (fault.delayMs ?? 0)) form.reject('toDelayMs', 'Not below delayMs.');
  form.check();
  if (kind === '') throw new Refusal(400, 'A fault needs a kind');
  return { kind, ...fault };
}
