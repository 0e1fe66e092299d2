/**
 * A file that the user is about to import: how it is read, what its columns become, and its newest check. The file's thread
 * has the rows; the bytes stay on the disk, so that they can be read another way.
 */
import type { CheckFilter, CheckSettings, DescribedColumn, ImportFile } from '#main/importing/check/port.ts';
import type { Log } from '#main/platform/log.ts';
import type { TakenFile } from '#main/services/files/staged-files.ts';
import { toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportPlan } from '#main/store/api/imports.ts';
import { toMarkKey } from '#main/sync/core/upkeep.ts';
import type { CheckedRowView, ImportDraftView, ImportSummary, RequestInput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type {
  CheckSummary,
  ColumnChoice,
  ImportOptions,
  ImportTarget,
  PhoneExample,
  PlannedRow,
} from '#shared/domain/imports.ts';
import { findPhoneCountry } from '#shared/domain/phone-country.ts';
import { chooseColumns, toChoices, type ChosenColumns } from './column-choices.ts';
import { toDraftView, toRowView, toSummaryView } from './draft-view.ts';
import { closeReading, openReading, type OpenFile, type Reading, type ReadingWay } from './file-reading.ts';
import { checkTarget, toNewList } from './import-target.ts';

/** Rows that are asked of the thread at a time. */
const ROWS_AT_ONCE = 200;
/** … and of these when the import is written down. */
const PLANNED_AT_ONCE = 500;

export interface DraftParts {
  /** Of the draft's account. Throws where that is not open. */
  readonly getStore: () => Store;
  readonly openFile: OpenFile;
  /** The app is ending: a file that is being read is not waited for. */
  readonly ending: AbortSignal;
  readonly log: Log;
  /** The draft has changed. */
  readonly tell: () => void;
}

export interface DraftSource {
  readonly draftId: string;
  readonly file: TakenFile;
  readonly isPasted: boolean;
  /** Rows that a run could not import, with what the user chose for it. */
  readonly repairs: DraftRepair | null;
}

export interface DraftRepair {
  readonly importId: number;
  readonly choices: readonly (ColumnChoice | null)[];
  readonly options: ImportOptions;
  readonly target: ImportTarget;
}

type Given<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };

export class ImportDraft {
  readonly id: string;
  readonly #parts: DraftParts;
  readonly #source: DraftSource;
  #reading: Reading;
  #described: readonly DescribedColumn[] = [];
  #chosen: ChosenColumns = new Map();
  #options: ImportOptions;
  #target: ImportTarget;
  #summary: CheckSummary | null = null;
  #previousSummary: CheckSummary | null = null;
  #phoneExamples: readonly PhoneExample[] = [];
  #checkedCount: number | null = null;
  #problem: string | null = null;
  /** The newest check failed, and not because of the file. */
  #isCheckOwed = false;
  #isFilling = true;
  #hasChanges = false;
  /** What the newest check was started with. */
  #checkedWith: string | null = null;
  #round = 0;
  #checking: Promise<void> = Promise.resolve();
  #isDisposed = false;

  private constructor(parts: DraftParts, source: DraftSource, start: Reading & Pick<ImportPlan, 'options' | 'target'>) {
    this.id = source.draftId;
    this.#parts = parts;
    this.#source = source;
    this.#reading = start;
    this.#options = start.options;
    this.#target = start.target;
  }

  /** Rejects with `validation` of `file` where it is no table, and `disk`. The caller still has the file then. */
  static async open(parts: DraftParts, source: DraftSource): Promise<ImportDraft> {
    const { repairs } = source;
    const reading = await openReading(parts, source.file, { sheet: null, encoding: null, delimiter: null });
    try {
      const store = parts.getStore();
      const options = repairs?.options ?? (await toOptions(store, reading.file.looksLikeHeader));
      const target = repairs?.target ?? (await toNewList(store, source));
      const draft = new ImportDraft(parts, source, { ...reading, options, target });
      await draft.#describe();
      if (repairs !== null) await draft.#chooseAgain(repairs.choices);
      await draft.refresh();
      draft.#startCheck();
      return draft;
    } catch (error) {
      await closeReading(reading);
      throw error;
    }
  }

