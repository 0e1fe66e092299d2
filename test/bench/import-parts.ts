/**
 * An import before it leaves, with each file in a process of its own: what that takes of memory is then the file's, and not
 * what it took to make the file.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { measureImportPage } from './import-page-parts.ts';
import { toFigure, type Figure } from './measure.ts';
import { withFolder } from './store-folder.ts';

const SCRIPT = fileURLToPath(new URL('./import-process.ts', import.meta.url));
const run = promisify(execFile);

const measuredSchema = v.array(
  v.object({
    name: v.string(),
    unit: v.string(),
    value: v.number(),
    target: v.nullable(v.number()),
    details: v.record(v.string(), v.number()),
  }),
);

export async function measureImports({
  isQuick,
  contacts,
}: {
  readonly isQuick: boolean;
  readonly contacts: number;
}): Promise<Figure[]> {
  const rows = isQuick ? 2_000 : 200_000;
  const figures = await withFolder(async (folder) => {
    const runOf = async (work: 'fill' | 'csv' | 'xlsx'): Promise<string> => {
      const [node = '', ...args] = toNodeCommand(SCRIPT, [work, folder, String(rows), String(contacts)]);
      const { stdout } = await run(node, args);
      return stdout;
    };
    await runOf('fill');
    const measured = [await runOf('csv'), await runOf('xlsx')].flatMap((json) =>
      v.parse(measuredSchema, JSON.parse(json)),
    );
    return measured.map((figure) => toFigure(figure));
  });
  return [...figures, ...(await measureImportPage({ rows }))];
}
