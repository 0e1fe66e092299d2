/**
 * Readers of single values as the service writes them: numbers as text, booleans as 0 and 1, letters of open sets,
 * two forms of date, nulls anywhere. All are total: what cannot be read is the empty value of its kind, never a failure.
 */

const NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/;

/** A finite number, also when it comes as text, with an exponent or without; null for anything else. */
export function readNumberOrNull(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** An id: a whole number above zero that JavaScript can hold exactly. */
export function readIdOrNull(value: unknown): number | null {
  const number = readNumberOrNull(value);
  return number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** A count: a whole number, 0 for anything else. */
export function readCount(value: unknown): number {
  const number = readNumberOrNull(value);
  return number !== null && Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** Like a count, but null where nothing was said. */
export function readCountOrNull(value: unknown): number | null {
  const number = readNumberOrNull(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Booleans come as `true`, `1`, `"1"` or `"true"`; any number but 0 is yes. */
export function readFlag(value: unknown): boolean {
  return readFlagOrNull(value) ?? false;
}

/** Same, but null where neither yes nor no can be read: no answer must become a no that is then written back. */
export function readFlagOrNull(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const number = readNumberOrNull(value);
  if (number !== null) return number !== 0;
  const word = readText(value).trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
}

/** Text exactly as it came; a number becomes its digits, anything else ''. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Text, or null where it is absent, null or blank. */
export function readTextOrNull(value: unknown): string | null {
  const text = readText(value);
  return text.trim() === '' ? null : text;
}

/** A code letter of an open set, in lower case; null where absent. */
export function readLetterOrNull(value: unknown): string | null {
  return readTextOrNull(value)?.trim().toLowerCase() ?? null;
}

/** How messages travel when not as text messages; null where they do. The sample of the documents says `text` for those. */
export function readChannelOrNull(value: unknown): string | null {
  const channel = readLetterOrNull(value);
  return channel === 'sms' || channel === 'text' ? null : channel;
}

/** The `href` of an avatar, which is an object on some resources and a plain text on others. */
export function readHrefOrNull(value: unknown): string | null {
  return readTextOrNull(readMember(value, 'href') ?? value);
}

/** ISO 3166 alpha-2 in upper case, from a Country object or from the code itself; null for anything else. */
export function readCountryOrNull(value: unknown): string | null {
  const code = readText(readMember(value, 'id') ?? value)
    .trim()
    .toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** An own number or sender: digits without plus for a number, as it came for a name; null where there is neither. */
export function readSenderOrNull(value: unknown): string | null {
  const text = readTextOrNull(value)?.trim();
  if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return null;
  return /^\+?[\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** The member of an object, undefined where there is no object. */
export function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The elements of an array, or of an object keyed by number, as PHP writes an array with holes; null for anything else. */
export function findElements(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null) return null;
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

/** Same; [] for anything else. */
export function readElements(value: unknown): readonly unknown[] {
  return findElements(value) ?? [];
}

/** What `read` makes of every element; null where there are none to read, or one of them cannot be read. */
export function readWholeOrNull<T>(value: unknown, read: (element: unknown) => T | null): readonly T[] | null {
  const elements = findElements(value);
  if (elements === null) return null;
  const values = elements.map(read).filter((one) => one !== null);
  return values.length === elements.length ? values : null;
}

/** The fields that have something to say: an optional field of an entity is absent where it would be null. */
export function dropNulls<T extends object>(fields: T): { readonly [Name in keyof T]?: NonNullable<T[Name]> } {
  const told = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(told) as { readonly [Name in keyof T]?: NonNullable<T[Name]> };
}
