/**
 * What `import-parts.ts` starts: `fill` makes an account and the files in a folder; `csv` and `xlsx` read one of them, check it,
 * show it and write it down, and print their figures as JSON.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createStore } from '#main/store/store.ts';
import { NOON } from '#test/unit/store/builders.ts';
import { LargeFile } from './import-check.ts';
import { fillContacts, toCsv, toXlsx } from './import-files.ts';

const [work = '', folder = '', ...sizes] = process.argv.slice(2);
const [rows = 0, contacts = 0] = sizes.map(Number);
const store = await createStore({ folder, now: () => NOON });
try {
  if (work === 'fill') {
    fs.writeFileSync(path.join(folder, 'a.csv'), toCsv(rows, contacts));
    fs.writeFileSync(path.join(folder, 'a.xlsx'), await toXlsx(rows, contacts));
    await fillContacts(store, contacts);
  } else {
    const name = `a.${work}`;
    await using large = new LargeFile(store, { rows, contacts });
    const figures = await large.measure({ name, bytes: fs.readFileSync(path.join(folder, name)) });
    process.stdout.write(JSON.stringify([...figures, ...(await large.measureWriting(name))]));
  }
} finally {
  await store.dispose();
}
