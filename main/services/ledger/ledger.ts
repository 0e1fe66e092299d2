import type {
  LedgerEntry,
  LedgerFilter,
  LedgerPage,
  LedgerTotals,
  RequestInput,
  RequestOutput,
} from '#shared/contract/index.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { Store } from '#main/store/api.ts';
import { toIsoInstant } from '#main/services/files/csv.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Session } from '#main/services/account/session.ts';
import type { StagedFiles } from '#main/services/files/staged-files.ts';
import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';

interface LedgerNeeds {
  readonly session: Session;
  readonly staged: Pick<StagedFiles, 'write'>;
  readonly now: () => number;
}

/** Rows of the list that are read at a time, … */
const PAGE_ROWS = 200;
/** … and of these whole entries: the readers of the store are also those of the person who works meanwhile. */
const ENTRIES_AT_ONCE = 20;

/**
 * Every text that this computer sent or was to send, what became of it and what it cost. From this computer alone: also
 * offline and without the key.
 */
export class Ledger {
  readonly #needs: LedgerNeeds;

  constructor(needs: LedgerNeeds) {
    this.#needs = needs;
  }

  /** A page, newest first. Throws `disk`. */
  async list(query: RequestInput<'ledger.list'>): Promise<LedgerPage> {
    return await this.#store.listLedger(query);
  }

  /** Of all that fits. Throws `disk`. */
  async count(filter: LedgerFilter): Promise<LedgerTotals> {
    return await this.#store.countLedger({ filter });
  }

  /** One text with all that is known of it. Throws `not-found` or `disk`. */
  async get(sendId: string): Promise<LedgerEntry> {
    const entry = await this.#store.getLedgerEntry({ sendId: toSendId(sendId) });
    if (entry === null) throw toNotFound('entry of the ledger');
    return entry;
  }

  /**
   * Writes all that fits into a file, newest first, however many they are: memory holds a page at a time. What is written
   * meanwhile need not be in it. Throws `disk`.
   */
  async export({ filter, format }: RequestInput<'ledger.export'>): Promise<RequestOutput<'ledger.export'>> {
    const at = this.#needs.now();
    const counted = { rows: 0 };
    const entries = countEntries(readEntries(this.#store, filter), counted);
    const name = `switchboard-ledger-${toIsoInstant(at).slice(0, 10)}.${format}`;
    const pieces = format === 'csv' ? writeCsv(entries) : writeJson(entries, { filter, exportedAt: at });
    const mimeType = format === 'csv' ? 'text/csv' : 'application/json';
    const { handle } = await this.#needs.staged.write({ name, mimeType }, pieces);
    return { handle, name, rows: counted.rows };
  }

  get #store(): Store {
    return this.#needs.session.getAccount().store;
  }
}

/** Pages of entries. The store is that of the account that asked, also when another one is opened meanwhile: then it fails. */
async function* readEntries(
  store: Pick<Store, 'listLedger' | 'getLedgerEntry'>,
  filter: LedgerFilter,
): AsyncGenerator<readonly LedgerEntry[]> {
  let before: LedgerPage['older'] = null;
  do {
    const page: LedgerPage = await store.listLedger({ filter, before, limit: PAGE_ROWS });
    for (let first = 0; first < page.rows.length; first += ENTRIES_AT_ONCE) {
      const rows = page.rows.slice(first, first + ENTRIES_AT_ONCE);
      const entries = await Promise.all(rows.map(({ sendId }) => store.getLedgerEntry({ sendId: toSendId(sendId) })));
      yield entries.filter((entry) => entry !== null);
    }
    before = page.older;
  } while (before !== null);
}

async function* countEntries(
  pages: AsyncIterable<readonly LedgerEntry[]>,
  counted: { rows: number },
): AsyncGenerator<readonly LedgerEntry[]> {
  for await (const page of pages) {
    counted.rows += page.length;
    yield page;
  }
}
