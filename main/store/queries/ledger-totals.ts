/** Totals of all rows of the ledger that fit, whatever page is shown. */
import type { LedgerOutcome, LedgerTotals } from '#shared/contract/index.ts';
import { roundMoney } from '#shared/domain/money.ts';
import type { ReadDb } from '../open.ts';
import { BELOW, END, FOUND, toScope } from './ledger-scope.ts';
import type { Scope } from './ledger-scope.ts';
import { planLedgerSearch } from './ledger-search.ts';
import type { LedgerSearch, SearchedRow } from './ledger-search.ts';
import type { Query } from './query.ts';
import { findCurrency } from './state.ts';

const OUTCOMES: readonly LedgerOutcome[] = ['sent', 'open', 'checking', 'stopped', 'discarded'];
const SUMS = `count(*) AS count, total(parts_charged) AS parts, total(price_charged) AS price,
  count(price_charged) AS priced`;
/** For the query-plan test too, like the one below. */
export const COUNT_OUTCOME = `SELECT outcome, ${SUMS} FROM ledger INDEXED BY ledger_by_outcome
  WHERE outcome = @outcome AND ${BELOW}`;
export const COUNT_FOUND = `SELECT outcome, ${SUMS} ${FOUND} GROUP BY outcome`;
const FOUND_TO_COUNT = `
  SELECT outcome, 1 AS count, coalesce(parts_charged, 0) AS parts, coalesce(price_charged, 0) AS price,
    price_charged IS NOT NULL AS priced, phone, send_id, haystack ${FOUND}`;

interface SumRow {
  readonly outcome: LedgerOutcome | null;
  readonly count: number;
  readonly parts: number;
  readonly price: number;
  readonly priced: number;
}

export const countLedger: Query<'countLedger'> = (db, { filter }) => {
  const scope = toScope(filter, END);
  const search = planLedgerSearch(db, filter.query);
  const totals = new Totals();
  for (const row of search === null ? countOutcomes(db, scope) : countFound(db, scope, search)) totals.add(row);
  return totals.toView(findCurrency(db));
};

function countOutcomes(db: ReadDb, { outcome, ...place }: Scope): SumRow[] {
  const wanted = outcome === null ? OUTCOMES : [outcome];
  return wanted.flatMap((one) => db.get<SumRow>(COUNT_OUTCOME, { ...place, outcome: one }) ?? []);
}

function* countFound(db: ReadDb, scope: Scope, search: LedgerSearch): Generator<SumRow> {
  const params = { ...scope, ...search.params };
  if (search.isWhole) yield* db.all<SumRow>(COUNT_FOUND, params);
  else for (const row of db.iterate<SumRow & SearchedRow>(FOUND_TO_COUNT, params)) if (search.fits(row)) yield row;
}

class Totals {
  readonly #byOutcome = { sent: 0, open: 0, checking: 0, stopped: 0, discarded: 0 };
  #parts = 0;
  #price = 0;
  #unpriced = 0;

  add({ outcome, count, parts, price, priced }: SumRow): void {
    if (outcome === null) return;
    this.#byOutcome[outcome] += count;
    this.#parts += parts;
    this.#price += price;
    if (outcome === 'sent') this.#unpriced += count - priced;
  }

  toView(currency: string | null): LedgerTotals {
    return {
      count: Object.values(this.#byOutcome).reduce((sum, count) => sum + count, 0),
      byOutcome: { ...this.#byOutcome },
      partsCharged: this.#parts,
      priceCharged: roundMoney(this.#price),
      unpricedCount: this.#unpriced,
      currency,
    };
  }
}
