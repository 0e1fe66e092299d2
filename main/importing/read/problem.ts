/** Why a file is refused: one closed family, each with a sentence for the person who picked it. */
import { AppError } from '#shared/domain/app-error.ts';

export type TableProblem =
  | { readonly kind: 'empty'; readonly sheetName: string | null }
  | { readonly kind: 'not-a-table'; readonly found: ForeignKind }
  | { readonly kind: 'password' }
  /** A workbook of Excel 95 or older. */
  | { readonly kind: 'too-old' }
  | { readonly kind: 'damaged'; readonly detail: string }
  | { readonly kind: 'unclosed-quote'; readonly line: number }
  | { readonly kind: 'no-such-sheet'; readonly sheet: string; readonly sheetNames: readonly string[] }
  | { readonly kind: 'too-large'; readonly what: Excess; readonly limit: number; readonly line: number | null };

/** What a file is that looks like something, but like no table that can be read. */
export type ForeignKind =
  'web-page' | 'xml' | 'pdf' | 'picture' | 'open-document' | 'xlsb' | 'office' | 'archive' | 'unknown';

/** Which limit was passed. Units: see `TableLimits`. */
export type Excess = 'file' | 'unpacked' | 'rows' | 'columns' | 'cells' | 'cell' | 'memory' | 'time';

const MEGABYTE = 1_048_576;
const NOTHING_KEPT = 'Nothing was imported.';
const SAVE_AS = 'open it in a spreadsheet app, save it as .xlsx or .csv, then choose that file';

const FOREIGN: Readonly<Record<ForeignKind, string>> = {
  'web-page': 'This file is a web page, despite its name',
  xml: 'This file is XML, not a workbook we can read',
  pdf: 'This file is a PDF',
  picture: 'This file is a picture',
  'open-document': 'This is an OpenDocument file, which we can’t read',
  xlsb: 'This is a binary Excel workbook (.xlsb), which we can’t read',
  office: 'This is an Office document, not a workbook',
  archive: 'This is an archive, not a workbook',
  unknown: 'This file isn’t text or a workbook we can read',
};

function toSize(bytes: number): string {
  const isWhole = bytes >= MEGABYTE && bytes % MEGABYTE === 0;
  return isWhole ? `${(bytes / MEGABYTE).toLocaleString('en-GB')} MB` : `${bytes.toLocaleString('en-GB')} bytes`;
}

function toExcess({ what, limit, line }: Extract<TableProblem, { kind: 'too-large' }>): string {
  const most = limit.toLocaleString('en-GB');
  const where = line === null ? '' : ` (line ${line})`;
  const said: Readonly<Record<Excess, string>> = {
    file: `This file is larger than ${toSize(limit)}`,
    unpacked: `This workbook unpacks to more than ${toSize(limit)}`,
    rows: `This file has more than ${most} rows`,
    columns: `This file has more than ${most} columns${where}`,
    cells: `This file has more than ${most} cells`,
    cell: `A cell has more than ${most} characters${where}`,
    memory: `This file needs more than ${most} MB of memory to read`,
    time: `This file takes longer than ${(limit / 1_000).toLocaleString('en-GB')} seconds to read`,
  };
  return said[what];
}

function toCause(problem: Exclude<TableProblem, { kind: 'too-large' }>): readonly [happened: string, advice: string] {
  switch (problem.kind) {
    case 'empty':
      return [
        problem.sheetName === null ? 'This file is empty' : `The sheet “${problem.sheetName}” is empty`,
        'Choose a file or sheet with contacts in it',
      ];
    case 'not-a-table':
      return [FOREIGN[problem.found], `To import it, ${SAVE_AS}`];
    case 'password':
      return ['This workbook is password-protected', 'Save a copy without the password and choose that file'];
    case 'too-old':
      return ['This workbook was saved in Excel 95 or earlier', `To import it, ${SAVE_AS}`];
    case 'damaged':
      return [`This file is damaged: ${problem.detail}`, `Export it again, or ${SAVE_AS}`];
    case 'unclosed-quote':
      return [
        `The quotation mark on line ${problem.line} is never closed`,
        'Close or remove it, then choose the file again',
      ];
    case 'no-such-sheet':
      return [
        `This workbook has no sheet called “${problem.sheet}”`,
        `Choose one of: ${problem.sheetNames.map((name) => `“${name}”`).join(', ')}`,
      ];
  }
}

/** What happened, what was kept, what to do: three short sentences. */
export function toTableSentences(problem: TableProblem): string {
  if (problem.kind === 'too-large') return `${toExcess(problem)}. ${NOTHING_KEPT} Split it into smaller files.`;
  const [happened, advice] = toCause(problem);
  return `${happened}. ${NOTHING_KEPT} ${advice}.`;
}

/** The file is at fault, not the app: an `AppError` of code `validation` whose `common` is for the person. */
export class TableError extends AppError {
  readonly problem: TableProblem;

  constructor(problem: TableProblem, cause?: unknown) {
    const sentences = toTableSentences(problem);
    super({
      code: 'validation',
      message: `Table refused: ${problem.kind}`,
      common: [sentences],
      outcome: 'refused',
      cause,
    });
    this.name = 'TableError';
    this.problem = problem;
  }
}
