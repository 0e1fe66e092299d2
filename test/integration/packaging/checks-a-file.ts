/** Bundled as main is: checks the rows of the files that it is given, and prints what happens to those of each. */
import fs from 'node:fs';
import { openImportFile } from '#main/importing/check/import-file.ts';

async function check(name: string): Promise<object> {
  await using file = await openImportFile({ name, bytes: fs.readFileSync(name) });
  const hasHeader = file.looksLikeHeader;
  const columns = await file.describeColumns(hasHeader, { fields: [], remembered: [] });
  const options = { country: 'GB', hasHeader, leavesOutLandlines: false, keepsWhatIsEmpty: true } as const;
  const choices = columns.map(({ match }) => match.choice);
  const settings = { options: { ...options, existing: 'update' as const }, choices, listId: null };
  const { summary } = await file.check(settings, () => undefined);
  return { rowsCount: summary.rowsCount, newCount: summary.verdicts.new };
}

const found: object[] = [];
for (const name of process.argv.slice(2)) found.push(await check(name));
process.stdout.write(JSON.stringify(found));
