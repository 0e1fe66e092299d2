/** A large file read, checked against a large account, shown and written down, as the app does it. */
import process from 'node:process';
import { openImportFile } from '#main/importing/check/import-file.ts';
import type { CheckResult, ImportFile } from '#main/importing/check/port.ts';
import type { TableSource } from '#main/importing/read/table.ts';
import { ContactFeed } from '#main/services/importing/contact-feed.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportPlan } from '#main/store/api/imports.ts';
import { ROW_VERDICTS } from '#shared/domain/imports.ts';
import type { ImportOptions } from '#shared/domain/imports.ts';
import { NOON, phoneOf } from '#test/unit/store/builders.ts';
import { CHOICES, FIELDS, countVerdicts } from './import-files.ts';
import { toPercentile, toTimes } from './measure.ts';
import { watchOwnTurns, type OwnTurns } from './own-turns.ts';

/** CPU milliseconds of main's thread in one task; milliseconds that what a user does waits. */
const TARGETS = { taskMs: 50, personMs: 100 } as const;
/** As many as the table of the page asks for, and as an import is started with. */
const SHOWN_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 500;
const MB = 1_000_000;

const OPTIONS: ImportOptions = {
  ...{ country: 'GB', hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
};

export interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly target: number | null;
  readonly details: Readonly<Record<string, number>>;
}

export class LargeFile implements AsyncDisposable {
  readonly #store: Store;
  readonly #extent: { readonly rows: number; readonly contacts: number };
  #file: ImportFile | null = null;
  #feed: ContactFeed | null = null;

  constructor(store: Store, extent: { readonly rows: number; readonly contacts: number }) {
    this.#store = store;
    this.#extent = extent;
  }

  async measure(source: TableSource): Promise<Measured[]> {
    const { rows, contacts } = this.#extent;
    const rssBefore = process.memoryUsage.rss();
    const reading = await watchOwnTurns(async () => {
      this.#file = await openImportFile(source);
    });
    const file = this.#get();
    const feed = (this.#feed = new ContactFeed(file));
    const comparing = await watchOwnTurns(() => feed.fill(this.#store));
    const check = async (): Promise<void> => {
      await file.describeColumns(OPTIONS.hasHeader, { fields: FIELDS, remembered: [] });
      this.#expect(await file.check({ options: OPTIONS, choices: CHOICES, listId: null }, () => undefined));
    };
    const checking = await watchOwnTurns(check);
    const again = await watchOwnTurns(check);
    const showing = await watchOwnTurns(() => showAll(file));
    const works = { reading, comparing, checking, again, showing };
    const name = `${source.name} of ${rows} rows beside ${contacts} contacts`;
    const untilChecked = reading.wallMs + comparing.wallMs + checking.wallMs;
    const rssMost = toMost(works, (turns) => turns.mostRssBytes);
    return [
      {
        name: `${name}, the longest task of main`,
        ...{ unit: 'ms of CPU', value: toMost(works, (turns) => turns.longestMs), target: TARGETS.taskMs },
        details: toDetails(works, (turns) => turns.longestMs),
      },
      {
        name: `${name}, from the file to a verdict of every row`,
        ...{ unit: 's', value: untilChecked / 1_000, target: null },
        details: toDetails(works, (turns) => turns.wallMs / 1_000),
      },
      {
        name: `${name}, memory that the process takes for it at most`,
        ...{ unit: 'MB', value: (rssMost - rssBefore) / MB, target: null },
        details: { before: rssBefore / MB, ...toDetails(works, (turns) => (turns.mostRssBytes - rssBefore) / MB) },
      },
    ];
  }

  /** Every row as it was planned, beside a user who writes. */
  async measureWriting(fileName: string): Promise<Measured[]> {
    const [file, store] = [this.#get(), this.#store];
    const waits: number[] = [];
    const turns = await watchOwnTurns(async () => {
      const { importId } = await store.createImport({ requestId: fileName, plan: this.#toPlan(fileName), at: NOON });
      for (let written = 0; ;) {
        const rows = await file.listPlannedRows(written, WRITTEN_AT_ONCE);
        if (rows.length === 0) break;
        const writing = store.addImportRows({ importId, rows });
        const askedAt = performance.now();
        await store.saveDraft({ phone: phoneOf(1), text: `Draft beside row ${written}`, at: NOON });
        waits.push(performance.now() - askedAt);
        await writing;
        written += rows.length;
      }
      const counts = (await store.findImport({ importId }))?.counts ?? [];
      const counted = counts.reduce((sum, { count }) => sum + count, 0);
      if (counted !== this.#extent.rows) throw new Error(`${counted} rows are written of ${this.#extent.rows}`);
    });
    const name = `writing the ${this.#extent.rows} rows of ${fileName} as they are planned`;
    const seconds = turns.wallMs / 1_000;
    return [
      {
        name: `${name}, the longest task of main`,
        ...{ unit: 'ms of CPU', value: turns.longestMs, target: TARGETS.taskMs },
        details: { seconds, rowsPerSecond: this.#extent.rows / seconds },
      },
      {
        name: `${name}, a draft that is saved meanwhile, p95`,
        ...{ unit: 'ms', value: toPercentile(waits, 0.95), target: TARGETS.personMs, details: { ...toTimes(waits) } },
      },
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#feed?.dispose();
    await this.#file?.[Symbol.asyncDispose]();
  }

  #expect({ summary: { verdicts } }: CheckResult): void {
    const expected = countVerdicts(this.#extent.rows, this.#extent.contacts);
    for (const verdict of ROW_VERDICTS) {
      const wanted = expected.get(verdict) ?? 0;
      if (verdicts[verdict] !== wanted) throw new Error(`${verdicts[verdict]} rows are ${verdict}, not ${wanted}`);
    }
  }

  #toPlan(fileName: string): ImportPlan {
    return {
      ...{ fileName, isPasted: false, headers: CHOICES.map(() => ''), choices: CHOICES, options: OPTIONS },
      ...{ target: { kind: 'new-list', name: fileName }, listName: fileName, rowsCount: this.#extent.rows },
      changedValuesCount: 0,
    };
  }

  #get(): ImportFile {
    if (this.#file === null) throw new Error('The file is not open');
    return this.#file;
  }
}

/** As a user who drags the thumb from end to end, and then looks at what needs them. */
async function showAll(file: ImportFile): Promise<void> {
  for (const filter of [{ kind: 'all' }, { kind: 'problems' }] as const) {
    for (let [start, count] = [0, 1]; start < count; start += SHOWN_AT_ONCE) {
      ({ count } = await file.listRows(filter, { start, limit: SHOWN_AT_ONCE }));
    }
  }
}

type Works = Readonly<Record<string, OwnTurns>>;

function toDetails(works: Works, toValue: (turns: OwnTurns) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(works).map(([work, turns]) => [work, toValue(turns)]));
}

function toMost(works: Works, toValue: (turns: OwnTurns) => number): number {
  return Math.max(...Object.values(works).map(toValue));
}
