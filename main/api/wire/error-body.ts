import { isRecord } from './entries.ts';
import { findElements, readElements, readMember, readNumberOrNull, readTextOrNull } from './read.ts';

/** The service's own words about a refusal, as far as it had any. */
export interface ErrorBody {
  /**
   * The status that the body repeats. Gateways in front of the service answer JSON as well, but without it: only a body
   * whose code is the status is surely the service's own.
   */
  readonly code: number | null;
  readonly common: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Says nothing that the code does not say. */
const EMPTY_PHRASE = /^validation failed\.?$/i;
const MAX_WORDS = 50;
const MAX_LENGTH = 500;

/** Members of `errors` that are no field. */
const OWN_NAMES = new Set(['common', 'fields']);

/**
 * Reads `{code, message, errors: {common, fields}}`, any part of which may be missing or null; words about a field may
 * also stand below `errors` itself, and every list may be an object keyed by number. Total.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const message = readTextOrNull(readMember(json, 'message'));
  const code = readNumberOrNull(readMember(json, 'code'));
  const errors = readMember(json, 'errors');
  const common = readWords(findElements(errors) ?? readMember(errors, 'common'));
  const fields = readAllFieldWords(errors);
  const hasWords = common.length > 0 || Object.values(fields).some((words) => words.length > 0);
  const isTelling = message !== null && !EMPTY_PHRASE.test(message.trim());
  return { code, common: hasWords || !isTelling ? common : [message.slice(0, MAX_LENGTH)], fields };
}

function readAllFieldWords(errors: unknown): ErrorBody['fields'] {
  if (!isRecord(errors) || findElements(errors) !== null) return {};
  const fields = new Map(Object.entries(readFieldWords(readMember(errors, 'fields'))));
  const others = Object.entries(errors).filter(([name]) => !OWN_NAMES.has(name));
  for (const [name, words] of Object.entries(readFieldWords(Object.fromEntries(others)))) {
    // What has no words there need not be about a field at all.
    if (words.length > 0) fields.set(name, [...(fields.get(name) ?? []), ...words]);
  }
  return Object.fromEntries(fields);
}

function readFieldWords(value: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).slice(0, MAX_WORDS);
  return Object.fromEntries(entries.map(([name, words]) => [name, readWords(words)]));
}

function readWords(value: unknown): readonly string[] {
  const elements = typeof value === 'string' ? [value] : readElements(value);
  return elements.slice(0, MAX_WORDS).flatMap((element) => readTextOrNull(element)?.slice(0, MAX_LENGTH) ?? []);
}
