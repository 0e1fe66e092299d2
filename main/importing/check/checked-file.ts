/** The inside of the thread that checks rows: it answers while a check goes on, which it does in short turns. */
import { setImmediate } from 'node:timers/promises';
import type { CheckedRow, CheckSummary } from '#shared/domain/imports.ts';
import { toErrorRecord } from '#shared/lib/error-record.ts';
import { ContactIndex, toPhoneKey } from '#main/importing/plan/contacts.ts';
import { describeColumns, guessHeader } from '#main/importing/plan/describe.ts';
import { RowCheck } from '#main/importing/plan/row-check.ts';
import { ImportRows } from '#main/importing/plan/rows.ts';
import type { Answer, Asked } from '#main/importing/read/protocol.ts';
import type { ReadResult } from '#main/importing/read/read-result.ts';
import type { ServedFile } from '#main/importing/read/serve-file.ts';
import type { CheckFilter, CheckResult, CheckSettings } from './port.ts';
import type { CheckRequest, ImportHead, RowsChoice } from './protocol.ts';

/** Of a check, before others are heard. */
const TURN_MS = 10;
const ROWS_AT_ONCE = 100;
const PROGRESS_MS = 250;
/** Of one answer. Rows for the screen are as many as asked, but for very wide ones. */
const SHOWN = { rows: 200, cells: 100_000, characters: 2_000_000 };
const PLANNED = { rows: 500, cells: 8_000, characters: 500_000 };

type Post = (answer: Answer) => void;

export class CheckedFile implements ServedFile<ImportHead, CheckRequest> {
  readonly head: ImportHead;
  readonly #rows: ImportRows;
  #contacts = new ContactIndex();
  #blocked = new Set<number>();
  #unsubscribed = new Set<number>();
  #finished: RowCheck | null = null;
  #running: RowCheck | null = null;

