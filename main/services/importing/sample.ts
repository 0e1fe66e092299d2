import type { StagedFiles } from '#main/services/files/staged-files.ts';

const NAME = 'contacts-sample.csv';

/** Made-up people; their numbers are of the range that is kept for drama, so that they reach no one. */
const ROWS: readonly (readonly string[])[] = [
  ['First name', 'Last name', 'Mobile number', 'Email', 'City'],
  ['Amara', 'Osei', '+44 7700 900141', 'amara.osei@example.com', 'Leeds'],
  ['Tomasz', 'Wiśniewski', '+44 7700 900142', 'tomasz@example.com', 'Bristol'],
  ['Grace', 'Holloway', '07700 900143', '', 'York'],
];

/** A file that shows how one is made: titles, a contact on each row, the number as it is written. Throws `disk`. */
export async function writeSample(files: Pick<StagedFiles, 'write'>): Promise<{ handle: string; name: string }> {
  const { handle } = await files.write({ name: NAME, mimeType: 'text/csv' }, writeRows());
  return { handle, name: NAME };
}

async function* writeRows(): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that it is UTF-8. Awaited as every other piece of a file is.
  yield await Promise.resolve(`\ufeff${ROWS.map((row) => `${row.join(',')}\r\n`).join('')}`);
}
