/** A number as it is written in a cell → digits, country code first, or why it is not usable. */
import type { RowReason } from '#shared/domain/imports.ts';
import {
  readInternationalNumber,
  readNationalNumber,
  stripAbroadPrefix,
  toCallingCode,
  type PlanAnswer,
} from '#shared/domain/phone-kind.ts';
import { saysNothing } from './values.ts';

export interface PhoneReading {
  /** Digits, country code first; '' where there is a reason. */
  readonly phone: string;
  readonly isLandline: boolean;
  /** It is written without its country code. */
  readonly isLocal: boolean;
  readonly reason: RowReason | null;
  /** A number that would be usable, with a plus; null: none to offer. */
  readonly suggestion: string | null;
}

/** As spreadsheets show a number that is too wide for the cell, with some of its digits. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
/** `="0770…"`: a formula that keeps the zeros. */
const FORMULA = /^=\s*(?:"([^"]*)"|(.*))$/s;
const QUOTES = /^['"‘’“”`´]+|['"‘’“”`´]+$/g;
const LABEL =
  /^(?:(?:telephone|telefon|teléfono|téléphone|tel|phone|mobile|mob|cell|handy|whatsapp)[\s.:]*|[tmp](?:[.:]\s*|\s+(?=[+(\d])))/i;
/** What a number that was a fraction once ends with. */
const FRACTION = /^(\+?\d{6,15})[.,]0{1,2}$/;
const EXTENSION =
  /[\s,;(]*(?:;ext=|(?<![a-z])(?:extension|extn|ext|durchwahl|dw|poste|wewn?|anexo|ramal|interno|int|toestel)\.?|(?<=[\d\s)]|^)x|#)\s*[.:]?\s*\d{1,6}\)?$/i;
/** Between two numbers in one cell. A slash without spaces stands in numbers too, after the area. */
const SEVERAL = /[;,|\n\r&]|\s\/|\/\s|\s(?:or|and|und|oder|ou|et|y|o|e|lub)\s/i;
const SLASH = /\//;
const PHONE_SIGNS = /^[\d\s().\-/+,_*]*$/;
/** Letters that are taken for digits, and the digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', о: '0', l: '1', i: '1', s: '5', b: '8' };
/** No cell with numbers has more characters, and looking into longer ones would take long. */
const LONGEST_CELL = 300;
const FEWEST_DIGITS = 6;
/** Of two numbers in one cell, each has so many digits at least. */
const FEWEST_OF_SEVERAL = 7;
/** Fewer digits are rather a number at home whose zero a spreadsheet has taken. */
const FEWEST_WITH_CODE = 11;

/** @param country ISO 3166 alpha-2 of numbers that are written without a country code; null: all have one */
export function readPhone(written: string, country: string | null): PhoneReading {
  if (written.length > LONGEST_CELL) return toInvalid({ code: written.trim() === '' ? 'no-number' : 'not-a-number' });
  const text = clean(written);
  if (saysNothing(text)) return toInvalid({ code: 'no-number' });
  if (SCIENTIFIC.test(text)) return toInvalid({ code: 'lost-digits' });
  const bare = text.replace(EXTENSION, '').trim();
  if (bare === '') return toInvalid({ code: 'extension-only' });
  const several = readSeveral(bare, country);
  if (several !== undefined) return several;
  const reading = readOne(bare, country);
  const code = reading.reason?.code;
  const canBeSeveral = code === 'too-long' || code === 'no-country' || code === 'not-a-number';
  const run = canBeSeveral ? readRun(bare, country) : undefined;
  if (run !== undefined || code !== 'not-a-number') return run ?? reading;
  return { ...reading, suggestion: findNumberAmongWords(bare, country) };
}

/** The number of “07700 900318 (Ann's mother)”; null: there is none. */
function findNumberAmongWords(text: string, country: string | null): string | null {
  const [found] = text.match(/\+?[\d(][\d\s().\-/]{5,}/) ?? [];
  const reading = found === undefined ? undefined : readDigits(found.trim(), country);
  return reading?.reason === null ? `+${reading.phone}` : null;
}

export function toInvalid(reason: RowReason, suggestion: string | null = null): PhoneReading {
  return { phone: '', isLandline: false, isLocal: false, reason, suggestion };
}

/** Without what spreadsheets and people write around a number. */
function clean(written: string): string {
  const text = isPlain(written) ? written : toPlainSigns(written);
  const trimmed = text.trim();
  const inner = trimmed.startsWith('=')
    ? trimmed.replace(FORMULA, (_, quoted?: string, open?: string) => quoted ?? open ?? '')
    : trimmed;
  return inner.replace(QUOTES, '').trim().replace(LABEL, '').replace(FRACTION, '$1');
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Digits of every script as 0 to 9, signs of every width as plain ones, nothing that cannot be seen. */
export function toPlainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[\p{Cf}\u00ad]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u30fb]/g, '.')
    .replace(/[^\S\n\r]/g, ' ');
}

/** Digits of a script follow each other, and every ten of them begin at a multiple of ten of their own. */
function toDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return sign;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** More than one number in the cell; undefined: there is one, or none. The same number twice is one. */
function readSeveral(text: string, country: string | null): PhoneReading | undefined {
  const parts = SEVERAL.test(text) ? text.split(SEVERAL) : text.split(SLASH);
  const isWhole = SEVERAL.test(text)
    ? (part: string): boolean => countDigits(part) >= FEWEST_OF_SEVERAL
    : (part: string): boolean => countDigits(part) >= FEWEST_OF_SEVERAL && /^\s*[+(0]/.test(part);
  const numbers = parts.filter(isWhole);
  return numbers.length < 2 ? undefined : chooseFirst(numbers, country);
}

function chooseFirst(numbers: readonly string[], country: string | null): PhoneReading | undefined {
  const readings = numbers.map((number) => readOne(number.replace(EXTENSION, '').trim(), country));
  const usable = readings.filter(({ reason }) => reason === null);
  const [first] = usable;
  if (first === undefined) return undefined;
  const isOne = usable.length === numbers.length && usable.every(({ phone }) => phone === first.phone);
  return isOne ? first : toInvalid({ code: 'several-numbers' }, `+${first.phone}`);
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

function readOne(text: string, country: string | null): PhoneReading {
  if (PHONE_SIGNS.test(text)) return readDigits(text, country);
  const meant = [...text].map((sign) => LOOKALIKES[sign.toLowerCase()] ?? sign).join('');
  const changedCount = countDigits(meant) - countDigits(text);
  const isMeant = PHONE_SIGNS.test(meant) && changedCount <= countDigits(text);
  const reading = isMeant ? readDigits(meant, country) : undefined;
  if (reading?.reason !== null) return toInvalid({ code: 'not-a-number' });
  return toInvalid({ code: 'letter-for-digit' }, `+${reading.phone}`);
}

/** Digits with the signs that are written between them. */
function readDigits(written: string, country: string | null): PhoneReading {
  // No country code begins with 0, so that the plus means nothing.
  const text = written.replace(/^([\s(]*)\++(?=[\s()]*0)/, '$1');
  const beginning = /^[\s(]*(?:\++|00(?=[\s()]*[1-9]))/.exec(text)?.[0] ?? '';
  const plus = text.lastIndexOf('+');
  if (plus >= beginning.length) {
    // A zero before a second plus means nothing; more digits do.
    return countDigits(text.slice(0, plus)) > 1
      ? toInvalid({ code: 'not-a-number' })
      : readDigits(text.slice(plus), country);
  }
  if (beginning === '') return readUnmarked(text, country);
  const digits = text
    .slice(beginning.length)
    .replace(/\(\s*0\s*\)/, '')
    .replace(/\D/g, '');
  const answer = readInternationalNumber(digits);
  // Where other digits than 00 are dialled for abroad, those may begin with 00 too.
  const dialled = country === null || isPossible(answer) ? null : stripAbroadPrefix(text.replace(/\D/g, ''), country);
  const dialledAnswer = dialled === null ? answer : readInternationalNumber(dialled);
  return toReading(isPossible(dialledAnswer) ? dialledAnswer : answer, false);
}

const isPossible = (answer: PlanAnswer): boolean => answer.kind === 'possible';
const isKnown = (answer: PlanAnswer): boolean => answer.kind === 'possible' && answer.isKnown;

/** Where landlines have any number of digits, a mobile number without its plus would be a landline of many. */
function isRatherMobile(withCode: PlanAnswer, local: PlanAnswer): boolean {
  const isMobile = (answer: PlanAnswer): boolean =>
    isKnown(answer) && 'phoneKind' in answer && answer.phoneKind === 'mobile';
  return isMobile(withCode) && isKnown(local) && !isMobile(local);
}

/** Neither a plus nor 00 in front: a number at home, or one whose plus is missing. */
function readUnmarked(text: string, country: string | null): PhoneReading {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return toInvalid({ code: 'no-number' });
  if (country === null) return readWithoutCountry(digits);
  const local = readNationalNumber(digits, country);
  const abroad = stripAbroadPrefix(digits, country);
  const dialled: PlanAnswer = abroad === null ? { kind: 'no-country' } : readInternationalNumber(abroad);
  const withCode: PlanAnswer = digits.startsWith('0') ? { kind: 'no-country' } : readInternationalNumber(digits);
  const hasOwnCode = digits.startsWith(toCallingCode(country)) && withCode.kind !== 'no-country';
  const isOwnMobile = hasOwnCode && withCode.kind === 'possible' && withCode.phoneKind === 'mobile';
  const ranked: readonly (readonly [boolean, PlanAnswer])[] = [
    [isOwnMobile && !isKnown(local), withCode],
    [isRatherMobile(withCode, local) && (hasOwnCode || digits.length >= FEWEST_WITH_CODE), withCode],
    [isKnown(local), local],
    [isKnown(dialled), dialled],
    [isKnown(withCode), withCode],
    [isPossible(local), local],
    [isPossible(dialled), dialled],
    [isPossible(withCode), withCode],
    [hasOwnCode && digits.length > FEWEST_OF_SEVERAL, withCode],
  ];
  const answer = ranked.find(([isIt]) => isIt)?.[1] ?? local;
  return toReading(answer, answer === local);
}

function readWithoutCountry(digits: string): PhoneReading {
  const answer: PlanAnswer = digits.startsWith('0') ? { kind: 'no-country' } : readInternationalNumber(digits);
  if (digits.length < FEWEST_DIGITS) return toInvalid({ code: 'too-short', digits: digits.length, wanted: null });
  const isSaid = answer.kind === 'possible' || answer.kind === 'too-long';
  return toReading(isSaid ? answer : { kind: 'no-country' }, !isSaid);
}

function toReading(answer: PlanAnswer, isLocal: boolean): PhoneReading {
  if (answer.kind === 'possible') {
    const { phone, phoneKind } = answer;
    return { phone, isLandline: phoneKind === 'landline', isLocal, reason: null, suggestion: null };
  }
  const { kind: code, ...lengths } = answer;
  return { ...toInvalid({ code, ...lengths } as RowReason), isLocal };
}

/** Numbers with nothing but a space between them; undefined: they are no such thing. */
function readRun(text: string, country: string | null): PhoneReading | undefined {
  for (const gap of text.matchAll(/\s+/g)) {
    const rest = text.slice(gap.index).trim();
    if (countDigits(rest) < FEWEST_OF_SEVERAL) return undefined;
    const first = readOne(text.slice(0, gap.index).trim(), country);
    const next = readOne(rest, country);
    if (first.reason !== null || (next.reason !== null && next.reason.code !== 'too-long')) continue;
    return first.phone === next.phone ? first : toInvalid({ code: 'several-numbers' }, `+${first.phone}`);
  }
  return undefined;
}
