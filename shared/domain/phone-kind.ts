/**
 * What the numbering plans of the world say of a number: whether it can exist, and whether it is a landline. Main only: the
 * plans are large, so the page must not load this file.
 */
import { isSupportedCountry, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type PhoneKind = 'mobile' | 'landline' | 'unknown';

/**
 * `digits`: of the number as it is written in that form, and `wanted`: how many it should have, as it would be written the
 * same way. `phone`: digits, country code first.
 */
export type PlanAnswer =
  | { readonly kind: 'possible'; readonly phone: string; readonly isKnown: boolean; readonly phoneKind: PhoneKind }
  | { readonly kind: 'too-short' | 'too-long'; readonly digits: number; readonly wanted: number | null }
  | { readonly kind: 'no-country' };

/** Parts of the package's class that its types leave out. The number 0 stands for a text that a plan does not have. */
interface PlanData {
  callingCode(): string;
  nationalNumberPattern(): string;
  possibleLengths(): readonly number[] | undefined;
  IDDPrefix(): string | 0 | undefined;
  nationalPrefixForParsing(): string | 0 | undefined;
  nationalPrefixTransformRule(): string | 0 | undefined;
  type(name: string): { pattern(): string; possibleLengths(): readonly number[] | undefined } | undefined;
}
interface PlanSource {
  numberingPlan?: PlanData;
  selectNumberingPlan(country: string): void;
  hasCallingCode(code: string): boolean;
  getCountryCodesForCallingCode(code: string): readonly string[] | undefined;
}

interface NumberType {
  readonly pattern: RegExp;
  readonly lengths: readonly number[];
}

interface Plan {
  readonly callingCode: string;
  readonly pattern: RegExp;
  readonly lengths: readonly number[];
  readonly mobile: NumberType | null;
  readonly fixed: NumberType | null;
  readonly others: readonly RegExp[];
  readonly abroad: RegExp | null;
  readonly prefix: RegExp | null;
  readonly transform: string | null;
  /** By the first two digits. */
  readonly kinds: Map<string, readonly NumberType[]>;
}

const OTHER_TYPES = [
  'TOLL_FREE',
  'PREMIUM_RATE',
  'PERSONAL_NUMBER',
  'VOICEMAIL',
  'UAN',
  'PAGER',
  'VOIP',
  'SHARED_COST',
];
const MOST_DIGITS = 15;
const FEWEST_DIGITS = 6;
const LONGEST_CALLING_CODE = 3;
/** Numbers tried out to see whether a beginning is one of mobiles or of landlines. */
const TRIED = 150;

const source = new Metadata() as unknown as PlanSource;
const plans = new Map<string, Plan>();
const countriesByCode = new Map<string, readonly string[]>();

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

function getPlan(country: string): Plan {
  const known = plans.get(country);
  if (known !== undefined) return known;
  source.selectNumberingPlan(country);
  const data = source.numberingPlan;
  if (data === undefined) throw new Error(`There is no numbering plan for ${country}.`);
  const lengths = data.possibleLengths() ?? [];
  const toType = (name: string): NumberType | null => {
    const type = data.type(name);
    return type === undefined ? null : { pattern: whole(type.pattern()), lengths: type.possibleLengths() ?? lengths };
  };
  const fixed = toType('FIXED_LINE');
  // Left out, or empty: mobiles have the same numbers as landlines.
  const hasMobiles = (data.type('MOBILE')?.pattern() ?? '') !== '';
  const prefix = data.nationalPrefixForParsing();
  const transform = data.nationalPrefixTransformRule();
  const abroad = data.IDDPrefix();
  const plan: Plan = {
    callingCode: data.callingCode(),
    pattern: whole(data.nationalNumberPattern()),
    lengths,
    mobile: hasMobiles ? toType('MOBILE') : fixed,
    fixed,
    others: OTHER_TYPES.map(toType).flatMap((type) => (type === null ? [] : [type.pattern])),
    abroad: typeof abroad === 'string' ? new RegExp(`^(?:${abroad})`) : null,
    prefix: typeof prefix === 'string' ? new RegExp(`^(?:${prefix})`) : null,
    transform: typeof transform === 'string' ? transform : null,
    kinds: new Map(),
  };
  plans.set(country, plan);
  return plan;
}

function listCountries(callingCode: string): readonly string[] {
  const known = countriesByCode.get(callingCode);
  if (known !== undefined) return known;
  const found = source.hasCallingCode(callingCode) ? (source.getCountryCodesForCallingCode(callingCode) ?? []) : [];
  const supported = found.filter((country) => isSupportedCountry(country));
  countriesByCode.set(callingCode, supported);
  return supported;
}

function isKnownIn(plan: Plan, national: string): boolean {
  if (!plan.pattern.test(national)) return false;
  const isOfPeople = plan.mobile?.pattern.test(national) === true || plan.fixed?.pattern.test(national) === true;
  return isOfPeople || plan.others.some((other) => other.test(national));
}

/** Of a number that its plan knows. */
function toKind(plan: Plan, national: string): PhoneKind {
  const isMobile = plan.mobile?.pattern.test(national) === true;
  const isFixed = plan.fixed?.pattern.test(national) === true;
  return isMobile === isFixed ? 'unknown' : isMobile ? 'mobile' : 'landline';
}

/** Types that have numbers with this beginning, found by trying out numbers that go on evenly spread. */
function listTypesByBeginning(plan: Plan, beginning: string): readonly NumberType[] {
  const known = plan.kinds.get(beginning);
  if (known !== undefined) return known;
  const types = [plan.mobile, plan.fixed].filter((type) => type !== null);
  const found = types.filter(({ pattern, lengths }) =>
    lengths.some((length) => {
      const free = length - beginning.length;
      if (free < 1) return false;
      const step = 10 ** free / TRIED;
      for (let index = 0; index < TRIED; index += 1) {
        const rest = String(Math.floor((index + 0.37) * step)).padStart(free, '0');
        if (pattern.test(beginning + rest.slice(-free))) return true;
      }
      return false;
    }),
  );
  plan.kinds.set(beginning, found);
  return found;
}

function readInPlan(plan: Plan, national: string, writtenDigits: number): PlanAnswer {
  const phone = plan.callingCode + national;
  if (isKnownIn(plan, national)) return { kind: 'possible', phone, isKnown: true, phoneKind: toKind(plan, national) };
  const types = listTypesByBeginning(plan, national.slice(0, 2));
  const ofTypes = types.flatMap(({ lengths }) => lengths);
  const ofPeople = [...(plan.mobile?.lengths ?? []), ...(plan.fixed?.lengths ?? [])];
  const lengths = ofTypes.length > 0 ? ofTypes : ofPeople.length > 0 ? ofPeople : plan.lengths;
  if (lengths.includes(national.length) && phone.length >= FEWEST_DIGITS && phone.length <= MOST_DIGITS) {
    const [only] = types;
    const isMobile = only === plan.mobile;
    const phoneKind = types.length === 1 ? (isMobile ? 'mobile' : 'landline') : 'unknown';
    return { kind: 'possible', phone, isKnown: false, phoneKind };
  }
  const unwritten = writtenDigits - national.length;
  const longer = lengths.filter((length) => length > national.length);
  if (longer.length > 0) {
    return { kind: 'too-short', digits: writtenDigits, wanted: Math.min(...longer) + unwritten };
  }
  return {
    kind: 'too-long',
    digits: writtenDigits,
    wanted: lengths.length === 0 ? null : Math.max(...lengths) + unwritten,
  };
}

/** `digits`: country code first, without a plus or zeros in front. */
export function readInternationalNumber(digits: string): PlanAnswer {
  if (digits.length > MOST_DIGITS + 2) return { kind: 'too-long', digits: digits.length, wanted: MOST_DIGITS };
  for (let length = 1; length <= LONGEST_CALLING_CODE; length += 1) {
    const code = digits.slice(0, length);
    const countries = listCountries(code);
    const [main] = countries;
    if (main === undefined) continue;
    const written = digits.slice(length);
    const isWhole = countries.some((country) => isKnownIn(getPlan(country), written));
    for (const country of countries) {
      const national = stripPrefix(getPlan(country), written);
      // `+1 310 0000` is Canada's; Barbados would put its area code before it.
      if (isWhole && national.length > written.length) continue;
      if (isKnownIn(getPlan(country), national)) return readInPlan(getPlan(country), national, digits.length);
    }
    const national = stripPrefix(getPlan(main), written);
    return readInPlan(getPlan(main), national, digits.length - (written.length - national.length));
  }
  return readWithoutCountry(digits);
}

/** Satellites and the like, whose calling codes belong to no country. */
function readWithoutCountry(digits: string): PlanAnswer {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (number === undefined || !number.isPossible()) return { kind: 'no-country' };
  const phone = number.number.slice(1);
  return { kind: 'possible', phone, isKnown: number.isValid(), phoneKind: 'unknown' };
}

/** A national number without what is dialled before it; as it is where it is a number so, or nothing would be left of one. */
function stripPrefix(plan: Plan, written: string): string {
  const { prefix, transform, pattern } = plan;
  const found = prefix?.exec(written);
  if (prefix === null || found === null || found === undefined || found[0] === '') return written;
  if (isKnownIn(plan, written)) return written;
  const hasGroup = found.slice(1).some(Boolean);
  const isTransformed = transform !== null && hasGroup;
  const stripped = isTransformed ? written.replace(prefix, transform) : written.slice(found[0].length);
  return pattern.test(written) && !pattern.test(stripped) ? written : stripped;
}

/** `digits`: as they are written within that country (ISO 3166 alpha-2), with or without what is dialled before them. */
export function readNationalNumber(digits: string, country: string): PlanAnswer {
  if (!isSupportedCountry(country)) return { kind: 'no-country' };
  const plan = getPlan(country);
  const national = stripPrefix(plan, digits);
  const own = readInPlan(plan, national, digits.length);
  if (own.kind === 'possible' && own.isKnown) return own;
  // Countries with one code dial each other as at home.
  const neighbour = readInternationalNumber(plan.callingCode + national);
  return neighbour.kind === 'possible' && neighbour.isKnown ? neighbour : own;
}

/** The digits after what is dialled in that country to call another one; null: they do not begin with that. */
export function stripAbroadPrefix(digits: string, country: string): string | null {
  if (!isSupportedCountry(country)) return null;
  const found = getPlan(country).abroad?.exec(digits)?.[0] ?? '';
  return found === '' ? null : digits.slice(found.length);
}

/** '' where the country is not known. */
export function toCallingCode(country: string): string {
  return isSupportedCountry(country) ? getPlan(country).callingCode : '';
}

/** Whether numbers with that country code and digits are landlines. `phone`: digits, country code first. */
export function findPhoneKind(phone: string): PhoneKind {
  const answer = readInternationalNumber(phone);
  return answer.kind === 'possible' ? answer.phoneKind : 'unknown';
}
