/** What a `ContractError` is in words: one sentence for each code, and other ones where the situation calls for them. */
import type { ContractError } from '#shared/contract/index.ts';
import type { AddressFault } from '#shared/domain/service-address.ts';
import type { Message, Translator } from './messages.ts';
import { account } from './words/account.ts';
import { errors, settingsErrors } from './words/errors.ts';

type Problem = Pick<ContractError, 'code' | 'detail' | 'fields'>;
type Sentences = Readonly<Record<string, Message<'host'>>>;

const SENTENCES: Sentences = {
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

type Situation = 'sending' | 'settings' | 'sign-in';

/** Each situation: the codes that it says otherwise, and what it says of codes that have no sentence. */
const SITUATIONS: Readonly<Record<Situation, { readonly own: Sentences; readonly unknown: Message | null }>> = {
  sending: { own: { unauthorized: errors.keyForbidden }, unknown: null },
  settings: {
    own: {
      offline: settingsErrors.offline,
      timeout: settingsErrors.timeout,
      unauthorized: settingsErrors.unauthorized,
      forbidden: settingsErrors.unknown,
      'not-found': account.gone,
      'bad-response': settingsErrors.unknown,
      cancelled: settingsErrors.unknown,
    },
    unknown: settingsErrors.unknown,
  },
  'sign-in': {
    own: {
      offline: errors.noNetwork,
      timeout: errors.timeout,
      unauthorized: errors.keyRefused,
      'not-this-service': errors.notThisService,
      'not-found': errors.notThisService,
      'bad-response': errors.notThisService,
    },
    unknown: errors.bug,
  },
};

/** The sentence for a code; '' where the situation has none. `host`: of the service, for sentences that name it. */
function toSentence(
  code: string,
  situation: Situation,
  { texts, host = '' }: { texts: Translator; host?: string },
): string {
  const { own, unknown } = SITUATIONS[situation];
  const sentence = own[code] ?? SENTENCES[code] ?? unknown;
  return sentence === null ? '' : texts.text(sentence, { host });
}

/** Words that main itself puts on a field. */
const FIELD_SENTENCES: Readonly<Record<string, Message>> = {
  'text too-long': errors.textTooLong,
  'phone not-a-number': errors.notTextable,
  'phone too-short': errors.notTextable,
  'phone too-long': errors.notTextable,
  'phone no-country': errors.notTextable,
  'time unknown-zone': errors.unknownZone,
  'time bad-rule': errors.badRule,
  'file gone': errors.fileGone,
  'requestId used': errors.usedId,
  'file refused': errors.fileRefused,
  'outcome unknown': errors.unsure,
};

/** The sentence for a word that main put on a field; null where there is none. */
export function findOwnSentence({ fields }: Pick<Problem, 'fields'>): Message | null {
  const words = Object.entries(fields).flatMap(([field, said]) => said.map((word) => `${field} ${word}`));
  return words.map((word) => FIELD_SENTENCES[word]).find((sentence) => sentence !== undefined) ?? null;
}

/** The service's own words; '' where it had none. */
export function toSaidWords({ detail, fields }: Pick<Problem, 'detail' | 'fields'>): string {
  const ofFields = Object.entries(fields).flatMap(([field, said]) =>
    said.filter((word) => FIELD_SENTENCES[`${field} ${word}`] === undefined),
  );
  const said = [...ofFields, detail ?? ''].map((words) => words.trim()).filter((words) => words !== '');
  return [...new Set(said)].join(' ');
}

/** Why something failed: in the service's words where it had any, else in a sentence of the app. '' where nothing is known. */
export function toProblemText(problem: Problem, texts: Translator): string {
  const said = toSaidWords(problem);
  if (said !== '') return said;
  const sentence = findOwnSentence(problem);
  return sentence === null ? toSentence(problem.code, 'sending', { texts }) : texts.text(sentence);
}

/** Why an action in the settings failed and what to do: the last sentence of what is said about it. */
export function toReason({ code }: Pick<ContractError, 'code'>, texts: Translator): string {
  return toSentence(code, 'settings', { texts });
}

const SIGN_IN_FIELDS = ['baseUrl', 'webUrl', 'username', 'apiKey'] as const;
export type SignInField = (typeof SIGN_IN_FIELDS)[number];

/** One sentence, under the field that it is about; `field` null: about the whole attempt. */
export interface SignInProblem {
  readonly field: SignInField | null;
  readonly text: string;
  /** Whether a new key, made in the web application, would help. */
  readonly needsNewKey: boolean;
}

const FIELD_OF_CODE: Readonly<Record<string, SignInField>> = {
  unauthorized: 'apiKey',
  forbidden: 'apiKey',
  'not-this-service': 'baseUrl',
  'not-found': 'baseUrl',
  'bad-response': 'baseUrl',
};

/** What to say when signing in failed. */
export function toSignInProblem(error: ContractError, host: string, texts: Translator): SignInProblem {
  if (error.code === 'validation') return toFieldProblem(error, texts);
  return {
    field: FIELD_OF_CODE[error.code] ?? null,
    text: toSentence(error.code, 'sign-in', { texts, host }),
    needsNewKey: error.code === 'unauthorized',
  };
}

function toFieldProblem({ fields }: ContractError, texts: Translator): SignInProblem {
  const field = SIGN_IN_FIELDS.find((name) => fields[name]?.[0] !== undefined) ?? 'baseUrl';
  const fault = fields[field]?.[0] ?? 'not-an-address';
  const isAddressFault = fault === 'https-required' || fault === 'not-an-address';
  return { field, text: isAddressFault ? toAddressText(fault, texts) : fault, needsNewKey: false };
}

const ADDRESS_FAULTS: Readonly<Record<AddressFault, Message>> = {
  'not-an-address': errors.notAnAddress,
  'https-required': errors.httpsRequired,
};

/** What is wrong with a typed address. */
export function toAddressText(fault: AddressFault, texts: Translator): string {
  return texts.text(ADDRESS_FAULTS[fault]);
}