  constructor({ rows, ...head }: ReadResult) {
    this.#rows = new ImportRows(rows, head.columnCount);
    this.head = { table: { ...head, rowCount: rows.length }, looksLikeHeader: guessHeader(this.#rows) };
  }

  answer({ id, request }: Asked<CheckRequest>, post: Post): void {
    const reject = (error: unknown): void => post({ type: 'rejected', id, error: toErrorRecord(error) });
    if (request.kind === 'check') {
      this.#check(request.settings, (count) => post({ type: 'progress', id, count })).then((value) => {
        post(value === null ? { type: 'rejected', id, error: null } : { type: 'answer', id, value });
      }, reject);
      return;
    }
    try {
      post({ type: 'answer', id, value: this.#answer(request) });
    } catch (error) {
      reject(error);
    }
  }

  #answer(request: Exclude<CheckRequest, { readonly kind: 'check' }>): unknown {
    switch (request.kind) {
      case 'describeColumns':
        return describeColumns(this.#rows, request.hasHeader, request.known);
      case 'addContacts':
        // A check keeps the contacts that it began with.
        if (request.isFirst) this.#contacts = new ContactIndex();
        this.#contacts.add(request.portion);
        return undefined;
      case 'addNumbers':
        this.#addNumbers(request);
        return undefined;
      case 'listRows':
        return this.#listRows(request.filter, request);
      case 'editCell':
        return this.#editCell(request);
      case 'leaveOut':
        return this.#leaveOut(request.rows, request.isLeftOut);
      case 'listPlannedRows':
        return this.#listPlannedRows(request);
    }
  }

  #addNumbers({ blocked, unsubscribed, isFirst }: Extract<CheckRequest, { readonly kind: 'addNumbers' }>): void {
    if (isFirst) [this.#blocked, this.#unsubscribed] = [new Set(), new Set()];
    for (const phone of blocked) this.#blocked.add(toPhoneKey(phone));
    for (const phone of unsubscribed) this.#unsubscribed.add(toPhoneKey(phone));
  }

  /** Null: another check took its place. */
  async #check(settings: CheckSettings, tell: (count: number) => void): Promise<CheckResult | null> {
    const parts = { contacts: this.#contacts, blocked: this.#blocked, unsubscribed: this.#unsubscribed };
    const check = new RowCheck({ ...settings, ...parts, rows: this.#rows });
    this.#running = check;
    let toldAt = performance.now();
    while (!takeTurn(check)) {
      if (performance.now() - toldAt >= PROGRESS_MS) {
        toldAt = performance.now();
        tell(check.checkedCount);
      }
      await setImmediate();
      if (this.#running !== check) return null;
    }
    this.#running = null;
    this.#finished = check;
    return { summary: check.summarize(), phoneExamples: check.listPhoneExamples() };
  }

  #getFinished(): RowCheck {
    if (this.#finished === null) throw new Error('No rows have been checked yet.');
    return this.#finished;
  }

  #listRows(filter: CheckFilter, { start, limit }: { readonly start: number; readonly limit: number }) {
    const check = this.#finished;
    const places = check?.listPlaces(filter) ?? new Int32Array();
    const wanted = places.subarray(start, start + Math.min(limit, SHOWN.rows));
    const rows = check === null ? [] : takeSome(wanted, (place) => check.toCheckedRow(place), SHOWN);
    return { count: places.length, rows };
  }

  #editCell({ line, column, value }: Extract<CheckRequest, { readonly kind: 'editCell' }>): {
    readonly row: CheckedRow;
    readonly summary: CheckSummary;
  } | null {
    const check = this.#getFinished();
    const place = this.#rows.findPlace(line);
    if (place === undefined || place < check.first || column >= this.#rows.columnCount) return null;
    this.#change([place], (checks) => {
      this.#rows.edit(place, column, value);
      for (const one of checks) one.forget(place);
    });
    return { row: check.toCheckedRow(place), summary: check.summarize() };
  }

  #leaveOut(rows: RowsChoice, isLeftOut: boolean): CheckSummary {
    const check = this.#getFinished();
    const places =
      rows.kind === 'filter'
        ? [...check.listPlaces(rows.filter)]
        : rows.lines.map((line) => this.#rows.findPlace(line)).filter((place) => place !== undefined);
    const chosen = places.filter((place) => place >= check.first);
    this.#change(chosen, () => chosen.forEach((place) => this.#rows.leaveOut(place, isLeftOut)));
    return check.summarize();
  }

  /** The check that is shown and the one that is under way both hear of it. */
  #change(places: readonly number[], change: (checks: readonly RowCheck[]) => void): void {
    const checks = [this.#finished, this.#running].filter((check) => check !== null);
    const before = checks.map((check) => check.listKeys(places));
    change(checks);
    checks.forEach((check, index) => check.recheck(places, before[index] ?? new Set()));
  }

  #listPlannedRows({ start, limit }: { readonly start: number; readonly limit: number }): unknown {
    const check = this.#getFinished();
    const places = check.listPlaces({ kind: 'all' }).subarray(start, start + Math.min(limit, PLANNED.rows));
    return takeSome(places, (place) => check.toPlannedRow(place), PLANNED);
  }
}

/** True: all rows are checked. */
function takeTurn(check: RowCheck): boolean {
  const endsAt = performance.now() + TURN_MS;
  while (performance.now() < endsAt) if (check.step(ROWS_AT_ONCE)) return true;
  return false;
}

/** As many as one message may carry, one at least. */
function takeSome<Row extends { readonly cells: readonly string[] }>(
  places: Int32Array,
  toRow: (place: number) => Row,
  most: { readonly cells: number; readonly characters: number },
): readonly Row[] {
  const rows: Row[] = [];
  let [cells, characters] = [0, 0];
  for (const place of places) {
    const row = toRow(place);
    cells += row.cells.length;
    for (const cell of row.cells) characters += cell.length;
    if (rows.length > 0 && (cells > most.cells || characters > most.characters)) break;
    rows.push(row);
  }
  return rows;
}
