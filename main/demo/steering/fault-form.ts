import { Form, isRecord } from '../form.ts';
import { Refusal } from '../refusal.ts';
import { FAULT_KINDS } from './faults.ts';
import type { Fault, FaultKind } from './faults.ts';

const TEXTS = ['method', 'path', 'containing', 'location'] as const;
const NUMBERS = ['delayMs', 'toDelayMs', 'skewMs', 'status', 'retryAfterSeconds', 'times'] as const;
const KNOWN: readonly string[] = ['kind', ...TEXTS, ...NUMBERS];
/** Timers of a computer wait no longer. */
const LONGEST_MS = 2_147_483_647;
/** What a number has to be; the others may be any. */
const BOUNDS: readonly (readonly [name: (typeof NUMBERS)[number], least: number, most: number])[] = [
  ['delayMs', 0, LONGEST_MS],
  ['toDelayMs', 0, LONGEST_MS],
  ['status', 400, 599],
  ['retryAfterSeconds', 0, Infinity],
  ['times', 1, Infinity],
];

/** Rejects every field that nobody reads: misspelt, it would be left out without a word. */
export function rejectUnknown(form: Form, fields: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) form.reject(name, `Unknown. Choose from ${known.join(', ')}.`);
  }
}

function checkBounds(form: Form, fault: Omit<Fault, 'kind'>): void {
  for (const [name, least, most] of BOUNDS) {
    const value = fault[name];
    if (value !== undefined && (value < least || value > most)) {
      form.reject(name, most === Infinity ? `A number of at least ${least}.` : `A number from ${least} to ${most}.`);
    }
  }
  const { delayMs = 0, toDelayMs = Infinity } = fault;
  if (toDelayMs >= 0 && toDelayMs < delayMs) form.reject('toDelayMs', 'At least delayMs.');
}

/** One fault as written in JSON. Throws the 400 that says what is wrong with it. */
export function parseFault(value: unknown): Fault {
  const fields = isRecord(value) ? value : {};
  const form = new Form(fields);
  const kind = form.choice<FaultKind | ''>('kind', FAULT_KINDS, '');
  if (kind === '') form.reject('kind', `One of ${FAULT_KINDS.join(', ')}.`);
  const texts = TEXTS.filter((name) => form.has(name)).map((name) => [name, form.text(name)]);
  const numbers = NUMBERS.filter((name) => form.has(name)).map((name) => [name, form.int(name, 0)]);
  const fault = Object.fromEntries([...texts, ...numbers]) as Omit<Fault, 'kind'>;
  if (kind === 'redirect') form.required('location');
  rejectUnknown(form, fields, KNOWN);
  checkBounds(form, fault);
  form.check();
  if (kind === '') throw new Refusal(400, 'A fault needs a kind');
  return { kind, ...fault };
}
