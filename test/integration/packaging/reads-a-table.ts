/** Bundled as main is: reads the files that it is given, and prints what it found in each. */
import fs from 'node:fs';
import { TableError } from '#main/importing/read/problem.ts';
import { readTable } from '#main/importing/read/read-table.ts';

async function look(name: string): Promise<object> {
  try {
    await using table = await readTable({ name, bytes: fs.readFileSync(name) });
    const [row] = await table.rows(1, 1);
    return { kind: table.kind, rowCount: table.rowCount, phone: row?.cells[1] };
  } catch (error) {
    if (error instanceof TableError) return { refused: error.problem.kind };
    throw error;
  }
}

const found: object[] = [];
for (const name of process.argv.slice(2)) found.push(await look(name));
process.stdout.write(JSON.stringify(found));