  /** Looks whether all contacts were read meanwhile: then the rows are checked again. Throws `disk`. */
  async refresh(): Promise<void> {
    const doneAt = await this.#parts.getStore().getSyncMark({ key: toMarkKey('contacts') });
    const wasFilling = this.#isFilling;
    this.#isFilling = doneAt === null;
    if (wasFilling && !this.#isFilling && this.#checkedWith !== null) this.#startCheck();
  }

  /** Its account was opened again: a check that failed because the store was closed is made once more. */
  accountOpened(): void {
    if (this.#isCheckOwed) this.#startCheck();
  }

  get isFilling(): boolean {
    return this.#isFilling;
  }

  toView(): ImportDraftView {
    const { draftId, file, isPasted, repairs } = this.#source;
    return toDraftView({
      ...{ draftId, file, isPasted, repairsImportId: repairs?.importId ?? null, head: this.#reading.file.head },
      ...{ options: this.#options, target: this.#target, hasChanges: this.#hasChanges },
      ...{ described: this.#described, chosen: this.#chosen },
      ...{ summary: this.#summary, previousSummary: this.#previousSummary, phoneExamples: this.#phoneExamples },
      ...{ checkedCount: this.#checkedCount, isFilling: this.#isFilling, problem: this.#problem },
    });
  }

  /**
   * Reads the same bytes another way. What the user chose for the header and for columns stays where the table has the same shape. Rejects with
   * `validation` of `file`, and `disk`: then the draft is as it was.
   */
  async reread(way: ReadingWay): Promise<void> {
    const next = await openReading(this.#parts, this.#source.file, way);
    if (this.#isDisposed) {
      await closeReading(next);
      throw toNotFound('draft');
    }
    const before = this.#reading;
    const isSameShape =
      before.file.head.columnCount === next.file.head.columnCount &&
      before.file.head.sheetName === next.file.head.sheetName;
    this.#reading = next;
    if (!isSameShape) {
      this.#chosen = new Map();
      this.#options = { ...this.#options, hasHeader: next.file.looksLikeHeader };
    }
    this.#summary = this.#previousSummary = null;
    await closeReading(before);
    await this.#describe();
    this.#startCheck();
  }

  /** Throws `validation` (`columns`, `list`): then nothing has changed. */
  async configure({ columns, options, target }: Omit<RequestInput<'imports.configure'>, 'draftId'>): Promise<void> {
    const store = this.#parts.getStore();
    if (target !== undefined) await checkTarget(store, target, { mayBeNameless: true });
    const next = toNextOptions(this.#options, options ?? {});
    const described = next.hasHeader === this.#options.hasHeader ? this.#described : await this.#listColumns(next);
    const fields = await store.listCustomFields({});
    this.#chosen = chooseColumns({ described, chosen: this.#chosen }, columns ?? [], fields);
    this.#described = described;
    this.#options = next;
    this.#target = target ?? this.#target;
    await this.refresh();
    this.#checkAnew();
  }

  async listRows(
    filter: CheckFilter,
    page: { readonly start: number; readonly limit: number },
  ): Promise<{ count: number; rows: CheckedRowView[] }> {
    if (this.#summary === null) return { count: 0, rows: [] };
    const { file } = this.#reading;
    try {
      const { count, rows } = await file.listRows(filter, page);
      return { count, rows: rows.map(toRowView) };
    } catch (error) {
      // It was read another way meanwhile.
      if (isAppError(error, 'cancelled') && file !== this.#reading.file) return await this.listRows(filter, page);
      throw error;
    }
  }

  /** Throws `not-found` where there is no such cell. */
  async editCell(
    line: number,
    column: number,
    value: string,
  ): Promise<{ row: CheckedRowView; summary: ImportSummary | null }> {
    const { file } = this.#reading;
    const edited = column < file.head.columnCount ? await file.editCell(line, column, value) : null;
    if (edited === null) throw toNotFound('cell');
    this.#hasChanges = true;
    this.#noteSummary(edited.summary);
    return { row: toRowView(edited.row), summary: toSummaryView(this.#summary) };
  }

  async leaveOut(
    rows: Parameters<ImportFile['leaveOut']>[0],
    isLeftOut: boolean,
  ): Promise<{ summary: ImportSummary | null }> {
    const summary = await this.#reading.file.leaveOut(rows, isLeftOut);
    this.#hasChanges = true;
    this.#noteSummary(summary);
    return { summary: toSummaryView(this.#summary) };
  }

  /** Rows that need the user, in the order of the file. */
  async *listProblems(): AsyncGenerator<readonly CheckedRowView[]> {
    for (let start = 0; ;) {
      const { rows } = await this.listRows({ kind: 'problems' }, { start, limit: ROWS_AT_ONCE });
      if (rows.length === 0) return;
      yield rows;
      start += rows.length;
    }
  }

  get headers(): readonly string[] {
    return this.#described.map(({ header }) => header);
  }

  get fileName(): string {
    return this.#source.file.name;
  }

  /**
   * What the import is started with, once the newest check is over. Throws `validation` of `list` (`empty`, `gone`,
   * `read-only`) and of `rows` (`none`; `filling`: contacts are still being read).
   */
  async plan(): Promise<{ readonly plan: ImportPlan; readonly rows: AsyncIterable<readonly PlannedRow[]> }> {
    await this.#settleCheck();
    await this.refresh();
    if (this.#isFilling) throw toRefusal('rows', 'filling');
    const summary = this.#summary;
    if (summary === null || this.#problem !== null || countImported(summary) === 0) throw toRefusal('rows', 'none');
    const listName = await checkTarget(this.#parts.getStore(), this.#target, { mayBeNameless: false });
    const plan: ImportPlan = {
      ...{ fileName: this.fileName, isPasted: this.#source.isPasted, headers: this.headers },
      ...{ choices: toChoices(this.#described, this.#chosen), options: this.#options },
      ...{ target: this.#target, listName, rowsCount: summary.rowsCount },
      changedValuesCount: summary.changedValuesCount,
    };
    return { plan, rows: listPlanned(this.#reading.file) };
  }

  /** Ends the thread and deletes the file; what is under way rejects. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#round += 1;
    await Promise.all([closeReading(this.#reading), this.#source.file.remove()]);
  }

  /** By index, as they were chosen for another file of the same columns; fields that are gone are to be chosen again. */
  async #chooseAgain(choices: readonly (ColumnChoice | null)[]): Promise<void> {
    const fields = await this.#parts.getStore().listCustomFields({});
    const patches = this.#described.map(({ index }) => {
      const choice = choices[index] ?? null;
      const isGone = choice?.kind === 'field' && !fields.some(({ id }) => id === choice.fieldId);
      return { index, choice: isGone ? null : choice };
    });
    this.#chosen = chooseColumns({ described: this.#described, chosen: new Map() }, patches, fields);
  }

  async #describe(): Promise<void> {
    this.#described = await this.#listColumns(this.#options);
  }

  async #listColumns({ hasHeader }: Pick<ImportOptions, 'hasHeader'>): Promise<readonly DescribedColumn[]> {
    const { file } = this.#reading;
    const store = this.#parts.getStore();
    const fields = (await store.listCustomFields({})).map(({ id, name }) => ({ id, name }));
    const columns = await file.describeColumns(hasHeader, { fields, remembered: [] });
    const headers = columns.map(({ header }) => header).filter((header) => header !== '');
    if (headers.length === 0) return columns;
    const remembered = await store.findColumnChoices({ headers });
    return remembered.length === 0 ? columns : await file.describeColumns(hasHeader, { fields, remembered });
  }

  /** Unless the newest check was made, or is being made, with the same settings. */
  #checkAnew(): void {
    if (JSON.stringify(this.#toSettings()) === this.#checkedWith && this.#problem === null) this.#parts.tell();
    else this.#startCheck();
  }

  #toSettings(): CheckSettings {
    const choices = toChoices(this.#described, this.#chosen);
    return { options: this.#options, choices, listId: this.#target.kind === 'list' ? this.#target.listId : null };
  }

  #startCheck(): void {
    const settings = this.#toSettings();
    this.#round += 1;
    this.#checkedWith = JSON.stringify(settings);
    this.#problem = null;
    this.#isCheckOwed = false;
    const hasPhone = settings.choices.some((choice) => choice?.kind === 'phone');
    this.#checkedCount = hasPhone ? 0 : null;
    if (hasPhone) this.#checking = this.#check(settings, this.#round);
    else {
      this.#summary = null;
      this.#phoneExamples = [];
    }
    this.#parts.tell();
  }

  /** Never rejects. A check that another one replaced says nothing. */
  async #check(settings: CheckSettings, round: number): Promise<void> {
    const { file, feed } = this.#reading;
    const isNewest = (): boolean => round === this.#round;
    try {
      await feed.fill(this.#parts.getStore());
      if (!isNewest()) return;
      const { summary, phoneExamples } = await file.check(settings, (checkedCount) => {
        if (!isNewest()) return;
        this.#checkedCount = checkedCount;
        this.#parts.tell();
      });
      if (!isNewest()) return;
      this.#previousSummary = this.#summary;
      this.#summary = summary;
      this.#phoneExamples = phoneExamples;
    } catch (error) {
      if (!isNewest()) return;
      this.#problem = toProblem(error);
      this.#isCheckOwed = isAppError(error, 'disk') || isAppError(error, 'unauthorized');
      this.#parts.log.error('imports.notChecked', error);
    }
    this.#checkedCount = null;
    this.#parts.tell();
  }

  async #settleCheck(): Promise<void> {
    let settled: Promise<void>;
    do {
      settled = this.#checking;
      await settled;
    } while (settled !== this.#checking);
  }

  /** While a check is being made, its own numbers come with its end. */
  #noteSummary(summary: CheckSummary): void {
    if (this.#checkedCount === null) this.#summary = summary;
    this.#parts.tell();
  }
}

function toProblem(error: unknown): string {
  const isOfFile = isAppError(error, 'validation') && error.common.length > 0;
  return isOfFile ? error.common.join(' ') : 'We couldn’t check the rows. Nothing was imported. Choose the file again.';
}

async function toOptions(store: Pick<Store, 'getAccount'>, hasHeader: boolean): Promise<ImportOptions> {
  const account = await store.getAccount({});
  const country = account?.country ?? findPhoneCountry(account?.phone ?? '');
  return { country, hasHeader, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' };
}

/** What is absent stays. */
function toNextOptions(
  before: ImportOptions,
  { country, hasHeader, leavesOutLandlines, keepsWhatIsEmpty, existing }: Given<ImportOptions>,
): ImportOptions {
  return {
    country: country === undefined ? before.country : country,
    hasHeader: hasHeader ?? before.hasHeader,
    leavesOutLandlines: leavesOutLandlines ?? before.leavesOutLandlines,
    keepsWhatIsEmpty: keepsWhatIsEmpty ?? before.keepsWhatIsEmpty,
    existing: existing ?? before.existing,
  };
}

function countImported({ verdicts }: CheckSummary): number {
  return verdicts.new + verdicts.update + verdicts.unchanged;
}

/** The next rows are made while those before them are written down. */
async function* listPlanned(file: Pick<ImportFile, 'listPlannedRows'>): AsyncGenerator<readonly PlannedRow[]> {
  const ask = (start: number): Promise<readonly PlannedRow[]> => {
    const asked = file.listPlannedRows(start, PLANNED_AT_ONCE);
    // Heard of when it is awaited, unless the rows before it could not be written down.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask(0);
  for (let start = 0; ;) {
    const rows = await next;
    if (rows.length === 0) return;
    start += rows.length;
    next = ask(start);
    yield rows;
  }
}
