/** Large tables, and texts and patterns that are made to take long. */
import process from 'node:process';
import { writeXlsx } from 'hucre/xlsx';
import { readTable } from '#main/importing/read/read-table.ts';
import { AddressFinder } from '#main/webhooks/tunnel/address-finder.ts';
import { Lines } from '#main/webhooks/tunnel/lines.ts';
import { toTextPieces } from '#renderer/lib/text-links.ts';
import { toFigure, type Figure } from './measure.ts';
import { getCpuMs, watchOwnTurns } from './own-turns.ts';

/** CPU milliseconds of the thread, but for the last, which is in megabytes. */
const TARGETS = { turnMs: 50, linksMs: 100, patternMs: 1_000, grownMb: 20 } as const;

export async function measureFiles({ isQuick }: { readonly isQuick: boolean }): Promise<Figure[]> {
  const [csvRows, xlsxRows] = isQuick ? [2_000, 2_000] : [200_000, 100_000];
  const csv = new TextEncoder().encode(
    toRows(csvRows)
      .map((row) => row.join(','))
      .join('\n'),
  );
  const xlsx = await writeXlsx({ sheets: [{ name: 'S', rows: toRows(xlsxRows) }] });
  return [
    await measureTable({ name: 'a.csv', bytes: csv, count: csvRows }),
    await measureTable({ name: 'a.xlsx', bytes: xlsx, count: xlsxRows }),
    measureLinks(),
    measurePattern(),
    measureLine(isQuick ? 20 : 500),
  ];
}

const toRows = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [
    ...[`First${index}`, `Last ${index % 977}`, `+4477${String(index).padStart(8, '0')}`, `person${index}@example.com`],
    ...['Some company & sons', 'High Street; Town', index % 2 === 0 ? 'yes' : 'no', `Note number ${index}`],
  ]);

/** The longest turn of the app's own loop while the thread of the table reads it and hands it over. */
async function measureTable({
  name,
  bytes,
  count,
}: {
  name: string;
  bytes: Uint8Array;
  count: number;
}): Promise<Figure> {
  let rows = 0;
  const { longestMs } = await watchOwnTurns(async () => {
    await using table = await readTable({ name, bytes });
    for await (const batch of table.batches()) rows += batch.length;
  });
  if (rows !== count) throw new Error(`${name} has ${count} rows, of which ${rows} were read`);
  return toFigure({
    name: `${name} of ${count} rows, the longest turn meanwhile`,
    unit: 'ms of CPU',
    value: longestMs,
    target: TARGETS.turnMs,
    details: {},
  });
}

const HOSTILE_TEXTS = [
  'a.'.repeat(2_500) + '/',
  'a'.repeat(5_000),
  ('a'.repeat(60) + '.').repeat(82),
  'w.+-'.repeat(1_250) + '@',
  '+' + '1 '.repeat(2_500),
  'https://a.example/' + '('.repeat(2_500) + ')'.repeat(2_400),
];

function measureLinks(): Figure {
  const times = HOSTILE_TEXTS.map((text) => {
    const before = getCpuMs();
    toTextPieces(text);
    return getCpuMs() - before;
  });
  const name = 'links in a text of 5,000 signs made to slow them down, the slowest';
  return toFigure({ name, unit: 'ms of CPU', value: Math.max(...times), target: TARGETS.linksMs, details: {} });
}

function measurePattern(): Figure {
  const finder = new AddressFinder({ program: 'other', pattern: '^(a+)+$', isLocalService: false });
  const before = getCpuMs();
  for (let line = 0; line < 200; line += 1) finder.find(`${'a'.repeat(60)}!`);
  const name = 'a pattern that takes for ever, at 200 lines of a program';
  return toFigure({ name, unit: 'ms of CPU', value: getCpuMs() - before, target: TARGETS.patternMs, details: {} });
}

/** What is kept of a line that does not end. */
function measureLine(megabytes: number): Figure {
  const piece = 'x'.repeat(1_000_000);
  const lines = new Lines(() => undefined);
  const before = process.memoryUsage().rss;
  for (let left = megabytes; left > 0; left -= 1) lines.take(piece);
  const value = (process.memoryUsage().rss - before) / 1_000_000;
  const name = `memory taken by ${megabytes} MB of a program without a new line`;
  return toFigure({ name, unit: 'MB', value, target: TARGETS.grownMb, details: {} });
}
