import { readElements, readMember, readNumberOrNull, readTextOrNull } from './read.ts';

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

/** Reads `{code, message, errors: {common, fields}}`, any part of which may be missing or null. Total. */
export function readErrorBody(json: unknown): ErrorBody {
  const message = readTextOrNull(readMember(json, 'message'));
  const code = readNumberOrNull(readMember(json, 'code'));
  const errors = readMember(json, 'errors');
  const common = Array.isArray(errors) ? readWords(errors) : readWords(readMember(errors, 'common'));
  const fields = readFieldWords(readMember(errors, 'fields'));
  const hasWords = common.length > 0 || Object.keys(fields).length > 0;
  const isTelling = message !== null && !EMPTY_PHRASE.test(message.trim());
  return { code, common: hasWords || !isTelling ? common : [message.slice(0, MAX_LENGTH)], fields };
}

function readFieldWords(value: unknown): Readonly<Record<string, readonly string[]>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).slice(0, MAX_WORDS);
  return Object.fromEntries(entries.map(([name, words]) => [name, readWords(words)]));
}

function readWords(value: unknown): readonly string[] {
  const elements = typeof value === 'string' ? [value] : readElements(value);
  return elements.slice(0, MAX_WORDS).flatMap((element) => readTextOrNull(element)?.slice(0, MAX_LENGTH) ?? []);
}
