import { describe, expect, it } from 'vitest';
import { toBatchFile } from '#main/services/importing/run/batch-file.ts';
import { judgeValues } from '#main/services/importing/run/recheck.ts';
import type { ImportContact } from '#shared/domain/imports.ts';

const CONTACT: ImportContact = {
  ...{ id: 7, phone: '447700900318', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example' },
  ...{ fields: [{ id: 12, value: 'Rex' }], listIds: [3], isReadOnly: false, isBlocked: false, isUnsubscribed: false },
};
const UPDATE = { existing: 'update' } as const;

async function readText(rows: Parameters<typeof toBatchFile>[0]) {
  const { file, columns } = toBatchFile(rows);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.byteLength).toBe(file.sizeBytes);
  return { text: bytes.toString('utf8'), columns };
}

describe('the file of a batch', () => {
  it('has the number in full first, and a column for each value that a row has', async () => {
    const { text, columns } = await readText([
      { phone: '447700900318', values: { firstName: 'Ada', 'field:12': 'Rex' } },
      { phone: '15550100', values: { email: 'b@mail.example', lastName: '' } },
    ]);
    expect(columns).toEqual([
      { column: 0, field: 'phone' },
      { column: 1, field: 'firstName' },
      { column: 2, field: 12 },
      { column: 3, field: 'email' },
    ]);
    expect(text).toBe('"+447700900318","Ada","Rex",""\r\n"+15550100","","","b@mail.example"\r\n');
  });

  it('keeps quotes, commas, line breaks and formulas as they are', async () => {
    const { text } = await readText([{ phone: '15550100', values: { lastName: '=1+"2",\nÖ' } }]);
    expect(text).toBe('"+15550100","=1+""2"",\nÖ"\r\n');
  });
});

describe('a new row whose number a contact has by now', () => {
  it('changes only what differs, blanks at the ends and letters of an address aside', () => {
    const values = { firstName: 'Ada ', lastName: 'King', email: 'ADA@mail.example', 'field:12': 'Max' };
    expect(judgeValues(values, CONTACT, UPDATE)).toEqual({
      verdict: 'update',
      values: { lastName: 'King', 'field:12': 'Max' },
    });
  });

  it('clears a value, and writes one that the contact does not have', () => {
    expect(judgeValues({ lastName: '', 'field:13': 'x' }, CONTACT, UPDATE)).toEqual({
      verdict: 'update',
      values: { lastName: '', 'field:13': 'x' },
    });
  });

  it('is unchanged where nothing differs, or where contacts that exist stay as they are', () => {
    expect(judgeValues({ firstName: 'Ada' }, CONTACT, UPDATE)).toEqual({ verdict: 'unchanged' });
    expect(judgeValues({ firstName: 'Eve' }, CONTACT, { existing: 'leave' })).toEqual({ verdict: 'unchanged' });
  });
});
