/**
 * Fields in a text that stand for what a contact has, as the service merges them: `{First name}`, `{Pet}`; and with what
 * stands there for people who have nothing: `{Pet|your pet}`, which only this app knows and fills in itself.
 *
 * MERGE-1  A pair of braces is a field only if it names one that the account has, in letters of any size and with spaces
 *          around; any other `{word}` stays plain text.
 * MERGE-2  The pieces of `splitFields`, joined, are the content.
 * MERGE-3  A field has its value, else the fallback written into it (may be nothing: `{Pet|}`), else the kept fallback of
 *          its name, else it is missing and stays as `{Pet}`: it never goes out as an empty gap unasked.
 * MERGE-4  What a value says is never read for fields again.
 */
import { toNameKey } from './unique-names.ts';

/** Fields that every account has, as the service spells them. */
export const STANDARD_FIELDS = ['First name', 'Last name', 'Company name', 'Phone', 'Email'] as const;
export type StandardField = (typeof STANDARD_FIELDS)[number];

/** A piece of a content; `text` is how it is written there, `start` its offset. */
export type ContentPiece =
  | { readonly kind: 'text'; readonly text: string; readonly start: number }
  | {
      readonly kind: 'field';
      readonly text: string;
      readonly start: number;
      /** As written, without spaces around; it may be no field of the account. */
      readonly field: string;
      /** What is written after the bar; null: there is no bar. */
      readonly fallback: string | null;
    };

/** A piece of a text whose fields were looked up. `missing`: no value and no fallback; `text` is `{Field}` then. */
export interface FilledPiece {
  readonly kind: 'text' | 'value' | 'fallback' | 'missing';
  readonly text: string;
  /** Name of the field as the account spells it; '' for plain text. */
  readonly field: string;
}

export interface FieldRules {
  /** Kept fallbacks by the name of the field; '' is none. */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** Names of all fields that can be merged: the standard ones and the custom ones. */
  readonly knownFields: readonly string[];
}

/** The values of one person by the names of fields, as the account spells them; a blank one counts as none. */
export type FieldValues = Readonly<Record<string, string>>;

const FIELD = /\{[^{}]*\}/gu;

/** The content in its pieces of plain text and in braces; a blank `{}` is plain text. Total: never fails. */
export function splitFields(content: string): readonly ContentPiece[] {
  const pieces: ContentPiece[] = [];
  let at = 0;
  for (const match of content.matchAll(FIELD)) {
    const [text] = match;
    const inside = text.slice(1, -1);
    const bar = inside.indexOf('|');
    const field = (bar === -1 ? inside : inside.slice(0, bar)).trim();
    if (field === '') continue;
    if (match.index > at) pieces.push({ kind: 'text', text: content.slice(at, match.index), start: at });
    const fallback = bar === -1 ? null : inside.slice(bar + 1).trim();
    pieces.push({ kind: 'field', text, start: match.index, field, fallback });
    at = match.index + text.length;
  }
  if (at < content.length) pieces.push({ kind: 'text', text: content.slice(at), start: at });
  return pieces;
}

/** The fields of the content that the account has, as it spells them, in the order of their first appearance. */
export function listFields(content: string, knownFields: readonly string[]): readonly string[] {
  const names = toNamesByKey(knownFields);
  const found = splitFields(content).map((piece) =>
    piece.kind === 'field' ? names.get(toNameKey(piece.field)) : undefined,
  );
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** What stands in braces without being a field of the account, as first written: likely a slip, but plain text. */
export function listUnknownFields(content: string, knownFields: readonly string[]): readonly string[] {
  const names = toNamesByKey(knownFields);
  const found = new Map<string, string>();
  for (const piece of splitFields(content)) {
    if (piece.kind !== 'field') continue;
    const key = toNameKey(piece.field);
    if (!names.has(key) && !found.has(key)) found.set(key, piece.field);
  }
  return [...found.values()];
}

/** The content as one person would get it (MERGE-3). */
export function fillFields(content: string, rules: FieldRules & { readonly values: FieldValues }): FilledPiece[] {
  return createFill(content, rules)(rules.values);
}

/** Reads a content once, to fill it in for many people. */
export function createFill(content: string, rules: FieldRules): (values: FieldValues) => FilledPiece[] {
  const names = toNamesByKey(rules.knownFields);
  const kept = new Map(Object.entries(rules.fallbacks).map(([name, text]) => [toNameKey(name), text]));
  const slots = joinTexts(
    splitFields(content).map((piece): Slot => {
      const key = piece.kind === 'field' ? toNameKey(piece.field) : '';
      const field = piece.kind === 'field' ? names.get(key) : undefined;
      if (piece.kind === 'text' || field === undefined) return { kind: 'text', text: piece.text, field: '' };
      const fallback = piece.fallback ?? toFilled(kept.get(key));
      return fallback === null
        ? { kind: 'missing', text: `{${field}}`, field }
        : { kind: 'fallback', text: fallback, field };
    }),
  );
  return (values) =>
    slots.map((slot) => {
      if (slot.kind === 'text') return slot;
      const value = Object.hasOwn(values, slot.field) ? toFilled(values[slot.field]) : null;
      return value === null ? slot : { kind: 'value', text: value, field: slot.field };
    });
}

/** The text that goes out. */
export function toFilledText(pieces: readonly Pick<FilledPiece, 'text'>[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** A field as it is written into a content. */
export function toFieldText(field: string, fallback: string | null = null): string {
  return fallback === null ? `{${field}}` : `{${field}|${fallback}}`;
}

/** What stands at a place for people without a value, or its plain text. */
type Slot = FilledPiece & { readonly kind: 'text' | 'fallback' | 'missing' };

/** Of two custom fields with one name, the first is meant; a standard field comes before a custom one of its name. */
function toNamesByKey(knownFields: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>(STANDARD_FIELDS.map((name) => [toNameKey(name), name]));
  for (const name of knownFields) if (!names.has(toNameKey(name))) names.set(toNameKey(name), name);
  return names;
}

function toFilled(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

/** Braces that name no field become one piece with the text around them. */
function joinTexts(slots: readonly Slot[]): readonly Slot[] {
  const joined: Slot[] = [];
  for (const slot of slots) {
    const last = joined.at(-1);
    if (slot.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { ...last, text: last.text + slot.text };
    else joined.push(slot);
  }
  return joined;
}
