/**
 * One pass over all contacts for one text: how long it becomes, who lacks which value, and whom to show it for.
 *
 * PASS-1  Of those that wait, the newest text counts: a pass for an older one ends as `cancelled`. Requests for the same text
 *         share one pass.
 * PASS-2  500 contacts at a time come from the store, and between so many characters main answers others: one turn takes a few
 *         milliseconds, however long the text and however many contacts there are.
 */
import { setImmediate } from 'node:timers/promises';
import type { Store } from '#main/store/api.ts';
import type { MergeContact } from '#main/store/api/templates.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { createFill, listFields } from '#shared/domain/merge-fields.ts';
import type { FieldRules, FieldValues, FilledPiece } from '#shared/domain/merge-fields.ts';
import { measurePiece, measurePieces, type PieceMeasure } from '#shared/domain/segments.ts';

/** Contacts that the store gives at a time. */
const PAGE_ROWS = 500;
/** Characters that are counted in one turn, about. */
const MOST_IN_TURN = 40_000;
/** What a contact costs beside its characters. */
const COST_OF_CONTACT = 60;

/** A text for all contacts, counted. */
export interface MergeCounts {
  readonly contactsCount: number;
  readonly shortest: number;
  readonly longest: number;
  readonly peopleByParts: ReadonlyMap<number, number>;
  /** By the name of the field: who has no value. */
  readonly emptyByField: ReadonlyMap<string, number>;
  /** The first with every field, the first without one, the first whose text becomes Unicode by a value, and the longest: each once. */
  readonly examples: readonly MergeContact[];
  /** Null: there is no contact. */
  readonly longestId: number | null;
}

export interface MergeText extends FieldRules {
  readonly content: string;
}

interface Asked extends MergeText {
  readonly store: Pick<Store, 'listMergeContacts'>;
  /** Of the account: passes are shared in one alone. */
  readonly folder: string;
}

/** The pass that is under way. */
export class MergePasses {
  #current: { readonly key: string; readonly ending: AbortController; readonly counts: Promise<MergeCounts> } | null =
    null;

  /** Rejects with `cancelled` once another text is asked for, and with `disk`. */
  async count(asked: Asked): Promise<MergeCounts> {
    const { folder, content, fallbacks, knownFields } = asked;
    const key = JSON.stringify([folder, content, fallbacks, knownFields]);
    if (this.#current?.key === key) return await this.#current.counts;
    this.#current?.ending.abort();
    const ending = new AbortController();
    const counts = countAll(asked, ending.signal);
    const current = { key, ending, counts };
    this.#current = current;
    try {
      return await counts;
    } finally {
      if (this.#current === current) this.#current = null;
    }
  }

  dispose(): void {
    this.#current?.ending.abort();
  }
}

async function countAll({ store, ...text }: Asked, signal: AbortSignal): Promise<MergeCounts> {
  const counter = new MergeCounter(text);
  let after = 0;
  let work = 0;
  for (;;) {
    const rows = await store.listMergeContacts({ after, limit: PAGE_ROWS, fields: counter.fields });
    for (const row of rows) {
      work += counter.add(row);
      if (work < MOST_IN_TURN) continue;
      await setImmediate();
      work = 0;
      stopIfCancelled(signal);
    }
    stopIfCancelled(signal);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return counter.toCounts();
    after = last.contactId;
  }
}

function stopIfCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new AppError({ code: 'cancelled', message: 'A newer text is counted', outcome: 'refused' });
}

/** Counts contacts one by one. */
export class MergeCounter {
  /** Fields of the text that the account has. */
  readonly fields: readonly string[];
  readonly #fill: (values: FieldValues) => readonly FilledPiece[];
  /** Pieces that are the same for everyone. */
  readonly #known = new Map<FilledPiece, PieceMeasure>();
  /** Whether the text is not Unicode by itself. */
  readonly #isGsm: boolean;
  readonly #peopleByParts = new Map<number, number>();
  readonly #emptyByField: Map<string, number>;
  #contactsCount = 0;
  #shortest = Infinity;
  #longest = { units: -1, parts: -1, contact: null as MergeContact | null };
  #full: MergeContact | null = null;
  #lacking: MergeContact | null = null;
  #unicode: MergeContact | null = null;

  constructor({ content, ...rules }: MergeText) {
    this.fields = listFields(content, rules.knownFields);
    this.#fill = createFill(content, rules);
    this.#emptyByField = new Map(this.fields.map((field) => [field, 0]));
    this.#isGsm = this.#fill({}).every((piece) => this.#toMeasure(piece).septets !== null);
  }

  /** About how many characters were looked at. */
  add(contact: MergeContact): number {
    const pieces = this.#fill(contact.values).map((piece) => this.#toMeasure(piece));
    const { units, parts, alphabet, isEven } = measurePieces(pieces);
    this.#contactsCount += 1;
    this.#peopleByParts.set(parts, (this.#peopleByParts.get(parts) ?? 0) + 1);
    this.#shortest = Math.min(this.#shortest, units);
    const longest = this.#longest;
    if (units > longest.units || (units === longest.units && parts > longest.parts)) {
      this.#longest = { units, parts, contact };
    }
    this.#sort(contact, this.#countEmpty(contact.values), alphabet === 'unicode');
    // Characters of two units are cut into parts one by one.
    const counted = Object.values(contact.values).reduce((sum, value) => sum + value.length, 0);
    return COST_OF_CONTACT + counted + (isEven ? 0 : units);
  }

  toCounts(): MergeCounts {
    const { contact } = this.#longest;
    const examples = [this.#full, this.#lacking, this.#unicode, contact].filter((one) => one !== null);
    const hasAny = this.#contactsCount > 0;
    return {
      contactsCount: this.#contactsCount,
      shortest: hasAny ? this.#shortest : 0,
      longest: hasAny ? this.#longest.units : 0,
      peopleByParts: this.#peopleByParts,
      emptyByField: this.#emptyByField,
      examples: [...new Map(examples.map((one) => [one.contactId, one])).values()],
      longestId: contact?.contactId ?? null,
    };
  }

  #countEmpty(values: FieldValues): number {
    let count = 0;
    for (const field of this.fields) {
      const value = Object.hasOwn(values, field) ? values[field] : undefined;
      if (value !== undefined && value.trim() !== '') continue;
      count += 1;
      this.#emptyByField.set(field, (this.#emptyByField.get(field) ?? 0) + 1);
    }
    return count;
  }

  #sort(contact: MergeContact, emptyCount: number, isUnicode: boolean): void {
    if (emptyCount === 0) this.#full ??= contact;
    else this.#lacking ??= contact;
    if (isUnicode && this.#isGsm) this.#unicode ??= contact;
  }

  #toMeasure(piece: FilledPiece): PieceMeasure {
    if (piece.kind === 'value') return measurePiece(piece.text);
    const known = this.#known.get(piece);
    if (known !== undefined) return known;
    const measure = measurePiece(piece.text);
    this.#known.set(piece, measure);
    return measure;
  }
}
