import type { ContractError } from '#shared/contract/index.ts';
import { errors } from './words/errors.ts';
import type { Message, Translator } from './messages.ts';

const SENTENCES: Readonly<Record<string, Message>> = {
  unauthorized: errors.keyForbidden,
  forbidden: errors.keyForbidden,
  'rate-limited': errors.slowDown,
  maintenance: errors.maintenance,
  server: errors.serviceFault,
  'bad-response': errors.serviceFault,
  disk: errors.disk,
  'disk-newer': errors.diskNewer,
  'disk-damaged': errors.diskDamaged,
  'disk-unsteady': errors.diskUnsteady,
  reopening: errors.reopening,
  disconnected: errors.disconnected,
  cancelled: errors.cancelled,
};

type Problem = Pick<ContractError, 'code' | 'detail' | 'fields'>;

/** What main found out by itself, by field and word; whoever says it otherwise says it in sentences. */
const OWN_WORDS: Readonly<Record<string, Message>> = {
  'text too-long': errors.textTooLong,
  'file gone': errors.fileGone,
  'requestId used': errors.usedId,
  'file refused': errors.fileRefused,
};

/** Ours for what main says in a word; null where it does not. */
export function findOwnSentence({ fields }: Pick<Problem, 'fields'>): Message | null {
  const words = Object.entries(fields).flatMap(([field, said]) => said.map((word) => `${field} ${word}`));
  return words.map((word) => OWN_WORDS[word]).find((sentence) => sentence !== undefined) ?? null;
}

/** In the service's own words; '' where it had none. */
export function toSaidWords({ detail, fields }: Pick<Problem, 'detail' | 'fields'>): string {
  const ofFields = Object.entries(fields).flatMap(([field, said]) =>
    said.filter((word) => OWN_WORDS[`${field} ${word}`] === undefined),
  );
  const said = [...ofFields, detail ?? ''].map((words) => words.trim()).filter((words) => words !== '');
  return [...new Set(said)].join(' ');
}

/** Why something did not work: in the service's words where it had any, else in ours. Empty where nobody knows. */
export function toProblemText(problem: Problem, texts: Translator): string {
  const said = toSaidWords(problem);
  if (said !== '') return said;
  const sentence = findOwnSentence(problem) ?? SENTENCES[problem.code];
  return sentence === undefined ? '' : texts.text(sentence);
}
