/** What the user types to find a template or a field in a text, and what is found by it. Pure. */
import type { TemplateView } from '#shared/contract/index.ts';
import { splitFields } from '#shared/domain/merge-fields.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';
import { toPlainText } from '#renderer/lib/actions.ts';

/** `template`: after `/`; `field`: after `{`. */
export type TriggerKind = 'template' | 'field';

/** What is being typed to find something, as offsets of the text. */
export interface Trigger {
  readonly kind: TriggerKind;
  /** Where it begins, with its sign. */
  readonly start: number;
  /** Where the caret is. */
  readonly end: number;
  /** What was typed after the sign. */
  readonly query: string;
}

/** A field that can be merged, and how many have it. */
export interface MergeField {
  readonly name: string;
  readonly isCustom: boolean;
  readonly peopleCount: number;
  /** Of the person who is written to; null: there is no person, or no value. */
  readonly value: string | null;
}

/** A `/` at the start or after a space, and what was typed since; a second one, as in `/and/or`, ends it. */
const SLASH = /(?:^|\s)(\/(?:[^\s/][^\n/]{0,39})?)$/u;
/** A `{` that nothing has closed yet. */
const BRACE = /\{[^{}\n]{0,39}$/u;
/** What was typed after `/`, or in `{…`, is no longer than that. */
const LONGEST = 41;

/** What the user is looking for where the caret is; null: nothing. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 1), caret);
  const brace = BRACE.exec(before)?.[0];
  if (brace !== undefined) return toTrigger('field', brace, caret);
  const isCut = caret > LONGEST + 1;
  const slash = SLASH.exec(isCut ? before.slice(1) : before);
  const typed = slash?.[1];
  // Where the text was cut, what stands before the sign is not known to be a space.
  if (typed === undefined || (isCut && slash?.index === 0 && !/^\s/u.test(slash[0]))) return null;
  return toTrigger('template', typed, caret);
}

function toTrigger(kind: TriggerKind, typed: string, caret: number): Trigger {
  return { kind, start: caret - typed.length, end: caret, query: typed.slice(1) };
}

/** Templates by shortcut and name, the best first: what begins so, then what has it; those used most, where nothing was typed. */
export function matchTemplates(templates: readonly TemplateView[], query: string): readonly TemplateView[] {
  const wanted = toPlainText(query).trim();
  const byUse = [...templates].sort((one, other) => other.usedCount - one.usedCount);
  if (wanted === '') return byUse;
  return sortByRank(byUse, ({ shortcut, name }) => {
    if (shortcut !== '' && toPlainText(shortcut).startsWith(wanted)) return 3;
    return rateName(toPlainText(name), wanted);
  });
}

/** Fields by name, the best first. */
export function matchFields(fields: readonly MergeField[], query: string): readonly MergeField[] {
  const wanted = toPlainText(query).trim();
  return wanted === '' ? fields : sortByRank(fields, ({ name }) => rateName(toPlainText(name), wanted));
}

/** Templates whose name, shortcut or text has every word. */
export function searchTemplates<Row extends Pick<TemplateView, 'name' | 'shortcut' | 'content'>>(
  templates: readonly Row[],
  query: string,
): readonly Row[] {
  const words = toPlainText(query).split(/\s+/u);
  return templates.filter(({ name, shortcut, content }) => {
    const text = toPlainText(`${name}\n/${shortcut}\n${content}`);
    return words.every((word) => text.includes(word));
  });
}

function rateName(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 2;
  return name.includes(wanted) ? 1 : 0;
}

function sortByRank<T>(all: readonly T[], rank: (one: T) => number): readonly T[] {
  const rated = all.map((one) => ({ one, rank: rank(one) })).filter((each) => each.rank > 0);
  return rated.sort((a, b) => b.rank - a.rank).map(({ one }) => one);
}

/** A piece of a text that is being written; `unknown`: in braces, and no field of the account. */
export interface TextPiece {
  readonly kind: 'text' | 'field' | 'unknown';
  readonly text: string;
  readonly start: number;
}

/** The text in its pieces, which joined are the text. `knownFields` null: not known yet, so that none is called unknown. */
export function listTextPieces(content: string, knownFields: readonly string[] | null): readonly TextPiece[] {
  const known = knownFields === null ? null : new Set(knownFields.map(toNameKey));
  return splitFields(content).map((piece): TextPiece => {
    if (piece.kind === 'text') return { kind: 'text', text: piece.text, start: piece.start };
    const isKnown = known === null || known.has(toNameKey(piece.field));
    return { kind: isKnown ? 'field' : 'unknown', text: piece.text, start: piece.start };
  });
}

/** Where a field stands in the text first; null: nowhere. */
export function findField(content: string, field: string): { readonly start: number; readonly end: number } | null {
  const found = splitFields(content).find(
    (piece) => piece.kind === 'field' && toNameKey(piece.field) === toNameKey(field),
  );
  return found === undefined ? null : { start: found.start, end: found.start + found.text.length };
}
